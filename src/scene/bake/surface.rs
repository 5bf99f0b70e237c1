//! Input and output pixels of a call.

use crate::geom::Size;

/// Pixels in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Surface {
    /// Columns and rows.
    pub size: Size,
    /// Red, green, blue and alpha of each, row by row.
    pub pixels: Vec<[u8; 4]>,
}

impl Surface {
    /// A surface whose pixel at column `x` and row `y` is `pixel(x, y)`.
    pub(super) fn from_fn(size: Size, mut pixel: impl FnMut(u32, u32) -> [u8; 4]) -> Self {
        let cells = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
        Self { size, pixels: cells.map(|(x, y)| pixel(x, y)).collect() }
    }

    /// The pixel at column `x` and row `y`.
    pub(super) fn at(&self, x: u32, y: u32) -> [u8; 4] {
        let index = u64::from(y) * u64::from(self.size.width) + u64::from(x);
        self.pixels[usize::try_from(index).expect("a pixel in memory")]
    }

    /// Mirrors left to right, top to bottom.
    pub(super) fn flipped(self, flip: (bool, bool)) -> Self {
        let Size { width, height } = self.size;
        let along = |flip: bool, at: u32, side: u32| if flip { side - 1 - at } else { at };
        match flip {
            (false, false) => self,
            (x_flips, y_flips) => {
                Self::from_fn(self.size, |x, y| self.at(along(x_flips, x, width), along(y_flips, y, height)))
            }
        }
    }

    /// Exchanges columns and rows.
    pub(super) fn transposed(&self) -> Self {
        Self::from_fn(Size::new(self.size.height, self.size.width), |x, y| self.at(y, x))
    }
}
