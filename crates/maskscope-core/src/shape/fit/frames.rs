//! [`FrameMask`]: a frame of an animation that is tested by the same shapes as others.

use crate::geom::{Affine, Cell, IntRect, Offset, Point};
use crate::mask::Mask;
use crate::shape::{Hitbox, PlacedHitbox, PlacedPart, Shape};

/// The mask of a frame, in the space of shapes that all frames share.
#[derive(Clone, Copy, Debug)]
pub struct FrameMask<'a> {
    /// Its solid cells.
    pub mask: &'a Mask,
    /// The place of its top left corner.
    pub at: Point,
}

impl<'a> FrameMask<'a> {
    /// A frame whose top left corner is the origin of shapes.
    pub const fn new(mask: &'a Mask) -> Self {
        Self { mask, at: (0.0, 0.0) }
    }

    /// The clear cells that shapes cover together, those around the mask among them, and the solid cells that they leave out;
    /// `None` of shapes that reach too far.
    pub fn differing(&self, shapes: &[Shape]) -> Option<(u64, u64)> {
        let by = (-self.at.0, -self.at.1);
        let map = Affine::translation(by);
        let placed = PlacedHitbox::new(shapes.iter().map(|shape| PlacedPart::Shape(shape.placed(&map))).collect());
        let area = placed.cells()?.union(self.mask.bounding_box());
        if area.area() > Hitbox::MOST_CELLS {
            return None;
        }
        if let [shape] = shapes {
            return Some(shape.translated(by).differing(self.mask));
        }
        let covered = placed.covered(area);
        let both = covered.overlap_area(self.mask, Offset::of(Cell::ORIGIN - area.origin())?);
        Some((covered.count() - both, self.mask.count() - both))
    }

    /// The cells that it lies on; halves go left and up.
    pub(super) fn cells(&self) -> IntRect {
        #[expect(clippy::cast_possible_truncation, reason = "frames lie near each other")]
        let floor = |n: f64| n.floor() as i64;
        IntRect::new(Cell::new(floor(self.at.0), floor(self.at.1)), self.mask.size())
    }
}
