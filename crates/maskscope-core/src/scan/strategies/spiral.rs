//! Common parts of the strategies that walk a spiral, with or without an increment.

use super::prelude::*;

pub(super) const PARAMETERS: Parameters = Parameters {
    named: &[("increment", Some(1))],
    expected: "an increment from 1 on",
    most: 1,
    examples: &["3", "5"],
    default_is_shown: false,
};

/// Visits `spiral`, or with an increment of n every nth cell of it, then again from the next one.
#[inline]
pub(super) fn run<P: Probe, I>(pair: &Pair<'_>, spiral: I, increment: NonZeroU32, probe: &mut P) -> Option<Hit>
where
    I: ExactSizeIterator<Item = (u32, u32)> + Clone,
{
    if increment == NonZeroU32::MIN {
        return pair.first_shared(spiral, probe);
    }
    pair.first_shared(walk::with_increment(spiral, increment), probe)
}

/// The idea of `about`, or with an increment of n the same for every nth cell of the rings, those at `first` before
/// others.
pub(super) fn idea(about: &About, increment: NonZeroU32, first: &str) -> String {
    if increment == NonZeroU32::MIN {
        return about.idea.to_owned();
    }
    let every = ordinal(increment.get().into());
    format!("Reads every {every} cell of the rings, {first} first, then the cells after them.")
}

/// The field of the increment.
pub(super) fn fields<S: 'static>(increment: NonZeroU32, with: fn(NonZeroU32) -> S) -> Vec<Field<S>> {
    vec![Field::count(
        "increment",
        "",
        "Takes every nth cell of the spiral, then again from the next one.",
        increment,
        with,
    )]
}

/// Position of the visited cell on the spiral inwards.
pub(super) fn place(context: &VisitContext<'_>) -> walk::RingPlace {
    walk::Spiral::place_of(context.pair.size(), context.cell())
}

/// The state at the visit of the `i`th cell of a strategy's own sequence.
pub(super) fn state(context: &VisitContext<'_>, listing: Listing, i: u64, increment: NonZeroU32) -> State {
    let (x, y) = context.cell();
    let state = context
        .of_cell(listing)
        .with_named("for i", "i", thousands(i))
        .with_named("x, y =", "ring", place(context).ring)
        .with_named("x, y =", "x", x)
        .with_named("x, y =", "y", y);
    if increment == NonZeroU32::MIN {
        return state;
    }
    let first = i % u64::from(increment.get());
    state.with_named("for first", "s", increment).with_named("for first", "first", first)
}
