//! Tile sets of Tiled, and maps that hold some or name their files, as XML and as JSON.
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
//! Or each tile has an `image` of its own, and an object a `template`, a file beside the set. Each tile is a frame, named after
//! its set and its id; its objects are hitboxes. In JSON, attributes and elements are fields of the same names, lists in the
//! plural, and `image` is only the `source`. A set of a map may be the `source` of another file, whose images and templates lie
//! beside that. Source: the references of the TMX and JSON formats in Tiled's manual.

mod objects;

use std::{fmt, path::Path, sync::Arc};

use quick_xml::events::Event;
use serde::de::value::MapAccessDeserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::format::{AtlasFile, AtlasFormat, ends};
use super::layout::{Layout, PackedFrame};
use super::paired::{PairedLayout, PairedLayouts};
use super::sheets::Sheets;
use crate::files::disk::{names, read};
use crate::files::reading::{from_json, from_xml, remark_list, without_mark, xml_fault};
use crate::files::{Limits, Reason, shown};
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::{Frames, Grid};
use maskscope_core::words::printable;
use objects::{Objects, ObjectsFile, Templates};

const NAME: &str = "a tile set of Tiled";

/// The most bytes of the files of all sets of a map: the largest in public repositories have a few million.
const MOST_BYTES: u64 = 16 << 20;

/// Tile sets and maps of Tiled, as XML.
pub(super) const FORMAT: AtlasFormat = AtlasFormat {
    endings: &["tsx", "tmx", "tsj", "tmj"],
    known: |text, path| text.starts_with(b"<") && (ends(path, "tsx") || ends(path, "tmx")),
    is_sure: false,
    read: read_xml,
    paired: Some(paired_xml),
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
    /// The path of its file from the folder of the map; empty for a set in the opened file.
    #[serde(skip)]
    path: String,
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
    /// Width and height: here, beside it in JSON, or those of the image `sheet` itself.
    fn size(&self, width: u32, height: u32, sheet: &str, sheets: &mut Sheets<'_>) -> Result<Size, Reason> {
        let Self(ImageElement { width: own, height: own_height, .. }) = self;
        let sizes = [Size::new(*own, *own_height), Size::new(width, height)];
        sizes.into_iter().find(|size| !size.is_empty()).map_or_else(|| sheets.size(sheet), Ok)
    }
}

/// Parses the XML of `file`.
fn read_xml(file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<Layout, Reason> {
    laid_out(sets_in_xml(file.text()?)?, file, sheets)
}

fn sets_in_xml(text: &str) -> Result<Vec<SetFile>, Reason> {
    let refused = |why: &str| Reason::unreadable(NAME, why);
    let mut reader = quick_xml::Reader::from_str(text);
    let root = loop {
        match reader.read_event().map_err(|error| refused(&xml_fault(&error)))? {
            Event::Start(root) | Event::Empty(root) => break root,
            Event::Eof => return Err(refused("it has no element")),
            _ => {}
        }
    };
    match root.local_name().as_ref() {
        b"tileset" => Ok(vec![from_xml(text).map_err(|why| refused(&why))?]),
        b"map" => Ok(from_xml::<MapFile>(text).map_err(|why| refused(&why))?.tilesets),
        other => Err(refused(&format!("its root is {}, not tileset or map", String::from_utf8_lossy(other)))),
    }
}

/// Parses the JSON of `file`: a map if it has tile sets.
pub(super) fn read_json(file: AtlasFile<'_>, is_map: bool, sheets: &mut Sheets<'_>) -> Result<Layout, Reason> {
    laid_out(sets_in_json(file, is_map)?, file, sheets)
}

fn sets_in_json(file: AtlasFile<'_>, is_map: bool) -> Result<Vec<SetFile>, Reason> {
    let refused = |why: String| Reason::unreadable(NAME, &why);
    match is_map {
        true => Ok(from_json::<MapFile>(file.bytes).map_err(refused)?.tilesets),
        false => Ok(vec![from_json(file.bytes).map_err(refused)?]),
    }
}

/// The files of the sets that a map names.
struct OuterSets<'a> {
    /// The folder of the map.
    folder: &'a Path,
    /// The bytes that may still be read.
    left: u64,
    /// Those that cannot be read, with their reasons.
    missing: Vec<String>,
    /// The reason of the first of them.
    reason: Option<Reason>,
}

impl OuterSets<'_> {
    /// A set of the map, from its file if it names one; `None` if that cannot be read.
    fn filled(&mut self, set: SetFile) -> Option<SetFile> {
        let Some(source) = set.source else { return Some(set) };
        match self.read(&source) {
            Ok(read) => Some(SetFile { source: None, path: source, ..read }),
            Err(reason) => {
                self.missing.push(format!("{}: {reason}", shown(Path::new(&source))));
                let what = format!("its tile set {}", shown(Path::new(&source)));
                self.reason.get_or_insert(Reason::Held { what, reason: Box::new(reason) });
                None
            }
        }
    }

    fn read(&mut self, source: &str) -> Result<SetFile, Reason> {
        if let Some(why) = names::refused(source) {
            return Err(Reason::Refused(format!("its file is '{}', {why}", printable(source))));
        }
        let bytes = read(&self.folder.join(source), &Limits { max_bytes: self.left, ..Limits::default() })?;
        self.left -= bytes.len() as u64;
        let text = str::from_utf8(without_mark(&bytes)).map_err(|_| Reason::NoText)?;
        if text.trim_start().starts_with('<') {
            let mut sets = sets_in_xml(text)?;
            return sets.pop().ok_or_else(|| Reason::unreadable(NAME, "it has no tile set"));
        }
        from_json(text.as_bytes()).map_err(|why| Reason::unreadable(NAME, &why))
    }
}

