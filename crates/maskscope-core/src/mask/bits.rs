//! [`Mask`]: the bits of a mask, and questions about a single mask.

use std::ops::Range;

use crate::geom::{Cell, IntRect, Size};

/// Pixels in one word of a row.
const WORD: u32 = u64::BITS;

/// A collision mask: one bit per pixel, rows padded to 64-bit words.
///
/// Pixel `(x, y)` is bit `x % 64`, least significant first, of word `y * stride + x / 64`. The bits that pad a row to a
/// whole word are always clear, so words can be combined and counted whatever the width.
///
/// ```
/// use maskscope_core::{geom::{Offset, Size}, mask::Mask};
///
/// let ship: Mask = ".#.\n###".parse()?;
/// let rock = Mask::from_fn(Size::new(2, 2), |_, _| true);
/// let overlap = ship.overlap_mask(&rock, Offset::new(1, 0)).expect("the boxes overlap");
/// assert_eq!(overlap.to_text(), "#.\n##\n");
/// assert_eq!((ship.count(), overlap.count()), (4, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Mask {
    size: Size,
    /// Words in one row.
    stride: usize,
    words: Vec<u64>,
}

impl Mask {
    /// A mask of `size` with every pixel clear.
    ///
    /// # Panics
    /// If it takes more bytes than memory can have: [`memory::ask`](crate::memory::ask) says so before.
    pub fn new(size: Size) -> Self {
        let stride = index(size.width.div_ceil(WORD));
        let count = stride * index(size.height);
        Self { size, stride, words: vec![0; count] }
    }

    /// A mask of `size` with the pixels set for which `solid(x, y)` is true.
    pub fn from_fn(size: Size, mut solid: impl FnMut(u32, u32) -> bool) -> Self {
        let mut mask = Self::new(size);
        for y in 0..size.height {
            for x in 0..size.width {
                if solid(x, y) {
                    mask.set(x, y);
                }
            }
        }
        mask
    }

    /// The black and the white cells of a checkerboard: nothing is shared, and nothing is empty.
    pub fn checkerboard(size: Size) -> [Self; 2] {
        const EVEN: u64 = 0x5555_5555_5555_5555;
        let black = Self::from_words(size, |_, y| if y.is_multiple_of(2) { EVEN } else { !EVEN });
        let white = !&black;
        [black, white]
    }

    /// A mask of `size` whose word `word` of row `y` is `bits(word, y)`; bits beyond the width are dropped.
    pub(super) fn from_words(size: Size, mut bits: impl FnMut(usize, u32) -> u64) -> Self {
        Self::from_rows(size, |y, row| row.iter_mut().enumerate().for_each(|(word, to)| *to = bits(word, y)))
    }

    /// A mask of `size` whose rows `fill` writes, as words; bits beyond the width are dropped.
    pub(super) fn from_rows(size: Size, mut fill: impl FnMut(u32, &mut [u64])) -> Self {
        let mut mask = Self::new(size);
        let Some(last) = mask.stride.checked_sub(1) else { return mask };
        let pixels = mask.pixels_of(last);
        for (y, row) in (0..).zip(mask.words.chunks_exact_mut(mask.stride)) {
            fill(y, row);
            row[last] &= pixels;
        }
        mask
    }

    /// A mask of `size` with all its words, whose bits beyond the width are clear.
    pub(super) fn of_words(size: Size, words: Vec<u64>) -> Self {
        let mask = Self { size, stride: index(size.width.div_ceil(WORD)), words };
        debug_assert_eq!(mask.words.len(), mask.stride * index(size.height));
        mask
    }

    /// All its words, row after row.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Columns.
    pub const fn width(&self) -> u32 {
        self.size.width
    }

    /// Rows.
    pub const fn height(&self) -> u32 {
        self.size.height
    }

    /// The mask's own box: its size with the top left cell at the origin.
    pub const fn bounding_box(&self) -> IntRect {
        IntRect::new(Cell::ORIGIN, self.size)
    }

    /// True if pixel `(x, y)` is set; false outside the mask.
    #[inline]
    pub fn get(&self, x: u32, y: u32) -> bool {
        x < self.width() && y < self.height() && self.row(y)[index(x / WORD)] >> (x % WORD) & 1 == 1
    }

    /// The bit of pixel `(x, y)`, which must lie inside the mask: [`Mask::get`] without its check.
    ///
    /// # Panics
    /// If the pixel lies beyond the last word.
    #[inline]
    pub fn bit(&self, x: u32, y: u32) -> bool {
        debug_assert!(x < self.width() && y < self.height(), "pixel {x},{y} of {}", self.size);
        self.words[index(y) * self.stride + index(x / WORD)] >> (x % WORD) & 1 == 1
    }

    /// True if `cell`, in the mask's own space, is set; false outside the mask.
    pub fn get_cell(&self, cell: Cell) -> bool {
        match (u32::try_from(cell.x), u32::try_from(cell.y)) {
            (Ok(x), Ok(y)) => self.get(x, y),
            _ => false,
        }
    }

