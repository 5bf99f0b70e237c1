//! What the JSON files of TexturePacker and Aseprite say.
//!
//! ```json
//! { "frames": { "walk_00.png": {
//!     "frame": {"x": 34, "y": 1, "w": 20, "h": 28},
//!     "rotated": false, "trimmed": true,
//!     "spriteSourceSize": {"x": 6, "y": 2, "w": 20, "h": 28},
//!     "sourceSize": {"w": 32, "h": 32},
//!     "duration": 100
//!   } },
//!   "meta": { "image": "walk.png", "frameTags": [{"name": "walk", "from": 0, "to": 0}] } }
//! ```
//!
//! Or `frames` is a list of such objects, each with its name in `filename`. Only Aseprite writes a `duration`, in
//! milliseconds, and `frameTags`. Whatever else is there is ignored.

use std::{fmt, time::Duration};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::error::Category;

use super::AtlasFault;
use crate::{
    files::{Limits, Reason, error::on_one_line, json::without_mark},
    geom::{Cell, IntRect, Size},
    scene::{Frames, Tag},
};

/// Where the frames of an atlas are, in the order of the file.
#[derive(Debug, Deserialize)]
pub(super) struct Layout {
    #[serde(deserialize_with = "in_order")]
    frames: Vec<Entry>,
    meta: Meta,
}

#[derive(Debug, Deserialize)]
struct Meta {
    image: String,
    #[serde(default, rename = "frameTags")]
    tags: Vec<TagEntry>,
}

#[derive(Debug, Deserialize)]
struct TagEntry {
    name: String,
    from: usize,
    to: usize,
}

/// One frame.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entry {
    #[serde(default, rename = "filename")]
    pub name: String,
    frame: Area,
    #[serde(default)]
    pub rotated: bool,
    #[serde(default)]
    trimmed: bool,
    sprite_source_size: Option<Area>,
    source_size: Option<Sides>,
    #[serde(default, rename = "duration")]
    millis: u64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Area {
    x: i32,
    y: i32,
    w: u32,
    h: u32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Sides {
    w: u32,
    h: u32,
}

impl Area {
    fn origin(self) -> Cell {
        Cell::new(self.x.into(), self.y.into())
    }

    const fn size(self) -> Size {
        Size::new(self.w, self.h)
    }
}

impl Layout {
    /// Reads an atlas whose source boxes are within `limits`.
    pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Self, Reason> {
        let layout: Self = serde_json::from_slice(without_mark(bytes)).map_err(|error| match error.classify() {
            Category::Data => Reason::NoAtlas(on_one_line(&error.to_string())),
            Category::Syntax | Category::Eof | Category::Io => Reason::NoJson(on_one_line(&error.to_string())),
        })?;
        if layout.frames.is_empty() {
            return Err(Reason::NoAtlas("it has no frames".to_owned()));
        }
        if layout.meta.image.is_empty() {
            return Err(Reason::NoAtlas("meta.image is empty".to_owned()));
        }
        let mut pixels = 0_u64;
        for (n, entry) in layout.frames.iter().enumerate() {
            let source = entry.source().map_err(|fault| layout.fault(n, fault))?;
            limits.check(source)?;
            pixels = pixels.saturating_add(source.area());
        }
        limits.check_frames(layout.frames.len() as u64, pixels)?;
        Ok(layout)
    }

    /// The sheet's file, as the atlas names it.
    pub(super) fn image(&self) -> &str {
        &self.meta.image
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.frames
    }

    /// The tags, as far as there are frames for them.
    pub(super) fn tags(&self) -> Vec<Tag> {
        let tags = self.meta.tags.iter();
        tags.filter_map(|tag| Tag::within(&tag.name, tag.from, tag.to, self.frames.len())).collect()
    }

    /// What is wrong with frame `n`.
    pub(super) fn fault(&self, n: usize, fault: AtlasFault) -> Reason {
        let name = &self.frames[n].name;
        Reason::AtlasFrame { name: if name.is_empty() { n.to_string() } else { format!("{name:?}") }, fault }
    }
}

impl Entry {
    /// Where it lies on the sheet. A frame rotated by 90° is as wide there as it is high: `frame` has its size, not
    /// the size of the area.
    pub(super) fn on_sheet(&self) -> IntRect {
        let Size { width, height } = self.frame.size();
        let size = if self.rotated { Size::new(height, width) } else { Size::new(width, height) };
        IntRect::new(self.frame.origin(), size)
    }

    /// Where it lies in its source box.
    pub(super) fn in_source(&self) -> IntRect {
        let origin = self.sprite_source_size.map_or_else(Cell::default, Area::origin);
        IntRect::new(origin, self.frame.size())
    }

    /// The size of its source box, which holds the frame.
    pub(super) fn source(&self) -> Result<Size, AtlasFault> {
        let frame = self.frame.size();
        if frame.is_empty() {
            return Err(AtlasFault::Empty(frame));
        }
        if self.trimmed && (self.sprite_source_size.is_none() || self.source_size.is_none()) {
            return Err(AtlasFault::NoSource);
        }
        if let Some(trimmed) = self.sprite_source_size.map(Area::size).filter(|trimmed| *trimmed != frame) {
            return Err(AtlasFault::SizesDiffer { frame, trimmed });
        }
        let source_size = self.source_size.map_or(frame, |sides| Size::new(sides.w, sides.h));
        let area = self.in_source();
        if area.intersection(IntRect::new(Cell::default(), source_size)) != Some(area) {
            return Err(AtlasFault::OutsideSource { area, source_size });
        }
        Ok(source_size)
    }

    /// How long it is shown; zero where the file does not say.
    pub(super) const fn duration(&self) -> Duration {
        Duration::from_millis(self.millis)
    }
}

/// Frames by name or in a list, in the order of the file.
fn in_order<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Entry>, D::Error> {
    deserializer.deserialize_any(InOrder)
}

struct InOrder;

impl InOrder {
    /// Adds `entry`, unless the limit is reached.
    fn push<E: Error>(entries: &mut Vec<Entry>, entry: Entry) -> Result<(), E> {
        if entries.len() == Frames::MOST {
            return Err(E::custom(format!("more than {} frames", Frames::MOST)));
        }
        entries.push(entry);
        Ok(())
    }
}

impl<'de> Visitor<'de> for InOrder {
    type Value = Vec<Entry>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("frames by name or a list of frames")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some((name, entry)) = map.next_entry::<String, Entry>()? {
            Self::push(&mut entries, Entry { name, ..entry })?;
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
