//! Findings of a replay: its conclusion in a sentence, and its kinds, pairs, incidents and suspects, as JSON and as text.

use std::{cmp::Reverse, fmt, path::Path};

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::sites::{Sites, cure_json, site_json, tally_json};
use super::steps::{lengths, moment, named_moment};
use crate::cli::output::{
    MOST_LISTED,
    TextColumn::{Left, Right},
    blank, more, table, wrong as marked, wrong_count,
};
use crate::cli::{CliError, Listed, joined};
use crate::files::{pair_names, reservations, shown};
use maskscope_core::replay::{
    CheckedKinds, CheckedPair, DeafArea, Incident, Replay, Suspect, SuspectKind, Suspicion, Tally, Verdict,
};
use maskscope_core::words::{number, of, plural, printable, thousands};

/// The error of the log or table `path`: `wrong` of its `checks` are wrong.
pub(super) fn wrong(path: &Path, replay: &Replay) -> CliError {
    let cure = excuse(replay).map_or_else(String::new, |options| format!("; {options} would let it pass"));
    CliError::FoundWrong(format!("{}: {}{cure}", shown(path), conclusion(replay)))
}

/// `125 of 131,767 checks are wrong: 108 of 161 hits of Mob × Bullet touch no pixel`, and what that does not cover.
pub(super) fn conclusion(replay: &Replay) -> String {
    let (wrong, all) = (replay.disagreements(), replay.checks());
    let of_all = of(wrong, all, "checks");
    let here = replay.kinds_here();
    let kinds = replay.kinds.iter().map(|kinds| &kinds.names).zip(&here);
    let found = kinds.flat_map(|kinds| Verdict::WRONG.map(|verdict| (kinds, verdict)));
    let worst = found.rev().max_by_key(|((_, tally), verdict)| tally.disagreements[*verdict as usize]);
    let counted = match worst.filter(|_| wrong > 0) {
        None if all == 0 => "no check".to_owned(),
        None => format!("{of_all} are wrong"),
        Some((kinds, verdict)) => {
            let is_one = if wrong == 1 { "is" } else { "are" };
            format!("{of_all} {is_one} wrong: {}", group(kinds, verdict))
        }
    };
    [counted].into_iter().chain(reservations(replay, |_| true)).collect::<Vec<_>>().join("; ")
}

/// The most frequent fault in checks of two kinds, in words.
fn group((names, tally): (&[String; 2], &Tally), verdict: Verdict) -> String {
    let names = pair_names(names);
    let wrong = tally.disagreements[verdict as usize];
    let of = |all: u64, what: &str| format!("{} of {names}", of(wrong, all, what));
    let one_or_many = |one, many| if wrong == 1 { one } else { many };
    match verdict {
        Verdict::TestWrong => {
            let contradict = one_or_many("contradicts", "contradict");
            format!("{} {contradict} what was tested", of(tally.checks, "checks"))
        }
        Verdict::UnfairHit => format!("{} {} no pixel", of(tally.game_hits, "hits"), one_or_many("touches", "touch")),
        Verdict::MissedTouch => {
            let are = one_or_many("is", "are");
            format!("{} {are} missed", of(tally.hits, "touches"))
        }
        Verdict::OtherPixel | Verdict::Right => {
            format!("{} {} other pixels", of(tally.game_hits, "hits"), one_or_many("names", "name"))
        }
    }
}

/// The incidents that count against the game.
fn counted_incidents(replay: &Replay) -> impl Iterator<Item = &Incident> {
    let asks_here = |incident: &&Incident| replay.asks_here(&replay.sites[incident.site as usize]);
    replay.incidents.iter().filter(|incident| incident.disagrees).filter(asks_here)
}

/// The options that would let everything pass that is wrong, if some would.
fn excuse(replay: &Replay) -> Option<String> {
    let mut largest = [None::<f32>; 2];
    for incident in counted_incidents(replay) {
        let px = replay.steps[incident.worst as usize].measure()?;
        let slot = match incident.verdict {
            Verdict::UnfairHit => 0,
            Verdict::MissedTouch => 1,
            _ => return None,
        };
        largest[slot] = Some(largest[slot].map_or(px, |largest| largest.max(px)));
    }
    let option = |(name, px): (&str, Option<f32>)| {
        px.map(|px| format!("{name} {}", number(f64::from((10.0 * px).ceil() / 10.0), 0..=1)))
    };
    let options: Vec<_> = ["--allow-unfair", "--allow-missed"].into_iter().zip(largest).filter_map(option).collect();
    (!options.is_empty()).then(|| options.join(" "))
}