/// The frames of all sets, from their own files where they have some; if some tiles have objects, of those sets that have such
/// tiles.
fn laid_out(sets: Vec<SetFile>, file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<Layout, Reason> {
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let mut outer = OuterSets { folder, left: MOST_BYTES, missing: Vec::new(), reason: None };
    let mut sets: Vec<_> = sets.into_iter().filter_map(|set| outer.filled(set)).collect();
    if sets.is_empty() {
        return Err(outer.reason.unwrap_or_else(|| Reason::unreadable(NAME, "it has no tile set")));
    }
    remark_list("left out", "tile set", &outer.missing);
    if sets.iter().any(SetFile::has_objects) {
        sets.retain(SetFile::has_objects);
    }
    let (mut layout, objects) = with_objects(sets, file, sheets)?;
    if layout.entries.is_empty() {
        return Err(Reason::unreadable(NAME, "it has no tiles"));
    }
    layout.offers = objects.offers(layout.entries.len());
    Ok(layout)
}

/// The frames of `sets`, and the objects of their tiles.
fn with_objects(sets: Vec<SetFile>, file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<(Layout, Objects), Reason> {
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let (mut layout, mut objects) = (Layout::default(), Objects::default());
    for set in sets {
        if set.grid.as_ref().is_some_and(|grid| grid.orientation == "isometric") {
            return Err(Reason::unreadable(NAME, "its objects lie on an isometric grid"));
        }
        let folder = folder.join(set.folder());
        let mut templates = Templates::beside(file.path.parent().map(|_| &*folder));
        set.lay_out(&mut layout, &mut objects, &mut templates, sheets)?;
    }
    Ok((layout, objects))
}

fn paired_xml(file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<PairedLayouts, Reason> {
    paired(sets_in_xml(file.text()?)?, file, sheets)
}

/// Reads the tiles of the JSON of `file` with their hitboxes: of a map if it has tile sets.
pub(super) fn paired_json(file: AtlasFile<'_>, is_map: bool, sheets: &mut Sheets<'_>) -> Result<PairedLayouts, Reason> {
    paired(sets_in_json(file, is_map)?, file, sheets)
}

/// The tiles with objects: those of sets in the file itself, as other files are read for themselves.
fn paired(mut sets: Vec<SetFile>, file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<PairedLayouts, Reason> {
    sets.retain(|set| set.source.is_none() && set.has_objects());
    let is_only = sets.len() == 1;
    let (layout, objects) = with_objects(sets, file, sheets)?;
    let tile = |frame: usize| {
        let entry = &layout.entries[frame];
        let id = entry.index.unwrap_or_default();
        let name = if is_only { id.to_string() } else { format!("{}:{id}", entry.name) };
        (name, entry.source)
    };
    let (hitboxes, left_out) = objects.paired(tile);
    let layouts = if hitboxes.is_empty() { Vec::new() } else { vec![PairedLayout { layout, hitboxes }] };
    Ok(PairedLayouts { layouts, left_out })
}

impl SetFile {
    /// True if a tile of it has objects.
    fn has_objects(&self) -> bool {
        self.tiles.iter().any(|tile| tile.objectgroup.is_some())
    }

    /// The folder of its file, from that of the map, with a slash at its end; empty for that folder itself.
    fn folder(&self) -> &str {
        self.path.rfind(['/', '\\']).map_or("", |at| &self.path[..=at])
    }

    /// Adds its tiles to the frames, and their objects to the hitboxes.
    fn lay_out(
        self,
        layout: &mut Layout,
        objects: &mut Objects,
        templates: &mut Templates<'_>,
        sheets: &mut Sheets<'_>,
    ) -> Result<(), Reason> {
        let name: Arc<str> = if self.name.is_empty() { "tile" } else { &self.name }.into();
        let (folder, first) = (self.folder().to_owned(), layout.entries.len());
        if let Some(image) = &self.image {
            let cell = Size::new(self.tilewidth, self.tileheight);
            let grid = Grid { cell, margin: self.margin, spacing: self.spacing };
            let sheet = sheet_name(&folder, image)?;
            let cells = grid.cells(image.size(self.imagewidth, self.imageheight, &sheet, sheets)?);
            objects.leave_out("key colour", usize::from(image.0.trans.is_some() || self.transparentcolor.is_some()));
            layout.begin(sheet);
            for (id, cell) in (0..).zip(cells) {
                push(layout, &name, id, cell)?;
            }
        }
        for tile in self.tiles {
            objects.leave_out("animation", usize::from(tile.animation.is_some()));
            let mut frame = first.saturating_add(tile.id as usize);
            if let Some(image) = &tile.image {
                let sheet = sheet_name(&folder, image)?;
                let whole = image.size(tile.imagewidth, tile.imageheight, &sheet, sheets)?;
                let size = Size::new(tile.width.unwrap_or(whole.width), tile.height.unwrap_or(whole.height));
                frame = layout.entries.len();
                layout.begin(sheet);
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

/// The name of an image, from the folder of the opened file, of a set whose file is in `folder`, from there.
fn sheet_name(folder: &str, ImageFile(image): &ImageFile) -> Result<String, Reason> {
    let source = &image.source;
    if source.is_empty() {
        return Err(Reason::unreadable(NAME, "an image of it has no source"));
    }
    let is_absolute = Path::new(source).is_absolute() || source.contains(':');
    Ok(if is_absolute { source.clone() } else { format!("{folder}{source}") })
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
