//! Visit orders as iterators of cells `(x, y)`, local to the overlap box.
//!
//! An order does not know any mask: strategies read the masks along it.

mod segment;
mod spiral;

use std::num::NonZeroU32;

pub use segment::{Segment, Way, column_segments, row_segments, spiral_segments};
pub use spiral::{RingPlace, Spiral};

use crate::geom::Size;

/// Row by row from the top, each from left to right.
///
/// ```text
/// 0 1 2
/// 3 4 5
/// ```
#[inline]
pub fn rows(size: Size) -> impl Iterator<Item = (u32, u32)> {
    (0..size.height).flat_map(move |y| (0..size.width).map(move |x| (x, y)))
}

/// Column by column from the left, each from top to bottom.
///
/// ```text
/// 0 2 4
/// 1 3 5
/// ```
#[inline]
pub fn columns(size: Size) -> impl Iterator<Item = (u32, u32)> {
    (0..size.width).flat_map(move |x| (0..size.height).map(move |y| (x, y)))
}

/// Every `step_x`th cell of every `step_y`th row, then the same from one column further right, and when all columns
/// have been first, from one row further down: each cell once.
///
/// ```text
/// 0 4 1 5      step_x 2, step_y 2
/// 8 a 9 b
/// 2 6 3 7
/// ```
#[inline]
pub fn incremental(size: Size, step_x: NonZeroU32, step_y: NonZeroU32) -> impl Iterator<Item = (u32, u32)> {
    let first_rows = 0..step_y.get().min(size.height);
    first_rows.flat_map(move |first_y| {
        let first_columns = 0..step_x.get().min(size.width);
        first_columns.flat_map(move |first_x| {
            strided(first_y, size.height, step_y)
                .flat_map(move |y| strided(first_x, size.width, step_x).map(move |x| (x, y)))
        })
    })
}

/// `first`, `first + step`, … below `end`.
#[inline]
pub(super) fn strided(first: u32, end: u32, step: NonZeroU32) -> impl Iterator<Item = u32> {
    (first..end).step_by(step.get() as usize)
}

/// Every `increment`th cell of `order`, then again from its second cell, its third, … : each cell once.
///
/// Costs no more than its visits if the order can skip ([`Spiral`] can), whatever the increment is.
pub fn with_increment<I>(order: I, increment: NonZeroU32) -> impl Iterator<Item = (u32, u32)>
where
    I: ExactSizeIterator<Item = (u32, u32)> + Clone,
{
    let step = increment.get() as usize;
    let mut starts = order;
    (0..step.min(starts.len())).flat_map(move |_| {
        let from = starts.clone();
        starts.next();
        from.step_by(step)
    })
}

/// Sizes of up to 7 × 7, for tests of orders.
#[cfg(test)]
pub(super) fn small_sizes() -> impl Iterator<Item = Size> {
    (1..8).flat_map(|width| (1..8).map(move |height| Size::new(width, height)))
}

/// Asserts that an order visits each cell of the box once.
#[cfg(test)]
pub(super) fn assert_takes_each_cell_once(size: Size, order: impl Iterator<Item = (u32, u32)>) {
    let mut cells: Vec<_> = order.collect();
    assert_eq!(cells.len() as u64, size.area(), "{size}");
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(cells.len() as u64, size.area(), "{size}: a cell comes twice");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_increment_takes_every_cell_once() {
        for (size, increment) in small_sizes().flat_map(|size| [1, 2, 5, 100].map(|increment| (size, increment))) {
            let increment = NonZeroU32::new(increment).expect("not zero");
            assert_takes_each_cell_once(size, with_increment(Spiral::new(size), increment));
        }
    }
}
