//! The ways between two checks of a pair, and which of them are jumps.

use crate::geom::{Offset, Size};

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
    /// It is one if the game says so (`says_so`); if it is longer than the longest side of both boxes and unusually long for the
    /// pair; or if it is longer than a third of the longer side of the `view`.
    pub(super) fn is_jump(
        &mut self,
        [from, to]: [Offset; 2],
        sizes: [Size; 2],
        view: Option<[f64; 4]>,
        says_so: bool,
    ) -> bool {
        let along = |from: i32, to: i32| u64::from(from.abs_diff(to));
        let length = along(from.x, to.x).max(along(from.y, to.y));
        let longest_side = sizes.iter().map(|size| u64::from(size.width.max(size.height))).max().unwrap_or(0);
        let usual = self.lengths[..self.count.min(Self::KEPT)].iter().max().map(|longest| Self::USUAL * longest);
        #[expect(clippy::cast_precision_loss, reason = "a way is compared with a third of a screen")]
        let leaves_view = view.is_some_and(|[_, _, width, height]| length as f64 > width.max(height) / 3.0);
        let is_jump = says_so || leaves_view || length > longest_side && usual.is_some_and(|usual| length > usual);
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
