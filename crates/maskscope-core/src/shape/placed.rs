//! [`PlacedShape`]: a shape in the world.

use std::f64::consts::TAU;

use super::{Shape, capsule::Capsule, ellipse::Ellipse, polygon};
use crate::geom::{Affine, Point};

/// A shape in the world, exact: a turned box is a polygon, and under unequal scales a circle or the cap of a capsule is an
/// ellipse.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedShape {
    pub(super) outline: Outline,
    /// Top left and bottom right of the box around it.
    bounds: Bounds,
    /// True if a side or radius is 0: it has no interior.
    pub(super) is_flat: bool,
}

/// The largest distance or depth of shapes that touch, in pixels.
pub const TOUCH: f64 = 1e-6;

/// Top left and bottom right of a box.
pub type Bounds = (Point, Point);

/// The forms of a shape in the world.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outline {
    /// A box along the axes: its bounds.
    Box,
    /// A circle: its centre and its radius.
    Circle(Point, f64),
    /// An ellipse of two radii.
    Ellipse(Ellipse),
    /// A capsule.
    Capsule(Capsule),
    /// A polygon: its corners, and its convex pieces.
    Polygon(Vec<Point>, Vec<Vec<Point>>),
}

impl Shape {
    /// The shape carried into the world by a map from the shape's own space; by [`Affine::IDENTITY`] if it is in world pixels
    /// already.
    pub fn placed(&self, world_from_shape: &Affine) -> PlacedShape {
        let map = *world_from_shape;
        match *self {
            Self::Box([x, y, width, height]) => {
                let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
                let corners = corners.map(|corner| map.map(corner));
                let is_along_axes = map.xy == 0.0 && map.yx == 0.0 || map.xx == 0.0 && map.yy == 0.0;
                let is_flat = width <= 0.0 || height <= 0.0;
                if is_along_axes {
                    return PlacedShape { outline: Outline::Box, bounds: bounds(&corners), is_flat };
                }
                PlacedShape { is_flat, ..PlacedShape::polygon(polygon::distinct(corners.into_iter())) }
            }
            Self::Circle([x, y, radius]) => PlacedShape::oval(map, (x, y), (radius, radius)),
            Self::Ellipse([x, y, x_radius, y_radius]) => PlacedShape::oval(map, (x, y), (x_radius, y_radius)),
            Self::Capsule([x1, y1, x2, y2, radius]) => PlacedShape::capsule(map, [(x1, y1), (x2, y2)], radius),
            Self::Polygon(ref corners) => {
                let corners = corners.iter().map(|&[x, y]| map.map((x, y)));
                PlacedShape::polygon(polygon::distinct(corners))
            }
        }
    }
}

impl PlacedShape {
    /// The corners of the parallelogram between the caps of a capsule, clockwise with y down; `None` for another shape.
    pub fn trunk(&self) -> Option<[Point; 4]> {
        if let Outline::Capsule(capsule) = &self.outline { Some(capsule.trunk()) } else { None }
    }

