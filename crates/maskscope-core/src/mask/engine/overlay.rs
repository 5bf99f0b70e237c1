//! [`Overlay`]: which words of two masks meet at an offset, and what the engine asks of them.

use std::ops::Range;

use super::stripes::{BLOCK, StripedMask};
use crate::geom::{Cell, IntRect};

/// Two masks laid over each other: the words that meet, and the shift between them.
#[derive(Clone, Copy)]
pub struct Overlay<'a> {
    /// The mask that stays, and is shifted in its registers.
    pub a: &'a StripedMask,
    /// The mask whose stripes are followed.
    pub b: &'a StripedMask,
    /// B's top left relative to A's.
    pub offset: Cell,
    /// The cells in both tight bounds, in A's space.
    pub shared: IntRect,
}

/// The words of one stripe of B, and the words of A that they meet.
#[derive(Clone, Copy)]
pub struct Window<'a> {
    /// A's stripe under B's low columns; empty if that stripe has none of the tile's columns.
    low: &'a [u64],
    /// A's next stripe, under B's high columns; empty in the same case, and if no shift is needed.
    high: &'a [u64],
    b: &'a [u64],
    /// Column of `low` under B's column 0.
    shift: u32,
    /// A's column at bit 0.
    pub left: i64,
}

/// A question about the words in the overlap of both masks, from top to bottom.
pub trait Fold {
    /// The answer; its default is the answer if nothing is shared.
    type Answer: Default;

    /// The answer for these words, one for each row.
    fn fold(self, shared: impl RowWords) -> Self::Answer;
}

/// A word for each row, computed when read.
///
/// The loops over words use an index on purpose: the compiler vectorises that form every time.
pub trait RowWords: Copy {
    /// The number of rows.
    fn len(&self) -> usize;

    /// The same words, `rows` only.
    fn part(self, rows: Range<usize>) -> Self;

    /// The word of row `row`.
    fn word(&self, row: usize) -> u64;

    /// The union of all words.
    #[inline(always)]
    fn union(self) -> u64 {
        let mut union = 0;
        for row in 0..self.len() {
            union |= self.word(row);
        }
        union
    }

    /// The union of the words of the first `ROWS` rows.
    #[inline(always)]
    fn union_of<const ROWS: usize>(self) -> u64 {
        let mut union = 0;
        for row in 0..ROWS {
            union |= self.word(row);
        }
        union
    }

    /// The first chunk of rows that shares anything.
    #[inline(always)]
    fn first_chunk(self) -> Option<Range<usize>> {
        let mut start = 0;
        while start + CHUNK <= self.len() {
            // The length is a constant: the loop is vectorised without a remainder, and tested once for all its rows.
            if self.part(start..start + CHUNK).union_of::<CHUNK>() != 0 {
                return Some(start..start + CHUNK);
            }
            start += CHUNK;
        }
        let rest = start..self.len();
        if self.part(rest.clone()).union() == 0 { None } else { Some(rest) }
    }
}

/// B's words that meet one stripe of A, which is shifted right, then left: one of the two by 0.
#[derive(Clone, Copy)]
struct One<'a> {
    a: &'a [u64],
    b: &'a [u64],
    right: u32,
    left: u32,
}

impl RowWords for One<'_> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.b.len()
    }

    #[inline(always)]
    fn part(self, rows: Range<usize>) -> Self {
        Self { a: &self.a[rows.clone()], b: &self.b[rows], ..self }
    }

    #[inline(always)]
    fn word(&self, row: usize) -> u64 {
        self.a[row] >> self.right << self.left & self.b[row]
    }
}

/// B's words that meet two stripes of A: the end of one and the start of the next.
#[derive(Clone, Copy)]
struct Two<'a> {
    low: &'a [u64],
    high: &'a [u64],
    b: &'a [u64],
    right: u32,
    left: u32,
}

