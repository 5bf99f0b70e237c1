//! The [`Meeting`] of two placed shapes, and its depth or distance: [`Contact`].

use super::convex::{Convex, gap};
use super::pieces::Pieces;
use super::placed::{Bounds, Outline, PlacedShape, TOUCH, bounds, gaps};
use super::way_out::{WayOut, way_out};
use crate::geom::Point;

/// The meeting of two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meeting {
    /// Their interiors share a point.
    Overlaps,
    /// Only their edges share a point, within [`TOUCH`].
    Touches,
    /// They share no point.
    Apart,
}

impl Meeting {
    /// The meeting of several pairs together: they overlap if any does, and otherwise touch if any does.
    pub(super) fn of_any(pairs: impl Iterator<Item = Self>) -> Self {
        let mut together = Self::Apart;
        for pair in pairs {
            match pair {
                Self::Overlaps => return pair,
                Self::Touches => together = pair,
                Self::Apart => {}
            }
        }
        together
    }
}

/// The contact of two shapes, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Contact {
    /// Their interiors share a point.
    Overlaps {
        /// The length of the shortest move that parts them; of two boxes along the axes the smaller side of their overlap. Of
        /// several convex pieces, round ones among them, it is at most a thousandth and a thousandth of a pixel longer.
        depth: f64,
    },
    /// Their interiors share a point, and finding the shortest move among their many convex pieces takes too much work.
    OverlapsFar {
        /// The length of a move such that no shorter one parts them.
        least: f64,
    },
    /// Only their edges share a point, within [`TOUCH`].
    Touches,
    /// They share no point.
    Apart {
        /// The distance of their nearest points; infinite if one of them is empty.
        distance: f64,
    },
}

impl Contact {
    /// The meeting alone.
    pub const fn meeting(self) -> Meeting {
        match self {
            Self::Overlaps { .. } | Self::OverlapsFar { .. } => Meeting::Overlaps,
            Self::Touches => Meeting::Touches,
            Self::Apart { .. } => Meeting::Apart,
        }
    }

    /// A gap between shapes, which is negative where they overlap.
    fn of(gap: f64) -> Self {
        match gap {
            gap if gap < -TOUCH => Self::Overlaps { depth: -gap },
            gap if gap <= TOUCH => Self::Touches,
            distance => Self::Apart { distance },
        }
    }
}

/// The most boxes of pieces that are compared to find a pair that overlaps deeply.
const MOST_BOXES: usize = 1 << 12;

impl PlacedShape {
    /// Returns whether two shapes overlap. A shape with a side or radius of 0 has no interior, and touches what it lies in.
    pub fn meets(&self, other: &Self) -> Meeting {
        let (x, y) = self.gaps(other);
        if x > TOUCH || y > TOUCH {
            return Meeting::Apart;
        }
        // The first pieces that overlap decide.
        Contact::of(self.gap(other, -TOUCH)).meeting()
    }

    /// The contact of two shapes.
    pub fn contact(&self, other: &Self) -> Contact {
        Self::contact_of_any(&[self], &[other])
    }

    /// The meeting of two lists of shapes: that of any two.
    pub(super) fn meets_any(shapes: &[&Self], others: &[&Self]) -> Meeting {
        match (shapes, others) {
            ([shape], [other]) => shape.meets(other),
            _ => {
                let corners = [shapes, others].map(all_corners);
                let [pieces, others] = [Pieces::new(shapes, &corners[0]), Pieces::new(others, &corners[1])];
                Contact::of(pieces.least_gap(&others, -TOUCH, 0)).meeting()
            }
        }
    }

    /// The contact of two lists of shapes.
    pub(super) fn contact_of_any(shapes: &[&Self], others: &[&Self]) -> Contact {
        match (shapes, others) {
            ([shape], [other]) if shape.piece_count() == 1 && other.piece_count() == 1 => {
                let contact = Contact::of(shape.gap(other, f64::NEG_INFINITY));
                match (contact, &shape.outline, &other.outline) {
                    (Contact::Overlaps { .. }, Outline::Box, Outline::Box) => {
                        Contact::Overlaps { depth: shape.shared_side(other) }
                    }
                    _ => contact,
                }
            }
            _ => {
                let corners = [shapes, others].map(all_corners);
                let [pieces, others] = [Pieces::new(shapes, &corners[0]), Pieces::new(others, &corners[1])];
                // The depth of a single pair is only a bound, for which few pairs are compared.
                match Contact::of(pieces.least_gap(&others, f64::NEG_INFINITY, MOST_BOXES)) {
                    Contact::Overlaps { depth } => match way_out(&pieces, &others, depth) {
                        WayOut::Found(depth) => Contact::Overlaps { depth },
                        WayOut::AtLeast(least) => Contact::OverlapsFar { least },
                    },
                    contact => contact,
                }
            }
        }
    }

