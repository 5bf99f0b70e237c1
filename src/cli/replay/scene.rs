//! A scene's expectation, and the scans ranked over its path.

use std::{fmt, io::Write, path::Path, time::Duration};

use serde::Serialize;
use serde_json::{Value, json};

use super::steps::{List, span, span_line};
use super::{ReplayArgs as Args, skipped::SkippedLines, verdicts::wrong};
use crate::cli::args::{lay, read_scene, refuse_failed_of_scene};
use crate::cli::output::{
    TextColumn::{Left, Right},
    answer, progress, table, wrong_count,
};
use crate::cli::{CliError, joined};
use crate::files::{Limits, Reason, load_path, shown};
use maskscope_core::replay::{Course, Ranked, Replay, ScanCost, Walk};
use maskscope_core::scene::{Laid, Route};
use maskscope_core::words::{duration, point, px_are, thousands};
use maskscope_core::{geom::Cell, measure::measure, scan::Scan};

/// The time for which each scan is timed at all timed steps together; at each of them for a few batches at least.
const BUDGET: Duration = Duration::from_millis(20);
/// Scans are timed at no more steps of a path than this.
const TIMED_STEPS: usize = 20;
/// At most this many jumps are listed one by one in the text.
const MOST_JUMPS: usize = 5;

/// Answers what the scene that `args` name expects and, unless only that is asked for, ranks the scans along the path that they
/// give, else along the scene's own, else where the scene places B.
pub(super) fn replay(args: &Args, limits: &Limits, out: &mut dyn Write) -> Result<(), CliError> {
    let (path, given) = (&args.file, args.path.as_ref());
    let scene = read_scene(path, limits)?;
    let laid = lay(&scene, [path; 2])?;
    let read = given.map(|given| load_path(given, limits)).transpose()?;
    let (given_course, skipped) = read.map(|read| (read.course, read.skipped)).unzip();
    if let Some(Course::Route(_)) = given_course
        && args.steps.is_some()
    {
        let path = shown(given.unwrap_or(path));
        return Err(CliError::Usage(format!("--steps is for checks; {path} only moves B")));
    }
    let expectation = scene.expectation.map(|expected| expected.holds(&laid.collision()));
    let along = given.unwrap_or(path);
    let course = given_course.or_else(|| scene.route.clone().map(Course::Route));
    let (has_course, is_table) = (course.is_some(), matches!(course, Some(Course::Moves(_))));
    let scans: Vec<Scan> = scene.all_scans().collect();
    let rest = || Course::Route(Route::of_one(scene.sprites[1].placement.position));
    let walk = (!args.expect_only).then(|| Walk::new(&scene, course.unwrap_or_else(rest), &scans));
    let walk = walk.map(|walk| finished(walk, is_table).map_err(|why| why.at(along))).transpose()?;
    refuse_failed_of_scene(path, scans)?;
    let checks = walk.as_ref().filter(|_| is_table);
    let skipped = skipped.as_deref().filter(|skipped| is_table || !skipped.is_empty());
    let skipped = skipped.map(|skipped| SkippedLines(skipped, skipped.len() as u64));
    let replayed = ReplayedScene {
        expectation: expectation.map(|holds| if holds { "held" } else { "failed" }),
        scans: walk.as_ref().map(entries).unwrap_or_default(),
        path: walk.as_ref().filter(|_| has_course).map(walked),
        path_words: walk.as_ref().filter(|_| has_course).map(walked_words),
        checks: checks.map_or_else(|| json!({}), |walk| totals(&walk.replay)),
        steps: checks.zip(args.steps).map(|(Walk { replay, whys, .. }, which)| List { replay, which, whys }),
        skipped_lines: skipped.as_ref().map_or_else(|| json!({}), SkippedLines::json),
        replay: checks.map(|walk| &walk.replay),
        skipped,
    };
    answer(out, args.json, (&replayed, &replayed))?;
    match walk.filter(|_| is_table) {
        _ if expectation == Some(false) => Err(failed(path, &laid)),
        Some(walk) if walk.replay.disagreements() > 0 => Err(wrong(along, &walk.replay)),
        _ => Ok(()),
    }
}

