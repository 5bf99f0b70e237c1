//! Column stripes of both masks, each from top to bottom: the order in which pygame's masks are tested.
//!
//! ```text
//! 0 0 3 3 3 6      two masks' stripes cut the overlap's columns into runs;
//! 1 1 4 4 4 7      a visit is one row of one run, tested in one AND
//! 2 2 5 5 5 8
//! ```
//!
//! Source: pygame's `bitmask.c` (`bitmask_overlap`), where a word holds 64 columns of one row, or 32 on Windows, and the
//! words of one stripe lie one below the other.

use super::{Hit, Pair, Probe, Visit};

/// How many columns a stripe has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StripeWidth {
    /// A word of 32 bits, as pygame has it on Windows.
    W32,
    /// A word of 64 bits.
    #[default]
    W64,
}

impl StripeWidth {
    /// Columns.
    pub const fn columns(self) -> u32 {
        match self {
            Self::W32 => 32,
            Self::W64 => 64,
        }
    }
}

pub(super) fn run<P: Probe>(pair: &Pair<'_>, width: StripeWidth, probe: &mut P) -> Option<Hit> {
    runs(pair, width.columns()).find_map(|(x, width)| {
        (0..pair.size().height).find_map(|y| {
            let visit = Visit { width, ..Visit::cell(x, y) };
            probe.visit(visit);
            let shared = pair.shared_bits(visit);
            (shared != 0).then(|| Hit { visit, cell: Some((x + shared.trailing_zeros(), y)) })
        })
    })
}

/// The overlap's columns, cut where a stripe of either mask ends: first column and width of each run.
///
/// Both masks' stripes come from left to right, so whichever mask is the left-most, its stripes pass in order within
/// each stripe of the other: pygame's order.
fn runs(pair: &Pair<'_>, stripe: u32) -> impl Iterator<Item = (u32, u32)> {
    let (ax, bx) = (pair.in_a(0, 0).0, pair.in_b(0, 0).0);
    let width = pair.size().width;
    let left_in_stripe = move |x: u32| (stripe - (ax + x) % stripe).min(stripe - (bx + x) % stripe);
    let mut x = 0;
    std::iter::from_fn(move || {
        let start = x;
        (start < width).then(|| {
            x = width.min(start + left_in_stripe(start));
            (start, x - start)
        })
    })
}
