//! Visit orders as files.

use std::{
    io::{self, BufWriter, Write},
    path::Path,
};

use thiserror::Error;

use super::Plate;

/// A file format for visit orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrderFormat {
    /// A plate, as pixels.
    Png,
    /// A plate, as shapes and text.
    Svg,
    /// A plate filling up, in at most 256 colours a frame.
    Gif,
    /// A plate filling up.
    Apng,
    /// A grid of ranks, from 0.
    Text,
    /// Every visit.
    Json,
}

/// A file name whose extension stands for no format of visit orders.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("an order is written as {}", OrderFormat::ALL.map(|format| format!(".{}", format.extension())).join(", "))]
pub struct OrderFormatError;

impl OrderFormat {
    /// Every format, in the order in which menus and messages list them.
    pub const ALL: [Self; 6] = [Self::Png, Self::Svg, Self::Gif, Self::Apng, Self::Text, Self::Json];

    /// The extension of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::Text => "txt",
            Self::Json => "json",
        }
    }

    /// The format that the extension of `path` stands for.
    ///
    /// # Errors
    /// Where there is none, or it stands for none.
    pub fn of_path(path: &Path) -> Result<Self, OrderFormatError> {
        let extension = path.extension().unwrap_or_default();
        let named = |format: &Self| extension.eq_ignore_ascii_case(format.extension());
        Self::ALL.into_iter().find(named).ok_or(OrderFormatError)
    }

    /// Writes the order of `plate`, or a picture of it, as the content of a file. JSON is written while the scan runs, and
    /// takes no memory.
    ///
    /// # Errors
    /// Where `out` takes no more.
    pub fn write(self, plate: &Plate<'_>, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Png => out.write_all(&plate.to_png()),
            Self::Svg => out.write_all(plate.to_svg().as_bytes()),
            Self::Gif => out.write_all(&plate.to_gif()),
            Self::Apng => out.write_all(&plate.to_apng()),
            Self::Text => out.write_all(plate.order.to_text().as_bytes()),
            Self::Json => {
                let mut out = BufWriter::new(out);
                serde_json::to_writer(&mut out, &plate.order)?;
                out.write_all(b"\n")?;
                out.flush()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_lead_to_their_format() {
        for format in OrderFormat::ALL {
            assert_eq!(OrderFormat::of_path(&Path::new("order").with_extension(format.extension())), Ok(format));
        }
        assert_eq!(OrderFormat::of_path(Path::new("A.SVG")), Ok(OrderFormat::Svg));
        let error = OrderFormat::of_path(Path::new("svg")).expect_err("a name without extension");
        assert_eq!(error.to_string(), "an order is written as .png, .svg, .gif, .apng, .txt, .json");
    }
}
