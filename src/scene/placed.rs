//! Sprites that are placed but not resampled yet: if they are far from each other, no pixel is read.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::{Laid, LayError, Posed, Sprite, Stand};
use crate::geom::{Affine, IntRect, Offset};

/// A sprite that is placed again and again: earlier poses are only moved if they look the same elsewhere.
#[derive(Debug)]
pub struct Poses {
    /// The sprite.
    pub sprite: Sprite,
    /// Kept poses, the latest first.
    lately: Mutex<VecDeque<(Stand, Posed)>>,
}

/// A placed sprite, whose pixels are resampled when first needed.
#[derive(Clone, Debug)]
pub struct PlacedSprite {
    poses: Arc<Poses>,
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

impl Poses {
    /// The most poses kept.
    const MOST: usize = 256;
    /// About the most cells of all kept poses together, unless there is only one.
    const MOST_CELLS: u64 = 4 << 20;

    /// A sprite that has not been placed yet.
    pub const fn new(sprite: Sprite) -> Self {
        Self { sprite, lately: Mutex::new(VecDeque::new()) }
    }

    /// The placed sprite.
    ///
    /// # Errors
    /// If the sprite cannot be resampled there.
    pub fn place(self: &Arc<Self>, stand: Stand) -> Result<PlacedSprite, LayError> {
        let extent = stand.extent(self.sprite.size())?;
        Ok(PlacedSprite { poses: Arc::clone(self), stand, extent, posed: OnceLock::new() })
    }

    fn posed(&self, stand: &Stand) -> Result<Posed, LayError> {
        let moved = |(old, posed): &(Stand, Posed)| {
            let common_from_source = || stand.common_from_source(self.sprite.size());
            stand.is_like(old).then(|| posed.moved_to(common_from_source(), stand.reading())).flatten()
        };
        let mut lately = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(posed) = lately.iter().find_map(moved) {
            return Ok(posed);
        }
        let posed = stand.posed(self.sprite.raster())?;
        lately.push_front((stand.clone(), posed.clone()));
        let cells = |(_, posed): &(Stand, Posed)| posed.raster.size().area();
        let most = usize::try_from(Self::MOST_CELLS / cells(&lately[0]).max(1)).unwrap_or(usize::MAX);
        lately.truncate(most.clamp(1, Self::MOST));
        Ok(posed)
    }
}

impl PlacedSprite {
    /// The sprite.
    pub fn sprite(&self) -> &Sprite {
        &self.poses.sprite
    }

    /// Its placement.
    pub const fn stand(&self) -> &Stand {
        &self.stand
    }

    /// The sprite in the world.
    pub fn posed(&self) -> &Posed {
        self.posed.get_or_init(|| self.poses.posed(&self.stand).expect("its extent was found by the same rules"))
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
            poses: Arc::clone(&placed.poses),
            stand: placed.stand.clone(),
            extent: placed.extent,
            posed: OnceLock::new(),
        };
        Self { sprites: self.sprites.each_ref().map(unlaid), offset: self.offset }
    }
}
