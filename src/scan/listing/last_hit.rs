//! Where it starts, and on which ring around that it is.

use super::{Listing, Moment, State};
use crate::scan::last_hit;

pub(super) const LISTING: Listing = Listing(
    "\
start = last hit, or the middle
for ring in 0.. around start
  for x, y on ring, in the box
    p = bit(A, ax+x, ay+y)
    q = bit(B, bx+x, by+y)
    if p and q: return hit
return miss",
);

pub(super) fn state(moment: &Moment<'_>) -> State {
    let (x, y) = moment.cell();
    let start = last_hit::start(moment.pair, moment.hint);
    let ring = x.abs_diff(start.0).max(y.abs_diff(start.1));
    moment
        .of_cell(LISTING)
        .with("start", format!("{},{}", start.0, start.1))
        .with_named("for ring", "ring", ring)
        .with_named("for x", "x", x)
        .with_named("for x", "y", y)
}
