//! Ellipses with axes along the grid, and the test for their overlap.

use crate::geom::IntRect;
use crate::shape::distance_from_ellipse;

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
        (!cells.is_empty()).then(|| Self { centre: cells.centre(), radii })
    }

    /// The circle around the centre of a box with half its longer side as radius; `None` for an empty one.
    pub fn circle(cells: IntRect) -> Option<Self> {
        let radius = f64::from(cells.width.max(cells.height)) / 2.0;
        (!cells.is_empty()).then(|| Self { centre: cells.centre(), radii: (radius, radius) })
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
        distance_from_ellipse((x, y), radii) < 1.0 - TOUCHING
    }
}
