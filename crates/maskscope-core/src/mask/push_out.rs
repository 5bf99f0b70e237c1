//! The shortest move by whole pixels that parts two masks.

use super::Mask;
use crate::geom::{Cell, Offset};

/// Returns the depth of the overlap with B at `offset`: the length of the shortest move of B by whole pixels after which the
/// masks share nothing; `None` if they share nothing already.
pub fn push_out(a: &Mask, b: &Mask, offset: Offset) -> Option<f64> {
    shortest_push(a, b, offset, &|| false).flatten().map(Cell::length)
}

/// Returns the shortest move of B after which the masks share nothing, `None` if they share nothing already; of equally
/// short ones the uppermost, of those the leftmost. The outer `None` means cancelled.
///
/// In each row of moves, 0, -1, 1, -2, 2 …, it finds the nearest free one to either side, as far as a move may still be
/// the shortest.
pub fn shortest_push(a: &Mask, b: &Mask, offset: Offset, cancelled: &dyn Fn() -> bool) -> Option<Option<Cell>> {
    let Some(first) = a.overlap(b, offset) else { return Some(None) };
    // The rows of the last overlaps, above and below and to either side: masks mostly overlap there again.
    let mut rows = [[first.y; 2]; 2];
    let mut best = out_of_the_box(a, b, offset)?;
    for distance in 0.. {
        if squared(best) < distance * distance {
            return Some(Some(best));
        }
        for (y, rows) in [-distance, distance].into_iter().zip(&mut rows) {
            if cancelled() {
                return None;
            }
            for (to_the_right, row) in [false, true].into_iter().zip(rows) {
                let longest = squared(best) - y * y;
                let free = free_column(a, b, Offset::of(offset.cell() + Cell::new(0, y))?, to_the_right, longest, row);
                best = shorter(best, free.map(|x| Cell::new(x, y)));
            }
        }
    }
    None
}

/// The shortest move along an axis that parts the tight bounds; `None` if a mask is clear.
fn out_of_the_box(a: &Mask, b: &Mask, offset: Offset) -> Option<Cell> {
    let (a, b) = (a.bounds()?, b.bounds()?.translated(offset.cell()));
    let down = Cell::new(0, a.bottom() - b.y);
    let others = [Cell::new(0, a.y - b.bottom()), Cell::new(a.x - b.right(), 0), Cell::new(a.right() - b.x, 0)];
    Some(others.into_iter().fold(down, |best, by| shorter(best, Some(by))))
}

/// The shorter of two moves; of equally short ones the uppermost, of those the leftmost.
fn shorter(best: Cell, other: Option<Cell>) -> Cell {
    let key = |by: Cell| (squared(by), by.y, by.x);
    other.filter(|other| key(*other) < key(best)).unwrap_or(best)
}

/// The nearest column, counted from `offset` and to one side, in which B is free of A; `None` beyond the square root of
/// `most`. `row` is the row to try first, and becomes the row of the last overlap.
///
/// ```text
/// A  ..####..      one run of each shares a pixel: B is free of this one
/// B  ....####      after 2 columns to the right, or 6 to the left
/// ```
fn free_column(a: &Mask, b: &Mask, offset: Offset, to_the_right: bool, most: i64, row: &mut i64) -> Option<i64> {
    let mut column = 0;
    while column * column <= most {
        let to = Offset::of(offset.cell() + Cell::new(column, 0))?;
        let Some(cell) = a.overlap_from(b, to, *row) else { return Some(column) };
        *row = cell.y;
        let (run_of_a, run_of_b) = (a.run_at(cell), b.run_at(cell - to.cell()));
        let (start, end) = (run_of_b.start + i64::from(to.x), run_of_b.end + i64::from(to.x));
        column += if to_the_right { run_of_a.end - start } else { run_of_a.start - end };
    }
    None
}

/// The square of a move's length.
const fn squared(by: Cell) -> i64 {
    by.x * by.x + by.y * by.y
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;
    use crate::mask::truth::Truth;
    use proptest::prelude::*;

    fn push(a: &Mask, b: &Mask, x: i32, y: i32) -> Option<Cell> {
        shortest_push(a, b, Offset::new(x, y), &|| false).expect("not cancelled")
    }

    fn mask(text: &str) -> Mask {
        text.parse().expect("a mask")
    }

    #[test]
    fn b_is_pushed_the_shortest_way() {
        let block = mask("####\n####\n####\n####");
        let at = |x, y| push(&block, &block, x, y);
        assert_eq!(at(3, 1), Some(Cell::new(1, 0)));
        assert_eq!(at(-1, -2), Some(Cell::new(0, -2)));
        assert_eq!(at(0, 0), Some(Cell::new(0, -4)), "of four the uppermost");
        assert_eq!(at(4, 0), None, "nothing to push");
        assert_eq!(push(&mask("#.\n##"), &mask("##\n.#"), 0, 0), Some(Cell::new(0, -1)));
        let (below, above) = (mask("##..\n###.\n####\n####"), mask("####\n.###\n..##\n...#"));
        assert_eq!(push(&below, &above, 0, 0), Some(Cell::new(1, -1)), "a seam of two");
        assert_eq!(push_out(&below, &above, Offset::default()), Some(2.0_f64.sqrt()));
    }

    #[test]
    fn large_discs_are_pushed_apart_along_their_middles() {
        let disc =
            Mask::from_fn(Size::new(600, 600), |x, y| (f64::from(x) - 299.5).hypot(f64::from(y) - 299.5) <= 300.0);
        let by = push(&disc, &disc, 90, 120).expect("they overlap");
        assert!(
            (449.0..452.0).contains(&by.length()) && by.x > 0 && by.y > 0,
            "150 px are 450 short of two radii: {by:?}"
        );
    }

    #[test]
    fn a_mask_may_be_taken_out_of_a_hole() {
        let (ring, dot) = (mask("#####\n#...#\n#...#\n#...#\n#####"), mask("#"));
        assert_eq!(push(&ring, &dot, 0, 2), Some(Cell::new(-1, 0)));
        assert_eq!(push(&ring, &dot, 4, 2), Some(Cell::new(-1, 0)), "inwards is as short, and further to the left");
        assert_eq!(push(&ring, &mask("##\n##"), 2, 3), Some(Cell::new(0, -1)));
    }

    fn masks() -> impl Strategy<Value = Mask> {
        (1..10_u32, 1..8_u32, 0.1..0.9).prop_flat_map(|(width, height, share)| {
            let bits = proptest::collection::vec(proptest::bool::weighted(share), (width * height) as usize);
            bits.prop_map(move |bits| Mask::from_fn(Size::new(width, height), |x, y| bits[(y * width + x) as usize]))
        })
    }

    proptest! {
        #![proptest_config(crate::cases::cases(256))]
        #[test]
        fn no_shorter_move_parts_them(a in masks(), b in masks(), x in -10..10_i32, y in -8..8_i32) {
            let overlaps = |by: &Cell| {
                Truth::of(&a, &b, Offset::of(Cell::new(x.into(), y.into()) + *by).expect("near")).masks_overlap()
            };
            let near = (-20..=20).flat_map(|y| (-20..=20).map(move |x| Cell::new(x, y)));
            let free = near.filter(|by| !overlaps(by)).min_by_key(|by| (squared(*by), by.y, by.x));
            prop_assert_eq!(push(&a, &b, x, y), free.filter(|by| squared(*by) > 0));
        }
    }
}
