//! Sheets cut into frames by a grid of equal cells.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::geom::{Cell, IntRect, Size};
use crate::scene::{Cut, Frame, Frames, Picture};

/// Equal cells on a sheet, each of them a frame.
///
/// ```text
/// · · · · · · · · · ·
/// · 0 0 0 · · 1 1 1 ·     Cells of 3 × 2 at a margin of 1 with a spacing of 2, on a sheet of 10 × 8:
/// · 0 0 0 · · 1 1 1 ·     column i begins at margin + i * (width + spacing), rows in the same way.
/// · · · · · · · · · ·     What is left over at the right and at the bottom
/// · · · · · · · · · ·     and holds no whole cell is not a frame.
/// · 2 2 2 · · 3 3 3 ·
/// · 2 2 2 · · 3 3 3 ·
/// · · · · · · · · · ·
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Grid {
    /// Columns and rows of a cell.
    #[serde(serialize_with = "sides_of", deserialize_with = "of_sides")]
    pub cell: Size,
    /// Pixels left of the first column and above the first row.
    #[serde(default)]
    pub margin: u32,
    /// Pixels between neighbours.
    #[serde(default)]
    pub spacing: u32,
}

/// Columns and rows, as files have them.
fn sides_of<S: Serializer>(size: &Size, serializer: S) -> Result<S::Ok, S::Error> {
    [size.width, size.height].serialize(serializer)
}

fn of_sides<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Size, D::Error> {
    <[u32; 2]>::deserialize(deserializer).map(|[width, height]| Size::new(width, height))
}

/// Error in cutting a sheet by a grid.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GridError {
    /// Cells without pixels.
    #[error("a cell of {0} px has no pixels")]
    EmptyCell(Size),
    /// Not even the first cell is whole.
    #[error("no cell of {} px fits into {sheet} px at a margin of {} px", grid.cell, grid.margin)]
    NoWholeCell {
        /// The grid.
        grid: Grid,
        /// The sheet's width and height.
        sheet: Size,
    },
    /// More cells than the most frames.
    #[error("it has {count} cells of {cell} px, the limit is {}", Frames::MOST)]
    TooManyCells {
        /// Whole cells on the sheet.
        count: u64,
        /// A cell's width and height.
        cell: Size,
    },
}

impl Grid {
    /// The number of whole columns and rows of cells on a sheet of size `sheet`; 0 × 0 if either is 0.
    pub fn columns_and_rows(&self, sheet: Size) -> Size {
        if self.cell.is_empty() {
            return Size::default();
        }
        // The last cell needs no spacing behind it, so the sheet counts as one spacing longer.
        let fitting = |sheet: u32, cell: u32| {
            let (cell, spacing) = (u64::from(cell), u64::from(self.spacing));
            let room = (u64::from(sheet) + spacing).saturating_sub(u64::from(self.margin));
            u32::try_from(room / (cell + spacing)).expect("at most one for each pixel")
        };
        let fits = Size::new(fitting(sheet.width, self.cell.width), fitting(sheet.height, self.cell.height));
        if fits.is_empty() { Size::default() } else { fits }
    }

    /// The whole cells on a sheet of size `sheet`, row by row, at most [`Frames::MOST`]; empty if no cell fits.
    pub fn cells(&self, sheet: Size) -> Vec<IntRect> {
        let fits = self.columns_and_rows(sheet);
        let place =
            |n: u32, cell: u32| i64::from(self.margin) + i64::from(n) * (i64::from(cell) + i64::from(self.spacing));
        let row = |y: u32| {
            let top = place(y, self.cell.height);
            (0..fits.width).map(move |x| IntRect::new(Cell::new(place(x, self.cell.width), top), self.cell))
        };
        (0..fits.height).flat_map(row).take(Frames::MOST).collect()
    }

    /// The cells of `sheet` as frames without names or durations, row by row.
    ///
    /// # Errors
    /// If a cell has no pixels, no whole cell fits, or there are more than [`Frames::MOST`].
    pub fn cut(&self, sheet: &Picture) -> Result<Frames, GridError> {
        if self.cell.is_empty() {
            return Err(GridError::EmptyCell(self.cell));
        }
        let count = self.columns_and_rows(sheet.size()).area();
        if count == 0 {
            return Err(GridError::NoWholeCell { grid: *self, sheet: sheet.size() });
        }
        if count > Frames::MOST as u64 {
            return Err(GridError::TooManyCells { count, cell: self.cell });
        }
        let frame = |cell| {
            let picture = Arc::new(sheet.cut_out(cell).expect("a whole cell is inside"));
            Frame { cut: Some(Cut::cell(sheet.size(), cell)), ..Frame::new(picture) }
        };
        Ok(Frames::new(self.cells(sheet.size()).into_iter().map(frame).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(width: u32, height: u32, margin: u32, spacing: u32) -> Grid {
        Grid { cell: Size::new(width, height), margin, spacing }
    }

    fn corners(grid: Grid, sheet: Size) -> Vec<(i64, i64)> {
        grid.cells(sheet).into_iter().map(|cell| (cell.x, cell.y)).collect()
    }

    #[test]
    fn cells_lie_row_by_row_and_leftovers_are_none() {
        assert_eq!(corners(grid(3, 2, 1, 2), Size::new(10, 8)), [(1, 1), (6, 1), (1, 5), (6, 5)]);
        assert_eq!(corners(grid(3, 2, 1, 2), Size::new(9, 7)), [(1, 1), (6, 1), (1, 5), (6, 5)], "exactly");
        assert_eq!(corners(grid(3, 2, 1, 2), Size::new(8, 6)), [(1, 1)], "one pixel short of both");
        assert_eq!(corners(grid(4, 4, 0, 0), Size::new(9, 4)), [(0, 0), (4, 0)]);
    }

    #[test]
    fn nothing_fits_into_too_little() {
        for none in [grid(0, 2, 0, 0), grid(2, 0, 0, 0), grid(9, 1, 0, 0), grid(1, 1, 9, 0), grid(1, 1, 8, 1)] {
            assert_eq!(corners(none, Size::new(8, 8)), [], "{none:?}");
            assert_eq!(none.columns_and_rows(Size::new(8, 8)), Size::default(), "{none:?}");
        }
        let most = Grid { cell: Size::new(u32::MAX, u32::MAX), margin: u32::MAX, spacing: u32::MAX };
        assert_eq!(corners(most, Size::new(u32::MAX, u32::MAX)), []);
    }

    #[test]
    fn there_are_never_more_cells_than_frames() {
        assert_eq!(grid(1, 1, 0, 0).columns_and_rows(Size::new(1_000, 1_000)).area(), 1_000_000);
        assert_eq!(grid(1, 1, 0, 0).cells(Size::new(1_000, 1_000)).len(), Frames::MOST);
    }
}
