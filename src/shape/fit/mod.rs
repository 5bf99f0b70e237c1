//! Shapes fitted to a mask: [`Form::fit`] finds the one that differs from it in the fewest cells.
//!
//! A cell is the shape's if its centre lies inside. Of shapes that differ in equally many cells the one with the smaller area is
//! better, then the one further up, then the one further left.

mod cells;
mod growing;
mod polygons;
mod search;

use std::str::FromStr;

use self::cells::Cells;
pub use self::cells::Rule;
use self::search::{best_box, best_oval, pixels};
use super::Shape;
use crate::geom::whole;
use crate::mask::Mask;

/// A form to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A box of whole pixels.
    Box,
    /// A circle whose centre and radius are whole or half pixels.
    Circle,
    /// An ellipse whose centre and radii are.
    Ellipse,
    /// A simple polygon of at most that many corners, of whole pixels.
    Polygon(usize),
}

/// `box`, `circle`, `ellipse`, `polygon` of 8 corners, `polygon:12`.
impl FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let most = Shape::MOST_CORNERS;
        let corners = |text: &str| text.parse().ok().filter(|corners| (3..=most).contains(corners));
        match text.split_once(':').unwrap_or((text, "")) {
            ("box", "") => Ok(Self::Box),
            ("circle", "") => Ok(Self::Circle),
            ("ellipse", "") => Ok(Self::Ellipse),
            ("polygon", "") if text == "polygon" => Ok(Self::Polygon(8)),
            ("polygon", count) => corners(count)
                .map(Self::Polygon)
                .ok_or_else(|| format!("a polygon has 3 to {most} corners, as in polygon:8")),
            _ => Err("a form is box, circle, ellipse, polygon or polygon:CORNERS".to_owned()),
        }
    }
}

/// A shape fitted to a mask.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The shape.
    pub shape: Shape,
    /// Clear cells that it covers.
    pub added: u64,
    /// Solid cells that it leaves out.
    pub missed: u64,
    /// True if no shape of its form is better. It is false for polygons, and if the search was given up after about a second's
    /// work: for ellipses in masks of more than some 128 px, circles of more than some 512 px, boxes in large noise.
    pub is_best: bool,
}

impl Form {
    /// The shape of this form that fits `mask` best; `None` for a mask without solid cells, and if cancelled.
    pub fn fit(self, mask: &Mask, rule: Rule, is_cancelled: &dyn Fn() -> bool) -> Option<Fit> {
        let bounds = mask.bounds()?;
        let cells = Cells::new(mask.cut_out(bounds), rule);
        let (left, top) = (whole(bounds.x), whole(bounds.y));
        let (shape, is_best) = match self {
            Self::Box => {
                let (edges, is_best) = best_box(&cells, is_cancelled)?;
                let [x, y, right, bottom] = edges.map(whole);
                (Shape::Box([left + x, top + y, right - x, bottom - y]), is_best)
            }
            Self::Circle => {
                let (numbers, is_best) = best_oval(&cells, is_cancelled)?;
                let [x, y, radius] = numbers.map(pixels);
                (Shape::Circle([left + x, top + y, radius]), is_best)
            }
            Self::Ellipse => {
                let (numbers, is_best) = best_oval(&cells, is_cancelled)?;
                let [x, y, rx, ry] = numbers.map(pixels);
                (Shape::Ellipse([left + x, top + y, rx, ry]), is_best)
            }
            Self::Polygon(most) => {
                let corners = polygons::fit(&cells, most, is_cancelled)?;
                let corners = corners.into_iter().map(|(x, y)| [left + whole(x), top + whole(y)]);
                (Shape::Polygon(corners.collect()), false)
            }
        };
        let (added, missed) = shape.differing(mask);
        Some(Fit { shape, added, missed, is_best })
    }
}