    /// The distance of two shapes, or the negative depth of their overlap; of concave polygons, the depth of the two pieces
    /// that overlap most. A gap less than `enough` may be larger than the least.
    fn gap(&self, other: &Self, enough: f64) -> f64 {
        let gap = match (&self.outline, &other.outline) {
            (Outline::Box, Outline::Box) => joined(self.gaps(other)),
            (Outline::Box, &Outline::Circle(centre, radius)) => self.gap_to(centre) - radius,
            (&Outline::Circle(centre, radius), Outline::Box) => other.gap_to(centre) - radius,
            _ => self.least_gap(other, enough),
        };
        if self.is_flat || other.is_flat { gap.max(0.0) } else { gap }
    }

    /// The gaps between the boxes around both, along x and along y; negative where they overlap.
    fn gaps(&self, other: &Self) -> (f64, f64) {
        gaps(self.bounds(), other.bounds())
    }

    /// The distance of a point from the box around the shape, negative inside it.
    fn gap_to(&self, (x, y): Point) -> f64 {
        let ((left, top), (right, bottom)) = self.bounds();
        joined(((left - x).max(x - right), (top - y).max(y - bottom)))
    }

    /// The smaller side of the overlap of the boxes around both.
    fn shared_side(&self, other: &Self) -> f64 {
        let (((left, top), (right, bottom)), (low, high)) = (self.bounds(), other.bounds());
        (right.min(high.0) - left.max(low.0)).min(bottom.min(high.1) - top.max(low.1))
    }

    /// The least gap between a convex piece of one and one of the other; any that is less than `enough`.
    fn least_gap(&self, other: &Self, enough: f64) -> f64 {
        let (corners, other_corners) = (self.corners(), other.corners());
        let (pieces, others) = (self.pieces(&corners), other.pieces(&other_corners));
        let mut least = f64::INFINITY;
        for (piece, bounds) in &pieces {
            for (other, other_bounds) in &others {
                // No gap is less than that between the boxes.
                let (x, y) = gaps(*bounds, *other_bounds);
                if x.max(y) < least {
                    least = least.min(gap(*piece, *other));
                    if least < enough {
                        return least;
                    }
                }
            }
        }
        least
    }

    /// Its convex pieces, each with the box around it; `corners` are those of its bounds.
    pub(super) fn pieces<'a>(&'a self, corners: &'a [Point; 4]) -> Vec<(Convex<'a>, Bounds)> {
        let piece = match &self.outline {
            Outline::Box => Convex::Polygon(corners),
            Outline::Circle(centre, radius) => Convex::Circle(*centre, *radius),
            Outline::Ellipse(ellipse) => Convex::Ellipse(ellipse),
            Outline::Capsule(capsule) => match capsule.radius() {
                Some(radius) => Convex::Capsule(capsule.ends, radius),
                None => Convex::OvalCapsule(capsule),
            },
            Outline::Polygon(_, pieces) => {
                return pieces.iter().map(|piece| (Convex::Polygon(piece), bounds(piece))).collect();
            }
        };
        vec![(piece, self.bounds())]
    }

    /// The number of its convex pieces.
    pub(super) const fn piece_count(&self) -> usize {
        if let Outline::Polygon(_, pieces) = &self.outline { pieces.len() } else { 1 }
    }
}

/// The corners of the bounds of each shape.
fn all_corners(shapes: &[&PlacedShape]) -> Vec<[Point; 4]> {
    shapes.iter().map(|shape| shape.corners()).collect()
}

/// The distance by gaps along both axes; where neither is positive, the shortest way out.
fn joined((x, y): (f64, f64)) -> f64 {
    if x <= 0.0 && y <= 0.0 { x.max(y) } else { x.max(0.0).hypot(y.max(0.0)) }
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn gaps_along_both_axes_are_one_distance() {
        assert_eq!([(3.0, 4.0), (3.0, -1.0), (-2.0, 0.5)].map(joined), [5.0, 3.0, 0.5]);
        assert_eq!([(-2.0, -3.0), (0.0, -1.0)].map(joined), [-2.0, 0.0], "the shortest way out");
    }
}
