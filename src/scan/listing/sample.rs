//! The lattice: both loops with their stride.

use std::num::NonZeroU32;

use super::{Listing, Moment, State};

pub(super) const LISTING: Listing = Listing(
    "\
for y in 0..h by n
  for x in 0..w by n
    p = bit(A, ax+x, ay+y)
    q = bit(B, bx+x, by+y)
    if p and q: return hit
return miss",
);

pub(super) fn state(moment: &Moment<'_>, every: NonZeroU32) -> State {
    let (x, y) = moment.cell();
    moment.of_cell(LISTING).with_named("for y", "n", every).with_named("for y", "y", y).with_named("for x", "x", x)
}
