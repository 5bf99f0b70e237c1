//! What the two strategies that walk the spiral have in common.

use std::num::NonZeroU32;

use super::{Listing, Moment, State};
use crate::{
    scan::walk::{RingPlace, Spiral},
    words::thousands,
};

/// Where the visited cell lies on the spiral inwards.
pub(super) fn place(moment: &Moment<'_>) -> RingPlace {
    Spiral::place_of(moment.pair.size(), moment.cell())
}

/// The state at the visit of the `i`th cell of a strategy's own sequence.
pub(super) fn state(moment: &Moment<'_>, listing: Listing, i: u64, increment: NonZeroU32) -> State {
    let (x, y) = moment.cell();
    let state = moment
        .of_cell(listing)
        .with_named("for i", "i", thousands(i))
        .with_named("x, y =", "ring", place(moment).ring)
        .with_named("x, y =", "x", x)
        .with_named("x, y =", "y", y);
    if increment == NonZeroU32::MIN {
        return state;
    }
    let first = i % u64::from(increment.get());
    state.with_named("for first", "s", increment).with_named("for first", "first", first)
}
