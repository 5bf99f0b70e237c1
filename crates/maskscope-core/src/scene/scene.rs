//! A scene: two sprites, their placements, the rules of the test, and the expected result.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Collision, Convention, LayError, Parents, Placement, Posed, Route, SceneView, Sprite, Stand};
use crate::geom::{Cell, Offset, Point};
use crate::{mask::Prepared, scan::Scan};

/// Two placed sprites, the rules of their test, and the expected result: the content of a scene file.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Title in menus; may be empty.
    pub title: String,
    /// Description in a sentence; may be empty.
    pub about: String,
    /// A and B.
    pub sprites: [Actor; 2],
    /// Conventions for positions between pixels.
    pub convention: Convention,
    /// The common parents, which move, turn and scale both.
    pub parents: Parents,
    /// B's recorded path, if any; B's placement is its present position.
    pub route: Option<Route>,
    /// The position of B that its present one is compared with, in its innermost parent, if one is pinned.
    pub pinned: Option<Point>,
    /// The scan to show, if one is named.
    pub scan: Option<Scan>,
    /// Scans beside the built-in ones: a person's own.
    pub scans: Vec<Scan>,
    /// The result that the scene's author expects.
    pub expectation: Option<Expectation>,
    /// View of the scene in the window.
    pub view: SceneView,
}

/// A placed sprite.
#[derive(Clone, Debug)]
pub struct Actor {
    /// The sprite.
    pub sprite: Sprite,
    /// Placement in its innermost parent.
    pub placement: Placement,
    /// Its own parents, which stand inside the common ones.
    pub parents: Parents,
}

/// The expected result of a placement; `None` accepts anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Expectation {
    /// True if the boxes share a cell.
    pub boxes_overlap: Option<bool>,
    /// True if the masks share a cell.
    pub masks_overlap: Option<bool>,
    /// The number of cells shared by the masks.
    pub overlap_area: Option<u64>,
}

/// A scene on the world's grid: ready to be tested.
#[derive(Clone, Debug)]
pub struct Laid {
    /// A in the world.
    pub a: Posed,
    /// B in the world.
    pub b: Posed,
    /// B's top left relative to A's.
    pub offset: Offset,
}

impl Scene {
    /// A scene of two sprites with defaults for the rest.
    pub fn of(sprites: [Actor; 2]) -> Self {
        Self {
            title: String::new(),
            about: String::new(),
            sprites,
            convention: Convention::default(),
            parents: Parents::default(),
            route: None,
            pinned: None,
            scan: None,
            scans: Vec::new(),
            expectation: None,
            view: SceneView::default(),
        }
    }

    /// All strategies, each with its defaults, then the scene's own scans.
    pub fn all_scans(&self) -> impl Iterator<Item = Scan> {
        Scan::ALL.into_iter().chain(self.scans.iter().copied().filter(|scan| scan.is_own()))
    }

    /// Resamples both sprites on the world's grid.
    ///
    /// # Errors
    /// If one would be too large, or both are too far from each other.
    pub fn lay(&self) -> Result<Laid, LayError> {
        let (a, b) = (self.pose_a()?, &self.sprites[1]);
        let b = self.stand(b, b.placement, self.convention).posed(b.sprite.raster())?;
        Ok(Laid { offset: offset(a.origin, b.origin)?, a, b })
    }

    /// Resamples A on the world's grid.
    ///
    /// # Errors
    /// If it would be too large.
    pub fn pose_a(&self) -> Result<Posed, LayError> {
        let a = &self.sprites[0];
        self.stand(a, a.placement, self.convention).posed(a.sprite.raster())
    }

    /// `actor`, one of its sprites, at `placement` and by `convention`.
    pub fn stand(&self, actor: &Actor, placement: Placement, convention: Convention) -> Stand {
        Stand { placement, parents: actor.parents.clone(), common: self.parents.clone(), convention }
    }
}

impl Actor {
    /// A sprite without parents.
    pub fn new(sprite: Sprite, placement: Placement) -> Self {
        Self { sprite, placement, parents: Parents::default() }
    }

    /// A sprite turned and scaled as its file draws it, whose box begins at `corner`.
    ///
    /// # Errors
    /// If it would be too large.
    pub fn drawn(sprite: Sprite, corner: Cell) -> Result<Self, LayError> {
        if sprite.file_frames().drawn.is_plain() {
            return Ok(Self::new(sprite, Placement::at(corner.point())));
        }
        let (placement, common, convention) = (sprite.placement(), Parents::default(), Convention::default());
        let stand = Stand { placement, parents: Parents::default(), common, convention };
        let position = (corner - stand.posed(sprite.raster())?.origin).point();
        Ok(Self::new(sprite, Placement { position, ..placement }))
    }
}

/// The cell `b` relative to `a`.
pub(super) fn offset(a: Cell, b: Cell) -> Result<Offset, LayError> {
    Offset::of(b - a).ok_or(LayError::TooFar)
}

impl Laid {
    /// The masks for `scan`.
    pub fn masks_for(&self, scan: Scan) -> [Arc<Prepared>; 2] {
        [self.a.raster.mask_for(scan), self.b.raster.mask_for(scan)]
    }

    /// The overlap of the masks, in world cells.
    pub fn collision(&self) -> Collision {
        Collision::of(self.a.raster.mask(), self.b.raster.mask(), self.offset).translated(self.a.origin)
    }
}

impl Expectation {
    /// The expectation that `collision` meets.
    pub fn of(collision: &Collision) -> Self {
        Self {
            boxes_overlap: Some(collision.boxes_overlap()),
            masks_overlap: Some(collision.masks_overlap()),
            overlap_area: Some(collision.overlap_area),
        }
    }

    /// True if `collision` is as expected.
    pub fn holds(&self, collision: &Collision) -> bool {
        self.boxes_overlap.is_none_or(|expected| expected == collision.boxes_overlap())
            && self.masks_overlap.is_none_or(|expected| expected == collision.masks_overlap())
            && self.overlap_area.is_none_or(|expected| expected == collision.overlap_area)
    }
}
