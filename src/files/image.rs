//! Images in, from any of the formats that sprites come in.
//!
//! - The content decides the format; only TGA, which has no signature, goes by its extension.
//! - Of an animation the first frame is read, of an animated PNG its default image, which need not be one of its frames.
//!   [`load_frames`](super::load_frames) reads them all, and is what sprites are read by, in the window and on the command
//!   line.
//! - A TIFF or a JPEG is turned and mirrored as it says. PNG and WebP, the formats of games, are read as they are stored,
//!   whatever their EXIF data say.
//! - A PBM is a mask: its ones are solid. The other kinds of PNM are opaque, but for a PAM with alpha.
//! - A TGA has alpha where its header counts attribute bits for it, and never in 16 bits.
//! - 16-bit channels become 8-bit ones by `(value + 128) / 257`, the nearest: an alpha of up to 128 of 65,535 is 0.
//! - Colours and alpha are straight, not premultiplied; nothing is colour-managed.

use std::path::Path;

use super::{FileError, Limits, Reason, disk::read, formats::decode, shown};
use maskscope_core::scene::{Frames, MaskImage, Picture};

/// Reads the image in the file `path`.
///
/// # Errors
/// If there is no regular file, or it cannot be read, or [`decode`] refuses what is in it.
pub fn load(path: &Path, limits: &Limits) -> Result<Picture, FileError> {
    let bytes = read(path, limits).map_err(|reason| reason.at(path))?;
    decode(&bytes, path, limits)
}

/// Reads the image in the file `path`, to say what is solid in `frames`.
///
/// # Errors
/// If [`load`] refuses it, or where it is neither as large as each of the frames nor as the one sheet that all of them
/// were cut from.
pub fn load_mask_image(path: &Path, frames: &Frames, limits: &Limits) -> Result<MaskImage, FileError> {
    let picture = fitting(load(path, limits)?, path, frames)?;
    let name = shown(path.file_name().map_or(path, Path::new));
    Ok(MaskImage::new(name, Some(path.to_owned()), &picture))
}

/// Decodes a mask image that is in memory, which errors call `name`.
pub(super) fn decode_mask_image(
    bytes: &[u8],
    name: &Path,
    frames: &Frames,
    limits: &Limits,
) -> Result<MaskImage, FileError> {
    let picture = fitting(decode(bytes, name, limits)?, name, frames)?;
    Ok(MaskImage::new("mask image".to_owned(), None, &picture))
}

/// `picture`, where it is of a size to say what is solid in `frames`.
fn fitting(picture: Picture, path: &Path, frames: &Frames) -> Result<Picture, FileError> {
    if frames.take_mask_of(picture.size()) {
        return Ok(picture);
    }
    let (size, expected) = (picture.size(), frames.first().picture.size());
    let must_be = match frames.sheet_size() {
        Some(sheet) => format!(" on a sheet of {sheet} px: it must be of one of these sizes"),
        None => ": both must be of one size".to_owned(),
    };
    let why = format!("it is {size} px, and the image it is the mask of has {expected} px{must_be}");
    Err(Reason::Refused(why).at(path))
}
