//! Aseprite files: their visible layers, put together.
//!
//! - `fields`: the numbers of a file, one after the other; `read`: its chunks, one after the other.
//! - `file`: what was read: layers, cels, tiles, tags; `palette`: colours by number; `slices`: slices, as hitboxes.
//! - `draw`: a frame from its cels; `blend`: the blend modes of layers.

mod blend;
mod draw;
mod fields;
mod file;
mod palette;
mod read;
mod slices;

use std::sync::Arc;

use fields::ASEPRITE;
use file::{File, FileHeader, StoredFrame};

pub(in crate::files) use slices::{Slice, offers_of};

use super::format::Format;
use crate::files::{Limits, Reason};
use maskscope_core::scene::{Frame, Frames, ImageLayers};

/// The files of Aseprite.
pub(super) const FORMAT: Format = Format {
    name: "Aseprite",
    endings: &["ase", "aseprite"],
    known: |bytes, _| is_aseprite(bytes).then_some(ASEPRITE),
    read,
    kinds: "; read are layers of pixels, or of tiles of 32 bits in the same file, in groups or not",
    bare: |_| None,
};

/// True for the number A5E0 behind the length of the file, and F1FA behind the length of the first frame, as far as the
/// bytes reach. The first number alone could stand in an image of another format.
fn is_aseprite(bytes: &[u8]) -> bool {
    let (file, frame) = (0xA5E0_u16.to_le_bytes(), 0xF1FA_u16.to_le_bytes());
    bytes.get(4..6) == Some(&file) && bytes.get(132..134).is_none_or(|number| number == frame)
}

/// The first frames, at most `most`, without names, the tags, and the slices as hitboxes.
fn read(bytes: &[u8], limits: &Limits, most: usize) -> Result<Frames, Reason> {
    read_layers(bytes, None, limits, most)
}

/// Reads the frames of the layers and groups of the names that are `chosen`; of all if none is.
pub(super) fn read_layers(
    bytes: &[u8],
    chosen: Option<&[String]>,
    limits: &Limits,
    most: usize,
) -> Result<Frames, Reason> {
    let header = FileHeader::read(bytes)?;
    let count = u16::try_from(most).unwrap_or(u16::MAX).min(header.frames);
    limits.check_animation(ASEPRITE, count.into(), header.size)?;
    let file = File::read(bytes, header, count, chosen, limits)?;
    let frame =
        |(n, frame): (usize, &StoredFrame)| Frame { duration: frame.duration, ..Frame::new(Arc::new(file.picture(n))) };
    let mut frames = Frames::new(file.frames.iter().enumerate().map(frame).collect());
    frames.layers = ImageLayers { chosen: chosen.map(<[String]>::to_vec), ..file.layers() };
    frames.offers = offers_of(file.slices, file.frames.len());
    frames.tags = file.tags;
    Ok(frames)
}