/// Everything that is found wrong.
pub(super) struct WrongChecks<'a> {
    pub replay: &'a Replay,
    /// The project of Godot in whose files remedies are named.
    pub project: Option<&'a Path>,
}

impl Serialize for WrongChecks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { replay, project } = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kinds", &Listed(|| replay.kinds.iter().map(kinds_json)))?;
        map.serialize_entry("sites", &Listed(|| replay.sites.iter().map(|site| site_json(replay, site))))?;
        map.serialize_entry("cure", &cure_json(replay, project))?;
        map.serialize_entry("pairs", &Listed(|| replay.pairs.iter().map(|it| pair_json(replay, it))))?;
        map.serialize_entry("incidents", &Listed(|| replay.incidents.iter().map(|it| incident_json(replay, it))))?;
        map.serialize_entry("deaf", &Listed(|| replay.deaf.iter().map(|it| deaf_json(replay, it))))?;
        map.serialize_entry("suspects", &Listed(|| replay.suspects().into_iter().map(|it| suspect_json(replay, &it))))?;
        map.end()
    }
}

fn kinds_json(kinds: &CheckedKinds) -> Value {
    let CheckedKinds { names: [a, b], tally, tunnels, .. } = kinds;
    joined([json!({ "a": a, "b": b }), tally_json(tally), json!({ "tunnels": tunnels })])
}

fn pair_json(replay: &Replay, pair: &CheckedPair) -> Value {
    let CheckedPair { names: [a, b], steps, hits, game_hits, tunnels, .. } = pair;
    json!({
        "a": a,
        "b": b,
        "checks": steps.len(),
        "hits": hits,
        "game_hits": game_hits,
        "disagreements": replay.disagreements_of(pair),
        "tunnels": tunnels,
    })
}

fn incident_json(replay: &Replay, incident: &Incident) -> Value {
    let [a, b] = &replay.pairs[incident.pair as usize].names;
    let [first, last, worst] =
        [incident.first, incident.last, incident.worst].map(|number| &replay.steps[number as usize]);
    let site = &replay.sites[incident.site as usize];
    json!({
        "a": a,
        "b": b,
        "kinds": replay.kinds[replay.kinds_of(incident.first) as usize].names,
        "verdict": incident.verdict.name(),
        "tolerated": incident.tolerated,
        "contact": incident.contact,
        "at": site.at,
        "question": replay.asked(site).question.name(),
        "from": moment(replay, first.at),
        "to": moment(replay, last.at),
        "checks": incident.checks,
        "worst": joined([json!({ "line": worst.line }), named_moment(replay, worst.at), lengths(worst)]),
    })
}

fn deaf_json(replay: &Replay, deaf: &DeafArea) -> Value {
    let DeafArea { line, at, reason, area, other } = deaf;
    json!({
        "reason": reason.name(),
        "area": area,
        "other": other,
        "line": line,
        "frame": moment(replay, *at),
        "why": reason.why(),
        "cure": reason.cure(),
    })
}

fn suspect_json(replay: &Replay, suspect: &Suspect) -> Value {
    let Suspicion { sprite, kind, reason } = &suspect.about;
    json!({
        "sprite": sprite,
        "kind": kind,
        "reason": reason.to_string(),
        "checks": suspect.checks,
        "line": suspect.line,
        "cure": reason.cure(replay.engine_of_game()),
    })
}

