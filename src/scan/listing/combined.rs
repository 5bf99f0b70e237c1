//! PlayMyCode's routine with both its branches; the values stand in the one that is taken.

use super::{Listing, Moment, State};
use crate::scan::combined::{is_small, third};

pub(super) const LISTING: Listing = Listing(
    "\
if w < 4 and h < 4:
  x in 0..w, y in 0..h: test
else:
  incX, incY = ceil(w/3), ceil(h/3)
  for oy < incY, for ox < incX
    y in oy..h, x in ox..w: test
test: p = bit(A, ax+x, ay+y)
      q = bit(B, bx+x, by+y)
      if p and q: return hit
return miss",
);

pub(super) fn state(moment: &Moment<'_>) -> State {
    let ((x, y), size) = (moment.cell(), moment.pair.size());
    let state = State::at(LISTING, "if p and q").answering("if w < 4", is_small(size));
    let (p, q) = (moment.pair.a_is_set(x, y), moment.pair.b_is_set(x, y));
    let state = if is_small(size) {
        state.with_named("x in 0..w", "x", x).with_named("x in 0..w", "y", y)
    } else {
        let (step_x, step_y) = (third(size.width), third(size.height));
        state
            .with("incX, incY", step_x)
            .with("incX, incY", step_y)
            .with_named("for oy", "oy", y % step_y)
            .with_named("for oy", "ox", x % step_x)
            .with_named("y in oy", "y", y)
            .with_named("y in oy", "x", x)
    };
    state.with("test: p", u8::from(p)).with("q =", u8::from(q)).answering("if p and q", p && q)
}
