//! The order in which places are asked about.

use crate::geom::Size;

/// The order in which the places of a grid are asked about: every 16th in both directions, of large grids every 32nd, 64th
/// and so on, then half as far apart in each pass, each place once.
///
/// ```text
/// 0 5 1 6      every 2nd, then the rest: a picture is whole after its first few places, and then grows sharper
/// 7 8 9 a
/// 2 b 3 c
/// ```
///
/// The order is a formula: nothing is kept, and a survey can stop and go on at any rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sweep {
    size: Size,
    /// The distance between the places of the first pass.
    coarsest: u32,
}

/// A place of a grid, and the square for which its value stands until finer ones come: it is its top left place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    /// Column.
    pub x: u32,
    /// Row.
    pub y: u32,
    /// Places along a side of the square.
    pub side: u32,
}

impl Sweep {
    /// The most places of the first pass.
    const FIRST_PASS: u64 = 2_048;

    /// The order in a grid of `size`.
    pub fn over(size: Size) -> Self {
        let mut sweep = Self { size, coarsest: 16 };
        while sweep.lattice(sweep.coarsest).area() > Self::FIRST_PASS {
            sweep.coarsest *= 2;
        }
        sweep
    }

    /// Row by row in a grid of `size`, each place at once: for answers that need the ones before.
    pub const fn row_by_row(size: Size) -> Self {
        Self { size, coarsest: 1 }
    }

    /// The number of places.
    pub(super) fn len(self) -> u64 {
        self.size.area()
    }

    /// The place of rank `rank`, from 0; `None` beyond the last.
    pub fn place(self, rank: u64) -> Option<Square> {
        let side = self.steps().find(|&side| rank < self.lattice(side).area())?;
        let columns = self.lattice(side).width;
        let (x, y) = match self.before(side) {
            0 => divided(rank, columns.into()),
            before => {
                // Of each even row only the odd columns are new; of each odd row all columns are.
                let new_in_even = columns / 2;
                let (in_pair, pair) = divided(rank - before, u64::from(new_in_even) + u64::from(columns));
                match in_pair.checked_sub(new_in_even) {
                    None => (2 * in_pair + 1, 2 * pair),
                    Some(column) => (column, 2 * pair + 1),
                }
            }
        };
        Some(Square { x: x * side, y: y * side, side })
    }

    /// The rank of the place in column `x` and row `y`, which must lie in the grid.
    pub fn rank(self, x: u32, y: u32) -> u64 {
        let is_multiple = |side: &u32| x.is_multiple_of(*side) && y.is_multiple_of(*side);
        let side = self.steps().find(is_multiple).unwrap_or(1);
        let (x, y) = (u64::from(x / side), u64::from(y / side));
        let columns = u64::from(self.lattice(side).width);
        let new_in_even = columns / 2;
        match self.before(side) {
            0 => y * columns + x,
            before => {
                let pair = before + y / 2 * (new_in_even + columns);
                if y.is_multiple_of(2) { pair + x / 2 } else { pair + new_in_even + x }
            }
        }
    }

    /// The distances between the places of each pass.
    fn steps(self) -> impl Iterator<Item = u32> {
        (0..=self.coarsest.ilog2()).rev().map(|power| 1 << power)
    }

    /// Columns and rows of the places `side` apart.
    const fn lattice(self, side: u32) -> Size {
        Size::new(self.size.width.div_ceil(side), self.size.height.div_ceil(side))
    }

    /// The number of places that come before those `side` apart.
    fn before(self, side: u32) -> u64 {
        if side == self.coarsest { 0 } else { self.lattice(2 * side).area() }
    }
}

/// The remainder and the quotient, both small.
fn divided(n: u64, by: u64) -> (u32, u32) {
    let small = |n: u64| u32::try_from(n).expect("a column or a row of a grid");
    (small(n % by), small(n / by))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_place_comes_once_coarse_ones_first() {
        for (width, height) in
            [(1, 1), (1, 40), (40, 1), (2, 2), (16, 16), (17, 33), (15, 31), (32, 3), (127, 5), (1_500, 900)]
        {
            let sweep = Sweep::over(Size::new(width, height));
            let places: Vec<_> = (0..sweep.len()).filter_map(|rank| sweep.place(rank)).collect();
            let seen: HashSet<_> = places.iter().map(|place| (place.x, place.y)).collect();
            assert_eq!(seen.len() as u64, u64::from(width * height), "{width} × {height}");
            assert!(seen.iter().all(|&(x, y)| x < width && y < height));
            assert!(places.is_sorted_by(|one, next| one.side >= next.side), "{width} × {height}");
            assert_eq!(sweep.place(sweep.len()), None);
            for (rank, place) in places.iter().enumerate() {
                assert_eq!(sweep.rank(place.x, place.y), rank as u64);
            }
        }
        assert_eq!(Sweep::over(Size::default()).place(0), None);
    }

    #[test]
    fn row_by_row_is_as_one_reads() {
        let sweep = Sweep::row_by_row(Size::new(40, 3));
        for rank in 0..sweep.len() {
            let (x, y) = divided(rank, 40);
            assert_eq!(sweep.place(rank), Some(Square { x, y, side: 1 }));
            assert_eq!(sweep.rank(x, y), rank);
        }
        assert_eq!(sweep.place(sweep.len()), None);
    }

    #[test]
    fn the_picture_in_the_documentation_is_right() {
        let sweep = Sweep::over(Size::new(4, 3));
        let ranks: Vec<Vec<u64>> = (0..3).map(|y| (0..4).map(|x| sweep.rank(x, y)).collect()).collect();
        assert_eq!(ranks, [[0, 4, 1, 5], [6, 7, 8, 9], [2, 10, 3, 11]]);
    }
}
