//! Reads the chunks of an Aseprite file.
//!
//! ```text
//! header, 128 bytes          length · A5E0 · frames · width · height · bits per pixel · flags · … · clear index · …
//! frame, 16 bytes            length · F1FA · chunks · duration · …
//!   chunk, 6 bytes           length · kind
//!     palette                … · first · last · … · flags and colour of each · its name, by its flags
//!     layer                  flags · kind · level of nesting · … · blend mode · opacity · … · name · tileset
//!     cel                    layer · place · opacity · how it is stored · z-index · … · width · height · pixels
//!     tileset                number · flags · tiles · width · height · … · name · … · pixels
//!     tags                   how many · … · first · last · … · name of each
//! ```
//!
//! Chunks of other kinds say nothing about the pixels, or are colour profiles, and are passed over: nothing is
//! colour-managed here. Source: `docs/ase-file-specs.md` of Aseprite.

use std::{
    collections::{BTreeMap, HashMap},
    io::Read,
    time::Duration,
};

use flate2::read::ZlibDecoder;

use super::{
    blend::Blend,
    fields::{Fields, damaged},
    file::{Cel, Content, Depth, File, Header, Layer, StoredFrame, Tile, Tileset},
};
use crate::{
    files::{Limits, Reason},
    geom::{Cell, Size},
    scene::Tag,
};

/// Memory of one cel beside its pixels.
const CEL_BYTES: u64 = 128;

impl File {
    /// Reads a file; refuses one that ends early or contradicts itself, and one that takes more memory than `limits` allow
    /// where `pictures` of its frames are put together, or more time.
    pub(super) fn read(bytes: &[u8], header: Header, pictures: u16, limits: &Limits) -> Result<Self, Reason> {
        let mut fields = Fields(bytes);
        fields.part(Header::BYTES)?;
        let mut reader = Reader::new(header, limits.decoder_bytes(bytes)?)?;
        reader.take(4 * u64::from(pictures) * header.size.area())?;
        for _ in 0..header.frames {
            let mut frame = fields.part(16)?;
            frame.part(6)?;
            let old_count = frame.word()?;
            let duration = Duration::from_millis(frame.word()?.into());
            frame.part(2)?;
            let count = match frame.long()? {
                0 => old_count.into(),
                count => count,
            };
            reader.file.frames.push(StoredFrame { duration, cels: BTreeMap::new() });
            for _ in 0..count {
                reader.chunk(&mut fields)?;
            }
        }
        let file = reader.file;
        file.check()?;
        limits.check_layers(file.drawn())?;
        Ok(file)
    }
}

/// The part of a file that has been read.
struct Reader {
    file: File,
    /// Bytes that may still be unpacked and kept.
    left: u64,
    /// Whether each group around the next layer is visible, the outermost first.
    groups: Vec<bool>,
}

impl Reader {
    fn new(header: Header, limit: u64) -> Result<Self, Reason> {
        let depth = match header.depth {
            8 => Depth::Indexed,
            16 => Depth::Grey,
            32 => Depth::Rgba,
            bits => return Err(damaged(&format!("its pixels have {bits} bits; there are 8, 16 and 32"))),
        };
        let file = File {
            header,
            depth,
            palette: [None; 256],
            layers: Vec::new(),
            tilesets: HashMap::new(),
            frames: Vec::new(),
            tags: Vec::new(),
        };
        Ok(Self { file, left: limit, groups: Vec::new() })
    }

    /// Refuses to keep `bytes` more, where that would be too many.
    fn take(&mut self, bytes: u64) -> Result<(), Reason> {
        self.left = self.left.checked_sub(bytes).ok_or(Reason::TooMuchMemory)?;
        Ok(())
    }

    /// Reads the next chunk of `fields`.
    fn chunk(&mut self, fields: &mut Fields<'_>) -> Result<(), Reason> {
        let length = usize::try_from(fields.long()?).map_err(|_| Reason::TooMuchMemory)?;
        let kind = fields.word()?;
        let mut chunk = fields.part(length.checked_sub(6).ok_or_else(|| damaged("a chunk has no length"))?)?;
        match kind {
            0x0004 => self.old_palette(&mut chunk, |level| level),
            // Levels from 0 to 63: the upper bits stand for the lower ones, so that 63 becomes 255.
            0x0011 => self.old_palette(&mut chunk, |level| level << 2 | level >> 4),
            0x2004 => self.layer(&mut chunk),
            0x2005 => self.cel(&mut chunk),
            0x2008 => external_files(&mut chunk),
            0x2018 => self.tags(&mut chunk),
            0x2019 => self.palette(&mut chunk),
            0x2023 => self.tileset(&mut chunk),
            _ => Ok(()),
        }
    }

