//! The objects of tiles, as hitboxes: those of one name together, and all of them. An object may have its fields from a template.
//!
//! Boxes, ellipses and polygons are in pixels from the top left of the tile, and turned clockwise about their own `x` and `y`: a
//! turned box is a polygon, and so is a turned ellipse that is not a circle, with 64 corners.

use std::{collections::BTreeMap, f64::consts::TAU, fmt, path::Path};

use quick_xml::de;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::files::atlas::fields::{beside, number};
use crate::files::atlas::paired::PairedHitbox;
use crate::files::reading::{LeftOut, NamedHitboxes, faulty, likely_first, offers, without_mark};
use crate::files::{Limits, disk::read};
use maskscope_core::geom::{Affine, Cell, IntRect, Point, Size};
use maskscope_core::scene::{Editor, HitboxOffers};
use maskscope_core::shape::{Hitbox, Part, Shape};

const EDITOR: Editor = Editor { name: "Tiled", tested: None };

/// Kinds of what is left out that are not meant to be hitboxes.
const NO_HITBOXES: [&str; 7] = ["animation", "empty object", "key colour", "point", "polyline", "text", "tile object"];

/// Corners of a turned ellipse.
const CORNERS: u8 = 64;

/// The object group of a tile.
#[derive(Debug, Deserialize)]
pub(super) struct ObjectsFile {
    #[serde(default, alias = "object")]
    objects: Vec<ObjectFile>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct ObjectFile {
    #[serde(alias = "@id")]
    id: u32,
    #[serde(alias = "@name")]
    name: String,
    #[serde(alias = "@class")]
    class: String,
    /// The class, but for Tiled 1.9.
    #[serde(rename = "type", alias = "@type")]
    kind: String,
    #[serde(alias = "@x", deserialize_with = "number")]
    x: f64,
    #[serde(alias = "@y", deserialize_with = "number")]
    y: f64,
    #[serde(alias = "@width", deserialize_with = "number")]
    width: f64,
    #[serde(alias = "@height", deserialize_with = "number")]
    height: f64,
    #[serde(alias = "@rotation", deserialize_with = "number")]
    rotation: f64,
    ellipse: Option<IgnoredAny>,
    polygon: Option<PolygonCorners>,
    capsule: Option<IgnoredAny>,
    point: Option<IgnoredAny>,
    polyline: Option<IgnoredAny>,
    text: Option<IgnoredAny>,
    #[serde(alias = "@gid")]
    gid: Option<IgnoredAny>,
    /// The file with the fields that it does not have itself.
    #[serde(alias = "@template")]
    template: Option<String>,
}

/// The templates of objects, in files beside that of the objects.
pub(super) struct Templates<'a> {
    /// The folder that they are in; `None` for objects that are in no file.
    folder: Option<&'a Path>,
    known: BTreeMap<String, Option<ObjectFile>>,
}

#[derive(Deserialize)]
struct TemplateFile {
    object: ObjectFile,
}

impl<'a> Templates<'a> {
    /// The most bytes of a template, and the most templates.
    const LIMITS: Limits = Limits { max_side: 0, max_pixels: 0, max_bytes: 1 << 20 };
    const MOST: usize = 256;

    /// The templates of objects in the file `path`.
    pub(super) const fn beside(folder: Option<&'a Path>) -> Self {
        Self { folder, known: BTreeMap::new() }
    }

    /// `object` with what it has from its template. It keeps its template if that cannot be read.
    fn filled(&mut self, mut object: ObjectFile) -> ObjectFile {
        let Some(name) = object.template.take() else { return object };
        if !self.known.contains_key(&name) && self.known.len() < Self::MOST {
            let read = self.read(&name);
            self.known.insert(name.clone(), read);
        }
        match self.known.get(&name) {
            Some(Some(template)) => object.over(template),
            _ => ObjectFile { template: Some(name), ..object },
        }
    }

    fn read(&self, name: &str) -> Option<ObjectFile> {
        let bytes = read(&self.folder?.join(beside(name).ok()?), &Self::LIMITS).ok()?;
        let text = str::from_utf8(without_mark(&bytes)).ok()?;
        let is_xml = text.trim_start().starts_with('<');
        let file: TemplateFile = if is_xml { de::from_str(text).ok()? } else { serde_json::from_str(text).ok()? };
        Some(file.object)
    }
}

/// The corners of a polygon: a list, or in XML the attribute `points`.
#[derive(Clone, Debug)]
struct PolygonCorners(Vec<Point>);

