//! The level of a block, its own bit in A, and those of B's blocks that it touches.

use super::{Listing, Moment, State};
use crate::{
    geom::Size,
    scan::{Outcome, Visit, blocks},
};

pub(super) const LISTING: Listing = Listing(
    "\
look(side, x, y, w, h)
  a = A's block at ax+x, ay+y
  b = any of B's blocks there
  if not a or not b: miss
  if side = 1: return hit
  look at its finer blocks",
);

pub(super) fn state(moment: &Moment<'_>) -> State {
    let (pair, visit, (x, y)) = (moment.pair, moment.visit, moment.cell());
    let side = side(moment);
    let block_a = blocks::block_of_a(pair, visit, side);
    let blocks_b = blocks::blocks_of_b(pair, visit, side);
    let (set, all) = (blocks_b.clone().filter(|&is_set| is_set).count(), blocks_b.count());
    let outcome = blocks::outcome(pair, visit, side);
    let current = match outcome {
        Outcome::Miss => "if not a",
        Outcome::Hit => "if side = 1",
        Outcome::Split => "look at",
    };
    let state = State::at(LISTING, current)
        .with_named("look(", "side", side)
        .with("look(", format!("{x},{y}"))
        .with("look(", Size::new(visit.width, visit.height))
        .with("a =", u8::from(block_a))
        .with("b =", format!("{set} of {all}"))
        .with("b =", u8::from(set > 0))
        .answering("if not a", outcome == Outcome::Miss);
    match outcome {
        Outcome::Miss => state,
        Outcome::Hit => state.answering("if side = 1", true),
        Outcome::Split => state.answering("if side = 1", false).with("look at", format!("of {}", side / 8)),
    }
}

/// The side of the blocks of the visit's level.
///
/// Where the box or a coarser block is tiny, blocks of several levels cover the same cells. They are then looked at one
/// right after the other, from coarse to fine.
fn side(moment: &Moment<'_>) -> u32 {
    let same = moment.before.iter().take_while(|earlier| **earlier == Some(moment.visit)).count();
    let mut fitting = blocks::SIDES.into_iter().filter(|&side| is_block(moment, moment.visit, side));
    fitting.nth(same).expect("a visit for each level whose blocks cover its cells")
}

/// Whether a block of `side`, clipped to the box, covers exactly the visit.
fn is_block(moment: &Moment<'_>, visit: Visit, side: u32) -> bool {
    let (size, (x, y)) = (moment.pair.size(), moment.cell());
    let (ax, ay) = moment.pair.in_a(x, y);
    let starts = |at: u32, in_a: u32| at == 0 || in_a.is_multiple_of(side);
    let ends = |at: u32, in_a: u32, length: u32, end: u32| at + length == (at + (side - in_a % side)).min(end);
    starts(x, ax) && starts(y, ay) && ends(x, ax, visit.width, size.width) && ends(y, ay, visit.height, size.height)
}