    fn palette(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        const NAMED: u16 = 1;
        chunk.part(4)?;
        let (first, last) = (chunk.long()?, chunk.long()?);
        chunk.part(8)?;
        for index in first..=last {
            let flags = chunk.word()?;
            let color = [chunk.byte()?, chunk.byte()?, chunk.byte()?, chunk.byte()?];
            if flags & NAMED != 0 {
                chunk.text()?;
            }
            self.set_color(index, color);
        }
        Ok(())
    }

    /// A palette as files had it before there was alpha in it: where a file has both, the other counts.
    fn old_palette(&mut self, chunk: &mut Fields<'_>, level: fn(u8) -> u8) -> Result<(), Reason> {
        let is_known = self.file.palette.iter().any(Option::is_some);
        let mut index = 0;
        for _ in 0..chunk.word()? {
            index += u32::from(chunk.byte()?);
            let count = match chunk.byte()? {
                0 => 256,
                count => u32::from(count),
            };
            for _ in 0..count {
                let [red, green, blue] = [chunk.byte()?, chunk.byte()?, chunk.byte()?].map(level);
                if !is_known {
                    self.set_color(index, [red, green, blue, 255]);
                }
                index += 1;
            }
        }
        Ok(())
    }

    fn set_color(&mut self, index: u32, color: [u8; 4]) {
        let place = usize::try_from(index).ok().and_then(|index| self.file.palette.get_mut(index));
        if let Some(place) = place {
            *place = Some(color);
        }
    }

    fn layer(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        const VISIBLE: u16 = 1;
        const BACKGROUND: u16 = 8;
        const REFERENCE: u16 = 64;
        /// Of the header: layers have an opacity.
        const WITH_OPACITY: u32 = 1;
        const GROUP: u16 = 1;
        const OF_TILES: u16 = 2;
        let (flags, kind, level) = (chunk.word()?, chunk.word()?, usize::from(chunk.word()?));
        chunk.part(4)?;
        let mode = chunk.word()?;
        let opacity = chunk.byte()?;
        chunk.part(3)?;
        chunk.text()?;
        let tileset = if kind == OF_TILES { Some(chunk.long()?) } else { None };
        if level > self.groups.len() {
            return Err(damaged("its layers are nested too deeply"));
        }
        self.groups.truncate(level);
        let is_visible = flags & VISIBLE != 0 && self.groups.last().is_none_or(|is_visible| *is_visible);
        self.groups.push(is_visible);
        self.file.layers.push(Layer {
            is_visible: is_visible && kind != GROUP && flags & REFERENCE == 0,
            is_background: flags & BACKGROUND != 0,
            blend: Blend::numbered(mode).ok_or_else(|| damaged(&format!("a layer is blended by mode {mode}")))?,
            opacity: if self.file.header.flags & WITH_OPACITY != 0 { opacity } else { u8::MAX },
            tileset,
        });
        Ok(())
    }

    fn cel(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        let layer = chunk.word()?;
        if usize::from(layer) >= self.file.layers.len() {
            return Err(damaged(&format!("a cel is on layer {layer} of {}", self.file.layers.len())));
        }
        self.take(CEL_BYTES)?;
        let origin = Cell::new(chunk.short()?.into(), chunk.short()?.into());
        let (opacity, stored, z_index) = (chunk.byte()?, chunk.word()?, chunk.short()?);
        chunk.part(5)?;
        let content = match stored {
            0 => {
                let (size, bytes) = self.picture(chunk)?;
                self.take(bytes)?;
                let pixels = chunk.part(usize::try_from(bytes).map_err(|_| Reason::TooMuchMemory)?)?;
                Content::Pixels { size, pixels: pixels.0.to_vec() }
            }
            1 => Content::Link(chunk.word()?),
            2 => {
                let (size, bytes) = self.picture(chunk)?;
                Content::Pixels { size, pixels: self.unpacked(chunk, bytes)? }
            }
            3 => self.tiles(chunk)?,
            kind => return Err(damaged(&format!("a cel is stored in way {kind}"))),
        };
        let frame = self.file.frames.last_mut().expect("chunks stand in a frame");
        let before = frame.cels.insert(layer, Cel { origin, opacity, z_index, content });
        before.map_or(Ok(()), |_| Err(damaged(&format!("a frame has two cels on layer {layer}"))))
    }

