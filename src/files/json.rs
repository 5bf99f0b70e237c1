//! JSON: where its text begins, and how places stand in it.

use serde::Serialize;

use crate::geom::{Cell, IntRect};

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
