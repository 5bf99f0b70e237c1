//! [`Health`]: what a mask costs, and what may be wrong with it.

use super::{Islands, Mask, tables::count_runs};
use crate::geom::Size;

/// Costs and possible faults of a mask, such as specks too small to see that still collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Health {
    /// Columns and rows.
    pub size: Size,
    /// The number of set pixels.
    pub set: u64,
    /// Borders that set pixels touch; the sprite may be cropped there.
    pub borders: Borders,
    /// The groups of set pixels, diagonal neighbours included.
    pub islands: Islands,
    /// The number of groups of clear pixels enclosed by set ones. Diagonal neighbours belong to different groups, and a
    /// group with a pixel at the border of the mask is not a hole.
    ///
    /// ```text
    /// # # # # .
    /// # . # . #      three holes, each of one pixel
    /// # # . # .
    /// . # # # .
    /// ```
    pub holes: u64,
    /// The number of set pixels in no 2 × 2 block of set pixels, where the mask is one pixel wide: those that a
    /// morphological opening with such a block clears, islands of one pixel among them.
    ///
    /// ```text
    /// # # . . . . #      the mask       . . . . . . #      7 thin pixels
    /// # # # # . . .                     . . # # . . .
    /// # # . . # . .                     . . . . # . .
    /// . . # # . # .                     . . # # . # .
    /// ```
    pub thin: u64,
}

/// Borders of a mask: true if a pixel of the border is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Borders {
    /// Column 0.
    pub left: bool,
    /// Row 0.
    pub top: bool,
    /// The last column.
    pub right: bool,
    /// The last row.
    pub bottom: bool,
}

impl Health {
    /// The health of `mask`; `None` if cancelled, which is checked before each row.
    pub fn of(mask: &Mask, cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let islands = Islands::of(mask, cancelled)?;
        let (mut in_pairs, mut thin) = (0, 0);
        for y in 0..=mask.height() {
            if cancelled() {
                return None;
            }
            let row = |y| word_columns(mask).map(move |x| mask.bits_from(x, y));
            in_pairs += count_runs(row(above(y)).zip(row(y)).map(|(above, here)| above | here));
            thin += thin_in_row(mask, y);
        }
        // Islands minus holes is Euler's number: corners minus sides plus pixels, of all set pixels, each counted once.
        // On the line between two rows, each run of their union has one more corner than sides; in a row, each run has
        // one more side than pixels. So Euler's number is the runs of all pairs of rows minus the runs of all rows.
        let holes = islands.count + mask.run_count() - in_pairs;
        Some(Self { size: mask.size(), set: mask.count(), borders: Borders::of(mask), islands, holes, thin })
    }

    /// True if no pixel is set: the sprite collides with nothing.
    pub const fn is_empty(&self) -> bool {
        self.set == 0
    }

    /// True if every pixel is set, and the mask has pixels: a box test is enough.
    pub fn is_full(&self) -> bool {
        self.set == self.size.area() && !self.is_empty()
    }

    /// Bytes of the image, four per pixel.
    pub fn bytes_as_rgba(&self) -> u64 {
        4 * self.size.area()
    }

    /// Bytes of its alpha alone, one per pixel.
    pub fn bytes_as_alpha(&self) -> u64 {
        self.size.area()
    }

    /// Bytes of the mask in Phaelax's packing ([`Packed`](super::Packed)): whole words of 32 pixels.
    pub fn bytes_as_bits(&self) -> u64 {
        4 * self.size.area().div_ceil(32)
    }
}

impl Borders {
    fn of(mask: &Mask) -> Self {
        let (right, bottom) = (mask.width().wrapping_sub(1), mask.height().wrapping_sub(1));
        let in_column = |x| (0..mask.height()).any(|y| mask.get(x, y));
        let in_row = |y| y < mask.height() && mask.row(y).iter().any(|&word| word != 0);
        Self { left: in_column(0), top: in_row(0), right: in_column(right), bottom: in_row(bottom) }
    }
}

/// The row above `y`; above row 0, a row below all masks, which also reads as clear.
const fn above(y: u32) -> u32 {
    y.wrapping_sub(1)
}

