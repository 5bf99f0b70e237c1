//! Overlap of a sprite on the world's grid with another, found band by band: large sprites need not be laid whole.

use std::sync::Arc;

use super::poses::Pose;
use super::resample::GridBox;
use super::{LayError, Posed, Raster, Stand};
use crate::geom::{Cell, IntRect, Offset};
use crate::mask::Solid;

/// About the most cells of a band.
const CELLS: u32 = 1 << 16;

impl Stand {
    /// True if `a` and `raster`, laid here, share a pixel that is solid by their own rules, or by `solid`. The rows from
    /// `*row` of the box that they share are read until `is_over`: then there is no answer, and `*row` says how far it came.
    ///
    /// # Errors
    /// As [`Stand::posed`].
    pub fn overlaps(
        &self,
        raster: &Raster,
        a: &Posed,
        solid: Option<Solid>,
        row: &mut u32,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<bool>, LayError> {
        let mask = |raster: &Raster| solid.map_or_else(|| Arc::clone(raster.mask()), |solid| raster.mask_by(solid));
        let of_a = mask(&a.raster);
        let meets = |b: &Raster, origin: Cell| {
            Offset::of(origin - a.origin).is_some_and(|offset| of_a.overlaps(&mask(b), offset))
        };
        let (unread, grid) = self.unread(raster)?;
        let Some(shared) = a.bounding_box().intersection(grid) else { return Ok(Some(false)) };
        let Some(Pose::Resampled { map, filter, at, .. }) = unread.pose(self.reading(), grid) else {
            let b = self.posed(raster)?;
            return Ok(Some(meets(&b.raster, b.origin)));
        };
        while *row < shared.height {
            let height = (CELLS / shared.width).clamp(1, shared.height - *row);
            let band = IntRect { y: shared.y + i64::from(*row), height, ..shared };
            let part = GridBox { origin: (band.origin() - grid.origin()).point(), size: band.size() };
            if meets(&raster.resampled(map, part, filter, at), band.origin()) {
                return Ok(Some(true));
            }
            *row += height;
            if is_over() && *row < shared.height {
                return Ok(None);
            }
        }
        Ok(Some(false))
    }
}
