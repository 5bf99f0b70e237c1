//! Sprites of Unity: the `.meta` file of an image, which is YAML.
//!
//! ```yaml
//! TextureImporter:
//!   spriteMode: 2
//!   spriteSheet:
//!     sprites:
//!     - name: hero_0
//!       rect: {x: 0, y: 0, width: 32, height: 32}
//!       alignment: 9
//!       pivot: {x: 0.5, y: 0}
//!       physicsShape:
//!       - - {x: -8, y: -16}
//!         - {x: 8, y: -16}
//!         - {x: 0, y: 12}
//! ```
//!
//! `y` runs upwards: in a rect from the lower edge of the image, in a shape from the middle of the rect, in pixels whatever the
//! pivot and the pixels per unit. A pivot is a share of the rect, from its lower left corner. In every mode but 2, Multiple, the
//! whole image is one sprite, whose fields stand in `TextureImporter` and `spriteSheet`. A list without shapes means that Unity
//! makes one on import: none is in the file. Source: `SpriteMetaData` and `ISpritePhysicsOutlineDataProvider` in Unity's
//! scripting reference, and files of public projects, whose shapes fit their pictures so.

use std::collections::BTreeMap;
use std::{path::Path, sync::Arc};

use saphyr_parser::{Event, Parser, ScalarStyle};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::fields::{beside, check_values, number, side, text, whole};
use super::format::{AtlasFile, AtlasFormat, begins_with_all};
use super::layout::{Layout, PackedFrame};
use super::paired::{PairedHitbox, PairedLayout, PairedLayouts};
use super::sheets::Sheets;
use crate::files::Reason;
use crate::files::reading::{HitboxCollector, from_json_value};
use maskscope_core::geom::{Cell, IntRect, Point, Size};
use maskscope_core::scene::{Editor, Frames, OfferedHitboxes};
use maskscope_core::shape::Shape;

const NAME: &str = "a .meta file of Unity";
const EDITOR: Editor = Editor { name: "Unity", tested: Some("physics shape") };

/// The mode of images with several sprites.
const MULTIPLE: f64 = 2.0;

/// The `.meta` files of images of Unity.
pub(super) const FORMAT: AtlasFormat = AtlasFormat {
    endings: &["meta"],
    known: |text, _| begins_with_all(text, &["fileFormatVersion:", "TextureImporter:"]),
    is_sure: true,
    read,
    paired: Some(paired),
};

