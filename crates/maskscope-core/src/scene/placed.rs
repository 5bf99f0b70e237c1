//! Sprites that are placed but not resampled yet: if they are far from each other, no pixel is read.

use std::sync::{Arc, OnceLock};

use super::{Laid, LayError, Posed, Sprite, Stand};
use crate::geom::{Affine, IntRect, Offset};

/// A placed sprite, whose pixels are resampled when first needed.
#[derive(Clone, Debug)]
pub struct PlacedSprite {
    sprite: Arc<Sprite>,
    stand: Stand,
    /// Its box in the world.
    pub extent: IntRect,
    posed: OnceLock<Posed>,
}

/// Two sprites that are placed.
#[derive(Clone, Debug)]
pub struct PlacedPair {
    /// A and B.
    pub sprites: [PlacedSprite; 2],
    /// B's top left relative to A's.
    pub offset: Offset,
}

impl PlacedSprite {
    /// `sprite` where it stands.
    ///
    /// # Errors
    /// If the sprite cannot be resampled there.
    pub fn new(sprite: Arc<Sprite>, stand: Stand) -> Result<Self, LayError> {
        let extent = stand.extent(sprite.size())?;
        Ok(Self { sprite, stand, extent, posed: OnceLock::new() })
    }

    /// The sprite.
    pub fn sprite(&self) -> &Sprite {
        &self.sprite
    }

    /// Its placement.
    pub const fn stand(&self) -> &Stand {
        &self.stand
    }

    /// The sprite in the world.
    pub fn posed(&self) -> &Posed {
        let posed = || self.stand.posed(self.sprite.raster());
        self.posed.get_or_init(|| posed().expect("its extent was found by the same rules"))
    }

    /// Its turn and scale: its columns and rows in the world.
    pub fn turn(&self) -> [f64; 4] {
        let common_from_source = self.stand.common_from_source(self.sprite().size());
        let Affine { xx, xy, yx, yy, .. } = self.stand.common.outside_from_inside().after(common_from_source);
        [xx, xy, yx, yy]
    }
}

impl PlacedPair {
    /// Two sprites in one world.
    ///
    /// # Errors
    /// If they are too far from each other.
    pub fn new(a: PlacedSprite, b: PlacedSprite) -> Result<Self, LayError> {
        let offset = Self::offset_of(&a, &b)?;
        Ok(Self { sprites: [a, b], offset })
    }

    /// B's top left relative to A's.
    ///
    /// # Errors
    /// As [`PlacedPair::new`].
    pub fn offset_of(a: &PlacedSprite, b: &PlacedSprite) -> Result<Offset, LayError> {
        super::scene::offset(a.extent.origin(), b.extent.origin())
    }

    /// True if the boxes share a cell.
    pub fn boxes_overlap(&self) -> bool {
        self.sprites[0].extent.intersection(self.sprites[1].extent).is_some()
    }

    /// Both sprites in the world.
    pub fn laid(&self) -> Laid {
        let [a, b] = self.sprites.each_ref().map(|placed| placed.posed().clone());
        Laid { a, b, offset: self.offset }
    }

    /// The same sprites without kept pixels.
    #[must_use]
    pub fn unlaid(&self) -> Self {
        let unlaid = |placed: &PlacedSprite| PlacedSprite {
            sprite: Arc::clone(&placed.sprite),
            stand: placed.stand.clone(),
            extent: placed.extent,
            posed: OnceLock::new(),
        };
        Self { sprites: self.sprites.each_ref().map(unlaid), offset: self.offset }
    }
}
