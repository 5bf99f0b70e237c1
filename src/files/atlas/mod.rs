//! Atlases: a sheet with a JSON file that says where its frames are, each restored to its source box.

mod fault;
mod layout;
mod restore;

pub use fault::AtlasFault;

use std::path::Path;

use layout::Layout;

use super::{FileError, Limits, Reason, json::without_mark, load};
use crate::scene::{Frames, Picture};

/// Reads the frames that `bytes`, the content of the JSON file `json_path`, describe. The path of their sheet is
/// relative to the JSON file.
///
/// # Errors
/// The error names the JSON file where it is not JSON, not an atlas or without frames, or where a frame is not on the sheet,
/// not in its source box, or all together are beyond `limits`. It names the sheet where [`load`] refuses it.
pub fn decode_atlas(bytes: &[u8], json_path: &Path, limits: &Limits) -> Result<Frames, FileError> {
    let layout = Layout::read(bytes, limits).map_err(|reason| reason.at(json_path))?;
    let folder = json_path.parent().unwrap_or(Path::new(""));
    let path = folder.join(layout.image());
    let sheet = load(&path, limits)?;
    let mut frames = layout.cut(&sheet).map_err(|reason| reason.at(json_path))?;
    frames.sheet = Some(path);
    Ok(frames)
}

/// The frames on `sheet` that `bytes`, the content of a JSON file, describe.
pub(super) fn cut_atlas(bytes: &[u8], sheet: &Picture, limits: &Limits) -> Result<Frames, Reason> {
    Layout::read(bytes, limits)?.cut(sheet)
}

/// True when `bytes` begin as a JSON object does.
pub(super) fn is_json_object(bytes: &[u8]) -> bool {
    without_mark(bytes).trim_ascii_start().first() == Some(&b'{')
}
