//! Masks flipped, scaled and turned.

use super::Mask;
use crate::geom::{Affine, Rounding, Size};

/// The distance at which a side in pixels is a whole number, apart from rounding errors.
const WHOLE: f64 = 1e-9;

impl Mask {
    /// The mask mirrored left to right if `horizontally`, and top to bottom if `vertically`.
    ///
    /// ```
    /// use maskscope_core::mask::Mask;
    ///
    /// let mask: Mask = "#..\n##.".parse()?;
    /// assert_eq!(mask.flipped(true, false).to_text(), "..#\n.##\n");
    /// assert_eq!(mask.flipped(false, true).to_text(), "##.\n#..\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn flipped(&self, horizontally: bool, vertically: bool) -> Self {
        // A mirrored row begins with its padding, which is shifted out.
        let padding = (u64::BITS - self.width() % u64::BITS) % u64::BITS;
        Self::from_rows(self.size(), |y, row| {
            let words = self.row(if vertically { self.height() - 1 - y } else { y });
            if !horizontally {
                row.copy_from_slice(words);
                return;
            }
            let mirrored = words.iter().rev().copied().map(u64::reverse_bits);
            let next = mirrored.clone().skip(1).chain([0]);
            for ((to, low), high) in row.iter_mut().zip(mirrored).zip(next) {
                // Two shifts, because a shift by 64 overflows.
                *to = low >> padding | high << 1 << (63 - padding);
            }
        })
    }

    /// The mask scaled to `size`, in pixels. Each pixel is the nearest one of this mask: that in column `x` is the one
    /// in column `floor(x * width / size.width)`, computed in integers, and rows accordingly, as `Mask.scale` does in
    /// pygame.
    ///
    /// An empty mask scales to a clear one.
    ///
    /// ```
    /// use maskscope_core::{geom::Size, mask::Mask};
    ///
    /// let mask: Mask = "#.\n.#".parse()?;
    /// assert_eq!(mask.scaled(Size::new(5, 2)).to_text(), "###..\n...##\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn scaled(&self, size: Size) -> Self {
        let mut scaled = Self::new(size);
        if self.size().is_empty() {
            return scaled;
        }
        let product = |one: u32, other: u32| u64::from(one) * u64::from(other);
        let side = |n: u64| u32::try_from(n).expect("no more than the longer side");
        // The first column that reads this one or one to the right of it.
        let column = |x: u32| side(product(x, size.width).div_ceil(self.width().into()));
        for y in 0..size.height {
            let from = side(product(y, self.height()) / u64::from(size.height));
            for run in self.runs(from) {
                scaled.set_run(column(run.start)..column(run.end), y);
            }
        }
        scaled
    }

    /// The mask turned about its middle by `degrees`, clockwise as on a screen, where y grows downwards: as the
    /// placement of a sprite turns, and against `pygame.transform.rotate`.
    ///
    /// The result is the smallest mask that holds the turned box. Both have the same middle. The centre of each pixel
    /// is turned back, and reads the pixel it lies in. Multiples of 90 degrees move pixels without loss. An angle that
    /// is infinite or not a number gives a mask without pixels.
    ///
    /// ```
    /// use maskscope_core::mask::Mask;
    ///
    /// let mask: Mask = "#.\n#.\n##".parse()?;
    /// assert_eq!(mask.rotated(90.0).to_text(), "###\n#..\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rotated(&self, degrees: f64) -> Self {
        let (width, height) = (f64::from(self.width()), f64::from(self.height()));
        let ((left, top), (right, bottom)) = Affine::rotation(degrees).bounds((width, height));
        let side = |length: f64| {
            let side = Rounding::Floor.round((length - WHOLE).ceil());
            side.and_then(|side| u32::try_from(side).ok()).unwrap_or(0)
        };
        let size = Size::new(side(right - left), side(bottom - top));
        let (middle_x, middle_y) = (f64::from(size.width) / 2.0, f64::from(size.height) / 2.0);
        let back = Affine::rotation(-degrees);
        let pixel = |at: f64| Rounding::Floor.round(at).and_then(|at| u32::try_from(at).ok());
        Self::from_fn(size, |x, y| {
            let (x, y) = back.map((f64::from(x) + 0.5 - middle_x, f64::from(y) + 0.5 - middle_y));
            pixel(x + width / 2.0).zip(pixel(y + height / 2.0)).is_some_and(|(x, y)| self.get(x, y))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDES: [u32; 8] = [0, 1, 2, 63, 64, 65, 128, 130];

    fn sizes() -> impl Iterator<Item = Size> {
        SIDES.into_iter().flat_map(|width| [0, 1, 3, 65].map(|height| Size::new(width, height)))
    }

    fn speckled(size: Size) -> Mask {
        Mask::from_fn(size, |x, y| (x * 7 + y * 13 + x * y).is_multiple_of(3))
    }

    fn mask(text: &str) -> Mask {
        text.parse().expect("a mask")
    }

    #[test]
    fn a_flip_reads_from_the_other_end() {
        for mask in sizes().map(speckled) {
            let Size { width, height } = mask.size();
            for (horizontally, vertically) in [(false, false), (true, false), (false, true), (true, true)] {
                let expected = Mask::from_fn(mask.size(), |x, y| {
                    let x = if horizontally { width - 1 - x } else { x };
                    mask.get(x, if vertically { height - 1 - y } else { y })
                });
                assert_eq!(mask.flipped(horizontally, vertically), expected, "{horizontally}, {vertically}");
            }
        }
    }

    #[test]
    fn scaled_pixels_are_the_nearest_ones() {
        for mask in sizes().map(speckled) {
            for size in [(0, 0), (1, 1), (3, 2), (64, 5), (129, 64), (200, 0), (0, 7), (260, 3)] {
                let size = Size::new(size.0, size.1);
                let expected = Mask::from_fn(size, |x, y| {
                    mask.get(x * mask.width() / size.width, y * mask.height() / size.height)
                });
                assert_eq!(mask.scaled(size), expected, "{} to {size}", mask.size());
            }
        }
    }

    #[test]
    fn a_picture_is_scaled() {
        let arrow = mask("..#\n###\n..#");
        assert_eq!(arrow.scaled(Size::new(6, 3)).to_text(), "....##\n######\n....##\n");
        assert_eq!(arrow.scaled(Size::new(2, 2)).to_text(), "..\n##\n");
        assert_eq!(arrow.scaled(arrow.size()), arrow);
    }

    #[test]
    fn turns_are_clockwise() {
        assert_eq!(mask("#####").rotated(30.0).to_text(), "#....\n.##..\n..##.\n....#\n");
        assert_eq!(mask("#####").rotated(-30.0).to_text(), "....#\n..##.\n.##..\n#....\n");
        assert_eq!(mask("###\n###\n###").rotated(45.0).to_text(), "..#..\n.###.\n#####\n.###.\n..#..\n");
    }

    #[test]
    fn quarter_turns_move_pixels() {
        for mask in sizes().map(speckled) {
            let quarter = mask.transposed().flipped(true, false);
            assert_eq!(mask.rotated(0.0), mask);
            assert_eq!(mask.rotated(90.0), quarter);
            assert_eq!(mask.rotated(-630.0), quarter);
            assert_eq!(mask.rotated(180.0), mask.flipped(true, true));
            assert_eq!(mask.rotated(270.0), mask.transposed().flipped(false, true));
        }
    }

    #[test]
    fn a_turned_mask_is_as_large_as_its_box() {
        let size = |degrees| (!Mask::new(Size::new(4, 2))).rotated(degrees).size();
        assert_eq!(size(45.0), Size::new(5, 5), "6 divided by the square root of 2 is 4.24");
        assert_eq!(Mask::new(Size::new(2, 0)).rotated(60.0).size(), Size::new(1, 2), "1 and 1.73: a sine is rounded");
        assert!([f64::NAN, f64::INFINITY].iter().all(|&degrees| size(degrees).is_empty()));
    }

    #[test]
    fn a_large_disc_stays_the_same_at_every_angle() {
        let disc = Mask::from_fn(Size::new(101, 101), |x, y| {
            let from_middle = |at: u32| f64::from(at) - 50.0;
            from_middle(x).hypot(from_middle(y)) <= 50.0
        });
        for degrees in [1.0, 17.5, 45.0, 100.0, -33.0] {
            let turned = disc.rotated(degrees);
            let bounds = turned.bounds().expect("a disc");
            assert!(bounds.width.abs_diff(101) <= 2 && bounds.height.abs_diff(101) <= 2, "{degrees}: {bounds:?}");
            assert!(turned.count().abs_diff(disc.count()) < 80, "{degrees}: {} of {}", turned.count(), disc.count());
        }
    }
}
