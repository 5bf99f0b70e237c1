//! Findings of a replay: its conclusion in a sentence, and its kinds, pairs, incidents and suspects, as JSON and as text.

use std::{cmp::Reverse, fmt, path::Path};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::steps::{Lengths, frame, moment};
use crate::cli::CliError;
use crate::cli::table::Column::{Left, Right};
use crate::cli::table::table;
use crate::files::{printable, shown};
use crate::replay::{CheckedKinds, CheckedPair, Clock, Incident, Replay, Step, Suspect, Verdict};
use crate::words::{number, plural, thousands};

/// At most this many of a kind are listed one by one in the text.
pub(super) const MOST_LISTED: usize = 20;

/// The error of the log or table `path`: `wrong` of its `checks` are wrong.
pub(super) fn wrong(path: &Path, replay: &Replay) -> CliError {
    let cure = excuse(replay).map_or_else(String::new, |options| format!("; {options} would let it pass"));
    CliError::Unexpected(format!("{}: {}{cure}", shown(path), conclusion(replay)))
}

/// The number of checks that count against the game.
pub(super) fn disagreements(replay: &Replay) -> u64 {
    replay.kinds.iter().map(CheckedKinds::total_disagreements).sum()
}

/// `125 of 131,767 checks are wrong: 108 of 161 hits of Mob × Bullet touch no pixel`.
pub(super) fn conclusion(replay: &Replay) -> String {
    let (wrong, all) = (disagreements(replay), replay.checks());
    let of_all = format!("{} of {}", thousands(wrong), plural(all, "check"));
    let found = replay.kinds.iter().flat_map(|kinds| Verdict::WRONG.map(|verdict| (kinds, verdict)));
    let worst = found.rev().max_by_key(|(kinds, verdict)| kinds.disagreements[*verdict as usize]);
    match worst.filter(|_| wrong > 0) {
        None => format!("{of_all} are wrong"),
        Some((kinds, verdict)) => {
            let is_one = if wrong == 1 { "is" } else { "are" };
            format!("{of_all} {is_one} wrong: {}", group(kinds, verdict))
        }
    }
}

/// The most frequent fault in checks of two kinds, in words.
fn group(kinds: &CheckedKinds, verdict: Verdict) -> String {
    let names = kinds.names.each_ref().map(|name| printable(name)).join(" × ");
    let wrong = kinds.disagreements[verdict as usize];
    let of = |all: u64, what: &str| format!("{} of {} of {names}", thousands(wrong), plural(all, what));
    let one_or_many = |one, many| if wrong == 1 { one } else { many };
    match verdict {
        Verdict::TestWrong => {
            let contradict = one_or_many("contradicts", "contradict");
            format!("{} {contradict} what was tested", of(kinds.checks, "check"))
        }
        Verdict::UnfairHit => format!("{} {} no pixel", of(kinds.game_hits, "hit"), one_or_many("touches", "touch")),
        Verdict::MissedTouch => {
            let touches = if kinds.hits == 1 { "touch" } else { "touches" };
            let are = one_or_many("is", "are");
            format!("{} of {} {touches} of {names} {are} missed", thousands(wrong), thousands(kinds.hits))
        }
        Verdict::OtherPixel | Verdict::Right => {
            format!("{} {} other pixels", of(kinds.game_hits, "hit"), one_or_many("names", "name"))
        }
    }
}

/// The options that would let everything pass that is wrong, if some would.
fn excuse(replay: &Replay) -> Option<String> {
    let mut largest = [None::<f32>; 2];
    for incident in replay.incidents.iter().filter(|incident| incident.disagrees) {
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

/// Counts of each verdict, under its name.
struct Verdicts<'a>(&'a CheckedKinds);

impl Serialize for Verdicts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for verdict in Verdict::WRONG {
            map.serialize_entry(<&str>::from(verdict), &self.0.verdicts[verdict as usize])?;
        }
        map.end()
    }
}