impl RowWords for Two<'_> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.b.len()
    }

    #[inline(always)]
    fn part(self, rows: Range<usize>) -> Self {
        Self { low: &self.low[rows.clone()], high: &self.high[rows.clone()], b: &self.b[rows], ..self }
    }

    #[inline(always)]
    fn word(&self, row: usize) -> u64 {
        (self.low[row] >> self.right | self.high[row] << self.left) & self.b[row]
    }
}

impl<'a> Overlay<'a> {
    /// B laid over A at `offset`; `None` if their tight bounds do not overlap.
    #[inline(always)]
    pub fn new(a: &'a StripedMask, b: &'a StripedMask, offset: Cell) -> Option<Self> {
        let shared = a.bounds?.intersection(b.bounds?.translated(offset))?;
        Some(Self { a, b, offset, shared })
    }

    /// A view of `tile`, a part of the shared cells.
    #[inline(always)]
    pub fn view(self, tile: IntRect) -> TileView<'a> {
        let left_in_b = tile.x - self.offset.x;
        TileView {
            overlay: self,
            stripes_of_a: tile.x >> 6..((tile.right() - 1) >> 6) + 1,
            stripes: left_in_b >> 6..((left_in_b + i64::from(tile.width) - 1) >> 6) + 1,
            row: index(tile.y),
            row_in_b: index(tile.y - self.offset.y),
            rows: index(tile.height.into()).next_multiple_of(BLOCK),
            shift: u32::try_from(self.offset.x & 63).unwrap_or(0),
        }
    }

    /// True if any pixel is set in both near the middle of the shared cells: in eight rows from there on, in the
    /// columns that one stripe of each has there.
    #[inline(always)]
    pub fn meets_in_the_middle(self) -> bool {
        let Self { a, b, shared, offset } = self;
        let middle = shared.origin() + Cell::new((shared.width >> 1).into(), (shared.height >> 1).into());
        let in_b = middle - offset;
        let shift = (middle.x & 63) - (in_b.x & 63);
        let [right, left] = [shift, -shift].map(|shift| u32::try_from(shift).unwrap_or(0));
        let words = |mask: &'a StripedMask, cell: Cell| mask.rows(index(cell.x >> 6), index(cell.y), BLOCK);
        One { a: words(a, middle), b: words(b, in_b), right, left }.union_of::<BLOCK>() != 0
    }

    /// True if any pixel of `tile` is set in both.
    #[inline(always)]
    pub fn meets(self, tile: IntRect) -> bool {
        let view = self.view(tile);
        for stripe in view.stripes.clone() {
            if view.window(stripe).fold(Any) {
                return true;
            }
        }
        false
    }
}

/// A part of what two masks share, cut into B's stripes.
///
/// It may show more than its tile: up to seven rows below it, and whole stripes. Those cells are shared, too.
pub struct TileView<'a> {
    overlay: Overlay<'a>,
    /// A's stripes that have any of the tile's columns.
    stripes_of_a: Range<i64>,
    /// B's stripes that do.
    pub stripes: Range<i64>,
    row: usize,
    row_in_b: usize,
    /// Rows, in whole blocks.
    rows: usize,
    shift: u32,
}

impl<'a> TileView<'a> {
    /// The window onto B's stripe `stripe`.
    #[inline(always)]
    pub fn window(&self, stripe: i64) -> Window<'a> {
        let under = stripe + (self.overlay.offset.x >> 6);
        Window {
            low: self.of_a(under),
            high: if self.shift == 0 { &[] } else { self.of_a(under + 1) },
            b: self.overlay.b.rows(index(stripe), self.row_in_b, self.rows),
            shift: self.shift,
            left: (stripe << 6) + self.overlay.offset.x,
        }
    }

    /// The tile's rows of A's stripe `stripe`; empty if it has none of the tile's columns.
    #[inline(always)]
    fn of_a(&self, stripe: i64) -> &'a [u64] {
        let is_there = self.stripes_of_a.start <= stripe && stripe < self.stripes_of_a.end;
        if is_there { self.overlay.a.rows(index(stripe), self.row, self.rows) } else { &[] }
    }
}

