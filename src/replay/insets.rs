//! Fits: boxes that are smaller on every side with the wrong answers that they would leave, and how well what a game tests
//! fits its pixels.

use super::{Check, Judgement, Step};
use crate::scene::Fairness;

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

/// The checks at which what was tested or the pixels hit, where both are known, and the worst differences.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestedFit {
    /// The checks at which both hit.
    pub hits: u64,
    /// The checks at which what was tested hits and no pixel is shared.
    pub unfair: u64,
    /// The checks at which pixels are shared and what was tested misses.
    pub missed: u64,
    /// The widest gap between the closest pixels at an unfair check, in px; 0 without one.
    pub widest_gap: f64,
    /// The deepest overlap of the masks at a missed check, in px; 0 without one.
    pub deepest_miss: f64,
}

impl TestedFit {
    /// True if nothing hit.
    pub const fn is_empty(&self) -> bool {
        self.hits + self.unfair + self.missed == 0
    }

    /// Counts a check.
    pub fn count(&mut self, judgement: &Judgement) {
        let px = judgement.misfit.unwrap_or(0.0);
        match judgement.fairness() {
            Some(Fairness::Hits) => self.hits += 1,
            Some(Fairness::Unfair) => {
                self.unfair += 1;
                self.widest_gap = self.widest_gap.max(px);
            }
            Some(Fairness::Forgiven) => {
                self.missed += 1;
                self.deepest_miss = self.deepest_miss.max(px);
            }
            Some(Fairness::Misses) | None => {}
        }
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
