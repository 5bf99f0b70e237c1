//! Sprites of Unity: the corners of the `physicsShape` of a sprite in the `.meta` file of its image, line by line.
//!
//! ```yaml
//!   spriteSheet:
//!     sprites:
//!     - name: hero_0
//!       physicsShape:
//!       - - {x: -8, y: -16}
//!         - {x: 8, y: -16}
//!         - {x: 0, y: 12}
//! ```
//!
//! Corners are counted from the middle of the sprite's rect, upwards.

use std::ops::Range;

use super::edits::ByteEdit;
use super::format::{FixFormat, FixSource, FixableShape, one_frame, read_one};
use super::numbers::replaced_corners;
use maskscope_core::geom::Point;
use maskscope_core::shape::Shape;

/// The `.meta` files of images of Unity.
pub(super) const FORMAT: FixFormat = FixFormat {
    is_known: |text, _| text.contains("TextureImporter:") && text.contains("fileFormatVersion:"),
    read: read_one,
    find,
};

fn find<'a>(source: &FixSource<'a>) -> Result<FixableShape<'a>, String> {
    let FixSource { text, name, .. } = *source;
    let frames = source.frames()?;
    let sprites = physics_shapes(text);
    let known = || {
        let shaped = sprites.iter().filter(|sprite| sprite.is_shaped(text));
        shaped.map(|sprite| sprite.name.to_owned()).collect::<Vec<_>>()
    };
    let mut fitting = sprites.iter().filter(|sprite| match name {
        "" => sprite.is_shaped(text),
        _ => sprite.name == name || sprite.id == name,
    });
    let sprite = match (fitting.next(), fitting.next()) {
        (Some(sprite), None) => sprite,
        (None, _) if name.is_empty() => {
            return Err("its physics shapes are made by Unity on import: none is in the file".to_owned());
        }
        (Some(_), Some(_)) if !name.is_empty() => return Err(format!("it has several sprites '{name}'")),
        _ => return Err(source.unknown(&known())),
    };
    let value = &text[sprite.value.clone()];
    if !sprite.is_shaped(text) {
        return Err("its physics shape is made by Unity on import: none is in the file".to_owned());
    }
    let paths = value.lines().filter(|line| line.trim_start().starts_with("- -")).count();
    if value.contains('[') || paths == 0 {
        return Err("its physics shape is not laid out as Unity does it".to_owned());
    }
    if paths > 1 {
        return Err(format!("its physics shape has {paths} paths, and a single one is written"));
    }
    let corners = corners(value).ok_or("its physics shape has a corner that cannot be read")?;
    let mut at = frames.all().iter().enumerate().filter(|(_, frame)| sprite.is_only || *frame.name == *sprite.name);
    let (Some((frame, picture)), None) = (at.next(), at.next()) else {
        return Err(format!("it has no single picture of '{}'", sprite.name));
    };
    let size = picture.picture.size();
    let (middle_x, middle_y) = (f64::from(size.width) / 2.0, f64::from(size.height) / 2.0);
    let shape = Shape::Polygon(corners.iter().map(|(x, y)| [middle_x + x, middle_y - y]).collect());
    let range = sprite.value.clone();
    let edits = move |shape: &Shape| -> Result<Vec<ByteEdit>, String> {
        let Shape::Polygon(corners) = shape else {
            return Err("its physics shape is a polygon, and stays one".to_owned());
        };
        let corners: Vec<Point> = corners.iter().map(|[x, y]| (x - middle_x, middle_y - y)).collect();
        replaced_corners(text, range.clone(), &corners).ok_or("its corners are laid out unevenly".to_owned())
    };
    Ok(FixableShape {
        title: if sprite.name.is_empty() { "physicsShape".to_owned() } else { sprite.name.to_owned() },
        id: if sprite.id.is_empty() { sprite.name } else { sprite.id }.to_owned(),
        frames,
        frame,
        shared: one_frame(frame),
        shape,
        others: Vec::new(),
        is_upright: false,
        in_box: None,
        is_terrain: false,
        edits: Box::new(edits),
    })
}

/// A sprite, and the place of its physics shape.
struct UnityPlace<'a> {
    /// Its name; empty for the only sprite of an image.
    name: &'a str,
    /// Its `internalID`.
    id: &'a str,
    /// The value of its `physicsShape`.
    value: Range<usize>,
    /// True for the only sprite of an image.
    is_only: bool,
}