/// The tables for people.
impl fmt::Display for WrongChecks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { replay, project } = *self;
        if !replay.kinds.is_empty() {
            self.kinds_table(f)?;
        }
        write!(f, "{}", Sites { replay, project })?;
        self.incident_lines(f)?;
        let suspects = replay.suspects();
        let suspects = SuspectKind::all(&suspects);
        if !suspects.is_empty() {
            writeln!(f, "\nsuspects")?;
        }
        for SuspectKind { first, sprites, checks } in suspects.iter().take(MOST_LISTED) {
            let (Suspicion { sprite, kind, reason }, line) = (&first.about, first.line);
            let (name, count) = match sprites {
                1 if sprite != kind => (format!("{} ({})", printable(sprite), printable(kind)), String::new()),
                1 => (printable(kind), String::new()),
                _ => (printable(kind), format!(" {} sprites,", thousands(*sprites))),
            };
            let (checks, cure) = (plural(*checks, "check"), reason.cure(replay.engine_of_game()));
            writeln!(f, "  {name}: {reason},{count} {checks} from line {line} on. {cure}")?;
        }
        more(f, suspects.len() as u64, MOST_LISTED)?;
        self.deaf_lines(f)
    }
}

impl WrongChecks<'_> {
    /// The kinds, those with the most wrong checks first, then those with the most checks.
    fn kinds_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wrong = self.replay.kinds_here();
        let mut all: Vec<_> = self.replay.kinds.iter().enumerate().collect();
        all.sort_by_key(|(at, kinds)| Reverse((wrong[*at].total_disagreements(), kinds.tunnels, kinds.tally.checks)));
        let row = |(_, kinds): &(usize, &CheckedKinds)| {
            let [a, b] = kinds.names.each_ref().map(|name| printable(name));
            let Tally { checks, hits, game_hits, verdicts, .. } = kinds.tally;
            let [checks, hits, game] = [checks, hits, game_hits].map(thousands);
            let [test, unfair, missed, other] = Verdict::WRONG.map(|verdict| wrong_count(verdicts[verdict as usize]));
            [a, b, checks, hits, game, test, unfair, missed, other, blank(kinds.tunnels)]
        };
        let rows: Vec<_> = all.iter().take(MOST_LISTED).map(row).collect();
        let counts = ["checks", "hits", "game", "test wrong", "unfair", "missed", "other pixel", "tunnels"];
        let [checks, hits, game, test, unfair, missed, other, tunnels] = counts.map(Right);
        let columns = [Left("a"), Left("b"), checks, hits, game, test, unfair, missed, other, tunnels];
        write!(f, "\n{}", table(columns, &rows))?;
        more(f, all.len() as u64, MOST_LISTED)
    }

    /// The areas that the engine does not test against something that overlaps them.
    fn deaf_lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let replay = self.replay;
        if !replay.deaf.is_empty() {
            writeln!(f, "\nnever tested by the engine")?;
        }
        for DeafArea { line, at, reason, area, other } in replay.deaf.iter().take(MOST_LISTED) {
            let (area, other, when) = (printable(area), printable(other), replay.when(*at));
            let (why, cure) = (reason.why(), reason.cure());
            writeln!(f, "  {area} × {other}, from {when} on (line {line}): {why}. {cure}")?;
        }
        more(f, replay.deaf.len() as u64, MOST_LISTED)
    }

    /// The incidents that count against the game, those with the largest distance or depth first.
    fn incident_lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let replay = self.replay;
        let worst = |incident: &Incident| &replay.steps[incident.worst as usize];
        let mut counted: Vec<_> = counted_incidents(replay).collect();
        counted.sort_by(|a, b| f32::total_cmp(&worst(b).measure().unwrap_or(0.0), &worst(a).measure().unwrap_or(0.0)));
        if counted.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nincidents, the worst first")?;
        for incident in counted.iter().take(MOST_LISTED) {
            let (first, worst) = (&replay.steps[incident.first as usize], worst(incident));
            let names = pair_names(&replay.pairs[incident.pair as usize].names);
            let (from, checks) = (replay.when(first.at), plural(incident.checks.into(), "check"));
            let at = replay.sites[incident.site as usize].at.as_ref();
            let at = at.map_or_else(String::new, |at| format!(", {}", printable(at)));
            let unseen = if worst.is_shown { "" } else { ", never drawn there" };
            writeln!(f, "  {from}: {names}, {checks}, {}{unseen} (line {}{at})", marked(worst.words()), worst.line)?;
        }
        more(f, counted.len() as u64, MOST_LISTED)
    }
}
