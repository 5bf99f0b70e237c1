//! Halves of halves, by counting: summed-area tables tell how many pixels of any rectangle are set.
//!
//! ```text
//! +-------+-------+
//! | 1     | 5     |     visit 0 is the whole box; equal sides split the width, and the first half
//! +---+---+       |     comes first: 1 the left half, 2 its upper half, 3 and 4 the halves of that …
//! | 3 | 4 |       |
//! +---+---+-------+
//! ```
//!
//! Source: Steven Wittens' comment below PlayMyCode's article. A rectangle in which either mask is empty is pruned. One
//! in which both counts together exceed its area is accepted: by pigeonhole some cell is in both. Any other is split
//! along its longer side, the first half rounded down. With a granularity above 1 a rectangle of at most so many cells a
//! side that is not pruned is accepted as it is: approximate, wrong only by false hits.

use std::num::NonZeroU32;

use super::{Hit, Outcome, Pair, Probe, Visit};

pub(super) fn run<P: Probe>(pair: &Pair<'_>, granularity: NonZeroU32, probe: &mut P) -> Option<Hit> {
    let whole = Visit { width: pair.size().width, height: pair.size().height, ..Visit::cell(0, 0) };
    look(pair, whole, granularity, probe)
}

/// Looks at a rectangle, and where its counts do not decide, at its halves.
fn look<P: Probe>(pair: &Pair<'_>, visit: Visit, granularity: NonZeroU32, probe: &mut P) -> Option<Hit> {
    probe.visit(visit);
    let outcome = outcome(pair, visit, granularity);
    probe.outcome(outcome);
    match outcome {
        Outcome::Miss => None,
        Outcome::Hit => {
            let is_cell = visit.cells() == 1;
            let cell = is_cell.then(|| (visit.x.cast_unsigned(), visit.y.cast_unsigned()));
            Some(Hit { visit, cell })
        }
        Outcome::Split => {
            let (first, second) = halves(visit);
            look(pair, first, granularity, probe).or_else(|| look(pair, second, granularity, probe))
        }
    }
}

/// How many pixels of A and of B are set in a rectangle.
pub(super) fn counts(pair: &Pair<'_>, visit: Visit) -> (u32, u32) {
    let (x, y) = (visit.x.cast_unsigned(), visit.y.cast_unsigned());
    let ((ax, ay), (bx, by)) = (pair.in_a(x, y), pair.in_b(x, y));
    let a = pair.prepared_a().summed_area().count(ax, ay, visit.width, visit.height);
    let b = pair.prepared_b().summed_area().count(bx, by, visit.width, visit.height);
    (a, b)
}

/// What the counts decide.
pub(super) fn outcome(pair: &Pair<'_>, visit: Visit, granularity: NonZeroU32) -> Outcome {
    let (a, b) = counts(pair, visit);
    let is_fine = visit.width.max(visit.height) <= granularity.get();
    match (a, b) {
        (0, _) | (_, 0) => Outcome::Miss,
        // A 1 × 1 that is not pruned has both counts at 1, more than its area.
        _ if is_fine || u64::from(a) + u64::from(b) > visit.cells() => Outcome::Hit,
        _ => Outcome::Split,
    }
}

/// The halves of a rectangle along its longer side; of a square, along its width.
pub(super) fn halves(visit: Visit) -> (Visit, Visit) {
    if visit.width >= visit.height {
        let width = visit.width / 2;
        let second = Visit { x: visit.x + width.cast_signed(), width: visit.width - width, ..visit };
        (Visit { width, ..visit }, second)
    } else {
        let height = visit.height / 2;
        let second = Visit { y: visit.y + height.cast_signed(), height: visit.height - height, ..visit };
        (Visit { height, ..visit }, second)
    }
}
