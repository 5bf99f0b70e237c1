//! The stripes that a run of columns lies in, and its bits in one row.

use super::{Listing, Moment, State};
use crate::scan::StripeWidth;

pub(super) const LISTING: Listing = Listing(
    "\
for run x..x+n in both stripes
  i = (ax+x) / stripe
  j = (bx+x) / stripe
  for y in 0..h
    a = n bits of A from x
    b = n bits of B from x
    if a & b: return hit
return miss",
);

pub(super) fn state(moment: &Moment<'_>, stripe: StripeWidth) -> State {
    let (pair, (x, y), width) = (moment.pair, moment.cell(), moment.visit.width);
    let ((ax, ay), (bx, by)) = (pair.in_a(x, y), pair.in_b(x, y));
    let inside = u64::MAX >> (64 - width);
    let a = pair.mask_a().bits_from(ax.into(), ay) & inside;
    let b = pair.mask_b().bits_from(bx.into(), by) & inside;
    State::at(LISTING, "if a & b")
        .with_named("for run", "x", x)
        .with_named("for run", "n", width)
        .with("i =", ax / stripe.columns())
        .with("j =", bx / stripe.columns())
        .with_named("for y", "y", y)
        .with("a =", format!("{a:#X}"))
        .with("b =", format!("{b:#X}"))
        .with("if a & b", format!("{:#X}", a & b))
        .answering("if a & b", a & b != 0)
}
