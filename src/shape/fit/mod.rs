//! Shapes fitted to a mask: [`Form::fit`] finds the one that differs from it in the fewest cells.
//!
//! A cell is the shape's if its centre lies inside. Of shapes that differ in equally many cells the one with the smaller area is
//! better, then the one further up, then the one further left.

mod boxes;
mod cells;
mod ovals;
mod polygons;
mod rule;
mod search;

use std::str::FromStr;

pub use self::rule::Rule;
use self::{boxes::Boxes, cells::Cells, ovals::Ovals, search::best};
use super::Shape;
use crate::geom::{Cell, whole};
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
    /// True if no shape of its form is better. It is false for polygons, and for ovals in large masks that hardly
    /// prefer one to another.
    pub is_best: bool,
}

/// The most rows or columns of a mask that are read to find the best box, and the best oval: about a second's work.
const MOST_READ: [i64; 2] = [100_000_000, 10_000_000];

impl Form {
    /// The shape of this form that fits `mask` best; `None` for a mask without solid cells, and if cancelled.
    pub fn fit(self, mask: &Mask, rule: Rule, is_cancelled: &dyn Fn() -> bool) -> Option<Fit> {
        let bounds = mask.bounds()?;
        let cells = Cells::new(mask.cut_out(bounds), rule);
        let [for_boxes, for_ovals] = [(0, cells.width), (1, cells.height)]
            .map(|(at, read)| usize::try_from(MOST_READ[at] / read).unwrap_or(usize::MAX));
        let (shape, is_best) = match self {
            Self::Box => {
                let boxes = Boxes(&cells);
                let best = best(&boxes, for_boxes, is_cancelled)?;
                let [left, top, right, bottom] = boxes.edges(best.numbers);
                (Shape::Box([left, top, right - left, bottom - top].map(whole)), best.is_proven)
            }
            Self::Circle => {
                let best = best::<3>(&Ovals(&cells), for_ovals, is_cancelled)?;
                (Shape::Circle(best.numbers.map(ovals::pixels)), best.is_proven)
            }
            Self::Ellipse => {
                let best = best::<4>(&Ovals(&cells), for_ovals, is_cancelled)?;
                (Shape::Ellipse(best.numbers.map(ovals::pixels)), best.is_proven)
            }
            Self::Polygon(corners) => {
                let boxes = Boxes(&cells);
                let best = best(&boxes, for_boxes, is_cancelled)?;
                let corners = polygons::fit(&cells, corners, boxes.edges(best.numbers), is_cancelled)?;
                (Shape::Polygon(corners.into_iter().map(|(x, y)| [whole(x), whole(y)]).collect()), false)
            }
        };
        let shape = moved(shape, bounds.origin());
        let (added, missed) = shape.differing(mask);
        Some(Fit { shape, added, missed, is_best })
    }
}

/// A shape moved by whole pixels.
fn moved(mut shape: Shape, by: Cell) -> Shape {
    let shift = |numbers: &mut [f64]| {
        numbers[0] += whole(by.x);
        numbers[1] += whole(by.y);
    };
    match &mut shape {
        Shape::Box(numbers) | Shape::Ellipse(numbers) => shift(numbers),
        Shape::Circle(numbers) => shift(numbers),
        Shape::Polygon(corners) => corners.iter_mut().for_each(|corner| shift(corner)),
    }
    shape
}