/// Everything that is found wrong.
#[derive(Serialize)]
pub(super) struct Found<'a> {
    kinds: Vec<KindsJson<'a>>,
    pairs: Vec<PairJson<'a>>,
    incidents: Vec<IncidentJson<'a>>,
    suspects: Vec<SuspectJson<'a>>,
    #[serde(skip)]
    replay: &'a Replay,
}

#[derive(Serialize)]
struct KindsJson<'a> {
    a: &'a str,
    b: &'a str,
    checks: u64,
    hits: u64,
    game_hits: u64,
    #[serde(flatten)]
    verdicts: Verdicts<'a>,
    tunnels: u64,
}

#[derive(Serialize)]
struct PairJson<'a> {
    a: &'a str,
    b: &'a str,
    checks: usize,
    hits: u64,
    game_hits: u64,
    disagreements: u64,
    tunnels: u64,
}

#[derive(Serialize)]
struct IncidentJson<'a> {
    a: &'a str,
    b: &'a str,
    kinds: &'a [String; 2],
    verdict: &'static str,
    tolerated: bool,
    from: MomentJson,
    to: MomentJson,
    checks: u32,
    worst: WorstJson,
}

/// A frame, or seconds.
#[derive(Serialize)]
#[serde(untagged)]
enum MomentJson {
    Frame(i64),
    Seconds(f64),
}

#[derive(Serialize)]
struct WorstJson {
    line: u32,
    frame: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    #[serde(flatten)]
    lengths: Lengths,
}

#[derive(Serialize)]
struct SuspectJson<'a> {
    sprite: &'a str,
    kind: &'a str,
    reason: &'static str,
    checks: u64,
    line: u64,
    cure: &'static str,
}

impl<'a> Found<'a> {
    pub(super) fn of(replay: &'a Replay) -> Self {
        let kinds = |kinds: &'a CheckedKinds| KindsJson {
            a: &kinds.names[0],
            b: &kinds.names[1],
            checks: kinds.checks,
            hits: kinds.hits,
            game_hits: kinds.game_hits,
            verdicts: Verdicts(kinds),
            tunnels: kinds.tunnels,
        };
        let pair = |pair: &'a CheckedPair| PairJson {
            a: &pair.names[0],
            b: &pair.names[1],
            checks: pair.steps.len(),
            hits: pair.hits,
            game_hits: pair.game_hits,
            disagreements: pair.disagreements,
            tunnels: pair.tunnels,
        };
        let suspect = |suspect: &'a Suspect| SuspectJson {
            sprite: &suspect.about.sprite,
            kind: &suspect.about.kind,
            reason: suspect.about.reason.into(),
            checks: suspect.checks,
            line: suspect.line,
            cure: suspect.about.reason.cure(),
        };
        Self {
            kinds: replay.kinds.iter().map(kinds).collect(),
            pairs: replay.pairs.iter().map(pair).collect(),
            incidents: replay.incidents.iter().map(|incident| IncidentJson::of(replay, incident)).collect(),
            suspects: replay.suspects.iter().map(suspect).collect(),
            replay,
        }
    }

    /// True if a sprite is suspect.
    pub(super) const fn has_suspects(&self) -> bool {
        !self.suspects.is_empty()
    }
}

impl<'a> IncidentJson<'a> {
    fn of(replay: &'a Replay, incident: &Incident) -> Self {
        let is_in_frames = replay.clock == Some(Clock::Frame);
        let at = |step: u32| {
            let at = replay.steps[step as usize].at;
            if is_in_frames { MomentJson::Frame(frame(at)) } else { MomentJson::Seconds(at) }
        };
        let [a, b] = &replay.pairs[incident.pair as usize].names;
        let worst = &replay.steps[incident.worst as usize];
        Self {
            a,
            b,
            kinds: &replay.kinds[replay.kinds_of(incident.first) as usize].names,
            verdict: incident.verdict.into(),
            tolerated: incident.tolerated,
            from: at(incident.first),
            to: at(incident.last),
            checks: incident.checks,
            worst: WorstJson {
                line: worst.line,
                frame: is_in_frames.then(|| frame(worst.at)),
                time: (!is_in_frames).then_some(worst.at),
                lengths: Lengths::of(worst),
            },
        }
    }
}

