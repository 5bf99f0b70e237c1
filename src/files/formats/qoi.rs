//! QOI.

use ::image::ImageFormat;

use super::format::Format;
use super::still::Still;
use maskscope_core::scene::PictureFormat;

const PICTURE: PictureFormat = PictureFormat::Qoi;

/// QOI.
pub(super) const FORMAT: Format = Format {
    name: "QOI",
    endings: &["qoi"],
    known: |bytes, _| bytes.starts_with(b"qoif").then_some(PICTURE),
    read: |bytes, limits, _| Ok(Still::decode(PICTURE, ImageFormat::Qoi, bytes, limits)?.into()),
    kinds: "",
    bare: |_| None,
};
