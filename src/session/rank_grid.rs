//! The texels of the overlap that are ranked.

use crate::geom::{Cell, Size};
use crate::scan::RankMap;

/// The texels of the overlap that are ranked: a grid of squares of cells laid over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankGrid {
    /// The cell under its top left corner, local to the overlap box.
    pub origin: Cell,
    /// Cells along one side of a texel.
    pub cells_per_texel: u32,
    /// Columns and rows of texels.
    pub texels: Size,
}

impl RankGrid {
    /// One texel per cell of a whole overlap box of `size`.
    pub(super) const fn whole(size: Size) -> Self {
        Self { origin: Cell::ORIGIN, cells_per_texel: 1, texels: size }
    }

    /// A whole overlap box of `size` in at most `texels` along each axis.
    pub(super) fn fitting(size: Size, texels: Size) -> Self {
        let side = |cells: u32, texels: u32| cells.div_ceil(texels.max(1));
        let cells_per_texel = side(size.width, texels.width).max(side(size.height, texels.height)).max(1);
        let along = |cells: u32| cells.div_ceil(cells_per_texel);
        Self { origin: Cell::ORIGIN, cells_per_texel, texels: Size::new(along(size.width), along(size.height)) }
    }

    /// A map of it in which nothing is visited yet.
    pub(super) fn ranks(self) -> RankMap {
        RankMap::new((self.origin.x, self.origin.y), self.cells_per_texel, self.texels.width, self.texels.height)
    }
}
