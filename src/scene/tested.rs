//! Placed sprites as their games test them: by shapes.

use std::sync::Arc;

use super::{Actor, Convention, Laid, Parents, PlacedSprite, Posed, Scene, Sprite, Stand};
use crate::geom::{Affine, IntRect, Size, whole};
use crate::mask::{distance, push_out};
use crate::shape::{Meeting, PlacedHitbox, PlacedPart};

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

/// The answer of a scene's shapes, and that of the pixels to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeCheck {
    /// The meeting of the shapes; a sprite without any is tested as its mask.
    pub meeting: Meeting,
    /// The judgement by the masks. Shapes that touch miss, and are right.
    pub verdict: ShapeVerdict,
}

/// The judgement of shapes by the pixels that they stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShapeVerdict {
    /// They agree.
    Right,
    /// The shapes overlap, but the masks share no pixel.
    UnfairHit {
        /// The distance of the closest solid pixels, from centre to centre; `None` if a mask is clear.
        distance: Option<f64>,
    },
    /// The shapes miss, but the masks share pixels.
    MissedTouch {
        /// The length of the shortest move by whole pixels that parts the masks.
        depth: f64,
    },
}

impl Scene {
    /// The answer of the shapes where the sprites are `laid`; `None` if neither sprite has one.
    pub fn shape_check(&self, laid: &Laid) -> Option<ShapeCheck> {
        let posed = [&laid.a, &laid.b];
        let hitbox = |slot: usize| self.sprites[slot].hitbox(self.convention, &self.parents, posed[slot]);
        let hitboxes = [hitbox(0), hitbox(1)];
        if hitboxes.iter().all(Option::is_none) {
            return None;
        }
        let as_mask =
            |posed: &Posed| PlacedHitbox::new(vec![PlacedPart::Mask(Arc::clone(posed.raster.mask()), posed.origin)]);
        let [a, b] = hitboxes;
        let meeting = a.unwrap_or_else(|| as_mask(&laid.a)).meets(&b.unwrap_or_else(|| as_mask(&laid.b)));
        let [a, b] = posed.map(|posed| posed.raster.mask());
        let (one, other) = (a.mask(), b.mask());
        Some(ShapeCheck::of(
            meeting,
            a.overlaps(b, laid.offset),
            || distance(one, other, laid.offset),
            || push_out(one, other, laid.offset).unwrap_or_default(),
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
        let verdict = match (meeting, masks_overlap) {
            (Meeting::Overlaps, false) => ShapeVerdict::UnfairHit { distance: distance() },
            (Meeting::Apart, true) => ShapeVerdict::MissedTouch { depth: depth() },
            _ => ShapeVerdict::Right,
        };
        Self { meeting, verdict }
    }
}
