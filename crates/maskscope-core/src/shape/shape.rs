//! [`Shape`]: a box, a circle, an ellipse, a capsule or a polygon.

use std::fmt;

use strum::IntoStaticStr;
use thiserror::Error;

use super::polygon::{crosses_itself, distinct};
use crate::geom::{IntRect, Point};
use crate::words::number;

/// A shape that a game tests, in the sprite's own pixels from its top left corner, or in the world's. In files it is
/// `{"box": [x, y, w, h]}` and the like.
#[derive(Clone, Debug, PartialEq, IntoStaticStr)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[strum(serialize_all = "lowercase")]
pub enum Shape {
    /// A box: left, top, width, height.
    Box(#[cfg_attr(feature = "serde", serde(serialize_with = "super::stored::numbers"))] [f64; 4]),
    /// A circle: x and y of its centre, radius.
    Circle(#[cfg_attr(feature = "serde", serde(serialize_with = "super::stored::numbers"))] [f64; 3]),
    /// An ellipse: x and y of its centre, its radius along x, its radius along y.
    Ellipse(#[cfg_attr(feature = "serde", serde(serialize_with = "super::stored::numbers"))] [f64; 4]),
    /// A capsule, which is all points within a radius of a segment: x and y of an end of the segment, x and y of its other end,
    /// radius. If the ends coincide, it is a circle.
    Capsule(#[cfg_attr(feature = "serde", serde(serialize_with = "super::stored::numbers"))] [f64; 5]),
    /// A polygon, which may be concave: its corners in either direction, 3 to 256.
    Polygon(#[cfg_attr(feature = "serde", serde(serialize_with = "super::stored::points"))] Vec<[f64; 2]>),
}

/// The most shapes in a list.
pub(super) const MOST_PARTS: usize = 64;

/// Reason for which numbers are not a shape.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ShapeFault {
    /// A number is infinite or not a number.
    #[error("{0} has a number that is not finite")]
    NotFinite(&'static str),
    /// It reaches so far that 64 bits no longer hold a millionth of a pixel.
    #[error("{0} reaches farther than {far} px", far = number(Shape::FAR, 0..=0))]
    TooFar(&'static str),
    /// A size is negative.
    #[error("{0} has a {1} of {size}, and no size is negative", size = number(*.2, 0..=3))]
    Negative(&'static str, &'static str, f64),
    /// A polygon has too few or too many corners.
    #[error("a polygon has {count}, and 3 to {most} are allowed", count = corners(*.0), most = Shape::MOST_CORNERS)]
    Corners(usize),
    /// The edges of a polygon cross.
    #[error("a polygon crosses itself")]
    Crosses,
    /// A list has no shape.
    #[error("the list of shapes is empty")]
    Empty,
    /// A list has too many shapes.
    #[error("the list has more than {most} shapes", most = MOST_PARTS)]
    TooMany,
}

impl Shape {
    /// The most corners of a polygon; `samples/bridges/arcade/run/sprites.py` records no more.
    pub const MOST_CORNERS: usize = 256;
    /// The farthest that a number of a shape may be from 0, in pixels.
    pub const FAR: f64 = 1e10;

    /// The box of these cells.
    pub fn of(cells: IntRect) -> Self {
        let (x, y) = cells.origin().point();
        Self::Box([x, y, cells.width.into(), cells.height.into()])
    }

    /// The circle around the centre of a box with half its longer side as radius: it leaves out corners of a square.
    pub fn circle_about(cells: IntRect) -> Self {
        let (x, y) = cells.centre();
        Self::Circle([x, y, f64::from(cells.width.max(cells.height)) / 2.0])
    }

    /// The ellipse that fills a box.
    pub fn ellipse_in(cells: IntRect) -> Self {
        let (x, y) = cells.centre();
        Self::Ellipse([x, y, f64::from(cells.width) / 2.0, f64::from(cells.height) / 2.0])
    }

    /// Checks the numbers of a shape.
    ///
    /// # Errors
    /// If a number is not finite or beyond [`Shape::FAR`], if a size is negative, or if a polygon has too few or too many
    /// corners or crosses itself.
    pub fn check(&self) -> Result<(), ShapeFault> {
        let all: &[f64] = match self {
            Self::Box(all) | Self::Ellipse(all) => all,
            Self::Circle(all) => all,
            Self::Capsule(all) => all,
            Self::Polygon(corners) => corners.as_flattened(),
        };
        let kind = self.kind();
        if let Some(wrong) = all.iter().find(|number| !(-Self::FAR..=Self::FAR).contains(*number)) {
            return Err(if wrong.is_finite() { ShapeFault::TooFar(kind) } else { ShapeFault::NotFinite(kind) });
        }
        let sizes: &[(&str, f64)] = match *self {
            Self::Box([.., width, height]) => &[("width", width), ("height", height)],
            Self::Circle([.., radius]) => &[("radius", radius)],
            Self::Ellipse([.., x, y]) => &[("radius", x), ("radius", y)],
            Self::Capsule([.., radius]) => &[("radius", radius)],
            Self::Polygon(ref corners) => return check_corners(corners),
        };
        let negative = sizes.iter().find(|(_, size)| *size < 0.0);
        negative.map_or(Ok(()), |(what, size)| Err(ShapeFault::Negative(kind, what, *size)))
    }

    /// The same shape, moved to the right and down by pixels.
    #[must_use]
    pub fn translated(&self, (right, down): Point) -> Self {
        match *self {
            Self::Box([x, y, width, height]) => Self::Box([x + right, y + down, width, height]),
            Self::Circle([x, y, radius]) => Self::Circle([x + right, y + down, radius]),
            Self::Ellipse([x, y, rx, ry]) => Self::Ellipse([x + right, y + down, rx, ry]),
            Self::Capsule([x1, y1, x2, y2, radius]) => {
                Self::Capsule([x1 + right, y1 + down, x2 + right, y2 + down, radius])
            }
            Self::Polygon(ref corners) => Self::Polygon(corners.iter().map(|[x, y]| [x + right, y + down]).collect()),
        }
    }

    /// The name of its kind.
    pub fn name(&self) -> &'static str {
        self.into()
    }

    /// Its kind, in words.
    const fn kind(&self) -> &'static str {
        match self {
            Self::Box(_) => "a box",
            Self::Circle(_) => "a circle",
            Self::Ellipse(_) => "an ellipse",
            Self::Capsule(_) => "a capsule",
            Self::Polygon(_) => "a polygon",
        }
    }
}

/// `box 48 × 48`, `circle r 20`, `ellipse 20 × 12`, `capsule 12 × 32` by its width and its length, `polygon of 8 corners`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = |size: &f64| number(*size, 0..=2);
        match self {
            Self::Box([.., width, height]) => write!(f, "box {} × {}", size(width), size(height)),
            Self::Circle([.., radius]) => write!(f, "circle r {}", size(radius)),
            Self::Ellipse([.., x, y]) => write!(f, "ellipse {} × {}", size(&(2.0 * x)), size(&(2.0 * y))),
            Self::Capsule([x1, y1, x2, y2, radius]) => {
                let width = 2.0 * radius;
                let length = (x2 - x1).hypot(y2 - y1) + width;
                write!(f, "capsule {} × {}", size(&width), size(&length))
            }
            Self::Polygon(all) => write!(f, "polygon of {}", corners(all.len())),
        }
    }
}

fn check_corners(all: &[[f64; 2]]) -> Result<(), ShapeFault> {
    if !(3..=Shape::MOST_CORNERS).contains(&all.len()) {
        return Err(ShapeFault::Corners(all.len()));
    }
    let corners = distinct(all.iter().map(|&[x, y]| (x, y)));
    if crosses_itself(&corners) { Err(ShapeFault::Crosses) } else { Ok(()) }
}

/// `1 corner`, `8 corners`.
fn corners(amount: usize) -> String {
    crate::words::plural(amount as u64, "corner")
}
