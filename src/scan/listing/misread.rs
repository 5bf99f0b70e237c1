//! The loops of `rows`, with the test that is misread.

use super::{Listing, Moment, State};
use crate::{mask::Packed, scan::Misreading};

const EQUAL_ZEROS: Listing = Listing(
    "\
for y in 0..h
  for x in 0..w
    p = bit(A, x, y)
    q = bit(B, x, y)
    if p = q: return hit
return miss",
);

const LOGICAL: Listing = Listing(
    "\
for y in 0..h
  for x in 0..w
    p = (A.mask[ai] >> ab) is not 0
    q = (B.mask[bi] >> bb) is not 0
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
    let ((x, y), pair) = (moment.cell(), moment.pair);
    let (p, q) = match misreading {
        Misreading::EqualZeros => (pair.a_is_set(x, y), pair.b_is_set(x, y)),
        Misreading::Logical => {
            let (a, b) = (pair.prepared_a().packed(), pair.prepared_b().packed());
            (rest_of_word(a, pair.in_a(x, y)) != 0, rest_of_word(b, pair.in_b(x, y)) != 0)
        }
    };
    let (question, is_hit) = match misreading {
        Misreading::EqualZeros => ("if p = q", p == q),
        Misreading::Logical => ("if p and q", p && q),
    };
    State::at(listing(misreading), question)
        .with_named("for y", "y", y)
        .with_named("for x", "x", x)
        .with("p =", u8::from(p))
        .with("q =", u8::from(q))
        .answering(question, is_hit)
}

/// The word that holds a pixel, shifted so that the pixel's bit comes first.
fn rest_of_word(packed: &Packed, (x, y): (u32, u32)) -> u32 {
    let (word, bit) = Packed::word_and_bit(packed.pixel_index(x, y));
    packed.words()[usize::try_from(word).expect("a word of a mask in memory")] >> bit
}
