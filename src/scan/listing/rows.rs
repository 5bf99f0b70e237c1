//! Both loops, and Phaelax's place of a pixel in each packed mask: its index, then word and bit.

use super::{Listing, Moment, State, packed_place};

pub(super) const LISTING: Listing = Listing(
    "\
for y in 0..h
  for x in 0..w
    a = (ay+y)*A.w + ax+x
    b = (by+y)*B.w + bx+x
    p = bit(A, a)
    q = bit(B, b)
    if p and q: return hit
return miss",
);

pub(super) fn state(moment: &Moment<'_>) -> State {
    let ((x, y), pair) = (moment.cell(), moment.pair);
    let [a, a_bit] = packed_place(pair.prepared_a(), pair.in_a(x, y));
    let [b, b_bit] = packed_place(pair.prepared_b(), pair.in_b(x, y));
    moment
        .of_cell(LISTING)
        .with_named("for y", "y", y)
        .with_named("for x", "x", x)
        .with("a =", a)
        .with("a =", a_bit)
        .with("b =", b)
        .with("b =", b_bit)
}
