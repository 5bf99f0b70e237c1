//! PlayMyCode's whole routine: columns where the box is under 4 × 4, otherwise the incremental scan by thirds.
//!
//! ```text
//! 0 2 4      3 × 2: columns        0 4 1 5      4 × 2: by thirds, steps of 2 and 1
//! 1 3 5                            2 6 3 7
//! ```
//!
//! Source: Joseph Lenton, "JavaScript Per-Pixel HTML5 Canvas Image Collision Detection" (PlayMyCode). Both sides must
//! be under 4: a strip of 3 × 100 is scanned incrementally.

use std::num::NonZeroU32;

use super::{Hit, Pair, Probe, walk};
use crate::geom::Size;

/// Boxes with both sides below this are scanned column by column.
const SMALL: u32 = 4;

pub(super) fn run<P: Probe>(pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
    let size = pair.size();
    if is_small(size) {
        return pair.first_shared(walk::columns(size), probe);
    }
    pair.first_shared(walk::incremental(size, third(size.width), third(size.height)), probe)
}

/// Whether a box is scanned column by column.
pub(super) const fn is_small(size: Size) -> bool {
    size.width < SMALL && size.height < SMALL
}

/// A third of a side of a box, rounded up.
pub(super) fn third(side: u32) -> NonZeroU32 {
    NonZeroU32::new(side.div_ceil(3)).unwrap_or(NonZeroU32::MIN)
}
