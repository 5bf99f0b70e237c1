//! Stops: the incidents at which a running game is worth stopping.
//!
//! A game that stopped at each wrong check would stop in each frame of one touch, and at each look-ahead. It stops where an
//! incident that counts begins, at a site whose question is decided and that has not stopped it yet; or, once that is asked
//! for, at the next incident of any.

use std::collections::{BTreeSet, HashSet};

use super::{Incident, Replay, Verdict};

/// The end of a run of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunTo {
    /// To the first incident of a line, pair of kinds and verdict that has not stopped it yet.
    #[default]
    NewSite,
    /// To the next incident of any, also where the question of the line is not decided.
    NextIncident,
}

/// Rules by which a game is stopped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StopRules {
    /// It stops at wrong hits.
    pub is_on: bool,
    /// It stops at missed touches, too.
    pub with_missed: bool,
    /// It stops also where the question of a line is not decided.
    pub at_any: bool,
    /// It does not stop where the pixels are less than this apart, or deep, in px.
    pub from_px: f64,
    /// Lines of the game, by file and line, whose checks alone count; empty for all.
    pub lines: BTreeSet<String>,
    /// Pairs of kinds in the order of the log, whose checks alone count; empty for all.
    pub kinds: BTreeSet<[String; 2]>,
    /// Lines of the game, by file and line, whose checks do not count.
    pub ignored: BTreeSet<String>,
    /// Pairs of kinds, whichever of both comes first, whose checks do not count.
    pub ignored_kinds: BTreeSet<[String; 2]>,
    /// Lines that test what is meant to touch.
    pub contact: BTreeSet<String>,
    /// Lines whose checks ask here, whatever their signs.
    pub here: BTreeSet<String>,
}

/// A stop of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The number of its incident.
    pub incident: usize,
    /// The number of wrong checks at its site that came before and stopped nothing; 0 once the site has stopped the game.
    pub passed: u64,
}

/// The incidents of a replay that have stopped the game, and those that still may.
#[derive(Clone, Debug, Default)]
pub struct Stops {
    /// The number of incidents that have been looked at.
    seen: usize,
    /// The number of steps then.
    steps: usize,
    /// Those of them that go on, and have not stopped the game yet.
    waiting: Vec<Waiting>,
    /// The sites that have stopped the game, with the verdicts at which.
    stopped: HashSet<(u32, Verdict)>,
}

/// An incident that may still stop the game.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    incident: usize,
    /// It counted when it was looked at.
    counts: bool,
}

impl StopRules {
    /// True if `name` is the line `at` of a game, with or without its folders.
    pub fn names_line(name: &str, at: &str) -> bool {
        at.strip_suffix(name).is_some_and(|folder| folder.is_empty() || folder.ends_with(['/', '\\']))
    }

    /// True if `lines` name the line `at`.
    pub fn name_line(lines: &BTreeSet<String>, at: Option<&str>) -> bool {
        at.is_some_and(|at| lines.iter().any(|name| Self::names_line(name, at)))
    }

    /// True if an incident of `replay` may stop the game.
    pub fn counts(&self, replay: &Replay, incident: &Incident) -> bool {
        let site = &replay.sites[incident.site as usize];
        let px = replay.steps[incident.worst as usize].measure();
        incident.disagrees
            && (self.with_missed || incident.verdict != Verdict::MissedTouch)
            && px.is_none_or(|px| f64::from(px) >= self.from_px)
            && (self.lines.is_empty() || Self::name_line(&self.lines, site.at.as_deref()))
            && (self.kinds.is_empty() || self.kinds.contains(&replay.kinds[site.kinds as usize].names))
            && !Self::name_line(&self.ignored, site.at.as_deref())
            && !replay.is_of_kinds(site, &self.ignored_kinds)
            // Last, as it counts again after each check.
            && replay.asks_here(site)
    }
}

impl Stops {
    /// Looks at what is new in `replay`, at the end of a frame; returns the incident at which the game has to stop, if it runs
    /// `to` one.
    pub fn look(&mut self, replay: &Replay, rules: &StopRules, to: RunTo) -> Option<Stop> {
        let known = std::mem::take(&mut self.waiting);
        let new = (self.seen..replay.incidents.len()).map(|incident| Waiting { incident, counts: false });
        self.seen = replay.incidents.len();
        let first = std::mem::replace(&mut self.steps, replay.steps.len());
        let mut stop = None;
        for Waiting { incident: number, counts: has_counted } in known.into_iter().chain(new) {
            let incident = &replay.incidents[number];
            let counts = rules.counts(replay, incident);
            let key = (incident.site, incident.verdict);
            let is_told = match to {
                RunTo::NewSite => self.stopped.contains(&key),
                RunTo::NextIncident => has_counted,
            };
            let is_decided = rules.at_any || to == RunTo::NextIncident || replay.is_decided(key.0);
            let is_here = incident.last as usize >= first;
            if rules.is_on && counts && is_here && is_decided && !is_told && stop.is_none() {
                let passed = if self.stopped.iter().any(|(site, _)| *site == key.0) {
                    0
                } else {
                    passed(replay, rules, key.0).saturating_sub(1)
                };
                self.stopped.insert(key);
                stop = Some(Stop { incident: number, passed });
            } else if replay.goes_on(number) && !self.stopped.contains(&key) {
                self.waiting.push(Waiting { incident: number, counts });
            }
        }
        stop
    }
}

/// The number of checks at a site so far that may stop the game.
fn passed(replay: &Replay, rules: &StopRules, site: u32) -> u64 {
    let of_site = replay.incidents.iter().filter(|incident| incident.site == site && rules.counts(replay, incident));
    of_site.map(|incident| u64::from(incident.checks)).sum()
}
