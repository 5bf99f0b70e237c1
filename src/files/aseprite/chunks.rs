//! A first look at an Aseprite file: whether it is whole, and what unpacking it takes.
//!
//! ```text
//! header, 128 bytes          length · A5E0 · frames · width · height · bits per pixel · …
//! frame, 16 bytes            length · F1FA · chunks · duration · …
//!   chunk, 6 bytes           length · kind
//!     layer                  flags · kind · level of nesting · … · blend mode · …
//!     cel                    layer · place · opacity · how it is stored · … · width · height · pixels
//!     tileset                … · tiles · width · height · … · pixels
//!     external files         how many · …
//! ```
//!
//! All numbers are little-endian. Source: `docs/ase-file-specs.md` of Aseprite.

use std::{
    collections::HashMap,
    io::{self, Read},
};

use flate2::read::ZlibDecoder;

use super::FORMAT;
use crate::{
    files::{Limits, Reason},
    geom::Size,
};

/// Layers in groups in groups: deeper ones would take their reader's stack.
const MOST_LEVELS: u16 = 256;

/// How many times longer it takes to draw a pixel by a blend mode that looks at more than alpha.
const BLENDED: u64 = 4;

/// Memory of one cel beside its pixels, whether a frame has it or not.
const CEL_BYTES: u64 = 64;

/// The beginning of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    /// How many frames follow.
    pub frames: u16,
    /// Columns and rows of the canvas.
    pub size: Size,
    /// 1, 2 or 4 for a colour index, for grey with alpha, for RGBA.
    bytes_per_pixel: u64,
}

impl Header {
    const BYTES: usize = 128;

    pub(super) fn read(bytes: &[u8]) -> Result<Self, Reason> {
        let mut fields = Fields(bytes).part(Self::BYTES)?;
        fields.part(6)?;
        let frames = fields.word()?;
        let size = Size::new(fields.word()?.into(), fields.word()?.into());
        Ok(Self { frames, size, bytes_per_pixel: u64::from(fields.word()?) / 8 })
    }
}

/// Refuses a file that ends early, or contradicts itself, or takes more memory than `limits` allow where `pictures` of its
/// frames are put together, or more time.
pub(super) fn check(bytes: &[u8], header: &Header, pictures: u16, limits: &Limits) -> Result<(), Reason> {
    let mut file = Fields(bytes);
    file.part(Header::BYTES)?;
    let mut needs = Needs::new(header, limits.decoder_bytes(bytes)?);
    needs.add(4 * u64::from(pictures) * header.size.area())?;
    for frame_number in 0..header.frames {
        needs.frame = frame_number;
        let mut frame = file.part(16)?;
        frame.part(6)?;
        let old_count = frame.word()?;
        frame.part(4)?;
        let count = match frame.long()? {
            0 => old_count.into(),
            count => count,
        };
        for _ in 0..count {
            needs.chunk(&mut file)?;
        }
    }
    needs.add(needs.layers.len() as u64 * u64::from(header.frames) * CEL_BYTES)?;
    needs.add(needs.largest_copy)?;
    limits.check_layers(needs.drawn())
}

/// What unpacking and putting together takes so far.
struct Needs {
    header: Header,
    /// What is unpacked and kept.
    bytes: u64,
    limit: u64,
    /// How many times the pixels of each layer count.
    layers: Vec<u64>,
    /// The frame whose chunks are looked at.
    frame: u16,
    /// Bytes of the largest cel or tileset, once more while it is unpacked, or as RGBA while it is drawn.
    largest_copy: u64,
    /// Pixels that are gone through to draw the cel of a frame and a layer, those of blended layers several times.
    cels: HashMap<(u16, u16), u64>,
    /// The cels of other frames that are drawn again.
    links: Vec<(u16, u16)>,
    tilings: Tilings,
}

/// Cels of tiles. They are drawn in whole, however little of them is on the canvas.
#[derive(Default)]
struct Tilings {
    cels: u64,
    /// The tiles of all of them.
    tiles: u64,
    /// The pixels of the largest tile, and of the largest set.
    largest_tile: u64,
    largest_set: u64,
}

impl Needs {
    fn new(header: &Header, limit: u64) -> Self {
        Self {
            header: *header,
            bytes: 0,
            limit,
            layers: Vec::new(),
            frame: 0,
            largest_copy: 0,
            cels: HashMap::new(),
            links: Vec::new(),
            tilings: Tilings::default(),
        }
    }

    const fn is_rgba(&self) -> bool {
        self.header.bytes_per_pixel == 4
    }

    /// Pixels that are gone through to put all frames together.
    fn drawn(&self) -> u64 {
        let linked: u64 = self.links.iter().filter_map(|link| self.cels.get(link)).sum();
        let Tilings { cels, tiles, largest_tile, largest_set } = self.tilings;
        let tiled = tiles.saturating_mul(largest_tile);
        let copied = if self.is_rgba() { 0 } else { cels.saturating_mul(largest_set) };
        [self.cels.values().sum(), linked, tiled, copied].into_iter().fold(0, u64::saturating_add)
    }

    /// Looks at the next chunk of `file`.
    fn chunk(&mut self, file: &mut Fields<'_>) -> Result<(), Reason> {
        let length = usize::try_from(file.long()?).map_err(|_| Reason::TooMuchMemory)?;
        let kind = file.word()?;
        let mut chunk = file.part(length.checked_sub(6).ok_or_else(|| damaged("a chunk has no length"))?)?;
        match kind {
            0x2004 => self.layer(&mut chunk),
            0x2005 => self.cel(&mut chunk),
            0x2008 => external_files(&mut chunk),
            0x2023 => self.tileset(&mut chunk),
            _ => Ok(()),
        }
    }

