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
//!     slice                  how many keys · flags · … · name · frame, x, y, width and height of each key · … by the flags
//! ```
//!
//! Chunks of other kinds say nothing about the pixels, or are colour profiles, and are passed over: nothing is
//! colour-managed here. What is not the picture (tags, slices, names, a palette beside colours, what only hidden layers show) is
//! left out where it is damaged or breaks off. Source: `docs/ase-file-specs.md` of Aseprite.

use std::collections::{BTreeMap, HashMap};
use std::{borrow::Cow, io::Read, sync::Arc, time::Duration};

use flate2::read::ZlibDecoder;

use super::fields::{ASEPRITE, Fields, damaged, unsupported};
use super::file::{AsepriteLayer, Cel, CelContent, Depth, File, FileHeader, StoredFrame, Tile, Tileset};
use super::palette::{Colors, IndexedPalette};
use super::{blend::BlendMode, slices::Slice};
use crate::files::{Limits, Reason, reading::remark};
use maskscope_core::geom::{Cell, Size};
use maskscope_core::scene::Tag;
use maskscope_core::words::plural;

/// Memory of one cel beside its pixels.
const CEL_BYTES: u64 = 128;

/// The deepest nesting of groups that are composited first: each level takes a canvas.
const MOST_LEVELS: usize = 64;

impl File {
    /// Reads a file; refuses one that ends early or contradicts itself, and one that takes more memory than `limits` allow
    /// where `pictures` of its frames are put together, or more time. Shown are the layers and groups of the names that are
    /// `chosen`, if any are.
    pub(super) fn read(
        bytes: &[u8],
        header: FileHeader,
        pictures: u16,
        chosen: Option<&[String]>,
        limits: &Limits,
    ) -> Result<Self, Reason> {
        let mut fields = Fields(bytes);
        fields.part(FileHeader::BYTES)?;
        let mut reader = ChunkReader::new(header, limits.decoder_bytes(bytes.len())?)?;
        reader.take(4 * u64::from(pictures) * header.size.area())?;
        for _ in 0..header.frames {
            let before = fields.0.len();
            let mut frame = fields.part(16)?;
            let length = frame.long()?;
            frame.part(2)?;
            let old_count = frame.word()?;
            let duration = match frame.word()? {
                0 => header.duration,
                millis => Duration::from_millis(millis.into()),
            };
            frame.part(2)?;
            let count = match frame.long()? {
                0 => old_count.into(),
                count => count,
            };
            let colors = Arc::clone(&reader.palette.colors);
            reader.file.frames.push(StoredFrame { duration, colors, cels: BTreeMap::new() });
            for n in 0..count {
                reader.chunk(&mut fields, n + 1 == count)?;
            }
            reader.keep_palette()?;
            // Whatever follows the last chunk says nothing.
            let read = before - fields.0.len();
            let rest = usize::try_from(length).unwrap_or(usize::MAX).saturating_sub(read);
            fields.part(rest.min(fields.0.len()))?;
        }
        let levels = reader.levels as u64;
        reader.take(4 * levels * header.size.area())?;
        let ChunkReader { mut file, broken, broken_tilesets, .. } = reader;
        chosen.map_or(Ok(()), |names| file.show_only(names))?;
        file.check(broken_tilesets)?;
        limits.check_layers(file.drawn())?;
        if !broken.is_empty() {
            let parts: Vec<_> = broken.into_iter().map(|(part, amount)| plural(amount, part)).collect();
            remark(&format!("left out, as damaged or cut short: {}", parts.join(", ")));
        }
        Ok(file)
    }
}