/// Judges all that is left of `walk`, with progress on the terminal.
fn finished(mut walk: Walk, is_table: bool) -> Result<Walk, Reason> {
    progress::finish("replay", if is_table { "checks" } else { "steps" }, &mut walk);
    match walk.fault.take() {
        Some(fault) => Err(Reason::Refused(fault.to_string())),
        None => Ok(walk),
    }
}

fn failed(path: &Path, laid: &Laid) -> CliError {
    let collision = laid.collision();
    let yes = |overlap: bool| if overlap { "overlap" } else { "do not" };
    CliError::FoundWrong(format!(
        "{}: the expectation does not hold: boxes {}, masks {}, {} shared",
        shown(path),
        yes(collision.boxes_overlap()),
        yes(collision.masks_overlap()),
        px_are(collision.overlap_area)
    ))
}

#[derive(Serialize)]
struct ReplayedScene<'a> {
    expectation: Option<&'static str>,
    scans: Vec<ScanTotals>,
    /// `None` without a path.
    path: Option<Value>,
    /// Empty unless the path is a table of checks.
    #[serde(flatten)]
    checks: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<List<'a>>,
    #[serde(flatten)]
    skipped_lines: Value,
    #[serde(skip)]
    path_words: Option<String>,
    /// The checks of a table.
    #[serde(skip)]
    replay: Option<&'a Replay>,
    /// Of the given path; `None` of a route without skipped lines.
    #[serde(skip)]
    skipped: Option<SkippedLines<'a>>,
}

/// The totals of a table of checks.
fn totals(replay: &Replay) -> Value {
    let counts = json!({ "disagreements": replay.disagreements(), "tunnels": replay.tunnels.len() });
    joined([json!({ "checks": replay.steps.len() }), span(replay), counts])
}

/// A scan over the whole of a replay.
#[derive(Debug, Serialize)]
struct ScanTotals {
    name: String,
    /// Its name in the text.
    #[serde(skip)]
    shown: String,
    /// The unit that a visit reads, among which it has its rank, as text for people.
    #[serde(skip)]
    reads: String,
    rank: usize,
    visits: u64,
    median_ns: f64,
    wrong: u64,
}

/// The events along the path: B tunnels before a step, from 0, where the masks overlap on the way at a world cell.
fn walked(walk: &Walk) -> Value {
    let tunnel = |(step, at): &(usize, Cell)| json!({ "step": step, "at": at });
    let tunnelled: Vec<_> = walk.tunnels.iter().map(tunnel).collect();
    json!({ "steps": walk.replay.steps.len(), "hits": hits(walk), "tunnelled": tunnelled })
}

fn hits(walk: &Walk) -> u64 {
    walk.replay.pairs.iter().map(|pair| pair.hits).sum()
}

/// The scans in their order along `walk`, timed at some of its steps: of those at which the boxes overlap, where there are any.
fn entries(walk: &Walk) -> Vec<ScanTotals> {
    let ranking = walk.replay.ranking(&walk.replay.pairs);
    let mut times: Vec<(Scan, Vec<f64>)> = ranking.iter().map(|ranked| (ranked.scan, Vec::new())).collect();
    let all = 0..walk.replay.steps.len();
    let at_work: Vec<usize> = all.clone().filter(|&step| walk.replay.steps[step].boxes_overlap()).collect();
    let steps = spaced(if at_work.is_empty() { all.collect() } else { at_work });
    let budget = BUDGET / u32::try_from(steps.len().max(1)).unwrap_or(u32::MAX);
    for step in progress::through("replay: timing", "steps", steps) {
        let Some(laid) = walk.laid(step) else { continue };
        let hint = walk.memories.get(step).and_then(|memory| memory.hint);
        for (scan, times) in &mut times {
            let [a, b] = laid.masks_for(*scan);
            let timing = measure(*scan, [&a, &b], laid.offset, hint, budget, &|| false);
            times.push(timing.expect("nobody cancels it").median_nanos);
        }
    }
    let entry = |(Ranked { scan, rank, cost }, (_, times)): (Ranked, (Scan, Vec<f64>))| {
        let ScanCost { visits, wrong, .. } = cost;
        let (name, shown, reads) = (scan.to_string(), scan.printed_name(), scan.reads().to_string());
        ScanTotals { name, shown, reads, rank, visits, median_ns: median(&times), wrong }
    };
    ranking.into_iter().zip(times).map(entry).collect()
}

