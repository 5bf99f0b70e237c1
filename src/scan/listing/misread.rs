//! Both loops of `rows`, with the slip in the test of a pixel.

use super::{Listing, Moment, State, packed_place};
use crate::scan::misread::{Misreading, any_bit_from};

const EQUAL_ZEROS: Listing = Listing(
    "\
for y in 0..h
  for x in 0..w
    p = A's bit at x, y
    q = B's bit at x, y
    if p == q: return hit
return miss",
);

const LOGICAL: Listing = Listing(
    "\
for y in 0..h
  for x in 0..w
    a = (ay+y)*A.w + ax+x
    b = (by+y)*B.w + bx+x
    p = word(A, a) >> bit(a) != 0
    q = word(B, b) >> bit(b) != 0
    if p and q: return hit
return miss",
);

pub(super) const fn listing(misreading: Misreading) -> Listing {
    match misreading {
        Misreading::EqualZeros => EQUAL_ZEROS,
        Misreading::Logical => LOGICAL,
    }
}

pub(super) fn state(moment: &Moment<'_>, misreading: Misreading) -> State {
    let (x, y) = moment.cell();
    let state = match misreading {
        Misreading::EqualZeros => equal_zeros(moment),
        Misreading::Logical => logical(moment),
    };
    state.with_named("for y", "y", y).with_named("for x", "x", x)
}

fn equal_zeros(moment: &Moment<'_>) -> State {
    let (x, y) = moment.cell();
    let (p, q) = (moment.pair.a_is_set(x, y), moment.pair.b_is_set(x, y));
    State::at(EQUAL_ZEROS, "if p == q").with("p =", u8::from(p)).with("q =", u8::from(q)).answering("if p == q", p == q)
}

fn logical(moment: &Moment<'_>) -> State {
    let ((x, y), pair) = (moment.cell(), moment.pair);
    let (in_a, in_b) = (pair.in_a(x, y), pair.in_b(x, y));
    let p = any_bit_from(pair.prepared_a().packed(), in_a);
    let q = any_bit_from(pair.prepared_b().packed(), in_b);
    let [a, a_bit] = packed_place(pair.prepared_a(), in_a);
    let [b, b_bit] = packed_place(pair.prepared_b(), in_b);
    State::at(LOGICAL, "if p and q")
        .with("a =", a)
        .with("a =", a_bit)
        .with("b =", b)
        .with("b =", b_bit)
        .with("p =", u8::from(p))
        .with("q =", u8::from(q))
        .answering("if p and q", p && q)
}
