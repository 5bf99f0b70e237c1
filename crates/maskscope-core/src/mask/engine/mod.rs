//! The fast exact engine: hits, areas and bounds of overlaps, for any sizes and offsets.
//!
//! Four ideas carry it, each in its own file:
//!
//! - [`StripedMask`]: words of 64 columns lie one below the other, so one shift serves a whole stripe.
//! - `Overlay`: which words of two masks meet, and a window onto one stripe, folded by a plain Rust loop. A word of each
//!   in the middle is read before all else, then a few more: most sprites are solid there.
//! - `Extents` and `Coarse`: rows that cannot meet, and blocks of 8 × 8 that do not, are skipped before pixels are read.
//! - [`Level`]: the same loops compiled for the processor's wider instructions, chosen at run time.
//!
//! The methods of [`Prepared`] choose the best level; the functions here take one, so that tests and benchmarks can force
//! it. The brute force of [`truth`](super::truth) judges them.

mod area_map;
mod coarse;
mod edges;
mod extents;
mod fourier;
mod overlap;
mod overlay;
mod prepared;
mod stripes;
mod transform;

use overlap::{MayOverlap, OverlapBounds, OverlapQuestion, Overlaps, SharedArea};

pub use area_map::{AreaMap, AreaMethod};
pub use coarse::Coarse;
pub use prepared::Prepared;
pub use stripes::StripedMask;

use crate::geom::{IntRect, Offset};
use crate::mask::pixels::Level;

/// [`Prepared::overlaps`] with the instructions of `level`.
#[inline]
pub fn overlaps(level: Level, a: &Prepared, b: &Prepared, offset: Offset) -> bool {
    let question = OverlapQuestion { a, b, offset };
    question.words_meet_in_the_middle() || level.run(Overlaps(question))
}

/// [`Prepared::overlap_area`] with the instructions of `level`.
#[inline]
pub fn overlap_area(level: Level, a: &Prepared, b: &Prepared, offset: Offset) -> u64 {
    level.run(SharedArea(OverlapQuestion { a, b, offset }))
}

/// [`Prepared::overlap_bounds`] with the instructions of `level`.
#[inline]
pub fn overlap_bounds(level: Level, a: &Prepared, b: &Prepared, offset: Offset) -> Option<IntRect> {
    level.run(OverlapBounds(OverlapQuestion { a, b, offset }))
}

impl Prepared {
    /// True if any pixel is set in both masks with `other` at `offset`.
    #[inline]
    pub fn overlaps(&self, other: &Self, offset: Offset) -> bool {
        overlaps(Level::best(), self, other, offset)
    }

    /// False if no pixel of `part`, in this mask's space, is set in both masks with `other` at `offset`; true if one is, or
    /// one within 63 columns and 7 rows of it.
    #[inline]
    pub(crate) fn may_overlap_in(&self, other: &Self, offset: Offset, part: IntRect) -> bool {
        Level::best().run(MayOverlap(OverlapQuestion { a: self, b: other, offset }, part))
    }

    /// The overlap area: the number of pixels set in both masks with `other` at `offset`.
    #[inline]
    pub fn overlap_area(&self, other: &Self, offset: Offset) -> u64 {
        overlap_area(Level::best(), self, other, offset)
    }

    /// The overlap bounds: the smallest box around the pixels that are set in both masks with `other` at `offset`, in
    /// this mask's space; `None` if the masks do not overlap.
    #[inline]
    pub fn overlap_bounds(&self, other: &Self, offset: Offset) -> Option<IntRect> {
        overlap_bounds(Level::best(), self, other, offset)
    }
}
