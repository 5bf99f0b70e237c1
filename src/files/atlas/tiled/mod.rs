//! Tile sets of Tiled, and maps that hold some, as XML and as JSON.
//!
//! ```xml
//! <tileset name="walls" tilewidth="16" tileheight="16" margin="1" spacing="2">
//!   <image source="walls.png" width="64" height="64"/>
//!   <tile id="7"><objectgroup>
//!     <object id="1" x="2" y="3" width="12" height="10" rotation="45"/>
//!     <object id="2" name="hit" x="8" y="8"><polygon points="0,0 4,0 4,4"/></object>
//!   </objectgroup></tile>
//! </tileset>
//! ```
//!
//! Or each tile has an `image` of its own, and an object a `template`, a file beside the set. Each tile is a frame, named after its set and its id; its objects are hitboxes. In
//! JSON, attributes and elements are fields of the same names, lists in the plural, and `image` is only the `source`. Source:
//! the references of the TMX and JSON formats in Tiled's manual.

mod objects;

use std::{fmt, sync::Arc};

use quick_xml::{de, events::Event};
use serde::de::value::MapAccessDeserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::format::{AtlasFile, AtlasFormat, ends};
use super::layout::{Layout, PackedFrame};
use crate::files::Reason;
use crate::files::reading::{document_fault, json_fault, xml_fault};
use crate::geom::{Cell, IntRect, Size};
use crate::scene::{Frames, Grid};
use objects::{Objects, ObjectsFile, Templates};

const NAME: &str = "a tile set of Tiled";

/// Tile sets and maps of Tiled, as XML.
pub(super) const FORMAT: AtlasFormat = AtlasFormat {
    endings: &["tsx", "tmx", "tsj", "tmj"],
    known: |text, path| text.starts_with(b"<") && (ends(path, "tsx") || ends(path, "tmx")),
    is_sure: false,
    read: |file, _| read_xml(file),
};

#[derive(Debug, Deserialize)]
struct MapFile {
    #[serde(default, alias = "tileset")]
    tilesets: Vec<SetFile>,
}

#[derive(Debug, Deserialize)]
struct SetFile {
    #[serde(default, alias = "@name")]
    name: String,
    /// The file of the set, if it is not in its map.
    #[serde(alias = "@source")]
    source: Option<String>,
    #[serde(default, alias = "@tilewidth")]
    tilewidth: u32,
    #[serde(default, alias = "@tileheight")]
    tileheight: u32,
    #[serde(default, alias = "@margin")]
    margin: u32,
    #[serde(default, alias = "@spacing")]
    spacing: u32,
    grid: Option<GridFile>,
    image: Option<ImageFile>,
    #[serde(default)]
    imagewidth: u32,
    #[serde(default)]
    imageheight: u32,
    transparentcolor: Option<IgnoredAny>,
    #[serde(default, alias = "tile")]
    tiles: Vec<TileFile>,
}

#[derive(Debug, Deserialize)]
struct GridFile {
    #[serde(default, alias = "@orientation")]
    orientation: String,
}

#[derive(Debug, Deserialize)]
struct TileFile {
    #[serde(alias = "@id")]
    id: u32,
    /// Corner and size of the tile in its own image; all of it without them.
    #[serde(default, alias = "@x")]
    x: u32,
    #[serde(default, alias = "@y")]
    y: u32,
    #[serde(alias = "@width")]
    width: Option<u32>,
    #[serde(alias = "@height")]
    height: Option<u32>,
    image: Option<ImageFile>,
    #[serde(default)]
    imagewidth: u32,
    #[serde(default)]
    imageheight: u32,
    animation: Option<IgnoredAny>,
    objectgroup: Option<ObjectsFile>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ImageElement {
    #[serde(rename = "@source")]
    source: String,
    #[serde(rename = "@width")]
    width: u32,
    #[serde(rename = "@height")]
    height: u32,
    /// A colour that is clear.
    #[serde(rename = "@trans")]
    trans: Option<IgnoredAny>,
}

/// An image: an element, or in JSON its source.
#[derive(Debug)]
struct ImageFile(ImageElement);

impl<'de> Deserialize<'de> for ImageFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ImageVisitor;

        impl<'de> Visitor<'de> for ImageVisitor {
            type Value = ImageFile;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an image")
            }

            fn visit_str<E>(self, source: &str) -> Result<ImageFile, E> {
                Ok(ImageFile(ImageElement { source: source.to_owned(), ..ImageElement::default() }))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ImageFile, A::Error> {
                ImageElement::deserialize(MapAccessDeserializer::new(map)).map(ImageFile)
            }
        }

        deserializer.deserialize_any(ImageVisitor)
    }
}

impl ImageFile {
    /// Width and height, here or beside it in JSON.
    const fn size(&self, width: u32, height: u32) -> Size {
        let Self(ImageElement { width: own, height: own_height, .. }) = self;
        if *own > 0 { Size::new(*own, *own_height) } else { Size::new(width, height) }
    }
}

