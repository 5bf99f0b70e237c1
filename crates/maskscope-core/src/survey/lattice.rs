//! [`Lattice`]: the offsets that a survey asks about, and how many it may ask about.

use thiserror::Error;

use crate::geom::{Cell, IntRect, Offset, Offsets, Size};
use crate::scene::LayError;
use crate::words::{self, thousands};

/// The offsets that a survey asks about, in columns and rows: every offset at which two boxes overlap, or of too many every
/// 2nd, 4th, 8th … in both directions; or the same of a part of them.
///
/// The first one is the top left offset of all, or of the part; so the answers do not depend on where the sprites are.
///
/// ```
/// use maskscope_core::{geom::{Cell, Offset, Size}, survey::Lattice};
///
/// let disc = Size::new(4096, 4096);
/// let lattice = Lattice::new(disc, disc);
/// assert_eq!((lattice.step(), lattice.size()), (4, Size::new(2048, 2048)));
/// assert_eq!(lattice.described().as_deref(), Some("every 4th px of 8,191 × 8,191"));
/// assert_eq!(Lattice::whole(lattice.all()).at_most(1 << 16).described().as_deref(), Some("every 32nd px of 8,191 × 8,191"));
/// assert_eq!(lattice.offset(0, 1), Offset::new(-4095, -4091));
/// assert_eq!(lattice.place(Offset::new(-4093, -4090)), Some((0, 1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice {
    all: Offsets,
    /// Offsets to survey, all or every nth.
    part: IntRect,
    step: u32,
}

impl Lattice {
    /// The most placements of a survey: the number of offsets of two sprites of 1,024 × 1,024.
    pub const LIMIT: u64 = TooMany::LIMIT;

    /// Those of all offsets at which a box of size `b` overlaps one of size `a`.
    pub fn new(a: Size, b: Size) -> Self {
        Self::whole(Offsets::new(a, b)).at_most(Self::LIMIT)
    }

    /// Every one of `all` offsets, however many they are.
    pub const fn whole(all: Offsets) -> Self {
        Self { all, part: IntRect::new(all.first(), all.size()), step: 1 }
    }

    /// Those of the offsets that lie in `part`, too, or all where no offset does.
    #[must_use]
    pub fn of_part(self, part: IntRect) -> Self {
        let all = IntRect::new(self.all.first(), self.all.size());
        all.intersection(part).map_or(self, |part| Self { part, step: 1, ..self }.at_most(Self::LIMIT))
    }

    /// The lattice with the smallest step, a power of two, that leaves at most this number of placements.
    #[must_use]
    pub fn at_most(self, placements: u64) -> Self {
        let with = |step| Self { step, ..self };
        let steps = (0..31).map(|power| 1 << power);
        steps.map(with).find(|lattice| lattice.size().area() <= placements).unwrap_or_else(|| with(1 << 31))
    }

    /// At most `side` × `side` of all offsets, as near around `offset` as they can be.
    pub fn around(self, offset: Offset, side: u32) -> IntRect {
        let (first, size) = (self.all.first(), self.all.size());
        let along = |at: i32, first: i64, all: u32| {
            let length = side.min(all);
            let last = first + i64::from(all - length);
            (length, (i64::from(at) - i64::from(length / 2)).clamp(first, last))
        };
        let (width, x) = along(offset.x, first.x, size.width);
        let (height, y) = along(offset.y, first.y, size.height);
        IntRect { x, y, width, height }
    }

    /// Columns and rows of placements.
    pub const fn size(self) -> Size {
        Size::new(self.part.width.div_ceil(self.step), self.part.height.div_ceil(self.step))
    }

    /// The number of offsets that lie between neighbouring columns or rows; 1 where every offset is asked about.
    pub const fn step(self) -> u32 {
        self.step
    }

    /// The offset in column 0 of row 0.
    pub const fn first(self) -> Cell {
        self.part.origin()
    }

    /// All offsets at which the boxes overlap, asked about or not.
    pub const fn all(self) -> Offsets {
        self.all
    }

    /// The box of the surveyed offsets.
    pub const fn part(self) -> IntRect {
        self.part
    }

    /// True if every offset at which the boxes overlap is asked about.
    pub fn is_whole(self) -> bool {
        self.size() == self.all.size()
    }

    /// The offset in column `x` of row `y`.
    ///
    /// # Panics
    /// If it does not fit an [`Offset`]: beyond the grid, or between boxes with sides over 2³¹.
    pub fn offset(self, x: u32, y: u32) -> Offset {
        let along = |first: i64, n: u32| {
            let offset = first + i64::from(n) * i64::from(self.step);
            i32::try_from(offset).expect("an offset of a grid fits i32")
        };
        Offset::new(along(self.part.x, x), along(self.part.y, y))
    }

    /// The column and row whose square holds `offset`: it is that of the offset itself, or of one above or to the left;
    /// `None` beyond.
    pub fn place(self, offset: Offset) -> Option<(u32, u32)> {
        let step = i64::from(self.step);
        let by = offset.cell() - self.part.origin();
        let along = |by: i64| u32::try_from(by / step).ok();
        along(by.x).zip(along(by.y)).filter(|_| self.part.contains(offset.cell()))
    }

    /// The column and row of `offset` itself; `None` if it is not asked about.
    pub fn asked(self, offset: Offset) -> Option<(u32, u32)> {
        self.place(offset).filter(|&(x, y)| self.offset(x, y) == offset)
    }

    /// The offsets that are asked about, where it is not every one: `every 4th px of 8,191 × 8,191`,
    /// `1,024 × 1,024 of 8,191 × 8,191 offsets`.
    pub fn described(self) -> Option<String> {
        let [part, all] = [self.part.size(), self.all.size()].map(words::size);
        let of = if part == all { String::new() } else { format!(" of {all} offsets") };
        match self.step {
            1 if part == all => None,
            1 => Some(format!("{part}{of}")),
            step => Some(format!("every {} px of {part}{of}", words::place(step.into()))),
        }
    }
}

/// A survey of too many placements.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{size} placements are too many for a survey, the limit is {} in all", thousands(TooMany::LIMIT))]
pub struct TooMany {
    /// Columns and rows of placements.
    pub size: Size,
}

/// The reason why a survey of laid sprites cannot begin.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SurveyError {
    /// There are too many placements.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// A sprite, or a frame, cannot be placed.
    #[error("a {0} does not fit: {1}")]
    Unplaced(&'static str, LayError),
}

impl TooMany {
    /// The most placements of a survey: the number of offsets of two sprites of 1,024 × 1,024.
    pub const LIMIT: u64 = 1 << 22;

    /// `size`, if a survey may have this many placements.
    ///
    /// # Errors
    /// If it has more than [`TooMany::LIMIT`] places.
    pub(super) fn check(size: Size) -> Result<Size, Self> {
        if size.area() > Self::LIMIT { Err(Self { size }) } else { Ok(size) }
    }
}
