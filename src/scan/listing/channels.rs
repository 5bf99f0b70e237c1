//! The sweep over the whole area, and the bounds it gathers.

use std::cmp::Ordering;

use super::{Listing, Moment, State};
use crate::{
    geom::{Cell, IntRect, Size},
    scan::{Channels, Pair, Visit, channels},
    words::located,
};

pub(super) const LISTING: Listing = Listing(
    "\
for y in area
  for x in area
    red = A's alpha reaches
    green = B's alpha reaches
    if both: widen bounds
if bounds: return hit
return miss",
);

/// The bounds so far are worked out anew at each visit: only in areas of at most so many cells.
const GATHERED_CELLS: u64 = 1 << 20;

pub(super) fn state(moment: &Moment<'_>, channels: Channels) -> State {
    let (pair, visit) = (moment.pair, moment.visit);
    let cell = Cell::new(visit.x.into(), visit.y.into());
    let red = pair.mask_a().get_cell(cell - pair.local_box_a().origin());
    let green = pair.mask_b().get_cell(cell - pair.local_box_b().origin());
    let area = channels::area(pair, channels);
    let is_last = (cell.x + 1, cell.y + 1) == (area.right(), area.bottom());
    let current = if is_last { "if bounds" } else { "if both" };
    let mut state = State::at(LISTING, current)
        .with_named("for y", "y", visit.y)
        .with_named("for x", "x", visit.x)
        .with("red =", u8::from(red))
        .with("green =", u8::from(green));
    if pair.size().area() <= GATHERED_CELLS {
        let bounds = gathered(pair, cell).map_or_else(|| "no bounds".to_owned(), located);
        state = state.with("if both", bounds);
    }
    state = state.answering("if both", red && green);
    if is_last { state.answering("if bounds", moment.hit.is_some()) } else { state }
}

/// The bounds of what both masks share in the rows before `last` and in its own row up to it.
fn gathered(pair: &Pair<'_>, last: Cell) -> Option<IntRect> {
    let Size { width, height } = pair.size();
    let columns_of = |y: u32| match last.y.cmp(&y.into()) {
        Ordering::Less => 0,
        Ordering::Equal => u32::try_from((last.x + 1).clamp(0, width.into())).unwrap_or(width),
        Ordering::Greater => width,
    };
    (0..height).filter_map(|y| shared_in_row(pair, y, columns_of(y))).reduce(IntRect::union)
}

/// The bounds of what both masks share in the first `columns` columns of row `y`.
fn shared_in_row(pair: &Pair<'_>, y: u32, columns: u32) -> Option<IntRect> {
    let words = (0..columns).step_by(64).map(|x| Visit { width: (columns - x).min(64), ..Visit::cell(x, y) });
    words
        .filter_map(|word| {
            let bits = pair.shared_bits(word);
            let cell = |bit: u32| Cell::new(i64::from(word.x) + i64::from(bit), y.into());
            (bits != 0).then(|| IntRect::spanning(cell(bits.trailing_zeros()), cell(bits.ilog2())))
        })
        .reduce(IntRect::union)
}
