//! The two sprites and their placements.

use serde::{Deserialize, Serialize};
use strum::VariantArray;

use maskscope_core::geom::{Affine, Cell, IntRect, Offset};
use maskscope_core::scene::Stand;
use maskscope_core::scene::{
    Actor, Convention, Expectation, LayError, Parents, Placement, Posed, Raster, Shown, Snap, Sprite,
};
use maskscope_core::shape::PlacedHitbox;

/// The two sprites and where they stand. Cloning shares the images.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stage {
    /// A and B.
    pub(super) places: [Option<Placed>; 2],
    /// The sprite that keys move.
    pub active: Slot,
    /// The convention by which positions between pixels become pixels.
    pub convention: Convention,
    /// The common parents: they move, turn and scale everything.
    pub(super) parents: Parents,
    /// B as it lies where it is pinned, to be compared with where it stands.
    pub(super) pinned: Option<Placed>,
    /// The expected answer of the scene; `None` to expect the one it gives when it is saved.
    pub expectation: Option<Expectation>,
    /// The scene it belongs to, by its number among those the session has opened.
    pub(in super::super) scene: usize,
}

/// The sprite or sprites that parents belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// A sprite's own, which stand inside the common ones.
    Own(Slot),
    /// Those of both sprites.
    Common,
}

/// One parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ParentRef {
    /// The sprites that stand in it.
    pub family: Family,
    /// Its index, from the innermost, 0.
    pub index: usize,
}

impl Stage {
    /// The largest distance of a sprite from the origin, in cells: then every offset fits `i32`.
    pub const FAR: i64 = 1_000_000_000;

    /// The sprite in a place, if any.
    pub const fn get(&self, slot: Slot) -> Option<&Placed> {
        self.places[slot as usize].as_ref()
    }

    /// B as it lies where it is pinned; `None` while nothing is.
    pub const fn pinned(&self) -> Option<&Placed> {
        self.pinned.as_ref()
    }

    /// Both sprites; `None` while a place is empty.
    pub fn both(&self) -> Option<(&Placed, &Placed)> {
        self.get(Slot::A).zip(self.get(Slot::B))
    }

    /// The parents of `family`; none while its place is empty.
    pub fn parents(&self, family: Family) -> &Parents {
        static NONE: Parents = Parents::NONE;
        match family {
            Family::Common => &self.parents,
            Family::Own(slot) => self.get(slot).map_or(&NONE, Placed::parents),
        }
    }

    /// The map to the world from the space in which the position of a sprite counts, inside its innermost parent.
    pub fn world_from_parent(&self, slot: Slot) -> Affine {
        let own = self.parents(Family::Own(slot));
        self.parents.outside_from_inside().after(own.outside_from_inside())
    }

    /// The map to the world from the space in which a parent stands.
    pub fn world_around(&self, ParentRef { family, index }: ParentRef) -> Affine {
        let around = self.parents(family).outside_from(index + 1);
        match family {
            Family::Common => around,
            Family::Own(_) => self.parents.outside_from_inside().after(around),
        }
    }

    /// The shapes of a sprite in the world; `None` if it is tested as its mask.
    pub fn hitbox(&self, slot: Slot) -> Option<PlacedHitbox> {
        let placed = self.get(slot)?;
        placed.actor().hitbox(self.convention, &self.parents, &placed.posed)
    }

    /// The map to the world from the pixels of a sprite, for its shapes.
    pub fn world_from_shapes(&self, slot: Slot) -> Option<Affine> {
        let Placed { sprite, placement, parents, posed } = self.get(slot)?;
        let (parents, common) = (parents.clone(), self.parents.clone());
        let stand = Stand { placement: *placement, parents, common, convention: self.convention };
        Some(stand.world_from_shapes(sprite.size(), posed.bounding_box()))
    }

    /// The frame before the one that is tested, as it would lie in the world; `None` for a still sprite.
    pub fn previous_frame(&self, slot: Slot) -> Option<Posed> {
        let Placed { sprite, placement, parents, .. } = self.get(slot)?;
        let count = sprite.frames().all().len();
        let Shown::Frame(frame) = sprite.shown() else { return None };
        let previous = (count > 1).then(|| Shown::Frame((frame + count - 1) % count))?;
        self.lay(&sprite.frame_raster(previous), &sprite.placement_of(previous, *placement), parents).ok()
    }

