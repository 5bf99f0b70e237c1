//! Along a Hilbert curve: neighbours in time are neighbours in space, at every scale.
//!
//! ```text
//! 0 1 e f      from the top left to the top right corner of the smallest
//! 3 2 d c      square of a power of two that holds the box; cells outside
//! 4 7 8 b      the box are left out, whole quadrants at once
//! 5 6 9 a
//! ```
//!
//! Ours, for comparison: like a low-discrepancy order it reaches every part of the box early, but without jumping.

use super::{Hit, Pair, Probe, walk};

pub(super) fn run<P: Probe>(pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
    pair.first_shared(walk::Hilbert::new(pair.size()), probe)
}
