//! From the edge inwards: rings, each clockwise from its top left.
//!
//! ```text
//! 0 1 2 3 4
//! b c d e 5
//! a 9 8 7 6
//! ```
//!
//! Source: an idea that closes PlayMyCode's article ("search around the edge", optionally with an increment); the ring
//! order is ours. With an increment of s, every s-th cell of the spiral comes first, then again from the next one.

use std::num::NonZeroU32;

use super::{Hit, Pair, Probe, walk};

pub(super) fn run<P: Probe>(pair: &Pair<'_>, increment: NonZeroU32, probe: &mut P) -> Option<Hit> {
    let spiral = walk::Spiral::new(pair.size());
    if increment == NonZeroU32::MIN {
        return pair.first_shared(spiral, probe);
    }
    pair.first_shared(walk::with_increment(spiral, increment), probe)
}
