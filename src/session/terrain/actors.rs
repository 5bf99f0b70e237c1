//! The sprites that play the ball and the ground.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::mask::Prepared;
use crate::scene::terrain::{LOWEST_BIT, Playfield};
use crate::scene::{Picture, Raster};

/// The sprites that play the ball and the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cast {
    /// The built-in ball and hills.
    #[default]
    Own,
    /// A is the ball and B the ground, as they stand in Inspect: turned, cut, solid by their rules.
    Loaded,
}

/// One of the two in its role.
#[derive(Clone, Debug)]
pub struct Actor {
    /// Its picture.
    pub picture: Arc<Picture>,
    /// Mask of its solid pixels.
    pub mask: Arc<Prepared>,
}

/// The ball and the ground.
#[derive(Clone, Debug)]
pub struct Actors {
    /// The sprite that moves.
    pub ball: Actor,
    /// The sprite that it moves on.
    pub ground: Actor,
}

impl Actor {
    pub(super) fn of(raster: &Raster, lowest_bit: bool) -> Self {
        let mask = if lowest_bit { raster.mask_by(LOWEST_BIT) } else { Arc::clone(raster.mask()) };
        Self { picture: Arc::clone(raster.picture()), mask }
    }

    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.picture, &other.picture)
            && (Arc::ptr_eq(&self.mask, &other.mask) || self.mask.mask() == other.mask.mask())
    }
}

impl Actors {
    /// Both masks, for steps.
    pub fn playfield(&self) -> Playfield<'_> {
        Playfield::new(&self.ball.mask, &self.ground.mask)
    }
}
