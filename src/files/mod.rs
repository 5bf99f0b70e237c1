//! The porch: images in; masks and visit orders out; the sprites that are built in.
//!
//! Reading looks at the content, not at the extension, and at limits before it decodes. Writing is whole or not at all.
//! Every failure is a [`FileError`] that names the file and says why.

mod error;
mod guard;
mod image;
mod jpeg;
mod json;
mod limits;
mod mask_file;
mod order;
mod samples;
mod write;

pub use error::{FileError, Reason, shown};
pub use image::{decode, load};
pub use json::{BoxJson, PointJson};
pub use limits::Limits;
pub use mask_file::{MaskFormat, MaskFormatError};
pub use order::Order;
pub use samples::{SamplePair, sample_pairs, sample_sprite};
pub use write::write_whole;
