//! A value for each place of a grid.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::{fmt, iter, marker::PhantomData, ops::Range};

use super::Square;
use crate::geom::Size;

/// A value for each place of a grid, row by row.
///
/// A clone is the same plane: what a survey finds out later shows in the answers that it has published, and publishing
/// copies nothing. So a place that was not known yet may change under a reader, from the value of a coarser place to its
/// own; one that is known does not.
pub struct Plane<T> {
    size: Size,
    /// The value where no tile has been made.
    blank: u32,
    /// Boxes of the grid, row by row, each made when first written to: a large grid costs nothing to begin with.
    tiles: Arc<[OnceLock<Box<[AtomicU32]>>]>,
    of: PhantomData<T>,
}

/// Columns and rows of a tile; of a narrower grid, it has fewer columns.
const TILE: Size = Size::new(512, 64);

/// A value that a word holds.
pub trait InWord: Copy {
    /// The value as a word.
    fn to_word(self) -> u32;

    /// The value of a word that holds one.
    fn from_word(word: u32) -> Self;
}

impl<T: InWord> Plane<T> {
    /// A grid of `size` with the same value everywhere.
    pub fn new(size: Size, value: T) -> Self {
        let tiles = Size::new(size.width.div_ceil(TILE.width), size.height.div_ceil(TILE.height)).area();
        let tiles = (0..tiles).map(|_| OnceLock::new()).collect();
        Self { size, blank: value.to_word(), tiles, of: PhantomData }
    }

    /// A plane of `values`, row by row.
    pub(super) fn of_rows(size: Size, values: impl IntoIterator<Item = T>) -> Self {
        let plane = Self::new(size, T::from_word(0));
        let mut values = values.into_iter();
        for part in plane.parts(0..size.width, 0..size.height) {
            part.iter().zip(&mut values).for_each(|(place, value)| place.store(value.to_word(), Ordering::Relaxed));
        }
        plane
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The value at column `x` and row `y`; `None` outside the grid.
    pub fn get(&self, x: u32, y: u32) -> Option<T> {
        (x < self.size.width && y < self.size.height).then(|| self.at(x, y))
    }

    /// The value at column `x` and row `y`, which must lie in the grid.
    ///
    /// # Panics
    /// Where it lies beyond the grid.
    pub fn at(&self, x: u32, y: u32) -> T {
        assert!(x < self.size.width && y < self.size.height, "place {x},{y} of {}", self.size);
        let (tile, place) = self.tile(x, y);
        T::from_word(tile.get().map_or(self.blank, |tile| tile[place].load(Ordering::Relaxed)))
    }

    /// All values, row by row.
    pub fn values(&self) -> impl Iterator<Item = T> + Clone {
        (0..self.size.height).flat_map(move |y| self.row(y))
    }

    /// The values of a row.
    pub(in crate::survey) fn row(&self, y: u32) -> Vec<T> {
        let mut row = Vec::with_capacity(self.size.width as usize);
        for x in (0..self.size.width).step_by(TILE.width as usize) {
            let (tile, place) = self.tile(x, y);
            let length = TILE.width.min(self.size.width - x) as usize;
            match tile.get().map(|tile| &tile[place..][..length]) {
                Some(words) => row.extend(words.iter().map(|word| T::from_word(word.load(Ordering::Relaxed)))),
                None => row.resize(row.len() + length, T::from_word(self.blank)),
            }
        }
        row
    }

    /// Paints a square; what lies beyond the grid is left out.
    pub(super) fn paint(&self, square: Square, value: T) {
        let within = |at: u32, side: u32| at..at.saturating_add(square.side).min(side);
        let word = value.to_word();
        for part in self.parts(within(square.x, self.size.width), within(square.y, self.size.height)) {
            part.iter().for_each(|place| place.store(word, Ordering::Relaxed));
        }
    }

    /// The places in some columns and rows, row by row: a slice of each tile that holds a part of a row.
    fn parts(&self, columns: Range<u32>, rows: Range<u32>) -> impl Iterator<Item = &[AtomicU32]> {
        let next = move |from: u32| (from / TILE.width + 1) * TILE.width;
        let starts = move || iter::successors(Some(columns.start), move |&from| Some(next(from)));
        let end = columns.end;
        let within = move |y: u32| starts().take_while(move |&start| start < end).map(move |start| (start, y));
        rows.flat_map(within).map(move |(x, y)| {
            let cells = self.stride() * TILE.height.min(self.size.height);
            let blank = || (0..cells).map(|_| AtomicU32::new(self.blank)).collect();
            let (tile, place) = self.tile(x, y);
            &tile.get_or_init(blank)[place..][..(next(x).min(end) - x) as usize]
        })
    }

    /// The tile of column `x` and row `y`, and the index in it.
    fn tile(&self, x: u32, y: u32) -> (&OnceLock<Box<[AtomicU32]>>, usize) {
        let in_row = self.size.width.div_ceil(TILE.width) as usize;
        let tile = (y / TILE.height) as usize * in_row + (x / TILE.width) as usize;
        (&self.tiles[tile], (y % TILE.height * self.stride() + x % TILE.width) as usize)
    }

    /// Columns of a tile.
    fn stride(&self) -> u32 {
        self.size.width.min(TILE.width)
    }
}

impl<T> Clone for Plane<T> {
    fn clone(&self) -> Self {
        Self { tiles: Arc::clone(&self.tiles), ..*self }
    }
}

impl<T: InWord + PartialEq> PartialEq for Plane<T> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.values().eq(other.values())
    }
}

impl<T: InWord + Eq> Eq for Plane<T> {}

impl<T: InWord + fmt::Debug> fmt::Debug for Plane<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.values()).finish()
    }
}

impl InWord for bool {
    fn to_word(self) -> u32 {
        self.into()
    }

    fn from_word(word: u32) -> Self {
        word != 0
    }
}

impl InWord for u32 {
    fn to_word(self) -> u32 {
        self
    }

    fn from_word(word: u32) -> Self {
        word
    }
}

/// Two answers, if there are any.
impl InWord for Option<[bool; 2]> {
    fn to_word(self) -> u32 {
        self.map_or(0, |[one, other]| 4 | u32::from(one) << 1 | u32::from(other))
    }

    fn from_word(word: u32) -> Self {
        (word & 4 != 0).then_some([word & 2 != 0, word & 1 != 0])
    }
}
