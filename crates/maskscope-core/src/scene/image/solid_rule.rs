//! The rule for a sprite's solid pixels.

use std::{fmt, path::PathBuf, str::FromStr, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use thiserror::Error;

use crate::geom::Size;
use crate::scene::{Frames, Identity, Picture};

/// The rule for solid pixels in a sprite: a level from 0 to 255, taken from `source`, above the threshold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SolidRule {
    /// Source of the levels.
    pub source: SolidSource,
    /// Pixels with a level above this are solid.
    pub threshold: u8,
    /// True if solid and clear are exchanged, within the sprite.
    pub inverted: bool,
}

/// Source of the levels of a sprite's pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SolidSource {
    /// The image's alpha. An image without an alpha channel is solid everywhere, at every threshold.
    #[default]
    Alpha,
    /// 0 in the key colour, elsewhere the image's alpha (255 without an alpha channel).
    Key(ColorKey),
    /// Another image: of the same size; of the size of the sheet that the frames were cut from, and then cut in the same way;
    /// or of all frames, one below the other.
    Image(Arc<MaskImage>),
}

impl fmt::Display for SolidRule {
    /// `alpha > 0`, `alpha > 0 and not #ff00ff ±8`, or `mask image ≤ 127`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, threshold, inverted } = self;
        let [is, joint, not] = if *inverted { ["≤", "or", ""] } else { [">", "and", "not "] };
        match source {
            SolidSource::Alpha => write!(f, "alpha {is} {threshold}"),
            SolidSource::Image(_) => write!(f, "mask image {is} {threshold}"),
            SolidSource::Key(key) => {
                write!(f, "alpha {is} {threshold} {joint} {not}{}", key.color_text())?;
                if key.tolerance > 0 { write!(f, " ±{}", key.tolerance) } else { Ok(()) }
            }
        }
    }
}

/// A colour that means "nothing here", as in images without an alpha channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColorKey {
    /// Red, green, blue.
    #[serde(serialize_with = "as_text", deserialize_with = "of_text")]
    pub color: [u8; 3],
    /// Tolerance of each channel.
    #[serde(default)]
    pub tolerance: u8,
}

/// `#rrggbb`, as files have it.
fn as_text<S: Serializer>(color: &[u8; 3], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&ColorKey { color: *color, tolerance: 0 }.color_text())
}

fn of_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 3], D::Error> {
    let text = String::deserialize(deserializer)?;
    let refused = || D::Error::custom(format!("'{text}' is not a colour; colours are written as #rrggbb"));
    ColorKey::color_of(&text).ok_or_else(refused)
}

/// An image that decides which pixels of another one are solid: by its alpha if that is not the same everywhere,
/// otherwise by its brightness, white being solid.
#[derive(Debug)]
pub struct MaskImage {
    /// Name in the window: the file's name.
    pub name: String,
    /// The file it came from.
    pub path: Option<PathBuf>,
    /// The layer that it is of that file, which then is the sprite's own.
    pub layer: Option<String>,
    size: Size,
    levels: Vec<u8>,
    /// Identity of its levels.
    pub identity: Identity,
}

/// Mask images are equal only if they are the same object.
impl PartialEq for MaskImage {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl SolidRule {
    /// Solid iff alpha > `threshold`.
    pub fn above(threshold: u8) -> Self {
        Self { threshold, ..Self::default() }
    }
}

impl ColorKey {
    /// True if a pixel has the key colour.
    pub fn matches(self, pixel: [u8; 4]) -> bool {
        self.color.iter().zip(pixel).all(|(key, channel)| key.abs_diff(channel) <= self.tolerance)
    }

    /// The colour of `#rrggbb`; `None` for any other text.
    pub fn color_of(text: &str) -> Option<[u8; 3]> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?.as_bytes();
        let digit = |n: usize| char::from(digits[n]).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let channel = |n: usize| Some(digit(2 * n)? << 4 | digit(2 * n + 1)?);
        Some([channel(0)?, channel(1)?, channel(2)?])
    }

    /// The colour as `#rrggbb`.
    pub fn color_text(self) -> String {
        let [red, green, blue] = self.color;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

/// `#rrggbb`, and `:5` if the tolerance is 5.
impl fmt::Display for ColorKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.color_text())?;
        if self.tolerance > 0 { write!(f, ":{}", self.tolerance) } else { Ok(()) }
    }
}