/// Parses the XML of `file`.
fn read_xml(file: AtlasFile<'_>) -> Result<Layout, Reason> {
    let text = file.text()?;
    let refused = |why: &str| Reason::unreadable(NAME, why);
    let refused_whole = |error| refused(&document_fault(&error));
    let mut reader = quick_xml::Reader::from_str(text);
    let root = loop {
        match reader.read_event().map_err(|error| refused(&xml_fault(&error)))? {
            Event::Start(root) | Event::Empty(root) => break root,
            Event::Eof => return Err(refused("it has no element")),
            _ => {}
        }
    };
    match root.local_name().as_ref() {
        b"tileset" => laid_out(vec![de::from_str(text).map_err(refused_whole)?], file),
        b"map" => laid_out(de::from_str::<MapFile>(text).map_err(refused_whole)?.tilesets, file),
        other => Err(refused(&format!("its root is {}, not tileset or map", String::from_utf8_lossy(other)))),
    }
}

/// Parses the JSON of `file`: a map if it has tile sets.
pub(super) fn read_json(file: AtlasFile<'_>, is_map: bool) -> Result<Layout, Reason> {
    let refused = |error| Reason::unreadable(NAME, &json_fault(&error, file.bytes));
    match is_map {
        true => laid_out(serde_json::from_slice::<MapFile>(file.bytes).map_err(refused)?.tilesets, file),
        false => laid_out(vec![serde_json::from_slice(file.bytes).map_err(refused)?], file),
    }
}

/// The frames of all sets that are here; if some tiles have objects, of those sets that have such tiles.
fn laid_out(mut sets: Vec<SetFile>, file: AtlasFile<'_>) -> Result<Layout, Reason> {
    let (mut objects, mut templates) = (Objects::default(), Templates::beside(file.path.parent()));
    let elsewhere: Vec<_> = sets.extract_if(.., |set| set.source.is_some()).filter_map(|set| set.source).collect();
    if sets.is_empty() {
        return Err(Reason::unreadable(
            NAME,
            &match elsewhere.first() {
                Some(file) => format!("its tile sets are in other files; open {file}"),
                None => "it has no tile set".to_owned(),
            },
        ));
    }
    objects.leave_out("external tile set", elsewhere.len());
    let has_objects = |set: &SetFile| set.tiles.iter().any(|tile| tile.objectgroup.is_some());
    if sets.iter().any(has_objects) {
        sets.retain(has_objects);
    }
    let mut layout = Layout::default();
    for set in sets {
        if set.grid.as_ref().is_some_and(|grid| grid.orientation == "isometric") {
            return Err(Reason::unreadable(NAME, "its objects lie on an isometric grid"));
        }
        set.lay_out(&mut layout, &mut objects, &mut templates)?;
    }
    if layout.entries.is_empty() {
        return Err(Reason::unreadable(NAME, "it has no tiles"));
    }
    layout.offers = objects.offers(layout.entries.len());
    Ok(layout)
}

impl SetFile {
    /// Adds its tiles to the frames, and their objects to the hitboxes.
    fn lay_out(self, layout: &mut Layout, objects: &mut Objects, templates: &mut Templates<'_>) -> Result<(), Reason> {
        let name: Arc<str> = if self.name.is_empty() { "tile" } else { &self.name }.into();
        let first = layout.entries.len();
        if let Some(image) = &self.image {
            let cell = Size::new(self.tilewidth, self.tileheight);
            let grid = Grid { cell, margin: self.margin, spacing: self.spacing };
            let size = image.size(self.imagewidth, self.imageheight);
            if size.width == 0 {
                return Err(Reason::unreadable(NAME, "its image has no width; Tiled writes it when it saves the set"));
            }
            let cells = grid.cells(size);
            objects.leave_out("key colour", usize::from(image.0.trans.is_some() || self.transparentcolor.is_some()));
            begin(layout, image)?;
            for (id, cell) in (0..).zip(cells) {
                push(layout, &name, id, cell)?;
            }
        }
        for tile in self.tiles {
            objects.leave_out("animation", usize::from(tile.animation.is_some()));
            let mut frame = first.saturating_add(tile.id as usize);
            if let Some(image) = &tile.image {
                let whole = image.size(tile.imagewidth, tile.imageheight);
                let size = Size::new(tile.width.unwrap_or(whole.width), tile.height.unwrap_or(whole.height));
                frame = layout.entries.len();
                begin(layout, image)?;
                push(layout, &name, tile.id, IntRect::new(Cell::new(tile.x.into(), tile.y.into()), size))?;
            }
            // A sheet that was cropped may have lost tiles.
            if let Some(group) = tile.objectgroup.filter(|_| frame < layout.entries.len()) {
                objects.add(frame, group, templates);
            }
        }
        Ok(())
    }
}

/// Begins a sheet.
fn begin(layout: &mut Layout, image: &ImageFile) -> Result<(), Reason> {
    if image.0.source.is_empty() {
        return Err(Reason::unreadable(NAME, "an image of it has no source"));
    }
    layout.begin(image.0.source.clone());
    Ok(())
}

/// Adds a tile of the last sheet.
fn push(layout: &mut Layout, set: &Arc<str>, id: u32, on_sheet: IntRect) -> Result<(), Reason> {
    if layout.entries.len() == Frames::MOST {
        return Err(Reason::unreadable(NAME, &format!("it has more than {} tiles", Frames::MOST)));
    }
    let (name, source) = (Arc::clone(set), on_sheet.size());
    layout.push(PackedFrame { name, index: Some(id), on_sheet, source, ..PackedFrame::default() });
    Ok(())
}