/// The columns at which the words of a row start.
fn word_columns(mask: &Mask) -> impl Iterator<Item = i64> {
    (0..i64::from(mask.width())).step_by(64)
}

/// The number of set pixels of row `y` in no 2 × 2 block of set pixels.
fn thin_in_row(mask: &Mask, y: u32) -> u64 {
    let thin = |x: i64| {
        let around = |row| [x - 1, x, x + 1].map(|x| mask.bits_from(x, row));
        let [left, here, right] = around(y);
        // The pixels of blocks that lie in this row and in the other.
        let in_blocks = |row| {
            let [left_there, there, right_there] = around(row);
            here & there & (left & left_there | right & right_there)
        };
        here & !(in_blocks(above(y)) | in_blocks(y + 1))
    };
    word_columns(mask).map(|x| u64::from(thin(x).count_ones())).sum()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;

    use super::*;

    fn health(mask: &Mask) -> Health {
        Health::of(mask, &|| false).expect("not cancelled")
    }

    fn health_of(text: &str) -> Health {
        health(&text.parse().expect("a mask"))
    }

    #[test]
    fn diagonal_neighbours_are_one_island_but_not_one_hole() {
        let two = health_of("##..#\n..#.#").islands;
        assert_eq!(two, Islands { count: 2, smallest: 2, largest: 3, single: 0 });
        assert_eq!(health_of("####.\n#.#.#\n##.#.\n.###.").holes, 3);
        assert_eq!(health_of("###\n#.#\n##.").holes, 1, "the corner is at the border, and does not open the hole");
        assert_eq!(health_of("###\n#.#\n#.#").holes, 0, "open below");
        assert_eq!(health_of("#####\n#...#\n#.#.#\n#...#\n#####").holes, 1, "an island in a hole");
    }

    #[test]
    fn islands_that_meet_further_down_are_one() {
        let comb = health_of("#.#.#.#\n#.#.#.#\n#######");
        assert_eq!(comb.islands, Islands { count: 1, smallest: 15, largest: 15, single: 0 });
        let spiral = health_of("######\n.....#\n####.#\n#..#.#\n#.##.#\n#....#\n######");
        assert_eq!((spiral.islands.count, spiral.holes), (1, 0));
        let specks = health_of("#.#\n...\n#.#").islands;
        assert_eq!(specks, Islands { count: 4, smallest: 1, largest: 1, single: 4 });
    }

    #[test]
    fn thin_is_what_an_opening_with_a_block_of_four_clears() {
        let thin = |text| health_of(text).thin;
        assert_eq!(thin("##....#\n####...\n##..#..\n..##.#."), 7);
        assert_eq!(thin("##\n##"), 0);
        assert_eq!(thin("####"), 4);
        assert_eq!(thin("##.\n.##"), 4, "no block, however thick it looks");
    }

    #[test]
    fn a_mask_without_set_pixels_is_empty_and_one_without_clear_ones_full() {
        let sized = |width, height| Mask::new(Size::new(width, height));
        for (width, height) in [(0, 0), (0, 3), (3, 0), (1, 1), (64, 2)] {
            let empty = health(&sized(width, height));
            assert!(empty.is_empty() && !empty.is_full(), "{width} x {height}");
            assert_eq!((empty.borders, empty.islands, empty.holes), <_>::default());
        }
        for (width, height) in [(1, 1), (63, 1), (64, 2), (65, 3)] {
            let full = health(&!sized(width, height));
            let pixels = u64::from(width * height);
            assert!(full.is_full() && !full.is_empty());
            assert_eq!(full.borders, Borders { left: true, top: true, right: true, bottom: true });
            assert_eq!((full.set, full.islands.largest, full.holes), (pixels, pixels, 0));
        }
    }

    #[test]
    fn a_border_is_touched_by_a_pixel_at_it() {
        let borders = |text| health_of(text).borders;
        assert_eq!(borders("...\n.#.\n..."), Borders::default());
        assert_eq!(borders("...\n#..\n..."), Borders { left: true, ..Borders::default() });
        assert_eq!(borders("...\n...\n..#"), Borders { right: true, bottom: true, ..Borders::default() });
        assert_eq!(borders(".#.\n...\n..."), Borders { top: true, ..Borders::default() });
    }

    #[test]
    fn bytes_are_those_of_the_article() {
        let health = health(&Mask::new(Size::new(256, 256)));
        let bytes = [health.bytes_as_rgba(), health.bytes_as_alpha(), health.bytes_as_bits()];
        assert_eq!(bytes, [262_144, 65_536, 8_192]);
        assert_eq!(health_of("###\n###").bytes_as_bits(), 4);
        assert_eq!(health_of("").bytes_as_bits(), 0);
    }

    #[test]
    fn cancelled_work_has_no_result() {
        let mask = !Mask::new(Size::new(3, 5));
        let asked = Cell::new(0);
        let times = |most: u32| {
            asked.set(0);
            Health::of(&mask, &|| asked.replace(asked.get() + 1) == most)
        };
        assert!(times(u32::MAX).is_some());
        for most in 0..asked.get() {
            assert_eq!(times(most), None, "asked {most} times before");
        }
    }

    /// The groups of set pixels, or of clear ones if `set` is false, found by filling one after another: the number of
    /// pixels of each, and true if one of them is at a border.
    fn groups(mask: &Mask, set: bool, neighbours: &[(i64, i64)]) -> Vec<(u64, bool)> {
        use crate::geom::Cell;
        let inside = mask.bounding_box();
        let mut seen = Mask::new(mask.size());
        let mut groups = Vec::new();
        let cells = (0..inside.bottom()).flat_map(|y| (0..inside.right()).map(move |x| Cell::new(x, y)));
        for start in cells {
            let (mut pixels, mut at_border) = (0, false);
            let mut to_see = vec![start];
            while let Some(cell) = to_see.pop() {
                if !inside.contains(cell) || seen.get_cell(cell) || mask.get_cell(cell) != set {
                    continue;
                }
                let inside_mask = |n: i64| u32::try_from(n).expect("inside the mask");
                seen.set(inside_mask(cell.x), inside_mask(cell.y));
                pixels += 1;
                at_border |=
                    cell.x == 0 || cell.y == 0 || cell.x + 1 == inside.right() || cell.y + 1 == inside.bottom();
                to_see.extend(neighbours.iter().map(|&(x, y)| cell + Cell::new(x, y)));
            }
            if pixels > 0 {
                groups.push((pixels, at_border));
            }
        }
        groups
    }

    const SIDES: [(i64, i64); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    const CORNERS: [(i64, i64); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

    fn by_filling(mask: &Mask) -> (Islands, u64, u64) {
        let found = groups(mask, true, &[SIDES, CORNERS].concat());
        let pixels = || found.iter().map(|(pixels, _)| *pixels);
        let islands = Islands {
            count: found.len() as u64,
            smallest: pixels().min().unwrap_or(0),
            largest: pixels().max().unwrap_or(0),
            single: pixels().filter(|pixels| *pixels == 1).count() as u64,
        };
        let holes = groups(mask, false, &SIDES).iter().filter(|(_, at_border)| !at_border).count() as u64;
        let mut opened = Mask::new(mask.size());
        for (x, y) in (1..mask.height()).flat_map(|y| (1..mask.width()).map(move |x| (x, y))) {
            let block = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)];
            if block.iter().all(|&(x, y)| mask.get(x, y)) {
                block.iter().for_each(|&(x, y)| opened.set(x, y));
            }
        }
        (islands, holes, mask.count() - opened.count())
    }

    proptest! {
        #![proptest_config(crate::cases::cases(256))]
        #[test]
        fn it_is_what_filling_finds(
            width in prop::sample::select(vec![1_u32, 2, 3, 7, 63, 64, 65, 129]),
            height in 1_u32..12,
            density in 1_u8..10,
            seeds in prop::collection::vec(0_u8..10, 129 * 12),
        ) {
            let mask = Mask::from_fn(Size::new(width, height), |x, y| seeds[(y * width + x) as usize] < density);
            let health = health(&mask);
            prop_assert_eq!((health.islands, health.holes, health.thin), by_filling(&mask));
        }
    }
}
