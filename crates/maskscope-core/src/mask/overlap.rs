//! The overlap of two masks at an offset, as a box, a mask, a pixel or an area, without tables;
//! [`engine`](super::engine) answers faster for masks that are tested often.

use super::{Mask, bits::index};
use crate::geom::{Cell, IntRect, Offset, Size};

/// The overlap box of two sizes with B at `offset`, in A's space; `None` if the boxes do not overlap.
pub fn overlap_box(a: Size, b: Size, offset: Offset) -> Option<IntRect> {
    IntRect::new(Cell::ORIGIN, a).intersection(IntRect::new(offset.cell(), b))
}

impl Mask {
    /// The first pixel row by row, in this mask's space, that is set in both masks with `other` at `offset`; `None` if
    /// the masks do not overlap. In masks wider than a word, `Mask.overlap` of pygame may name another such pixel: it
    /// searches one stripe of columns after the other.
    ///
    /// It reads both masks word by word; [`Prepared::overlaps`](super::Prepared::overlaps) is faster for masks that are
    /// tested often.
    ///
    /// ```
    /// use maskscope_core::{geom::{Cell, Offset}, mask::Mask};
    ///
    /// let (ship, rock): (Mask, Mask) = (".#.\n###".parse()?, "##\n##".parse()?);
    /// assert_eq!(ship.overlap(&rock, Offset::new(2, 0)), Some(Cell::new(2, 1)));
    /// assert_eq!(ship.overlap(&rock, Offset::new(2, -1)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlap(&self, other: &Self, offset: Offset) -> Option<Cell> {
        self.overlap_from(other, offset, 0)
    }

    /// The number of pixels that are set in both masks with `other` at `offset`.
    ///
    /// It reads both masks word by word; [`Prepared::overlap_area`](super::Prepared::overlap_area) is faster for masks
    /// that are tested often.
    ///
    /// ```
    /// use maskscope_core::{geom::Offset, mask::Mask};
    ///
    /// let (ship, rock): (Mask, Mask) = (".#.\n###".parse()?, "##\n##".parse()?);
    /// assert_eq!(ship.overlap_area(&rock, Offset::new(1, 0)), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlap_area(&self, other: &Self, offset: Offset) -> u64 {
        let Some(shared) = overlap_box(self.size(), other.size(), offset) else { return 0 };
        let in_row =
            |y| self.shared_row(other, offset, shared, y).map(|bits| u64::from(bits.count_ones())).sum::<u64>();
        (shared.y..shared.bottom()).map(in_row).sum()
    }

    /// The overlap mask with `other` at `offset`: as large as the overlap box, set where both are set.
    ///
    /// `None` if the boxes do not overlap. Pixel 0,0 of the result is the overlap box's top left; in pygame,
    /// `Mask.overlap_mask` is as large as the first mask.
    ///
    /// ```
    /// use maskscope_core::{geom::Offset, mask::Mask};
    ///
    /// let (ship, rock): (Mask, Mask) = (".#.\n###".parse()?, "##\n##".parse()?);
    /// let overlap = ship.overlap_mask(&rock, Offset::new(1, 0)).expect("the boxes overlap");
    /// assert_eq!(overlap.to_text(), "#.\n##\n");
    /// assert_eq!(ship.overlap_mask(&rock, Offset::new(3, 0)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlap_mask(&self, other: &Self, offset: Offset) -> Option<Self> {
        let shared = overlap_box(self.size(), other.size(), offset)?;
        Some(Self::from_rows(shared.size(), |y, row| {
            let words = self.shared_row(other, offset, shared, shared.y + i64::from(y));
            row.iter_mut().zip(words).for_each(|(to, bits)| *to = bits);
        }))
    }

    /// [`Mask::overlap`] by a search that starts in row `first` and goes down, then tries the rows above it. Rows are
    /// A's own; a `first` outside the overlap box means the box's nearest row.
    pub(super) fn overlap_from(&self, other: &Self, offset: Offset, first: i64) -> Option<Cell> {
        let shared = overlap_box(self.size(), other.size(), offset)?;
        let in_row = |y: i64| {
            let mut words = self.shared_row(other, offset, shared, y).enumerate();
            let (word, bits) = words.find(|(_, bits)| *bits != 0)?;
            let column = 64 * i64::try_from(word).expect("a word of a mask in memory");
            Some(Cell::new(shared.x + column + i64::from(bits.trailing_zeros()), y))
        };
        let first = first.clamp(shared.y, shared.bottom() - 1);
        (first..shared.bottom()).chain(shared.y..first).find_map(in_row)
    }

    /// The words of row `y` of the overlap box `shared`, which begin at its left edge, set if both masks are; clear
    /// beyond the box, because one of the masks ends there.
    fn shared_row<'a>(&'a self, other: &'a Self, offset: Offset, shared: IntRect, y: i64) -> impl Iterator<Item = u64> {
        let row = |y: i64| u32::try_from(y).expect("a row of the overlap box");
        let (a, b) = (self.row(row(y)), other.row(row(y - i64::from(offset.y))));
        let count = index(shared.width.div_ceil(u64::BITS));
        let column = index(offset.x.unsigned_abs());
        // The box begins where one of the masks does.
        if offset.x < 0 { shared_words(&a[..count], b, column) } else { shared_words(&b[..count], a, column) }
    }
}