    /// The box around it: top left corner, bottom right corner.
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The name of several of its kind.
    pub const fn kinds(&self) -> &'static str {
        match self.outline {
            Outline::Box => "boxes",
            Outline::Circle(..) => "circles",
            Outline::Ellipse(_) => "ellipses",
            Outline::Capsule(_) => "capsules",
            Outline::Polygon(..) => "polygons",
        }
    }

    /// The ends of the segment of a capsule, and its radius; `None` for other shapes, and where its caps are ellipses.
    pub fn segment(&self) -> Option<([Point; 2], f64)> {
        match &self.outline {
            Outline::Capsule(capsule) => capsule.radius().map(|radius| (capsule.ends, radius)),
            _ => None,
        }
    }

    /// The corners of its outline; those of a polygon of `steps` corners for a circle or an ellipse, an even number, and of two
    /// more for a capsule.
    pub fn outline(&self, steps: u16) -> Vec<Point> {
        let round =
            |on: &dyn Fn(f64) -> Point| (0..steps).map(|step| on(f64::from(step) / f64::from(steps) * TAU)).collect();
        match &self.outline {
            Outline::Box => self.corners().to_vec(),
            Outline::Circle((x, y), radius) => round(&|angle| (x + radius * angle.cos(), y + radius * angle.sin())),
            Outline::Ellipse(ellipse) => round(&|angle| ellipse.at(angle)),
            Outline::Capsule(capsule) => capsule.outline(steps.into()),
            Outline::Polygon(corners, _) => corners.clone(),
        }
    }

    /// Its outline in convex pieces; circles, ellipses and capsules are polygons of `steps` corners.
    pub fn convex_pieces(&self, steps: u16) -> Vec<Vec<Point>> {
        match &self.outline {
            Outline::Polygon(_, pieces) => pieces.clone(),
            _ => vec![self.outline(steps)],
        }
    }

    /// The same shape moved by `by`.
    #[must_use]
    pub fn translated(&self, by: Point) -> Self {
        let moved = |(x, y): Point| (x + by.0, y + by.1);
        let all = |points: &Vec<Point>| points.iter().copied().map(moved).collect();
        let outline = match &self.outline {
            Outline::Box => Outline::Box,
            Outline::Circle(centre, radius) => Outline::Circle(moved(*centre), *radius),
            Outline::Ellipse(ellipse) => Outline::Ellipse(Ellipse { centre: moved(ellipse.centre), ..*ellipse }),
            Outline::Capsule(capsule) => Outline::Capsule(Capsule { ends: capsule.ends.map(moved), ..*capsule }),
            Outline::Polygon(corners, pieces) => Outline::Polygon(all(corners), pieces.iter().map(all).collect()),
        };
        Self { outline, bounds: (moved(self.bounds.0), moved(self.bounds.1)), is_flat: self.is_flat }
    }

    /// The corners of its bounds, clockwise with y down.
    pub(super) const fn corners(&self) -> [Point; 4] {
        let ((left, top), (right, bottom)) = self.bounds;
        [(left, top), (right, top), (right, bottom), (left, bottom)]
    }

    fn polygon(corners: Vec<Point>) -> Self {
        let pieces = polygon::pieces(&corners);
        let is_flat = polygon::area(&corners) == 0.0;
        Self { bounds: bounds(&corners), is_flat, outline: Outline::Polygon(corners, pieces) }
    }

    fn oval(map: Affine, centre: Point, radii: (f64, f64)) -> Self {
        let axes = map.after(Affine::scaling(radii.0, radii.1));
        let ellipse = Ellipse::new(map.map(centre), axes);
        let outline = if ellipse.is_circle() {
            Outline::Circle(ellipse.centre, ellipse.radii.0)
        } else {
            Outline::Ellipse(ellipse)
        };
        Self { outline, bounds: ellipse.bounds(), is_flat: radii.0 <= 0.0 || radii.1 <= 0.0 }
    }

    fn capsule(map: Affine, [from, to]: [Point; 2], radius: f64) -> Self {
        let cap = Ellipse::new(map.map(from), map.after(Affine::scaling(radius, radius)));
        let ends = [cap.centre, map.map(to)];
        if ends[0] == ends[1] {
            return Self::oval(map, from, (radius, radius));
        }
        let Ellipse { radii, along, .. } = cap;
        let capsule = if cap.is_circle() { Capsule::round(ends, radii.0) } else { Capsule { ends, radii, along } };
        let [one, other] = capsule.caps().map(|cap| cap.bounds());
        Self { outline: Outline::Capsule(capsule), bounds: united(one, other), is_flat: radius <= 0.0 }
    }
}

/// The gaps between two boxes, along x and along y; negative where they overlap.
pub(super) fn gaps(((left, top), (right, bottom)): Bounds, (low, high): Bounds) -> (f64, f64) {
    ((low.0 - right).max(left - high.0), (low.1 - bottom).max(top - high.1))
}

/// The box around two boxes.
pub(super) fn united((low, high): Bounds, (other_low, other_high): Bounds) -> Bounds {
    ((low.0.min(other_low.0), low.1.min(other_low.1)), (high.0.max(other_high.0), high.1.max(other_high.1)))
}

