//! Smaller boxes: those that decide a check, and the sizes of them that hit.

use std::sync::Arc;

use super::Check;
use super::judgement::tested;
use crate::geom::{Affine, Cell, Point};
use crate::shape::{Meeting, PlacedHitbox, PlacedPart, Shape};

/// The number of sizes, from boxes as they are on, each 1 px smaller on each side.
pub(super) const SIZES: usize = 16;

/// The boxes that decide a check.
#[derive(Clone, Debug)]
pub(super) enum DecidingBoxes {
    /// Two boxes: left, top, width and height.
    Two([[f64; 4]; 2]),
    /// Two hitboxes of other parts; one at least is a box.
    Parts([PlacedHitbox; 2]),
}

/// The wrong answers that are left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftWrong {
    /// Hits without a shared pixel.
    pub unfair: u64,
    /// Misses with shared pixels.
    pub missed: u64,
}

impl LeftWrong {
    /// The number of both.
    pub const fn sum(self) -> u64 {
        self.unfair + self.missed
    }

    pub(super) const fn add(&mut self, other: Self) {
        self.unfair += other.unfair;
        self.missed += other.missed;
    }

    pub(super) const fn take_back(&mut self, other: Self) {
        self.unfair -= other.unfair;
        self.missed -= other.missed;
    }
}

impl DecidingBoxes {
    /// Those of a check; `None` where nothing that is tested is a box, or nobody knows what is tested.
    pub(super) fn of(check: &Check) -> Option<Self> {
        if let Some(both) = check.tested_box(0).zip(check.tested_box(1)) {
            return Some(Self::Two(both.into()));
        }
        let both = tested(check)?;
        let is_box = |part: &PlacedPart| matches!(part, PlacedPart::Shape(shape) if shape.kinds() == "boxes");
        let has_box = both.iter().flat_map(PlacedHitbox::parts).any(is_box);
        has_box.then_some(Self::Parts(both))
    }

    /// The number of sizes, from boxes as they are on, with which both hit once B has moved `by` px, and its masks by
    /// whole `cells`.
    pub(super) fn sizes_that_hit(&self, by: Point, cells: Cell) -> usize {
        match self {
            Self::Two([a, [left, top, width, height]]) => {
                sizes_within(depth(a, &[left + by.0, top + by.1, *width, *height]))
            }
            Self::Parts([a, b]) => {
                let b = moved(b, by, cells);
                // What a smaller box hits, a larger one does.
                let sizes: Vec<f64> = sizes().collect();
                sizes.partition_point(|&px| smaller(a, px).meets(&smaller(&b, px)) == Meeting::Overlaps)
            }
        }
    }
}

/// The px on each side of each size.
fn sizes() -> impl Iterator<Item = f64> {
    (0_u8..).map(f64::from).take(SIZES)
}

/// The depth in px to which two boxes overlap: the smaller side of their overlap, 0 for a miss.
fn depth(a: &[f64; 4], b: &[f64; 4]) -> f64 {
    let [width, height] = overlaps(*a, *b);
    width.min(height).max(0.0)
}

/// The overlap of two rectangles along both axes, each left, top, width and height; below 0 by the gap between them.
pub(super) fn overlaps(a: [f64; 4], b: [f64; 4]) -> [f64; 2] {
    [0, 1].map(|axis| (a[axis] + a[axis + 2]).min(b[axis] + b[axis + 2]) - a[axis].max(b[axis]))
}

/// The number of sizes with which two boxes hit that overlap to a depth: both are smaller.
pub(super) fn sizes_within(depth: f64) -> usize {
    sizes().take_while(|px| depth > 2.0 * px).count()
}

/// A hitbox whose shapes have moved `by` px, and whose masks by whole `cells`.
fn moved(hitbox: &PlacedHitbox, by: Point, cells: Cell) -> PlacedHitbox {
    let part = |part: &PlacedPart| match part {
        PlacedPart::Shape(shape) => PlacedPart::Shape(shape.translated(by)),
        PlacedPart::Mask(mask, origin) => PlacedPart::Mask(Arc::clone(mask), *origin + cells),
    };
    PlacedHitbox::new(hitbox.parts().iter().map(part).collect())
}

/// A hitbox whose boxes are smaller by `px` on each side; those without a side are gone.
fn smaller(hitbox: &PlacedHitbox, px: f64) -> PlacedHitbox {
    let part = |part: &PlacedPart| match part {
        PlacedPart::Shape(shape) if shape.kinds() == "boxes" => {
            let ((left, top), (right, bottom)) = shape.bounds();
            let sides = [right - left, bottom - top].map(|side| side - 2.0 * px);
            let inside = Shape::Box([left + px, top + px, sides[0], sides[1]]);
            sides.iter().all(|side| *side > 0.0).then(|| PlacedPart::Shape(inside.placed(&Affine::IDENTITY)))
        }
        other => Some(other.clone()),
    };
    PlacedHitbox::new(hitbox.parts().iter().filter_map(part).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_smaller_on_each_side_until_none_is_left() {
        let boxed = |sides: [f64; 4]| PlacedPart::Shape(Shape::Box(sides).placed(&Affine::IDENTITY));
        let round = PlacedPart::Shape(Shape::Circle([5.0, 5.0, 1.0]).placed(&Affine::IDENTITY));
        let hitbox = PlacedHitbox::new(vec![boxed([3.0, 7.0, 10.0, 6.0]), round]);
        let bounds = |px: f64| {
            let smaller = smaller(&hitbox, px);
            smaller.parts().iter().map(|part| part.bounds().expect("it has a side")).collect::<Vec<_>>()
        };
        let circle = ((4.0, 4.0), (6.0, 6.0));
        assert_eq!(bounds(0.0), [((3.0, 7.0), (13.0, 13.0)), circle]);
        assert_eq!(bounds(2.0), [((5.0, 9.0), (11.0, 11.0)), circle], "what is no box stays");
        assert_eq!(bounds(3.0), [circle], "no box has a side of 0");
        assert_eq!(bounds(4.0), [circle]);
    }
}
