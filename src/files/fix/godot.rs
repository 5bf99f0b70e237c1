//! Scenes of Godot: the sizes of a shape's resource, or the corners of a polygon, and the position of its node.
//!
//! All numbers are those of the picture, times the scale of the sprite, from its place.

use std::ops::Range;

use super::edits::ByteEdit;
use super::format::{FixFormat, FixSource, FixableShape};
use super::numbers::{NEAR, NumberStyle, replaced, replaced_corners};
use crate::files::atlas::{GodotSection, PairedShape, paired_bodies};
use crate::files::reading::about;
use maskscope_core::geom::{Affine, Point};
use maskscope_core::shape::Shape;

/// Scenes of Godot in their text form.
pub(super) const FORMAT: FixFormat = FixFormat { is_known: |text, _| text.trim_start().starts_with("[gd_"), find };

fn find<'a>(source: &FixSource<'a>) -> Result<FixableShape<'a>, String> {
    let FixSource { text, path, frames, name, .. } = *source;
    let frame = frames.drawn.frame.min(frames.all().len() - 1);
    let size = frames.all()[frame].picture.size();
    let paired = about(path, || paired_bodies(text.as_bytes(), path, size)).map_err(|reason| reason.to_string())?;
    let paired = paired.ok_or("it shows no sprite")?;
    let is_called = |it: &str| it == name || it.strip_suffix(name).is_some_and(|before| before.ends_with('/'));
    let mut named_nodes = paired.bodies.iter().flat_map(|body| &body.shapes).filter(|shape| is_called(&shape.path));
    let mut named_bodies = paired.bodies.iter().filter(|body| name.is_empty() || is_called(&body.name));
    let (shape, title) = match (named_bodies.next(), named_bodies.next()) {
        (Some(body), None) => match &body.shapes[..] {
            [shape] => (shape, body.name.clone()),
            shapes => {
                let listed = source.listed(shapes.iter().map(|shape| shape.path.clone()));
                let (name, count) = (&body.name, shapes.len());
                return Err(format!("{name} has {count} shapes, and one is written at a time: {listed}"));
            }
        },
        _ => match (named_nodes.next(), named_nodes.next()) {
            (Some(shape), None) => (shape, shape.path.clone()),
            _ if paired.others.iter().any(|other| name.is_empty() && paired.bodies.is_empty() || is_called(other)) => {
                return Err("the picture of its hitbox is not known: no sprite is in the same body".to_owned());
            }
            _ => return Err(source.unknown(&paired.bodies.iter().map(|body| body.name.clone()).collect::<Vec<_>>())),
        },
    };
    if let Some(fault) = shape.fault {
        return Err(fault.to_owned());
    }
    if is_tracked(text, &shape.path) {
        return Err("an animation of it moves or changes the shape".to_owned());
    }
    let body = paired.bodies.iter().find(|body| body.shapes.iter().any(|other| other.path == shape.path));
    let others = body.into_iter().flat_map(|body| &body.shapes).filter(|other| other.path != shape.path);
    let writer = GodotWriter { text, shape: shape.clone(), is_old: paired.is_old };
    Ok(FixableShape {
        title,
        frame,
        is_of_all: frames.all().len() > 1,
        shape: shape.shape.clone(),
        others: others.map(|other| other.shape.clone()).collect(),
        is_upright: true,
        in_box: None,
        is_terrain: false,
        edits: Box::new(move |shape: &Shape| writer.edits(shape)),
    })
}

/// True if an animation of the scene has a track on the node of this path, but for one that shows or disables it.
fn is_tracked(text: &str, path: &str) -> bool {
    const HARMLESS: [&str; 4] = ["disabled", "visible", "modulate", "debug_color"];
    let name = path.rsplit('/').next();
    text.split("NodePath(\"").skip(1).filter_map(|rest| rest.split('"').next()).any(|target| {
        let (node, property) = target.split_once(':').unwrap_or((target, ""));
        let property = property.split(':').next().unwrap_or_default();
        // A node with a name of its own in the scene is called `%Shape`.
        let node = node.rsplit('/').next().map(|node| node.trim_start_matches('%'));
        node == name && !property.is_empty() && !HARMLESS.contains(&property)
    })
}

/// The text of a scene, and a shape in it.
struct GodotWriter<'a> {
    text: &'a str,
    shape: PairedShape,
    /// True for a scene of Godot 3.
    is_old: bool,
}