/// The box around points.
pub(super) fn bounds(points: &[Point]) -> Bounds {
    let far = (f64::INFINITY, f64::NEG_INFINITY);
    let span =
        |axis: fn(&Point) -> f64| points.iter().map(axis).fold(far, |(low, high), at| (low.min(at), high.max(at)));
    let ((left, right), (top, bottom)) = (span(|point| point.0), span(|point| point.1));
    ((left, top), (right, bottom))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_stay_as_simple_as_the_map_allows() {
        let quarter = Affine::rotation(90.0);
        let placed = |shape: Shape, map: Affine| shape.placed(&map);
        let turned = placed(Shape::Box([1.0, 2.0, 3.0, 4.0]), quarter);
        assert_eq!((turned.outline, turned.bounds), (Outline::Box, ((-6.0, 1.0), (-2.0, 4.0))));
        let tilted = placed(Shape::Box([0.0, 0.0, 3.0, 4.0]), Affine::rotation(30.0));
        assert!(
            matches!(&tilted.outline, Outline::Polygon(corners, pieces) if corners.len() == 4 && pieces.len() == 1)
        );
        let circle = placed(Shape::Circle([1.0, 0.0, 2.0]), Affine::scaling(3.0, -3.0).after(Affine::rotation(33.0)));
        assert!(matches!(circle.outline, Outline::Circle(_, radius) if (radius - 6.0).abs() < 1e-12));
        let oval = placed(Shape::Circle([1.0, 0.0, 2.0]), quarter.after(Affine::scaling(2.0, 1.0)));
        let ((left, top), (right, bottom)) = oval.bounds;
        assert!(matches!(&oval.outline, Outline::Ellipse(ellipse) if ellipse.radii == (4.0, 2.0)));
        for (found, expected) in [(left, -2.0), (top, -2.0), (right, 2.0), (bottom, 6.0)] {
            assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
        }
    }

    #[test]
    fn capsules_stay_capsules_where_scales_are_equal() {
        let placed = |numbers: [f64; 5], map: Affine| Shape::Capsule(numbers).placed(&map);
        let map = Affine::scaling(2.0, -2.0).after(Affine::rotation(90.0));
        let turned = placed([1.0, 2.0, 4.0, 2.0, 3.0], map);
        let expected = Capsule::round([(-4.0, -2.0), (-4.0, -8.0)], 6.0);
        assert_eq!((turned.kinds(), turned.bounds), ("capsules", ((-10.0, -14.0), (2.0, 4.0))));
        assert_eq!(turned.outline, Outline::Capsule(expected));
        assert_eq!(turned.segment(), Some((expected.ends, 6.0)));
        let oval = placed([1.0, 2.0, 4.0, 2.0, 3.0], Affine::scaling(2.0, 1.0));
        assert!(matches!(&oval.outline, Outline::Capsule(capsule) if capsule.radii == (6.0, 3.0)));
        assert_eq!((oval.segment(), oval.bounds), (None, ((-4.0, -1.0), (14.0, 5.0))));
        assert_eq!(
            placed([1.0, 2.0, 1.0, 2.0, 3.0], Affine::IDENTITY),
            Shape::Circle([1.0, 2.0, 3.0]).placed(&Affine::IDENTITY)
        );
    }

    #[test]
    fn an_outline_goes_round_the_shape() {
        let oval = Shape::Ellipse([5.0, 5.0, 4.0, 2.0]).placed(&Affine::IDENTITY);
        let expected = [(9.0, 5.0), (5.0, 7.0), (1.0, 5.0), (5.0, 3.0)];
        for ((x, y), (expected_x, expected_y)) in oval.outline(4).into_iter().zip(expected) {
            assert!((x - expected_x).abs() < 1e-12 && (y - expected_y).abs() < 1e-12, "{x},{y}");
        }
        let square = Shape::Box([0.0, 0.0, 1.0, 1.0]).placed(&Affine::translation((2.0, 3.0)));
        assert_eq!(square.outline(99), [(2.0, 3.0), (3.0, 3.0), (3.0, 4.0), (2.0, 4.0)]);
    }
}
