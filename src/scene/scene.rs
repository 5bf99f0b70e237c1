//! Two sprites, their placements, the rules of the test, and what is expected of it.

use std::sync::Arc;

use super::{Collision, Convention, Placement, Posed, Route, SceneView, Snap, Sprite, TooLarge};
use crate::{
    geom::{Affine, Cell, Offset, Point, Size},
    mask::Prepared,
    scan::Scan,
};

/// Two sprites where they stand, by which rules they are tested, and what is expected of that: what a scene file holds.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What menus call it; empty where it has no title.
    pub title: String,
    /// What there is to see, in a sentence; may be empty.
    pub about: String,
    /// A and B.
    pub sprites: [Actor; 2],
    /// How places between pixels become pixels.
    pub convention: Convention,
    /// The parent, which moves, turns and scales both.
    pub parent: Placement,
    /// Where B goes, if that was recorded; its placement is where it stands.
    pub route: Option<Route>,
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

/// What is expected of a placement; `None` accepts anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// Whether the boxes share a cell.
    pub boxes_overlap: Option<bool>,
    /// Whether the masks do.
    pub masks_overlap: Option<bool>,
    /// How many cells the masks share.
    pub overlap_area: Option<u64>,
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
            route: None,
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
        self.lay_at(&self.pose_a()?, self.sprites[1].placement.position)
    }

    /// Lays A on the world's grid.
    ///
    /// # Errors
    /// Where it would be too large.
    pub fn pose_a(&self) -> Result<Posed, TooLarge> {
        let Actor { sprite, placement } = &self.sprites[0];
        let parent_from_source = placement.parent_from_source(sprite.size(), self.convention.snap);
        Posed::new(sprite.raster(), parent_from_source, self.world_from_parent(), self.convention)
    }

    /// Lays B on the world's grid, its anchor at `position` and else as it is placed, beside A that lies as `a`.
    ///
    /// # Errors
    /// Where B would be too large, or both are too far apart.
    pub fn lay_at(&self, a: &Posed, position: Point) -> Result<Laid, TooLarge> {
        let b = &self.sprites[1];
        let b = Posed::new(b.sprite.raster(), self.b_at(position), self.world_from_parent(), self.convention)?;
        Ok(Laid { offset: offset(a.origin, b.origin)?, a: a.clone(), b })
    }

    /// B's top left seen from that of A that lies as `a`, were B laid by [`Scene::lay_at`]: no pixel is looked at.
    ///
    /// # Errors
    /// As [`Scene::lay_at`].
    pub fn offset_at(&self, a: &Posed, position: Point) -> Result<Offset, TooLarge> {
        let size = self.sprites[1].sprite.size();
        let extent = Posed::extent(size, self.b_at(position), self.world_from_parent(), self.convention)?;
        offset(a.origin, extent.origin())
    }

    /// Where points of B come to lie in the parent's space, were its anchor at `position`.
    fn b_at(&self, position: Point) -> Affine {
        let Actor { sprite, placement } = &self.sprites[1];
        Placement { position, ..*placement }.parent_from_source(sprite.size(), self.convention.snap)
    }

    /// Where points of the parent's space come to lie in the world.
    fn world_from_parent(&self) -> Affine {
        self.parent.parent_from_source(Size::default(), Snap::Keep)
    }
}

/// The cell `b` seen from `a`.
fn offset(a: Cell, b: Cell) -> Result<Offset, TooLarge> {
    let by = b - a;
    #[expect(clippy::cast_precision_loss, reason = "only told, not computed with")]
    let apart = TooLarge { size: (by.x as f64, by.y as f64) };
    let whole = i32::try_from(by.x).ok().zip(i32::try_from(by.y).ok());
    whole.map(|(x, y)| Offset::new(x, y)).ok_or(apart)
}

impl Laid {
    /// The masks that `scan` runs on.
    pub fn masks_for(&self, scan: Scan) -> [Arc<Prepared>; 2] {
        [self.a.raster.mask_for(scan), self.b.raster.mask_for(scan)]
    }

    /// What the masks share, in world cells.
    pub fn collision(&self) -> Collision {
        Collision::of(self.a.raster.mask(), self.b.raster.mask(), self.offset).translated(self.a.origin)
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
