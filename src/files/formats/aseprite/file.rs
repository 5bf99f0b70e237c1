//! An Aseprite file, its chunks read and its pixels unpacked.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::{sync::Arc, time::Duration};

use super::fields::{Fields, damaged, unsupported};
use super::{blend::BlendMode, palette::Colors, slices::Slice};
use crate::files::Reason;
use maskscope_core::geom::{Cell, Size};
use maskscope_core::scene::{ImageLayer, ImageLayers, Tag};

/// Cost of drawing a pixel by a blend mode that reads more than alpha, relative to one that does not.
const BLENDED: u64 = 4;

/// The beginning of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileHeader {
    /// The number of frames that follow.
    pub frames: u16,
    /// Columns and rows of the canvas.
    pub size: Size,
    /// Bits of a pixel.
    pub depth: u16,
    flags: u32,
    /// Duration of a frame without its own.
    pub duration: Duration,
    /// The colour index that is clear, but on a background.
    pub clear_index: u8,
    /// The number of colours the palette has before any chunk defines them.
    pub colors: u16,
}

impl FileHeader {
    pub(super) const BYTES: usize = 128;

    pub(super) fn read(bytes: &[u8]) -> Result<Self, Reason> {
        let mut fields = Fields(bytes).part(Self::BYTES)?;
        fields.part(6)?;
        let frames = fields.word()?;
        let size = Size::new(fields.word()?.into(), fields.word()?.into());
        let (depth, flags) = (fields.word()?, fields.long()?);
        let duration = Duration::from_millis(fields.word()?.into());
        fields.part(8)?;
        let clear_index = fields.byte()?;
        fields.part(3)?;
        Ok(Self { frames, size, depth, flags, duration, clear_index, colors: fields.word()? })
    }

    /// True if layers have an opacity.
    pub(super) const fn has_opacities(&self) -> bool {
        self.flags & 1 != 0
    }

    /// True if groups are put together first, and then drawn with a mode and an opacity of their own.
    pub(super) const fn composes_groups(&self) -> bool {
        self.flags & 2 != 0
    }
}

/// Storage of the pixels of a file.
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

/// A layer, or a group of layers.
#[derive(Debug)]
pub(super) struct AsepriteLayer {
    pub name: String,
    /// The group around it, and the number of groups.
    pub around: Option<u16>,
    pub depth: usize,
    /// Hidden itself, whatever is around it.
    pub is_hidden: bool,
    /// There for reference only.
    pub is_reference: bool,
    /// The reason why it cannot be drawn.
    pub fault: Option<String>,
    /// Neither hidden, nor in a group that is, nor there for reference only.
    pub is_visible: bool,
    pub is_background: bool,
    pub is_group: bool,
    pub blend: BlendMode,
    pub opacity: u8,
    /// The tileset of a layer of tiles.
    pub tileset: Option<u32>,
    /// The group that it is drawn into; `None` for the canvas.
    pub group: Option<u16>,
    /// Its place among all that is drawn into the same group, from the bottom up.
    pub order: u16,
}

/// Content of a layer in a frame.
#[derive(Debug)]
pub(super) struct Cel {
    /// Its top left corner on the canvas.
    pub origin: Cell,
    pub opacity: u8,
    /// Offset of its height among the layers.
    pub z_index: i16,
    pub content: CelContent,
}

/// The pixels of a cel.
#[derive(Debug)]
pub(super) enum CelContent {
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
    /// Its number in its set; `None` if nothing is drawn.
    pub number: Option<u32>,
    /// Mirrored left to right, top to bottom, and about the diagonal from its top left.
    pub flips: [bool; 3],
}

/// Tiles of one size, one below the other.
#[derive(Debug, Default)]
pub(super) struct Tileset {
    pub count: u32,
    pub tile: Size,
    /// `None` if they are in another file.
    pub pixels: Option<Vec<u8>>,
    /// True if nothing is drawn where tile 0 stands.
    pub zero_is_empty: bool,
}

/// A frame.
#[derive(Debug)]
pub(super) struct StoredFrame {
    pub duration: Duration,
    /// Of its pixels, where they are numbers.
    pub colors: Arc<Colors>,
    /// By layer.
    pub cels: BTreeMap<u16, Cel>,
}

/// An Aseprite file.
#[derive(Debug)]
pub(super) struct File {
    pub header: FileHeader,
    pub depth: Depth,
    pub layers: Vec<AsepriteLayer>,
    pub tilesets: HashMap<u32, Tileset>,
    pub frames: Vec<StoredFrame>,
    pub tags: Vec<Tag>,
    pub slices: Vec<Slice>,
}

impl File {
    /// The cel whose pixels `cel` on `layer` shows: itself, or the one that it links to.
    pub(super) fn shown<'a>(&'a self, layer: u16, cel: &'a Cel) -> Option<&'a Cel> {
        match cel.content {
            CelContent::Link(frame) => {
                self.frames.get(usize::from(frame))?.cels.get(&layer).filter(|cel| !cel.is_link())
            }
            _ => Some(cel),
        }
    }

