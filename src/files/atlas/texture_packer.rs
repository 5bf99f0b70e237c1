//! JSON files of TexturePacker, Phaser 3 and Aseprite.
//!
//! ```json
//! { "frames": { "walk_00.png": {
//!     "frame": {"x": 34, "y": 1, "w": 20, "h": 28},
//!     "rotated": false, "trimmed": true,
//!     "spriteSourceSize": {"x": 6, "y": 2, "w": 20, "h": 28},
//!     "sourceSize": {"w": 32, "h": 32},
//!     "pivot": {"x": 0.5, "y": 1},
//!     "duration": 100
//!   } },
//!   "meta": { "image": "walk.png", "frameTags": [{"name": "walk", "from": 0, "to": 0}] } }
//! ```
//!
//! Or `frames` is a list of such objects, each with its name in `filename`. A multi-atlas has a list of sheets in their place:
//! `"textures": [{"image": "walk.png", "frames": [...]}]`. A rotated frame was turned clockwise; `frame` has its size before
//! that. `pivot`, or `anchor`, is a share of the source box. Without an `image` it is the one that is called like the file. Only Aseprite writes a `duration`, in milliseconds, `frameTags` and `slices`.
//! Whatever else is there is ignored.

use std::{fmt, time::Duration};

use serde::de::{DeserializeOwned, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::format::{AtlasFile, AtlasFormat};
use super::layout::{Layout, PackedFrame, Turned};
use super::paired::PairedLayouts;
use super::sheets::{Sheets, own_image};
use super::tiled;
use crate::files::Reason;
use crate::files::formats::{Slice, offers_of};
use crate::files::reading::{from_json, is_json, is_scene, remark};
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::{Frames, Tag};
use maskscope_core::words::on_one_line;
use maskscope_core::words::plural;

/// JSON of TexturePacker, Phaser, Aseprite or Tiled, as which all JSON is read that is not known otherwise.
pub(super) const FORMAT: AtlasFormat = AtlasFormat {
    endings: &["json"],
    known: |text, _| text.starts_with(b"{") && !is_json(text),
    is_sure: false,
    read,
    paired: Some(paired),
};

/// An atlas of one sheet.
#[derive(Debug, Deserialize)]
struct Single<'a> {
    #[serde(deserialize_with = "in_order")]
    frames: Vec<PackerFrame>,
    #[serde(default, borrow)]
    meta: Meta<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Meta<'a> {
    /// The sheet; without one it is the image of the atlas's own name.
    image: Option<String>,
    #[serde(borrow, rename = "frameTags")]
    tags: Option<&'a RawValue>,
    #[serde(borrow)]
    slices: Option<&'a RawValue>,
}

/// An atlas of several sheets.
#[derive(Debug, Deserialize)]
struct Multi {
    textures: Vec<Texture>,
}

#[derive(Debug, Deserialize)]
struct Texture {
    image: String,
    #[serde(deserialize_with = "in_order")]
    frames: Vec<PackerFrame>,
}

