//! Which pixels of a sprite are solid.

use std::{path::PathBuf, sync::Arc};

use super::Picture;

/// What is solid in a sprite: where a level from 0 to 255, taken from `source`, is above the threshold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SolidRule {
    /// Where the levels come from.
    pub source: SolidSource,
    /// Pixels with a level above this are solid.
    pub threshold: u8,
    /// Whether solid and clear are exchanged, within the sprite.
    pub inverted: bool,
}

/// Where the levels of a sprite's pixels come from.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SolidSource {
    /// The image's alpha. An image without an alpha channel is solid everywhere, at every threshold.
    #[default]
    Alpha,
    /// 0 in the key colour, elsewhere the image's alpha (255 without an alpha channel).
    Key(ColorKey),
    /// Another image of the same size.
    Image(Arc<MaskImage>),
}

/// A colour that stands for "nothing here", as in images without an alpha channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColorKey {
    /// Red, green, blue.
    pub color: [u8; 3],
    /// How far each channel may be off.
    pub tolerance: u8,
}

/// An image that says what is solid in another one: by its alpha where that is not the same everywhere, otherwise by its
/// brightness, white being solid.
#[derive(Debug)]
pub struct MaskImage {
    /// What the window calls it: the file's name.
    pub name: String,
    /// The file it came from.
    pub path: Option<PathBuf>,
    /// Its pixels.
    pub picture: Picture,
}

/// Mask images are equal only where they are the same object.
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
    /// Whether a pixel has the key colour.
    pub fn matches(self, pixel: [u8; 4]) -> bool {
        self.color.iter().zip(pixel).all(|(key, channel)| key.abs_diff(channel) <= self.tolerance)
    }
}

impl MaskImage {
    /// The level of every pixel, row by row.
    pub(super) fn levels(&self) -> Vec<u8> {
        let pixels = self.picture.rgba().as_chunks::<4>().0;
        let first_alpha = pixels.first().map(|pixel| pixel[3]);
        let by_alpha = self.picture.has_alpha && pixels.iter().any(|pixel| Some(pixel[3]) != first_alpha);
        let level = |pixel: &[u8; 4]| if by_alpha { pixel[3] } else { brightness(*pixel) };
        pixels.iter().map(level).collect()
    }
}

/// The weighted mean of the channels, as in Rec. 709, from 0 to 255.
fn brightness([red, green, blue, _]: [u8; 4]) -> u8 {
    let sum = 2_126 * u32::from(red) + 7_152 * u32::from(green) + 722 * u32::from(blue);
    u8::try_from((sum + 5_000) / 10_000).unwrap_or(u8::MAX)
}
