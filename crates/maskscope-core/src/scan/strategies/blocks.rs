//! Blocks of 64 × 64, in them blocks of 8 × 8, in them pixels: empty blocks are skipped whole.
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
//! Each level holds one bit per block: the OR of its pixels. B's blocks do not lie on A's grid, so a block of A touches
//! up to four of B's; it is entered if its own bit and any of theirs is set.

use super::prelude::*;
use crate::mask::{Mask, Prepared};

/// Blocks of 64 × 64, in them blocks of 8 × 8, in them pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blocks;

/// Sides of the blocks, from coarse to fine.
const SIDES: [u32; 3] = [64, 8, 1];

impl Strategy for Blocks {
    const DEFAULT: Self = Self;
    const ABOUT: &'static About = &About {
        name: "blocks",
        sentence: "Skips blocks of 64 × 64 and 8 × 8 in which either mask is empty.",
        idea: "Reads blocks of 64, 8 and 1 cells a side; skips those in which A, or B around it, is empty.",
        good_when: "large parts of the box are clear",
        bad_when: "outlines run side by side: it reads single cells along them.",
        source: Source { short: "maskscope", full: "maskscope; a hierarchy of ORed blocks" },
        parameters: Parameters::NONE,
        contest: Contest::Absent("reads blocks"),
    };

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        look(pair, Visit::whole(pair.size()), &SIDES, probe)
    }

    fn reads(self) -> Reads {
        Reads::Block
    }

    fn visits_of_a_miss(self, _: &Pair<'_>) -> Option<u64> {
        None
    }

    fn prepare(self, mask: &Prepared, _: &dyn Fn() -> bool) -> bool {
        mask.blocks();
        true
    }

    fn listing(self) -> Listing {
        Listing::new(
            "\
look(side, x, y, w, h)
  a = A's block at ax+x, ay+y
  b = any of B's blocks there
  if not a or not b: miss
  if side = 1: return hit
  look at its finer blocks",
        )
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        let (pair, visit, (x, y)) = (context.pair, context.visit, context.cell());
        let side = side(context);
        let block_a = block_of_a(pair, visit, side);
        let blocks_b = blocks_of_b(pair, visit, side);
        let (set, all) = (blocks_b.clone().filter(|&is_set| is_set).count(), blocks_b.count());
        let outcome = outcome(pair, visit, side);
        let current = match outcome {
            VisitOutcome::Miss => "if not a",
            VisitOutcome::Hit => "if side = 1",
            VisitOutcome::Split => "look at",
        };
        let state = State::at(self.listing(), current)
            .with_named("look(", "side", side)
            .with("look(", format!("{x},{y}"))
            .with("look(", Size::new(visit.width, visit.height))
            .with("a =", u8::from(block_a))
            .with("b =", format!("{set} of {all}"))
            .with("b =", u8::from(set > 0))
            .answering("if not a", outcome == VisitOutcome::Miss);
        match outcome {
            VisitOutcome::Miss => state,
            VisitOutcome::Hit => state.answering("if side = 1", true),
            VisitOutcome::Split => state.answering("if side = 1", false).with("look at", format!("of {}", side / 8)),
        }
    }
}

/// Visits the blocks of the first of `sides` inside `within`, row by row, and the parts of those set in both masks.
fn look<P: Probe>(pair: &Pair<'_>, within: Visit, sides: &[u32], probe: &mut P) -> Option<Hit> {
    let (&side, finer) = sides.split_first()?;
    blocks(pair, within, side).find_map(|visit| {
        probe.visit(visit);
        let outcome = outcome(pair, visit, side);
        probe.outcome(outcome);
        match outcome {
            VisitOutcome::Miss => None,
            VisitOutcome::Split => look(pair, visit, finer, probe),
            VisitOutcome::Hit => Some(Hit { visit, cell: Some((visit.x.cast_unsigned(), visit.y.cast_unsigned())) }),
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

/// Outcome of a visited block: decided by its own bit in A, and the bits of B's blocks that it touches.
fn outcome(pair: &Pair<'_>, visit: Visit, side: u32) -> VisitOutcome {
    let both = block_of_a(pair, visit, side) && blocks_of_b(pair, visit, side).any(|is_set| is_set);
    match (both, side) {
        (false, _) => VisitOutcome::Miss,
        (true, 1) => VisitOutcome::Hit,
        (true, _) => VisitOutcome::Split,
    }
}

/// The bit of the block of A's level `side` at a visit.
fn block_of_a(pair: &Pair<'_>, visit: Visit, side: u32) -> bool {
    let (ax, ay) = pair.in_a(visit.x.cast_unsigned(), visit.y.cast_unsigned());
    level(pair.a, side).get(ax / side, ay / side)
}

/// The bits of the blocks of B's level `side` that a visit touches, up to four.
fn blocks_of_b(pair: &Pair<'_>, visit: Visit, side: u32) -> impl Iterator<Item = bool> + Clone {
    let (bx, by) = pair.in_b(visit.x.cast_unsigned(), visit.y.cast_unsigned());
    let level = level(pair.b, side);
    let columns = bx / side..=(bx + visit.width - 1) / side;
    let rows = by / side..=(by + visit.height - 1) / side;
    rows.flat_map(move |row| columns.clone().map(move |column| level.get(column, row)))
}

/// The mask in blocks of `side`.
fn level(prepared: &Prepared, side: u32) -> &Mask {
    if side == 1 { prepared.mask() } else { prepared.blocks().level(side).expect("a side of the list") }
}

/// The side of the blocks of the visit's level.
///
/// If the box or a coarser block is tiny, blocks of several levels have the same cells. They are then visited one right
/// after the other, from coarse to fine.
fn side(context: &VisitContext<'_>) -> u32 {
    let same = context.before.iter().take_while(|earlier| **earlier == Some(context.visit)).count();
    let mut fitting = SIDES.into_iter().filter(|&side| is_block(context, side));
    fitting.nth(same).expect("a visit for each level whose blocks cover its cells")
}

/// True if a block of `side`, clipped to the box, is exactly the visit.
fn is_block(context: &VisitContext<'_>, side: u32) -> bool {
    let (size, visit, (x, y)) = (context.pair.size(), context.visit, context.cell());
    let (ax, ay) = context.pair.in_a(x, y);
    let starts = |at: u32, in_a: u32| at == 0 || in_a.is_multiple_of(side);
    let ends = |at: u32, in_a: u32, length: u32, end: u32| at + length == (at + (side - in_a % side)).min(end);
    starts(x, ax) && starts(y, ay) && ends(x, ax, visit.width, size.width) && ends(y, ay, visit.height, size.height)
}
