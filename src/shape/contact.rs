//! The [`Meeting`] of two placed shapes, and its depth or distance: [`Contact`].

use super::convex::{Convex, gap, normals};
use super::placed::{Bounds, Outline, PlacedShape, bounds};
use crate::geom::Point;

/// The largest distance or depth of shapes that touch, in pixels.
pub const TOUCH: f64 = 1e-6;

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
        /// The length of the shortest move that parts them; of boxes along the axes the smaller side of their overlap. Of
        /// concave polygons the shortest move found along their normals, which is never too short.
        depth: f64,
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
            Self::Overlaps { .. } => Meeting::Overlaps,
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
        let contact = Contact::of(self.gap(other, f64::NEG_INFINITY));
        match (contact, &self.outline, &other.outline) {
            (Contact::Overlaps { .. }, Outline::Box, Outline::Box) => {
                Contact::Overlaps { depth: self.shared_side(other) }
            }
            (Contact::Overlaps { depth }, ..) if self.piece_count() > 1 || other.piece_count() > 1 => {
                Contact::Overlaps { depth: self.way_out(other, depth) }
            }
            _ => contact,
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
    fn pieces<'a>(&'a self, corners: &'a [Point; 4]) -> Vec<(Convex<'a>, Bounds)> {
        let piece = match &self.outline {
            Outline::Box => Convex::Polygon(corners),
            Outline::Circle(centre, radius) => Convex::Circle(*centre, *radius),
            Outline::Ellipse(ellipse) => Convex::Ellipse(ellipse),
            Outline::Polygon(_, pieces) => {
                return pieces.iter().map(|piece| (Convex::Polygon(piece), bounds(piece))).collect();
            }
        };
        vec![(piece, self.bounds())]
    }

    const fn piece_count(&self) -> usize {
        if let Outline::Polygon(_, pieces) = &self.outline { pieces.len() } else { 1 }
    }

    /// The shortest move found that parts two shapes: along an axis out of the box around the other, or along a normal of either
    /// polygon. No move shorter than `depth` does.
    ///
    /// Along each normal the other shape is moved by the depth that is left, again and again: never too far, because no
    /// shorter move parts them.
    fn way_out(&self, other: &Self, depth: f64) -> f64 {
        /// Directions times pieces, so that polygons of many corners do not take seconds.
        const MOST_TRIES: usize = 4096;
        /// Moves after which a direction that hardly parts them is given up.
        const MOST_MOVES: u16 = 64;
        let (x, y) = self.gaps(other);
        let mut shortest = -x.max(y);
        let others = other.polygon_normals().into_iter().map(|(x, y)| (-x, -y));
        let directions: Vec<Point> = self.polygon_normals().into_iter().chain(others).collect();
        let most = (MOST_TRIES / (self.piece_count() + other.piece_count())).clamp(4, 64);
        for &(x, y) in directions.iter().step_by(directions.len().div_ceil(most)) {
            let mut way = depth;
            for _ in 0..MOST_MOVES {
                let left = -self.gap(&other.translated((way * x, way * y)), f64::NEG_INFINITY);
                if left <= TOUCH {
                    shortest = shortest.min(way);
                }
                way += left;
                if left <= TOUCH || way >= shortest {
                    break;
                }
            }
        }
        shortest
    }

    /// The outward normals of a polygon.
    fn polygon_normals(&self) -> Vec<Point> {
        let Outline::Polygon(corners, _) = &self.outline else { return Vec::new() };
        let outward = if super::polygon::area(corners) < 0.0 { -1.0 } else { 1.0 };
        normals(corners).map(|((x, y), _)| (outward * x, outward * y)).collect()
    }
}

/// The gaps between two boxes, along x and along y; negative where they overlap.
fn gaps(((left, top), (right, bottom)): Bounds, (low, high): Bounds) -> (f64, f64) {
    ((low.0 - right).max(left - high.0), (low.1 - bottom).max(top - high.1))
}

/// The distance by gaps along both axes; where neither is positive, the shortest way out.
fn joined((x, y): (f64, f64)) -> f64 {
    if x <= 0.0 && y <= 0.0 { x.max(y) } else { x.max(0.0).hypot(y.max(0.0)) }
}
