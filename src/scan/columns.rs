//! Column by column: what PlayMyCode's linear scan really does.
//!
//! ```text
//! 0 3 6 9 c
//! 1 4 7 a d
//! 2 5 8 b e
//! ```
//!
//! Source: Joseph Lenton, "JavaScript Per-Pixel HTML5 Canvas Image Collision Detection" (PlayMyCode). Its prose says
//! row by row; its code has x in the outer loop.

use super::{Hit, Pair, Probe, walk};

pub(super) fn run<P: Probe>(pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
    pair.first_shared(walk::columns(pair.size()), probe)
}
