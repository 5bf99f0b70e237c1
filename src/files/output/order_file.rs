//! Visit orders as files.

use std::io::{self, BufWriter, Write};

use strum::{EnumMessage, EnumProperty, IntoStaticStr, VariantArray};

use crate::files::{FileFormat, Plate, Ran};

/// A file format for visit orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage, EnumProperty)]
#[strum(serialize_all = "lowercase")]
#[non_exhaustive]
pub enum OrderFormat {
    /// A plate, as pixels.
    #[strum(message = "PNG", props(word = "plate", synonyms = "image picture diagram"))]
    Png,
    /// A plate, as shapes and text.
    #[strum(message = "SVG", props(word = "plate", synonyms = "vector image picture diagram"))]
    Svg,
    /// The visits one after the other, in at most 256 colours a frame.
    #[strum(message = "GIF", props(word = "film", synonyms = "animation video"))]
    Gif,
    /// The visits one after the other.
    #[strum(message = "APNG", props(word = "film", synonyms = "animation video"))]
    Apng,
    /// A grid of ranks, from 0.
    #[strum(to_string = "txt", message = "Text", props(word = "ranks", synonyms = "grid numbers ascii"))]
    Text,
    /// Every visit.
    #[strum(message = "JSON", props(word = "visits", synonyms = "data array list"))]
    Json,
}

impl FileFormat for OrderFormat {
    const CONTENT: &'static str = "an order";
}

impl OrderFormat {
    /// Writes the order of `plate`, or a picture of it, as the content of a file; returns the run of its scan. JSON is written
    /// while the scan runs, and takes no memory.
    ///
    /// # Errors
    /// If `out` takes no more, or too little memory is left for a grid of ranks.
    pub fn write(self, plate: &Plate<'_>, out: &mut dyn Write) -> io::Result<Ran> {
        let page = match self {
            Self::Text => {
                plate.order.room_for_text().map_err(io::Error::other)?;
                let (text, ran) = plate.order.text();
                return out.write_all(text.as_bytes()).map(|()| ran);
            }
            Self::Json => {
                let mut out = BufWriter::new(out);
                let ran = plate.order.write_json(&mut out)?;
                return out.flush().map(|()| ran);
            }
            Self::Png | Self::Svg | Self::Gif | Self::Apng => plate.page(),
        };
        let bytes = match self {
            Self::Gif => page.to_gif(),
            Self::Apng => page.to_apng(),
            Self::Svg => page.to_svg().into_bytes(),
            _ => page.to_png(),
        };
        out.write_all(&bytes).map(|()| page.ran())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use maskscope_core::choice::Choice as _;

    #[test]
    fn extensions_lead_to_their_format() {
        for &format in OrderFormat::ALL {
            assert_eq!(OrderFormat::of_path(&Path::new("order").with_extension(format.extension())), Ok(format));
        }
        assert_eq!(OrderFormat::of_path(Path::new("A.SVG")), Ok(OrderFormat::Svg));
        let error = OrderFormat::of_path(Path::new("svg")).expect_err("a name without extension");
        assert_eq!(error.to_string(), "an order is written as .png, .svg, .gif, .apng, .txt, .json");
    }
}
