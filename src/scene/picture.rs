use std::fmt;

use crate::geom::Size;

/// A decoded image: straight (not premultiplied) RGBA, 8 bits per channel.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    size: Size,
    rgba: Vec<u8>,
    /// The file format, as people write it: `PNG`.
    pub format: &'static str,
    /// False where the image came without an alpha channel: then every pixel is solid.
    pub has_alpha: bool,
}

impl Picture {
    /// An image of `size` from `rgba`, four bytes per pixel, row by row.
    ///
    /// # Panics
    /// When `rgba` does not hold exactly `4 * size.area()` bytes.
    pub fn new(size: Size, rgba: Vec<u8>, format: &'static str, has_alpha: bool) -> Self {
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

    /// Red, green, blue and alpha of pixel `(x, y)`, or `None` outside the image.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.size.width || y >= self.size.height {
            return None;
        }
        let n = u64::from(y) * u64::from(self.size.width) + u64::from(x);
        let pixel = self.rgba.as_chunks().0.get(usize::try_from(n).ok()?)?;
        Some(*pixel)
    }

    /// How many pixels have each alpha value.
    pub fn alpha_histogram(&self) -> [u64; 256] {
        let mut histogram = [0; 256];
        for pixel in self.rgba.as_chunks::<4>().0 {
            histogram[usize::from(pixel[3])] += 1;
        }
        histogram
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({} {})", self.format, self.size)
    }
}