#[derive(Deserialize)]
struct TiledCorner {
    #[serde(deserialize_with = "number")]
    x: f64,
    #[serde(deserialize_with = "number")]
    y: f64,
}

impl<'de> Deserialize<'de> for PolygonCorners {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CornersVisitor;

        impl<'de> Visitor<'de> for CornersVisitor {
            type Value = PolygonCorners;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of points")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<PolygonCorners, A::Error> {
                let mut corners = Vec::new();
                while let Some(TiledCorner { x, y }) = list.next_element()? {
                    corners.push((x, y));
                }
                Ok(PolygonCorners(corners))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PolygonCorners, A::Error> {
                let mut points = String::new();
                while let Some((name, text)) = map.next_entry::<String, String>()? {
                    if name == "@points" {
                        points = text;
                    }
                }
                let point = |pair: &str| {
                    let (x, y) = pair.split_once(',')?;
                    Some((x.parse().ok()?, y.parse().ok()?))
                };
                // Without corners it is left out.
                let corners: Option<_> = points.split_whitespace().map(point).collect();
                Ok(PolygonCorners(corners.unwrap_or_default()))
            }
        }

        deserializer.deserialize_any(CornersVisitor)
    }
}

impl ObjectFile {
    /// It with the fields of a template that it does not have, at its own place.
    fn over(self, template: &Self) -> Self {
        let text = |own: String, other: &String| if own.is_empty() { other.clone() } else { own };
        let number = |own: f64, other: f64| if own == 0.0 { other } else { own };
        Self {
            name: text(self.name, &template.name),
            class: text(self.class, &template.class),
            kind: text(self.kind, &template.kind),
            width: number(self.width, template.width),
            height: number(self.height, template.height),
            rotation: number(self.rotation, template.rotation),
            ellipse: self.ellipse.or(template.ellipse),
            polygon: self.polygon.or_else(|| template.polygon.clone()),
            capsule: self.capsule.or(template.capsule),
            point: self.point.or(template.point),
            polyline: self.polyline.or(template.polyline),
            text: self.text.or(template.text),
            gid: self.gid.or(template.gid),
            template: template.template.clone(),
            ..self
        }
    }

    fn name(&self) -> &str {
        [&self.name, &self.class, &self.kind].into_iter().find(|name| !name.is_empty()).map_or("", |name| name)
    }

    /// Returns its shape.
    ///
    /// # Errors
    /// If it has no shape: its kind, in the singular.
    fn shape(&self) -> Result<Shape, &'static str> {
        if self.template.is_some() {
            return Err("template");
        }
        let kinds = [
            (&self.gid, "tile object"),
            (&self.point, "point"),
            (&self.polyline, "polyline"),
            (&self.text, "text"),
            (&self.capsule, "capsule"),
        ];
        if let Some((_, kind)) = kinds.into_iter().find(|(kind, _)| kind.is_some()) {
            return Err(kind);
        }
        let (x, y, width, height) = (self.x, self.y, self.width, self.height);
        if self.polygon.is_none() && (width == 0.0 || height == 0.0) {
            return Err("empty object");
        }
        let placed = Affine::translation((x, y)).after(Affine::rotation(self.rotation));
        let polygon = |corners: &[Point]| Shape::Polygon(corners.iter().map(|&at| placed.map(at).into()).collect());
        let is_turned = self.rotation != 0.0;
        let (rx, ry) = (width / 2.0, height / 2.0);
        let (cx, cy) = placed.map((rx, ry));
        let shape = match (&self.polygon, self.ellipse.is_some()) {
            (Some(PolygonCorners(corners)), _) => polygon(corners),
            (None, true) if width == height => Shape::Circle([cx, cy, rx]),
            (None, true) if is_turned => {
                let angle = |n: u8| f64::from(n) * TAU / f64::from(CORNERS);
                let corner = |n| (rx + rx * angle(n).cos(), ry + ry * angle(n).sin());
                polygon(&(0..CORNERS).map(corner).collect::<Vec<_>>())
            }
            (None, true) => Shape::Ellipse([cx, cy, rx, ry]),
            (None, false) if is_turned => polygon(&[(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]),
            (None, false) => Shape::Box([x, y, width, height]),
        };
        shape.check().map_err(|fault| faulty(&fault))?;
        Ok(shape)
    }
}

/// The shape of an object.
#[derive(Clone)]
struct TileShape {
    /// The id of the object.
    id: u32,
    part: Part,
    is_turned: bool,
    has_template: bool,
}

