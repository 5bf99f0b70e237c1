//! Rows as runs of set pixels: one after another, as a count, and as a list of all.

use std::ops::Range;

use crate::geom::Cell;
use crate::mask::{Mask, bits::index};

/// The runs of one row, from left to right: maximal ranges of set pixels.
///
/// ```text
/// . # # . #      1..3, 4..5
/// ```
#[derive(Clone, Debug)]
pub struct Runs<'a> {
    /// Pixels of the current word that are still to come.
    bits: u64,
    /// The column of its first pixel.
    column: u32,
    /// The words to the right of it.
    rest: &'a [u64],
}

/// Every run of a mask, with both its edges as mapped by `place`: to a column, or to an index in another grid.
#[derive(Debug)]
pub(in crate::mask) struct RunList {
    /// Index in the list of each row's first run, and of the end of the last row's.
    rows: Vec<usize>,
    runs: Vec<(usize, usize)>,
}

/// The number of runs of a row, given its words.
pub(in crate::mask) fn count_runs(row: impl Iterator<Item = u64>) -> u64 {
    let mut last_pixel = 0;
    let starts = row.map(|bits| {
        // A run starts at a set pixel whose left neighbour is clear.
        let starts = bits & !(bits << 1 | last_pixel);
        last_pixel = bits >> 63;
        u64::from(starts.count_ones())
    });
    starts.sum()
}

impl Mask {
    /// The runs of row `y`, as columns.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn runs(&self, y: u32) -> Runs<'_> {
        let row = self.row(y);
        match row.split_first() {
            Some((&bits, rest)) => Runs { bits, column: 0, rest },
            None => Runs { bits: 0, column: 0, rest: row },
        }
    }

    /// The number of runs of all rows.
    pub fn run_count(&self) -> u64 {
        (0..self.height()).map(|y| count_runs(self.row(y).iter().copied())).sum()
    }

    /// The run that contains `cell`, as columns of its row; empty if the cell is clear or outside the mask.
    pub(crate) fn run_at(&self, cell: Cell) -> Range<i64> {
        let y = u32::try_from(cell.y).unwrap_or(u32::MAX);
        let (mut start, mut end) = (cell.x, cell.x);
        loop {
            let ones = self.bits_from(end, y).trailing_ones();
            end += i64::from(ones);
            if ones < u64::BITS {
                break;
            }
        }
        while start < end {
            let ones = self.bits_from(start - i64::from(u64::BITS), y).leading_ones();
            start -= i64::from(ones);
            if ones < u64::BITS {
                break;
            }
        }
        start..end
    }
}

impl Runs<'_> {
    /// Moves to the next word, if there is one.
    fn advance(&mut self) -> Option<()> {
        let (&bits, rest) = self.rest.split_first()?;
        (self.bits, self.rest) = (bits, rest);
        self.column += u64::BITS;
        Some(())
    }
}

impl Iterator for Runs<'_> {
    type Item = Range<u32>;

    fn next(&mut self) -> Option<Range<u32>> {
        while self.bits == 0 {
            self.advance()?;
        }
        let start = self.column + self.bits.trailing_zeros();
        loop {
            // The run, and the clear pixels before it.
            let filled = self.bits | (self.bits - 1);
            if filled != u64::MAX {
                self.bits &= filled + 1;
                return Some(start..self.column + filled.trailing_ones());
            }
            // The run reaches the end of its word, and continues if the next word starts with a set pixel.
            let end = self.column + u64::BITS;
            self.bits = 0;
            if self.advance().is_none() || self.bits & 1 == 0 {
                return Some(start..end);
            }
        }
    }
}

impl RunList {
    /// The runs of `mask`; `place` gets the row and the column of each edge, the first inside and the first behind.
    pub fn new(mask: &Mask, place: impl Fn(usize, usize) -> usize) -> Self {
        let mut list = Self { rows: vec![0], runs: Vec::new() };
        for (row, y) in (0..mask.height()).enumerate() {
            let place = |column: u32| place(row, index(column));
            list.runs.extend(mask.runs(y).map(|run| (place(run.start), place(run.end))));
            list.rows.push(list.runs.len());
        }
        list
    }

    /// The number of rows.
    pub const fn height(&self) -> usize {
        self.rows.len() - 1
    }

    /// All runs.
    pub fn all(&self) -> &[(usize, usize)] {
        &self.runs
    }

    /// The runs of `rows`, one row after the other.
    #[inline(always)]
    pub fn rows(&self, rows: Range<usize>) -> &[(usize, usize)] {
        &self.runs[self.rows[rows.start]..self.rows[rows.end]]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geom::Size;

    fn runs(text: &str) -> Vec<Range<u32>> {
        text.parse::<Mask>().expect("a mask").runs(0).collect()
    }

    #[test]
    fn a_run_is_found_from_any_of_its_pixels() {
        for (start, end) in [(0, 1), (3, 64), (60, 70), (0, 200), (64, 128), (127, 200)] {
            let mask = Mask::from_fn(Size::new(200, 2), |x, y| y == 1 && (start..end).contains(&x));
            let run = i64::from(start)..i64::from(end);
            assert!(run.clone().all(|x| mask.run_at(Cell::new(x, 1)) == run), "{start}..{end}");
            for (x, y) in [(run.start, 0), (200, 1), (-1, 1), (0, 2), (0, -1)] {
                assert!(mask.run_at(Cell::new(x, y)).is_empty(), "{x},{y}");
            }
        }
    }

    #[test]
    fn neighbours_are_one_run() {
        assert_eq!(runs(".##.#"), [1..3, 4..5]);
        assert_eq!(runs("..."), []);
        assert_eq!(Mask::new(Size::new(0, 1)).runs(0).next(), None);
        for width in [1, 63, 64, 65, 128, 130] {
            let full = !Mask::new(Size::new(width, 1));
            let mut runs = full.runs(0);
            assert_eq!((runs.next(), runs.next()), (Some(0..width), None));
        }
    }

    proptest! {
        #![proptest_config(crate::cases::cases(256))]
        #[test]
        fn runs_are_apart_and_make_up_the_row(
            width in prop::sample::select(vec![1, 2, 63, 64, 65, 127, 128, 129, 200]),
            pixels in prop::collection::vec(prop::bool::weighted(0.7), 200),
        ) {
            let row = Mask::from_fn(Size::new(width, 1), |x, _| pixels[x as usize]);
            let mut again = Mask::new(row.size());
            for run in row.runs(0) {
                prop_assert!(run.start == 0 || !row.get(run.start - 1, 0));
                prop_assert!(run.start < run.end && run.end <= width && !row.get(run.end, 0));
                again.set_run(run, 0);
            }
            prop_assert_eq!(&again, &row);
            prop_assert_eq!(row.run_count(), row.runs(0).count() as u64);
            let listed: Vec<_> = row.runs(0).map(|run| (index(run.start), index(run.end))).collect();
            let list = RunList::new(&row, |_, column| column);
            prop_assert_eq!(list.rows(0..1), listed);
        }
    }
}
