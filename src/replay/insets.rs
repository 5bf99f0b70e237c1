//! Boxes that are smaller on every side, and the wrong answers that they would leave.

use super::{Check, Step};

/// The wrong answers that a game would give if its boxes were smaller by some px on each side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Insets {
    left: [LeftWrong; Self::COUNT],
    /// The number of checks that were decided by two boxes.
    pub checks: u64,
}

/// The wrong answers that are left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftWrong {
    /// Hits without a shared pixel.
    pub unfair: u64,
    /// Misses with shared pixels.
    pub missed: u64,
}

impl LeftWrong {
    /// All of them.
    pub const fn sum(self) -> u64 {
        self.unfair + self.missed
    }
}

impl Insets {
    /// The number of sizes, from boxes as they are on.
    pub const COUNT: usize = 16;

    /// Returns the depth in px to which the boxes that a game tested overlap: the smaller side of their overlap, 0 for a
    /// miss. `None` where it tested something else.
    pub fn depth(check: &Check) -> Option<f64> {
        let [a, b] = [check.tested_box(0)?, check.tested_box(1)?];
        let along = |low: usize, side: usize| (a[low] + a[side]).min(b[low] + b[side]) - a[low].max(b[low]);
        Some(along(0, 2).min(along(1, 3)).max(0.0))
    }

    /// Counts a check whose boxes overlap by `depth` px, and whose pixels are known.
    pub(super) fn count(&mut self, depth: f64, step: &Step) {
        self.checks += 1;
        for (px, left) in (0_u32..).zip(&mut self.left) {
            // Both boxes are smaller.
            let hits = depth > 2.0 * f64::from(px);
            left.unfair += u64::from(hits && !step.masks_overlap());
            left.missed += u64::from(!hits && step.masks_overlap());
        }
    }

    /// The wrong answers of each size, by the px on each side.
    pub const fn all(&self) -> &[LeftWrong; Self::COUNT] {
        &self.left
    }

    /// The size that leaves the fewest wrong answers, of equals the smallest change.
    pub fn best(&self) -> (usize, LeftWrong) {
        let best = self.left.iter().copied().enumerate().min_by_key(|(px, left)| (left.sum(), *px));
        best.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(depth: f64, overlap_area: u32) -> Insets {
        let mut insets = Insets::default();
        insets.count(depth, &Step { overlap_area, ..Step::default() });
        insets
    }

    #[test]
    fn boxes_that_only_touch_once_they_are_smaller_miss() {
        let wrong = |depth: f64, area: u32| counted(depth, area).all().map(|left| (left.unfair, left.missed));
        assert_eq!(wrong(0.0, 0), [(0, 0); 16], "boxes that touch");
        assert_eq!(wrong(0.0, 5), [(0, 1); 16]);
        assert_eq!(wrong(4.0, 0)[..4], [(1, 0), (1, 0), (0, 0), (0, 0)], "2 px on each side of both are all 4");
        assert_eq!(wrong(4.0, 5)[..4], [(0, 0), (0, 0), (0, 1), (0, 1)]);
        assert_eq!(wrong(4.001, 0)[..4], [(1, 0), (1, 0), (1, 0), (0, 0)]);
        assert_eq!(wrong(31.0, 0), [(1, 0); 16]);
    }

    #[test]
    fn the_best_is_the_smallest_change_of_equals() {
        let mut insets = counted(4.0, 0);
        assert_eq!(insets.best(), (2, LeftWrong::default()));
        insets.count(4.0, &Step { overlap_area: 1, ..Step::default() });
        assert_eq!(insets.best(), (0, LeftWrong { unfair: 1, missed: 0 }));
        assert_eq!((insets.checks, Insets::default().best().0), (2, 0));
    }
}