/// The words of a row, set where those of another row are, too, from its `column` on.
///
/// ```text
/// other              . # . # # . # .
/// from column 3 on         # # . # .
/// aligned                  . # # # .
/// result                   . # . # .
/// ```
fn shared_words<'a>(aligned: &'a [u64], other: &'a [u64], column: usize) -> impl Iterator<Item = u64> {
    let (first, shift) = (column / 64, column % 64);
    let other = &other[first..];
    let pairs = aligned.iter().zip(other).zip(&other[1..]);
    // Two shifts, because a shift by 64 overflows.
    let inside = pairs.map(move |((&word, &low), &high)| word & (low >> shift | high << 1 << (63 - shift)));
    let last = other.len() - 1;
    let at_the_end = aligned.get(last).map(|word| word & other[last] >> shift);
    inside.chain(at_the_end)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::mask::truth::Truth;

    fn mask(text: &str) -> Mask {
        text.parse().expect("a mask")
    }

    /// The overlap mask, pixel by pixel.
    fn slowly(a: &Mask, b: &Mask, offset: Offset) -> Option<Mask> {
        let shared = overlap_box(a.size(), b.size(), offset)?;
        Some(Mask::from_fn(shared.size(), |x, y| {
            let cell = shared.origin() + Cell::new(x.into(), y.into());
            a.get_cell(cell) && b.get_cell(cell - offset.cell())
        }))
    }

    fn assert_fits(a: &Mask, b: &Mask, offset: Offset) {
        let truth = Truth::of(a, b, offset);
        let case = format!("{} and {} at {},{}", a.size(), b.size(), offset.x, offset.y);
        assert_eq!(a.overlap(b, offset), truth.first, "{case}");
        assert_eq!(a.overlap_area(b, offset), truth.area, "{case}");
        assert_eq!(a.overlap_mask(b, offset), slowly(a, b, offset), "{case}");
    }

    #[test]
    fn the_first_shared_pixel_is_that_of_the_first_row() {
        let (a, b) = (mask("....#\n#...."), mask("#####\n#####"));
        assert_eq!(a.overlap(&b, Offset::default()), Some(Cell::new(4, 0)));
        assert_eq!(a.overlap(&b, Offset::new(0, 1)), Some(Cell::new(0, 1)));
        assert_eq!(a.overlap(&b, Offset::new(1, 1)), None);
        assert_eq!(a.overlap_from(&b, Offset::default(), 1), Some(Cell::new(0, 1)), "from the second row on");
        assert_eq!(a.overlap_from(&b, Offset::new(1, 0), 1), Some(Cell::new(4, 0)), "and from above");
    }

    #[test]
    fn sizes_around_a_word_fit_the_truth() {
        let sides = [0, 1, 63, 64, 65, 130];
        let masks = sides.map(|width| Mask::from_fn(Size::new(width, 3), |x, y| (x * 7 + y * 13 + x * y) % 5 < 2));
        for (a, b) in masks.iter().flat_map(|a| masks.iter().map(move |b| (a, b))) {
            for x in [0, 1, 2, 31, 62, 63, 64, 65, 66, 127, 128, 129, 130, 131, i32::MAX] {
                for y in [0, 1, -2, 3, i32::MIN] {
                    assert_fits(a, b, Offset::new(x, y));
                    assert_fits(a, b, Offset::new(-x, y));
                }
            }
            assert_fits(a, b, Offset::new(i32::MIN, 0));
        }
    }

    proptest! {
        #[test]
        fn random_masks_fit_the_truth(
            widths in (1..200_u32, 1..200_u32),
            heights in (1..6_u32, 1..6_u32),
            share in 0.01..0.9,
            seed in prop::collection::vec(0.0..1.0, 400),
            x in -210..210_i32,
            y in -7..7_i32,
        ) {
            let mask = |width, height, by: u32| {
                Mask::from_fn(Size::new(width, height), |x, y| seed[((x * by + y * 31) % 400) as usize] < share)
            };
            let (a, b) = (mask(widths.0, heights.0, 3), mask(widths.1, heights.1, 7));
            assert_fits(&a, &b, Offset::new(x, y));
        }
    }
}
