//! All frames of an image: of an animation as they are seen, of an atlas as they were before packing, of a still image
//! the one.
//!
//! - GIF, APNG and WebP keep parts of their canvas; each frame is the whole [`film`] after its part was drawn.
//! - Durations are what the file says. A GIF may say 0 or 1/100 s, which browsers show as 1/10 s: that is for the player.
//! - The number of frames is known before any is decoded, so that refusing too many costs nothing.
//! - An animation that is cut short is refused; a GIF without its end is, as frames may be missing.

mod apng;
mod bare;
mod film;
mod gif;
mod webp;

use std::path::Path;

use ::image::ImageFormat;

use self::bare::read_bare;
use super::{FileError, Limits, Reason, aseprite, format::Format, guard::guarded, remarks::about, still::decode_as};
use crate::scene::{Frames, Picture};

/// Decodes all frames of an image that is in memory; its extension in `name` identifies a TGA, and errors name it.
///
/// # Errors
/// If `bytes` are not an image, or one that is damaged, incomplete or without pixels, or whose frames together are
/// beyond `limits`, which are checked before anything is decoded.
pub fn decode_frames(bytes: &[u8], name: &Path, limits: &Limits) -> Result<Frames, FileError> {
    let decoded = about(name, || {
        let format = Format::of(bytes, name)?;
        let frames = |bytes: &[u8]| guarded(format.of_picture(), || frames_as(format, bytes, limits));
        read_bare(format, bytes, frames)
    });
    decoded.map_err(|reason| reason.at(name))
}

/// The first frame of an image of `format`, or its default image.
pub(super) fn first(format: Format, bytes: &[u8], limits: &Limits) -> Result<Picture, Reason> {
    read_bare(format, bytes, |bytes| guarded(format.of_picture(), || first_as(format, bytes, limits)))
}

fn first_as(format: Format, bytes: &[u8], limits: &Limits) -> Result<Picture, Reason> {
    match format {
        Format::Aseprite => aseprite::first(bytes, limits),
        Format::Mask(how) => how.read(bytes, limits),
        Format::Image(ImageFormat::WebP, _) if webp::is_animated(bytes) => webp::first(bytes, limits),
        Format::Image(format, name) => decode_as(format, name, bytes, limits),
    }
}

fn frames_as(format: Format, bytes: &[u8], limits: &Limits) -> Result<Frames, Reason> {
    match format {
        Format::Aseprite => aseprite::frames(bytes, limits),
        Format::Mask(how) => how.read(bytes, limits).map(Frames::from),
        Format::Image(ImageFormat::Gif, _) => gif::frames(bytes, limits),
        Format::Image(ImageFormat::Png, _) if apng::is_animated(bytes) => apng::frames(bytes, limits),
        Format::Image(ImageFormat::WebP, _) if webp::is_animated(bytes) => webp::frames(bytes, limits),
        Format::Image(format, name) => decode_as(format, name, bytes, limits).map(Frames::from),
    }
}
