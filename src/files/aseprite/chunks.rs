//! A first look at an Aseprite file: whether it is whole, and what unpacking it takes.
//!
//! ```text
//! header, 128 bytes          length · A5E0 · frames · width · height · bits per pixel · …
//! frame, 16 bytes            length · F1FA · chunks · duration · …
//!   chunk, 6 bytes           length · kind
//!     layer                  flags · kind · level of nesting · …
//!     cel                    layer · place · opacity · how it is stored · … · width · height · pixels
//!     tileset                … · tiles · width · height · … · pixels
//!     external files         how many · …
//! ```
//!
//! All numbers are little-endian. Source: `docs/ase-file-specs.md` of Aseprite.

use std::io::{self, Read};

use flate2::read::ZlibDecoder;

use super::FORMAT;
use crate::{
    files::{Limits, Reason},
    geom::Size,
};

/// Layers in groups in groups: deeper ones would take their reader's stack.
const MOST_LEVELS: u16 = 256;

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

/// Refuses a file that ends early, or contradicts itself, or takes more memory than `limits` allow.
pub(super) fn check(bytes: &[u8], header: &Header, limits: &Limits) -> Result<(), Reason> {
    let mut file = Fields(bytes);
    file.part(Header::BYTES)?;
    let mut needs = Needs { header: *header, bytes: 0, limit: limits.decoder_bytes(), layers: 0 };
    for _ in 0..header.frames {
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
    needs.add(u64::from(needs.layers) * u64::from(header.frames) * CEL_BYTES)
}

/// What unpacking takes so far.
struct Needs {
    header: Header,
    bytes: u64,
    limit: u64,
    layers: u32,
}

impl Needs {
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
        self.layers += 1;
        if chunk.word()? > MOST_LEVELS { Err(damaged("its layers are nested too deeply")) } else { Ok(()) }
    }

    fn cel(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        let layer = chunk.word()?;
        if u32::from(layer) >= self.layers {
            return Err(damaged(&format!("a cel is on layer {layer} of {}", self.layers)));
        }
        chunk.part(5)?;
        let stored = chunk.word()?;
        chunk.part(7)?;
        // As pixels, as a link to another frame, as packed pixels, as packed tiles.
        match stored {
            0 => {
                let bytes = self.pixels(chunk)?;
                self.add(bytes)
            }
            2 => {
                let bytes = self.pixels(chunk)?;
                self.unpacked(chunk, bytes)
            }
            3 => {
                let tiles = u64::from(chunk.word()?) * u64::from(chunk.word()?);
                let bytes = tiles * u64::from(chunk.word()?) / 8;
                chunk.part(26)?;
                self.unpacked(chunk, bytes)
            }
            _ => Ok(()),
        }
    }

    /// The bytes of as many pixels as the next two fields say.
    fn pixels(&self, chunk: &mut Fields<'_>) -> Result<u64, Reason> {
        Ok(u64::from(chunk.word()?) * u64::from(chunk.word()?) * self.header.bytes_per_pixel)
    }

    fn tileset(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        const IN_ANOTHER_FILE: u32 = 1;
        const IN_THIS_FILE: u32 = 2;
        chunk.part(4)?;
        let (flags, tiles) = (chunk.long()?, u64::from(chunk.long()?));
        let bytes = tiles.saturating_mul(self.pixels(chunk)?);
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
