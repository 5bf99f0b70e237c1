//! The stand of a sprite in a scene: its placement, its parents and the convention, without its pixels.

use crate::geom::{Affine, IntRect, Size};
use crate::scene::{Convention, LayError, Parents, Placement, Posed, Raster, Reading};

/// Placement of a sprite with its parents, and the convention for positions between pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Stand {
    /// Placement in its innermost parent.
    pub placement: Placement,
    /// Its own parents.
    pub parents: Parents,
    /// The parents of both sprites.
    pub common: Parents,
    /// Convention of the scene.
    pub convention: Convention,
}

impl Stand {
    /// Resamples `raster` on the world's grid.
    ///
    /// # Errors
    /// If it would be too large, too far away, or squeezed to a line, or if its filter cannot read it.
    pub fn posed(&self, raster: &Raster) -> Result<Posed, LayError> {
        Posed::new(raster, self.common_from_source(raster.size()), self.common.outside_from_inside(), self.reading())
    }

    /// The cells of the world's grid for a frame of `size`.
    ///
    /// # Errors
    /// As [`Stand::posed`].
    pub fn extent(&self, size: Size) -> Result<IntRect, LayError> {
        Posed::extent(size, self.common_from_source(size), self.common.outside_from_inside(), self.reading())
    }

    /// The sprite where it stands, with its cells there, but still with the pixels of its image.
    ///
    /// # Errors
    /// As [`Stand::posed`].
    pub fn unread(&self, raster: &Raster) -> Result<(Posed, IntRect), LayError> {
        let common_from_source = self.common_from_source(raster.size());
        Posed::unread(raster, common_from_source, self.common.outside_from_inside(), self.reading())
    }

    pub(in crate::scene) fn reading(&self) -> Reading {
        self.placement.read_by(self.convention)
    }

    /// Map from points of a frame of `size` to the space of the common parents.
    pub(in crate::scene) fn common_from_source(&self, size: Size) -> Affine {
        self.parents.outside_from_inside().after(self.reading().parent_from_source(size))
    }
}
