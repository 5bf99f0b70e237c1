//! Ellipses with axes along the grid, and the test for their overlap.

use crate::geom::IntRect;

/// An ellipse, or with equal radii a circle, in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oval {
    /// Centre, by column and row; cell 0 reaches from 0 to 1.
    pub centre: (f64, f64),
    /// Half its width and half its height; neither is zero.
    pub radii: (f64, f64),
}

/// Overlap up to this share of a radius counts as touching: it may be a rounding error.
const TOUCHING: f64 = 1e-9;

impl Oval {
    /// The ellipse inscribed in a box; `None` for an empty one.
    pub fn inscribed(cells: IntRect) -> Option<Self> {
        let radii = (f64::from(cells.width) / 2.0, f64::from(cells.height) / 2.0);
        (!cells.is_empty()).then(|| Self { centre: centre(cells), radii })
    }

    /// The circle around the centre of a box with half its longer side as radius; `None` for an empty one.
    pub fn circle(cells: IntRect) -> Option<Self> {
        let radius = f64::from(cells.width.max(cells.height)) / 2.0;
        (!cells.is_empty()).then(|| Self { centre: centre(cells), radii: (radius, radius) })
    }

    /// True if the insides of the two share a point; touching is not enough.
    ///
    /// In coordinates that make `self` the unit circle, the other is still an ellipse along the axes: the two overlap
    /// if that ellipse comes closer to the origin than 1.
    pub fn overlaps(self, other: Self) -> bool {
        let apart = |from: f64, to: f64, radius: f64| (to - from).abs() / radius;
        let x = apart(self.centre.0, other.centre.0, self.radii.0);
        let y = apart(self.centre.1, other.centre.1, self.radii.1);
        let radii = (other.radii.0 / self.radii.0, other.radii.1 / self.radii.1);
        distance((x, y), radii) < 1.0 - TOUCHING
    }
}

/// The centre of a box.
fn centre(cells: IntRect) -> (f64, f64) {
    #[expect(clippy::cast_precision_loss, reason = "world cells are far below 2^52")]
    let middle = |low: i64, high: i64| (low + high) as f64 / 2.0;
    (middle(cells.x, cells.right()), middle(cells.y, cells.bottom()))
}

/// The distance of the point `(x, y)`, neither negative, from the ellipse of these radii around the origin; 0 inside
/// it.
///
/// The nearest point of the ellipse is `(rx² x / (t + rx²), ry² y / (t + ry²))` for the one `t` that puts it on the
/// ellipse. The remaining part of 1 falls with `t`, so halving an interval finds it, to the last bit.
fn distance((x, y): (f64, f64), (rx, ry): (f64, f64)) -> f64 {
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
    fn from_a_circle_it_is_the_distance_of_the_middle_less_the_radius() {
        for (x, y) in [(3.0, 4.0), (0.0, 9.0), (1e9, 0.0), (2.0, 0.0)] {
            let expected = f64::hypot(x, y) - 2.0;
            assert!((distance((x, y), (2.0, 2.0)) - expected).abs() <= 1e-9 * expected.max(1.0), "{x},{y}");
        }
        assert!(distance((1.0, 1.0), (2.0, 2.0)) <= 0.0, "inside");
    }

    #[test]
    fn along_an_axis_it_is_the_way_to_the_vertex() {
        assert!((distance((10.0, 0.0), (4.0, 1.0)) - 6.0).abs() < 1e-12);
        assert!((distance((0.0, 10.0), (4.0, 1.0)) - 9.0).abs() < 1e-12);
    }
}
