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

/// The middle row from left to right, then the rest of the middle column from top to bottom.
///
/// ```text
/// . . 5 . .
/// 0 1 2 3 4
/// . . 6 . .
/// ```
pub fn cross(size: Size) -> impl Iterator<Item = (u32, u32)> {
    let (column, row) = middle(size);
    let across = (0..size.width).map(move |x| (x, row));
    across.chain((0..size.height).filter(move |&y| y != row).map(move |y| (column, y)))
}

/// Whether a cell lies on the [`cross`].
pub fn is_on_cross(size: Size, (x, y): (u32, u32)) -> bool {
    let (column, row) = middle(size);
    x == column || y == row
}

/// The middle cell; of two, the left and the upper one.
const fn middle(size: Size) -> (u32, u32) {
    ((size.width - 1) / 2, (size.height - 1) / 2)
}

/// Both diagonals, stretched to the box, from their left and right ends at the top: one cell of each in turn, each once.
///
/// ```text
/// 0 2 . 3 1
/// . 6 4 5 .
/// 8 . . . 7
/// ```
pub fn x(size: Size) -> impl Iterator<Item = (u32, u32)> {
    let last = size.width.max(size.height) - 1;
    (0..=last).flat_map(move |i| {
        let (x, y) = diagonal(size, i);
        let (falling, rising) = ((x, y), (size.width - 1 - x, y));
        // A wide box: the other diagonal crosses this one's column at step `last - i`. A high one: its row, now.
        let (other, meets) =
            if size.width > size.height { (last - i, diagonal(size, last - i).1 == y) } else { (i, falling == rising) };
        let falling = (!meets || i <= other).then_some(falling);
        let rising = (!meets || i < other).then_some(rising);
        falling.into_iter().chain(rising)
    })
}

/// Whether a cell lies on the [`x`].
pub fn is_on_x(size: Size, (x, y): (u32, u32)) -> bool {
    let mirrored = size.width - 1 - x;
    if size.width > size.height {
        [x, mirrored].into_iter().any(|i| diagonal(size, i).1 == y)
    } else {
        [x, mirrored].contains(&diagonal(size, y).0)
    }
}

/// Step `i` along the falling diagonal, of as many steps as the longer side has cells.
fn diagonal(size: Size, i: u32) -> (u32, u32) {
    let steps = u64::from(size.width.max(size.height));
    let along = |side: u32| u32::try_from(u64::from(i) * u64::from(side) / steps).expect("inside the box");
    (along(size.width), along(size.height))
}

/// A cell, then square rings of growing radius around it, each clockwise from its top left, clipped to the box.
///
/// ```text
/// 1 2 3 9      around the cell 0
/// 8 0 4 a
/// 7 6 5 b
/// ```
pub fn rings(size: Size, (x, y): (u32, u32)) -> impl Iterator<Item = (u32, u32)> {
    let radius = x.max(size.width - 1 - x).max(y).max(size.height - 1 - y);
    let (x, y) = (i64::from(x), i64::from(y));
    std::iter::once((x, y)).chain((1..=i64::from(radius)).flat_map(move |r| ring(size, (x, y), r))).map(|(x, y)| {
        let inside = |n: i64| u32::try_from(n).expect("clipped to the box");
        (inside(x), inside(y))
    })
}

/// The cells of one square ring that lie in the box, clockwise from its top left.
fn ring(size: Size, (x, y): (i64, i64), radius: i64) -> impl Iterator<Item = (i64, i64)> {
    let (width, height) = (i64::from(size.width), i64::from(size.height));
    // The part of `from..=to` inside the box, or nothing where the ring's side lies outside it.
    let clip = |side: i64, sides: i64, from: i64, to: i64, length: i64| {
        if (0..sides).contains(&side) { from.max(0)..to.min(length - 1) + 1 } else { 0..0 }
    };
    let (left, right, top, bottom) = (x - radius, x + radius, y - radius, y + radius);
    let along_top = clip(top, height, left, right, width).map(move |x| (x, top));
    let down_right = clip(right, width, top + 1, bottom, height).map(move |y| (right, y));
    let along_bottom = clip(bottom, height, left, right - 1, width).rev().map(move |x| (x, bottom));
    let up_left = clip(left, width, top + 1, bottom - 1, height).rev().map(move |y| (left, y));
    along_top.chain(down_right).chain(along_bottom).chain(up_left)
}

/// Along a Hilbert curve from the top left to the top right of the smallest square of a power of two that holds the
/// box, without the cells outside it.
///
/// ```text
/// 0 1 e f
/// 3 2 d c
/// 4 7 8 b
/// 5 6 9 a
/// ```
#[derive(Clone, Debug)]
pub struct Hilbert {
    size: Size,
    /// Squares still to be walked, the next one last.
    todo: Vec<Square>,
}

/// A part of the curve: a square and the corners at which it is entered and left.
#[derive(Clone, Copy, Debug)]
struct Square {
    x: u32,
    y: u32,
    /// A power of two; more than a `u32` holds for the largest boxes.
    side: u64,
    course: Course,
}

