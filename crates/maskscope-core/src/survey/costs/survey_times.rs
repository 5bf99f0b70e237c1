//! [`SurveyTimes`]: the times of scans over a survey, and the rounds in which they are measured.

use std::time::Duration;

use crate::geom::Offset;
use crate::measure::{Batches, Times, Timing, go_on_measuring, measure_preparing};
use crate::{scan::Scan, scene::Posed};

/// The times of the scans of a survey, as far as they are measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurveyTimes {
    /// The times of each scan, in the order of the maps; `None` if it is not timed. None of any before all placements are.
    pub(super) times: Vec<Option<Times>>,
    /// At how many of the sampled placements the scans are timed, and at how many they are to be.
    pub(super) progress: [u64; 2],
}

impl SurveyTimes {
    /// The times of the scan at this place of the maps, once they are measured; `None` if it is not timed.
    pub fn of_scan(&self, at: usize) -> Option<&Times> {
        self.times.get(at)?.as_ref()
    }

    /// At how many of the sampled placements the scans are timed, and at how many they are to be.
    pub const fn progress(&self) -> [u64; 2] {
        self.progress
    }

    /// True once every scan is timed that is.
    pub const fn is_complete(&self) -> bool {
        let [done, all] = self.progress;
        done == all && all > 0
    }
}

/// A round of timing: every scan at one placement, one after the other. What slows the machine meanwhile slows all of them
/// alike, so that their differences stay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Round {
    /// One timing for each scan that is timed.
    pub timings: Vec<Timing>,
    /// Making the tables of each, in nanoseconds; only in the first round.
    pub preparing: Vec<f64>,
}

/// A round under way.
#[derive(Debug, Default)]
pub struct RunningRound {
    round: Round,
    /// Batches of the next scan.
    batches: Batches,
}

impl RunningRound {
    /// Goes on timing `scans` with the sprites of `pair`, B at `offset`; `None` if `cancelled` says so. The first round times
    /// the making of tables, too.
    pub(super) fn go_on(
        &mut self,
        scans: impl Iterator<Item = Scan>,
        (pair, offset): (&[Posed; 2], Offset),
        is_first: bool,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<Round> {
        let Self { round, batches } = self;
        for scan in scans.skip(round.timings.len()) {
            let [a, b] = pair.each_ref().map(|posed| posed.raster.mask_for(scan));
            let timing = go_on_measuring(batches, scan, [&a, &b], offset, None, Duration::ZERO, cancelled)?;
            *batches = Batches::default();
            if is_first {
                round.preparing.push(measure_preparing(scan, a.mask(), b.mask()));
            }
            round.timings.push(timing);
        }
        Some(round.clone())
    }
}
