//! The loops of PlayMyCode's code: x outside, y inside.

use super::{Listing, Moment, State};

pub(super) const LISTING: Listing = Listing(
    "\
for x in 0..w
  for y in 0..h
    p = bit(A, ax+x, ay+y)
    q = bit(B, bx+x, by+y)
    if p and q: return hit
return miss",
);

pub(super) fn state(moment: &Moment<'_>) -> State {
    let (x, y) = moment.cell();
    moment.of_cell(LISTING).with_named("for x", "x", x).with_named("for y", "y", y)
}
