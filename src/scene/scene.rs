//! Two sprites, their placements, the rules of the test, and what is expected of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Collision, Convention, LayError, Parents, Placement, Posed, Raster, Reading, Route, SceneView, Sprite};
use crate::{
    geom::{Affine, Cell, IntRect, Offset, Point, Size},
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
    /// The common parents, which move, turn and scale both.
    pub parents: Parents,
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
    /// Where in its innermost parent.
    pub placement: Placement,
    /// Its own parents, which stand inside the common ones.
    pub parents: Parents,
}

/// What is expected of a placement; `None` accepts anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
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
            parents: Parents::default(),
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
    pub fn lay(&self) -> Result<Laid, LayError> {
        self.lay_at(&self.pose_a()?, self.sprites[1].placement.position)
    }

    /// Lays A on the world's grid.
    ///
    /// # Errors
    /// Where it would be too large.
    pub fn pose_a(&self) -> Result<Posed, LayError> {
        let a = &self.sprites[0];
        self.posed(a, a.sprite.raster(), &a.placement, self.convention)
    }

    /// Lays `raster` in place of the frame of `actor`, one of its sprites, on the world's grid: at `placement`, by `convention`.
    ///
    /// # Errors
    /// Where it would be too large or too far away, or squeezed to a line; where its filter cannot read it so.
    pub fn posed(
        &self,
        actor: &Actor,
        raster: &Raster,
        placement: &Placement,
        convention: Convention,
    ) -> Result<Posed, LayError> {
        actor.posed(raster, placement, convention, &self.parents)
    }

    /// Lays B on the world's grid, its anchor at `position` and else as it is placed, beside A that lies as `a`.
    ///
    /// # Errors
    /// Where B would be too large, or both are too far apart.
    pub fn lay_at(&self, a: &Posed, position: Point) -> Result<Laid, LayError> {
        let b = &self.sprites[1];
        let b = self.posed(b, b.sprite.raster(), &Placement { position, ..b.placement }, self.convention)?;
        Ok(Laid { offset: offset(a.origin, b.origin)?, a: a.clone(), b })
    }

    /// B's top left seen from that of A that lies as `a`, were B laid by [`Scene::lay_at`]: no pixel is looked at.
    ///
    /// # Errors
    /// As [`Scene::lay_at`].
    pub fn offset_at(&self, a: &Posed, position: Point) -> Result<Offset, LayError> {
        let b = &self.sprites[1];
        offset(a.origin, self.extent(b, Placement { position, ..b.placement })?.origin())
    }

    /// The cells of the world's grid that `actor`, one of its sprites, would cover at `placement`.
    ///
    /// # Errors
    /// As [`Scene::posed`].
    pub fn extent(&self, actor: &Actor, placement: Placement) -> Result<IntRect, LayError> {
        actor.extent(&placement, self.convention, &self.parents)
    }
}

impl Actor {
    /// A sprite that stands in no parent of its own.
    pub fn new(sprite: Sprite, placement: Placement) -> Self {
        Self { sprite, placement, parents: Parents::default() }
    }

    /// Lays `raster` in place of its sprite's frame on the world's grid: at `placement`, by `convention`, inside the parents
    /// that are `common` to both sprites of a scene.
    ///
    /// # Errors
    /// As [`Scene::posed`].
    pub fn posed(
        &self,
        raster: &Raster,
        placement: &Placement,
        convention: Convention,
        common: &Parents,
    ) -> Result<Posed, LayError> {
        let reading = placement.read_by(convention);
        Posed::new(raster, self.common_from_source(reading, raster.size()), common.outside_from_inside(), reading)
    }

    /// The cells of the world's grid that it would cover at `placement`, by `convention`, inside the `common` parents.
    ///
    /// # Errors
    /// As [`Scene::posed`].
    pub fn extent(&self, placement: &Placement, convention: Convention, common: &Parents) -> Result<IntRect, LayError> {
        let (size, reading) = (self.sprite.size(), placement.read_by(convention));
        Posed::extent(size, self.common_from_source(reading, size), common.outside_from_inside(), reading)
    }

    /// Where points of its frame would come to lie in the world at `placement`.
    pub fn world_from_source(&self, placement: &Placement, convention: Convention, common: &Parents) -> Affine {
        let common_from_source = self.common_from_source(placement.read_by(convention), self.sprite.size());
        common.outside_from_inside().after(common_from_source)
    }

    /// The pixels of `before`, which is this actor at another position, at its own, where they are the same there;
    /// `None` otherwise.
    pub fn posed_like(&self, before: &Posed, convention: Convention) -> Option<Posed> {
        let reading = self.placement.read_by(convention);
        before.moved_to(self.common_from_source(reading, self.sprite.size()), reading)
    }

    /// Where points of a frame of `size` come to lie in the common parent's space.
    fn common_from_source(&self, reading: Reading, size: Size) -> Affine {
        self.parents.outside_from_inside().after(reading.parent_from_source(size))
    }
}

/// The cell `b` seen from `a`.
pub(super) fn offset(a: Cell, b: Cell) -> Result<Offset, LayError> {
    let by = b - a;
    let whole = i32::try_from(by.x).ok().zip(i32::try_from(by.y).ok());
    whole.map(|(x, y)| Offset::new(x, y)).ok_or(LayError::TooFar)
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
