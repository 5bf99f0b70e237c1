use std::sync::Arc;

use super::{Collision, Convention, Placement, Posed, PreCheck, Snap, Sprite, TooLarge};
use crate::{
    geom::{Offset, Size},
    mask::Prepared,
    scan::Scan,
};

/// Two sprites where they stand, by which rules they are tested, and what is expected of that: what a scene file holds.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What menus call it; empty where nobody has named it.
    pub title: String,
    /// What there is to see, in a sentence; may be empty.
    pub about: String,
    /// A and B.
    pub sprites: [Actor; 2],
    /// How places between pixels become pixels.
    pub convention: Convention,
    /// What moves, turns and grows both.
    pub parent: Placement,
    /// The scan to look at, if one is named.
    pub scan: Option<Scan>,
    /// What the scene's author expects.
    pub expectation: Option<Expectation>,
    /// How the window shows it.
    pub view: SceneView,
}

/// A sprite where it stands.
#[derive(Clone, Debug)]
pub struct Actor {
    /// The sprite.
    pub sprite: Sprite,
    /// Where.
    pub placement: Placement,
}

/// What is expected of a placement; what is not said may be anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// Whether the boxes share a cell.
    pub boxes_overlap: Option<bool>,
    /// Whether the masks do.
    pub masks_overlap: Option<bool>,
    /// How many cells the masks share.
    pub overlap_area: Option<u64>,
}

/// How the window shows a scene, in names that it knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneView {
    /// The tab; `None` for the first.
    pub tab: Option<String>,
    /// The layers that are shown; `None` for the usual ones.
    pub layers: Option<Vec<String>>,
    /// The pre-check and what it is for, if one is chosen.
    pub pre_check: Option<(PreCheck, String)>,
}

/// A scene laid on the world's grid: ready to be tested.
#[derive(Clone, Debug)]
pub struct Laid {
    /// A in the world.
    pub a: Posed,
    /// B in the world.
    pub b: Posed,
    /// B's top left seen from A's.
    pub offset: Offset,
}

impl Scene {
    /// A scene of two sprites that says nothing else.
    pub fn of(sprites: [Actor; 2]) -> Self {
        Self {
            title: String::new(),
            about: String::new(),
            sprites,
            convention: Convention::default(),
            parent: Placement::default(),
            scan: None,
            expectation: None,
            view: SceneView::default(),
        }
    }

    /// Lays both sprites on the world's grid.
    ///
    /// # Errors
    /// Where one would be too large, or both are too far apart.
    pub fn lay(&self) -> Result<Laid, TooLarge> {
        let world_from_parent = self.parent.parent_from_source(Size::default(), Snap::Keep);
        let pose = |actor: &Actor| {
            let parent_from_source = actor.placement.parent_from_source(actor.sprite.size(), self.convention.snap);
            Posed::new(actor.sprite.raster(), parent_from_source, world_from_parent, self.convention)
        };
        let (a, b) = (pose(&self.sprites[0])?, pose(&self.sprites[1])?);
        #[expect(clippy::cast_precision_loss, reason = "only told, not computed with")]
        let apart = TooLarge { size: ((b.origin.x - a.origin.x) as f64, (b.origin.y - a.origin.y) as f64) };
        let offset = a.offset_of(&b).ok_or(apart)?;
        Ok(Laid { a, b, offset })
    }
}

impl Laid {
    /// The masks that `scan` runs on.
    pub fn masks_for(&self, scan: Scan) -> [Arc<Prepared>; 2] {
        [self.a.raster.mask_for(scan), self.b.raster.mask_for(scan)]
    }

    /// What the masks share.
    pub fn collision(&self) -> Collision {
        Collision::of(self.a.raster.mask().mask(), self.b.raster.mask().mask(), self.offset)
    }
}

impl Expectation {
    /// What is expected where `collision` is as it should be.
    pub fn of(collision: &Collision) -> Self {
        Self {
            boxes_overlap: Some(collision.boxes_overlap()),
            masks_overlap: Some(collision.masks_overlap()),
            overlap_area: Some(collision.overlap_area),
        }
    }

    /// Whether `collision` is what is expected.
    pub fn holds(&self, collision: &Collision) -> bool {
        self.boxes_overlap.is_none_or(|expected| expected == collision.boxes_overlap())
            && self.masks_overlap.is_none_or(|expected| expected == collision.masks_overlap())
            && self.overlap_area.is_none_or(|expected| expected == collision.overlap_area)
    }
}