/// Fields that distinguish the two kinds.
#[derive(Deserialize)]
struct AtlasKind {
    frames: Option<IgnoredAny>,
    textures: Option<IgnoredAny>,
    /// Of Tiled.
    tilewidth: Option<IgnoredAny>,
    tilesets: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
struct TagFile {
    name: String,
    from: usize,
    to: usize,
}

/// One frame.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PackerFrame {
    #[serde(default, rename = "filename")]
    name: String,
    frame: Area,
    #[serde(default)]
    rotated: bool,
    #[serde(default)]
    trimmed: bool,
    sprite_source_size: Option<Area>,
    source_size: Option<SizeFields>,
    pivot: Option<Share>,
    anchor: Option<Share>,
    #[serde(default, deserialize_with = "millis")]
    duration: Duration,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Area {
    x: i32,
    y: i32,
    w: u32,
    h: u32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct SizeFields {
    w: u32,
    h: u32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Share {
    x: f64,
    y: f64,
}

impl Area {
    fn origin(self) -> Cell {
        Cell::new(self.x.into(), self.y.into())
    }

    const fn size(self) -> Size {
        Size::new(self.w, self.h)
    }
}

/// Reads the tiles of a set or a map of Tiled, with their hitboxes; none of another file.
fn paired(file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<PairedLayouts, Reason> {
    let kind: AtlasKind = parsed(file.bytes)?;
    if kind.frames.is_none() && kind.tilewidth.is_some() {
        return tiled::paired_json(file, kind.tilesets.is_some(), sheets);
    }
    Ok(PairedLayouts::default())
}

/// Parses `file`.
fn read(file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<Layout, Reason> {
    let bytes = file.bytes;
    let kind: AtlasKind = parsed(bytes)?;
    if kind.frames.is_none() && kind.tilewidth.is_some() {
        return tiled::read_json(file, kind.tilesets.is_some(), sheets);
    }
    let (textures, tags, slices): (_, Vec<TagFile>, Vec<Slice>) = if kind.textures.is_some() && kind.frames.is_none() {
        (parsed::<Multi>(bytes)?.textures, Vec::new(), Vec::new())
    } else {
        let Single { frames, meta: Meta { image, tags, slices } } = parsed(bytes)?;
        let image = image.unwrap_or_else(|| own_image(file.path));
        (vec![Texture { image, frames }], whole(tags, "tag"), whole(slices, "slice"))
    };
    let is_multi = kind.frames.is_none();
    let mut layout = Layout::default();
    for Texture { image, frames } in textures {
        if image.is_empty() && !frames.is_empty() {
            let field = if is_multi { "image of a texture" } else { "meta.image" };
            return Err(no_atlas(&format!("{field} is empty")));
        }
        layout.begin(image);
        for frame in frames {
            let (number, name) = (layout.entries.len(), frame.name.clone());
            match frame.entry() {
                Ok(entry) => layout.push(entry),
                Err(why) => layout.push_faulty(&name, Reason::frame(number, &name, &why)),
            }
        }
    }
    if layout.entries.is_empty() {
        return Err(no_atlas("it has no frames"));
    }
    // A part of an animation is often exported with the tags of the whole.
    let count = layout.entries.len();
    layout.offers = offers_of(slices, count);
    layout.tags = tags.iter().filter_map(|tag| Tag::within(&tag.name, tag.from, tag.to, count)).collect();
    Ok(layout)
}

/// The entries of a list that is not the picture. Those that cannot be read are left out, and so is what is not a list.
fn whole<T: DeserializeOwned>(list: Option<&RawValue>, entry: &str) -> Vec<T> {
    let list = list.map_or("[]", RawValue::get);
    let Ok(all) = serde_json::from_str::<Vec<&RawValue>>(list) else {
        remark(&format!("its {entry}s are left out: they are not a list"));
        return Vec::new();
    };
    let read: Vec<T> = all.iter().filter_map(|entry| serde_json::from_str(entry.get()).ok()).collect();
    let damaged = (all.len() - read.len()) as u64;
    if damaged > 0 {
        remark(&format!("left out, as damaged: {}", plural(damaged, entry)));
    }
    read
}

/// JSON that does not say where the frames of a sheet are.
fn no_atlas(why: &str) -> Reason {
    Reason::Refused(format!("it is JSON, but not an atlas: {}", on_one_line(why)))
}

fn parsed<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, Reason> {
    let is_whole = || serde_json::from_slice::<IgnoredAny>(bytes).is_ok();
    from_json(bytes).map_err(|why| match why {
        _ if is_scene(bytes) => no_atlas("it is a scene, which is opened as such, or by --scene"),
        why if is_whole() => no_atlas(&why),
        why => Reason::Refused(format!("it is not JSON: {}", on_one_line(&why))),
    })
}

impl PackerFrame {
    fn entry(self) -> Result<PackedFrame, String> {
        let mut frame = self.frame.size();
        if self.trimmed && (self.sprite_source_size.is_none() || self.source_size.is_none()) {
            return Err("is trimmed, but has no spriteSourceSize or no sourceSize".to_owned());
        }
        let mut origin = self.frame.origin();
        let source = self.source_size.map(|sides| Size::new(sides.w, sides.h));
        let trimmed = self.sprite_source_size.map(Area::size).filter(|trimmed| *trimmed != frame && !frame.is_empty());
        if let Some(trimmed) = trimmed {
            let padding = |frame: u32, trimmed: u32| frame.checked_sub(trimmed).filter(|both| both.is_multiple_of(2));
            let paddings = (padding(frame.width, trimmed.width), padding(frame.height, trimmed.height));
            if self.rotated && trimmed == Turned::Clockwise.size(frame) {
                // Some tools write the size of a rotated frame as it lies on the sheet.
                frame = trimmed;
            } else if let (Some(both), Some(other)) = paddings
                && both == other
                && !self.rotated
            {
                // Aseprite's inner padding and extrusion go around the frame.
                let padding = i64::from(both / 2);
                (frame, origin) = (trimmed, origin + Cell::new(padding, padding));
            } else if source != Some(trimmed) {
                // Adobe Animate writes the size of the whole box.
                return Err(format!("is {frame} px by its frame, but {trimmed} px by its spriteSourceSize"));
            }
        }
        let source = source.unwrap_or(frame);
        let share = |Share { x, y }| (x * f64::from(source.width), y * f64::from(source.height));
        Ok(PackedFrame {
            name: self.name.into(),
            on_sheet: IntRect::new(origin, if self.rotated { Turned::Clockwise.size(frame) } else { frame }),
            turned: if self.rotated { Turned::Clockwise } else { Turned::Not },
            in_source: self.sprite_source_size.map_or_else(Cell::default, Area::origin),
            source,
            anchor: self.pivot.or(self.anchor).map(share),
            duration: self.duration,
            ..PackedFrame::default()
        })
    }
}

/// A number of milliseconds.
fn millis<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let millis = f64::deserialize(deserializer)?;
    let refused = || D::Error::custom(format!("a duration of {millis} ms is below 0, or too long"));
    Duration::try_from_secs_f64(millis / 1_000.0).map_err(|_| refused())
}

/// Frames by name or in a list, in the order of the file.
fn in_order<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PackerFrame>, D::Error> {
    deserializer.deserialize_any(InOrder)
}

struct InOrder;

impl InOrder {
    /// Adds `entry`, unless the limit is reached.
    fn push<E: Error>(entries: &mut Vec<PackerFrame>, entry: PackerFrame) -> Result<(), E> {
        if entries.len() == Frames::MOST {
            return Err(E::custom(format!("more than {} frames", Frames::MOST)));
        }
        entries.push(entry);
        Ok(())
    }
}

impl<'de> Visitor<'de> for InOrder {
    type Value = Vec<PackerFrame>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("frames by name or a list of frames")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some((name, entry)) = map.next_entry::<String, PackerFrame>()? {
            Self::push(&mut entries, PackerFrame { name, ..entry })?;
        }
        Ok(entries)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element()? {
            Self::push(&mut entries, entry)?;
        }
        Ok(entries)
    }
}
