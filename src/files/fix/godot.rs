//! Scenes of Godot: the sizes of a shape's resource, or the corners of a polygon, and the position of its node.
//!
//! All numbers are those of the picture, times the scale of the sprite, from its place.

use std::ops::Range;
use std::path::Path;

use super::edits::ByteEdit;
use super::format::{FixFormat, FixSource, FixableShape, all_frames};
use super::numbers::{NEAR, NumberStyle, replaced, replaced_corners};
use crate::files::atlas::{
    GodotSection, PairedBodies, PairedBody, PairedHitbox, PairedShape, PairedSprite, paired_bodies, paired_sprites_in,
};
use crate::files::reading::about;
use crate::files::{FileError, Limits, decode_atlas};
use maskscope_core::geom::{Affine, Point};
use maskscope_core::shape::{Hitbox, Part, Shape};

/// Scenes of Godot in their text form.
pub(super) const FORMAT: FixFormat =
    FixFormat { is_known: |text, _| text.trim_start().starts_with("[gd_"), read, find };

/// Reads each sprite of a scene with the bodies that belong to it.
fn read(bytes: &[u8], path: &Path, limits: &Limits) -> Result<Vec<PairedSprite>, FileError> {
    let sprites = paired_sprites_in(bytes, path, limits)?.sprites;
    if sprites.is_empty() {
        // The reason may be that there is no picture.
        decode_atlas(bytes, path, limits)?;
    }
    Ok(sprites)
}

fn find<'a>(source: &FixSource<'a>) -> Result<FixableShape<'a>, String> {
    let FixSource { text, path, sprites, .. } = *source;
    let pairs = || sprites.iter().flat_map(|sprite| sprite.hitboxes.iter().map(move |hitbox| (sprite, hitbox)));
    let of_body = |name: &str| pairs().find(|(_, hitbox)| hitbox.id == name);
    let size = |name: &str| {
        let (sprite, hitbox) = of_body(name)?;
        Some(sprite.frames.all()[shown_frame(sprite, hitbox)?].picture.size())
    };
    let paired = about(path, || paired_bodies(text.as_bytes(), path, &size)).map_err(|reason| reason.to_string())?;
    let (body, shape, title) = named(source, &paired)?;
    if let Some(fault) = shape.fault {
        return Err(fault.to_owned());
    }
    let (sprite, hitbox) = of_body(&body.name).ok_or("it has no picture")?;
    let frame = shown_frame(sprite, hitbox).ok_or("it has no picture")?;
    let others = body.shapes.iter().filter(|other| other.path != shape.path);
    let writer = GodotWriter { text, shape: shape.clone(), is_old: paired.is_old };
    Ok(FixableShape {
        title,
        id: hitbox.id.clone(),
        frames: &sprite.frames,
        frame,
        shared: shared_frames(sprite, hitbox, frame),
        shape: shape.shape.clone(),
        others: others.map(|other| other.shape.clone()).collect(),
        is_upright: true,
        in_box: None,
        is_terrain: false,
        edits: Box::new(move |shape: &Shape| writer.edits(shape)),
    })
}

/// The body and the shape that are named, and their name in answers; or the reason why there is no single one, as a clause.
fn named<'a>(
    source: &FixSource<'_>,
    paired: &'a PairedBodies,
) -> Result<(&'a PairedBody, &'a PairedShape, String), String> {
    let name = source.name;
    let is_called = |it: &str| it == name || it.strip_suffix(name).is_some_and(|before| before.ends_with('/'));
    let mut bodies = paired.bodies.iter().filter(|body| name.is_empty() || is_called(&body.name));
    let nodes = paired.bodies.iter().flat_map(|body| body.shapes.iter().map(move |shape| (body, shape)));
    let mut nodes = nodes.filter(|(_, shape)| is_called(&shape.path));
    match (bodies.next(), bodies.next()) {
        (Some(body), None) => match &body.shapes[..] {
            [shape] => Ok((body, shape, body.name.clone())),
            shapes => {
                let listed = source.listed(shapes.iter().map(|shape| shape.path.clone()));
                let (name, count) = (&body.name, shapes.len());
                Err(format!("{name} has {count} shapes, and one is written at a time: {listed}"))
            }
        },
        _ => match (nodes.next(), nodes.next()) {
            (Some((body, shape)), None) => Ok((body, shape, shape.path.clone())),
            _ => {
                let is_it = |(other, _): &&(String, &str)| {
                    name.is_empty() && paired.bodies.is_empty() || !name.is_empty() && is_called(other)
                };
                let known: Vec<_> = paired.bodies.iter().map(|body| body.name.clone()).collect();
                let other = paired.others.iter().find(is_it).map(|(_, why)| (*why).to_owned());
                Err(other.unwrap_or_else(|| source.unknown(&known)))
            }
        },
    }
}

/// The frame over which a hitbox is fitted: the one that the scene shows, or the first that it is tested in.
fn shown_frame(sprite: &PairedSprite, hitbox: &PairedHitbox) -> Option<usize> {
    let drawn = sprite.frames.drawn.frame;
    let first = hitbox.frames.keys().next().copied()?;
    Some(if hitbox.frames.contains_key(&drawn) { drawn } else { first })
}

/// The frames that share a hitbox: those that animations show, otherwise all of a sheet; and where they lie from the shown one.
fn shared_frames(sprite: &PairedSprite, hitbox: &PairedHitbox, shown: usize) -> Vec<(usize, Point)> {
    if hitbox.frames.len() < 2 {
        return all_frames(&sprite.frames);
    }
    let corner = |hitbox: &Hitbox| match hitbox.parts().first() {
        Some(Part::Shape(shape)) => shape.placed(&Affine::IDENTITY).bounds().0,
        _ => (0.0, 0.0),
    };
    let origin = hitbox.frames.get(&shown).map(corner).unwrap_or_default();
    let place = |(frame, hitbox): (&usize, &Hitbox)| {
        let (x, y) = corner(hitbox);
        (*frame, (origin.0 - x, origin.1 - y))
    };
    hitbox.frames.iter().map(place).collect()
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
