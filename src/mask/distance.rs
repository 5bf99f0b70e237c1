//! Distances between masks.

use std::ops::Range;

use super::Mask;
use crate::geom::Offset;

impl Mask {
    /// The square of the distance between the nearest set pixels of both masks with `other` at `offset`, from centre to
    /// centre; 0 if they overlap, `None` if one of them is clear.
    pub fn distance_squared(&self, other: &Self, offset: Offset) -> Option<u64> {
        let by = |n: i32| i64::from(n);
        let rows_of = |mask: &Self, down: i64| -> Vec<(i64, u32)> {
            let rows = (0..mask.height()).filter(|&y| mask.row(y).iter().any(|word| *word != 0));
            rows.map(|y| (i64::from(y) + down, y)).collect()
        };
        let (rows, others) = (rows_of(self, 0), rows_of(other, by(offset.y)));
        let mut best: Option<u64> = None;
        for &(y, row) in &rows {
            // From the nearest row of the other mask on, upwards and downwards.
            let below = others.partition_point(|(other, _)| *other < y);
            let (mut up, mut down) = (others[..below].iter().rev().peekable(), others[below..].iter().peekable());
            while let Some(&(other_y, other_row)) = match (up.peek(), down.peek()) {
                (Some((above, _)), Some((under, _))) if y - above < under - y => up.next(),
                (Some(_), None) => up.next(),
                _ => down.next(),
            } {
                let vertical = y.abs_diff(other_y).pow(2);
                if best.is_some_and(|best| vertical >= best) {
                    break;
                }
                let gap = gap(self.runs(row), other.runs(other_row), by(offset.x));
                best = best.into_iter().chain(gap.map(|gap| vertical + gap * gap)).min();
            }
        }
        best
    }
}

/// The columns between the nearest pixels of two rows, from centre to centre, with the second row moved by `by`.
fn gap(one: impl Iterator<Item = Range<u32>>, other: impl Iterator<Item = Range<u32>>, by: i64) -> Option<u64> {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    let mut best = None;
    while let (Some(a), Some(b)) = (one.peek(), other.peek()) {
        let (a_first, a_last) = (i64::from(a.start), i64::from(a.end) - 1);
        let (b_first, b_last) = (i64::from(b.start) + by, i64::from(b.end) - 1 + by);
        let here = u64::try_from((b_first - a_last).max(a_first - b_last)).unwrap_or(0);
        best = best.into_iter().chain([here]).min();
        let _ = if a_last < b_last { one.next() } else { other.next() };
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Cell;

    /// The same by comparing every pair of pixels.
    fn slowly(a: &Mask, b: &Mask, offset: Offset) -> Option<u64> {
        let cells = |mask: &Mask| {
            let cells = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
            cells.filter(|&(x, y)| mask.get(x, y)).map(|(x, y)| Cell::new(x.into(), y.into())).collect::<Vec<_>>()
        };
        let others: Vec<_> = cells(b).into_iter().map(|cell| cell + offset.cell()).collect();
        let squared = |one: Cell, other: Cell| one.x.abs_diff(other.x).pow(2) + one.y.abs_diff(other.y).pow(2);
        cells(a).iter().flat_map(|one| others.iter().map(|other| squared(*one, *other))).min()
    }

    #[test]
    fn it_is_the_least_of_all_pairs_of_pixels() {
        let wide = Mask::from_fn(crate::geom::Size::new(70, 3), |x, y| x % 64 == 63 - y);
        let texts = ["#", ".", "#..#\n....\n#..#", "....#\n#....", ".##.\n####\n.##."];
        let masks: Vec<Mask> = texts.iter().map(|text| text.parse().expect("a mask")).chain([wide]).collect();
        for (a, b) in masks.iter().flat_map(|a| masks.iter().map(move |b| (a, b))) {
            for (x, y) in [(0, 0), (1, 0), (3, 1), (-5, 2), (80, -70), (-66, 0), (0, 9), (2, -4)] {
                let offset = Offset::new(x, y);
                assert_eq!(
                    a.distance_squared(b, offset),
                    slowly(a, b, offset),
                    "{}\n{} at {x},{y}",
                    a.to_text(),
                    b.to_text()
                );
            }
        }
        let far = Offset::new(i32::MAX, i32::MIN);
        let dot = &masks[0];
        assert_eq!(dot.distance_squared(dot, far), Some((i64::from(i32::MAX).pow(2) as u64) + (1 << 62)));
    }
}