    /// Sets pixel `(x, y)`.
    ///
    /// # Panics
    /// If the pixel is outside the mask.
    pub fn set(&mut self, x: u32, y: u32) {
        assert!(x < self.width() && y < self.height(), "pixel {x},{y} is outside a mask of {}", self.size);
        let word = index(y) * self.stride + index(x / WORD);
        self.words[word] |= 1 << (x % WORD);
    }

    /// Sets the pixels of row `y` in `columns`; those outside the mask are ignored.
    pub fn set_run(&mut self, columns: Range<u32>, y: u32) {
        let columns = columns.start..columns.end.min(self.width());
        if y >= self.height() || columns.is_empty() {
            return;
        }
        let (first, last) = (columns.start / WORD, (columns.end - 1) / WORD);
        let start = index(y) * self.stride;
        for word in first..=last {
            let from = columns.start.max(word * WORD) % WORD;
            let to = (columns.end - 1).min(word * WORD + (WORD - 1)) % WORD;
            self.words[start + index(word)] |= u64::MAX >> (WORD - 1 - to) & u64::MAX << from;
        }
    }

    /// The words of row `y`, 64 pixels each, the bits beyond the width clear.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub fn row(&self, y: u32) -> &[u64] {
        let start = index(y) * self.stride;
        &self.words[start..start + self.stride]
    }

    /// 64 pixels of row `y` from column `x` on, column `x` as bit 0; pixels outside the mask are clear.
    ///
    /// ```text
    /// row   # . # # .      from column 2:  # # . . …
    /// x     0 1 2 3 4      from column -1: . # . # # . . …
    /// ```
    #[inline]
    pub fn bits_from(&self, x: i64, y: u32) -> u64 {
        if y >= self.height() {
            return 0;
        }
        let row = self.row(y);
        let word_at = |i: i64| usize::try_from(i).ok().and_then(|i| row.get(i)).copied().unwrap_or(0);
        let (word, shift) = (x.div_euclid(WORD.into()), x.rem_euclid(WORD.into()));
        let low = word_at(word) >> shift;
        if shift == 0 { low } else { low | word_at(word + 1) << (i64::from(WORD) - shift) }
    }

    /// Writes the pixels of row `y` from column `x` on into `words`, as [`Mask::bits_from`] reads them, 64 each.
    ///
    /// If all of them lie inside the row, it is a loop over two slices, which the compiler vectorises.
    pub fn read_row(&self, x: i64, y: u32, words: &mut [u64]) {
        let shift = x.rem_euclid(WORD.into());
        let first = usize::try_from(x.div_euclid(WORD.into())).ok().filter(|_| y < self.height());
        let inside = first.and_then(|first| self.row(y).get(first..first + words.len() + usize::from(shift > 0)));
        match inside {
            Some(row) if shift == 0 => words.copy_from_slice(row),
            Some(row) => {
                for ((word, low), high) in words.iter_mut().zip(row).zip(&row[1..]) {
                    *word = low >> shift | high << (i64::from(WORD) - shift);
                }
            }
            None => {
                for (word, x) in words.iter_mut().zip((x..).step_by(WORD as usize)) {
                    *word = self.bits_from(x, y);
                }
            }
        }
    }

    /// The pixels inside `part`: a mask as large as the intersection of `part` and this mask's box.
    #[must_use]
    pub fn cut_out(&self, part: IntRect) -> Self {
        let part = self.bounding_box().intersection(part).unwrap_or_default();
        let top = u32::try_from(part.y).expect("a row of the mask");
        Self::from_rows(part.size(), |y, row| self.read_row(part.x, top + y, row))
    }

    /// Words in one row.
    pub const fn stride(&self) -> usize {
        self.stride
    }

    /// The number of set pixels.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// True if no pixel is set.
    pub fn is_clear(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The tight bounds: the smallest box that holds every set pixel; `None` if no pixel is set.
    pub fn bounds(&self) -> Option<IntRect> {
        let occupied = |y: &u32| self.row(*y).iter().any(|&word| word != 0);
        let top = (0..self.height()).find(occupied)?;
        let bottom = (0..self.height()).rev().find(occupied)?;
        let mut columns = vec![0_u64; self.stride];
        for y in top..=bottom {
            for (any, word) in columns.iter_mut().zip(self.row(y)) {
                *any |= word;
            }
        }
        let (left, right) = span(&columns)?;
        Some(IntRect::spanning(Cell::new(left.into(), top.into()), Cell::new(right.into(), bottom.into())))
    }

    /// The first set pixel in row-major order; `None` if no pixel is set.
    pub fn first(&self) -> Option<Cell> {
        (0..self.height()).find_map(|y| Some(Cell::new(self.span(y)?.0.into(), y.into())))
    }

    /// The first and the last set column of row `y`; `None` if no pixel of the row is set.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn span(&self, y: u32) -> Option<(u32, u32)> {
        span(self.row(y))
    }

    /// Sets word `word` of row `y` to `bits`; bits beyond the width are dropped.
    pub(super) fn set_word(&mut self, word: usize, y: u32, bits: u64) {
        self.words[index(y) * self.stride + word] = bits & self.pixels_of(word);
    }

    /// The bits of word `word` of a row that are pixels, without padding.
    pub(super) fn pixels_of(&self, word: usize) -> u64 {
        let used = self.width() - u32::try_from(word).unwrap_or(u32::MAX) * WORD;
        if used < WORD { (1 << used) - 1 } else { u64::MAX }
    }
}