/// The tables for people.
impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.kinds.is_empty() {
            self.kinds_table(f)?;
        }
        self.incident_lines(f)?;
        if !self.suspects.is_empty() {
            writeln!(f, "\nsuspects")?;
            for suspect in self.suspects.iter().take(MOST_LISTED) {
                let SuspectJson { sprite, kind, reason, checks, line, cure } = suspect;
                let name = if sprite == kind { String::new() } else { format!(" ({})", printable(kind)) };
                let checks = plural(*checks, "check");
                writeln!(f, "  {}{name}: {reason}, {checks} from line {line} on. {cure}", printable(sprite))?;
            }
            more(f, self.suspects.len() as u64, MOST_LISTED)?;
        }
        Ok(())
    }
}

impl Found<'_> {
    /// The kinds, those with the most wrong checks first, then those with the most checks.
    fn kinds_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all: Vec<_> = self.replay.kinds.iter().collect();
        all.sort_by_key(|kinds| Reverse((kinds.total_disagreements(), kinds.tunnels, kinds.checks)));
        let row = |kinds: &&CheckedKinds| {
            let [a, b] = kinds.names.each_ref().map(|name| printable(name));
            let [checks, hits, game] = [kinds.checks, kinds.hits, kinds.game_hits].map(thousands);
            let [test, unfair, missed, other] = Verdict::WRONG.map(|verdict| blank(kinds.verdicts[verdict as usize]));
            [a, b, checks, hits, game, test, unfair, missed, other, blank(kinds.tunnels)]
        };
        let rows: Vec<_> = all.iter().take(MOST_LISTED).map(row).collect();
        let counts = ["checks", "hits", "game", "test wrong", "unfair", "missed", "other pixel", "tunnels"];
        let [checks, hits, game, test, unfair, missed, other, tunnels] = counts.map(Right);
        let columns = [Left("a"), Left("b"), checks, hits, game, test, unfair, missed, other, tunnels];
        write!(f, "\n{}", table(columns, &rows))?;
        more(f, all.len() as u64, MOST_LISTED)
    }

    /// The incidents that count against the game, those with the largest distance or depth first.
    fn incident_lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { replay, .. } = self;
        let worst = |incident: &Incident| &replay.steps[incident.worst as usize];
        let mut counted: Vec<_> = replay.incidents.iter().filter(|incident| incident.disagrees).collect();
        counted.sort_by(|a, b| f32::total_cmp(&worst(b).measure().unwrap_or(0.0), &worst(a).measure().unwrap_or(0.0)));
        if counted.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nincidents, the worst first")?;
        for incident in counted.iter().take(MOST_LISTED) {
            let (first, worst) = (&replay.steps[incident.first as usize], worst(incident));
            let names = replay.pairs[incident.pair as usize].names.each_ref().map(|name| printable(name));
            let checks = plural(incident.checks.into(), "check");
            let (from, names) = (moment(replay, first), names.join(" and "));
            writeln!(f, "  {from}: {names}, {checks}, {} (line {})", told(worst), worst.line)?;
        }
        more(f, counted.len() as u64, MOST_LISTED)
    }
}

/// The verdict about a step, with its length.
fn told(step: &Step) -> String {
    let words = step.verdict.words();
    let Some(px) = step.measure() else { return words.to_owned() };
    let (answer, way) = if step.game == Some(true) { ("hit", "apart") } else { ("miss", "deep") };
    let answer = if step.verdict == Verdict::TestWrong { format!(": a {answer}") } else { String::new() };
    format!("{words}{answer}, {} px {way}", number(px.into(), 0..=1))
}

/// Nothing, for 0.
pub(super) fn blank(n: u64) -> String {
    if n == 0 { String::new() } else { thousands(n) }
}

/// The number of `all` that are not listed.
pub(super) fn more(f: &mut fmt::Formatter<'_>, all: u64, listed: usize) -> fmt::Result {
    match all.saturating_sub(listed as u64) {
        0 => Ok(()),
        more => writeln!(f, "  and {} more", thousands(more)),
    }
}