/// The part of a file that has been read.
struct ChunkReader {
    file: File,
    /// Bytes that may still be unpacked and kept.
    left: u64,
    /// The layer that was read last at each level of nesting: it is the group around those of the next.
    path: Vec<u16>,
    /// Nesting of groups that are composited first.
    levels: usize,
    /// The number of layers that are drawn into each group so far.
    counts: HashMap<Option<u16>, u16>,
    palette: IndexedPalette,
    /// Parts that are not the picture and could not be read to their end, in the singular, and their amounts.
    broken: BTreeMap<&'static str, u64>,
    /// The reasons why tilesets could not be read: they count only where a layer needs them.
    broken_tilesets: HashMap<u32, Reason>,
}

impl ChunkReader {
    fn new(header: FileHeader, limit: u64) -> Result<Self, Reason> {
        let depth = match header.depth {
            8 => Depth::Indexed,
            16 => Depth::Grey,
            32 => Depth::Rgba,
            bits => return Err(damaged(&format!("its pixels have {bits} bits; there are 8, 16 and 32"))),
        };
        let file = File {
            header,
            depth,
            layers: Vec::new(),
            tilesets: HashMap::new(),
            frames: Vec::new(),
            tags: Vec::new(),
            slices: Vec::new(),
        };
        Ok(Self {
            file,
            left: limit,
            path: Vec::new(),
            levels: 0,
            counts: HashMap::new(),
            palette: IndexedPalette::new(header.colors),
            broken: BTreeMap::new(),
            broken_tilesets: HashMap::new(),
        })
    }

    /// Refuses to keep `bytes` more, where that would be too many.
    fn take(&mut self, bytes: u64) -> Result<(), Reason> {
        self.left = self.left.checked_sub(bytes).ok_or(Reason::TooMuchMemory)?;
        Ok(())
    }

    /// Reads the next chunk of `fields`. If it is the last of its frame and not the picture, it may be cut short.
    fn chunk(&mut self, fields: &mut Fields<'_>, is_last: bool) -> Result<(), Reason> {
        const PALETTES: [u16; 4] = [0x0004, 0x000B, 0x0011, 0x2019];
        const PICTURE: [u16; 3] = [0x2004, 0x2005, 0x2023];
        let length = usize::try_from(fields.long()?).map_err(|_| Reason::TooMuchMemory)?;
        let kind = fields.word()?;
        let is_picture = PICTURE.contains(&kind) || (PALETTES.contains(&kind) && self.file.depth == Depth::Indexed);
        let length = length.checked_sub(6).ok_or_else(|| damaged("a chunk has no length"))?;
        let there = if is_last && !is_picture { length.min(fields.0.len()) } else { length };
        let mut chunk = fields.part(there)?;
        let (part, read) = match kind {
            0x0004 => ("palette", self.palette.read_old(&mut chunk, |level| level)),
            // Levels from 0 to 63: the upper bits stand for the lower ones, so that 63 becomes 255.
            // The specification says 0x0011, Aseprite itself writes and reads 11.
            0x000B | 0x0011 => ("palette", self.palette.read_old(&mut chunk, |level| level << 2 | level >> 4)),
            0x2019 => ("palette", self.palette.read(&mut chunk)),
            0x2004 => return self.layer(&mut chunk),
            0x2005 => return self.cel(&mut chunk),
            0x2023 => return self.tileset(&mut chunk),
            0x2018 => ("tag list", self.tags(&mut chunk)),
            0x2022 => ("slice", self.slice(&mut chunk)),
            _ if there == length => return Ok(()),
            _ => ("last part", Err(Reason::CutShort(ASEPRITE))),
        };
        match read {
            Err(_) if !is_picture => self.leave_out(part),
            read => return read,
        }
        Ok(())
    }

    /// Counts a part that is not the picture and could not be read to its end.
    fn leave_out(&mut self, part: &'static str) {
        *self.broken.entry(part).or_default() += 1;
    }

    /// Gives the palette to the last frame, where a chunk has changed it. The others keep theirs.
    fn keep_palette(&mut self) -> Result<(), Reason> {
        let (frame, now) = (self.file.frames.last_mut().expect("a frame was read"), &self.palette.colors);
        if !Arc::ptr_eq(&frame.colors, now) {
            frame.colors = Arc::clone(now);
            self.take(size_of::<Colors>() as u64)?;
        }
        Ok(())
    }

