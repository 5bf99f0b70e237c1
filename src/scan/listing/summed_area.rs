//! A rectangle, the four corners of each table, the counts they give, and what follows from them.

use std::num::NonZeroU32;

use super::{Listing, Moment, State};
use crate::{
    geom::{IntRect, Size},
    mask::SummedArea,
    scan::{Outcome, Visit, summed_area},
    words::located,
};

const FINE: Listing = Listing(
    "\
look(x, y, w, h)
  p = br-bl-tr+tl, A
  q = br-bl-tr+tl, B
  if p = 0 or q = 0: miss
  if p + q > w*h: return hit
  look at the first half
  look at the second half",
);

const COARSE: Listing = Listing(
    "\
look(x, y, w, h)
  p = br-bl-tr+tl, A
  q = br-bl-tr+tl, B
  if p = 0 or q = 0: miss
  if w, h <= g: return hit
  if p + q > w*h: return hit
  look at the first half
  look at the second half",
);

pub(super) fn listing(granularity: NonZeroU32) -> Listing {
    if granularity == NonZeroU32::MIN { FINE } else { COARSE }
}

pub(super) fn state(moment: &Moment<'_>, granularity: NonZeroU32) -> State {
    let (visit, pair) = (moment.visit, moment.pair);
    let (p, q) = summed_area::counts(pair, visit);
    let outcome = summed_area::outcome(pair, visit, granularity);
    let is_fine = visit.width.max(visit.height) <= granularity.get();
    let is_coarse_hit = granularity > NonZeroU32::MIN && is_fine && outcome == Outcome::Hit;
    let current = match outcome {
        Outcome::Miss => "if p = 0",
        Outcome::Hit if is_coarse_hit => "if w, h",
        Outcome::Hit => "if p + q",
        Outcome::Split => "look at the first",
    };
    let (x, y) = moment.cell();
    let mut state = State::at(listing(granularity), current)
        .with("look(", format!("{x},{y}"))
        .with("look(", Size::new(visit.width, visit.height))
        .with("p =", corners(pair.prepared_a().summed_area(), pair.in_a(x, y), visit))
        .with("p =", p)
        .with("q =", corners(pair.prepared_b().summed_area(), pair.in_b(x, y), visit))
        .with("q =", q)
        .answering("if p = 0", outcome == Outcome::Miss);
    if outcome == Outcome::Miss {
        return state;
    }
    if granularity > NonZeroU32::MIN {
        state = state.with_named("if w, h", "g", granularity).answering("if w, h", is_coarse_hit);
    }
    if !is_coarse_hit {
        let (sum, cells) = (u64::from(p) + u64::from(q), visit.cells());
        let sign = if sum > cells { ">" } else { "≤" };
        let comparison = format!("{sum} {sign} {cells}");
        state = state.answering("if p + q", sum > cells).with("if p + q", comparison);
    }
    if outcome == Outcome::Split {
        let (first, second) = summed_area::halves(visit);
        let place = |half: Visit| located(half.in_space_of(IntRect::default()));
        state = state.with("look at the first", place(first)).with("look at the second", place(second));
    }
    state
}

/// The table's entries at a visit's corners, in the order in which the listing adds them up: `61-12-9+3`.
fn corners(table: &SummedArea, (x, y): (u32, u32), visit: Visit) -> String {
    let [top_left, top_right, bottom_left, bottom_right] = table.corners(x, y, visit.width, visit.height);
    format!("{bottom_right}-{bottom_left}-{top_right}+{top_left}")
}
