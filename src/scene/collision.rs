//! Overlap of two masks at an offset, and their contact.

use crate::geom::{Cell, IntRect, Offset, Size};
use crate::mask::{Mask, Prepared, overlap_box};

/// The overlap of two masks at an offset: the truth that scans are judged by.
///
/// All coordinates are those of one grid: A's own pixels in [`Collision::of`], or the world's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collision {
    /// A's box.
    pub box_a: IntRect,
    /// B's box.
    pub box_b: IntRect,
    /// The overlap box; `None` if the boxes do not overlap.
    pub overlap_box: Option<IntRect>,
    /// The number of cells set in both masks.
    pub overlap_area: u64,
    /// The smallest box around those cells.
    pub overlap_bounds: Option<IntRect>,
}

impl Collision {
    /// The overlap of `a` and `b` with B at `offset`, in A's own pixels.
    pub fn of(a: &Prepared, b: &Prepared, offset: Offset) -> Self {
        Self {
            box_a: a.mask().bounding_box(),
            box_b: IntRect::new(offset.cell(), b.mask().size()),
            overlap_box: overlap_box(a.mask().size(), b.mask().size(), offset),
            overlap_area: a.overlap_area(b, offset),
            overlap_bounds: a.overlap_bounds(b, offset),
        }
    }

    /// The same on a grid shifted by `by`: for the world, `by` is the cell of A's top left.
    #[must_use]
    pub fn translated(self, by: Cell) -> Self {
        let moved = |rect: IntRect| rect.translated(by);
        Self {
            box_a: moved(self.box_a),
            box_b: moved(self.box_b),
            overlap_box: self.overlap_box.map(moved),
            overlap_bounds: self.overlap_bounds.map(moved),
            ..self
        }
    }

    /// True if the boxes share a cell.
    pub const fn boxes_overlap(&self) -> bool {
        self.overlap_box.is_some()
    }

    /// True if the masks share a cell.
    pub const fn masks_overlap(&self) -> bool {
        self.overlap_area > 0
    }

    /// Columns and rows of the overlap box: `max(0, min(right) - max(left))` of Alex's article, and the same down.
    pub fn box_overlap(&self) -> Size {
        self.overlap_box.map_or(Size::default(), IntRect::size)
    }

    /// The overlap box's top left in A's own pixels, and in B's.
    pub fn origins(&self) -> Option<[Cell; 2]> {
        self.overlap_box.map(|shared| [self.box_a, self.box_b].map(|sprite| shared.origin() - sprite.origin()))
    }

    /// The centre of the overlap bounds, in cells; it need not lie on a shared cell.
    pub fn centre(&self) -> Option<(f64, f64)> {
        #[expect(clippy::cast_precision_loss, reason = "cells of a mask are far below 2^52")]
        let middle = |low: i64, high: i64| (low + high) as f64 / 2.0;
        self.overlap_bounds.map(|r| (middle(r.x, r.right()), middle(r.y, r.bottom())))
    }
}

/// Contact of two masks at an offset, or their distance from a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact {
    /// The direction, of length 1, in which the overlap shrinks fastest when B moves: from A into B. `None` if the
    /// overlap grows by the same amount to either side.
    pub normal_on_b: Option<(f64, f64)>,
    /// The shortest move of B after which the masks share nothing; `None` if they share nothing already.
    pub push_out: Option<Cell>,
    /// The length of B's shortest move to a shared pixel, diagonal steps counting as one: 1 for neighbours. `None` if
    /// the masks share one already, if the boxes do not overlap, and above [`Contact::FARTHEST`].
    pub nearest: Option<u32>,
}

impl Contact {
    /// The farthest distance to measure: each step costs a pass over the part of A near B.
    pub const FARTHEST: u32 = 256;

    /// The approximate number of cells that [`Contact::of`] reads at most.
    pub fn cells(a: Size, b: Size, offset: Offset) -> u64 {
        /// The most tries per cell of the overlap box for pushing one mask out of another.
        const MOVES_PER_CELL: u64 = 4;
        /// Reads of a word of 64 cells in [`Contact::FARTHEST`] steps, per cell.
        const STEPS_PER_CELL: u64 = Contact::FARTHEST as u64 / 64;
        let Some(shared) = overlap_box(a, b, offset) else { return 0 };
        let near = near(IntRect::new(offset.cell(), b)).intersection(IntRect::new(Cell::ORIGIN, a)).unwrap_or_default();
        MOVES_PER_CELL * shared.area() + STEPS_PER_CELL * near.area()
    }

    /// The contact of `a` and `b` with B at `offset`; `None` if cancelled.
    pub fn of(a: &Prepared, b: &Prepared, offset: Offset, cancelled: &dyn Fn() -> bool) -> Option<Self> {
        Some(Self {
            normal_on_b: normal_on_b(a, b, offset),
            push_out: push_out(a.mask(), b.mask(), offset, cancelled)?,
            nearest: nearest(a.mask(), b.mask(), offset, cancelled)?,
        })
    }
}