#[derive(Debug, Deserialize)]
struct UnityMeta {
    #[serde(rename = "TextureImporter")]
    importer: UnityImporter,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct UnityImporter {
    #[serde(default, deserialize_with = "number")]
    sprite_mode: f64,
    #[serde(default, deserialize_with = "number")]
    alignment: f64,
    #[serde(default)]
    sprite_pivot: UnityPoint,
    #[serde(default)]
    sprite_sheet: UnitySheet,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct UnitySheet {
    sprites: Vec<UnitySprite>,
    physics_shape: Vec<Vec<UnityPoint>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct UnitySprite {
    #[serde(default)]
    name: String,
    /// Its identity, which outlives a new name.
    #[serde(default, rename = "internalID")]
    internal_id: String,
    rect: UnityRect,
    #[serde(default, deserialize_with = "number")]
    alignment: f64,
    #[serde(default)]
    pivot: UnityPoint,
    #[serde(default)]
    physics_shape: Vec<Vec<UnityPoint>>,
}

#[derive(Debug, Deserialize)]
struct UnityRect {
    #[serde(deserialize_with = "number")]
    x: f64,
    #[serde(deserialize_with = "number")]
    y: f64,
    #[serde(deserialize_with = "number")]
    width: f64,
    #[serde(deserialize_with = "number")]
    height: f64,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct UnityPoint {
    #[serde(deserialize_with = "number")]
    x: f64,
    #[serde(deserialize_with = "number")]
    y: f64,
}

fn read(file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<Layout, Reason> {
    let UnityLayout { mut layout, shapes, .. } = laid_out(importer(file)?, file, sheets)?;
    layout.offers = shapes.offers(EDITOR, layout.entries.len());
    Ok(layout)
}

/// Reads each physics shape with its sprite.
fn paired(file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<PairedLayouts, Reason> {
    let (mut paired, importer) = (PairedLayouts::default(), importer(file)?);
    let UnitySheet { sprites, physics_shape } = &importer.sprite_sheet;
    let (all, drawn) = if importer.sprite_mode == MULTIPLE {
        let is_drawn = |sprite: &&UnitySprite| !sprite.physics_shape.is_empty();
        (sprites.len(), sprites.iter().filter(is_drawn).count())
    } else {
        (usize::from(importer.sprite_mode > 0.0), usize::from(!physics_shape.is_empty()))
    };
    paired.leave_out("physics shape that Unity makes on import", all.saturating_sub(drawn) as u64);
    if drawn == 0 {
        return Ok(paired);
    }
    let UnityLayout { layout, shapes, sprites } = laid_out(importer, file, sheets)?;
    let offers = shapes.offers(EDITOR, layout.entries.len());
    let mut hitboxes = Vec::new();
    for (frame, UnityIdentity { id, name, has_holes }) in sprites.into_iter().enumerate() {
        let of_frame =
            |offered: &Arc<OfferedHitboxes>| offered.frames.get(&frame).or(offered.otherwise.as_ref()).cloned();
        let Some(hitbox) = offers.hitboxes.first().and_then(of_frame) else { continue };
        if has_holes {
            paired.leave_out("physics shape with a hole", 1);
            continue;
        }
        let refusal = (hitbox.parts().len() > 1).then_some("it has several paths");
        let frames = BTreeMap::from([(frame, hitbox)]);
        hitboxes.push(PairedHitbox { id, name, frames, is_free: true, is_terrain: false, refusal });
    }
    paired.layouts.push(PairedLayout { layout, hitboxes });
    Ok(paired)
}

/// The sprites of an image, and their shapes by frames.
struct UnityLayout {
    layout: Layout,
    shapes: HitboxCollector,
    sprites: Vec<UnityIdentity>,
}

/// Identity of a sprite.
struct UnityIdentity {
    /// Empty if the image is one sprite.
    id: String,
    name: String,
    /// True if its shapes have holes, which are left out.
    has_holes: bool,
}

fn importer(file: AtlasFile<'_>) -> Result<UnityImporter, Reason> {
    let unreadable = |why: &str| Reason::unreadable(NAME, why);
    let tree = parsed(text(file.bytes, NAME)?).map_err(|why| unreadable(&why))?;
    let meta = from_json_value::<UnityMeta>(tree).map_err(|why| unreadable(&why))?;
    Ok(meta.importer)
}

fn laid_out(importer: UnityImporter, file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<UnityLayout, Reason> {
    let unreadable = |why: &str| Reason::unreadable(NAME, why);
    let image = file.path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let image = beside(image)?;
    let size = sheets.size(&image)?;
    let (mut layout, mut shapes, mut identities) = (Layout::default(), HitboxCollector::default(), Vec::new());
    layout.begin(image.clone());
    let UnityImporter { sprite_mode, alignment, sprite_pivot, sprite_sheet } = importer;
    let mut add = |id: &str, name: &str, on_sheet: IntRect, pivot: Point, paths: &[Vec<UnityPoint>]| {
        let (source, frame) = (on_sheet.size(), layout.entries.len());
        let (width, height) = (f64::from(source.width), f64::from(source.height));
        let anchor = Some((pivot.0 * width, (1.0 - pivot.1) * height));
        layout.push(PackedFrame { name: name.into(), on_sheet, source, anchor, ..PackedFrame::default() });
        let placed = |corner: &UnityPoint| [width / 2.0 + corner.x, height / 2.0 - corner.y];
        let paths: Vec<Vec<_>> = paths.iter().map(|path| path.iter().map(placed).collect()).collect();
        shapes.leave_out("automatic physics shape", usize::from(paths.is_empty()));
        let mut has_holes = false;
        for (number, path) in paths.iter().enumerate() {
            let is_in =
                |(other, outer): &(usize, &Vec<_>)| *other != number && path.iter().all(|&corner| holds(outer, corner));
            if twice_area(path) == 0.0 {
                shapes.leave_out("flat path", 1);
            } else if paths.iter().enumerate().filter(is_in).count() % 2 == 1 {
                shapes.leave_out("hole", 1);
                has_holes = true;
            } else {
                shapes.add("physics shape", "physicsShape", frame, Shape::Polygon(path.clone()));
            }
        }
        identities.push(UnityIdentity { id: id.to_owned(), name: name.to_owned(), has_holes });
    };
    if sprite_mode != MULTIPLE {
        let name = Path::new(&image).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let whole = IntRect::new(Cell::default(), size);
        add("", name, whole, pivot(alignment, sprite_pivot), &sprite_sheet.physics_shape);
    } else {
        if sprite_sheet.sprites.len() > Frames::MOST {
            return Err(unreadable(&format!("it has more than {} sprites", Frames::MOST)));
        }
        for (number, sprite) in sprite_sheet.sprites.iter().enumerate() {
            let on_sheet = sprite.rect.on(size).map_err(|why| Reason::frame(number, &sprite.name, why))?;
            let id = if sprite.internal_id.is_empty() { &sprite.name } else { &sprite.internal_id };
            add(id, &sprite.name, on_sheet, pivot(sprite.alignment, sprite.pivot), &sprite.physics_shape);
        }
    }
    if layout.entries.is_empty() {
        return Err(unreadable("it has no sprites; the Sprite Editor of Unity cuts the image into some"));
    }
    Ok(UnityLayout { layout, shapes, sprites: identities })
}

/// The pivot of an alignment, as a share of the rect: of 9 places, or as it is given.
fn pivot(alignment: f64, own: UnityPoint) -> Point {
    const PLACES: [Point; 9] =
        [(0.5, 0.5), (0.0, 1.0), (0.5, 1.0), (1.0, 1.0), (0.0, 0.5), (1.0, 0.5), (0.0, 0.0), (0.5, 0.0), (1.0, 0.0)];
    let place = (0_u8..).map(f64::from).zip(PLACES).find(|(number, _)| *number == alignment);
    place.map_or((own.x, own.y), |(_, place)| place)
}

impl UnityRect {
    /// The area on an image of this size, in whole pixels.
    fn on(&self, size: Size) -> Result<IntRect, &'static str> {
        let [corner, sides] = [[self.x, self.y], [self.width, self.height]];
        let ([Some(x), Some(y)], [Some(width), Some(height)]) =
            (corner.map(|at| whole(at.round())), sides.map(|px| side(px.round())))
        else {
            return Err("has a rect whose sides are below 0, or whose numbers are too large");
        };
        let top = i64::from(size.height) - y - i64::from(height);
        Ok(IntRect::new(Cell::new(x, top), Size::new(width, height)))
    }
}

/// Twice the area inside a path that does not cross itself, below 0 where it runs counterclockwise on the screen.
fn twice_area(path: &[[f64; 2]]) -> f64 {
    let edges = path.iter().zip(path.iter().cycle().skip(1));
    edges.map(|([ax, ay], [bx, by])| ax * by - bx * ay).sum()
}

/// True if a corner lies inside a path.
fn holds(path: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let edges = path.iter().zip(path.iter().cycle().skip(1));
    let crossed =
        edges.filter(|([ax, ay], [bx, by])| (*ay > y) != (*by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax));
    crossed.count() % 2 == 1
}

/// The values of the first document, scalars as text; or its fault.
fn parsed(text: &str) -> Result<Value, String> {
    // Values that have begun, with the key for the next one.
    let mut open: Vec<(Value, Option<String>)> = Vec::new();
    let mut count = 0;
    for event in Parser::new_from_str(text) {
        let (event, _) =
            event.map_err(|error| format!("it is not YAML as it should be, on line {}", error.marker().line()))?;
        let closed = match event {
            Event::SequenceStart(..) => {
                open.push((Value::Array(Vec::new()), None));
                None
            }
            Event::MappingStart(..) => {
                open.push((Value::Object(Map::new()), None));
                None
            }
            // The parser writes a value that is left out as `~`.
            Event::Scalar(text, ScalarStyle::Plain, ..) if text == "~" => Some(Value::String(String::new())),
            Event::Scalar(text, ..) => Some(Value::String(text.into_owned())),
            Event::SequenceEnd | Event::MappingEnd => open.pop().map(|(value, _)| value),
            Event::Alias(_) => return Err("it has an alias, which Unity does not write".to_owned()),
            Event::StreamEnd => break,
            _ => None,
        };
        count += 1;
        check_values(count, open.len())?;
        let Some(closed) = closed else { continue };
        match open.last_mut() {
            None => return Ok(closed),
            Some((Value::Array(list), _)) => list.push(closed),
            Some((Value::Object(map), key)) => match (key.take(), closed) {
                (Some(key), value) => {
                    map.insert(key, value);
                }
                (None, Value::String(name)) => *key = Some(name),
                (None, _) => return Err("a key of it is not text".to_owned()),
            },
            Some(_) => {}
        }
    }
    Err("it ends before its first value does".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn yaml_is_read_as_far_as_unity_writes_it() {
        let tree = parsed("a: 1\nb:\n- {x: -2, y: 0.5}\n- - c\nd:\ne: []\n\"f g\": 'h: i'\n");
        let expected = json!({"a": "1", "b": [{"x": "-2", "y": "0.5"}, ["c"]], "d": "", "e": [], "f g": "h: i"});
        assert_eq!(tree, Ok(expected));
        for broken in ["", "a: [1", "a: &b 1\nc: *b\n", "{a: 1}: 2\n", &"[".repeat(99), &"- ".repeat(99)] {
            assert!(parsed(broken).is_err(), "{broken}");
        }
    }
}
