//! An Aseprite file, its chunks read and its pixels unpacked.

use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

use super::{
    blend::Blend,
    fields::{Fields, damaged},
};
use crate::{
    files::Reason,
    geom::{Cell, Size},
    scene::Tag,
};

/// How many times longer it takes to draw a pixel by a blend mode that looks at more than alpha.
const BLENDED: u64 = 4;

/// The beginning of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    /// How many frames follow.
    pub frames: u16,
    /// Columns and rows of the canvas.
    pub size: Size,
    /// Bits of a pixel.
    pub depth: u16,
    pub flags: u32,
    /// The colour index that is clear, but on a background.
    pub clear_index: u8,
}

impl Header {
    pub(super) const BYTES: usize = 128;

    pub(super) fn read(bytes: &[u8]) -> Result<Self, Reason> {
        let mut fields = Fields(bytes).part(Self::BYTES)?;
        fields.part(6)?;
        let frames = fields.word()?;
        let size = Size::new(fields.word()?.into(), fields.word()?.into());
        let (depth, flags) = (fields.word()?, fields.long()?);
        fields.part(10)?;
        Ok(Self { frames, size, depth, flags, clear_index: fields.byte()? })
    }
}

/// How the pixels of a file are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    Indexed,
    Grey,
    Rgba,
}

impl Depth {
    pub(super) const fn bytes(self) -> u64 {
        match self {
            Self::Indexed => 1,
            Self::Grey => 2,
            Self::Rgba => 4,
        }
    }
}

/// A layer. Cels on a group are not drawn, nor are those on a layer for reference.
#[derive(Debug)]
pub(super) struct Layer {
    pub is_visible: bool,
    pub is_background: bool,
    pub blend: Blend,
    pub opacity: u8,
    /// The tileset of a layer of tiles.
    pub tileset: Option<u32>,
}

/// What a layer shows in a frame.
#[derive(Debug)]
pub(super) struct Cel {
    /// Its top left corner on the canvas.
    pub origin: Cell,
    pub opacity: u8,
    /// How many layers higher it is drawn.
    pub z_index: i16,
    pub content: Content,
}

/// The pixels of a cel.
#[derive(Debug)]
pub(super) enum Content {
    /// As they are stored, row by row.
    Pixels { size: Size, pixels: Vec<u8> },
    /// Those of the same layer in another frame.
    Link(u16),
    /// Those of tiles, row by row.
    Tiles { size: Size, tiles: Vec<Tile> },
}

/// A tile on the canvas.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    /// Its number in its set; `None` where nothing is drawn.
    pub number: Option<u32>,
    /// Mirrored left to right, top to bottom, and about the diagonal from its top left.
    pub flips: [bool; 3],
}

/// Tiles of one size, one below the other.
#[derive(Debug, Default)]
pub(super) struct Tileset {
    pub count: u32,
    pub tile: Size,
    pub pixels: Vec<u8>,
}

/// A frame.
#[derive(Debug)]
pub(super) struct StoredFrame {
    pub duration: Duration,
    /// By layer.
    pub cels: BTreeMap<u16, Cel>,
}

/// An Aseprite file.
#[derive(Debug)]
pub(super) struct File {
    pub header: Header,
    pub depth: Depth,
    /// The colours by index, where the file has them.
    pub palette: [Option<[u8; 4]>; 256],
    pub layers: Vec<Layer>,
    pub tilesets: HashMap<u32, Tileset>,
    pub frames: Vec<StoredFrame>,
    pub tags: Vec<Tag>,
}

impl File {
    /// The cel whose pixels `cel` on `layer` shows: itself, or the one that it links to.
    pub(super) fn shown<'a>(&'a self, layer: u16, cel: &'a Cel) -> Option<&'a Cel> {
        match cel.content {
            Content::Link(frame) => self.frames.get(usize::from(frame))?.cels.get(&layer).filter(|cel| !cel.is_link()),
            _ => Some(cel),
        }
    }

    /// The tileset of a layer of tiles.
    pub(super) fn tileset(&self, layer: u16) -> Option<&Tileset> {
        self.tilesets.get(&self.layers.get(usize::from(layer))?.tileset?)
    }

    /// Refuses cels that show what is not there.
    pub(super) fn check(&self) -> Result<(), Reason> {
        for (&layer, cel) in self.frames.iter().flat_map(|frame| &frame.cels) {
            match &cel.content {
                Content::Pixels { pixels, .. } => self.check_colors(pixels)?,
                Content::Tiles { tiles, .. } => {
                    let Some(tileset) = self.tileset(layer) else { return Err(damaged("a tileset is missing")) };
                    if tiles.iter().any(|tile| tile.number.is_some_and(|number| number >= tileset.count)) {
                        return Err(damaged("a tile is not in its tileset"));
                    }
                }
                Content::Link(_) if self.shown(layer, cel).is_none() => {
                    return Err(damaged("a cel links to a frame without one"));
                }
                Content::Link(_) => {}
            }
        }
        self.tilesets.values().try_for_each(|tileset| self.check_colors(&tileset.pixels))
    }

    /// Refuses colour indices that the palette lacks.
    fn check_colors(&self, pixels: &[u8]) -> Result<(), Reason> {
        let is_missing = |index: &u8| self.palette[usize::from(*index)].is_none();
        if self.depth == Depth::Indexed && pixels.iter().any(is_missing) {
            return Err(damaged("a pixel has a colour that the palette lacks"));
        }
        Ok(())
    }

    /// Pixels that are gone through to put all frames together, those of blended layers several times.
    pub(super) fn drawn(&self) -> u64 {
        let cels = self.frames.iter().flat_map(|frame| &frame.cels);
        let drawn = cels.filter_map(|(&layer, cel)| {
            let pixels = match &self.shown(layer, cel)?.content {
                Content::Pixels { size, .. } => size.area(),
                Content::Tiles { size, .. } => size.area().saturating_mul(self.tileset(layer)?.tile.area()),
                Content::Link(_) => 0,
            };
            let weight = if self.layers.get(usize::from(layer))?.blend == Blend::Normal { 1 } else { BLENDED };
            Some(pixels.saturating_mul(weight))
        });
        drawn.fold(0, u64::saturating_add)
    }
}

impl Cel {
    const fn is_link(&self) -> bool {
        matches!(self.content, Content::Link(_))
    }
}
