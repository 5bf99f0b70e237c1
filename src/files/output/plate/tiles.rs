//! Map from cells to pixels.

use super::pen::width;
use maskscope_core::geom::{IntRect, Size};

/// The longer side of a grid, in px, where the cells need not be larger for numbers; boxes with more cells along a side
/// have squares that stand for several.
const USUAL_SIDE: u32 = 840;
/// The longest side of a grid, in px.
const LONGEST_SIDE: u32 = 1280;
/// The side of a cell, in px: the largest there is, the largest for the sake of numbers, the smallest that shows visits
/// one by one.
const LARGEST: u32 = 48;
const LARGEST_FOR_NUMBERS: u32 = 32;
const SMALLEST_WITH_VISITS: u32 = 6;
/// The size of numbers, in px.
const SMALLEST_NUMBER: f32 = 8.0;
const LARGEST_NUMBER: f32 = 18.0;

/// The squares that a grid of cells is drawn with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GridTiles {
    /// Cells along a side of a square.
    pub cells_per_square: u32,
    /// Px along a side of a square, the gap to the next one included.
    pub side: u32,
    /// Px around the tile of a visit, in which the cell under it shows.
    pub inset: u32,
    /// Size of the numbers of visits in px, where the largest fits.
    pub number_size: Option<f32>,
}

impl GridTiles {
    /// Tiles for a box of `size` in which numbers have up to `digits`. `leaves_a_rim`: what lies
    /// under the tiles is to be seen around them.
    pub fn fitting(size: Size, digits: usize, leaves_a_rim: bool) -> Self {
        let cells = size.width.max(size.height).max(1);
        let usual = (USUAL_SIDE / cells).clamp(1, LARGEST);
        let tiles = |side| Self::of_side(side, digits, leaves_a_rim);
        if cells > USUAL_SIDE {
            return Self { cells_per_square: cells.div_ceil(USUAL_SIDE), ..tiles(1) };
        }
        let with_numbers = (usual..=LARGEST_FOR_NUMBERS.min(LONGEST_SIDE / cells)).map(tiles);
        with_numbers.into_iter().find(|tiles| tiles.number_size.is_some()).unwrap_or_else(|| tiles(usual))
    }

    /// The largest tiles without numbers with which a box of `size` fits into `room`, in px.
    pub fn within(size: Size, room: Size, leaves_a_rim: bool) -> Self {
        let (width, height) = (size.width.max(1), size.height.max(1));
        let cells_per_square = width.div_ceil(room.width).max(height.div_ceil(room.height)).max(1);
        let side = (room.width / width).min(room.height / height).clamp(1, LARGEST);
        let tiles = Self { cells_per_square, ..Self::of_side(side, 0, leaves_a_rim) };
        Self { number_size: None, ..tiles }
    }

    fn of_side(side: u32, digits: usize, leaves_a_rim: bool) -> Self {
        let inset = if leaves_a_rim { side.div_ceil(10) } else { 0 };
        let tiles = Self { cells_per_square: 1, side, inset, number_size: None };
        let room = f64::from(tiles.of_cell(0, 0).width);
        #[expect(clippy::cast_possible_truncation, reason = "the side of a tile in px")]
        let size = (room as f32 * 0.9 / width(digits, 1.0)).min(room as f32 * 0.5).min(LARGEST_NUMBER).floor();
        Self { number_size: (tiles.show_visits() && size >= SMALLEST_NUMBER).then_some(size), ..tiles }
    }

    /// True if visits are drawn one by one: with gaps between the cells, and numbers where they fit.
    pub const fn show_visits(&self) -> bool {
        self.side >= SMALLEST_WITH_VISITS
    }

    /// Columns and rows of squares for a box of `size` cells.
    pub const fn grid(&self, size: Size) -> Size {
        Size::new(size.width.div_ceil(self.cells_per_square), size.height.div_ceil(self.cells_per_square))
    }

    /// Px that a box of `size` cells takes.
    pub fn extent(&self, size: Size) -> Size {
        self.of_cells(IntRect { x: 0, y: 0, width: size.width, height: size.height }).size()
    }

    /// Px between neighbouring cells.
    const fn gap(&self) -> u32 {
        if self.show_visits() { 1 } else { 0 }
    }

    /// The place of a rectangle of cells, in px from the grid's top left, without the gap that follows it.
    pub fn of_cells(&self, cells: IntRect) -> IntRect {
        let squares = self.grid(cells.size());
        let place = |cell: i64| cell.div_euclid(self.cells_per_square.into()) * i64::from(self.side);
        let extent = |squares: u32| (squares * self.side).saturating_sub(self.gap());
        IntRect { x: place(cells.x), y: place(cells.y), width: extent(squares.width), height: extent(squares.height) }
    }

    /// The tile of a visit of cell `(x, y)`, in px from the grid's top left.
    pub fn of_cell(&self, x: i64, y: i64) -> IntRect {
        inset(self.of_cells(IntRect { x, y, width: 1, height: 1 }), self.inset)
    }
}

/// `area` without `px` along each edge.
pub(super) fn inset(area: IntRect, px: u32) -> IntRect {
    let side = |side: u32| side.saturating_sub(2 * px);
    IntRect { x: area.x + i64::from(px), y: area.y + i64::from(px), width: side(area.width), height: side(area.height) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pixels and cells along the side of a square, and the size of numbers.
    fn tiles(width: u32, height: u32) -> (u32, u32, Option<f32>) {
        let size = Size::new(width, height);
        let tiles = GridTiles::fitting(size, size.area().to_string().len(), false);
        (tiles.side, tiles.cells_per_square, tiles.number_size)
    }

    #[test]
    fn large_boxes_have_small_cells() {
        assert_eq!(tiles(9, 7), (48, 1, Some(18.0)));
        assert_eq!(tiles(30, 24), (28, 1, Some(13.0)));
        assert_eq!(tiles(65, 7), (18, 1, Some(8.0)), "wider than usual, for the numbers");
        assert_eq!(tiles(100, 100), (8, 1, None));
        assert_eq!(tiles(256, 256), (3, 1, None));
        assert_eq!(tiles(4096, 4096), (1, 5, None));
    }
}
