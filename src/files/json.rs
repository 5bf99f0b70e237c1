//! JSON: where its text begins, and how places stand in it.

use serde::Serialize;

use crate::geom::{Cell, IntRect, Point};

/// The UTF-8 text in `bytes` without the byte order mark that some editors leave before it.
pub(super) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// A box: `{"x","y","width","height"}`, half-open.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BoxJson {
    x: i64,
    y: i64,
    width: u32,
    height: u32,
}

impl From<IntRect> for BoxJson {
    fn from(IntRect { x, y, width, height }: IntRect) -> Self {
        Self { x, y, width, height }
    }
}

/// A rectangle between cells: the same fields, which may have fractions.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AreaJson {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl AreaJson {
    /// The rectangle of this size with its top left corner at `origin`.
    pub const fn new((x, y): Point, (width, height): (f64, f64)) -> Self {
        Self { x, y, width, height }
    }
}

/// A point between cells: `{"x","y"}`, which may have fractions.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlaceJson {
    x: f64,
    y: f64,
}

impl From<Point> for PlaceJson {
    fn from((x, y): Point) -> Self {
        Self { x, y }
    }
}

/// A cell: `{"x","y"}`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PointJson {
    x: i64,
    y: i64,
}

impl From<Cell> for PointJson {
    fn from(Cell { x, y }: Cell) -> Self {
        Self { x, y }
    }
}
