//! Limits on the size of images.

use std::io::Read;

use crate::files::Reason;
use maskscope_core::geom::Size;
use maskscope_core::scene::{Frames, PictureFormat};
use maskscope_core::words::thousands;

/// Limits on the size of images, which are refused unread beyond them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest side, in pixels.
    pub max_side: u32,
    /// The most pixels, of all frames together.
    pub max_pixels: u64,
    /// The most bytes of a file.
    pub max_bytes: u64,
}

/// Sides as long as the largest textures of common graphics cards. Decoding that many pixels, at worst 8 bytes each and the
/// file, takes less than 1 GiB, and less than 1.5 GiB beside another such image.
impl Default for Limits {
    fn default() -> Self {
        Self { max_side: 16_384, max_pixels: 8_192 * 8_192, max_bytes: 512 << 20 }
    }
}

impl Limits {
    /// Reads what comes from `input` behind `bytes`, up to its end, and refuses it beyond the limit on bytes.
    pub(in crate::files) fn read_to_end(&self, input: impl Read, mut bytes: Vec<u8>) -> Result<Vec<u8>, Reason> {
        let limit = self.max_bytes;
        let length = input.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(Reason::reading)? as u64;
        if length > limit { Err(Reason::TooManyBytes { bytes: length, limit }) } else { Ok(bytes) }
    }

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

    /// Refuses an image of `format` that has no pixels, and one that is beyond the limits.
    pub(in crate::files) fn check_image(&self, format: PictureFormat, size: Size) -> Result<(), Reason> {
        if size.is_empty() { Err(Reason::NoPixels { format, size }) } else { self.check(size) }
    }

    /// Refuses an animation of `format` that has no frames or no pixels, and one whose frames, each of `size`, are
    /// beyond the limits together.
    pub(in crate::files) fn check_animation(
        &self,
        format: PictureFormat,
        frames: u64,
        size: Size,
    ) -> Result<(), Reason> {
        self.check_image(format, size)?;
        if frames == 0 {
            return Err(Reason::damaged(format, "it has no frames"));
        }
        self.check_frames(frames, frames.saturating_mul(size.area()))
    }

    /// Refuses `frames` that have more `pixels` together than one image may have, and too many of them.
    pub(in crate::files) fn check_frames(&self, frames: u64, pixels: u64) -> Result<(), Reason> {
        if pixels > self.max_pixels {
            Err(Reason::TooManyFramePixels { frames, pixels, limit: self.max_pixels })
        } else if frames > Frames::MOST as u64 {
            Err(Reason::Refused(format!(
                "it has {} frames, at most {} are read",
                thousands(frames),
                thousands(Frames::MOST as u64)
            )))
        } else {
            Ok(())
        }
    }

    /// Refuses layers that have far more `pixels` to be put together than one image may have: they take seconds.
    pub(in crate::files) fn check_layers(&self, pixels: u64) -> Result<(), Reason> {
        let limit = self.max_pixels.saturating_mul(3);
        if pixels <= limit {
            return Ok(());
        }
        Err(Reason::Refused(format!(
            "its layers have {} px to be put together, blended ones counted four times, the limit is {}; --max-pixels raises it",
            thousands(pixels),
            thousands(limit)
        )))
    }

    /// Bytes a decoder may take beside the file, which takes `file`: with it 16 for each pixel, and room for small files and for tables. An
    /// uncompressed TIFF of four bytes per pixel is counted four times: as a file, as a strip, as pixels, as a copy of them.
    ///
    /// # Errors
    /// [`Reason::TooMuchMemory`] where the file leaves none.
    pub(in crate::files) fn decoder_bytes(&self, file: usize) -> Result<u64, Reason> {
        let all = self.max_pixels.saturating_mul(16).saturating_add(256 << 20);
        all.checked_sub(file as u64).ok_or(Reason::TooMuchMemory)
    }

    /// The number of bytes the data before the pixels, such as a colour profile, may unpack to: one for each pixel.
    pub(in crate::files) const fn header_bytes(&self) -> u64 {
        self.max_pixels.saturating_add(1 << 20)
    }
}
