//! Along the spiral inwards, with or without an increment.

use std::num::NonZeroU32;

use super::{Listing, Moment, State, spiral};

const PLAIN: Listing = Listing(
    "\
for i in 0..w*h
  x, y = spiral(i)
  p = bit(A, ax+x, ay+y)
  q = bit(B, bx+x, by+y)
  if p and q: return hit
return miss",
);

const INCREMENT: Listing = Listing(
    "\
for first in 0..s
  for i in first..w*h by s
    x, y = spiral(i)
    p = bit(A, ax+x, ay+y)
    q = bit(B, bx+x, by+y)
    if p and q: return hit
return miss",
);

pub(super) fn listing(increment: NonZeroU32) -> Listing {
    if increment == NonZeroU32::MIN { PLAIN } else { INCREMENT }
}

pub(super) fn state(moment: &Moment<'_>, increment: NonZeroU32) -> State {
    let i = spiral::place(moment).index;
    spiral::state(moment, listing(increment), i, increment)
}
