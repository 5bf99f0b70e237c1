//! Images that say what is solid in others.

use std::path::Path;

use super::image::{decode, load};
use super::{FileError, Limits, Reason, shown};
use crate::scene::{Frames, MaskImage, Picture};

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

/// The same of an image that is in memory, which errors call `name`.
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