impl UnityPlace<'_> {
    fn is_shaped(&self, text: &str) -> bool {
        text[self.value.clone()].contains('{')
    }
}

/// A line that has a key.
struct KeyLine<'a> {
    /// The column of the key.
    column: usize,
    /// True for the first key of an entry of a list.
    is_entry: bool,
    key: &'a str,
    /// The text behind the colon.
    value: &'a str,
    /// The end of the line.
    end: usize,
}

/// The physics shapes of all sprites that are cut from an image; of an image that is one sprite, its own.
fn physics_shapes(text: &str) -> Vec<UnityPlace<'_>> {
    let lines = key_lines(text);
    let after = |name: &str| lines.iter().position(|line| line.key == name && line.value.is_empty());
    let Some(sheet) = after("spriteSheet") else { return Vec::new() };
    let is_multiple = lines.iter().any(|line| line.key == "spriteMode" && line.value == "2");
    let column = lines[sheet].column;
    let inside: Vec<_> = lines[sheet + 1..].iter().take_while(|line| line.column > column).collect();
    let mut sprites: Vec<UnityPlace<'_>> = Vec::new();
    if !is_multiple {
        let first = inside.iter().map(|line| line.column).min().unwrap_or_default();
        let is_it = |line: &&&KeyLine<'_>| line.key == "physicsShape" && line.column == first;
        let value = |line: &&KeyLine<'_>| value_of(text, line);
        let own = inside.iter().find(is_it).map(value);
        return own.into_iter().map(|value| UnityPlace { name: "", id: "", value, is_only: true }).collect();
    }
    let Some(list) = inside.iter().position(|line| line.key == "sprites") else { return sprites };
    let mut entries = inside[list + 1..].iter().skip_while(|line| !line.is_entry).peekable();
    let Some(column) = entries.peek().map(|line| line.column) else { return sprites };
    for line in entries.take_while(|line| line.column >= column) {
        if line.is_entry && line.column == column {
            sprites.push(UnityPlace { name: "", id: "", value: 0..0, is_only: false });
        }
        let Some(sprite) = sprites.last_mut().filter(|_| line.column == column) else { continue };
        match line.key {
            "name" => sprite.name = line.value.trim_matches(['"', '\'']),
            "internalID" => sprite.id = line.value,
            "physicsShape" => sprite.value = value_of(text, line),
            _ => {}
        }
    }
    sprites
}

/// The lines with a key, in their order. The column of a key in an entry of a list is that of the other keys of the entry.
fn key_lines(text: &str) -> Vec<KeyLine<'_>> {
    let mut lines = Vec::new();
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        let content = line.trim_start_matches(' ');
        let (content, is_entry) = content.strip_prefix("- ").map_or((content, false), |content| (content, true));
        let column = line.len() - content.len();
        let is_word = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_');
        if let Some((key, value)) = content.split_once(':').filter(|(key, _)| is_word(key)) {
            lines.push(KeyLine { column, is_entry, key, value: value.trim(), end });
        }
    }
    lines
}

/// The place of the value of a key: behind it, and the lines below that are further in or entries of a list.
fn value_of(text: &str, key: &KeyLine<'_>) -> Range<usize> {
    let behind = text[..key.end].trim_ascii_end().len() - key.value.len();
    let mut end = key.end;
    for line in text[key.end..].split_inclusive('\n') {
        let content = line.trim_start_matches(' ');
        let column = line.len() - content.len();
        let is_inside = column > key.column || column == key.column && content.starts_with("- ");
        if !is_inside {
            break;
        }
        end += line.len();
    }
    behind..end
}

/// The corners in a value, in their order; `None` if one cannot be read.
fn corners(value: &str) -> Option<Vec<Point>> {
    let corner = |braces: &str| {
        let (x, y) = braces.split_once('}')?.0.split_once(',')?;
        let number = |text: &str, key: &str| text.trim().strip_prefix(key)?.trim().parse::<f64>().ok();
        Some((number(x, "x:")?, number(y, "y:")?))
    };
    value.split('{').skip(1).map(corner).collect()
}