    fn layer(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        const VISIBLE: u16 = 1;
        const BACKGROUND: u16 = 8;
        const REFERENCE: u16 = 64;
        const GROUP: u16 = 1;
        const OF_TILES: u16 = 2;
        let (flags, kind, level) = (chunk.word()?, chunk.word()?, usize::from(chunk.word()?));
        chunk.part(4)?;
        let mode = chunk.word()?;
        let opacity = chunk.byte()?;
        chunk.part(3)?;
        let name = match chunk.text() {
            Err(error) if kind == OF_TILES => return Err(error),
            Err(_) => {
                self.leave_out("layer name");
                Cow::default()
            }
            Ok(name) => String::from_utf8_lossy(name),
        };
        self.take(name.len() as u64)?;
        let tileset = if kind == OF_TILES { Some(chunk.long()?) } else { None };
        let number = u16::try_from(self.file.layers.len()).map_err(|_| damaged("it has too many layers"))?;
        if level > self.path.len() {
            return Err(damaged("its layers are nested too deeply"));
        }
        self.path.truncate(level);
        let around = self.path.last().copied();
        let is_reference = flags & REFERENCE != 0;
        let is_in_sight = around.is_none_or(|group| self.file.layers[usize::from(group)].is_visible);
        let is_visible = flags & VISIBLE != 0 && !is_reference && is_in_sight;
        let header = self.file.header;
        let composes = header.composes_groups();
        let is_group = |number: &u16| self.file.layers[usize::from(*number)].is_group;
        let group = self.path.last().copied().filter(|number| composes && is_group(number));
        self.path.push(number);
        if composes && kind == GROUP {
            self.levels = self.levels.max(self.path.len());
            if self.levels > MOST_LEVELS {
                return Err(unsupported(&format!("groups are nested more than {MOST_LEVELS} deep")));
            }
        }
        // Of a background, and of groups that are not put together first, these fields say nothing.
        let is_background = flags & BACKGROUND != 0;
        let is_plain = is_background || (kind == GROUP && !composes);
        let blend = BlendMode::numbered(if is_plain { 0 } else { mode });
        let fault = match blend {
            _ if kind > OF_TILES => Some(format!("it has a layer of kind {kind}")),
            None => Some(format!("a layer is blended by mode {mode}")),
            // What is in a group that cannot be drawn cannot be drawn either.
            Some(_) => around.and_then(|group| self.file.layers[usize::from(group)].fault.clone()),
        };
        if let Some(fault) = fault.as_ref().filter(|_| is_visible) {
            return Err(unsupported(fault));
        }
        let count = self.counts.entry(group).or_default();
        let order = if composes { *count } else { number };
        *count = count.saturating_add(1);
        self.file.layers.push(AsepriteLayer {
            name: name.into_owned(),
            around,
            depth: level,
            is_hidden: flags & VISIBLE == 0,
            is_reference,
            fault,
            is_visible,
            is_background,
            is_group: kind == GROUP,
            blend: blend.unwrap_or(BlendMode::Normal),
            opacity: if header.has_opacities() && !is_plain { opacity } else { u8::MAX },
            tileset,
            group,
            order,
        });
        Ok(())
    }

    fn cel(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        let layer = chunk.word()?;
        match self.file.layers.get(usize::from(layer)) {
            None => Err(damaged(&format!("a cel is on layer {layer} of {}", self.file.layers.len()))),
            Some(AsepriteLayer { is_visible: true, .. }) => self.cel_on(layer, chunk),
            Some(_) => {
                self.cel_on(layer, chunk).unwrap_or_else(|_| self.leave_out("hidden cel"));
                Ok(())
            }
        }
    }

