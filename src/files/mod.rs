//! The porch: images in; masks out, as pictures, data and source code; visit orders out, as data and as plates; the
//! sprites that are built in.
//!
//! Reading looks at the content, not at the extension, and at limits before it decodes. Writing is whole or not at all.
//! Every failure is a [`FileError`] that names the file and says why.

mod error;
mod guard;
mod image;
mod jpeg;
mod json;
mod limits;
mod mask_code;
mod mask_file;
mod order;
mod order_file;
mod plate;
mod samples;
mod scene_file;
mod table;
mod write;

pub use error::{FileError, Reason, shown};
pub use image::{decode, load};
pub use json::{BoxJson, PointJson};
pub use limits::Limits;
pub use mask_file::{MaskFormat, MaskFormatError};
pub use order::Order;
pub use order_file::{OrderFormat, OrderFormatError};
pub use plate::{Plate, Scanned};
pub use samples::{SamplePair, sample_pairs, sample_sprite};
pub use scene_file::{decode_scene, encode_scene, is_scene, load_scene};
pub use table::{TableFormat, TableFormatError, TableRow};
pub use write::write_whole;

/// SHIM
pub fn load_frames(path: &std::path::Path, limits: &Limits) -> Result<crate::scene::Frames, FileError> {
    load(path, limits).map(crate::scene::Frames::from)
}
/// SHIM
pub fn sample_frames(name: &str) -> Option<crate::scene::Frames> {
    sample_sprite(name).map(|sprite| crate::scene::Frames::clone(sprite.frames()))
}