    /// A link to the cel on `layer` in `frame`, or to the one that this links to.
    pub(super) fn link(&self, layer: u16, frame: u16) -> CelContent {
        match self.frames.get(usize::from(frame)).and_then(|frame| frame.cels.get(&layer)) {
            Some(Cel { content: CelContent::Link(first), .. }) => CelContent::Link(*first),
            _ => CelContent::Link(frame),
        }
    }

    /// The tileset of a layer of tiles.
    pub(super) fn tileset(&self, layer: u16) -> Option<&Tileset> {
        self.tilesets.get(&self.layers.get(usize::from(layer))?.tileset?)
    }

    /// Shows the layers and groups of these names alone: a group as the file shows it.
    pub(super) fn show_only(&mut self, names: &[String]) -> Result<(), Reason> {
        self.layers().check(names).map_err(|why| Reason::Refused(why.to_string()))?;
        let names: HashSet<&str> = names.iter().map(String::as_str).collect();
        // A group stands before what is in it.
        for number in 0..self.layers.len() {
            let AsepriteLayer { name, around, is_hidden, is_reference, fault, .. } = &self.layers[number];
            let is_in_sight = around.is_some_and(|group| self.layers[usize::from(group)].is_visible);
            let is_visible = !is_reference && (names.contains(&**name) || !is_hidden && is_in_sight);
            if let Some(fault) = fault.as_ref().filter(|_| is_visible) {
                return Err(unsupported(fault));
            }
            self.layers[number].is_visible = is_visible;
        }
        Ok(())
    }

    /// All layers that may be part of the picture.
    pub(super) fn layers(&self) -> ImageLayers {
        let layer = |AsepriteLayer { name, depth, is_group, is_visible, .. }: &AsepriteLayer| ImageLayer {
            name: name.clone(),
            depth: *depth,
            is_group: *is_group,
            is_shown: *is_visible,
        };
        let all = self.layers.iter().filter(|layer| !layer.is_reference).map(layer).collect();
        ImageLayers { all, chosen: None }
    }

    /// Refuses cels in sight that show what is not there, or not in this file, or in one of the `broken` tilesets.
    pub(super) fn check(&self, mut broken: HashMap<u32, Reason>) -> Result<(), Reason> {
        for (&layer, cel) in self.frames.iter().flat_map(|frame| &frame.cels) {
            let AsepriteLayer { is_visible: true, tileset, .. } = self.layers[usize::from(layer)] else { continue };
            match &cel.content {
                CelContent::Tiles { .. } => match self.tileset(layer) {
                    None => {
                        let reason = tileset.and_then(|id| broken.remove(&id));
                        return Err(reason.unwrap_or_else(|| damaged("a tileset is missing")));
                    }
                    Some(Tileset { pixels: None, .. }) => return Err(unsupported("its tiles are in another file")),
                    Some(_) => {}
                },
                CelContent::Link(_) if self.shown(layer, cel).is_none() => {
                    return Err(damaged("a cel links to a frame without one"));
                }
                CelContent::Pixels { .. } | CelContent::Link(_) => {}
            }
        }
        Ok(())
    }

    /// The plan of frame `n`: the layers with a cel and the groups around them, by the group that they are drawn into.
    pub(super) fn plan(&self, n: usize) -> HashMap<Option<u16>, BTreeSet<u16>> {
        let mut plan: HashMap<_, BTreeSet<u16>> = HashMap::new();
        for &number in self.frames[n].cels.keys() {
            let is_drawn = |layer: &AsepriteLayer| layer.is_visible && !layer.is_group;
            let mut next = Some(number).filter(|&number| is_drawn(&self.layers[usize::from(number)]));
            while let Some(number) = next {
                let group = self.layers[usize::from(number)].group;
                let is_new = plan.entry(group).or_default().insert(number);
                next = group.filter(|_| is_new);
            }
        }
        plan
    }

    /// Pixels that are gone through to put all frames together, those of blended layers several times.
    pub(super) fn drawn(&self) -> u64 {
        let of_layer = |frame: &StoredFrame, number: u16| {
            let layer = &self.layers[usize::from(number)];
            let cel = frame.cels.get(&number).and_then(|cel| self.shown(number, cel));
            let pixels = match cel.map(|cel| &cel.content) {
                _ if layer.is_group => self.header.size.area(),
                Some(CelContent::Pixels { size, .. }) => size.area(),
                Some(CelContent::Tiles { size, .. }) => {
                    size.area().saturating_mul(self.tileset(number).map_or(0, |tileset| tileset.tile.area()))
                }
                Some(CelContent::Link(_)) | None => 0,
            };
            pixels.saturating_mul(if layer.blend == BlendMode::Normal { 1 } else { BLENDED })
        };
        let of_frame = |(n, frame)| {
            let numbers = self.plan(n).into_values().flatten();
            numbers.map(|number| of_layer(frame, number)).fold(0, u64::saturating_add)
        };
        self.frames.iter().enumerate().map(of_frame).fold(0, u64::saturating_add)
    }
}

impl Cel {
    const fn is_link(&self) -> bool {
        matches!(self.content, CelContent::Link(_))
    }
}
