//! Rows as runs of set pixels.

use std::ops::Range;

use super::Mask;

/// The runs of one row, from left to right: neighbours, as many as there are, that are all set.
///
/// ```text
/// . # # . #      1..3, 4..5
/// ```
#[derive(Clone, Debug)]
pub struct Runs<'a> {
    /// What the row's present word still has to give.
    bits: u64,
    /// The column of that word's first pixel.
    column: u32,
    /// The words to its right.
    rest: &'a [u64],
}

impl Mask {
    /// The runs of row `y`, as columns.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn runs(&self, y: u32) -> Runs<'_> {
        let row = self.row(y);
        match row.split_first() {
            Some((&bits, rest)) => Runs { bits, column: 0, rest },
            None => Runs { bits: 0, column: 0, rest: row },
        }
    }

    /// The run of row `y` that pixel `(x, y)` is a part of, as columns; empty where the pixel is clear or outside.
    pub fn run_at(&self, x: u32, y: u32) -> Range<u32> {
        let (mut start, mut end) = (x, x);
        loop {
            let ones = self.bits_from(end.into(), y).trailing_ones();
            end += ones;
            if ones < u64::BITS {
                break;
            }
        }
        while start < end {
            let ones = self.bits_from(i64::from(start) - i64::from(u64::BITS), y).leading_ones();
            start -= ones;
            if ones < u64::BITS {
                break;
            }
        }
        start..end
    }
}

impl Runs<'_> {
    /// On to the next word, if there is one.
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
            // The run, and all that is clear before it.
            let filled = self.bits | (self.bits - 1);
            if filled != u64::MAX {
                self.bits &= filled + 1;
                return Some(start..self.column + filled.trailing_ones());
            }
            // It reaches the end of its word, and goes on where the next one begins with a set pixel.
            let end = self.column + u64::BITS;
            self.bits = 0;
            if self.advance().is_none() || self.bits & 1 == 0 {
                return Some(start..end);
            }
        }
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
            assert!((start..end).all(|x| mask.run_at(x, 1) == (start..end)), "{start}..{end}");
            assert!(mask.run_at(start, 0).is_empty() && mask.run_at(200, 1).is_empty() && mask.run_at(0, 2).is_empty());
        }
    }

    #[test]
    fn neighbours_are_one_run() {
        assert_eq!(runs(".##.#"), [1..3, 4..5]);
        assert_eq!(runs("..."), []);
        assert_eq!(Mask::new(Size::new(0, 1)).runs(0).next(), None);
        for width in [1, 63, 64, 65, 128, 130] {
            let full = Mask::new(Size::new(width, 1)).inverted();
            let mut runs = full.runs(0);
            assert_eq!((runs.next(), runs.next()), (Some(0..width), None));
        }
    }

    proptest! {
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
            prop_assert_eq!(again, row);
        }
    }
}