    fn cel_on(&mut self, layer: u16, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        self.take(CEL_BYTES)?;
        let origin = Cell::new(chunk.short()?.into(), chunk.short()?.into());
        let (opacity, stored, z_index) = (chunk.byte()?, chunk.word()?, chunk.short()?);
        chunk.part(5)?;
        let content = match stored {
            0 => {
                let (size, bytes) = self.picture(chunk)?;
                self.take(bytes)?;
                let pixels = chunk.part(usize::try_from(bytes).map_err(|_| Reason::TooMuchMemory)?)?;
                CelContent::Pixels { size, pixels: pixels.0.to_vec() }
            }
            1 => self.file.link(layer, chunk.word()?),
            2 => {
                let (size, bytes) = self.picture(chunk)?;
                CelContent::Pixels { size, pixels: self.unpacked(chunk, bytes)? }
            }
            3 => self.tiles(chunk)?,
            kind => return Err(unsupported(&format!("it has a cel of kind {kind}"))),
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

    fn tiles(&mut self, chunk: &mut Fields<'_>) -> Result<CelContent, Reason> {
        let (size, bits) = (Size::new(chunk.word()?.into(), chunk.word()?.into()), chunk.word()?);
        if bits != 32 {
            return Err(unsupported(&format!("its tiles have {bits} bits, not 32")));
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
        Ok(CelContent::Tiles { size, tiles: packed.as_chunks().0.iter().map(tile).collect() })
    }

    /// Reads a tileset; one that is damaged is the fault of the layers that need it.
    fn tileset(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        let id = chunk.long();
        match (id, self.tileset_of(chunk)) {
            (Ok(id), Ok(tileset)) => {
                self.file.tilesets.insert(id, tileset);
            }
            (Ok(id), Err(reason)) => {
                self.leave_out("tileset");
                self.broken_tilesets.insert(id, reason);
            }
            (Err(_), _) => self.leave_out("tileset"),
        }
        Ok(())
    }

    fn tileset_of(&mut self, chunk: &mut Fields<'_>) -> Result<Tileset, Reason> {
        const IN_ANOTHER_FILE: u32 = 1;
        const IN_THIS_FILE: u32 = 2;
        const ZERO_IS_EMPTY: u32 = 4;
        let (flags, count) = (chunk.long()?, chunk.long()?);
        let tile = Size::new(chunk.word()?.into(), chunk.word()?.into());
        chunk.part(16)?;
        chunk.text()?;
        if flags & IN_ANOTHER_FILE != 0 {
            chunk.part(8)?;
        }
        let mut pixels = None;
        if flags & IN_THIS_FILE != 0 {
            chunk.part(4)?;
            let bytes = u64::from(count).saturating_mul(tile.area()).saturating_mul(self.file.depth.bytes());
            pixels = Some(self.unpacked(chunk, bytes)?);
        }
        let zero_is_empty = flags & ZERO_IS_EMPTY != 0;
        Ok(Tileset { count, tile, pixels, zero_is_empty })
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

    fn slice(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        let (slice, read) = Slice::read(chunk, |bytes| self.take(bytes))?;
        self.file.slices.push(slice);
        read
    }

    /// The zlib stream in the rest of `chunk`, which must unpack to exactly `bytes`.
    fn unpacked(&mut self, chunk: &Fields<'_>, bytes: u64) -> Result<Vec<u8>, Reason> {
        self.take(bytes)?;
        let mut unpacked = Vec::with_capacity(usize::try_from(bytes).map_err(|_| Reason::TooMuchMemory)?);
        match ZlibDecoder::new(chunk.0).take(bytes + 1).read_to_end(&mut unpacked) {
            Ok(length) if length as u64 == bytes => Ok(unpacked),
            Ok(_) => Err(damaged("it has another number of packed pixels than it says")),
            Err(error) => Err(damaged(&error.to_string())),
        }
    }
}
