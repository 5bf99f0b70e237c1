//! Common parts of the strategies that visit a shape first, and then the rest of the box row by row.

use super::prelude::*;

pub(super) const PARAMETERS: Parameters = Parameters {
    named: &[("revisit", None)],
    expected: "revisit",
    most: 1,
    examples: &["revisit"],
    default_is_shown: false,
};

/// Visits `shape`, then row by row all cells that are not on it, or with `revisit` all cells.
#[inline]
pub(super) fn run<P: Probe>(
    pair: &Pair<'_>,
    shape: impl Iterator<Item = (u32, u32)>,
    is_on_shape: impl Fn((u32, u32)) -> bool,
    revisit: bool,
    probe: &mut P,
) -> Option<Hit> {
    pair.first_shared(shape, probe).or_else(|| {
        let rest = walk::rows(pair.size()).filter(|&cell| revisit || !is_on_shape(cell));
        pair.first_shared(rest, probe)
    })
}

/// The field of `revisit`; `switched` is the strategy with the other value.
pub(super) fn fields<S>(revisit: bool, switched: S) -> Vec<Field<S>> {
    let help = "The following sweep reads the shape's cells again.";
    vec![Field::Switch { name: "revisit", help, is_on: revisit, switched }]
}

/// The state of a strategy whose first `cells` visits follow the shape called `name`.
pub(super) fn state(context: &VisitContext<'_>, listing: Listing, name: &str, cells: usize) -> State {
    let (x, y) = context.cell();
    let part = if context.rank < cells as u64 { name } else { "rest" };
    context.of_cell(listing).with("order", part).with_named("for x", "x", x).with_named("for x", "y", y)
}
