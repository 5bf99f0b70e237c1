//! A decoded image, and the identity of its content.

use std::{fmt, ops::Range, sync::OnceLock};

use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use crate::choice::written_by_name;
use crate::geom::{Cell, IntRect, Size};

/// Format of the file that a picture came in, or what else it came from, under its usual name.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "UPPERCASE")]
#[non_exhaustive]
pub enum PictureFormat {
    /// A still PNG.
    Png,
    /// An animated PNG.
    Apng,
    /// A GIF.
    Gif,
    /// A WebP.
    #[strum(serialize = "WebP")]
    WebP,
    /// A file of Aseprite.
    #[strum(serialize = "Aseprite")]
    Aseprite,
    /// A bitmap of Windows or OS/2.
    Bmp,
    /// A QOI.
    Qoi,
    /// A TIFF.
    Tiff,
    /// A JPEG.
    Jpeg,
    /// A TGA.
    Tga,
    /// A PNM of two levels.
    Pbm,
    /// A PNM of grey levels.
    Pgm,
    /// A PNM of colours.
    Ppm,
    /// A PNM whose header names its channels.
    Pam,
    /// A mask as lines of `#` and `.`.
    #[strum(serialize = "text mask")]
    TextMask,
    /// A mask as JSON.
    #[strum(serialize = "JSON mask")]
    JsonMask,
    /// A mask in a scene or in memory.
    #[strum(serialize = "mask")]
    Mask,
    /// A picture of the window.
    #[strum(serialize = "screen")]
    Screen,
    /// A part of another picture.
    #[strum(serialize = "a part of an image")]
    Part,
}

written_by_name!(PictureFormat);

/// A decoded image: straight (not premultiplied) RGBA, 8 bits per channel.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    size: Size,
    rgba: Vec<u8>,
    /// Format of the file that it came in.
    pub format: PictureFormat,
    /// False if the image came without an alpha channel: then every pixel is solid.
    pub has_alpha: bool,
}

impl Picture {
    /// An image of `size` from `rgba`, four bytes per pixel, row by row.
    ///
    /// # Panics
    /// If `rgba` does not hold exactly `4 * size.area()` bytes.
    pub fn new(size: Size, rgba: Vec<u8>, format: PictureFormat, has_alpha: bool) -> Self {
        assert_eq!(u64::try_from(rgba.len()), Ok(4 * size.area()), "four bytes per pixel of {size}");
        Self { size, rgba, format, has_alpha }
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Red, green, blue and alpha of every pixel, row by row.
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// Red, green, blue and alpha of pixel `(x, y)`; `None` outside the image.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.size.width || y >= self.size.height {
            return None;
        }
        let n = u64::from(y) * u64::from(self.size.width) + u64::from(x);
        let pixel = self.rgba.as_chunks().0.get(usize::try_from(n).ok()?)?;
        Some(*pixel)
    }

    /// The pixels in `area`, as their own image; `None` if it is not inside.
    pub fn cut_out(&self, area: IntRect) -> Option<Self> {
        let is_inside = area.intersection(IntRect::new(Cell::default(), self.size)) == Some(area);
        let rgba = || rgba_rows(self.size, area).flat_map(|row| &self.rgba[row]).copied().collect();
        is_inside.then(|| Self::new(area.size(), rgba(), self.format, self.has_alpha))
    }
}

/// The ranges of the rows of `area` in the RGBA bytes of an image of `size`, from the topmost on; all of `area` is
/// inside.
pub fn rgba_rows(size: Size, area: IntRect) -> impl Iterator<Item = Range<usize>> {
    let byte = move |x: i64, y: i64| {
        usize::try_from(4 * (y * i64::from(size.width) + x)).expect("a row inside an image that is in memory")
    };
    (area.y..area.bottom()).map(move |y| byte(area.x, y)..byte(area.right(), y))
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({} {})", self.format, self.size)
    }
}

/// A number that differs for different contents, computed at most once. It is not part of the content: all identities
/// are equal, and a copy, whose content may change, starts without a number.
#[derive(Debug, Default)]
pub struct Identity(OnceLock<u128>);

impl Identity {
    /// The number, computed by `find` the first time.
    pub fn or_find(&self, find: impl FnOnce() -> u128) -> u128 {
        *self.0.get_or_init(find)
    }
}

impl Clone for Identity {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Identity {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_out_is_inside() {
        let rgba: Vec<u8> = (0..6).flat_map(|n| [n; 4]).collect();
        let picture = Picture::new(Size::new(3, 2), rgba, PictureFormat::Png, true);
        let area = |x, y, width, height| IntRect { x, y, width, height };
        let cut = picture.cut_out(area(1, 0, 2, 2)).expect("inside");
        assert_eq!(cut.rgba().chunks(4).map(|pixel| pixel[0]).collect::<Vec<_>>(), [1, 2, 4, 5]);
        for outside in [area(2, 0, 2, 1), area(-1, 0, 2, 1), area(0, 1, 1, 2), area(0, 0, 0, 1)] {
            assert!(picture.cut_out(outside).is_none(), "{outside:?}");
        }
    }
}
