//! A word of A, the one or two words of B that reach into it, how far each is shifted, the tail mask, and the AND.

use super::{Listing, Moment, State};

pub(super) const LISTING: Listing = Listing(
    "\
for y in 0..h
  for word i in A's row
    r, s = (ax+x, bx+x) % 64
    a = A[i] >> r
    b = B[j] >> s
    b |= B[j+1] << 64-s
    t = ones(width)
    if a & b & t: return hit
return miss",
);

pub(super) fn state(moment: &Moment<'_>) -> State {
    let (pair, (x, y)) = (moment.pair, moment.cell());
    let ((ax, ay), (bx, by)) = (pair.in_a(x, y), pair.in_b(x, y));
    let (r, s) = (ax % 64, bx % 64);
    let word = |row: &[u64], i: u32| row.get(i as usize).copied().unwrap_or(0);
    let (row_a, row_b) = (pair.mask_a().row(ay), pair.mask_b().row(by));
    let low = word(row_b, bx / 64) >> s;
    let high = if s == 0 { 0 } else { word(row_b, bx / 64 + 1) << (64 - s) };
    let tail = u64::MAX >> (64 - moment.visit.width);
    let shared = word(row_a, ax / 64) >> r & (low | high) & tail;
    State::at(LISTING, "if a & b")
        .with_named("for y", "y", y)
        .with_named("for word", "i", ax / 64)
        .with_named("for word", "x", x)
        .with("r, s", r)
        .with("r, s", s)
        .with("a =", hex(word(row_a, ax / 64) >> r))
        .with("b =", hex(low))
        .with("b |=", hex(low | high))
        .with("t =", hex(tail))
        .with("if a & b", hex(shared))
        .answering("if a & b", shared != 0)
}

/// `0x3FFC0`.
fn hex(bits: u64) -> String {
    format!("{bits:#X}")
}
