//! [`Capsule`]: the points within a circle, or an ellipse, around any point of a segment.

use std::f64::consts::PI;

use super::ellipse::Ellipse;
use super::polygon::edges;
use crate::geom::Point;

/// The points that a circle covers while its centre goes along a segment; an ellipse under unequal scales.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// The ends of the segment.
    pub ends: [Point; 2],
    /// The longest radius of the ellipse and its shortest, which are equal for a circle.
    pub radii: (f64, f64),
    /// The direction of the longest, of length 1.
    pub along: Point,
}

impl Capsule {
    /// The capsule of a circle.
    pub const fn round(ends: [Point; 2], radius: f64) -> Self {
        Self { ends, radii: (radius, radius), along: (1.0, 0.0) }
    }

    /// The radius of its circle; `None` for an ellipse.
    pub fn radius(&self) -> Option<f64> {
        let (long, short) = self.radii;
        (long == short).then_some(long)
    }

    /// The circles or ellipses around its ends.
    pub fn caps(&self) -> [Ellipse; 2] {
        self.ends.map(|centre| Ellipse { centre, radii: self.radii, along: self.along })
    }

    /// The corners of the parallelogram between its caps, clockwise with y down: two of its sides are the straight sides of the
    /// capsule.
    pub fn trunk(&self) -> [Point; 4] {
        let (x, y) = self.normal();
        let side = |normal: Point| self.caps().map(|cap| cap.furthest(normal, (0.0, 0.0)));
        let ([left, left_end], [right, right_end]) = (side((x, y)), side((-x, -y)));
        [left, left_end, right_end, right]
    }

    /// The direction of length 1 that its first straight side faces, a quarter turn before that of the segment.
    fn normal(&self) -> Point {
        let [from, to] = self.ends;
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let length = x.hypot(y);
        if length > 0.0 { (y / length, -x / length) } else { (0.0, -1.0) }
    }

    /// Its point that lies furthest in the direction `normal`, of length 1, relative to `origin`.
    pub fn furthest(&self, normal: Point, origin: Point) -> Point {
        let [from, to] = self.caps();
        let ahead = (to.centre.0 - from.centre.0) * normal.0 + (to.centre.1 - from.centre.1) * normal.1;
        if ahead > 0.0 { to.furthest(normal, origin) } else { from.furthest(normal, origin) }
    }

    /// The columns of the line at `y` inside it, from its left edge to its right.
    pub fn columns(&self, y: f64) -> Option<(f64, f64)> {
        if self.radii.1 <= 0.0 {
            return None;
        }
        let trunk = self.trunk();
        let crossings = edges(&trunk).filter(|(from, to)| (from.1 <= y) != (to.1 <= y)).map(|(from, to)| {
            let x = from.0 + (y - from.1) / (to.1 - from.1) * (to.0 - from.0);
            (x, x)
        });
        let caps = self.caps().into_iter().filter_map(|cap| cap.columns(y));
        caps.chain(crossings).reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// The capsule with radii that are longer by a number of pixels, and at least 0.
    pub fn grown(&self, by: f64) -> Self {
        let (long, short) = self.radii;
        Self { radii: ((long + by).max(0.0), (short + by).max(0.0)), ..*self }
    }

    /// The corners of a polygon inside it, clockwise with y down. Each of its caps has half of `corners`, an even number, and one
    /// more.
    pub fn outline(&self, corners: u32) -> Vec<Point> {
        let ((x, y), (c, s), (long, short)) = (self.normal(), self.along, self.radii);
        // The angle of the unit circle at which the first straight side ends.
        let start = (short * (y * c - x * s)).atan2(long * (x * c + y * s));
        let steps = (corners / 2).max(1);
        let half = |cap: Ellipse, start: f64| {
            (0..=steps).map(move |step| cap.at(start + f64::from(step) / f64::from(steps) * PI))
        };
        let [from, to] = self.caps();
        half(to, start).chain(half(from, start + PI)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LYING: Capsule = Capsule::round([(2.0, 5.0), (8.0, 5.0)], 2.0);

    fn assert_near(found: &[Point], expected: &[Point]) {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            let is_near = (found.0 - expected.0).hypot(found.1 - expected.1) < 1e-12;
            assert!(is_near, "{found:?} for {expected:?}");
        }
    }

    #[test]
    fn an_outline_has_both_straight_sides() {
        assert_near(&LYING.trunk(), &[(2.0, 3.0), (8.0, 3.0), (8.0, 7.0), (2.0, 7.0)]);
        let expected = [(8.0, 3.0), (10.0, 5.0), (8.0, 7.0), (2.0, 7.0), (0.0, 5.0), (2.0, 3.0)];
        assert_near(&LYING.outline(4), &expected);
        let oval = Capsule { radii: (4.0, 1.0), along: (0.0, 1.0), ..LYING };
        let expected = [(8.0, 1.0), (9.0, 5.0), (8.0, 9.0), (2.0, 9.0), (1.0, 5.0), (2.0, 1.0)];
        assert_near(&oval.outline(4), &expected);
        assert_eq!((LYING.radius(), oval.radius()), (Some(2.0), None));
    }

    #[test]
    fn columns_end_at_the_caps_and_at_the_straight_sides() {
        assert_eq!(LYING.columns(5.0), Some((0.0, 10.0)));
        assert_eq!([LYING.columns(2.9), LYING.columns(7.1)], [None, None]);
        let upright = Capsule::round([(5.0, 2.0), (5.0, 8.0)], 2.0);
        assert_eq!([3.0, 5.0, 7.5].map(|y| upright.columns(y)), [Some((3.0, 7.0)); 3]);
        assert_eq!(upright.columns(0.5), upright.columns(9.5));
        assert_eq!(upright.grown(-2.0).columns(5.0), None, "a segment has no interior");
    }

    #[test]
    fn the_furthest_point_is_that_of_the_cap_ahead() {
        let capsule = Capsule::round([(2.0, 5.0), (5.0, 9.0)], 2.0);
        for degrees in (0..360).step_by(15) {
            let (y, x) = f64::from(degrees).to_radians().sin_cos();
            let along = |point: Point| point.0 * x + point.1 * y;
            let most = capsule.caps().map(|cap| along(cap.centre) + 2.0);
            let furthest = along(capsule.furthest((x, y), (0.0, 0.0)));
            assert!((furthest - most[0].max(most[1])).abs() < 1e-9, "{furthest} of {most:?} at {degrees}°");
        }
    }
}
