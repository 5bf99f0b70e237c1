//! [`Cell`] and [`Offset`]: where a pixel is, and where B is.

use std::ops::{Add, Sub};

use super::Point;

/// One pixel of a grid, by its column and row.
///
/// The grid is the world's, a sprite's own or the overlap box's; each use says which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// Column, growing to the right.
    pub x: i64,
    /// Row, growing downwards.
    pub y: i64,
}

impl Cell {
    /// The top left cell of a grid.
    pub const ORIGIN: Self = Self::new(0, 0);

    /// The cell in column `x` and row `y`.
    pub const fn new(x: i64, y: i64) -> Self {
        Self { x, y }
    }

    /// The top left corner of the cell; of a move, its columns and rows.
    pub const fn point(self) -> Point {
        (whole(self.x), whole(self.y))
    }

    /// The length of a move by these columns and rows.
    pub fn length(self) -> f64 {
        let (x, y) = self.point();
        x.hypot(y)
    }
}

/// A column or a row as a number.
#[expect(clippy::cast_precision_loss, reason = "cells are far below 2^52")]
pub const fn whole(n: i64) -> f64 {
    n as f64
}

impl Add for Cell {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Cell {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

/// Position of B's top left cell relative to A's, in cells.
///
/// ```text
/// A A A .        offset (1, 2): B starts one column to the right of A
/// A A A .        and two rows below it; a negative offset puts it to
/// A # # B        the left or above.
/// . B B B
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Offset {
    /// Columns to the right; negative is to the left.
    pub x: i32,
    /// Rows down; negative is up.
    pub y: i32,
}

impl Offset {
    /// `x` columns to the right and `y` rows down.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The offset of these columns and rows; `None` if they do not fit.
    pub fn of(by: Cell) -> Option<Self> {
        Some(Self::new(i32::try_from(by.x).ok()?, i32::try_from(by.y).ok()?))
    }

    /// The cell of A's grid on which B's top left cell lies.
    pub fn cell(self) -> Cell {
        Cell::new(self.x.into(), self.y.into())
    }
}
