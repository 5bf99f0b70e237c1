//! A sprite at a place.

use crate::{
    geom::{Cell, IntRect},
    scene::{Placement, Posed, Raster, Sprite},
};

/// A sprite at a place.
#[derive(Clone, Debug)]
pub struct Placed {
    pub(super) sprite: Sprite,
    pub(super) placement: Placement,
    pub(super) posed: Posed,
}

impl Placed {
    /// The sprite: its image, its frames, and what is solid in it.
    pub const fn sprite(&self) -> &Sprite {
        &self.sprite
    }

    /// Where it stands and how it is turned.
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The sprite as it lies in the world.
    pub const fn posed(&self) -> &Posed {
        &self.posed
    }

    /// Its pixels on the world's grid: what is shown and tested.
    pub const fn raster(&self) -> &Raster {
        &self.posed.raster
    }

    /// The world cell of its top left pixel; at most about [`Stage::FAR`](super::Stage::FAR) from the origin along each axis.
    pub const fn position(&self) -> Cell {
        self.posed.origin
    }

    /// Its box in the world.
    pub fn bounding_box(&self) -> IntRect {
        self.posed.bounding_box()
    }
}

/// Sprites are compared by the data they share, so that comparing costs nothing.
impl PartialEq for Placed {
    fn eq(&self, other: &Self) -> bool {
        self.placement == other.placement
            && self.position() == other.position()
            && std::sync::Arc::ptr_eq(self.sprite.picture(), other.sprite.picture())
            && self.sprite.rule() == other.sprite.rule()
            && self.posed.lies_like(&other.posed)
    }
}
