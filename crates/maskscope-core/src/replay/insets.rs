//! Fits: boxes that are smaller on every side with the wrong answers that they would leave, and how well what a game tests
//! fits its pixels.

use super::carried::DeniedHit;
use super::sizes::{DecidingBoxes, LeftWrong, SIZES};
use super::{Check, Judgement, VerdictRules};
use crate::geom::{Cell, Point};
use crate::scene::Fairness;
use crate::shape::Meeting;
use crate::words::{of, plural};

/// The wrong answers that a game would give if its boxes were smaller by some px on each side: those to its checks, and
/// those after each hit that the boxes deny, carried on along the last way of its pair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Insets {
    left: [LeftWrong; Self::COUNT],
    /// The number of hits that each size denies, and that are carried on.
    carried_on: [u64; Self::COUNT],
    /// The number of those that are not, as no way of the pair is known.
    not_carried_on: [u64; Self::COUNT],
    /// The number of checks that boxes decide, at least those of one sprite.
    pub checks: u64,
    /// The number of wrong checks that boxes do not decide: they stay wrong.
    pub not_covered: u64,
}

/// Boxes that are smaller by some px on each side, and the wrong checks that they would leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmallerBoxes {
    /// The px on each side.
    pub px: usize,
    /// The wrong answers of the boxes.
    pub left: LeftWrong,
    /// The number of wrong checks that boxes do not decide.
    pub not_covered: u64,
    /// The number of hits that these boxes deny, and that are carried on straight.
    pub carried_on: u64,
    /// The number of hits that they deny, and that are not carried on, as no way of the pair is known.
    pub not_carried_on: u64,
}

/// A check that boxes decide, at least those of one sprite, where the pixels are known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BoxTest {
    /// The number of sizes, from boxes as they are on, that hit.
    hits: usize,
    /// True if a miss, and a hit, would count against the game; false also where boxes of no size answer so.
    is_wrong: [bool; 2],
    /// The hit of the game, where some sizes deny it.
    pub(super) denied: Option<DeniedHit>,
}

impl Insets {
    /// The number of sizes, from boxes as they are on.
    pub const COUNT: usize = SIZES;

    /// Counts a check.
    pub(super) fn count(&mut self, test: &BoxTest) {
        let BoxTest { hits, is_wrong: [miss, hit], ref denied } = *test;
        self.checks += 1;
        for (px, left) in self.left.iter_mut().enumerate() {
            left.unfair += u64::from(px < hits && hit);
            left.missed += u64::from(px >= hits && miss);
        }
        let Some(denied) = denied else { return };
        for px in denied.sizes() {
            match &denied.carried_on {
                Some(wrong) => {
                    self.left[px].add(wrong[px]);
                    self.carried_on[px] += 1;
                }
                None => self.not_carried_on[px] += 1,
            }
        }
    }

    /// Takes back what was counted after a denied hit: the log itself says what follows.
    pub(super) fn take_back(&mut self, denied: &DeniedHit) {
        for px in denied.sizes() {
            match &denied.carried_on {
                Some(wrong) => {
                    self.left[px].take_back(wrong[px]);
                    self.carried_on[px] -= 1;
                }
                None => self.not_carried_on[px] -= 1,
            }
        }
    }

    /// Counts all checks of `other`, too.
    pub(super) fn add(&mut self, other: &Self) {
        for px in 0..Self::COUNT {
            self.left[px].add(other.left[px]);
            self.carried_on[px] += other.carried_on[px];
            self.not_carried_on[px] += other.not_carried_on[px];
        }
        self.checks += other.checks;
        self.not_covered += other.not_covered;
    }

    /// The wrong answers of each size, by the px on each side.
    pub const fn all(&self) -> &[LeftWrong; Self::COUNT] {
        &self.left
    }

    /// The size that leaves the fewest wrong answers, of equals the smallest change.
    pub fn best(&self) -> SmallerBoxes {
        let best = self.left.iter().copied().enumerate().min_by_key(|(px, left)| (left.sum(), *px));
        let (px, left) = best.unwrap_or_default();
        SmallerBoxes {
            px,
            left,
            not_covered: self.not_covered,
            carried_on: self.carried_on[px],
            not_carried_on: self.not_carried_on[px],
        }
    }
}