/// The objects of all tiles.
#[derive(Default)]
pub(super) struct Objects {
    /// Shapes by name, then by frame.
    named: BTreeMap<String, BTreeMap<usize, Vec<TileShape>>>,
    left_out: LeftOut,
}

impl Objects {
    pub(super) fn leave_out(&mut self, kind: &'static str, count: usize) {
        *self.left_out.entry(kind).or_default() += count as u64;
    }

    /// Adds those of a frame.
    pub(super) fn add(&mut self, frame: usize, group: ObjectsFile, templates: &mut Templates<'_>) {
        for (n, object) in group.objects.into_iter().enumerate() {
            let has_template = object.template.is_some();
            let object = templates.filled(object);
            match object.shape() {
                Ok(_) if n >= Hitbox::MOST_PARTS => self.leave_out("further object", 1),
                Ok(shape) => {
                    let frames = self.named.entry(object.name().to_owned()).or_default();
                    let is_turned = object.rotation != 0.0;
                    let shape = TileShape { id: object.id, part: shape.into(), is_turned, has_template };
                    frames.entry(frame).or_default().push(shape);
                }
                Err(kind) => self.leave_out(kind, 1),
            }
        }
    }

    /// The hitboxes of each tile, one for each name of objects; `tile` answers the name of a frame's tile, and its size.
    pub(super) fn paired(self, tile: impl Fn(usize) -> (String, Size)) -> (Vec<PairedHitbox>, LeftOut) {
        let named = self
            .named
            .into_iter()
            .flat_map(|(name, frames)| frames.into_iter().map(move |(frame, shapes)| (name.clone(), frame, shapes)));
        let hitbox = |(name, frame, shapes): (String, usize, Vec<TileShape>)| {
            let id = shapes.first()?.id;
            let (tile, size) = tile(frame);
            let whole = Shape::of(IntRect::new(Cell::ORIGIN, size));
            let refusal = match &shapes[..] {
                [shape] if shape.has_template => Some("it has a template"),
                [shape] if shape.is_turned => Some("it is rotated"),
                [_] => None,
                _ => Some("it has several objects"),
            };
            let is_free = shapes.iter().all(|shape| !shape.is_turned);
            let parts: Vec<_> = shapes.into_iter().map(|shape| shape.part).collect();
            let is_terrain = parts.contains(&Part::Shape(whole));
            let name = if name.is_empty() { format!("object {id}") } else { name };
            let frames = BTreeMap::from([(frame, Hitbox::new(parts).ok()?)]);
            Some(PairedHitbox { id: format!("{tile}/{id}"), name, frames, is_free, is_terrain, refusal })
        };
        let mut left_out = self.left_out;
        left_out.retain(|kind, _| !NO_HITBOXES.contains(kind));
        (named.filter_map(hitbox).collect(), left_out)
    }

    /// The hitboxes for `count` frames: all objects together, which a tile is tested as, and each name if there are several.
    pub(super) fn offers(mut self, count: usize) -> HitboxOffers {
        let all = (self.named.len() > 1).then(|| {
            let mut all: BTreeMap<usize, Vec<_>> = BTreeMap::new();
            for (&frame, parts) in self.named.values().flatten() {
                all.entry(frame).or_default().extend(parts.iter().cloned());
            }
            ("all objects".to_owned(), all)
        });
        let unnamed = self.named.remove("").map(|frames| {
            let mut ids = frames.values().flatten().map(|shape| shape.id);
            let title = match (ids.next(), ids.next()) {
                (Some(id), None) => format!("object {id}"),
                _ => "objects".to_owned(),
            };
            (title, frames)
        });
        let mut named: Vec<_> = self.named.into_iter().collect();
        let further = likely_first(&mut named, count, |(name, _)| name);
        self.left_out.insert("further name", further);
        let named = named.into_iter().map(|(name, frames)| (format!("object \"{name}\""), frames));
        let offer = |(title, frames): (String, BTreeMap<usize, Vec<TileShape>>)| {
            let parts = |shapes: Vec<TileShape>| shapes.into_iter().map(|shape| shape.part).collect();
            let frames = frames.into_iter().map(|(frame, all)| (frame, parts(all))).collect();
            NamedHitboxes { title, frames }
        };
        offers(EDITOR, all.into_iter().chain(named).chain(unnamed).map(offer).collect(), count, self.left_out)
    }
}
