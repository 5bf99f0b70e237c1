//! A cross first: the middle row, then the middle column, then the rest row by row.
//!
//! ```text
//! 7 8 5 9 a      revisit: 7 8 5 9 a, 0 1 2 3 4, … : the
//! 0 1 2 3 4      second sweep looks at the cross again, and
//! b c 6 d e      only its first visits show here
//! ```
//!
//! Source: an idea that closes PlayMyCode's article ("in a cross or x shape, and then just perform a linear scan if that
//! search fails"). Here each cell comes once; with `revisit` the linear scan that follows is over all cells, as the
//! article's words say.

use super::{Hit, Pair, Probe, walk};

pub(super) fn run<P: Probe>(pair: &Pair<'_>, revisit: bool, probe: &mut P) -> Option<Hit> {
    let size = pair.size();
    pair.first_shared(walk::cross(size), probe).or_else(|| {
        let rest = walk::rows(size).filter(|&cell| revisit || !walk::is_on_cross(size, cell));
        pair.first_shared(rest, probe)
    })
}
