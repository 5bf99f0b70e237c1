//! Row by row, bit by bit, on Phaelax's continuous packing.
//!
//! ```text
//! 0 1 2 3 4
//! 5 6 7 8 9
//! a b c d e
//! ```
//!
//! Source: Phaelax, "Pixel-Perfect Collision" (2017). Each pixel's place `n = y * width + x` in its mask is split into a
//! word and a bit, both bits are read, and the test ends at the first pixel where both are 1.

use super::{Hit, Pair, Probe, Visit};

pub(super) fn run<P: Probe>(pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
    let (a, b) = (pair.prepared_a().packed(), pair.prepared_b().packed());
    for y in 0..pair.size().height {
        for x in 0..pair.size().width {
            let visit = Visit::cell(x, y);
            probe.visit(visit);
            let ((ax, ay), (bx, by)) = (pair.in_a(x, y), pair.in_b(x, y));
            if a.bit(ax, ay) && b.bit(bx, by) {
                return Some(Hit { visit, cell: Some((x, y)) });
            }
        }
    }
    None
}
