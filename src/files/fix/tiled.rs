//! Objects in the tiles of Tiled: `x`, `y`, `width` and `height` of a box or an ellipse, and the corners of a polygon, which are
//! counted from its `x` and `y`; in XML and in JSON.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use super::edits::ByteEdit;
use super::format::{FixFormat, FixSource, FixableShape, one_frame, read_one};
use super::json::{JsonContent, JsonPlace};
use super::numbers::{replaced, replaced_corners};
use super::xml::{XmlTag, XmlTagKind};
use maskscope_core::geom::Point;
use maskscope_core::shape::Shape;

/// Tile sets and maps as XML.
pub(super) const XML: FixFormat = FixFormat {
    is_known: |text, path| text.trim_start().starts_with('<') && ends_in(path, &["tsx", "tmx"]),
    read: read_one,
    find: find_in_xml,
};

/// Tile sets and maps as JSON.
pub(super) const JSON: FixFormat = FixFormat {
    is_known: |text, path| {
        let is_named = ends_in(path, &["tsj", "tmj", "json"]);
        is_named && text.trim_start().starts_with('{') && text.contains("\"tilewidth\"")
    },
    read: read_one,
    find: find_in_json,
};

fn find_in_xml<'a>(source: &FixSource<'a>) -> Result<FixableShape<'a>, String> {
    find(source, &in_xml(source.text)?)
}

fn find_in_json<'a>(source: &FixSource<'a>) -> Result<FixableShape<'a>, String> {
    find(source, &in_json(source.text)?)
}

fn ends_in(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|ending| endings.iter().any(|it| ending.eq_ignore_ascii_case(it)))
}

/// The numbers of an object.
const NUMBERS: [&str; 4] = ["x", "y", "width", "height"];

/// Kinds of objects that are no shapes that can be written.
const OTHERS: [(&str, &str); 6] = [
    ("gid", "a tile"),
    ("point", "a point"),
    ("polyline", "a polyline"),
    ("text", "a text"),
    ("capsule", "a capsule, which Tiled turns as it likes"),
    ("template", "an object of a template"),
];

/// An object of a tile.
#[derive(Debug, Default)]
struct TiledPlace {
    tile: String,
    id: String,
    name: String,
    /// The name that the objects of one hitbox share: their own, or that of their class.
    hitbox: String,
    /// The places of its numbers, by their names.
    numbers: BTreeMap<String, Range<usize>>,
    is_ellipse: bool,
    /// The corners of a polygon.
    corners: Option<Range<usize>>,
    /// The kind of an object that is not written, with its article.
    other: Option<&'static str>,
}

fn find<'a>(source: &FixSource<'a>, places: &[TiledPlace]) -> Result<FixableShape<'a>, String> {
    let FixSource { text, name, .. } = *source;
    let frames = source.frames()?;
    let name = name.rsplit(':').next().unwrap_or_default();
    let known: Vec<_> = places.iter().filter(|place| place.other.is_none()).map(TiledPlace::title).collect();
    let is_it = |place: &TiledPlace| match name {
        "" => place.other.is_none(),
        _ => place.title() == name || place.tile == name || place.name == name,
    };
    let mut found = places.iter().filter(|place| is_it(place));
    let (Some(place), None) = (found.next(), found.next()) else { return Err(source.unknown(&known)) };
    if let Some(other) = place.other {
        return Err(format!("its object {} is {other}, which is not written", place.title()));
    }
    let tile: u32 = place.tile.parse().map_err(|_| "its tile has no number")?;
    let mut at = frames.all().iter().enumerate().filter(|(_, frame)| frame.index == Some(tile));
    let (Some((frame, picture)), None) = (at.next(), at.next()) else {
        return Err(format!("it has no single picture of tile {tile}"));
    };
    let shape = place.shape(text)?;
    let size = picture.picture.size();
    let is_terrain = shape == Shape::Box([0.0, 0.0, size.width.into(), size.height.into()]);
    let is_of_hitbox = |other: &&TiledPlace| {
        (&other.tile, &other.hitbox) == (&place.tile, &place.hitbox) && other.id != place.id && other.other.is_none()
    };
    let others = places.iter().filter(is_of_hitbox).filter_map(|other| other.shape(text).ok()).collect();
    let (numbers, corners) = (place.numbers.clone(), place.corners.clone());
    let (is_ellipse, title) = (place.is_ellipse, place.title());
    let edits = move |shape: &Shape| -> Result<Vec<ByteEdit>, String> {
        if let Some(corners) = &corners {
            let [x, y] = [number(text, &numbers, "x")?, number(text, &numbers, "y")?];
            let Shape::Polygon(all) = shape else {
                return Err("its object is a polygon, and stays one".to_owned());
            };
            let new: Vec<Point> = all.iter().map(|[px, py]| (px - x, py - y)).collect();
            return replaced_corners(text, corners.clone(), &new).ok_or("its corners are laid out unevenly".to_owned());
        }
        let new = match *shape {
            Shape::Box(sides) if !is_ellipse => sides,
            Shape::Circle([x, y, radius]) if is_ellipse => [x - radius, y - radius, 2.0 * radius, 2.0 * radius],
            Shape::Ellipse([x, y, rx, ry]) if is_ellipse => [x - rx, y - ry, 2.0 * rx, 2.0 * ry],
            _ if is_ellipse => return Err("its object is an ellipse, and stays one".to_owned()),
            _ => return Err("its object is a box, and stays one".to_owned()),
        };
        let mut all = Vec::new();
        for (name, side) in NUMBERS.into_iter().zip(new) {
            let range = numbers.get(name).cloned().ok_or_else(|| format!("its object has no {name}"))?;
            all.extend(replaced(text, range, &[side]).ok_or_else(|| format!("its {name} is not a number"))?);
        }
        Ok(all)
    };
    Ok(FixableShape {
        id: title.clone(),
        title,
        frames,
        frame,
        shared: one_frame(frame),
        shape,
        others,
        is_upright: false,
        in_box: None,
        is_terrain,
        edits: Box::new(edits),
    })
}

