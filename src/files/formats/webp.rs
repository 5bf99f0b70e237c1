//! WebP. An animated one is a container of still ones, each with a place and a duration:
//!
//! ```text
//! RIFF [length] WEBP
//!   VP8X  flags, canvas
//!   ANIM  background, loops        (both are ignored)
//!   ANMF  place, size, duration, flags, and in it
//!     ALPH  alpha of a lossy frame, where it has any
//!     VP8   a lossy frame     or     VP8L  a lossless one
//!   ANMF  …
//! ```
//!
//! Each frame is wrapped as an image of its own and decoded as one. The decoder's own way through an animation leaves
//! out disposals, and clears more than a frame's own area where it does not.

use std::time::Duration;

use ::image::{ImageDecoder as _, ImageFormat};

use super::film::{Blend, Disposal, Film, FramePart};
use super::format::Format;
use super::still::{Still, open};
use crate::files::{Limits, Reason};
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::{Frames, PictureFormat};

const PICTURE: PictureFormat = PictureFormat::WebP;

/// WebP.
pub(super) const FORMAT: Format = Format {
    name: "WebP",
    endings: &["webp"],
    known: |bytes, _| (bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP")).then_some(PICTURE),
    read,
    kinds: "",
    bare,
};

/// In the flags of a `VP8X` chunk.
const ANIMATED: u8 = 0x02;
const WITH_ALPHA: u8 = 0x10;

/// In the flags of an `ANMF` chunk.
const CLEARED: u8 = 0x01;
const REPLACES: u8 = 0x02;

/// True when `bytes`, a WebP, say in their header that they are an animation.
fn is_animated(bytes: &[u8]) -> bool {
    bytes.get(12..16) == Some(b"VP8X") && bytes.get(20).is_some_and(|flags| flags & ANIMATED != 0)
}

/// A still picture.
fn decoded(bytes: &[u8], limits: &Limits) -> Result<Still, Reason> {
    let decoder = open(PICTURE, ImageFormat::WebP, bytes, limits)?;
    if matches!(decoder.dimensions(), (0, _) | (_, 0)) {
        // The decoder reads the longest possible side as 0.
        return Err(Reason::unsupported(PICTURE, "a side is 0 px, or 16,384 px or more"));
    }
    Still::decode_by(decoder, PICTURE, bytes.len(), limits)
}

/// The first frames, at most `most`.
fn read(bytes: &[u8], limits: &Limits, most: usize) -> Result<Frames, Reason> {
    if !is_animated(bytes) {
        return decoded(bytes, limits).map(Into::into);
    }
    let inside = Chunks::first(bytes)?.data.get(4..).unwrap_or_default();
    let header = Chunks::first(inside)?.data.first_chunk::<10>();
    let [flags, _, _, _, w0, w1, w2, h0, h1, h2] = *header.ok_or(Reason::CutShort(PICTURE))?;
    let size = Size::new(side([w0, w1, w2]), side([h0, h1, h2]));
    let mut parts = 0;
    for chunk in Chunks(inside) {
        parts += usize::from(chunk?.kind == b"ANMF");
    }
    let count = parts.min(most) as u64;
    limits.check_animation(PICTURE, count, size)?;
    let parts =
        || Chunks(inside).flatten().filter(|chunk| chunk.kind == b"ANMF").map(|chunk| FrameChunk::read(chunk.data));
    for part in parts() {
        part?.check_inside(size)?;
    }

    let mut film = Film::new(PICTURE, count, size, flags & WITH_ALPHA != 0)?;
    for part in parts().take(most) {
        show(&mut film, &part?, limits)?;
    }
    Ok(film.frames())
}

/// Decodes and shows a part.
fn show(film: &mut Film, part: &FrameChunk<'_>, limits: &Limits) -> Result<(), Reason> {
    let picture = decoded(&still(part.area.size(), part.image)?, limits)?;
    film.show(&FramePart {
        area: part.area,
        rgba: &picture.rgba,
        blend: if part.flags & REPLACES != 0 { Blend::Replace } else { Blend::Over },
        disposal: if part.flags & CLEARED != 0 { Disposal::Clear } else { Disposal::Keep },
        duration: part.duration,
    });
    Ok(())
}

/// Content of an `ANMF` chunk.
struct FrameChunk<'a> {
    area: IntRect,
    duration: Duration,
    flags: u8,
    /// The chunks of its picture.
    image: &'a [u8],
}

impl<'a> FrameChunk<'a> {
    fn read(chunk: &'a [u8]) -> Result<Self, Reason> {
        let (fields, image) = chunk.split_first_chunk::<16>().ok_or(Reason::CutShort(PICTURE))?;
        let field = |at: usize| [fields[at], fields[at + 1], fields[at + 2]];
        let origin = Cell::new(2 * i64::from(number(field(0))), 2 * i64::from(number(field(3))));
        let area = IntRect::new(origin, Size::new(side(field(6)), side(field(9))));
        Ok(Self { area, duration: Duration::from_millis(number(field(12)).into()), flags: fields[15], image })
    }

