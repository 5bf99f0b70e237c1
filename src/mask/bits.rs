use std::ops::Range;

use super::{Solid, engine::solid_bits};
use crate::geom::{Cell, IntRect, Size};

/// Pixels in one word of a row.
const WORD: u32 = u64::BITS;

/// A collision mask: one bit per pixel, rows padded to 64-bit words.
///
/// Pixel `(x, y)` is bit `x % 64`, least significant first, of word `y * stride + x / 64`. The bits that pad a row to a
/// whole word are always clear, so words can be combined and counted without looking at the width.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Mask {
    size: Size,
    /// Words in one row.
    stride: usize,
    words: Vec<u64>,
}

impl Mask {
    /// A mask of `size` with every pixel clear.
    pub fn new(size: Size) -> Self {
        let stride = index(size.width.div_ceil(WORD));
        Self { size, stride, words: vec![0; stride * index(size.height)] }
    }

    /// A mask of `size` whose pixel `(x, y)` is set where `solid(x, y)` says so.
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

    /// A mask of `size` whose word `word` of row `y` is `words(word, y)`; bits beyond the width are dropped.
    pub(super) fn from_fn_words(size: Size, mut words: impl FnMut(usize, u32) -> u64) -> Self {
        let mut mask = Self::new(size);
        for y in 0..size.height {
            for word in 0..mask.stride {
                mask.set_word(word, y, words(word, y));
            }
        }
        mask
    }

    /// The mask of an RGBA image, four bytes per pixel, row by row: set where the pixel's alpha is `solid`.
    ///
    /// # Panics
    /// When `rgba` does not hold exactly `4 * size.area()` bytes.
    pub fn from_rgba(size: Size, rgba: &[u8], solid: Solid) -> Self {
        let pixels = rgba.as_chunks::<4>().0;
        assert_eq!(u64::try_from(pixels.len()), Ok(size.area()), "as many pixels as {size}");
        let mut mask = Self::new(size);
        if size.is_empty() {
            return mask;
        }
        let pixel_rows = pixels.chunks_exact(index(size.width));
        for (row, pixels) in mask.words.chunks_exact_mut(mask.stride).zip(pixel_rows) {
            let (whole, rest) = pixels.as_chunks::<64>();
            for (word, pixels) in row.iter_mut().zip(whole) {
                *word = solid_bits(pixels, solid);
            }
            if !rest.is_empty() {
                let mut pixels = [[0; 4]; 64];
                pixels[..rest.len()].copy_from_slice(rest);
                row[whole.len()] = solid_bits(&pixels, solid) & ((1 << rest.len()) - 1);
            }
        }
        mask
    }

    /// The mask of a plane of levels, one byte per pixel, row by row: set where the level is `solid`.
    ///
    /// # Panics
    /// When `levels` does not hold exactly `size.area()` bytes.
    pub fn from_levels(size: Size, levels: &[u8], solid: Solid) -> Self {
        Self::from_pixels(size, levels, |level| solid.holds(*level))
    }

