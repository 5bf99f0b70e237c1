//! From the middle outwards: the spiral of `edge-in`, backwards.
//!
//! ```text
//! e d c b a
//! 3 2 1 0 9
//! 4 5 6 7 8
//! ```
//!
//! Source: an idea that closes PlayMyCode's article ("search from the middle outwards", optionally with an increment);
//! the ring order is ours. An increment of s takes every s-th cell of this reversed sequence.

use std::num::NonZeroU32;

use super::{Hit, Pair, Probe, walk};

pub(super) fn run<P: Probe>(pair: &Pair<'_>, increment: NonZeroU32, probe: &mut P) -> Option<Hit> {
    let spiral = walk::Spiral::new(pair.size()).rev();
    if increment == NonZeroU32::MIN {
        return pair.first_shared(spiral, probe);
    }
    pair.first_shared(walk::with_increment(spiral, increment), probe)
}
