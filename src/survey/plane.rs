//! A value for each place of a grid.

use super::Square;
use crate::{geom::Size, memory::claim};

/// A value for each place of a grid, row by row.
#[derive(Debug, PartialEq, Eq)]
pub struct Plane<T> {
    size: Size,
    values: Vec<T>,
}

impl<T: Copy> Plane<T> {
    /// A grid of `size` with the same value everywhere.
    pub fn new(size: Size, value: T) -> Self {
        Self { size, values: vec![value; claimed::<T>(size)] }
    }

    /// A grid of `size` whose value at `(x, y)` is `value(x, y)`.
    pub fn from_fn(size: Size, mut value: impl FnMut(u32, u32) -> T) -> Self {
        let mut values = Vec::with_capacity(claimed::<T>(size));
        for y in 0..size.height {
            values.extend((0..size.width).map(|x| value(x, y)));
        }
        Self { size, values }
    }

    /// A plane of these values, row by row.
    ///
    /// # Panics
    /// If there are not as many as `size` has places.
    pub(super) fn of_rows(size: Size, values: Vec<T>) -> Self {
        assert_eq!(values.len() as u64, size.area(), "as many values as {size}");
        Self { size, values }
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The value at column `x` and row `y`; `None` outside the grid.
    pub fn get(&self, x: u32, y: u32) -> Option<T> {
        (x < self.size.width && y < self.size.height).then(|| self.at(x, y))
    }

    /// The value at column `x` and row `y`, which must lie in the grid.
    ///
    /// # Panics
    /// Where it lies below the grid.
    pub fn at(&self, x: u32, y: u32) -> T {
        debug_assert!(x < self.size.width, "column {x} of {}", self.size);
        self.values[self.start(y) + index(x.into())]
    }

    /// All values, row by row.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.values.chunks_exact(index(self.size.width.into()).max(1))
    }

    /// Paints a square; what lies beyond the grid is left out.
    pub(super) fn paint(&mut self, square: Square, value: T) {
        let end = |at: u32, side: u32| at.saturating_add(square.side).min(side);
        let columns = index(square.x.into())..index(end(square.x, self.size.width).into());
        for y in square.y..end(square.y, self.size.height) {
            let start = self.start(y);
            self.values[start + columns.start..start + columns.end].fill(value);
        }
    }

    /// Where row `y` begins.
    fn start(&self, y: u32) -> usize {
        index(u64::from(y) * u64::from(self.size.width))
    }
}

impl<T: Clone> Clone for Plane<T> {
    fn clone(&self) -> Self {
        claimed::<T>(self.size);
        Self { size: self.size, values: self.values.clone() }
    }
}

/// How many places a grid of `size` has; there is memory for a value in each.
fn claimed<T>(size: Size) -> usize {
    let bytes = size.area() * size_of::<T>() as u64;
    claim(bytes, "smaller images or fewer scans (--scan) take less", format_args!("a survey of {size} placements"));
    index(size.area())
}

/// A count as an index.
fn index(n: u64) -> usize {
    usize::try_from(n).expect("places of a grid in memory")
}