    /// Lays `raster` on the world's grid where `placement` and its own `parents` put it.
    pub(super) fn lay(&self, raster: &Raster, placement: &Placement, parents: &Parents) -> Result<Posed, LayError> {
        let (parents, common) = (parents.clone(), self.parents.clone());
        Stand { placement: *placement, parents, common, convention: self.convention }.posed(raster)
    }

    /// B's top left relative to A's; `None` while a slot is empty.
    pub fn offset(&self) -> Option<Offset> {
        let (a, b) = self.both()?;
        a.posed.offset_of(&b.posed)
    }

    /// True while both sprites lie as they are in their images: then the offset alone describes their placement.
    pub fn is_upright(&self) -> bool {
        Slot::ALL.iter().filter_map(|slot| self.get(*slot)).all(|placed| placed.posed.is_upright())
    }

    /// In a word, what distinguishes a sprite's placement on the stage `after`; `None` where more than one sprite or anything else
    /// is different, too.
    pub(in super::super) fn posed_otherwise(&self, after: &Self) -> Option<&'static str> {
        let mut changed = Slot::ALL.into_iter().filter_map(|slot| {
            let (old, new) = (self.get(slot)?, after.get(slot)?);
            (old.placement() != new.placement()).then(|| (*old.placement(), *new.placement()))
        });
        let (old, new) = changed.next().filter(|_| changed.next().is_none())?;
        let like = |placement: Placement| placement == new;
        [
            ("move", Placement { position: new.position, ..old }),
            ("turn", Placement { rotation: new.rotation, position: new.position, ..old }),
            ("scale", Placement { scale: new.scale, ..old }),
            ("flip", Placement { flip: new.flip, ..old }),
            ("anchor", Placement { anchor: new.anchor, position: new.position, ..old }),
        ]
        .into_iter()
        .find_map(|(deed, placement)| like(placement).then_some(deed))
    }

    /// The smallest box around both sprites; `None` for an empty stage.
    pub fn bounds(&self) -> Option<IntRect> {
        Slot::ALL.into_iter().filter_map(|slot| self.get(slot)).map(Placed::bounding_box).reduce(IntRect::union)
    }

    /// The sprite whose solid pixel, or failing that whose box, lies at a world cell; B lies over A.
    pub fn sprite_at(&self, cell: Cell) -> Option<Slot> {
        let over = [Slot::B, Slot::A];
        let solid = |slot: &Slot| {
            self.get(*slot).is_some_and(|placed| placed.raster().mask().mask().get_cell(cell - placed.position()))
        };
        let boxed = |slot: &Slot| self.get(*slot).is_some_and(|placed| placed.bounding_box().contains(cell));
        over.into_iter().find(solid).or_else(|| over.into_iter().find(boxed))
    }
}

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

    /// Its placement after it was turned to `rotation` degrees about its middle; a whole position stays whole.
    pub fn turned_about_middle(&self, rotation: f64) -> Placement {
        let (old, size) = (self.placement, self.sprite.size());
        let turned = Placement { rotation: rotation.rem_euclid(360.0), ..old };
        let middle = (f64::from(size.width) / 2.0, f64::from(size.height) / 2.0);
        let [from, to] = [turned, old].map(|placement| placement.parent_from_source(size, Snap::Keep).map(middle));
        let step = |n: f64, by: f64| if n.fract() == 0.0 { n + by.round() } else { n + by };
        let (x, y) = old.position;
        Placement { position: (step(x, to.0 - from.0), step(y, to.1 - from.1)), ..turned }
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

    /// Red, green and blue of its pixel at a cell of the world; `None` beside its box.
    pub fn color_at(&self, cell: Cell) -> Option<[u8; 3]> {
        let local = cell - self.position();
        let [red, green, blue, _] =
            self.raster().picture().pixel(u32::try_from(local.x).ok()?, u32::try_from(local.y).ok()?)?;
        Some([red, green, blue])
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
            && self.sprite.hitboxes == other.sprite.hitboxes
            && self.posed.lies_like(&other.posed)
    }
}

/// One of the two sprites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slot {
    /// The first, which gives the world its axes on the command line.
    A,
    /// The second.
    #[default]
    B,
}

impl Slot {
    /// A and B.
    pub const ALL: [Self; 2] = *Self::VARIANTS.first_chunk().expect("there are two sprites");

    /// B for A, and A for B.
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// `A` or `B`.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}