/// A number of an object; 0 if it is missing.
fn number(text: &str, numbers: &BTreeMap<String, Range<usize>>, name: &str) -> Result<f64, String> {
    let Some(range) = numbers.get(name) else { return Ok(0.0) };
    text[range.clone()].trim().parse().map_err(|_| format!("its {name} is not a number"))
}

impl TiledPlace {
    /// Its name in answers: the number of its tile, and its own.
    fn title(&self) -> String {
        format!("{}/{}", self.tile, self.id)
    }

    /// Its shape, in pixels of the tile; or the reason why it has no such.
    fn shape(&self, text: &str) -> Result<Shape, String> {
        let number = |name: &str| number(text, &self.numbers, name);
        let (x, y) = (number("x")?, number("y")?);
        let sides = [x, y, number("width")?, number("height")?];
        if number("rotation")? != 0.0 {
            return Err("its object is turned".to_owned());
        }
        let shape = match &self.corners {
            Some(range) => {
                let corners = corners(&text[range.clone()]).ok_or("it has a corner that cannot be read")?;
                Shape::Polygon(corners.iter().map(|(px, py)| [x + px, y + py]).collect())
            }
            None => {
                let [x, y, width, height] = sides;
                let (rx, ry) = (width / 2.0, height / 2.0);
                match self.is_ellipse {
                    true if width == height => Shape::Circle([x + rx, y + ry, rx]),
                    true => Shape::Ellipse([x + rx, y + ry, rx, ry]),
                    false => Shape::Box(sides),
                }
            }
        };
        shape.check().map_err(|fault| fault.to_string())?;
        Ok(shape)
    }
}

/// The corners in a list of numbers, with anything between them.
fn corners(text: &str) -> Option<Vec<Point>> {
    let numbers = text.split(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c)));
    let numbers = numbers.filter(|part| part.contains(|c: char| c.is_ascii_digit()));
    let numbers = numbers.map(|part| part.parse().ok()).collect::<Option<Vec<f64>>>()?;
    let (pairs, rest) = numbers.as_chunks();
    rest.is_empty().then(|| pairs.iter().map(|&[x, y]| (x, y)).collect())
}

