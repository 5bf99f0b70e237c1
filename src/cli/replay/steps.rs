//! Listed checks of a replay, and their span of time.

use std::{collections::HashMap, fmt, path::Path};

use serde::{Serialize, Serializer};

use super::Steps;
use crate::cli::CliError;
use crate::files::{PointJson, printable, shown};
use crate::replay::{CheckedPair, Clock, Replay, Step};
use crate::words::{number, plural, point, thousands};

/// The error of `path`: the game and the masks disagree `wrong` times in `checks` checks.
pub(super) fn disagreeing(path: &Path, wrong: u64, checks: usize) -> CliError {
    CliError::Unexpected(format!(
        "{}: the game and the masks disagree at {} of {}",
        shown(path),
        thousands(wrong),
        plural(checks as u64, "check")
    ))
}

/// The counted pairs: all, or the requested one.
pub(super) struct Counted<'a> {
    pub replay: &'a Replay,
    /// True for counted pairs, by number.
    counts: Vec<bool>,
}

impl<'a> Counted<'a> {
    /// All pairs, or the pair named `pair`: both names with a comma between them.
    pub(super) fn of(replay: &'a Replay, pair: Option<&str>) -> Result<Self, CliError> {
        let is_it = |names: &[String; 2]| pair.is_none_or(|pair| names.join(",") == pair);
        let counts: Vec<_> = replay.pairs.iter().map(|pair| is_it(&pair.names)).collect();
        match pair {
            Some(pair) if !counts.is_empty() && !counts.contains(&true) => {
                let known = replay.pairs.iter().take(5).map(|pair| printable(&pair.names.join(",")));
                let known = known.collect::<Vec<_>>().join(" · ");
                let more = if counts.len() > 5 { " …" } else { "" };
                Err(CliError::Usage(format!("there is no check of {pair}; the pairs are {known}{more}")))
            }
            _ => Ok(Self { replay, counts }),
        }
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = &'a CheckedPair> {
        self.replay.pairs.iter().zip(&self.counts).filter(|(_, counts)| **counts).map(|(pair, _)| pair)
    }

    /// The steps, with their numbers.
    fn steps(&self) -> impl DoubleEndedIterator<Item = (usize, &'a Step)> {
        self.replay.steps.iter().enumerate().filter(|(_, step)| self.counts[step.pair as usize])
    }
}

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
    pub counted: &'a Counted<'a>,
    pub which: Steps,
    /// The reason why the game and the masks disagree, by the number of the step.
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
    masks_overlap: bool,
    overlap_area: u32,
    game_hit: Option<bool>,
    disagrees: bool,
    tunnel: bool,
    why: Option<&'a str>,
}

impl Span {
    /// The span of the counted checks.
    pub(super) fn of(counted: &Counted<'_>) -> Self {
        let (first, last) = (counted.steps().next(), counted.steps().next_back());
        let ends = counted.replay.clock.zip(first.zip(last));
        match ends.map(|(clock, ((_, first), (_, last)))| (clock, Ends { first: first.at, last: last.at })) {
            Some((Clock::Frame, Ends { first, last })) => {
                Self::Frames { frames: Ends { first: frame(first), last: frame(last) } }
            }
            Some((Clock::Second, seconds)) => Self::Seconds { frames: (), seconds },
            None => Self::Never { frames: (), seconds: () },
        }
    }
}

/// `at`, a number of frames.
fn frame(at: f64) -> i64 {
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
        let steps = self.counted.steps().filter(|(_, step)| self.which == Steps::All || step.is_wrong());
        steps.map(|(number, step)| (step, self.whys.get(&number).map(String::as_str)))
    }

    fn names(&self, step: &Step) -> &[String; 2] {
        &self.counted.replay.pairs[step.pair as usize].names
    }

    fn clock(&self) -> Clock {
        self.counted.replay.clock.unwrap_or(Clock::Frame)
    }
}

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.steps().map(|(step, why)| {
            let [a, b] = self.names(step);
            let is_in_frames = self.clock() == Clock::Frame;
            StepJson {
                line: step.line,
                frame: is_in_frames.then(|| frame(step.at)),
                time: (!is_in_frames).then_some(step.at),
                a,
                b,
                offset: step.offset.cell().into(),
                boxes_overlap: step.boxes_overlap,
                masks_overlap: step.masks_overlap(),
                overlap_area: step.overlap_area,
                game_hit: step.game,
                disagrees: step.disagrees,
                tunnel: step.tunnel,
                why,
            }
        }))
    }
}

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (step, why) in self.steps() {
            let names = self.names(step).each_ref().map(|name| printable(name));
            let at = match self.clock() {
                Clock::Frame => format!("frame {}", frame(step.at)),
                Clock::Second => format!("{} s", number(step.at, 0..=3)),
            };
            write!(f, "{at}, line {}: {} at {}", step.line, names.join(" and "), point(step.offset.cell()))?;
            match (why, step.tunnel) {
                (Some(why), false) => writeln!(f, ": {}", printable(why))?,
                (Some(why), true) => writeln!(f, ": {}; one flew through the other", printable(why))?,
                (None, true) => writeln!(f, ": one flew through the other")?,
                (None, false) => writeln!(f, ": {} px are shared", thousands(step.overlap_area.into()))?,
            }
        }
        Ok(())
    }
}