/// The offset after B has moved by `by`; `None` beyond the range of offsets.
fn moved(offset: Offset, by: Cell) -> Option<Offset> {
    let to = offset.cell() + by;
    Some(Offset::new(i32::try_from(to.x).ok()?, i32::try_from(to.y).ok()?))
}

/// The direction against the gradient of the overlap area, from its central differences one cell to either side.
fn normal_on_b(a: &Prepared, b: &Prepared, offset: Offset) -> Option<(f64, f64)> {
    let area = |x, y| Some(a.overlap_area(b, moved(offset, Cell::new(x, y))?));
    #[expect(clippy::cast_precision_loss, reason = "areas of masks in memory are far below 2^52")]
    let shrinks = |back: u64, on: u64| back as f64 - on as f64;
    let (x, y) = (shrinks(area(-1, 0)?, area(1, 0)?), shrinks(area(0, -1)?, area(0, 1)?));
    let length = x.hypot(y);
    (length > 0.0).then(|| (x / length, y / length))
}

/// The shortest move of B after which the masks share nothing; of equally short ones the uppermost, of those the
/// leftmost. The outer `None` means cancelled.
///
/// In each row of moves, 0, -1, 1, -2, 2 …, it finds the nearest free one to either side, as far as a move may still be
/// the shortest.
fn push_out(a: &Mask, b: &Mask, offset: Offset, cancelled: &dyn Fn() -> bool) -> Option<Option<Cell>> {
    let Some(first) = a.shared_cell(b, offset, 0) else { return Some(None) };
    // The rows of the last overlaps, above and below and to either side: masks mostly overlap there again.
    let mut rows = [[first.y; 2]; 2];
    let mut best: Option<Cell> = None;
    for distance in 0.. {
        if best.is_some_and(|best| squared(best) < distance * distance) {
            return Some(best);
        }
        for (y, rows) in [-distance, distance].into_iter().zip(&mut rows) {
            if cancelled() {
                return None;
            }
            for (to_the_right, row) in [false, true].into_iter().zip(rows) {
                let longest = best.map_or(i64::MAX, squared);
                let free = free_column(a, b, moved(offset, Cell::new(0, y))?, to_the_right, longest - y * y, row);
                best =
                    best.into_iter().chain(free.map(|x| Cell::new(x, y))).min_by_key(|by| (squared(*by), by.y, by.x));
            }
        }
    }
    None
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
        let to = moved(offset, Cell::new(column, 0))?;
        let Some(cell) = a.shared_cell(b, to, *row) else { return Some(column) };
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

/// The cells at most [`Contact::FARTHEST`] away from those in `b`.
fn near(b: IntRect) -> IntRect {
    let by = Contact::FARTHEST;
    IntRect { x: b.x - i64::from(by), y: b.y - i64::from(by), width: b.width + 2 * by, height: b.height + 2 * by }
}

/// The length of B's shortest move to a shared pixel, diagonal steps counting as one. Grows the part of A near B by one
/// pixel to all sides until it meets B. The outer `None` means cancelled.
fn nearest(a: &Mask, b: &Mask, offset: Offset, cancelled: &dyn Fn() -> bool) -> Option<Option<u32>> {
    let boxes_meet = overlap_box(a.size(), b.size(), offset).is_some();
    if !boxes_meet || a.is_clear() || b.is_clear() || a.shared_cell(b, offset, 0).is_some() {
        return Some(None);
    }
    let Some(bounds) = b.bounds() else { return Some(None) };
    let near = near(bounds.translated(offset.cell()));
    let Some(part) = near.intersection(a.bounding_box()) else { return Some(None) };
    let (mut grown, mut offset) = (a.cut_out(part), moved(offset, Cell::ORIGIN - part.origin())?);
    for distance in 1..=Contact::FARTHEST {
        if cancelled() {
            return None;
        }
        grown = grown.grown();
        // B relative to the new top left corner.
        offset = moved(offset, Cell::new(1, 1))?;
        if grown.shared_cell(b, offset, 0).is_some() {
            return Some(Some(distance));
        }
    }
    Some(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::truth::Truth;
    use proptest::prelude::*;

    fn contact(a: &Mask, b: &Mask, offset: Offset) -> Contact {
        let [a, b] = [a, b].map(|mask| Prepared::new(mask.clone()));
        Contact::of(&a, &b, offset, &|| false).expect("not cancelled")
    }

    fn mask(text: &str) -> Mask {
        text.parse().expect("a mask")
    }

    #[test]
    fn b_is_pushed_the_shortest_way() {
        let block = mask("####\n####\n####\n####");
        let at = |x, y| contact(&block, &block, Offset::new(x, y));
        assert_eq!(at(3, 1).push_out, Some(Cell::new(1, 0)));
        assert_eq!(at(-1, -2).push_out, Some(Cell::new(0, -2)));
        assert_eq!(at(0, 0).push_out, Some(Cell::new(0, -4)), "of four the uppermost");
        assert_eq!(at(4, 0).push_out, None, "nothing to push");
        let corner = contact(&mask("#.\n##"), &mask("##\n.#"), Offset::new(0, 0));
        assert_eq!(corner.push_out, Some(Cell::new(0, -1)));
        let (below, above) = (mask("##..\n###.\n####\n####"), mask("####\n.###\n..##\n...#"));
        assert_eq!(contact(&below, &above, Offset::default()).push_out, Some(Cell::new(1, -1)), "a seam of two");
    }

    #[test]
    fn the_normal_points_from_a_into_b() {
        let block = mask("####\n####\n####\n####");
        let at = |x, y| contact(&block, &block, Offset::new(x, y)).normal_on_b;
        assert_eq!(at(3, 0), Some((1.0, 0.0)));
        assert_eq!(at(0, -3), Some((0.0, -1.0)));
        assert_eq!(at(0, 0), None);
        assert_eq!(at(9, 9), None);
        let (x, y) = at(2, 2).expect("a direction");
        assert!((x - y).abs() < 1e-9 && (x.hypot(y) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn neighbours_are_one_apart() {
        let nearest = |a, b, x, y| contact(&mask(a), &mask(b), Offset::new(x, y)).nearest;
        assert_eq!(nearest("#.\n..", ".#\n#.", 0, 0), Some(1));
        assert_eq!(nearest("#...", "...#", 0, 0), Some(3));
        assert_eq!(nearest("#", "#", 0, 0), None, "they share a pixel");
        assert_eq!(nearest("#", "#", 5, 0), None, "the boxes miss");
        assert_eq!(nearest("..", "##", 0, 0), None, "nothing to meet");
    }

    #[test]
    fn only_what_is_near_counts() {
        let dots = |cells: &[(u32, u32)]| {
            let mut mask = Mask::new(Size::new(1_000, 900));
            cells.iter().for_each(|&(x, y)| mask.set(x, y));
            mask
        };
        let nearest = |a: &[(u32, u32)], b: &[(u32, u32)]| contact(&dots(a), &dots(b), Offset::new(-3, 5)).nearest;
        // B's dot 703,400 lies on 700,405 of A.
        assert_eq!(nearest(&[(0, 0), (650, 300), (999, 899)], &[(703, 400)]), Some(105));
        assert_eq!(nearest(&[(444, 400), (999, 899)], &[(703, 400)]), Some(256), "as far as it is measured");
        assert_eq!(nearest(&[(443, 400), (999, 899)], &[(703, 400)]), None, "one farther");
        assert_eq!(nearest(&[(0, 0), (999, 899)], &[(703, 400)]), None);
    }

    #[test]
    fn cancelled_work_has_no_result() {
        let block = Prepared::new(mask("##"));
        assert_eq!(Contact::of(&block, &block, Offset::default(), &|| true), None);
    }

    #[test]
    fn large_discs_are_pushed_apart_along_their_middles() {
        let disc =
            Mask::from_fn(Size::new(600, 600), |x, y| (f64::from(x) - 299.5).hypot(f64::from(y) - 299.5) <= 300.0);
        let by = contact(&disc, &disc, Offset::new(90, 120)).push_out.expect("they overlap");
        let length = (squared(by) as f64).sqrt();
        assert!((449.0..452.0).contains(&length) && by.x > 0 && by.y > 0, "150 px are 450 short of two radii: {by:?}");
    }

    fn masks() -> impl Strategy<Value = Mask> {
        (1..10_u32, 1..8_u32, 0.1..0.9).prop_flat_map(|(width, height, share)| {
            let bits = proptest::collection::vec(proptest::bool::weighted(share), (width * height) as usize);
            bits.prop_map(move |bits| Mask::from_fn(Size::new(width, height), |x, y| bits[(y * width + x) as usize]))
        })
    }

    proptest! {
        #[test]
        fn agrees_with_brute_force(a in masks(), b in masks(), x in -10..10_i32, y in -8..8_i32) {
            let offset = Offset::new(x, y);
            let overlaps = |by: Cell| {
                Truth::of(&a, &b, moved(offset, by).expect("near")).masks_overlap()
            };
            let near = || (-20..=20).flat_map(|y| (-20..=20).map(move |x| Cell::new(x, y)));
            let found = contact(&a, &b, offset);
            let free = near().filter(|by| !overlaps(*by)).min_by_key(|by| (squared(*by), by.y, by.x));
            prop_assert_eq!(found.push_out, free.filter(|by| squared(*by) > 0));
            let touching = near().filter(|by| overlaps(*by)).map(|by| by.x.abs().max(by.y.abs())).min();
            let boxes_meet = overlap_box(a.size(), b.size(), offset).is_some();
            let expected = touching.filter(|&distance| distance > 0 && boxes_meet);
            prop_assert_eq!(found.nearest.map(i64::from), expected);
        }
    }
}
