//! The overlap of two masks at an offset, as a box, a mask, a pixel or an area, without tables;
//! [`engine`](super::engine) answers faster for masks that are tested often.

use super::bits::index;
use super::{Computation, Level, Mask};
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
        Level::best().run(AreaOfRows(SharedRows::new(self, other, offset, shared)))
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
        let rows = SharedRows::new(self, other, offset, shared);
        Some(Level::best().run(MaskOfRows(rows, shared.size())))
    }

    /// [`Mask::overlap`] by a search that starts in row `first` and goes down, then tries the rows above it. Rows are
    /// A's own; a `first` outside the overlap box means the box's nearest row.
    pub(super) fn overlap_from(&self, other: &Self, offset: Offset, first: i64) -> Option<Cell> {
        let shared = overlap_box(self.size(), other.size(), offset)?;
        let first = first.clamp(shared.y, shared.bottom() - 1) - shared.y;
        let rows = SharedRows::new(self, other, offset, shared);
        let (y, word, bits) = Level::best().run(FirstOfRows(rows, place(first)))?;
        let cells = |n: usize| i64::try_from(n).expect("a place in a mask in memory");
        Some(shared.origin() + Cell::new(64 * cells(word) + i64::from(bits.trailing_zeros()), cells(y)))
    }
}

/// A row of a mask as an index.
fn place(y: i64) -> usize {
    usize::try_from(y).expect("a row of the overlap box")
}

/// The rows of the overlap box of two masks, as words that begin at its left edge.
///
/// ```text
/// other              . # . # # . # .
/// from column 3 on         # # . # .
/// aligned                  . # # # .
/// shared                   . # . # .
/// ```
#[derive(Clone, Copy)]
struct SharedRows<'a> {
    /// The words of the mask where the box begins, from its first shared row on, and the words of a row.
    aligned: (&'a [u64], usize),
    /// The words of the other mask, from the word of the box's left edge on.
    other: (&'a [u64], usize),
    /// The number of bits before the left edge in that word.
    shift: usize,
    /// The number of rows.
    height: usize,
    /// The number of words of a row that lie in two words of the other mask.
    inside: usize,
    /// True if one more lies in the last word of the other mask's row.
    has_last: bool,
}

impl<'a> SharedRows<'a> {
    /// The rows of the overlap box `shared` of two masks.
    fn new(a: &'a Mask, b: &'a Mask, offset: Offset, shared: IntRect) -> Self {
        let (a, b) = ((a, place(shared.y)), (b, place(shared.y - i64::from(offset.y))));
        // The box begins where one of the masks does.
        let (aligned, other) = if offset.x < 0 { (a, b) } else { (b, a) };
        let column = index(offset.x.unsigned_abs());
        let from = |(mask, y): (&'a Mask, usize), first| (&mask.words()[y * mask.stride() + first..], mask.stride());
        let count = index(shared.width.div_ceil(u64::BITS));
        let whole = other.0.stride() - 1 - column / 64;
        Self {
            aligned: from(aligned, 0),
            other: from(other, column / 64),
            shift: column % 64,
            height: index(shared.height),
            inside: count.min(whole),
            has_last: count > whole,
        }
    }

    /// The words of row `y` but for the last one, set if both masks are; and that one, where there is one. They are clear beyond
    /// the box, because one of the masks ends there.
    #[inline(always)]
    fn row(&self, y: usize) -> (impl Iterator<Item = u64>, Option<u64>) {
        let Self { shift, inside, .. } = *self;
        let (aligned, other) = (&self.aligned.0[y * self.aligned.1..], &self.other.0[y * self.other.1..]);
        let pairs = aligned[..inside].iter().zip(other[..inside + 1].windows(2));
        // Two shifts, because a shift by 64 overflows.
        let words = pairs.map(move |(word, pair)| word & (pair[0] >> shift | pair[1] << 1 << (63 - shift)));
        (words, self.has_last.then(|| aligned[inside] & other[inside] >> shift))
    }
}

/// The number of shared pixels.
struct AreaOfRows<'a>(SharedRows<'a>);

impl Computation for AreaOfRows<'_> {
    type Answer = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let mut area = 0;
        for y in 0..self.0.height {
            let (words, last) = self.0.row(y);
            for bits in words {
                area += u64::from(bits.count_ones());
            }
            area += u64::from(last.unwrap_or(0).count_ones());
        }
        area
    }
}

/// The first row with shared pixels, from a row on down and then from the top, the first word of it that has any, and this word.
struct FirstOfRows<'a>(SharedRows<'a>, usize);

impl Computation for FirstOfRows<'_> {
    type Answer = Option<(usize, usize, u64)>;

    #[inline(always)]
    fn run(self) -> Self::Answer {
        let Self(rows, first) = self;
        for y in (first..rows.height).chain(0..first) {
            let (words, last) = rows.row(y);
            let mut any = last.unwrap_or(0);
            for bits in words {
                any |= bits;
            }
            if any != 0 {
                let (words, last) = rows.row(y);
                let (word, bits) = words.chain(last).enumerate().find(|(_, bits)| *bits != 0)?;
                return Some((y, word, bits));
            }
        }
        None
    }
}

/// The shared pixels, as a mask of this size.
struct MaskOfRows<'a>(SharedRows<'a>, Size);

impl Computation for MaskOfRows<'_> {
    type Answer = Mask;

    #[inline(always)]
    fn run(self) -> Mask {
        let Self(rows, size) = self;
        let mut words = Vec::with_capacity((rows.inside + usize::from(rows.has_last)) * rows.height);
        for y in 0..rows.height {
            let (inside, last) = rows.row(y);
            words.extend(inside);
            words.extend(last);
        }
        Mask::of_words(size, words)
    }
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
        #![proptest_config(crate::cases::cases(256))]
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
