//! [`HitboxSource`]: what the code for every engine is made of.

use std::{f64::consts::PI, path::Path};

use crate::files::output::identifier::sprite_identifier;
use maskscope_core::geom::{Affine, Point, Size};
use maskscope_core::shape::{Shape, polygon_area};
use maskscope_core::words::printable;

/// A hitbox, to be written.
pub struct HitboxSource<'a> {
    /// Its parts.
    pub shapes: Vec<&'a Shape>,
    /// The start of an identifier.
    pub name: String,
    /// The first words of the comment: `Hitbox of ship.png (48 × 40 px)`.
    pub about: String,
    /// The same, and from where the numbers count: `Hitbox of ship.png (48 × 40 px), in px from its top left`.
    pub title: String,
    /// The size of the image.
    pub size: Size,
}

impl<'a> HitboxSource<'a> {
    /// A hitbox of the sprite called `sprite`, mostly by its file.
    pub fn new(shapes: Vec<&'a Shape>, sprite: &str, size: Size) -> Self {
        let name = sprite_identifier(sprite);
        let file = Path::new(sprite).file_name().unwrap_or_default().to_string_lossy();
        let about = format!("Hitbox of {} ({size} px)", printable(&file));
        let title = format!("{about}, in px from its top left");
        Self { shapes, name, about, title, size }
    }

    /// The code of each shape, in lines of their own that begin with `indent`.
    pub fn parts(&self, indent: &str, part: impl Fn(&Shape) -> String) -> String {
        let lines: Vec<String> = self.shapes.iter().map(|shape| part(shape)).collect();
        lines.join("\n").lines().map(|line| format!("{indent}{line}\n")).collect()
    }
}

/// A shape as polygons: engines have few round shapes, and test convex pieces.
pub struct Polygons {
    /// Its outline.
    pub outline: Vec<Point>,
    /// Its convex pieces, clockwise with y down.
    pub pieces: Vec<Vec<Point>>,
    /// The shape in words, for a comment.
    pub about: String,
}

impl Polygons {
    pub fn new(shape: &Shape) -> Self {
        let radius = match *shape {
            Shape::Circle([.., radius]) | Shape::Capsule([.., radius]) => Some(radius),
            Shape::Ellipse([.., x, y]) => Some(x.max(y)),
            Shape::Box(_) | Shape::Polygon(_) => None,
        };
        let corners = radius.map_or(0, corners);
        // Half of them are on each cap.
        let corners = if matches!(shape, Shape::Capsule(_)) { corners.next_multiple_of(2) } else { corners };
        let placed = shape.placed(&Affine::IDENTITY);
        let (outline, mut pieces) = (placed.outline(corners), placed.convex_pieces(corners));
        pieces.retain(|piece| has_area(piece));
        let about = radius.map_or_else(String::new, |radius| {
            // Rounded up.
            let inside = (error(radius, corners) * 100.0).ceil() / 100.0;
            let corners = outline.len();
            format!(", as a polygon of {corners} corners: at most {inside} px inside it")
        });
        let about = format!("{shape}{about}");
        Self { outline, pieces, about }
    }
}

/// The corners between the caps of a capsule; `None` for another shape, and for a capsule that is almost a circle.
pub fn trunk(shape: &Shape) -> Option<[Point; 4]> {
    shape.placed(&Affine::IDENTITY).trunk().filter(|corners| has_area(corners))
}

/// Convex pieces in lines of their own, below a comment that says what they are.
pub fn in_pieces(comment: &str, about: &str, pieces: &[Vec<Point>], line: impl Fn(&[Point]) -> String) -> String {
    let count = if pieces.len() > 1 { format!(", in {} convex pieces", pieces.len()) } else { String::new() };
    let lines = pieces.iter().map(|piece| format!("\n{}", line(piece)));
    format!("{comment} {about}{count}{}", lines.collect::<String>())
}

/// True for corners that are not on a line: engines take no other polygons.
pub fn has_area(corners: &[Point]) -> bool {
    polygon_area(corners).abs() > 1e-3
}

/// The number of corners of a polygon in place of a circle of this radius.
fn corners(radius: f64) -> u16 {
    /// The distance, in pixels, by which the polygon may lie inside.
    const NEAR: f64 = 0.1;
    const MOST: u16 = 64;
    (8..MOST).find(|&corners| error(radius, corners) <= NEAR).unwrap_or(MOST)
}

/// The largest distance from a circle or a capsule to the polygon inside it.
fn error(radius: f64, corners: u16) -> f64 {
    radius * (1.0 - (PI / f64::from(corners)).cos())
}

/// Parts of a pixel to which numbers are rounded.
pub const DECIMALS: f64 = 1000.0;

/// A number of pixels, to a thousandth.
pub fn px(number: f64) -> String {
    // Adding 0 makes −0 a 0.
    ((number * DECIMALS).round() / DECIMALS + 0.0).to_string()
}

/// Numbers in a row: `4, 6, 36.5`.
pub fn row(numbers: impl IntoIterator<Item = f64>) -> String {
    numbers.into_iter().map(px).collect::<Vec<_>>().join(", ")
}

/// The coordinates of points in a row.
pub fn coordinates(points: &[Point]) -> String {
    row(points.iter().flat_map(|&(x, y)| [x, y]))
}

/// Points as a list of pairs, six to a line: `[(0, 0), (4, 0)]`.
pub fn pairs(points: &[Point], [open, close]: [char; 2]) -> String {
    let pair = |&(x, y): &Point| format!("{open}{}{close}", row([x, y]));
    let line = |points: &[Point]| points.iter().map(pair).collect::<Vec<_>>().join(", ");
    format!("[{}]", points.chunks(6).map(line).collect::<Vec<_>>().join(",\n "))
}
