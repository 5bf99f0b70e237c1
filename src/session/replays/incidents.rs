//! The incidents of a log in the order in which they are listed: by verdict, of each the worst first.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::player::Played;
use maskscope_core::replay::{Incident, Replay, Site, Suspect, Verdict};

/// A person's judgement of a line of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineMark {
    /// Its checks do not count.
    Ignored,
    /// It tests what is meant to be touched: the pixels do not count.
    Contact,
    /// Its wrong checks count, whatever they ask.
    Here,
}

/// The marked lines of a game, by file and line.
pub type LineMarks = BTreeMap<String, LineMark>;

/// Pairs of kinds whose checks do not count, each in the order of the alphabet.
pub type IgnoredKinds = BTreeSet<[String; 2]>;

/// The incidents of a log that count, ranked.
#[derive(Clone, Debug, Default)]
pub struct Incidents {
    /// Their numbers, in their order.
    ranked: Vec<usize>,
    /// The numbers of those that are contact, in the order of the log.
    contact: Vec<usize>,
    /// The lines of the game that do not count as they are.
    pub marks: LineMarks,
    /// The pairs of kinds that do not count.
    pub ignored_kinds: IgnoredKinds,
    /// The number of the checks of those that count.
    pub wrong: u64,
    /// The sprites whose checks are worthless at lines that ask here.
    pub suspects: Vec<Suspect>,
    /// Missed touches do not count.
    pub is_muted: bool,
}

impl Incidents {
    /// None, with missed touches and lines counted or not as before.
    pub(super) fn cleared(&self) -> Self {
        let (marks, ignored_kinds) = (self.marks.clone(), self.ignored_kinds.clone());
        Self { is_muted: self.is_muted, marks, ignored_kinds, ..Self::default() }
    }

    /// The mark of a line of the game.
    pub fn mark_of(&self, site: &Site) -> Option<LineMark> {
        self.marks.get(site.at.as_ref()?).copied()
    }

    /// True if a person ignores both kinds of a site together, at any line.
    pub fn ignores_kinds(&self, replay: &Replay, site: &Site) -> bool {
        replay.is_of_kinds(site, &self.ignored_kinds)
    }

    /// True if the checks of a site do not count, because a person ignores its line or its kinds.
    pub fn ignores(&self, replay: &Replay, site: &Site) -> bool {
        self.mark_of(site) == Some(LineMark::Ignored) || self.ignores_kinds(replay, site)
    }

    /// The numbers of those that pass because the sprites are meant to touch.
    pub fn contact(&self) -> &[usize] {
        &self.contact
    }

    /// The lines whose checks ask here, whatever their signs.
    pub(super) fn lines_here(&self) -> impl Iterator<Item = String> {
        self.marks.iter().filter(|(_, mark)| **mark == LineMark::Here).map(|(line, _)| line.clone())
    }

    /// Ranks the incidents of `replay`. Those whose lines ask something other than whether two things collide where they
    /// are drawn do not count.
    pub(in crate::session) fn rank(&mut self, replay: &Replay) {
        let mark = |incident: &Incident| self.mark_of(&replay.sites[incident.site as usize]);
        let is_about_pixels = |incident: &Incident| {
            let is_tested = replay.steps[incident.worst as usize].tested.is_some();
            is_tested && matches!(incident.verdict, Verdict::UnfairHit | Verdict::MissedTouch)
        };
        let is_ignored = |incident: &Incident| self.ignores(replay, &replay.sites[incident.site as usize]);
        let is_contact = |incident: &Incident| match mark(incident) {
            _ if is_ignored(incident) => false,
            Some(LineMark::Contact) if is_about_pixels(incident) => true,
            _ => incident.contact,
        };
        let counts = |incident: &Incident| {
            let is_muted = self.is_muted && incident.verdict == Verdict::MissedTouch;
            let is_left_out = is_muted || is_ignored(incident) || is_contact(incident);
            incident.disagrees && !is_left_out && replay.asks_here(&replay.sites[incident.site as usize])
        };
        let contact = replay.incidents.iter().enumerate().filter(|(_, incident)| is_contact(incident));
        let contact = contact.map(|(number, _)| number).collect();
        let px = |incident: &Incident| replay.steps[incident.worst as usize].measure().unwrap_or(0.0);
        let incidents = replay.incidents.iter().enumerate().filter(|(_, incident)| counts(incident));
        (self.ranked, self.contact) = (incidents.map(|(number, _)| number).collect(), contact);
        self.ranked.sort_by_cached_key(|&number| {
            let incident = &replay.incidents[number];
            // Of numbers that are not negative, the larger one has the larger bits.
            (incident.verdict as usize, Reverse(px(incident).to_bits()), number)
        });
        self.suspects = replay.suspects();
        self.wrong = self.ranked.iter().map(|&number| u64::from(replay.incidents[number].checks)).sum();
    }

    /// The numbers of those that count, in their order.
    pub fn ranked(&self) -> &[usize] {
        &self.ranked
    }

    /// The place in that order of the incident that holds the shown check, from 0.
    pub fn place_of_shown(&self, played: Played<'_>) -> Option<usize> {
        let (number, step) = played.step()?;
        self.ranked.iter().position(|&incident| played.replay.incidents[incident].holds(number, step))
    }

    /// The step of the worst check of the incident behind that of the shown check, or before it; while each new check is
    /// shown, of the latest. Without incidents it is the next step at which one flew through the other.
    pub(in crate::session) fn beside_shown(&self, played: Played<'_>, on: bool) -> Option<usize> {
        let replay = played.replay;
        let worst = |number: usize| replay.incidents[number].worst as usize;
        if self.ranked.is_empty() {
            let (here, _) = played.step()?;
            let flights = replay.tunnels.iter().map(|&step| step as usize);
            return if on {
                flights.into_iter().find(|step| *step > here)
            } else {
                flights.rev().find(|step| *step < here)
            };
        }
        if played.is_live && on {
            return self.ranked.iter().copied().max().map(worst);
        }
        let place = match (self.place_of_shown(played), on) {
            (None, true) => 0,
            (None, false) => self.ranked.len() - 1,
            (Some(place), true) => place + 1,
            (Some(place), false) => place.checked_sub(1)?,
        };
        self.ranked.get(place).copied().map(worst)
    }
}
