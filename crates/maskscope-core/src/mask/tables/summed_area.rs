//! [`SummedAreaTable`]: how many pixels any rectangle of a mask holds.

use crate::mask::{Mask, bits::index};

/// A summed-area table (integral image) of a mask: the number of set pixels in any rectangle, from its four corners.
///
/// Entry `(x, y)` of the `(width + 1) × (height + 1)` table counts the set pixels above row `y` and left of column `x`.
///
/// ```text
/// mask   # . #      table   0 0 0 0
///        . # #              0 1 1 2
///                           0 1 2 4      both rows, columns 1 and 2: (4 - 1) - (0 - 0) = 3
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SummedAreaTable {
    stride: usize,
    sums: Vec<u32>,
}

impl SummedAreaTable {
    /// The table of `mask`. It takes 4 bytes per pixel: see [`SummedAreaTable::bytes`].
    ///
    /// # Panics
    /// If the mask has 2³² pixels or more.
    pub fn new(mask: &Mask) -> Self {
        let mut table = Self::default();
        table.go_on(mask, &|| false);
        table
    }

    /// The table of several masks of one size together: it counts the set pixels of all of them.
    ///
    /// # Panics
    /// If their sizes differ, or if they have 2³² pixels or more together.
    pub fn of_all(masks: &[Mask]) -> Self {
        let pixels: u64 = masks.iter().map(|mask| mask.size().area()).sum();
        assert!(pixels <= u32::MAX.into(), "{pixels} px are too many for a summed-area table");
        let mut tables = masks.iter().map(Self::new);
        let Some(mut all) = tables.next() else { return Self::default() };
        for table in tables {
            assert_eq!((all.stride, all.sums.len()), (table.stride, table.sums.len()), "masks of one size");
            for (sum, more) in all.sums.iter_mut().zip(table.sums) {
                *sum += more;
            }
        }
        all
    }

    /// Adds rows to the table of `mask`, at first without any, until `is_over`, which is asked before each row; returns
    /// whether it is whole.
    ///
    /// # Panics
    /// If the mask has 2³² pixels or more.
    pub fn go_on(&mut self, mask: &Mask, is_over: &dyn Fn() -> bool) -> bool {
        assert!(mask.size().area() <= u32::MAX.into(), "{} px are too many for a summed-area table", mask.size());
        if self.sums.is_empty() {
            self.stride = index(mask.width()) + 1;
            self.sums.reserve_exact(self.stride * (index(mask.height()) + 1));
            self.sums.resize(self.stride, 0);
        }
        for y in self.sums.len() / self.stride - 1..index(mask.height()) {
            if is_over() {
                return false;
            }
            self.sums.resize((y + 2) * self.stride, 0);
            let (above, below) = self.sums[y * self.stride..].split_at_mut(self.stride);
            let mut in_row = 0;
            for x in 0..mask.width() {
                in_row += u32::from(mask.get(x, u32::try_from(y).expect("a row of the mask")));
                below[index(x) + 1] = above[index(x) + 1] + in_row;
            }
        }
        true
    }

    /// The number of bytes of a mask's table.
    pub fn bytes(mask: &Mask) -> u64 {
        4 * (u64::from(mask.width()) + 1) * (u64::from(mask.height()) + 1)
    }

    /// The number of set pixels in the `width` × `height` rectangle at `(x, y)`.
    ///
    /// # Panics
    /// If the rectangle reaches beyond the mask's rows. Beyond its columns the number is wrong.
    #[inline]
    pub fn count(&self, x: u32, y: u32, width: u32, height: u32) -> u32 {
        let [top_left, top_right, bottom_left, bottom_right] = self.corners(x, y, width, height);
        (bottom_right - bottom_left) - (top_right - top_left)
    }

    /// The table's entries at a rectangle's corners: top left, top right, bottom left, bottom right.
    ///
    /// # Panics
    /// If the rectangle reaches beyond the mask's rows.
    #[inline]
    pub fn corners(&self, x: u32, y: u32, width: u32, height: u32) -> [u32; 4] {
        let at = |x: u32, y: u32| self.sums[index(y) * self.stride + index(x)];
        [at(x, y), at(x + width, y), at(x, y + height), at(x + width, y + height)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;

    #[test]
    fn every_rectangle_is_counted() {
        let mask = Mask::from_fn(Size::new(9, 7), |x, y| (x * 3 + y * 5) % 4 == 0);
        let table = SummedAreaTable::new(&mask);
        for (x, y) in (0..9).flat_map(|x| (0..7).map(move |y| (x, y))) {
            for (width, height) in (0..=9 - x).flat_map(|width| (0..=7 - y).map(move |height| (width, height))) {
                let cells = (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y)));
                let counted = cells.filter(|&(x, y)| mask.get(x, y)).count();
                assert_eq!(usize::try_from(table.count(x, y, width, height)), Ok(counted));
            }
        }
    }

    #[test]
    fn the_pixels_of_several_masks_are_counted_together() {
        let masks = ["#.#\n.##", "##.\n..#"].map(|text| text.parse::<Mask>().expect("a mask"));
        let table = SummedAreaTable::of_all(&masks);
        assert_eq!([table.count(0, 0, 3, 2), table.count(0, 0, 1, 1), table.count(2, 1, 1, 1)], [7, 2, 2]);
        assert_eq!(SummedAreaTable::of_all(&masks[..1]), SummedAreaTable::new(&masks[0]));
    }

    #[test]
    fn the_picture_in_the_documentation_is_right() {
        let table = SummedAreaTable::new(&"#.#\n.##".parse().expect("a mask"));
        assert_eq!(table.sums, [0, 0, 0, 0, 0, 1, 1, 2, 0, 1, 2, 4]);
        assert_eq!(table.count(1, 0, 2, 2), 3);
    }
}
