//! Losses of shapes in code, by the pixels that differ.

use super::source::{DECIMALS, Polygons};
use maskscope_core::geom::{Affine, IntRect};
use maskscope_core::shape::{Hitbox, PlacedHitbox, PlacedPart, Shape};
use maskscope_core::words::thousands;

/// The loss of a shape that becomes another one; `None` for the same.
pub fn of_other(shape: &Shape, other: &Shape) -> Option<String> {
    (shape != other).then(|| format!("{shape} becomes {other}: {}", differing(shape, other)))
}

/// The loss of a round shape that becomes a polygon.
pub fn of_corners(shape: &Shape) -> String {
    let outline = Polygons::new(shape).outline;
    let polygon = Shape::Polygon(outline.into_iter().map(<[f64; 2]>::from).collect());
    format!("{shape} becomes a {polygon}: {}", differing(shape, &polygon))
}

/// The loss of a shape whose numbers are rounded; `None` if none is.
pub fn of_decimals(shape: &Shape) -> Option<String> {
    let rounded = |number: f64| (number * DECIMALS).round() / DECIMALS;
    let other = match shape {
        Shape::Box(all) => Shape::Box(all.map(rounded)),
        Shape::Circle(all) => Shape::Circle(all.map(rounded)),
        Shape::Ellipse(all) => Shape::Ellipse(all.map(rounded)),
        Shape::Capsule(all) => Shape::Capsule(all.map(rounded)),
        Shape::Polygon(corners) => Shape::Polygon(corners.iter().map(|corner| corner.map(rounded)).collect()),
    };
    let words = || format!("the numbers of {shape} are rounded to a thousandth: {}", differing(shape, &other));
    (*shape != other).then(words)
}

/// The number of cells that are in only one of two shapes, in words.
fn differing(one: &Shape, other: &Shape) -> String {
    let placed = |shape: &Shape| PlacedHitbox::new(vec![PlacedPart::Shape(shape.placed(&Affine::IDENTITY))]);
    let (one, other) = (placed(one), placed(other));
    let areas = one.cells().zip(other.cells()).map(|(one, other)| one.union(other));
    let count = |area: IntRect| (&one.covered(area) ^ &other.covered(area)).count();
    let count = areas.filter(|area| area.area() <= Hitbox::MOST_CELLS).map(count);
    count.map_or_else(|| "some px differ".to_owned(), |count| format!("{} px differ", thousands(count)))
}