    /// The mask of an image whose pixels come row by row.
    fn from_pixels<T>(size: Size, pixels: &[T], solid: impl Fn(&T) -> bool) -> Self {
        assert_eq!(u64::try_from(pixels.len()), Ok(size.area()), "as many pixels as {size}");
        let mut mask = Self::new(size);
        if size.is_empty() {
            return mask;
        }
        let pixel_rows = pixels.chunks_exact(index(size.width));
        for (row, pixels) in mask.words.chunks_exact_mut(mask.stride).zip(pixel_rows) {
            for (word, pixels) in row.iter_mut().zip(pixels.chunks(index(WORD))) {
                *word = pixels.iter().rev().fold(0, |bits, pixel| bits << 1 | u64::from(solid(pixel)));
            }
        }
        mask
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

    /// True where pixel `(x, y)` is set; clear outside the mask.
    #[inline]
    pub fn get(&self, x: u32, y: u32) -> bool {
        x < self.width() && y < self.height() && self.row(y)[index(x / WORD)] >> (x % WORD) & 1 == 1
    }

    /// The bit of pixel `(x, y)`, which must lie inside the mask: for loops that know where they are.
    ///
    /// # Panics
    /// When the pixel lies beyond the last word.
    #[inline]
    pub fn bit(&self, x: u32, y: u32) -> bool {
        debug_assert!(x < self.width() && y < self.height(), "pixel {x},{y} of {}", self.size);
        self.words[index(y) * self.stride + index(x / WORD)] >> (x % WORD) & 1 == 1
    }

    /// True where `cell`, in the mask's own space, is set; clear outside the mask.
    pub fn get_cell(&self, cell: Cell) -> bool {
        match (u32::try_from(cell.x), u32::try_from(cell.y)) {
            (Ok(x), Ok(y)) => self.get(x, y),
            _ => false,
        }
    }

    /// Sets pixel `(x, y)`.
    ///
    /// # Panics
    /// When the pixel is outside the mask.
    pub fn set(&mut self, x: u32, y: u32) {
        assert!(x < self.width() && y < self.height(), "pixel {x},{y} is outside a mask of {}", self.size);
        let word = index(y) * self.stride + index(x / WORD);
        self.words[word] |= 1 << (x % WORD);
    }

    /// Sets the pixels of row `y` in `columns`; those outside the mask are left out.
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
    /// When there is no such row.
    #[inline]
    pub fn row(&self, y: u32) -> &[u64] {
        let start = index(y) * self.stride;
        &self.words[start..start + self.stride]
    }

    /// 64 pixels of row `y` from column `x` on, column `x` as bit 0. Whatever lies outside the mask reads as clear.
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

    /// Words in one row.
    pub const fn stride(&self) -> usize {
        self.stride
    }

    /// How many pixels are set.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// True when no pixel is set.
    pub fn is_clear(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The tight bounds: the smallest box that holds every set pixel, or `None` when none is set.
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
        let (first, last) = (columns.iter().position(|&any| any != 0)?, columns.iter().rposition(|&any| any != 0)?);
        let column = |word: usize, bit: u32| i64::try_from(word).unwrap_or(i64::MAX) * i64::from(WORD) + i64::from(bit);
        let left = column(first, columns[first].trailing_zeros());
        let right = column(last, WORD - 1 - columns[last].leading_zeros());
        Some(IntRect::spanning(Cell::new(left, top.into()), Cell::new(right, bottom.into())))
    }

    /// The first set pixel in row-major order, or `None` when none is set.
    pub fn first(&self) -> Option<Cell> {
        (0..self.height()).find_map(|y| {
            let (word, bits) = self.row(y).iter().enumerate().find(|(_, word)| **word != 0)?;
            let x = i64::try_from(word).ok()? * i64::from(WORD) + i64::from(bits.trailing_zeros());
            Some(Cell::new(x, y.into()))
        })
    }

    /// The mask with every pixel flipped; the padding stays clear.
    pub fn inverted(&self) -> Self {
        let mut inverted = self.clone();
        let Some(last) = self.stride.checked_sub(1) else { return inverted };
        let tail = u64::MAX >> (WORD - 1 - (self.width() - 1) % WORD);
        for row in inverted.words.chunks_exact_mut(self.stride) {
            for word in row.iter_mut() {
                *word = !*word;
            }
            row[last] &= tail;
        }
        inverted
    }

    /// Set where exactly one of two masks of the same size is; `None` for masks of different sizes.
    pub fn differing(&self, other: &Self) -> Option<Self> {
        let words = || self.words.iter().zip(&other.words).map(|(one, other)| one ^ other).collect();
        (self.size == other.size).then(|| Self { words: words(), ..*self })
    }

    /// Writes `bits` as word `word` of row `y`; bits beyond the width are dropped.
    pub(super) fn set_word(&mut self, word: usize, y: u32, bits: u64) {
        self.words[index(y) * self.stride + word] = bits & self.tail(word);
    }

    /// The bits of word `word` of a row that are pixels.
    pub(super) fn tail(&self, word: usize) -> u64 {
        let used = self.width() - u32::try_from(word).unwrap_or(u32::MAX) * WORD;
        if used < WORD { (1 << used) - 1 } else { u64::MAX }
    }
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
            let full = Mask::new(Size::new(width, 3)).inverted();
            assert_eq!(full.count(), u64::from(width) * 3, "width {width}");
            assert!(full.inverted().is_clear(), "width {width}");
        }
    }

    #[test]
    fn alpha_is_solid_above_the_threshold() {
        let alphas = [0, 1, 127, 128, 255];
        let rgba: Vec<u8> = alphas.iter().flat_map(|&alpha| [9, 9, 9, alpha]).collect();
        let row = |threshold| Mask::from_rgba(Size::new(5, 1), &rgba, Solid::Above(threshold)).to_text();
        assert_eq!(row(0), ".####\n");
        assert_eq!(row(127), "...##\n");
        assert_eq!(row(255), ".....\n");
    }

    #[test]
    fn from_rgba_agrees_with_from_fn_at_every_width() {
        for width in SIDES {
            let expected = speckled(Size::new(width, 3));
            let rgba: Vec<u8> = (0..3)
                .flat_map(|y| (0..width).map(move |x| (x, y)))
                .flat_map(|(x, y)| [0, 0, 0, if expected.get(x, y) { 200 } else { 100 }])
                .collect();
            assert_eq!(Mask::from_rgba(expected.size(), &rgba, Solid::Above(100)), expected, "width {width}");
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
}
