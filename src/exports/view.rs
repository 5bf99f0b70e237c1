//! The canvas as shown.

use std::io::Cursor;

use image::{ExtendedColorType, ImageEncoder as _, codecs::png::PngEncoder};

use super::export::{Export, ExportContent, Files, Make, Target, stems};
use crate::{files::FormatKind, session::Tab};
use maskscope_core::scene::Picture;

/// A picture of the canvas.
pub const VIEW: Export = Export {
    name: "View",
    group: "view",
    label: "Export view…",
    sentence: "Writes the canvas as shown to a PNG file.",
    target: Target::File,
    is_mask: false,
    kinds: || vec![FormatKind::only("png", "PNG", "canvas", "image picture screenshot")],
    suggestion: |session| format!("{}.png", stems(session)),
    is_possible: |session| session.view().tab == Tab::Inspect && session.stage().bounds().is_some(),
    content: |_, _| Ok(ExportContent::Picture(write)),
};

fn write(picture: Picture) -> Make {
    Box::new(move |_| {
        let mut png = Cursor::new(Vec::new());
        let size = picture.size();
        PngEncoder::new(&mut png)
            .write_image(picture.rgba(), size.width, size.height, ExtendedColorType::Rgba8)
            .map_err(|error| error.to_string())?;
        Ok(Files::One(png.into_inner()))
    })
}