impl SmallerBoxes {
    /// The number of wrong checks that are left.
    pub const fn left_in_all(self) -> u64 {
        self.left.sum() + self.not_covered
    }

    /// The denied hits, and what is not known of them, in words after others; empty without any.
    pub fn about_denied(self) -> String {
        const STRAIGHT: &str = "carried on straight; after a hit the game goes on differently";
        let all = self.carried_on + self.not_carried_on;
        match self.carried_on {
            _ if all == 0 => String::new(),
            0 => format!("; {} not carried on, as no way is known", plural(all, "denied hit")),
            carried_on if carried_on == all => format!("; {} {STRAIGHT}", plural(all, "denied hit")),
            carried_on => format!("; {} {STRAIGHT}", of(carried_on, all, "denied hits")),
        }
    }
}

impl BoxTest {
    /// The boxes that decide a check, and which answer would be wrong by `rules`; a hit that some sizes deny is carried
    /// on along the `way` of its pair in a frame, where that is known. `None` where it is decided by something else
    /// alone, the pixels are not known, or the game gives no answer.
    pub(super) fn of(check: &Check, judgement: &Judgement, way: Option<Point>, rules: &VerdictRules) -> Option<Self> {
        check.game.as_ref().filter(|_| judgement.overlap_area.is_some())?;
        let boxes = DecidingBoxes::of(check)?;
        let hits = match boxes {
            DecidingBoxes::Parts(_) if judgement.tested != Some(Meeting::Overlaps) => 0,
            _ => boxes.sizes_that_hit((0.0, 0.0), Cell::ORIGIN),
        };
        let is_wrong = |hit: bool, may: bool| may && judgement.would_disagree(check, hit, rules);
        let is_wrong = [is_wrong(false, hits < Insets::COUNT), is_wrong(true, hits > 0)];
        let denied = DeniedHit::of(check, judgement, &boxes, hits, way, rules);
        Some(Self { hits, is_wrong, denied })
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
    use super::super::sizes::sizes_within;
    use super::*;

    fn counted(depth: f64, shares_pixels: bool) -> Insets {
        let mut insets = Insets::default();
        insets.count(&test(depth, shares_pixels));
        insets
    }

    fn test(depth: f64, shares_pixels: bool) -> BoxTest {
        BoxTest { hits: sizes_within(depth), is_wrong: [shares_pixels, !shares_pixels], denied: None }
    }

    #[test]
    fn boxes_that_only_touch_once_they_are_smaller_miss() {
        let wrong = |depth: f64, shares: bool| counted(depth, shares).all().map(|left| (left.unfair, left.missed));
        assert_eq!(wrong(0.0, false), [(0, 0); 16], "boxes that touch");
        assert_eq!(wrong(0.0, true), [(0, 1); 16]);
        assert_eq!(wrong(4.0, false)[..4], [(1, 0), (1, 0), (0, 0), (0, 0)], "2 px on each side of both are all 4");
        assert_eq!(wrong(4.0, true)[..4], [(0, 0), (0, 0), (0, 1), (0, 1)]);
        assert_eq!(wrong(4.001, false)[..4], [(1, 0), (1, 0), (1, 0), (0, 0)]);
        assert_eq!(wrong(31.0, false), [(1, 0); 16]);
    }

    #[test]
    fn the_best_is_the_smallest_change_of_equals() {
        let mut insets = counted(4.0, false);
        assert_eq!(insets.best(), SmallerBoxes { px: 2, ..SmallerBoxes::default() });
        insets.add(&counted(4.0, true));
        assert_eq!((insets.best().px, insets.best().left), (0, LeftWrong { unfair: 1, missed: 0 }));
        insets.not_covered = 3;
        assert_eq!((insets.checks, insets.best().left_in_all()), (2, 4));
    }

    #[test]
    fn what_a_tolerance_lets_pass_is_not_left() {
        let mut insets = Insets::default();
        insets.count(&BoxTest { hits: 5, is_wrong: [false; 2], denied: None });
        assert!(insets.all().iter().all(|left| left.sum() == 0));
    }
}
