//! Blocks of 64 × 64, in them blocks of 8 × 8, in them pixels: what is empty is skipped whole.
//!
//! ```text
//! +---------------+
//! | 0             |     visit 0 is a block of 64 × 64 on A's grid, clipped to the overlap;
//! | +---+---+     |     1 its first block of 8 × 8, and only where both masks have something
//! | |1 2|66 |     |     there do its pixels follow, row by row, before the next block
//! | +---+---+     |
//! +---------------+
//! ```
//!
//! Each level holds one bit per block: the OR of its pixels. B's blocks do not lie on A's grid, so a block of A touches up
//! to four of B's; it is entered where its own bit and any of theirs is set.

use super::{Hit, Outcome, Pair, Probe, Visit};
use crate::mask::{Mask, Prepared};

/// Sides of the blocks, from coarse to fine.
pub(super) const SIDES: [u32; 3] = [64, 8, 1];

pub(super) fn run<P: Probe>(pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
    let whole = Visit { width: pair.size().width, height: pair.size().height, ..Visit::cell(0, 0) };
    look(pair, whole, &SIDES, probe)
}

/// Visits the blocks of the first of `sides` inside `within`, row by row, and where both have something, their parts.
fn look<P: Probe>(pair: &Pair<'_>, within: Visit, sides: &[u32], probe: &mut P) -> Option<Hit> {
    let (&side, finer) = sides.split_first()?;
    blocks(pair, within, side).find_map(|visit| {
        probe.visit(visit);
        let outcome = outcome(pair, visit, side);
        probe.outcome(outcome);
        match outcome {
            Outcome::Miss => None,
            Outcome::Split => look(pair, visit, finer, probe),
            Outcome::Hit => Some(Hit { visit, cell: Some((visit.x.cast_unsigned(), visit.y.cast_unsigned())) }),
        }
    })
}

/// The blocks of A's grid inside `within`, clipped to it, row by row.
fn blocks(pair: &Pair<'_>, within: Visit, side: u32) -> impl Iterator<Item = Visit> {
    let (x, y) = (within.x.cast_unsigned(), within.y.cast_unsigned());
    let (ax, ay) = pair.in_a(0, 0);
    parts(y, within.height, ay, side).flat_map(move |(y, height)| {
        parts(x, within.width, ax, side).map(move |(x, width)| Visit { width, height, ..Visit::cell(x, y) })
    })
}

/// `start .. start + length`, cut at multiples of `side` counted from `origin` before 0: starts and lengths.
fn parts(start: u32, length: u32, origin: u32, side: u32) -> impl Iterator<Item = (u32, u32)> {
    let end = start + length;
    let first = (start + origin) / side;
    let last = (end - 1 + origin) / side;
    (first..=last).map(move |block| {
        let from = start.max((block * side).saturating_sub(origin));
        let to = end.min((block + 1).saturating_mul(side) - origin);
        (from, to - from)
    })
}

/// What a visited block decides: its own bit in A, and any of those of B's blocks that it touches.
pub(super) fn outcome(pair: &Pair<'_>, visit: Visit, side: u32) -> Outcome {
    let both = block_of_a(pair, visit, side) && blocks_of_b(pair, visit, side).any(|is_set| is_set);
    match (both, side) {
        (false, _) => Outcome::Miss,
        (true, 1) => Outcome::Hit,
        (true, _) => Outcome::Split,
    }
}

/// The bit of the block of A's level `side` that a visit covers.
pub(super) fn block_of_a(pair: &Pair<'_>, visit: Visit, side: u32) -> bool {
    let (ax, ay) = pair.in_a(visit.x.cast_unsigned(), visit.y.cast_unsigned());
    level(pair.prepared_a(), side).get(ax / side, ay / side)
}

/// The bits of those blocks of B's level `side` that a visit touches, up to four.
pub(super) fn blocks_of_b(pair: &Pair<'_>, visit: Visit, side: u32) -> impl Iterator<Item = bool> + Clone {
    let (bx, by) = pair.in_b(visit.x.cast_unsigned(), visit.y.cast_unsigned());
    let level = level(pair.prepared_b(), side);
    let columns = bx / side..=(bx + visit.width - 1) / side;
    let rows = by / side..=(by + visit.height - 1) / side;
    rows.flat_map(move |row| columns.clone().map(move |column| level.get(column, row)))
}

/// The mask in blocks of `side`.
fn level(prepared: &Prepared, side: u32) -> &Mask {
    if side == 1 { prepared.mask() } else { prepared.blocks().level(side).expect("a side of the list") }
}
