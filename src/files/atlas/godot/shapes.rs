//! The shapes of collision nodes, around the origin of their node.

use std::f64::consts::{PI, TAU};
use std::path::Path;

use super::project::{GodotFile, GodotVersion, points};
use super::text::GodotSection;
use maskscope_core::geom::{Affine, Point};
use maskscope_core::shape::Shape;

/// Corners of half a capsule, and of an ellipse that is turned.
const CAP: u8 = 12;
const CORNERS: u8 = 64;

/// The distance from 0 below which a number counts as 0.
const NEAR: f64 = 1e-9;

/// A shape around the origin of its node.
pub(super) enum NodeShape {
    /// A box by its halves.
    Box(f64, f64),
    Circle(f64),
    Polygon(Vec<Point>),
    /// An upright capsule: its radius, and half of what is between its caps.
    Capsule(f64, f64),
}

/// True for a node of an instanced or inherited scene: the file has only what it changes, and not its type.
pub(super) fn is_overridden(node: &GodotSection) -> bool {
    node.attribute("type").is_empty()
}

/// The shape of a node; `None` for a node of another kind, or the kind of what is left out, in the singular.
pub(super) fn drawn(
    project: &GodotFile,
    node: &GodotSection,
    version: GodotVersion,
    folder: &Path,
) -> Option<Result<NodeShape, &'static str>> {
    let own = node.attribute("type");
    let kind = match (node.field("shape"), node.field("polygon")) {
        (Some(_), _) if is_overridden(node) => "CollisionShape2D",
        // Other nodes have polygons, too.
        (None, Some(_)) if is_overridden(node) && node.attribute("name").starts_with("Collision") => {
            "CollisionPolygon2D"
        }
        _ => &own,
    };
    match kind {
        "CollisionPolygon2D" => Some(match (node.field("polygon"), node.number("build_mode", 0.0)) {
            (Some(polygon), 0.0) => Ok(NodeShape::Polygon(points(polygon))),
            (Some(_), _) => Err("outline of segments"),
            (None, _) => Err("collision node without a shape"),
        }),
        "CollisionShape2D" => Some(match node.field("shape").and_then(|shape| project.referred(shape)) {
            Some(shape) if shape.kind == "ext_resource" => match GodotFile::outside(folder, shape) {
                Some(other) => {
                    other.resource().map_or(Err(ELSEWHERE), |shape| of_resource(&other.kind(), shape, version))
                }
                None => Err(ELSEWHERE),
            },
            Some(shape) => of_resource(&shape.attribute("type"), shape, version),
            None => Err("collision node without a shape"),
        }),
        _ => None,
    }
}

/// A shape that cannot be read from here.
const ELSEWHERE: &str = "shape in another file";

fn of_resource(kind: &str, shape: &GodotSection, version: GodotVersion) -> Result<NodeShape, &'static str> {
    let is_old = version == GodotVersion::Three;
    match kind {
        "RectangleShape2D" if is_old => {
            let (x, y) = shape.pair("extents").unwrap_or((10.0, 10.0));
            Ok(NodeShape::Box(x, y))
        }
        "RectangleShape2D" => {
            let (width, height) = shape.pair("size").unwrap_or((20.0, 20.0));
            Ok(NodeShape::Box(width / 2.0, height / 2.0))
        }
        "CircleShape2D" => Ok(NodeShape::Circle(shape.number("radius", 10.0))),
        "CapsuleShape2D" => {
            let radius = shape.number("radius", 10.0);
            // With its caps since Godot 4.
            let straight =
                if is_old { shape.number("height", 20.0) } else { shape.number("height", 30.0) - 2.0 * radius };
            Ok(NodeShape::Capsule(radius, straight.max(0.0) / 2.0))
        }
        "ConvexPolygonShape2D" => Ok(NodeShape::Polygon(shape.field("points").map(points).unwrap_or_default())),
        "ConcavePolygonShape2D" => Err("concave shape of segments"),
        "WorldBoundaryShape2D" | "LineShape2D" => Err("world boundary"),
        "SeparationRayShape2D" | "RayShape2D" => Err("separation ray"),
        "SegmentShape2D" => Err("segment"),
        _ => Err("shape of an unknown kind"),
    }
}

/// The corners of an upright capsule that is stretched, by its radius and half of what is between its caps.
fn capsule(radius: f64, half: f64) -> Vec<Point> {
    let corner = |n: u8, start: f64, y: f64| {
        let (sin, cos) = (start + f64::from(n) * PI / f64::from(CAP - 1)).sin_cos();
        (radius * cos, y + radius * sin)
    };
    (0..CAP).map(|n| corner(n, PI, -half)).chain((0..CAP).map(|n| corner(n, 0.0, half))).collect()
}

impl NodeShape {
    /// The shape after a map.
    pub(super) fn mapped(&self, map: Affine) -> Shape {
        let (x, y) = map.map((0.0, 0.0));
        let axis = |to: Point| {
            let (to_x, to_y) = map.map(to);
            (to_x - x, to_y - y)
        };
        let (right, down) = (axis((1.0, 0.0)), axis((0.0, 1.0)));
        let is_upright = right.1.abs() < NEAR && down.0.abs() < NEAR;
        // What is round stays round.
        let (rx, ry) = (right.0.hypot(right.1), down.0.hypot(down.1));
        let is_even = (right.0 * down.0 + right.1 * down.1).abs() < NEAR && (rx - ry).abs() < NEAR;
        let polygon =
            |corners: &[Point]| Shape::Polygon(corners.iter().map(|&corner| map.map(corner).into()).collect());
        match self {
            Self::Box(half_width, half_height) if is_upright => {
                let (rx, ry) = ((half_width * right.0).abs(), (half_height * down.1).abs());
                Shape::Box([x - rx, y - ry, 2.0 * rx, 2.0 * ry])
            }
            &Self::Box(rx, ry) => polygon(&[(-rx, -ry), (rx, -ry), (rx, ry), (-rx, ry)]),
            &Self::Circle(radius) => {
                let angle = |n: u8| f64::from(n) * TAU / f64::from(CORNERS);
                if is_even {
                    Shape::Circle([x, y, radius * rx])
                } else if is_upright {
                    Shape::Ellipse([x, y, radius * rx, radius * ry])
                } else {
                    polygon(
                        &(0..CORNERS).map(|n| (radius * angle(n).cos(), radius * angle(n).sin())).collect::<Vec<_>>(),
                    )
                }
            }
            &Self::Capsule(radius, half) if is_even => {
                let ((x1, y1), (x2, y2)) = (map.map((0.0, -half)), map.map((0.0, half)));
                Shape::Capsule([x1, y1, x2, y2, radius * rx])
            }
            &Self::Capsule(radius, half) => polygon(&capsule(radius, half)),
            Self::Polygon(corners) => polygon(corners),
        }
    }
}