/// The first and the last pixel set in the words of a row.
fn span(words: &[u64]) -> Option<(u32, u32)> {
    let low = words.iter().position(|&word| word != 0)?;
    let high = words.iter().rposition(|&word| word != 0)?;
    let column = |word: usize, bit: u32| u32::try_from(word).unwrap_or(u32::MAX) * WORD + bit;
    Some((column(low, words[low].trailing_zeros()), column(high, WORD - 1 - words[high].leading_zeros())))
}

/// A `u32` count as an index; lossless on the platforms Rust's standard library supports with images.
#[inline]
pub(super) const fn index(n: u32) -> usize {
    const { assert!(usize::BITS >= u32::BITS) };
    n as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Widths around the word boundary, and the degenerate ones.
    const SIDES: [u32; 9] = [0, 1, 2, 63, 64, 65, 127, 128, 130];

    fn speckled(size: Size) -> Mask {
        Mask::from_fn(size, |x, y| (x * 7 + y * 13 + x * y) % 5 == 0)
    }

    #[test]
    fn pixel_74_of_a_row_is_word_1_bit_10() {
        let mut mask = Mask::new(Size::new(100, 1));
        mask.set(74, 0);
        assert_eq!(mask.row(0), [0, 1 << 10]);
    }

    #[test]
    fn padding_stays_clear_whatever_is_done() {
        for width in SIDES {
            let full = !Mask::new(Size::new(width, 3));
            assert_eq!(full.count(), u64::from(width) * 3, "width {width}");
            assert!((!full).is_clear(), "width {width}");
        }
    }

    #[test]
    fn bounds_and_first_agree_with_a_search() {
        for width in SIDES {
            for height in [0, 1, 3] {
                let mask = speckled(Size::new(width, height));
                let set = || {
                    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
                    cells.filter(|&(x, y)| mask.get(x, y)).map(|(x, y)| Cell::new(x.into(), y.into()))
                };
                assert_eq!(mask.first(), set().next());
                let bounds = set().map(|cell| IntRect::new(cell, Size::new(1, 1))).reduce(IntRect::union);
                assert_eq!(mask.bounds(), bounds, "{width} x {height}");
            }
        }
    }

    #[test]
    fn a_run_sets_its_pixels_and_no_other() {
        for (start, end) in [(0, 0), (0, 1), (0, 64), (3, 64), (63, 65), (64, 128), (5, 130), (100, 400), (129, 130)] {
            let mut mask = Mask::new(Size::new(130, 2));
            mask.set_run(start..end, 1);
            let expected = Mask::from_fn(mask.size(), |x, y| y == 1 && (start..end).contains(&x));
            assert_eq!(mask, expected, "{start}..{end}");
        }
    }

    #[test]
    fn bits_from_reads_what_get_reads() {
        let mask = speckled(Size::new(130, 2));
        for x in -70..140 {
            let bits = mask.bits_from(x, 1);
            for bit in 0..64 {
                assert_eq!(bits >> bit & 1 == 1, mask.get_cell(Cell::new(x + bit, 1)), "column {x} + {bit}");
            }
        }
        assert_eq!(mask.bits_from(0, 2), 0, "below the mask");
    }

    #[test]
    fn a_row_is_read_as_its_words_are() {
        let mask = speckled(Size::new(330, 2));
        for (x, y) in (-70..400).flat_map(|x| [(x, 0), (x, 1), (x, 2)]) {
            for count in [0, 1, 2, 5] {
                let mut words = vec![7; count];
                mask.read_row(x, y, &mut words);
                let expected: Vec<_> = (x..).step_by(64).take(count).map(|x| mask.bits_from(x, y)).collect();
                assert_eq!(words, expected, "{count} from column {x} of row {y}");
            }
        }
    }

    #[test]
    fn a_part_is_cut_out() {
        let mask = speckled(Size::new(130, 9));
        for (x, y, width, height) in [(0, 0, 130, 9), (3, 2, 64, 4), (63, 1, 66, 8), (-5, -3, 20, 7), (125, 7, 40, 40)]
        {
            let part = IntRect { x, y, width, height };
            let shared = mask.bounding_box().intersection(part).expect("they overlap");
            let pixel = |x: u32, y: u32| mask.get_cell(shared.origin() + Cell::new(x.into(), y.into()));
            assert_eq!(mask.cut_out(part), Mask::from_fn(shared.size(), pixel));
        }
        let beside = IntRect { x: 130, y: 0, width: 4, height: 4 };
        assert!(mask.cut_out(beside).size().is_empty());
    }
}