/// The objects of the tiles of a tile set, or of the only one in a map.
fn in_xml(text: &str) -> Result<Vec<TiledPlace>, String> {
    let tags = XmlTag::all(text).ok_or("it is not XML as Tiled writes it")?;
    let is_start = |tag: &&XmlTag<'_>| tag.kind != XmlTagKind::End;
    let sets: Vec<_> = tags.iter().filter(is_start).filter(|tag| tag.name == "tileset").collect();
    one_set(sets.len(), sets.iter().any(|set| set.attribute("source").is_some()))?;
    let value =
        |tag: &XmlTag<'_>, name: &str| tag.attribute(name).map(|range| unescaped(&text[range])).unwrap_or_default();
    let (mut places, mut open, mut tile): (Vec<TiledPlace>, Vec<&str>, String) =
        (Vec::new(), Vec::new(), String::new());
    for tag in &tags {
        if tag.kind == XmlTagKind::End {
            open.pop();
            continue;
        }
        match (tag.name, open.last().copied()) {
            ("tile", Some("tileset")) => tile = value(tag, "id"),
            ("object", Some("objectgroup")) if open.contains(&"tile") => {
                let numbers = tag.attributes.iter().filter(|(name, _)| is_number(name));
                let attribute = |(kind, _): &&(&str, &str)| tag.attribute(kind).is_some();
                places.push(TiledPlace {
                    tile: tile.clone(),
                    id: value(tag, "id"),
                    name: value(tag, "name"),
                    hitbox: first_named(|name| value(tag, name)),
                    numbers: numbers.map(|(name, range)| ((*name).to_owned(), range.clone())).collect(),
                    other: OTHERS.iter().find(attribute).map(|(_, other)| *other),
                    ..TiledPlace::default()
                });
            }
            (name, Some("object")) if open.contains(&"tile") => {
                let Some(place) = places.last_mut() else { continue };
                match name {
                    "ellipse" => place.is_ellipse = true,
                    "polygon" => place.corners = tag.attribute("points"),
                    _ => place.other = place.other.or_else(|| other(name)),
                }
            }
            _ => {}
        }
        if tag.kind == XmlTagKind::Start {
            open.push(tag.name);
        }
    }
    Ok(places)
}

/// The objects of the tiles of a tile set, or of the only one in a map.
fn in_json(text: &str) -> Result<Vec<TiledPlace>, String> {
    let root = JsonPlace::of(text).ok_or("it is not JSON as Tiled writes it")?;
    let sets = root.field("tilesets").map(JsonPlace::list);
    let set = match sets {
        None => &root,
        Some(sets) => {
            one_set(sets.len(), sets.iter().any(|set| set.field("source").is_some()))?;
            &sets[0]
        }
    };
    let value = |place: &JsonPlace, name: &str| {
        let range = place.field(name).map(|field| field.range.clone()).unwrap_or_default();
        text[range].trim_matches('"').to_owned()
    };
    let mut places = Vec::new();
    for tile in set.field("tiles").map_or(&[][..], JsonPlace::list) {
        let objects = tile.field("objectgroup").and_then(|group| group.field("objects"));
        for object in objects.map_or(&[][..], JsonPlace::list) {
            let JsonContent::Fields(fields) = &object.content else { continue };
            let numbers = fields.iter().filter(|(name, _)| is_number(name));
            places.push(TiledPlace {
                tile: value(tile, "id"),
                id: value(object, "id"),
                name: value(object, "name"),
                hitbox: first_named(|name| value(object, name)),
                numbers: numbers.map(|(name, place)| (name.clone(), place.range.clone())).collect(),
                is_ellipse: object.field("ellipse").is_some(),
                corners: object.field("polygon").map(|corners| corners.range.clone()),
                other: OTHERS.iter().find(|(kind, _)| object.field(kind).is_some()).map(|(_, other)| *other),
            });
        }
    }
    Ok(places)
}

/// The name of an object, or that of its class, which older and newer versions call `type`.
fn first_named(value: impl Fn(&str) -> String) -> String {
    ["name", "class", "type"].into_iter().map(value).find(|name| !name.is_empty()).unwrap_or_default()
}

/// Refuses files of several sets, and maps whose set is in another file.
fn one_set(count: usize, is_outside: bool) -> Result<(), String> {
    match (count, is_outside) {
        (_, true) => Err("its tile sets are in files of their own: write these".to_owned()),
        (1, false) => Ok(()),
        _ => Err(format!("it has {count} tile sets, and the objects of a single one are written")),
    }
}

fn is_number(name: &str) -> bool {
    NUMBERS.contains(&name) || name == "rotation"
}

/// The kind of an object with an element of this name, if it is not written.
fn other(name: &str) -> Option<&'static str> {
    OTHERS.iter().find(|(kind, _)| *kind == name).map(|(_, other)| *other)
}

/// The text of an attribute.
fn unescaped(text: &str) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
        .into_iter()
        .fold(text.to_owned(), |text, (escape, letter)| text.replace(escape, letter))
}