/// From which corner of a square to which the curve runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    TopLeftToTopRight,
    TopLeftToBottomLeft,
    BottomRightToTopRight,
    BottomRightToBottomLeft,
}

impl Course {
    /// The quadrants in the order of the curve, as (right, lower, course).
    const fn quadrants(self) -> [(bool, bool, Self); 4] {
        use Course::{BottomRightToBottomLeft, BottomRightToTopRight, TopLeftToBottomLeft, TopLeftToTopRight};
        match self {
            TopLeftToTopRight => [
                (false, false, TopLeftToBottomLeft),
                (false, true, self),
                (true, true, self),
                (true, false, BottomRightToTopRight),
            ],
            TopLeftToBottomLeft => [
                (false, false, TopLeftToTopRight),
                (true, false, self),
                (true, true, self),
                (false, true, BottomRightToBottomLeft),
            ],
            BottomRightToTopRight => [
                (true, true, BottomRightToBottomLeft),
                (false, true, self),
                (false, false, self),
                (true, false, TopLeftToTopRight),
            ],
            BottomRightToBottomLeft => [
                (true, true, BottomRightToTopRight),
                (true, false, self),
                (false, false, self),
                (false, true, TopLeftToBottomLeft),
            ],
        }
    }
}

impl Hilbert {
    /// The curve through a box of `size`.
    pub fn new(size: Size) -> Self {
        Self { size, todo: vec![Square { x: 0, y: 0, side: Self::side(size), course: Course::TopLeftToTopRight }] }
    }

    /// The side of the square that a box of `size` lies in.
    pub fn side(size: Size) -> u64 {
        u64::from(size.width.max(size.height)).next_power_of_two()
    }

    /// How far along the curve through the whole square a cell of the box lies, counted from 0.
    pub fn index_of(size: Size, (x, y): (u32, u32)) -> u64 {
        let (mut index, mut side, mut course) = (0, Self::side(size), Course::TopLeftToTopRight);
        while side > 1 {
            side /= 2;
            let here = [x, y].map(|at| u64::from(at) & side != 0);
            let quadrants = (0..).zip(course.quadrants());
            let found = quadrants.into_iter().find(|(_, (right, lower, _))| [*right, *lower] == here);
            let (place, (.., inner)) = found.expect("four quadrants, all different");
            (index, course) = (4 * index + place, inner);
        }
        index
    }
}

impl Iterator for Hilbert {
    type Item = (u32, u32);

    fn next(&mut self) -> Option<(u32, u32)> {
        while let Some(Square { x, y, side, course }) = self.todo.pop() {
            if side == 1 {
                return Some((x, y));
            }
            let half = side / 2;
            for (right, lower, course) in course.quadrants().into_iter().rev() {
                let moved = |at: u32, by: bool, end: u32| {
                    let at = u64::from(at) + if by { half } else { 0 };
                    u32::try_from(at).ok().filter(|&at| at < end)
                };
                let place = moved(x, right, self.size.width).zip(moved(y, lower, self.size.height));
                if let Some((x, y)) = place {
                    self.todo.push(Square { x, y, side: half, course });
                }
            }
        }
        None
    }
}

/// `first`, `first + step`, … below `end`.
#[inline]
fn strided(first: u32, end: u32, step: NonZeroU32) -> impl Iterator<Item = u32> {
    (first..end).step_by(step.get() as usize)
}

/// Every `increment`th cell of `order`, then again from its second cell, its third, … : each cell once.
///
/// Costs no more than its visits where the order can skip ([`Spiral`] can), whatever the increment is.
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

/// Rings from the border inwards, each clockwise from its top left; read from the back, the exact reverse.
///
/// ```text
/// 0 1 2 3 4
/// b c d e 5
/// a 9 8 7 6
/// ```
///
/// A ring one cell high is only its top row, one wide only its right column downwards. Skipping ahead costs as much as a
/// step.
#[derive(Clone, Debug)]
pub struct Spiral {
    size: Size,
    front: Place,
    /// Just behind the last cell that is left.
    back: Place,
    left: usize,
}