/// A text that is not a key colour.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("'{text}' is not a key: #RRGGBB, or #RRGGBB:TOLERANCE with a tolerance of 0 to 255")]
pub struct ColorKeyError {
    /// The text.
    pub text: String,
}

impl FromStr for ColorKey {
    type Err = ColorKeyError;

    fn from_str(text: &str) -> Result<Self, ColorKeyError> {
        let (color, tolerance) = text.split_once(':').unwrap_or((text, "0"));
        let refused = || ColorKeyError { text: text.to_owned() };
        let key = |color| Some(Self { color, tolerance: tolerance.parse().ok()? });
        Self::color_of(color).and_then(key).ok_or_else(refused)
    }
}

impl MaskImage {
    /// The mask image of `picture`, from the file `path` if it came from a file.
    pub fn new(name: String, path: Option<PathBuf>, picture: &Picture) -> Self {
        let pixels = picture.rgba().as_chunks::<4>().0;
        let first_alpha = pixels.first().map(|pixel| pixel[3]);
        let by_alpha = picture.has_alpha && pixels.iter().any(|pixel| Some(pixel[3]) != first_alpha);
        let level = |pixel: &[u8; 4]| if by_alpha { pixel[3] } else { brightness(*pixel) };
        Self::of_levels(name, path, picture.size(), pixels.iter().map(level).collect())
    }

    /// The alpha of a layer of the file `path`, which its `frames` show alone, one below the other.
    pub fn of_layer(layer: String, path: PathBuf, frames: &Frames) -> Self {
        let pixels = frames.all().iter().flat_map(|frame| frame.picture.rgba().as_chunks::<4>().0);
        let levels = pixels.map(|pixel| pixel[3]).collect();
        let height = frames.all().iter().map(|frame| frame.picture.size().height).sum();
        let size = Size::new(frames.first().picture.size().width, height);
        Self { layer: Some(layer.clone()), ..Self::of_levels(layer, Some(path), size, levels) }
    }

    /// The mask image of `size` with these `levels`, row by row.
    ///
    /// # Panics
    /// If there is not one level for each pixel.
    pub fn of_levels(name: String, path: Option<PathBuf>, size: Size, levels: Vec<u8>) -> Self {
        assert_eq!(u64::try_from(levels.len()), Ok(size.area()), "a level for each pixel of {size}");
        Self { name, path, layer: None, size, levels, identity: Identity::default() }
    }

    /// True if `other` makes the same pixels solid.
    pub fn is_the_same(&self, other: &Self) -> bool {
        (self.size, &self.levels) == (other.size, &other.levels)
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The level of every pixel, row by row.
    pub fn levels(&self) -> &[u8] {
        &self.levels
    }

    /// The levels of frame `n`, from 0, of this `size`: those of all frames, or its own; `None` if it has none.
    pub(in crate::scene) fn of_frame(&self, n: usize, size: Size) -> Option<&[u8]> {
        if self.size == size {
            return Some(&self.levels);
        }
        let area = usize::try_from(size.area()).ok().filter(|area| *area > 0)?;
        self.levels.chunks_exact(area).nth(n).filter(|_| self.size.width == size.width)
    }
}

/// The weighted mean of the channels, as in Rec. 709, from 0 to 255.
fn brightness([red, green, blue, _]: [u8; 4]) -> u8 {
    let sum = 2_126 * u32::from(red) + 7_152 * u32::from(green) + 722 * u32::from(blue);
    u8::try_from((sum + 5_000) / 10_000).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_is_written() {
        let key = |color, tolerance| ColorKey { color, tolerance };
        for (text, expected) in [("#ff00a9", key([255, 0, 169], 0)), ("#0102fe:255", key([1, 2, 254], 255))] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
            assert_eq!(expected.to_string(), text);
        }
        assert_eq!("#FF00A9:0".parse(), Ok(key([255, 0, 169], 0)));
        for text in [
            "",
            "#",
            "ff00a9",
            "#ff00a",
            "#ff00a9f",
            "#ff00ag",
            "#ff00a9:",
            "#ff00a9:256",
            "#ff00a9:-1",
            "#+f00a9",
            "#ffé0a",
        ] {
            let error = text.parse::<ColorKey>().expect_err(text).to_string();
            assert!(error.contains("#RRGGBB:TOLERANCE"), "{error}");
        }
    }
}
