//! The place along the curve, and how much of it lies outside the box.

use super::{Listing, Moment, State};
use crate::{scan::walk::Hilbert, words::thousands};

pub(super) const LISTING: Listing = Listing(
    "\
n = power of 2 that holds w, h
for d along the curve in n*n
  skip squares outside the box
  x, y = cell(d)
  p = bit(A, ax+x, ay+y)
  q = bit(B, bx+x, by+y)
  if p and q: return hit
return miss",
);

pub(super) fn state(moment: &Moment<'_>) -> State {
    let ((x, y), size) = (moment.cell(), moment.pair.size());
    let along = Hilbert::index_of(size, (x, y));
    moment
        .of_cell(LISTING)
        .with("n =", Hilbert::side(size))
        .with_named("for d", "d", thousands(along))
        .with("skip", format!("{} so far", thousands(along - moment.rank)))
        .with_named("x, y =", "x", x)
        .with_named("x, y =", "y", y)
}
