//! The area of a sheet from which a frame was cut, and its pixels before they were packed.
//!
//! ```text
//! source box 5 × 4      trimmed, 3 × 2,      turned clockwise    turned counter-clockwise
//! . . . . .             at 1,1               (TexturePacker,     (libGDX),
//! . a b c .             a b c                Starling),          c f
//! . d e f .             d e f                d a                 b e
//! . . . . .                                  e b                 a d
//!                                            f c
//! ```
//!
//! So the top row of a frame that was turned clockwise is the right column of its area, from the top; of one that was turned
//! counter-clockwise it is the left column, from the bottom.

use serde::{Deserialize, Serialize};

use crate::geom::{Cell, IntRect, Size};

/// The area of a frame on its sheet, and its position in its source box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// The size of the sheet.
    pub sheet: Size,
    /// The area on the sheet, turned if the frame is.
    pub on_sheet: IntRect,
    /// Turn of the frame on the sheet.
    pub turned: Turned,
    /// Its top left pixel in its source box, upright.
    pub in_source: Cell,
    /// The size of its source box.
    pub source: Size,
}

/// Turn of a frame before it was packed on the sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turned {
    /// Not at all.
    #[default]
    Not,
    /// By 90 degrees.
    Clockwise,
    /// By 180 degrees.
    Half,
    /// By 270 degrees.
    Counterclockwise,
}

impl Turned {
    /// `size` after or before turning.
    pub const fn size(self, size: Size) -> Size {
        match self {
            Self::Not | Self::Half => size,
            Self::Clockwise | Self::Counterclockwise => Size::new(size.height, size.width),
        }
    }
}

impl Cut {
    /// The cell `cell` of a sheet of size `sheet`.
    pub const fn cell(sheet: Size, cell: IntRect) -> Self {
        Self { sheet, on_sheet: cell, turned: Turned::Not, in_source: Cell::new(0, 0), source: cell.size() }
    }

    /// The pixels of the frame's source box, upright, from `sheet`, a value for each pixel, row by row; the default for
    /// trimmed pixels.
    ///
    /// # Panics
    /// If the frame is not on the sheet, or not in its source box.
    pub fn restored<T: Copy + Default>(&self, sheet: &[T]) -> Vec<T> {
        let upright = self.turned.size(self.on_sheet.size());
        let (right, bottom) = (i64::from(self.on_sheet.width) - 1, i64::from(self.on_sheet.height) - 1);
        let index = |size: Size, corner: Cell, x: i64, y: i64| {
            usize::try_from((corner.y + y) * i64::from(size.width) + corner.x + x).expect("a pixel inside")
        };
        let mut restored = vec![T::default(); usize::try_from(self.source.area()).expect("a picture in memory")];
        for y in 0..i64::from(upright.height) {
            for x in 0..i64::from(upright.width) {
                let (column, row) = match self.turned {
                    Turned::Not => (x, y),
                    Turned::Clockwise => (right - y, x),
                    Turned::Half => (right - x, bottom - y),
                    Turned::Counterclockwise => (y, bottom - x),
                };
                restored[index(self.source, self.in_source, x, y)] =
                    sheet[index(self.sheet, self.on_sheet.origin(), column, row)];
            }
        }
        restored
    }
}