/// Where a cell lies on a [`Spiral`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingPlace {
    /// Its ring, counted from the border.
    pub ring: u32,
    /// How many cells of the spiral come before it.
    pub index: u64,
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

    /// Where a cell of a box of `size` lies on its spiral.
    pub fn place_of(size: Size, (x, y): (u32, u32)) -> RingPlace {
        let (from_right, from_bottom) = (size.width - 1 - x, size.height - 1 - y);
        let ring = x.min(y).min(from_right).min(from_bottom);
        let inner = Size::new(size.width - 2 * ring, size.height - 2 * ring);
        let (along_x, along_y) = (u64::from(x - ring), u64::from(y - ring));
        let (width, height) = (u64::from(inner.width), u64::from(inner.height));
        let along = if y == ring {
            along_x
        } else if from_right == ring {
            width - 1 + along_y
        } else if from_bottom == ring {
            width - 1 + height - 1 + (width - 1 - along_x)
        } else {
            2 * (width - 1) + (height - 1) + (height - 1 - along_y)
        };
        RingPlace { ring, index: size.area() - inner.area() + along }
    }

    /// How many cells lie on the rings around ring `ring`.
    fn cells_before(&self, ring: u32) -> usize {
        let inner = [self.size.width, self.size.height].map(|side| side.saturating_sub(2 * ring) as usize);
        self.size.width as usize * self.size.height as usize - inner[0] * inner[1]
    }

    /// The place that so many cells of the whole spiral come before.
    ///
    /// Around ring r lie 2r(w + h) - 4r² cells. Solved for r:
    fn place(&self, index: usize) -> Place {
        let sides = u64::from(self.size.width) + u64::from(self.size.height);
        let square = sides.checked_mul(sides).expect("sides of at most 2^31 cells") - 4 * index as u64;
        let root = square.isqrt() + u64::from(square.isqrt().pow(2) < square);
        let last = self.size.width.min(self.size.height).div_ceil(2) - 1;
        let ring = u32::try_from((sides - root) / 4).map_or(last, |ring| ring.min(last));
        Place { ring, along: index - self.cells_before(ring) }
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
        if skipped < self.ring_length(self.front.ring) {
            self.front.along += skipped;
        } else {
            self.front = self.place(self.cells_before(self.front.ring) + self.front.along + skipped);
        }
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
        if steps > self.size.width as usize {
            let behind = self.cells_before(self.back.ring) + self.back.along;
            self.back = self.place(behind - steps);
            steps = 0;
        }
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
    fn long_skips_from_both_ends_meet_every_cell() {
        for (width, height) in [(64, 64), (65, 63), (1, 200), (200, 1), (2, 150), (150, 2), (3, 99), (33, 70)] {
            let spiral = Spiral::new(Size::new(width, height));
            let cells: Vec<_> = spiral.clone().collect();
            for step in [2, 3, 62, 63, 64, 127, 128, 129, 130, 300, 1_000, 2_047, 4_000, 5_000] {
                for first in [0, 1, 5, 130] {
                    let found: Vec<_> = spiral.clone().skip(first).step_by(step).collect();
                    let expected: Vec<_> = cells.iter().copied().skip(first).step_by(step).collect();
                    assert_eq!(found, expected, "{width} x {height}, from {first} by {step}");
                    let found: Vec<_> = spiral.clone().rev().skip(first).step_by(step).collect();
                    let expected: Vec<_> = cells.iter().rev().copied().skip(first).step_by(step).collect();
                    assert_eq!(found, expected, "{width} x {height}, backwards from {first} by {step}");
                }
            }
        }
    }

    #[test]
    fn cells_know_their_places_along_spiral_and_curve() {
        for size in sizes() {
            for (index, cell) in (0..).zip(Spiral::new(size)) {
                assert_eq!(Spiral::place_of(size, cell).index, index, "{cell:?} of {size}");
            }
            let indices: Vec<_> = Hilbert::new(size).map(|cell| Hilbert::index_of(size, cell)).collect();
            assert!(indices.is_sorted_by(|one, next| one < next), "{size}: {indices:?}");
            let square = Hilbert::side(size) * Hilbert::side(size);
            assert!(indices.iter().all(|&index| index < square));
        }
    }

    /// Every order that visits each cell of the box once.
    fn assert_takes_each_cell_once(size: Size, order: impl Iterator<Item = (u32, u32)>) {
        let mut cells: Vec<_> = order.collect();
        assert_eq!(cells.len() as u64, size.area(), "{size}");
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len() as u64, size.area(), "{size}: a cell comes twice");
    }

    #[test]
    fn curves_and_rings_take_every_cell_once() {
        for size in sizes() {
            assert_takes_each_cell_once(size, Hilbert::new(size));
            for start in rows(size) {
                assert_takes_each_cell_once(size, rings(size, start));
            }
        }
    }

    #[test]
    fn a_shape_holds_what_its_test_says_and_no_cell_twice() {
        for size in sizes() {
            let on_cross: Vec<_> = rows(size).filter(|&cell| is_on_cross(size, cell)).collect();
            let on_x: Vec<_> = rows(size).filter(|&cell| is_on_x(size, cell)).collect();
            for (mut order, expected) in [(cross(size).collect::<Vec<_>>(), on_cross), (x(size).collect(), on_x)] {
                order.sort_unstable_by_key(|&(x, y)| (y, x));
                assert_eq!(order, expected, "{size}");
            }
        }
    }

    #[test]
    fn neighbours_along_the_curve_are_neighbours_in_a_square() {
        for side in [1, 2, 4, 8, 16] {
            let cells: Vec<_> = Hilbert::new(Size::new(side, side)).collect();
            assert!(cells.windows(2).all(|pair| pair[0].0.abs_diff(pair[1].0) + pair[0].1.abs_diff(pair[1].1) == 1));
            assert_eq!((cells[0], cells[cells.len() - 1]), ((0, 0), (side - 1, 0)));
        }
    }

    #[test]
    fn an_increment_takes_every_cell_once() {
        for (size, increment) in sizes().flat_map(|size| [1, 2, 5, 100].map(|increment| (size, increment))) {
            let increment = NonZeroU32::new(increment).expect("not zero");
            assert_takes_each_cell_once(size, with_increment(Spiral::new(size), increment));
        }
    }
}