    /// Refuses a part that reaches out of a canvas of `size`, as the format does: it could be far larger than that.
    fn check_inside(&self, size: Size) -> Result<(), Reason> {
        let canvas = IntRect::new(Cell::default(), size);
        let is_inside = self.area.intersection(canvas) == Some(self.area);
        if is_inside { Ok(()) } else { Err(Reason::damaged(PICTURE, "a frame reaches out of the canvas")) }
    }
}

/// A still image of `size` of the chunks in `image`.
fn still(size: Size, image: &[u8]) -> Result<Vec<u8>, Reason> {
    let is_opaque = Chunks::first(image)?.kind == b"VP8 ";
    let side = |pixels: u32| (pixels - 1).to_le_bytes();
    let ([w0, w1, w2, _], [h0, h1, h2, _]) = (side(size.width), side(size.height));
    let header = [if is_opaque { 0 } else { WITH_ALPHA }, 0, 0, 0, w0, w1, w2, h0, h1, h2];
    // The name WEBP, and the header with its own name and length.
    let length = u32::try_from(4 + 8 + header.len() + image.len()).map_err(|_| Reason::TooMuchMemory)?;
    Ok([b"RIFF".as_slice(), &length.to_le_bytes(), b"WEBPVP8X", &10_u32.to_le_bytes(), &header, image].concat())
}

/// A WebP of the chunks of the picture in `bytes` alone; `None` if they break off within one of those.
fn bare(bytes: &[u8]) -> Option<Vec<u8>> {
    let is_picture = |kind: &[u8; 4]| matches!(kind, b"VP8X" | b"ANIM" | b"ANMF" | b"ALPH" | b"VP8 " | b"VP8L");
    let (head, mut rest) = bytes.split_at_checked(12)?;
    let mut bare = head.to_vec();
    while !rest.is_empty() {
        let Some((Chunk { kind, data }, behind)) = Chunks::split(rest) else {
            // Less than the name of a chunk may be that of a frame.
            if rest.first_chunk().map_or(is_animated(bytes), is_picture) {
                return None;
            }
            break;
        };
        if is_picture(kind) {
            let length = u32::try_from(data.len()).ok()?.to_le_bytes();
            let (at, padding) = (bare.len() + 8, data.len() % 2);
            bare.extend([kind, &length, data, &[0][..padding]].concat());
            if kind == b"VP8X" && !data.is_empty() {
                bare[at] &= ANIMATED | WITH_ALPHA;
            }
        }
        rest = behind;
    }
    let declared = usize::try_from(u32::from_le_bytes(*head[4..].first_chunk()?)).ok()?;
    if rest.is_empty() && bytes.len() < declared.saturating_add(8) && is_animated(bytes) {
        // Frames may be missing.
        return None;
    }
    let length = u32::try_from(bare.len() - 8).ok()?.to_le_bytes();
    bare[4..8].copy_from_slice(&length);
    Some(bare)
}

/// One chunk.
struct Chunk<'a> {
    /// Four letters.
    kind: &'a [u8; 4],
    data: &'a [u8],
}

/// The chunks that follow each other in these bytes; a byte that fills up an odd length may be missing at the end.
struct Chunks<'a>(&'a [u8]);

impl<'a> Chunks<'a> {
    /// The first chunk.
    fn first(bytes: &'a [u8]) -> Result<Chunk<'a>, Reason> {
        Self(bytes).next().unwrap_or(Err(Reason::CutShort(PICTURE)))
    }

    /// The next chunk, and what follows it; `None` if the bytes end within it.
    fn split(bytes: &'a [u8]) -> Option<(Chunk<'a>, &'a [u8])> {
        let (kind, rest) = bytes.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let data = rest.get(..length)?;
        Some((Chunk { kind, data }, rest.get(length.next_multiple_of(2)..).unwrap_or_default()))
    }
}

impl<'a> Iterator for Chunks<'a> {
    type Item = Result<Chunk<'a>, Reason>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let split = Self::split(self.0);
        self.0 = split.as_ref().map_or(&[], |(_, rest)| rest);
        Some(split.map(|(chunk, _)| chunk).ok_or(Reason::CutShort(PICTURE)))
    }
}

/// A side of the canvas or of a frame: one less is stored.
fn side(bytes: [u8; 3]) -> u32 {
    number(bytes) + 1
}

fn number([low, middle, high]: [u8; 3]) -> u32 {
    u32::from_le_bytes([low, middle, high, 0])
}
