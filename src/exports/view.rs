//! The canvas as it is seen.

use std::io::Cursor;

use image::{ExtendedColorType, ImageEncoder as _, codecs::png::PngEncoder};

use super::{Content, Export, Files, Make, stems};
use crate::{
    scene::Picture,
    session::{Session, Tab},
};

/// A picture of the canvas.
pub struct View;

impl Export for View {
    fn name(&self) -> String {
        "View".to_owned()
    }

    fn sentence(&self) -> &'static str {
        "Writes the canvas as it is seen into a PNG file."
    }

    fn endings(&self) -> Vec<&'static str> {
        vec!["png"]
    }

    fn suggestion(&self, session: &Session) -> String {
        format!("{}.png", stems(session))
    }

    fn is_possible(&self, session: &Session) -> bool {
        session.view().tab() == Tab::Inspect && session.stage().bounds().is_some()
    }

    fn content(&self, _session: &Session) -> Result<Content, String> {
        Ok(Content::Picture(write))
    }
}

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
