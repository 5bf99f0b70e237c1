//! Tunnelling: a step so long that a thin wall lies between its ends.

use std::ops::RangeInclusive;

use crate::geom::{Offset, Size};
use crate::mask::Prepared;

/// The first offset on the straight way from `from` to `to`, excluding both, at which the masks overlap.
pub(super) fn first_overlap(a: &Prepared, b: &Prepared, from: Offset, to: Offset) -> Option<Offset> {
    let way = StraightWay { from, to };
    let (size_a, size_b) = (a.mask().size(), b.mask().size());
    way.beside(size_a, size_b).map(|moves| way.at(moves)).find(|&offset| a.overlaps(b, offset))
}

/// The straight way between two offsets, a cell along its longer axis with each move.
///
/// ```text
/// 0 . . . .      from 0,0 to 4,2 in 4 moves: along the shorter axis halves are rounded up, towards larger numbers,
/// . 1 2 . .      and a diagonal move passes between its two neighbours
/// . . . 3 4
/// ```
#[derive(Clone, Copy, Debug)]
struct StraightWay {
    from: Offset,
    to: Offset,
}

impl StraightWay {
    /// Its extent to the right and down.
    fn by(self) -> (i64, i64) {
        (i64::from(self.to.x) - i64::from(self.from.x), i64::from(self.to.y) - i64::from(self.from.y))
    }

    /// The number of moves it takes.
    fn len(self) -> i64 {
        let (x, y) = self.by();
        x.abs().max(y.abs())
    }

    /// The position after `moves`, at least 1 and at most all of them.
    fn at(self, moves: i64) -> Offset {
        let (by, len) = (self.by(), i128::from(self.len()));
        let along = |start: i32, by: i64| {
            let rounded = (2 * i128::from(moves) * i128::from(by) + len).div_euclid(2 * len);
            i32::try_from(i128::from(start) + rounded).expect("between two offsets")
        };
        Offset::new(along(self.from.x, by.0), along(self.from.y, by.1))
    }

    /// The moves between both ends after which boxes of the sizes `a` and `b` may overlap. However long the way is,
    /// these are fewer than the columns, or rows, of both boxes together.
    fn beside(self, a: Size, b: Size) -> RangeInclusive<i64> {
        let (x, y) = self.by();
        let (start, by, a, b) =
            if x.abs() >= y.abs() { (self.from.x, x, a.width, b.width) } else { (self.from.y, y, a.height, b.height) };
        // The offsets at which they overlap along this axis.
        let (least, most) = (1 - i64::from(b), i64::from(a) - 1);
        let start = i64::from(start);
        let (first, last) = if by >= 0 { (least - start, most - start) } else { (start - most, start - least) };
        first.max(1)..=last.min(self.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Mask;

    fn way(from: (i32, i32), to: (i32, i32)) -> Vec<(i32, i32)> {
        let way = StraightWay { from: Offset::new(from.0, from.1), to: Offset::new(to.0, to.1) };
        (1..=way.len()).map(|moves| way.at(moves)).map(|Offset { x, y }| (x, y)).collect()
    }

    #[test]
    fn the_way_in_the_documentation_is_right() {
        assert_eq!(way((0, 0), (4, 2)), [(1, 1), (2, 1), (3, 2), (4, 2)]);
        assert_eq!(way((0, 0), (-4, -2)), [(-1, 0), (-2, -1), (-3, -1), (-4, -2)]);
        assert_eq!(way((5, 5), (4, 8)), [(5, 6), (4, 7), (4, 8)]);
        assert_eq!(way((3, 3), (3, 3)), []);
    }

    #[test]
    fn only_moves_beside_the_boxes_are_looked_at() {
        let (a, b) = (Size::new(3, 9), Size::new(2, 1));
        let far = i32::MAX;
        let beside = |from, to| StraightWay { from, to }.beside(a, b).count();
        assert_eq!(beside(Offset::new(-far, 0), Offset::new(far, 5)), 4);
        assert_eq!(beside(Offset::new(far, 0), Offset::new(-far, 5)), 4);
        assert_eq!(beside(Offset::new(0, far), Offset::new(0, -far)), 9);
        assert_eq!(beside(Offset::new(-1, 0), Offset::new(2, 0)), 2, "without both ends");
        assert_eq!(beside(Offset::new(1, 1), Offset::new(1, 1)), 0);
        assert_eq!(beside(Offset::new(5, 0), Offset::new(50, 0)), 0);
        let ends = way((i32::MIN, i32::MAX), (i32::MIN, i32::MAX - 2));
        assert_eq!(ends, [(i32::MIN, i32::MAX - 1), (i32::MIN, i32::MAX - 2)]);
    }

    #[test]
    fn a_thin_wall_lies_between() {
        let wall: Prepared = "...#...\n...#...".parse::<Mask>().expect("a mask").into();
        let ball: Prepared = "#".parse::<Mask>().expect("a mask").into();
        let between = |from, to| first_overlap(&wall, &ball, Offset::new(from, 0), Offset::new(to, 1));
        assert_eq!(between(0, 6), Some(Offset::new(3, 1)));
        assert_eq!(between(6, 0), Some(Offset::new(3, 1)));
        assert_eq!(between(-9_000, 9_000), Some(Offset::new(3, 1)));
        assert_eq!((between(0, 3), between(3, 6), between(4, 6)), (None, None, None));
    }
}