impl Window<'_> {
    /// The window without its rows outside `rows`.
    #[inline(always)]
    pub fn part(self, rows: Range<usize>) -> Self {
        let low = if self.low.is_empty() { self.low } else { &self.low[rows.clone()] };
        let high = if self.high.is_empty() { self.high } else { &self.high[rows.clone()] };
        Self { low, high, b: &self.b[rows], ..self }
    }

    /// The number of rows.
    #[inline(always)]
    pub const fn rows(&self) -> usize {
        self.b.len()
    }

    /// The answer of `fold` for the shared words.
    #[inline(always)]
    pub fn fold<F: Fold>(self, fold: F) -> F::Answer {
        // A word of B covers the high columns of one stripe of A and the low columns of the next: the first is shifted
        // right, the second left. Each case gets its own loop, in which an absent word costs nothing.
        let Self { low, high, b, .. } = self;
        let (right, left) = (self.shift & 63, (64 - self.shift) & 63);
        match (low.is_empty(), high.is_empty()) {
            (true, true) => F::Answer::default(),
            (false, true) if right == 0 => fold.fold(One { a: low, b, right: 0, left: 0 }),
            (false, true) => fold.fold(One { a: low, b, right, left: 0 }),
            (true, false) => fold.fold(One { a: high, b, right: 0, left }),
            (false, false) => fold.fold(Two { low, high, b, right, left }),
        }
    }
}

/// A number that is known to lie inside a mask, as an index.
#[inline(always)]
pub fn index(inside: i64) -> usize {
    debug_assert!(inside >= 0, "{inside} is outside");
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside a mask that is in memory")]
    let index = inside as usize;
    index
}

/// Rows between two checks for a result.
const CHUNK: usize = 64;

/// The question whether any pixel is shared: one test for 64 rows.
pub struct Any;

impl Fold for Any {
    type Answer = bool;

    #[inline(always)]
    fn fold(self, shared: impl RowWords) -> bool {
        shared.first_chunk().is_some()
    }
}

/// The number of shared pixels.
pub struct SharedCount;

impl Fold for SharedCount {
    type Answer = u64;

    #[inline(always)]
    fn fold(self, shared: impl RowWords) -> u64 {
        let (mut count, mut start) = (0, 0);
        while start + CHUNK <= shared.len() {
            let chunk = shared.part(start..start + CHUNK);
            for row in 0..CHUNK {
                count += u64::from(chunk.word(row).count_ones());
            }
            start += CHUNK;
        }
        let rest = shared.part(start..shared.len());
        for row in 0..rest.len() {
            count += u64::from(rest.word(row).count_ones());
        }
        count
    }
}

/// The columns in which any pixel is shared.
pub struct SharedColumns;

impl Fold for SharedColumns {
    type Answer = u64;

    #[inline(always)]
    fn fold(self, shared: impl RowWords) -> u64 {
        shared.union()
    }
}

/// The first row with a shared pixel.
pub struct FirstRow;

impl Fold for FirstRow {
    type Answer = Option<usize>;

    #[inline(always)]
    fn fold(self, shared: impl RowWords) -> Option<usize> {
        shared.first_chunk()?.find(|&row| shared.word(row) != 0)
    }
}

/// The last row with a shared pixel.
pub struct LastRow;

impl Fold for LastRow {
    type Answer = Option<usize>;

    #[inline(always)]
    fn fold(self, shared: impl RowWords) -> Option<usize> {
        let mut end = shared.len();
        while end > 0 {
            let start = end.saturating_sub(CHUNK);
            if shared.part(start..end).union() != 0 {
                return (start..end).rev().find(|&row| shared.word(row) != 0);
            }
            end = start;
        }
        None
    }
}
