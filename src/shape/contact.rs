//! The [`Meeting`] of two placed shapes, and its depth or distance: [`Contact`].

use super::convex::{Convex, gap, normals};
use super::placed::{Outline, PlacedShape};
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
        if x > TOUCH || y > TOUCH { Meeting::Apart } else { Contact::of(self.gap(other)).meeting() }
    }

    /// The contact of two shapes.
    pub fn contact(&self, other: &Self) -> Contact {
        let contact = Contact::of(self.gap(other));
        match (contact, &self.outline, &other.outline) {
            (Contact::Overlaps { .. }, Outline::Box, Outline::Box) => {
                Contact::Overlaps { depth: self.shared_side(other) }
            }
            (Contact::Overlaps { depth }, ..) if self.is_concave() || other.is_concave() => {
                Contact::Overlaps { depth: self.way_out(other, depth) }
            }
            _ => contact,
        }
    }

    /// The distance of two shapes, or the negative depth of their overlap; of concave polygons, the depth of the two pieces
    /// that overlap most.
    fn gap(&self, other: &Self) -> f64 {
        let gap = match (&self.outline, &other.outline) {
            (Outline::Box, Outline::Box) => joined(self.gaps(other)),
            (Outline::Box, &Outline::Circle(centre, radius)) => self.gap_to(centre) - radius,
            (&Outline::Circle(centre, radius), Outline::Box) => other.gap_to(centre) - radius,
            _ => self.least_gap(other),
        };
        if self.is_flat || other.is_flat { gap.max(0.0) } else { gap }
    }

    /// The gaps between the boxes around both, along x and along y; negative where they overlap.
    fn gaps(&self, other: &Self) -> (f64, f64) {
        let (((left, top), (right, bottom)), (low, high)) = (self.bounds(), other.bounds());
        ((low.0 - right).max(left - high.0), (low.1 - bottom).max(top - high.1))
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

    /// The least gap between a convex piece of one and one of the other.
    fn least_gap(&self, other: &Self) -> f64 {
        let (corners, other_corners) = (self.corners(), other.corners());
        let others = other.pieces(&other_corners);
        let gaps = self.pieces(&corners).into_iter().flat_map(|one| others.iter().map(move |other| gap(one, *other)));
        gaps.fold(f64::INFINITY, f64::min)
    }

    /// Its convex pieces; `corners` are those of its bounds.
    fn pieces<'a>(&'a self, corners: &'a [Point; 4]) -> Vec<Convex<'a>> {
        match &self.outline {
            Outline::Box => vec![Convex::Polygon(corners)],
            Outline::Circle(centre, radius) => vec![Convex::Circle(*centre, *radius)],
            Outline::Ellipse(ellipse) => vec![Convex::Ellipse(ellipse)],
            Outline::Polygon(_, pieces) => pieces.iter().map(|piece| Convex::Polygon(piece)).collect(),
        }
    }

    const fn is_concave(&self) -> bool {
        matches!(&self.outline, Outline::Polygon(_, pieces) if pieces.len() > 1)
    }

    /// The shortest move found that parts two shapes: along an axis out of the box around the other, or along a normal of either
    /// polygon. No move shorter than `depth` does.
    ///
    /// Along each normal the other shape is moved by the depth that is left, again and again: never too far, because no
    /// shorter move parts them.
    fn way_out(&self, other: &Self, depth: f64) -> f64 {
        /// Moves after which a direction that hardly parts them is given up.
        const MOST_MOVES: u16 = 256;
        let (x, y) = self.gaps(other);
        let mut shortest = -x.max(y);
        let turned_round = |(x, y): Point| (-x, -y);
        for (x, y) in self.polygon_normals().into_iter().chain(other.polygon_normals().into_iter().map(turned_round)) {
            let mut way = depth;
            for _ in 0..MOST_MOVES {
                let left = -self.gap(&other.translated((way * x, way * y)));
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

/// The distance by gaps along both axes; where neither is positive, the shortest way out.
fn joined((x, y): (f64, f64)) -> f64 {
    if x <= 0.0 && y <= 0.0 { x.max(y) } else { x.max(0.0).hypot(y.max(0.0)) }
}
