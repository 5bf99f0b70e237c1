//! Ways between two checks of a pair: which of them are jumps, and which are tunnels, so long that a thin wall lies
//! between their ends.

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

/// The lengths of the latest ways of a pair that were no jumps.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    /// The latest at `next - 1`.
    lengths: [u64; Self::KEPT],
    /// The number of all ways.
    count: usize,
}

impl Ways {
    /// The number of ways that a new one is compared with.
    const KEPT: usize = 8;
    /// A way is usual up to this many times the longest of those before it.
    const USUAL: u64 = 4;

    /// Keeps the way between two offsets, and returns whether it is a jump: a respawn, a portal, the edge of a screen passed.
    ///
    /// It is one if the game says so (`is_announced`); if it is longer than the longest side of both boxes and unusually long for the
    /// pair; or if it is longer than a third of the longer side of the `view`.
    pub(super) fn is_jump(
        &mut self,
        [from, to]: [Offset; 2],
        sizes: [Size; 2],
        view: Option<[f64; 4]>,
        is_announced: bool,
    ) -> bool {
        let along = |from: i32, to: i32| u64::from(from.abs_diff(to));
        let length = along(from.x, to.x).max(along(from.y, to.y));
        let longest_side = sizes.iter().map(|size| u64::from(size.width.max(size.height))).max().unwrap_or(0);
        let usual = self.lengths[..self.count.min(Self::KEPT)].iter().max().map(|longest| Self::USUAL * longest);
        #[expect(clippy::cast_precision_loss, reason = "a way is compared with a third of a screen")]
        let leaves_view = view.is_some_and(|[_, _, width, height]| length as f64 > width.max(height) / 3.0);
        let is_jump = is_announced || leaves_view || length > longest_side && usual.is_some_and(|usual| length > usual);
        if !is_jump {
            self.lengths[self.count % Self::KEPT] = length;
            self.count += 1;
        }
        is_jump
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

    const NONE: [usize; 0] = [];

    fn jumps(places: &[i32], view: Option<[f64; 4]>) -> Vec<usize> {
        let mut ways = Ways::default();
        let sizes = [Size::new(10, 4), Size::new(3, 3)];
        let way = |at: usize| [Offset::new(places[at], 0), Offset::new(places[at + 1], 1)];
        (0..places.len() - 1).filter(|&at| ways.is_jump(way(at), sizes, view, false)).collect()
    }

    #[test]
    fn a_way_that_is_long_for_the_pair_is_a_jump() {
        assert_eq!(jumps(&[0, 3, 6, 18, 31], None), NONE, "12 px are four times 3");
        assert_eq!(jumps(&[0, 3, 6, 19], None), [2]);
        assert_eq!(jumps(&[0, 300, 600], None), NONE, "the first has none before it");
        assert_eq!(jumps(&[0, 2, 12], None), NONE, "no longer than the longest side");
    }

    #[test]
    fn a_jump_is_none_of_the_eight_ways_before() {
        assert_eq!(jumps(&[0, 3, 100, 103, 200], None), [1, 3]);
        let fast_once = [0, 20, 21, 22, 23, 24, 25, 26, 27, 60];
        assert_eq!(jumps(&fast_once, None), NONE, "one of eight is 20 px");
        assert_eq!(jumps(&[&fast_once[..9], &[28, 60]].concat(), None), [9]);
    }

    #[test]
    fn a_third_of_the_screen_is_a_jump_at_once() {
        assert_eq!(jumps(&[0, 34], Some([5.0, 5.0, 60.0, 100.0])), [0]);
        assert_eq!(jumps(&[0, 33], Some([5.0, 5.0, 60.0, 100.0])), NONE);
    }
}
