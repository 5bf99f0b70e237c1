//! Visit orders as iterators of cells `(x, y)`, local to the overlap box.
//!
//! An order knows no mask: what is found along it is the strategy's affair.

use std::num::NonZeroU32;

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

/// The cells whose column and row are multiples of `every`, row by row.
///
/// ```text
/// 0 . 1 .      every 2
/// . . . .
/// 2 . 3 .
/// ```
#[inline]
pub fn lattice(size: Size, every: NonZeroU32) -> impl Iterator<Item = (u32, u32)> {
    strided(0, size.height, every).flat_map(move |y| strided(0, size.width, every).map(move |x| (x, y)))
}

/// Every `step_x`th cell of every `step_y`th row, then the same again from one column further right, and when all
/// columns have been first, from one row further down: each cell once.
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
fn strided(first: u32, end: u32, step: NonZeroU32) -> impl Iterator<Item = u32> {
    (first..end).step_by(step.get() as usize)
}

/// Every `increment`th cell of `order`, then again from its second cell, its third, … : each cell once.
///
/// Costs no more than its visits where the order can skip ([`Spiral`] can).
pub fn with_increment<I>(order: I, increment: NonZeroU32) -> impl Iterator<Item = (u32, u32)>
where
    I: ExactSizeIterator<Item = (u32, u32)> + Clone,
{
    let step = increment.get() as usize;
    (0..step.min(order.len())).flat_map(move |first| order.clone().skip(first).step_by(step))
}

/// Rings from the border inwards, each clockwise from its top left; read from the back, the exact reverse.
///
/// ```text
/// 0 1 2 3 4
/// b c d e 5
/// a 9 8 7 6
/// ```
///
/// A ring one cell high is only its top row, one wide only its right column downwards. Skipping ahead costs a step
/// per ring, not per cell.
#[derive(Clone, Debug)]
pub struct Spiral {
    size: Size,
    front: Place,
    /// Just behind the last cell that is left.
    back: Place,
    left: usize,
}

/// A place on the spiral: a ring, counted from the border, and a place along it, which may run past the ring's end.
#[derive(Clone, Copy, Debug)]
struct Place {
    ring: u32,
    along: usize,
}

impl Spiral {
    /// The spiral through a box of `size`.
    ///
    /// # Panics
    /// When the box has more cells than memory has bytes.
    pub fn new(size: Size) -> Self {
        let rings = size.width.min(size.height).div_ceil(2);
        let left = usize::try_from(size.area()).expect("a box that memory could hold");
        Self { size, front: Place { ring: 0, along: 0 }, back: Place { ring: rings, along: 0 }, left }
    }

    /// Columns and rows of the box that ring `ring` bounds.
    #[inline]
    const fn ring_size(&self, ring: u32) -> (u32, u32) {
        (self.size.width - 2 * ring, self.size.height - 2 * ring)
    }

    /// How many cells ring `ring` has.
    #[inline]
    fn ring_length(&self, ring: u32) -> usize {
        let (width, height) = self.ring_size(ring);
        let (width, height) = (width as usize, height as usize);
        if width == 1 || height == 1 { width.max(height) } else { 2 * (width + height) - 4 }
    }

    /// The cell at `place`, which lies on its ring.
    #[inline]
    fn cell(&self, place: Place) -> (u32, u32) {
        let (width, height) = self.ring_size(place.ring);
        let along = u32::try_from(place.along).expect("a ring of at most 2^32 cells");
        let (left, top) = (place.ring, place.ring);
        let (right, bottom) = (left + (width - 1), top + (height - 1));
        if width == 1 {
            (left, top + along)
        } else if along < width {
            (left + along, top)
        } else if along < width + (height - 1) {
            (right, top + 1 + (along - width))
        } else if along < 2 * width + height - 2 {
            (right - 1 - (along - width - (height - 1)), bottom)
        } else {
            (left, bottom - 1 - (along - (2 * width + height - 2)))
        }
    }
}

impl Iterator for Spiral {
    type Item = (u32, u32);

    #[inline]
    fn next(&mut self) -> Option<(u32, u32)> {
        self.nth(0)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    #[inline]
    fn nth(&mut self, skipped: usize) -> Option<(u32, u32)> {
        if skipped >= self.left {
            self.left = 0;
            return None;
        }
        self.left -= skipped + 1;
        self.front.along += skipped;
        while self.front.along >= self.ring_length(self.front.ring) {
            self.front.along -= self.ring_length(self.front.ring);
            self.front.ring += 1;
        }
        let cell = self.cell(self.front);
        self.front.along += 1;
        Some(cell)
    }
}

impl DoubleEndedIterator for Spiral {
    #[inline]
    fn next_back(&mut self) -> Option<(u32, u32)> {
        self.nth_back(0)
    }

    #[inline]
    fn nth_back(&mut self, skipped: usize) -> Option<(u32, u32)> {
        if skipped >= self.left {
            self.left = 0;
            return None;
        }
        self.left -= skipped + 1;
        let mut steps = skipped + 1;
        while self.back.along < steps {
            steps -= self.back.along;
            self.back.ring -= 1;
            self.back.along = self.ring_length(self.back.ring);
        }
        self.back.along -= steps;
        Some(self.cell(self.back))
    }
}

impl ExactSizeIterator for Spiral {}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes() -> impl Iterator<Item = Size> {
        (1..8).flat_map(|width| (1..8).map(move |height| Size::new(width, height)))
    }

    #[test]
    fn the_spiral_backwards_is_the_spiral_reversed() {
        for size in sizes() {
            let forwards: Vec<_> = Spiral::new(size).collect();
            let mut backwards: Vec<_> = Spiral::new(size).rev().collect();
            backwards.reverse();
            assert_eq!(forwards, backwards, "{size}");
        }
    }

    #[test]
    fn skipping_along_the_spiral_is_stepping_along_it() {
        for size in sizes() {
            let cells: Vec<_> = Spiral::new(size).collect();
            for skipped in 0..cells.len() + 2 {
                assert_eq!(Spiral::new(size).nth(skipped), cells.get(skipped).copied(), "{size}");
                assert_eq!(Spiral::new(size).nth_back(skipped), cells.iter().rev().nth(skipped).copied(), "{size}");
            }
        }
    }

    #[test]
    fn an_increment_takes_every_cell_once() {
        for (size, increment) in sizes().flat_map(|size| [1, 2, 5, 100].map(|increment| (size, increment))) {
            let increment = NonZeroU32::new(increment).expect("not zero");
            let mut cells: Vec<_> = with_increment(Spiral::new(size), increment).collect();
            assert_eq!(cells.len() as u64, size.area());
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len() as u64, size.area());
        }
    }
}
