//! Placed sprites as their games test them: by shapes.

use std::sync::Arc;

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::{Actor, Convention, Laid, Parents, PlacedSprite, Posed, Scene, Sprite, Stand};
use crate::geom::{Affine, IntRect, Size, whole};
use crate::mask::{distance, push_out};
use crate::shape::{Meeting, PlacedHitbox};

impl Stand {
    /// Map from points of a frame of `size`, whose pixels lie in the cells `extent`, to the world, for its shapes: exact, but
    /// moved to whole cells where its pixels are.
    pub fn world_from_shapes(&self, size: Size, extent: IntRect) -> Affine {
        let reading = self.placement.read_by(self.convention);
        let map = self.common.outside_from_inside().after(self.parents.outside_from_inside());
        let map = map.after(reading.parent_from_source(size));
        let sides = (f64::from(size.width), f64::from(size.height));
        let ((left, top), (right, bottom)) = map.bounds(sides);
        let is_as_large = |low: f64, high: f64, side: u32| (high - low).round() == f64::from(side);
        let origin = extent.origin();
        let by = |cell: i64, from: f64| whole(cell) - from;
        let keeps_pixels =
            map.permutes_cells() && is_as_large(left, right, extent.width) && is_as_large(top, bottom, extent.height);
        let (x, y) = match () {
            () if keeps_pixels => (by(origin.x, left), by(origin.y, top)),
            // The middle of the unturned box, whose corner is on a whole cell.
            () if reading.about_middle() => {
                let corner = |origin: i64, side: u32, new: u32| origin + i64::from(new / 2) - i64::from(side / 2);
                let (x, y) = map.map((sides.0 / 2.0, sides.1 / 2.0));
                let left = by(corner(origin.x, size.width, extent.width), x - sides.0 / 2.0);
                (left, by(corner(origin.y, size.height, extent.height), y - sides.1 / 2.0))
            }
            () => return map,
        };
        Affine::translation((x, y)).after(map)
    }

    fn hitbox<'a>(&self, sprite: &Sprite, extent: IntRect, posed: impl FnOnce() -> &'a Posed) -> Option<PlacedHitbox> {
        let mask = || {
            let posed = posed();
            (Arc::clone(posed.raster.mask()), posed.origin)
        };
        let hitbox = sprite.hitbox()?;
        Some(hitbox.placed(&self.world_from_shapes(sprite.size(), extent), mask))
    }
}

impl PlacedSprite {
    /// Its shapes in the world; `None` if it is tested as its mask.
    pub fn hitbox(&self) -> Option<PlacedHitbox> {
        self.stand().hitbox(self.sprite(), self.extent, || self.posed())
    }
}

impl Actor {
    /// Its shapes in the world, where it is `posed`; `None` if it is tested as its mask.
    pub fn hitbox(&self, convention: Convention, common: &Parents, posed: &Posed) -> Option<PlacedHitbox> {
        let Self { sprite, placement, parents } = self;
        let stand = Stand { placement: *placement, parents: parents.clone(), common: common.clone(), convention };
        stand.hitbox(sprite, posed.bounding_box(), || posed)
    }
}

/// The answer of two hitboxes, compared with that of the masks. Hitboxes that touch agree with either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum Fairness {
    /// Neither hits.
    #[strum(message = "neither")]
    Misses,
    /// Both hit.
    #[strum(message = "both hit")]
    Hits,
    /// The hitboxes hit, and the masks share no pixel.
    #[strum(message = "unfair hit")]
    Unfair,
    /// The masks share pixels, and the hitboxes miss.
    #[strum(message = "forgiven touch")]
    Forgiven,
}

impl Fairness {
    /// The answer of hitboxes that meet so, where the masks `overlap` or do not.
    pub const fn of(meeting: Meeting, overlap: bool) -> Self {
        match (meeting, overlap) {
            (Meeting::Overlaps, false) => Self::Unfair,
            (Meeting::Apart, true) => Self::Forgiven,
            (_, true) => Self::Hits,
            (_, false) => Self::Misses,
        }
    }
}

/// The answer of a scene's hitboxes, and that of the pixels to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeCheck {
    /// The meeting of the hitboxes.
    pub meeting: Meeting,
    /// The judgement by the masks.
    pub fairness: Fairness,
    /// At an unfair hit the distance of the closest solid pixels, from centre to centre; `None` if a mask is clear.
    pub distance: Option<f64>,
    /// At a forgiven touch the length of the shortest move by whole pixels that parts the masks.
    pub depth: Option<f64>,
}

impl Scene {
    /// Both sprites as they are tested where they are `posed`: by their shapes, or by their masks.
    pub fn tested(&self, posed: [&Posed; 2]) -> [PlacedHitbox; 2] {
        [0, 1].map(|at| {
            let hitbox = self.sprites[at].hitbox(self.convention, &self.parents, posed[at]);
            hitbox.unwrap_or_else(|| PlacedHitbox::of_mask(posed[at].raster.mask(), posed[at].origin))
        })
    }

    /// The answer of the shapes where the sprites are `laid`; `None` if neither sprite has one.
    pub fn shape_check(&self, laid: &Laid) -> Option<ShapeCheck> {
        self.sprites.iter().find(|actor| actor.sprite.hitbox().is_some())?;
        let posed = [&laid.a, &laid.b];
        let [tested_a, tested_b] = self.tested(posed);
        let [a, b] = posed.map(|posed| posed.raster.mask());
        Some(ShapeCheck::of(
            tested_a.meets(&tested_b),
            a.overlaps(b, laid.offset),
            || distance(a.mask(), b.mask(), laid.offset),
            || push_out(a.mask(), b.mask(), laid.offset).unwrap_or_default(),
        ))
    }
}

impl ShapeCheck {
    /// The judgement of a meeting of shapes, where the masks overlap or not, by their distance or the depth of their overlap.
    pub fn of(
        meeting: Meeting,
        masks_overlap: bool,
        distance: impl FnOnce() -> Option<f64>,
        depth: impl FnOnce() -> f64,
    ) -> Self {
        let fairness = Fairness::of(meeting, masks_overlap);
        let (distance, depth) = match fairness {
            Fairness::Unfair => (distance(), None),
            Fairness::Forgiven => (None, Some(depth())),
            Fairness::Hits | Fairness::Misses => (None, None),
        };
        Self { meeting, fairness, distance, depth }
    }
}