impl GodotWriter<'_> {
    fn edits(&self, shape: &Shape) -> Result<Vec<ByteEdit>, String> {
        let PairedShape { node, resource, picture_from_node, picture_from_parent, .. } = &self.shape;
        let (Some(node_from_picture), Some(parent_from_picture)) =
            (picture_from_node.inverse(), picture_from_parent.inverse())
        else {
            return Err("its sprite is drawn without a size".to_owned());
        };
        let Some(resource) = resource else { return self.corners(node, "polygon", shape, node_from_picture) };
        let kind = resource.attribute("type");
        let (x_scale, y_scale) = (parent_from_picture.xx.abs(), parent_from_picture.yy.abs());
        let (mut all, middle) = match (&*kind, shape) {
            ("ConvexPolygonShape2D", _) => return self.corners(resource, "points", shape, node_from_picture),
            ("RectangleShape2D", &Shape::Box([x, y, width, height])) => {
                let (field, share, otherwise) =
                    if self.is_old { ("extents", 0.5, (10.0, 10.0)) } else { ("size", 1.0, (20.0, 20.0)) };
                let size = (width * x_scale * share, height * y_scale * share);
                (self.pair(resource, field, size, otherwise)?, (x + width / 2.0, y + height / 2.0))
            }
            ("CircleShape2D", &Shape::Circle([x, y, radius])) => {
                (self.number(resource, "radius", (radius * x_scale, 10.0), None)?, (x, y))
            }
            ("CapsuleShape2D", &Shape::Capsule([x1, y1, x2, y2, radius])) if x1 == x2 => {
                let straight = (y2 - y1).abs();
                let (height, otherwise) = if self.is_old { (straight, 20.0) } else { (straight + 2.0 * radius, 30.0) };
                let mut all = self.number(resource, "radius", (radius * x_scale, 10.0), None)?;
                all.extend(self.number(resource, "height", (height * y_scale, otherwise), resource.place("radius"))?);
                (all, (x1, f64::midpoint(y1, y2)))
            }
            _ => return Err(format!("its shape is a {kind}, and stays one")),
        };
        all.extend(self.pair(node, "position", parent_from_picture.map(middle), (0.0, 0.0))?);
        Ok(all)
    }

    /// The edits for the corners of a polygon, or those of a box, in a field of a section.
    fn corners(
        &self,
        section: &GodotSection,
        field: &str,
        shape: &Shape,
        node_from_picture: Affine,
    ) -> Result<Vec<ByteEdit>, String> {
        let Shape::Polygon(corners) = shape else {
            return Err("its shape is a polygon, and stays one".to_owned());
        };
        let corners: Vec<_> = corners.iter().map(|&[x, y]| node_from_picture.map((x, y))).collect();
        let place = section.place(field).ok_or_else(|| format!("it has no {field}"))?;
        let edits = self.arguments(place).and_then(|place| replaced_corners(self.text, place, &corners));
        edits.ok_or_else(|| "its corners are laid out unevenly".to_owned())
    }

    /// The edits for a field of two numbers, which are `otherwise` where it is missing.
    fn pair(
        &self,
        section: &GodotSection,
        field: &str,
        (x, y): Point,
        otherwise: Point,
    ) -> Result<Vec<ByteEdit>, String> {
        let Some(place) = section.place(field) else {
            if is_near(x, otherwise.0) && is_near(y, otherwise.1) {
                return Ok(Vec::new());
            }
            let [x, y] = [x, y].map(|number| NumberStyle::Plain.written(number));
            let value = if self.is_old { format!("Vector2( {x}, {y} )") } else { format!("Vector2({x}, {y})") };
            return self.line(section.header.end, field, &value);
        };
        let edits = self.arguments(place).and_then(|place| replaced(self.text, place, &[x, y]));
        edits.ok_or_else(|| format!("its {field} is not of two numbers"))
    }

    /// The edits for a field of a number, which is `otherwise` where it is missing: it is added behind the one at the place
    /// `before`, or first.
    fn number(
        &self,
        section: &GodotSection,
        field: &str,
        (number, otherwise): (f64, f64),
        before: Option<Range<usize>>,
    ) -> Result<Vec<ByteEdit>, String> {
        let Some(place) = section.place(field) else {
            if is_near(number, otherwise) {
                return Ok(Vec::new());
            }
            let at = before.map_or(section.header.end, |place| place.end);
            return self.line(at, field, &NumberStyle::Pointed.written(number));
        };
        replaced(self.text, place, &[number]).ok_or_else(|| format!("its {field} is not a number"))
    }

    /// The place of the arguments of a value such as `Vector2( 8, 6 )`.
    fn arguments(&self, place: Range<usize>) -> Option<Range<usize>> {
        let value = self.text.get(place.clone())?;
        let (open, close) = (value.find('(')?, value.rfind(')')?);
        Some(place.start + open + 1..place.start + close)
    }

    /// The edit that adds a line for a field behind the line that ends at a place.
    fn line(&self, at: usize, field: &str, value: &str) -> Result<Vec<ByteEdit>, String> {
        let rest = self.text[at..].split_inclusive('\n').next().unwrap_or_default();
        if !rest.trim().is_empty() {
            return Err(format!("there is no line for its {field}: something else stands behind it"));
        }
        let end = if rest.ends_with("\r\n") { "\r\n" } else { "\n" };
        Ok(vec![ByteEdit::inserted(at, format!("{end}{field} = {value}"))])
    }
}

/// True for numbers that are written alike.
fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() <= NEAR
}
