//! Both diagonals first, stretched to the box, then the rest row by row.
//!
//! ```text
//! 0 2 9 3 1      in a box of 5 × 3 the diagonals have steps:
//! a 6 4 5 b      (0,0) (1,0) (2,1) (3,1) (4,2) and their mirror
//! 8 c d e 7      images, each pair before the next
//! ```
//!
//! Source: an idea that closes PlayMyCode's article ("in a cross or x shape"). For i from 0 to the longer side n: the cell
//! (i w / n, i h / n), then its mirror image; each cell once. With `revisit` the scan that follows is over all cells.

use super::{Hit, Pair, Probe, walk};

pub(super) fn run<P: Probe>(pair: &Pair<'_>, revisit: bool, probe: &mut P) -> Option<Hit> {
    let size = pair.size();
    pair.first_shared(walk::x(size), probe).or_else(|| {
        let rest = walk::rows(size).filter(|&cell| revisit || !walk::is_on_x(size, cell));
        pair.first_shared(rest, probe)
    })
}
