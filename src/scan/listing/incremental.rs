//! PlayMyCode's offsets and increments: four loops, of which the outer two say where the inner two begin.

use super::{Listing, Moment, State};
use crate::scan::Step;

pub(super) const LISTING: Listing = Listing(
    "\
incX, incY = steps(w, h)
for oy < incY, for ox < incX
  for y in oy..h by incY
    for x in ox..w by incX
      p = bit(A, ax+x, ay+y)
      q = bit(B, bx+x, by+y)
      if p and q: return hit
return miss",
);

pub(super) fn state(moment: &Moment<'_>, step: Step) -> State {
    let ((x, y), size) = (moment.cell(), moment.pair.size());
    let (step_x, step_y) = (step.along(size.width), step.along(size.height));
    moment
        .of_cell(LISTING)
        .with("incX, incY", step_x)
        .with("incX, incY", step_y)
        .with_named("for oy", "oy", y % step_y)
        .with_named("for oy", "ox", x % step_x)
        .with_named("for y", "y", y)
        .with_named("for x", "x", x)
}
