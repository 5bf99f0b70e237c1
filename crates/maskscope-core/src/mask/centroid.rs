//! The centroid of a mask.

use super::{Computation, Level, Mask};
use crate::geom::{Point, whole};

/// For each power of two, the bits of a word in whose number it is.
const PLACES: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// A mask whose set pixels are counted, and their columns and rows added up.
struct Moments<'a>(&'a Mask);

impl Mask {
    /// The centroid: the mean of the centres of the set pixels, in pixels from the top left corner, in which pixel 0,0
    /// has its centre at (0.5, 0.5). `None` if no pixel is set.
    ///
    /// `Mask.centroid` of pygame is the mean of columns and of rows, rounded down: half a pixel less, then cut off.
    ///
    /// ```
    /// use maskscope_core::mask::Mask;
    ///
    /// assert_eq!("###".parse::<Mask>()?.centroid(), Some((1.5, 0.5)));
    /// assert_eq!("#..#\n#..#".parse::<Mask>()?.centroid(), Some((2.0, 1.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn centroid(&self) -> Option<Point> {
        let (count, columns, rows) = Level::best().run(Moments(self));
        let mean = |sum: u128| {
            let count = u128::from(count);
            let number = |n: u128| whole(i64::try_from(n).expect("less than the pixels of a mask in memory"));
            number(sum / count) + number(sum % count) / number(count) + 0.5
        };
        (count > 0).then(|| (mean(columns), mean(rows)))
    }
}

impl Computation for Moments<'_> {
    type Answer = (u64, u128, u128);

    #[inline(always)]
    fn run(self) -> (u64, u128, u128) {
        let (mut count, mut columns, mut rows) = (0_u64, 0_u128, 0_u128);
        for y in 0..self.0.height() {
            let (mut in_row, mut sum, mut left) = (0_u64, 0_u64, 0_u64);
            for &bits in self.0.row(y) {
                let here = u64::from(bits.count_ones());
                in_row += here;
                sum += left * here + sum_of_places(bits);
                left += u64::from(u64::BITS);
            }
            count += in_row;
            columns += u128::from(sum);
            rows += u128::from(u64::from(y) * in_row);
        }
        (count, columns, rows)
    }
}

/// The sum of the numbers of the bits that are set, 0 for the lowest.
#[inline(always)]
fn sum_of_places(bits: u64) -> u64 {
    let mut sum = 0_u64;
    for (power, places) in PLACES.into_iter().enumerate() {
        sum += u64::from((bits & places).count_ones()) << power;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;

    #[test]
    fn places_are_added() {
        for bits in [0_u64, 1, 2, 1 << 63, u64::MAX, 0x1234_5678_9ABC_DEF0] {
            let expected: u64 = (0..64_u64).filter(|place| bits >> place & 1 == 1).sum();
            assert_eq!(sum_of_places(bits), expected, "{bits:#x}");
        }
    }

    #[test]
    fn it_is_the_mean_of_centres() {
        for width in [1, 2, 63, 64, 65, 130] {
            for height in [1, 3, 64] {
                let mask = Mask::from_fn(Size::new(width, height), |x, y| (x * 7 + y * 13 + x * y) % 5 < 2);
                let set = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).filter(|&(x, y)| mask.get(x, y));
                let (mut count, mut sum) = (0.0, (0.0, 0.0));
                for (x, y) in set {
                    count += 1.0;
                    sum = (sum.0 + f64::from(x) + 0.5, sum.1 + f64::from(y) + 0.5);
                }
                let (x, y) = mask.centroid().expect("a pixel is set");
                let far = (x - sum.0 / count).hypot(y - sum.1 / count);
                assert!(far < 1e-9, "{width} × {height}: {x},{y}");
            }
        }
    }

    #[test]
    fn a_full_mask_has_it_in_its_middle() {
        for (width, height) in [(1, 1), (64, 2), (65, 3), (1000, 999)] {
            let full = !Mask::new(Size::new(width, height));
            assert_eq!(full.centroid(), Some((f64::from(width) / 2.0, f64::from(height) / 2.0)));
        }
    }

    #[test]
    fn a_clear_mask_has_no_centroid() {
        for (width, height) in [(0, 0), (0, 3), (3, 0), (65, 2)] {
            assert_eq!(Mask::new(Size::new(width, height)).centroid(), None);
        }
    }
}
