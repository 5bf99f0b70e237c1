//! Fits: boxes that are smaller on every side with the wrong answers that they would leave, and how well what a game tests
//! fits its pixels.

use super::judgement::tested;
use super::{Check, Judgement, VerdictRules};
use crate::geom::Affine;
use crate::scene::Fairness;
use crate::shape::{Meeting, PlacedHitbox, PlacedPart, Shape};

/// The wrong answers that a game would give if its boxes were smaller by some px on each side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Insets {
    left: [LeftWrong; Self::COUNT],
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
}

/// A check that boxes decide, at least those of one sprite, where the pixels are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BoxTest {
    /// The number of sizes, from boxes as they are on, that hit.
    hits: usize,
    /// True if a miss, and a hit, would count against the game; false also where boxes of no size answer so.
    is_wrong: [bool; 2],
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
    /// The number of both.
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

    /// Counts a check.
    pub(super) fn count(&mut self, BoxTest { hits, is_wrong: [miss, hit] }: BoxTest) {
        self.checks += 1;
        for (px, left) in self.left.iter_mut().enumerate() {
            left.unfair += u64::from(px < hits && hit);
            left.missed += u64::from(px >= hits && miss);
        }
    }

    /// Counts all checks of `other`, too.
    pub(super) fn add(&mut self, other: &Self) {
        for (left, other) in self.left.iter_mut().zip(&other.left) {
            left.unfair += other.unfair;
            left.missed += other.missed;
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
        SmallerBoxes { px, left, not_covered: self.not_covered }
    }
}

impl SmallerBoxes {
    /// The number of wrong checks that are left.
    pub const fn left_in_all(self) -> u64 {
        self.left.sum() + self.not_covered
    }
}

impl BoxTest {
    /// The boxes that decide a check, and which answer would be wrong by `rules`. `None` where it is decided by something else
    /// alone, the pixels are not known, or the game gives no answer.
    pub(super) fn of(check: &Check, judgement: &Judgement, rules: &VerdictRules) -> Option<Self> {
        check.game.as_ref().filter(|_| judgement.overlap_area.is_some())?;
        let hits = match Insets::depth(check) {
            Some(depth) => sizes_within(depth),
            None => sizes_that_hit(&tested(check)?, judgement)?,
        };
        let is_wrong = |hit: bool, may: bool| may && judgement.would_disagree(check, hit, rules);
        Some(Self { hits, is_wrong: [is_wrong(false, hits < Insets::COUNT), is_wrong(true, hits > 0)] })
    }
}

/// The px on each side of each size.
fn sizes() -> impl Iterator<Item = f64> {
    (0_u8..).map(f64::from).take(Insets::COUNT)
}

/// The number of sizes with which two boxes hit that overlap to a depth: both are smaller.
fn sizes_within(depth: f64) -> usize {
    sizes().take_while(|px| depth > 2.0 * px).count()
}

/// The number of sizes with which two hitboxes hit that have other parts than two boxes; `None` where no part is a box.
fn sizes_that_hit([a, b]: &[PlacedHitbox; 2], judgement: &Judgement) -> Option<usize> {
    let is_box = |part: &PlacedPart| matches!(part, PlacedPart::Shape(shape) if shape.kinds() == "boxes");
    [a, b].into_iter().flat_map(PlacedHitbox::parts).any(is_box).then_some(())?;
    if judgement.tested != Some(Meeting::Overlaps) {
        return Some(0);
    }
    // What a smaller box hits, a larger one does.
    let sizes: Vec<f64> = sizes().collect();
    Some(sizes.partition_point(|&px| smaller(a, px).meets(&smaller(b, px)) == Meeting::Overlaps))
}

/// A hitbox whose boxes are smaller by `px` on each side; those without a side are gone.
fn smaller(hitbox: &PlacedHitbox, px: f64) -> PlacedHitbox {
    let part = |part: &PlacedPart| match part {
        PlacedPart::Shape(shape) if shape.kinds() == "boxes" => {
            let ((left, top), (right, bottom)) = shape.bounds();
            let sides = [right - left, bottom - top].map(|side| side - 2.0 * px);
            let inside = Shape::Box([left + px, top + px, sides[0], sides[1]]);
            sides.iter().all(|side| *side > 0.0).then(|| PlacedPart::Shape(inside.placed(&Affine::IDENTITY)))
        }
        other => Some(other.clone()),
    };
    PlacedHitbox::new(hitbox.parts().iter().filter_map(part).collect())
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

    fn counted(depth: f64, shares_pixels: bool) -> Insets {
        let mut insets = Insets::default();
        insets.count(test(depth, shares_pixels));
        insets
    }

    fn test(depth: f64, shares_pixels: bool) -> BoxTest {
        BoxTest { hits: sizes_within(depth), is_wrong: [shares_pixels, !shares_pixels] }
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
        insets.count(BoxTest { hits: 5, is_wrong: [false; 2] });
        assert!(insets.all().iter().all(|left| left.sum() == 0));
    }
}
