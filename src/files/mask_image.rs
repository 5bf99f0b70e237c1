//! Images that say what is solid in others.

use std::path::Path;

use super::{FileError, Limits, Reason, image::load, shown};
use crate::scene::{Frames, MaskImage};

/// Reads the image in the file `path`, to say what is solid in `frames`.
///
/// # Errors
/// Where [`load`] refuses it, or where it is neither as large as each of the frames nor as the one sheet that all of them
/// were cut from.
pub fn load_mask_image(path: &Path, frames: &Frames, limits: &Limits) -> Result<MaskImage, FileError> {
    let picture = load(path, limits)?;
    if !frames.take_mask_of(picture.size()) {
        let (expected, sheet) = (frames.first().picture.size(), frames.sheet_size());
        return Err(Reason::MaskSize { size: picture.size(), expected, sheet }.at(path));
    }
    let name = shown(path.file_name().map_or(path, Path::new));
    Ok(MaskImage::new(name, Some(path.to_owned()), &picture))
}
