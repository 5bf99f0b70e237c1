//! The frames of an animation whose file stores parts of its canvas.
//!
//! ```text
//! canvas      part      shown, and kept as a frame      left for the next part, by its disposal
//!                                                       Keep        Clear       Restore
//! a a a .      b b      a b b .                         a b b .     a . . .     a a a .
//! a a a .      b .      a b a .                         a b a .     a . . .     a a a .
//! ```

use std::{mem, sync::Arc, time::Duration};

use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::memory::{OutOfMemory, ask};
use maskscope_core::scene::{Frame, Frames, Picture, PictureFormat, rgba_rows};

/// One part of the canvas as the file keeps it.
#[derive(Clone, Copy, Debug)]
pub(super) struct FramePart<'a> {
    /// Area; a part outside the canvas is not seen.
    pub area: IntRect,
    /// Its pixels, row by row.
    pub rgba: &'a [u8],
    /// Blending.
    pub blend: Blend,
    /// Disposal.
    pub disposal: Disposal,
    /// Duration.
    pub duration: Duration,
}

/// Blending of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blend {
    /// Over what was there.
    Over,
    /// Instead of what was there.
    Replace,
}

/// Disposal of a part after it has been shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Disposal {
    /// It stays.
    Keep,
    /// Its area becomes clear.
    Clear,
    /// Its area becomes what it was before.
    Restore,
}

/// Draws parts one after the other, and keeps the canvas after each of them.
pub(super) struct Film {
    format: PictureFormat,
    size: Size,
    /// The number of parts in all.
    count: u64,
    canvas: Vec<u8>,
    shown: Vec<(Vec<u8>, Duration)>,
    has_alpha: bool,
}

impl Film {
    /// A clear canvas of `size` for `count` parts; `has_alpha` where the file has an alpha channel, whether or not a pixel
    /// is clear.
    ///
    /// # Errors
    /// If too little memory is left for them.
    pub(super) fn new(format: PictureFormat, count: u64, size: Size, has_alpha: bool) -> Result<Self, OutOfMemory> {
        let canvas = 4 * size.area();
        // One of several is kept aside while the next is drawn.
        let all = canvas * (count + u64::from(count > 1));
        ask(all, "fewer or smaller frames take less", format_args!("an animation of {count} frames of {size} px"))?;
        let bytes = usize::try_from(canvas).expect("a size within the limits");
        Ok(Self { format, size, count, canvas: vec![0; bytes], shown: Vec::new(), has_alpha })
    }

    /// Draws the next part.
    ///
    /// # Panics
    /// If all have been drawn.
    pub(super) fn show(&mut self, part: &FramePart<'_>) {
        let drawn = self.shown.len() as u64 + 1;
        assert!(drawn <= self.count, "{} parts", self.count);
        if drawn == self.count {
            self.show_last(part);
        } else {
            self.show_and_dispose(part);
        }
    }

    /// The last one needs no second canvas: nothing comes after it.
    fn show_last(&mut self, part: &FramePart<'_>) {
        self.draw(part);
        self.shown.push((mem::take(&mut self.canvas), part.duration));
    }

    fn show_and_dispose(&mut self, part: &FramePart<'_>) {
        let before = (part.disposal == Disposal::Restore).then(|| self.canvas.clone());
        let seen = self.draw(part);
        self.shown.push((self.canvas.clone(), part.duration));
        match (before, seen) {
            (Some(before), _) => self.canvas = before,
            (None, Some(seen)) if part.disposal == Disposal::Clear => {
                rgba_rows(self.size, seen).for_each(|row| self.canvas[row].fill(0));
            }
            _ => {}
        }
    }

    /// Draws the visible part of `part`; returns where that is.
    fn draw(&mut self, part: &FramePart<'_>) -> Option<IntRect> {
        let seen = part.area.intersection(IntRect::new(Cell::default(), self.size));
        if let Some(seen) = seen {
            self.blend(part, seen);
        }
        self.has_alpha |= self.canvas.as_chunks().0.iter().any(|[_, _, _, alpha]| *alpha < 255);
        seen
    }

    /// Blends what is `seen` of `part` with the canvas.
    fn blend(&mut self, part: &FramePart<'_>, seen: IntRect) {
        let seen_in_part = seen.translated(Cell::new(-part.area.x, -part.area.y));
        for (below, above) in rgba_rows(self.size, seen).zip(rgba_rows(part.area.size(), seen_in_part)) {
            let (below, above) = (&mut self.canvas[below], &part.rgba[above]);
            match part.blend {
                Blend::Replace => below.copy_from_slice(above),
                Blend::Over => {
                    for (below, above) in below.as_chunks_mut().0.iter_mut().zip(above.as_chunks().0) {
                        *below = over(*below, *above);
                    }
                }
            }
        }
    }

    /// The frames, all of them with alpha if one has a pixel that is not opaque.
    ///
    /// # Panics
    /// If no part was drawn.
    pub(super) fn frames(mut self) -> Frames {
        let frame = |(rgba, duration)| {
            let picture = Arc::new(Picture::new(self.size, rgba, self.format, self.has_alpha));
            Frame { duration, ..Frame::new(picture) }
        };
        Frames::new(mem::take(&mut self.shown).into_iter().map(frame).collect())
    }
}

/// `above` drawn over `below`, both straight RGBA; over a clear pixel it stays as it is, even a clear one's colour.
///
/// ```text
/// alpha  = above + below * (255 - above) / 255
/// colour = (colour of above * above + colour of below * below * (255 - above) / 255) / alpha
/// ```
fn over(below: [u8; 4], above: [u8; 4]) -> [u8; 4] {
    match (below[3], above[3]) {
        (0, _) | (_, 255) => above,
        (_, 0) => below,
        (low, high) => {
            // Weights of the two colours, 255 times the alpha they make together.
            let (low, high) = (u32::from(low) * u32::from(255 - high), u32::from(high) * 255);
            let rounded = |value: u32, by: u32| u8::try_from((value + by / 2) / by).expect("a mean of bytes");
            let mixed = |n: usize| rounded(u32::from(below[n]) * low + u32::from(above[n]) * high, low + high);
            [mixed(0), mixed(1), mixed(2), rounded(low + high, 255)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_mixes_by_alpha() {
        assert_eq!(over([9, 9, 9, 255], [1, 2, 3, 0]), [9, 9, 9, 255]);
        assert_eq!(over([9, 9, 9, 255], [1, 2, 3, 255]), [1, 2, 3, 255]);
        assert_eq!(over([9, 9, 9, 0], [1, 2, 3, 0]), [1, 2, 3, 0], "as it is");
        assert_eq!(over([0, 0, 255, 255], [255, 0, 0, 51]), [51, 0, 204, 255]);
        assert_eq!(over([0, 0, 200, 128], [200, 0, 0, 128]), [134, 0, 66, 192]);
        for (low, high) in (1..=255).flat_map(|low| (1..=255).map(move |high| (low, high))) {
            assert_eq!(over([70, 70, 70, low], [70, 70, 70, high])[..3], [70; 3], "{low} below {high}");
        }
    }
}