    fn layer(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        chunk.part(4)?;
        let level = chunk.word()?;
        chunk.part(4)?;
        let is_plain = chunk.word()? == 0;
        self.layers.push(if is_plain { 1 } else { BLENDED });
        if level > MOST_LEVELS { Err(damaged("its layers are nested too deeply")) } else { Ok(()) }
    }

    fn cel(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        let layer = chunk.word()?;
        let Some(&weight) = self.layers.get(usize::from(layer)) else {
            return Err(damaged(&format!("a cel is on layer {layer} of {}", self.layers.len())));
        };
        chunk.part(5)?;
        let stored = chunk.word()?;
        chunk.part(7)?;
        // As pixels, as a link to another frame, as packed pixels, as packed tiles.
        match stored {
            0 => {
                let bytes = self.picture(layer, weight, chunk)?;
                self.add(bytes)
            }
            1 => {
                self.links.push((chunk.word()?, layer));
                Ok(())
            }
            2 => {
                let bytes = self.picture(layer, weight, chunk)?;
                self.unpacked(chunk, bytes)
            }
            3 => {
                let tiles = u64::from(chunk.word()?) * u64::from(chunk.word()?);
                let bytes = tiles * u64::from(chunk.word()?) / 8;
                chunk.part(26)?;
                self.tilings.cels += 1;
                self.tilings.tiles = self.tilings.tiles.saturating_add(weight * tiles);
                // Each becomes twice as long, beside what it is made of.
                self.add(2 * bytes)?;
                self.unpacked(chunk, bytes)
            }
            _ => Ok(()),
        }
    }

    /// Counts the cel on `layer`, which is as large as the next two fields say; answers its bytes.
    fn picture(&mut self, layer: u16, weight: u64, chunk: &mut Fields<'_>) -> Result<u64, Reason> {
        let size = Size::new(chunk.word()?.into(), chunk.word()?.into());
        // Of RGBA the rows beyond the canvas are passed over; of the others all pixels become RGBA first.
        let rows = if self.is_rgba() { size.height.min(self.header.size.height) } else { size.height };
        self.cels.insert((self.frame, layer), weight * Size::new(size.width, rows).area());
        Ok(self.copied(size.area()))
    }

    /// The bytes of so many pixels.
    fn copied(&mut self, pixels: u64) -> u64 {
        self.largest_copy = self.largest_copy.max(pixels.saturating_mul(4));
        pixels.saturating_mul(self.header.bytes_per_pixel)
    }

    fn tileset(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        const IN_ANOTHER_FILE: u32 = 1;
        const IN_THIS_FILE: u32 = 2;
        chunk.part(4)?;
        let (flags, tiles) = (chunk.long()?, u64::from(chunk.long()?));
        let tile = u64::from(chunk.word()?) * u64::from(chunk.word()?);
        let set = tiles.saturating_mul(tile);
        self.tilings.largest_tile = self.tilings.largest_tile.max(tile);
        self.tilings.largest_set = self.tilings.largest_set.max(set);
        let bytes = self.copied(set);
        chunk.part(16)?;
        let name = chunk.word()?;
        chunk.part(name.into())?;
        if flags & IN_ANOTHER_FILE != 0 {
            chunk.part(8)?;
        }
        if flags & IN_THIS_FILE == 0 {
            return Ok(());
        }
        chunk.part(4)?;
        self.unpacked(chunk, bytes)
    }

    /// Counts the zlib stream in the rest of `chunk`, which must unpack to exactly `bytes`.
    fn unpacked(&mut self, chunk: &Fields<'_>, bytes: u64) -> Result<(), Reason> {
        self.add(bytes)?;
        let unpacked = io::copy(&mut ZlibDecoder::new(chunk.0).take(bytes + 1), &mut io::sink());
        match unpacked {
            Ok(length) if length == bytes => Ok(()),
            Ok(_) => Err(damaged("packed pixels are not as many as it says")),
            Err(error) => Err(damaged(&error.to_string())),
        }
    }

    fn add(&mut self, bytes: u64) -> Result<(), Reason> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.limit { Err(Reason::TooMuchMemory) } else { Ok(()) }
    }
}

/// Room is made for as many as the chunk says, each of which takes at least 14 bytes.
fn external_files(chunk: &mut Fields<'_>) -> Result<(), Reason> {
    let count = u64::from(chunk.long()?);
    if count * 14 > chunk.0.len() as u64 { Err(damaged("it has fewer external files than it says")) } else { Ok(()) }
}

fn damaged(detail: &str) -> Reason {
    Reason::damaged(FORMAT, detail)
}

/// What has not been read yet.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    /// The next `length` bytes.
    fn part(&mut self, length: usize) -> Result<Self, Reason> {
        let (part, rest) = self.0.split_at_checked(length).ok_or(Reason::CutShort(FORMAT))?;
        self.0 = rest;
        Ok(Self(part))
    }

    fn array<const N: usize>(&mut self) -> Result<&'a [u8; N], Reason> {
        let (array, rest) = self.0.split_first_chunk().ok_or(Reason::CutShort(FORMAT))?;
        self.0 = rest;
        Ok(array)
    }

    /// Two bytes.
    fn word(&mut self) -> Result<u16, Reason> {
        self.array().copied().map(u16::from_le_bytes)
    }

    /// Four bytes.
    fn long(&mut self) -> Result<u32, Reason> {
        self.array().copied().map(u32::from_le_bytes)
    }
}
