//! Masks as text and as JSON, in: the pictures that they are. What is set is white and opaque, the rest clear.

use std::{fmt, path::Path};

use serde::de::{self, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::parsers::{from_json, without_mark};
use crate::files::{Limits, Reason};
use maskscope_core::geom::Size;
use maskscope_core::mask::{self, Mask};
use maskscope_core::scene::{Picture, PictureFormat};

/// Format of a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::files) enum MaskText {
    /// A line of `#` and `.` per row.
    Lines,
    /// The same by its name, though it does not begin with a row; the formats of images that are read.
    Named(&'static str),
    /// An object with `width`, `height` and such `rows`.
    Json,
}

impl MaskText {
    /// The format of the mask in `bytes`, by their content; for text that does not begin with a row, by the extension
    /// of `name`, beside the formats of images that are `read`. `None` for other content.
    pub(in crate::files) fn of(bytes: &[u8], name: &Path, read: &'static str) -> Option<Self> {
        let text = without_mark(bytes);
        if text.trim_ascii_start().starts_with(b"{") {
            return is_json(text).then_some(Self::Json);
        }
        let row = text.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
        let is_row = !row.is_empty() && row.iter().all(|byte| matches!(byte, b'#' | b'.'));
        let is_named = name.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt"));
        let named = (is_named && starts_with_text(bytes)).then_some(Self::Named(read));
        if is_row { Some(Self::Lines) } else { named }
    }

    /// The format of its pictures.
    pub(in crate::files) const fn of_picture(self) -> PictureFormat {
        match self {
            Self::Lines | Self::Named(_) => PictureFormat::TextMask,
            Self::Json => PictureFormat::JsonMask,
        }
    }

    fn refused(self, why: &str) -> Reason {
        let format = match self {
            Self::Lines => "a text mask",
            Self::Named(read) => {
                return Reason::Refused(format!(
                    "it is text named .txt, which is read as a mask, and {why}; {read} are read as images"
                ));
            }
            Self::Json => "a JSON mask",
        };
        Reason::unreadable(format, why)
    }

    /// The mask in `bytes` as a picture.
    pub(in crate::files) fn read(self, bytes: &[u8], limits: &Limits) -> Result<Picture, Reason> {
        let bytes = without_mark(bytes);
        let mask = match self {
            Self::Lines | Self::Named(_) => self.mask(str::from_utf8(bytes).map_err(|_| Reason::NoText)?, limits)?,
            Self::Json => {
                let file: MaskJson = from_json(bytes).map_err(|why| self.refused(&why))?;
                let size = Size::new(file.width, file.height);
                limits.check_image(self.of_picture(), size)?;
                let mask = self.mask(&file.rows, limits)?;
                if mask.size() != size {
                    return Err(self.refused(&format!("it says {size}, and its rows are {}", mask.size())));
                }
                mask
            }
        };
        Ok(drawn(&mask, self.of_picture()))
    }

    /// The mask whose rows are the lines of `text`. Nothing is made of more rows or columns than `limits` allow.
    fn mask(self, text: &str, limits: &Limits) -> Result<Mask, Reason> {
        let parsed = |text: &str| text.parse::<Mask>().map_err(|error| self.refused(&error.to_string()));
        let rows = || mask::lines(text.strip_suffix(['\n', '\r']).unwrap_or(text));
        let width = parsed(rows().next().unwrap_or_default())?.width();
        let height = u32::try_from(rows().count()).unwrap_or(u32::MAX);
        limits.check_image(self.of_picture(), Size::new(width, height))?;
        parsed(text)
    }
}

/// True for JSON with rows.
pub(in crate::files) fn is_json(text: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct RowsField {
        #[serde(rename = "rows")]
        _rows: IgnoredAny,
    }
    serde_json::from_slice::<RowsField>(text).is_ok()
}

/// A picture that is opaque where `mask` is set.
pub(in crate::files) fn drawn(mask: &Mask, format: PictureFormat) -> Picture {
    let cells = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
    let rgba = cells.flat_map(|(x, y)| if mask.get(x, y) { [255; 4] } else { [0; 4] });
    Picture::new(mask.size(), rgba.collect(), format, true)
}

/// A mask as `MaskFormat::Json` writes it.
#[derive(Deserialize)]
struct MaskJson {
    width: u32,
    height: u32,
    /// A line for each row: as a list, a hundred million empty rows would take gigabytes.
    #[serde(deserialize_with = "lines")]
    rows: String,
}

fn lines<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    struct RowsVisitor;
    impl<'de> Visitor<'de> for RowsVisitor {
        type Value = String;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of rows")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<String, A::Error> {
            let mut lines = String::new();
            while let Some(row) = rows.next_element::<String>()? {
                if row.contains(['\n', '\r']) {
                    return Err(de::Error::custom("a row has a line break in it"));
                }
                lines.push_str(&row);
                lines.push('\n');
            }
            Ok(lines)
        }
    }
    deserializer.deserialize_any(RowsVisitor)
}

/// True when the first 32 bytes are UTF-8 without control characters, white space apart.
pub(in crate::files) fn starts_with_text(bytes: &[u8]) -> bool {
    let start = bytes.get(..32).unwrap_or(bytes);
    // Without an error length the bytes end within a character, which is where they were cut.
    let is_utf8 = std::str::from_utf8(start).map_or_else(|error| error.error_len().is_none(), |_| true);
    is_utf8 && start.iter().all(|byte| !byte.is_ascii_control() || byte.is_ascii_whitespace())
}
