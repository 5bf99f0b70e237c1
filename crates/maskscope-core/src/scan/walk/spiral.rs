//! A spiral through a box.

use crate::geom::Size;

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
    front: SpiralPlace,
    /// Just behind the last remaining cell.
    back: SpiralPlace,
    left: usize,
}

/// Position of a cell on a [`Spiral`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingPlace {
    /// Its ring, counted from the border.
    pub ring: u32,
    /// The number of cells before it on the spiral.
    pub index: u64,
}

/// A position on the spiral: a ring, counted from the border, and an index along it, which may run past the ring's end.
#[derive(Clone, Copy, Debug)]
struct SpiralPlace {
    ring: u32,
    along: usize,
}

impl Spiral {
    /// The spiral through a box of `size`.
    ///
    /// # Panics
    /// If the box has more cells than memory has bytes.
    pub fn new(size: Size) -> Self {
        let rings = size.width.min(size.height).div_ceil(2);
        let left = usize::try_from(size.area()).expect("a box that memory could hold");
        Self { size, front: SpiralPlace { ring: 0, along: 0 }, back: SpiralPlace { ring: rings, along: 0 }, left }
    }

    /// The position of a cell of a box of `size` on its spiral.
    ///
    /// # Panics
    /// If the cell lies outside the box, where overflow is checked.
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

    /// The number of cells on the rings around ring `ring`.
    fn cells_before(&self, ring: u32) -> usize {
        let inner = [self.size.width, self.size.height].map(|side| side.saturating_sub(2 * ring) as usize);
        self.size.width as usize * self.size.height as usize - inner[0] * inner[1]
    }

    /// The position of the cell with number `index` along the whole spiral, from 0.
    ///
    /// Around ring r lie 2r(w + h) - 4r² cells. Solved for r:
    fn place(&self, index: usize) -> SpiralPlace {
        let sides = u64::from(self.size.width) + u64::from(self.size.height);
        let square = sides.checked_mul(sides).expect("sides of at most 2^31 cells") - 4 * index as u64;
        let root = square.isqrt() + u64::from(square.isqrt().pow(2) < square);
        let last = self.size.width.min(self.size.height).div_ceil(2) - 1;
        let ring = u32::try_from((sides - root) / 4).map_or(last, |ring| ring.min(last));
        SpiralPlace { ring, along: index - self.cells_before(ring) }
    }

    /// Columns and rows of the box that ring `ring` bounds.
    #[inline]
    const fn ring_size(&self, ring: u32) -> (u32, u32) {
        (self.size.width - 2 * ring, self.size.height - 2 * ring)
    }

    /// The number of cells of ring `ring`.
    #[inline]
    fn ring_length(&self, ring: u32) -> usize {
        let (width, height) = self.ring_size(ring);
        let (width, height) = (width as usize, height as usize);
        if width == 1 || height == 1 { width.max(height) } else { 2 * (width + height) - 4 }
    }

    /// The cell at `place`, which lies on its ring.
    #[inline]
    fn cell(&self, place: SpiralPlace) -> (u32, u32) {
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
    use crate::scan::walk::small_sizes;

    #[test]
    fn the_spiral_backwards_is_the_spiral_reversed() {
        for size in small_sizes() {
            let forwards: Vec<_> = Spiral::new(size).collect();
            let mut backwards: Vec<_> = Spiral::new(size).rev().collect();
            backwards.reverse();
            assert_eq!(forwards, backwards, "{size}");
        }
    }

    #[test]
    fn skipping_along_the_spiral_is_stepping_along_it() {
        for size in small_sizes() {
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
    fn cells_know_their_places_along_the_spiral() {
        for size in small_sizes() {
            for (index, cell) in (0..).zip(Spiral::new(size)) {
                assert_eq!(Spiral::place_of(size, cell).index, index, "{cell:?} of {size}");
            }
        }
    }
}
