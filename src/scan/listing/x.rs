//! Both diagonals, then the rest.

use super::{Listing, Moment, State};
use crate::scan::walk;

const ONCE: Listing = Listing(
    "\
order = diagonals, then the rest
for x, y in order
  p = bit(A, ax+x, ay+y)
  q = bit(B, bx+x, by+y)
  if p and q: return hit
return miss",
);

const REVISIT: Listing = Listing(
    "\
order = diagonals, then every row
for x, y in order
  p = bit(A, ax+x, ay+y)
  q = bit(B, bx+x, by+y)
  if p and q: return hit
return miss",
);

pub(super) const fn listing(revisit: bool) -> Listing {
    if revisit { REVISIT } else { ONCE }
}

pub(super) fn state(moment: &Moment<'_>, revisit: bool) -> State {
    let diagonals = walk::x(moment.pair.size()).count() as u64;
    moment.of_shape(listing(revisit), "diagonals", diagonals)
}
