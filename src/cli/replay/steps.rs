//! Listed checks of a replay, and moments and lengths as JSON.

use std::collections::HashMap;
use std::fmt;
use std::io::Write;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::args::ListedSteps;
use crate::cli::output::write_json;
use crate::cli::{CliError, joined};
use crate::files::pair_names;
use maskscope_core::replay::{Clock, Consequence, Pixels, Replay, Step, Verdict};
use maskscope_core::words::{point, printable, px_are};

/// The listed steps.
pub(super) struct List<'a> {
    pub replay: &'a Replay,
    pub which: ListedSteps,
    /// The reasons why something is wrong, by the number of the step.
    pub whys: &'a HashMap<usize, String>,
}

/// Distance and depth in px, and those of what was tested: all null but the one that the verdict compares.
pub(super) fn lengths(step: &Step) -> Value {
    let compared = match (step.verdict, step.game) {
        (Verdict::UnfairHit, _) => Some(0),
        (Verdict::MissedTouch, _) => Some(1),
        (Verdict::TestWrong, Some(true)) => Some(2),
        (Verdict::TestWrong, _) => Some(3),
        (Verdict::OtherPixel | Verdict::Right, _) => None,
    };
    // With no more digits than it takes to tell it from its neighbours.
    let px = step.measure().and_then(|px| px.to_string().parse::<f64>().ok());
    let names = ["distance", "depth", "shape_distance", "shape_depth"];
    (0..).zip(names).map(|(place, name)| (name, json!(px.filter(|_| compared == Some(place))))).collect()
}

/// A moment: a frame, or seconds.
pub(super) fn moment(replay: &Replay, at: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "frames are whole, and at most 2^53")]
    if replay.clock == Some(Clock::Frame) { json!(at as i64) } else { json!(at) }
}

/// A moment under its name.
pub(super) fn named_moment(replay: &Replay, at: f64) -> Value {
    let moment = moment(replay, at);
    if replay.clock == Some(Clock::Frame) {
        json!({ "frame": moment })
    } else {
        json!({ "frame": null, "time": moment })
    }
}

/// The first and the last moment in words, as a line of its own; empty without checks.
pub(super) fn span_line(replay: &Replay) -> String {
    let ends = replay.steps.first().zip(replay.steps.last());
    ends.map_or_else(String::new, |(first, last)| format!("{:<15}{}\n", "time", replay.span([first.at, last.at])))
}

/// The first and the last moment.
pub(super) fn span(replay: &Replay) -> Value {
    let ends = replay.steps.first().zip(replay.steps.last());
    let ends = ends.map(|(first, last)| json!({ "first": moment(replay, first.at), "last": moment(replay, last.at) }));
    if replay.clock == Some(Clock::Frame) {
        json!({ "frames": ends })
    } else {
        json!({ "frames": null, "seconds": ends })
    }
}

impl List<'_> {
    /// Writes a line of JSON for each.
    pub(super) fn write_lines(&self, out: &mut dyn Write) -> Result<(), CliError> {
        self.steps().try_for_each(|(step, why)| write_json(out, &self.step(step, why)))
    }

    fn steps(&self) -> impl Iterator<Item = (&Step, Option<&str>)> {
        let steps = self.replay.steps.iter().enumerate();
        let listed =
            steps.filter(|(_, step)| self.which == ListedSteps::All || self.replay.disagrees(step) || step.tunnel());
        listed.map(|(number, step)| (step, self.whys.get(&number).map(String::as_str)))
    }

    fn names(&self, step: &Step) -> &[String; 2] {
        &self.replay.pairs[step.pair as usize].names
    }

    fn step(&self, step: &Step, why: Option<&str>) -> Value {
        let [a, b] = self.names(step);
        let is_known = !matches!(step.pixels, Pixels::Unknown { .. });
        let answers = json!({
            "a": a,
            "b": b,
            "offset": step.offset.cell(),
            "boxes_overlap": step.boxes_overlap(),
            "masks_overlap": is_known.then(|| step.masks_overlap()),
            "overlap_area": is_known.then_some(step.overlap_area),
            "game_hit": step.game,
            "tested_hit": step.tested_hit(),
            "verdict": (!step.is_unjudged).then(|| step.verdict.name()),
        });
        let site = &self.replay.sites[step.site as usize];
        let counted = json!({
            "disagrees": self.replay.disagrees(step),
            "tolerated": step.outcome == Consequence::Tolerated,
            "tunnel": step.tunnel(),
            "why": why,
            "at": site.at,
            "question": self.replay.asked(site).question.name(),
            "contact": step.outcome == Consequence::Contact,
            "shown": step.is_shown,
            "late": step.is_late,
        });
        joined([json!({ "line": step.line }), named_moment(self.replay, step.at), answers, lengths(step), counted])
    }
}

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.steps().map(|(step, why)| self.step(step, why)))
    }
}

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (step, why) in self.steps() {
            let (at, names) = (self.replay.when(step.at), pair_names(self.names(step)));
            write!(f, "{at}, line {}: {names} at {}", step.line, point(step.offset.cell()))?;
            match (why, step.tunnel()) {
                (Some(why), false) => writeln!(f, ": {}", printable(why))?,
                (Some(why), true) => writeln!(f, ": {}; one flew through the other", printable(why))?,
                (None, true) => writeln!(f, ": one flew through the other")?,
                (None, false) if step.is_unjudged => writeln!(f, ": contact")?,
                (None, false) if matches!(step.pixels, Pixels::Unknown { .. }) => writeln!(f, ": right")?,
                (None, false) => writeln!(f, ": {} shared", px_are(step.overlap_area.into()))?,
            }
        }
        Ok(())
    }
}
