//! [`Ellipse`]: a turned ellipse.

use crate::geom::{Affine, Point};

/// The share of its radius by which a circle may become oval by rounding.
const ROUNDING: f64 = 1e-12;

/// An ellipse by its principal axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipse {
    /// Its centre.
    pub centre: Point,
    /// Its longest radius and its shortest.
    pub radii: (f64, f64),
    /// The direction of the longest, of length 1.
    pub along: Point,
}

impl Ellipse {
    /// The image of the unit circle by the linear part of `axes`, moved to `centre`.
    pub fn new(centre: Point, axes: Affine) -> Self {
        let Affine { xx, xy, yx, yy, .. } = axes;
        // The squares of the radii are the eigenvalues of the map times its transpose.
        let (a, b, d) = (xx * xx + xy * xy, xx * yx + xy * yy, yx * yx + yy * yy);
        let long = (f64::midpoint(a, d) + ((a - d) / 2.0).hypot(b)).sqrt();
        let area = (xx * yy - xy * yx).abs();
        let short = if long > 0.0 { area / long } else { 0.0 };
        let (sin, cos) = match () {
            () if b != 0.0 => (0.5 * (2.0 * b).atan2(a - d)).sin_cos(),
            () if a >= d => (0.0, 1.0),
            () => (1.0, 0.0),
        };
        Self { centre, radii: (long, short), along: (cos, sin) }
    }

    /// The point of its edge at `angle` of the unit circle.
    pub fn at(&self, angle: f64) -> Point {
        let (sin, cos) = angle.sin_cos();
        let (u, v) = (self.radii.0 * cos, self.radii.1 * sin);
        let (c, s) = self.along;
        (self.centre.0 + u * c - v * s, self.centre.1 + u * s + v * c)
    }

    /// Its point that lies furthest in the direction `normal`, of length 1, relative to `origin`.
    pub fn furthest(&self, normal: Point, origin: Point) -> Point {
        let ((c, s), (long, short), reach) = (self.along, self.radii, self.reach(normal));
        let (u, v) = (normal.0 * c + normal.1 * s, normal.1 * c - normal.0 * s);
        let (u, v) = if reach > 0.0 { (long * long * u / reach, short * short * v / reach) } else { (0.0, 0.0) };
        (self.centre.0 - origin.0 + u * c - v * s, self.centre.1 - origin.1 + u * s + v * c)
    }

    /// Its reach from its centre in the direction `normal`, of length 1.
    pub fn reach(&self, normal: Point) -> f64 {
        let (c, s) = self.along;
        (self.radii.0 * (normal.0 * c + normal.1 * s)).hypot(self.radii.1 * (normal.1 * c - normal.0 * s))
    }

    /// Top left and bottom right of the box around it.
    pub fn bounds(&self) -> (Point, Point) {
        let ((x, y), (width, height)) = (self.centre, (self.reach((1.0, 0.0)), self.reach((0.0, 1.0))));
        ((x - width, y - height), (x + width, y + height))
    }

    /// True for a circle.
    pub fn is_circle(&self) -> bool {
        let (long, short) = self.radii;
        long - short <= ROUNDING * long
    }

    /// The columns of the line at `y` inside it, from its left edge to its right.
    pub fn columns(&self, y: f64) -> Option<(f64, f64)> {
        let (c, s) = self.along;
        let (long, short) = self.radii;
        let height = self.reach((0.0, 1.0));
        let dy = y - self.centre.1;
        if dy.abs() >= height {
            return None;
        }
        let middle = self.centre.0 + dy * (long * long - short * short) * s * c / (height * height);
        let half = long * short / (height * height) * ((height - dy) * (height + dy)).sqrt();
        Some((middle - half, middle + half))
    }

    /// The ellipse with radii that are longer by a number of pixels, and at least 0.
    pub fn grown(&self, by: f64) -> Self {
        let (long, short) = self.radii;
        Self { radii: ((long + by).max(0.0), (short + by).max(0.0)), ..*self }
    }

    /// The distance of a point from the ellipse; 0 inside it.
    pub fn distance_of(&self, (x, y): Point) -> f64 {
        let ((c, s), (x, y)) = (self.along, (x - self.centre.0, y - self.centre.1));
        distance_from_ellipse(((x * c + y * s).abs(), (y * c - x * s).abs()), self.radii)
    }
}

/// The distance of the point `(x, y)`, neither negative, from the ellipse of these radii around the origin; 0 inside
/// it.
///
/// The nearest point of the ellipse is `(rx² x / (t + rx²), ry² y / (t + ry²))` for the one `t` that puts it on the
/// ellipse. The remaining part of 1 falls with `t`, so halving an interval finds it, to the last bit.
pub fn distance_from_ellipse((x, y): (f64, f64), (rx, ry): (f64, f64)) -> f64 {
    if rx <= 0.0 || ry <= 0.0 {
        return (x - rx).max(0.0).hypot((y - ry).max(0.0));
    }
    let lies_outside = |t: f64| (rx * x / (t + rx * rx)).powi(2) + (ry * y / (t + ry * ry)).powi(2) > 1.0;
    if !lies_outside(0.0) {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, (rx * x).hypot(ry * y));
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return (high * x / (high + rx * rx)).hypot(high * y / (high + ry * ry));
        }
        if lies_outside(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_a_line_it_is_the_distance_of_its_nearest_point() {
        for (point, radii, expected) in
            [((3.0, 6.0), (0.0, 2.0), 5.0), ((5.0, 7.0), (2.0, -1.0), 73.0_f64.sqrt()), ((5.0, 0.0), (0.0, 0.0), 5.0)]
        {
            assert!((distance_from_ellipse(point, radii) - expected).abs() < 1e-12, "{point:?} {radii:?}");
        }
        assert!(distance_from_ellipse((0.0, 1.5), (0.0, 2.0)).abs() < 1e-12, "on it");
    }

    #[test]
    fn from_a_circle_it_is_the_distance_of_the_middle_less_the_radius() {
        for (x, y) in [(3.0, 4.0), (0.0, 9.0), (1e9, 0.0), (2.0, 0.0)] {
            let expected = f64::hypot(x, y) - 2.0;
            assert!(
                (distance_from_ellipse((x, y), (2.0, 2.0)) - expected).abs() <= 1e-9 * expected.max(1.0),
                "{x},{y}"
            );
        }
        assert!(distance_from_ellipse((1.0, 1.0), (2.0, 2.0)) <= 0.0, "inside");
    }

    #[test]
    fn along_an_axis_it_is_the_way_to_the_vertex() {
        assert!((distance_from_ellipse((10.0, 0.0), (4.0, 1.0)) - 6.0).abs() < 1e-12);
        assert!((distance_from_ellipse((0.0, 10.0), (4.0, 1.0)) - 9.0).abs() < 1e-12);
    }
}
