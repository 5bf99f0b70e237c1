//! A value for each place of a grid.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fmt, marker::PhantomData};

use super::Square;
use crate::geom::Size;

/// A value for each place of a grid, row by row.
///
/// A clone is the same plane: what a survey finds out later shows in the answers that it has published, and publishing
/// copies nothing. So a place that was not known yet may change under a reader, from the value of a coarser place to its
/// own; one that is known does not.
pub struct Plane<T> {
    size: Size,
    values: Arc<[AtomicU32]>,
    of: PhantomData<T>,
}

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
        let word = value.to_word();
        Self::of_words((0..index(size.area())).map(|_| word), size)
    }

    /// A grid of `size` whose value at `(x, y)` is `value(x, y)`.
    pub fn from_fn(size: Size, mut value: impl FnMut(u32, u32) -> T) -> Self {
        let mut places = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
        let count = index(size.area());
        let word = |_| places.next().map_or(0, |(x, y)| value(x, y).to_word());
        Self::of_words((0..count).map(word), size)
    }

    /// A plane of these values, row by row.
    ///
    /// # Panics
    /// If their number is not that of the places of `size`.
    pub(super) fn of_rows(size: Size, values: Vec<T>) -> Self {
        assert_eq!(values.len() as u64, size.area(), "a value for each place of {size}");
        Self::of_words(values.into_iter().map(T::to_word), size)
    }

    /// The length of `words` is known, so that they are written where they stay.
    fn of_words(words: impl ExactSizeIterator<Item = u32>, size: Size) -> Self {
        Self { size, values: words.map(AtomicU32::new).collect(), of: PhantomData }
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
    /// Where it lies below the grid.
    pub fn at(&self, x: u32, y: u32) -> T {
        debug_assert!(x < self.size.width, "column {x} of {}", self.size);
        value(&self.values[self.start(y) + index(x.into())])
    }

    /// All values, row by row.
    pub fn values(&self) -> impl ExactSizeIterator<Item = T> + Clone {
        self.values.iter().map(value)
    }

    /// The values of each row, from the top.
    pub fn rows(&self) -> impl Iterator<Item = Vec<T>> {
        self.values.chunks_exact(index(self.size.width.into()).max(1)).map(|row| row.iter().map(value).collect())
    }

    /// Paints a square; what lies beyond the grid is left out.
    pub(super) fn paint(&self, square: Square, value: T) {
        let end = |at: u32, side: u32| at.saturating_add(square.side).min(side);
        let columns = index(square.x.into())..index(end(square.x, self.size.width).into());
        let word = value.to_word();
        for y in square.y..end(square.y, self.size.height) {
            let start = self.start(y);
            for place in &self.values[start + columns.start..start + columns.end] {
                place.store(word, Ordering::Relaxed);
            }
        }
    }

    /// The index at which row `y` begins.
    fn start(&self, y: u32) -> usize {
        index(u64::from(y) * u64::from(self.size.width))
    }
}

/// The value of a place.
fn value<T: InWord>(place: &AtomicU32) -> T {
    T::from_word(place.load(Ordering::Relaxed))
}

impl<T> Clone for Plane<T> {
    fn clone(&self) -> Self {
        Self { size: self.size, values: Arc::clone(&self.values), of: PhantomData }
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
        f.debug_list().entries(self.rows()).finish()
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

/// A count as an index.
fn index(n: u64) -> usize {
    usize::try_from(n).expect("places of a grid in memory")
}
