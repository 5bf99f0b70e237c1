//! Far apart cells first, then again one cell further: PlayMyCode's incremental scan.
//!
//! ```text
//! 0 9 1 a 2      by thirds: steps of ceil(5 / 3) = 2 columns
//! 3 b 4 c 5      and ceil(3 / 3) = 1 row
//! 6 d 7 e 8
//! ```
//!
//! Source: Joseph Lenton, "JavaScript Per-Pixel HTML5 Canvas Image Collision Detection" (PlayMyCode). The article's
//! bet: where sprites collide at all, many pixels do, so a coarse look finds one of them soon. No pixel is visited
//! twice and none is skipped.

use std::num::NonZeroU32;

use super::{Hit, Pair, Probe, walk};

/// How far apart the cells of one sweep lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The side divided by this, rounded up, for each axis on its own.
    Divisor(NonZeroU32),
    /// So many cells along both axes.
    Cells(NonZeroU32),
}

impl Step {
    /// The step along a side of `length` cells, which is not zero.
    pub(super) fn along(self, length: u32) -> NonZeroU32 {
        match self {
            Self::Divisor(divisor) => NonZeroU32::new(length.div_ceil(divisor.get())).unwrap_or(NonZeroU32::MIN),
            Self::Cells(cells) => cells,
        }
    }
}

pub(super) fn run<P: Probe>(pair: &Pair<'_>, step: Step, probe: &mut P) -> Option<Hit> {
    let size = pair.size();
    pair.first_shared(walk::incremental(size, step.along(size.width), step.along(size.height)), probe)
}
