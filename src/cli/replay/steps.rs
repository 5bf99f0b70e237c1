//! Listed checks of a replay, and their span of time.

use std::{collections::HashMap, fmt};

use serde::{Serialize, Serializer};

use super::args::Steps;
use crate::files::{PointJson, printable};
use crate::replay::{Clock, Outcome, Pixels, Replay, Step, Verdict};
use crate::words::{number, point, thousands};

/// The first and the last moment.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Span {
    Frames { frames: Ends<i64> },
    Seconds { frames: (), seconds: Ends<f64> },
    Never { frames: (), seconds: () },
}

#[derive(Serialize)]
pub(super) struct Ends<T> {
    first: T,
    last: T,
}

/// The listed steps.
pub(super) struct List<'a> {
    pub replay: &'a Replay,
    pub which: Steps,
    /// The reasons why something is wrong, by the number of the step.
    pub whys: &'a HashMap<usize, String>,
}

#[derive(Serialize)]
struct StepJson<'a> {
    line: u64,
    frame: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    a: &'a str,
    b: &'a str,
    offset: PointJson,
    boxes_overlap: bool,
    masks_overlap: Option<bool>,
    overlap_area: Option<u32>,
    game_hit: Option<bool>,
    tested_hit: Option<bool>,
    verdict: &'static str,
    #[serde(flatten)]
    lengths: Lengths,
    disagrees: bool,
    tolerated: bool,
    tunnel: bool,
    why: Option<&'a str>,
}

/// Distances and depths in px, under the names of what the verdict compares.
#[derive(Default, Serialize)]
pub(super) struct Lengths {
    pub distance: Option<f32>,
    pub depth: Option<f32>,
    pub shape_distance: Option<f32>,
    pub shape_depth: Option<f32>,
}

impl Lengths {
    pub(super) fn of(step: &Step) -> Self {
        let px = step.measure();
        match (step.verdict, step.game) {
            (Verdict::TestWrong, Some(true)) => Self { shape_distance: px, ..Self::default() },
            (Verdict::TestWrong, _) => Self { shape_depth: px, ..Self::default() },
            (Verdict::UnfairHit, _) => Self { distance: px, ..Self::default() },
            (Verdict::MissedTouch, _) => Self { depth: px, ..Self::default() },
            (Verdict::OtherPixel | Verdict::Right, _) => Self::default(),
        }
    }
}

impl Span {
    /// The span of all checks.
    pub(super) fn of(replay: &Replay) -> Self {
        let ends = replay.clock.zip(replay.steps.first().zip(replay.steps.last()));
        match ends.map(|(clock, (first, last))| (clock, Ends { first: first.at, last: last.at })) {
            Some((Clock::Frame, Ends { first, last })) => {
                Self::Frames { frames: Ends { first: frame(first), last: frame(last) } }
            }
            Some((Clock::Second, seconds)) => Self::Seconds { frames: (), seconds },
            None => Self::Never { frames: (), seconds: () },
        }
    }
}

/// `at`, a number of frames.
pub(super) fn frame(at: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "frames are whole, and at most 2^53")]
    let frame = at as i64;
    frame
}

/// A line of its own; empty without checks.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frames { frames: Ends { first, last } } => writeln!(f, "frames         {first} to {last}"),
            Self::Seconds { seconds: Ends { first, last }, .. } => {
                writeln!(f, "seconds        {} to {}", number(*first, 0..=3), number(*last, 0..=3))
            }
            Self::Never { .. } => Ok(()),
        }
    }
}

impl List<'_> {
    fn steps(&self) -> impl Iterator<Item = (&Step, Option<&str>)> {
        let steps = self.replay.steps.iter().enumerate();
        let listed = steps.filter(|(_, step)| self.which == Steps::All || step.is_wrong());
        listed.map(|(number, step)| (step, self.whys.get(&number).map(String::as_str)))
    }

    fn names(&self, step: &Step) -> &[String; 2] {
        &self.replay.pairs[step.pair as usize].names
    }
}

/// The moment of a step, in words.
pub(super) fn moment(replay: &Replay, step: &Step) -> String {
    match replay.clock.unwrap_or(Clock::Frame) {
        Clock::Frame => format!("frame {}", frame(step.at)),
        Clock::Second => format!("{} s", number(step.at, 0..=3)),
    }
}

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.steps().map(|(step, why)| {
            let [a, b] = self.names(step);
            let is_in_frames = self.replay.clock == Some(Clock::Frame);
            let is_known = !matches!(step.pixels, Pixels::Unknown { .. });
            StepJson {
                line: step.line.into(),
                frame: is_in_frames.then(|| frame(step.at)),
                time: (!is_in_frames).then_some(step.at),
                a,
                b,
                offset: step.offset.cell().into(),
                boxes_overlap: step.boxes_overlap(),
                masks_overlap: is_known.then(|| step.masks_overlap()),
                overlap_area: is_known.then_some(step.overlap_area),
                game_hit: step.game,
                tested_hit: step.tested,
                verdict: step.verdict.into(),
                lengths: Lengths::of(step),
                disagrees: step.disagrees(),
                tolerated: step.outcome == Outcome::Tolerated,
                tunnel: step.tunnel(),
                why,
            }
        }))
    }
}

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (step, why) in self.steps() {
            let names = self.names(step).each_ref().map(|name| printable(name));
            let at = moment(self.replay, step);
            write!(f, "{at}, line {}: {} at {}", step.line, names.join(" and "), point(step.offset.cell()))?;
            match (why, step.tunnel()) {
                (Some(why), false) => writeln!(f, ": {}", printable(why))?,
                (Some(why), true) => writeln!(f, ": {}; one flew through the other", printable(why))?,
                (None, true) => writeln!(f, ": one flew through the other")?,
                (None, false) if matches!(step.pixels, Pixels::Unknown { .. }) => writeln!(f, ": right")?,
                (None, false) => writeln!(f, ": {} px are shared", thousands(step.overlap_area.into()))?,
            }
        }
        Ok(())
    }
}
