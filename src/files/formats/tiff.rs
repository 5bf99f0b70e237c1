//! TIFF.

use ::image::ImageFormat;

use super::{format::Format, still::Still};
use maskscope_core::scene::PictureFormat;

const PICTURE: PictureFormat = PictureFormat::Tiff;

/// TIFF.
pub(super) const FORMAT: Format = Format {
    name: "TIFF",
    endings: &["tif", "tiff"],
    known: |bytes, _| (bytes.starts_with(b"II*\0") || bytes.starts_with(b"MM\0*")).then_some(PICTURE),
    read: |bytes, limits, _| Ok(Still::decode_turned(PICTURE, ImageFormat::Tiff, bytes, limits)?.into()),
    kinds: "; read are two levels, grey, and RGB and CMYK, of 8 or 16 bits, RGB with alpha or without",
    bare: |_| None,
};