    /// The size of a cel, which the next two fields say, and how many bytes its pixels take.
    fn picture(&self, chunk: &mut Fields<'_>) -> Result<(Size, u64), Reason> {
        let size = Size::new(chunk.word()?.into(), chunk.word()?.into());
        Ok((size, size.area() * self.file.depth.bytes()))
    }

    fn tiles(&mut self, chunk: &mut Fields<'_>) -> Result<Content, Reason> {
        let (size, bits) = (Size::new(chunk.word()?.into(), chunk.word()?.into()), chunk.word()?);
        if bits != 32 {
            return Err(damaged(&format!("its tiles have {bits} bits; there are 32")));
        }
        let number = chunk.long()?;
        let flips = [chunk.long()?, chunk.long()?, chunk.long()?];
        chunk.part(10)?;
        // Each becomes three times as long, beside what it is made of.
        self.take(12 * size.area())?;
        let packed = self.unpacked(chunk, 4 * size.area())?;
        let tile = |bytes: &[u8; 4]| {
            let bits = u32::from_le_bytes(*bytes);
            let is_empty = bits == u32::MAX;
            Tile { number: (!is_empty).then_some(bits & number), flips: flips.map(|flip| bits & flip != 0) }
        };
        Ok(Content::Tiles { size, tiles: packed.as_chunks().0.iter().map(tile).collect() })
    }

    fn tileset(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        const IN_ANOTHER_FILE: u32 = 1;
        const IN_THIS_FILE: u32 = 2;
        let (id, flags, count) = (chunk.long()?, chunk.long()?, chunk.long()?);
        let tile = Size::new(chunk.word()?.into(), chunk.word()?.into());
        chunk.part(16)?;
        chunk.text()?;
        if flags & IN_ANOTHER_FILE != 0 {
            chunk.part(8)?;
        }
        if flags & IN_THIS_FILE != 0 {
            chunk.part(4)?;
            let bytes = u64::from(count).saturating_mul(tile.area()).saturating_mul(self.file.depth.bytes());
            let pixels = self.unpacked(chunk, bytes)?;
            self.file.tilesets.insert(id, Tileset { count, tile, pixels });
        }
        Ok(())
    }

    fn tags(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        let count = chunk.word()?;
        chunk.part(8)?;
        for _ in 0..count {
            let (first, last) = (chunk.word()?, chunk.word()?);
            chunk.part(13)?;
            let name = String::from_utf8_lossy(chunk.text()?);
            let frames = usize::from(self.file.header.frames);
            self.file.tags.extend(Tag::within(&name, first.into(), last.into(), frames));
        }
        Ok(())
    }

    /// The zlib stream in the rest of `chunk`, which must unpack to exactly `bytes`.
    fn unpacked(&mut self, chunk: &Fields<'_>, bytes: u64) -> Result<Vec<u8>, Reason> {
        self.take(bytes)?;
        let mut unpacked = Vec::with_capacity(usize::try_from(bytes).map_err(|_| Reason::TooMuchMemory)?);
        match ZlibDecoder::new(chunk.0).take(bytes + 1).read_to_end(&mut unpacked) {
            Ok(length) if length as u64 == bytes => Ok(unpacked),
            Ok(_) => Err(damaged("packed pixels are not as many as it says")),
            Err(error) => Err(damaged(&error.to_string())),
        }
    }
}

/// Each of as many as the chunk says takes at least 14 bytes.
fn external_files(chunk: &mut Fields<'_>) -> Result<(), Reason> {
    let count = u64::from(chunk.long()?);
    if count * 14 > chunk.0.len() as u64 { Err(damaged("it has fewer external files than it says")) } else { Ok(()) }
}
