//! Where it hit last, then in growing rings around: made for the next frame of the same game.
//!
//! ```text
//! e 1 2 3 9
//! d 8 0 4 a      without a memory it starts in the middle; rings go
//! c 7 6 5 b      clockwise from their top left and are clipped to the box
//! ```
//!
//! Ours, for comparison. The memory is the previous placement's hit in A's own pixels, clamped into the box.

use super::{Hit, Pair, Probe, walk};
use crate::geom::Cell;

pub(super) fn run<P: Probe>(pair: &Pair<'_>, hint: Option<Cell>, probe: &mut P) -> Option<Hit> {
    pair.first_shared(walk::rings(pair.size(), start(pair, hint)), probe)
}

/// The cell it starts with: the hint, clamped into the box, or without one the middle.
pub(super) fn start(pair: &Pair<'_>, hint: Option<Cell>) -> (u32, u32) {
    let size = pair.size();
    hint.map_or(((size.width - 1) / 2, (size.height - 1) / 2), |cell| {
        let (left, top) = pair.in_a(0, 0);
        let inside = |n: i64, origin: u32, side: u32| {
            u32::try_from((n - i64::from(origin)).clamp(0, i64::from(side) - 1)).expect("clamped into the box")
        };
        (inside(cell.x, left, size.width), inside(cell.y, top, size.height))
    })
}
