//! Row by row, up to 64 cells in one AND.
//!
//! ```text
//! A's words     0…63          64…127        128…
//! overlap box      [-- visit 0 --|-- visit 1 --|- visit 2 -]
//!                  [-- visit 3 --|-- visit 4 --|- visit 5 -]
//! ```
//!
//! Rows are padded to 64-bit words. A visit is what one word of A covers inside the overlap box; B's two words that
//! reach into it are shifted into A's alignment, and one AND tests all of it. The first hit is the lowest set bit.

use super::{Hit, Pair, Probe, Visit};

/// Cells in one word.
const WORD: u32 = u64::BITS;

pub(super) fn run<P: Probe>(pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
    (0..pair.size().height).find_map(|y| {
        visits_of_row(pair, y).find_map(|visit| {
            probe.visit(visit);
            let shared = pair.shared_bits(visit);
            (shared != 0).then(|| Hit { visit, cell: Some((visit.x.cast_unsigned() + shared.trailing_zeros(), y)) })
        })
    })
}

/// Row `y` of the overlap box, cut at A's own multiples of 64.
fn visits_of_row(pair: &Pair<'_>, y: u32) -> impl Iterator<Item = Visit> {
    let (left, _) = pair.in_a(0, 0);
    let right = left + pair.size().width;
    (left / WORD..=(right - 1) / WORD).map(move |word| {
        let start = left.max(word * WORD);
        let end = right.min((word + 1).saturating_mul(WORD));
        Visit { width: end - start, ..Visit::cell(start - left, y) }
    })
}
