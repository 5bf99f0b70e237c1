use super::Reason;
use crate::geom::Size;

/// How large an image may be before it is refused unread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest side, in pixels.
    pub max_side: u32,
    /// The most pixels.
    pub max_pixels: u64,
    /// The most bytes of a file.
    pub max_bytes: u64,
}

/// The largest textures of common graphics cards on a side; so many pixels that decoding them, at worst 8 bytes a pixel
/// and then 4 more, stays below 1.2 GiB; and files that are read in a moment.
impl Default for Limits {
    fn default() -> Self {
        Self { max_side: 16_384, max_pixels: 100_000_000, max_bytes: 512 << 20 }
    }
}

impl Limits {
    /// Refuses a grid of `size` that is beyond the limits on sides and pixels.
    ///
    /// # Errors
    /// [`Reason::TooLong`] or [`Reason::TooManyPixels`].
    pub fn check(&self, size: Size) -> Result<(), Reason> {
        if size.width.max(size.height) > self.max_side {
            Err(Reason::TooLong { size, limit: self.max_side })
        } else if size.area() > self.max_pixels {
            Err(Reason::TooManyPixels { size, limit: self.max_pixels })
        } else {
            Ok(())
        }
    }

    /// Bytes a decoder may take: 8 for each pixel, and room for its tables.
    pub(super) const fn decoder_bytes(&self) -> u64 {
        self.max_pixels.saturating_mul(8).saturating_add(64 << 20)
    }
}