/// Chooses the steps to be timed: all of a few, and of many some that are evenly spaced from the first to the last.
fn spaced(steps: Vec<usize>) -> Vec<usize> {
    if steps.len() <= TIMED_STEPS {
        return steps;
    }
    (0..TIMED_STEPS).map(|place| steps[place * (steps.len() - 1) / (TIMED_STEPS - 1)]).collect()
}

/// The middle one of `times`; 0 of none.
fn median(times: &[f64]) -> f64 {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times.get(times.len().saturating_sub(1) / 2).copied().unwrap_or(0.0)
}

impl fmt::Display for ReplayedScene<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.expectation {
            Some("held") => writeln!(f, "HELD    it is as the scene expects")?,
            Some(_) => writeln!(f, "FAILED  it is not as the scene expects")?,
            None => writeln!(f, "The scene expects nothing.")?,
        }
        if let Some(walked) = &self.path_words {
            write!(f, "\n{walked}")?;
        }
        if let Some(replay) = self.replay {
            writeln!(f, "\n{}disagreements  {}", span_line(replay), thousands(replay.disagreements()))?;
        }
        if let Some(steps) = &self.steps {
            write!(f, "\n{steps}")?;
        }
        if let Some(skipped) = &self.skipped {
            write!(f, "{skipped}")?;
        }
        if self.scans.is_empty() {
            return Ok(());
        }
        writeln!(f)?;
        let row = |scan: &ScanTotals| {
            let (visits, median) = (thousands(scan.visits), duration(scan.median_ns));
            [scan.rank.to_string(), scan.shown.clone(), scan.reads.clone(), visits, median, wrong_count(scan.wrong)]
        };
        let rows: Vec<_> = self.scans.iter().map(row).collect();
        let columns = [Right(""), Left("scan"), Left("reads"), Right("visits"), Right("median"), Right("wrong")];
        f.write_str(&table(columns, &rows))
    }
}

/// The steps and tunnels of a walk in words.
fn walked_words(walk: &Walk) -> String {
    let count = |n: usize| thousands(n as u64);
    let (steps, tunnels) = (count(walk.replay.steps.len()), count(walk.tunnels.len()));
    let mut text = format!("steps      {steps}\nhits       {}\ntunnelled  {tunnels}\n", thousands(hits(walk)));
    for (step, at) in walk.tunnels.iter().take(MOST_JUMPS) {
        let (step, at) = (count(*step), point(*at));
        text += &format!("  before step {step}, counted from 0: the masks overlap on the way, with B at {at}\n");
    }
    let more = walk.tunnels.len().saturating_sub(MOST_JUMPS);
    if more > 0 { format!("{text}  and {} more\n", count(more)) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timed_steps_are_evenly_spaced() {
        assert!(spaced(Vec::new()).is_empty());
        assert_eq!(spaced(vec![3, 5, 9]), [3, 5, 9]);
        let many = spaced((100..1_100).collect());
        assert_eq!((many.len(), many.first(), many.last()), (TIMED_STEPS, Some(&100), Some(&1_099)));
        assert!(many.is_sorted_by(|one, next| one < next));
    }

    #[test]
    fn the_median_of_an_even_number_is_the_lower_middle() {
        assert_eq!([median(&[]), median(&[3.0]), median(&[4.0, 1.0, 3.0, 2.0])], [0.0, 3.0, 2.0]);
    }
}
