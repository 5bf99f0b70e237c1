//! A sprite at a place.

use crate::geom::{Affine, Cell, IntRect};
use crate::scene::{Actor, Parents, Placement, Posed, Raster, Sprite};

/// A sprite at a place.
#[derive(Clone, Debug)]
pub struct Placed {
    pub(super) sprite: Sprite,
    pub(super) placement: Placement,
    pub(super) parents: Parents,
    pub(super) posed: Posed,
}

impl Placed {
    /// The sprite: its image, its frames, and what is solid in it.
    pub const fn sprite(&self) -> &Sprite {
        &self.sprite
    }

    /// Its placement in its innermost parent.
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Its own parents, which stand inside the common ones.
    pub const fn parents(&self) -> &Parents {
        &self.parents
    }

    /// The sprite where it stands, as a scene has it.
    pub fn actor(&self) -> Actor {
        Actor { sprite: self.sprite.clone(), placement: self.placement, parents: self.parents.clone() }
    }

    /// Map from points of the frame to the space inside its innermost parent.
    pub fn parent_from_source(&self) -> Option<Affine> {
        let parent_from_common = self.parents.outside_from_inside().inverse()?;
        Some(parent_from_common.after(self.posed.common_from_source))
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
        (self.placement, &self.parents) == (other.placement, &other.parents)
            && self.position() == other.position()
            && std::sync::Arc::ptr_eq(self.sprite.frames(), other.sprite.frames())
            && (self.sprite.shown(), self.sprite.rule()) == (other.sprite.shown(), other.sprite.rule())
            && self.posed.lies_like(&other.posed)
    }
}
