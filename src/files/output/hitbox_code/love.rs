//! Hitboxes for LÖVE: fixtures of `love.physics`.

use super::source::{HitboxSource, Polygons, coordinates, has_area, in_pieces, row, trunk};
use maskscope_core::{geom::Point, shape::Shape};

/// The most corners of a polygon of `love.physics`.
const MOST_CORNERS: usize = 8;

pub fn code(source: &HitboxSource<'_>) -> String {
    let HitboxSource { name, title, .. } = source;
    let parts = source.parts("    ", part);
    format!(
        "-- {title}.\n\
         -- Adds its fixtures to a body, at the top left of the image: {name}_hitbox(love.physics.newBody(world, x, y, \"dynamic\"))\n\
         local function {name}_hitbox(body)\n{parts}    return body\nend\n"
    )
}

fn part(shape: &Shape) -> String {
    let fixture =
        |shape: &str, numbers: &str| format!("love.physics.newFixture(body, love.physics.new{shape}Shape({numbers}))");
    match *shape {
        Shape::Box([x, y, width, height]) => {
            fixture("Rectangle", &row([x + width / 2.0, y + height / 2.0, width, height]))
        }
        Shape::Circle(numbers) => fixture("Circle", &row(numbers)),
        Shape::Capsule([x1, y1, x2, y2, radius]) => {
            let caps = [[x1, y1, radius], [x2, y2, radius]].map(|cap| fixture("Circle", &row(cap)));
            let trunk = trunk(shape).map(|corners| fixture("Polygon", &coordinates(&corners)));
            let about = if trunk.is_some() { " and the polygon between them" } else { "" };
            let lines: Vec<_> = caps.into_iter().chain(trunk).collect();
            format!("-- {shape}, as two circles{about}\n{}", lines.join("\n"))
        }
        Shape::Ellipse(_) | Shape::Polygon(_) => {
            let Polygons { pieces, about, .. } = Polygons::new(shape);
            let pieces: Vec<_> = pieces.iter().flat_map(|piece| small(piece)).collect();
            in_pieces("--", &about, &pieces, |piece| fixture("Polygon", &coordinates(piece)))
        }
    }
}

/// A convex polygon in pieces of at most [`MOST_CORNERS`] corners, which share the first.
fn small(polygon: &[Point]) -> impl Iterator<Item = Vec<Point>> {
    let edges = MOST_CORNERS - 2;
    (1..polygon.len() - 1)
        .step_by(edges)
        .map(move |at| {
            let rest = &polygon[at..polygon.len().min(at + edges + 1)];
            [&polygon[..1], rest].concat()
        })
        .filter(|piece| has_area(piece))
}
