//! The wrong checks that fitted shapes would leave where Godot tests areas.

use std::sync::Arc;

use strum::{EnumCount as _, VariantArray as _};

use super::judgement::tested;
use super::kind_fits::{KindFits, OwnShape};
use super::{Check, FitChoice, Judgement, ShapeChange, VerdictRules};
use crate::geom::Point;
use crate::shape::{Meeting, PlacedHitbox};

/// The sides whose shapes may change: A's, B's, or both.
const SIDES: [[bool; 2]; 3] = [[true, false], [false, true], [true, true]];

/// Answers for each choice on each of [`SIDES`]: true for a check that would be wrong, `None` where that is not known.
pub(super) type WrongWithFits = [[Option<bool>; FitChoice::COUNT]; SIDES.len()];

/// The fits of both kinds of a check; `None` of one that has none.
pub(super) type FitsOfBoth = [Option<Arc<KindFits>>; 2];

/// Fitted shapes that leave fewer wrong checks of two kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FittedShapes {
    /// The shapes.
    pub choice: FitChoice,
    /// True for A if its shape changes, and for B.
    pub sides: [bool; 2],
    /// The number of wrong checks that are left.
    pub left: u64,
    /// The number of checks for which it is not known; those that are wrong count as left.
    pub unknown: u64,
}

/// The wrong checks that fitted shapes would leave at a site.
#[derive(Clone, Debug, Default)]
pub(super) struct FitTally {
    /// The number of checks by areas.
    checks: u64,
    left: [[u64; FitChoice::COUNT]; SIDES.len()],
    unknown: [[u64; FitChoice::COUNT]; SIDES.len()],
    /// The number of wrong checks by other tests, which no shape changes.
    pub(super) others: u64,
    fits: FitsOfBoth,
}

impl Check {
    /// True if things of both sides may be hit by shapes that fit their pictures.
    pub(super) fn may_meet_by_fits(&self) -> bool {
        /// A fitted shape may reach so far out of its picture, in px.
        const BEYOND: f64 = 2.0;
        let [a, b] = [0, 1].map(|side| around(self, side));
        let gap = |of: fn(Point) -> f64| of(a.0).max(of(b.0)) - of(a.1).min(of(b.1));
        gap(|(x, _)| x) <= 2.0 * BEYOND && gap(|(_, y)| y) <= 2.0 * BEYOND
    }
}

/// The box around the picture of a side and what is tested of it.
fn around(check: &Check, side: usize) -> (Point, Point) {
    let extent = check.pair.sprites[side].extent;
    let (left, top) = extent.origin().point();
    let (right, bottom) = (left + f64::from(extent.width), top + f64::from(extent.height));
    let corners = check.tested_outlines(side).flatten();
    corners.fold(((left, top), (right, bottom)), |(low, high), (x, y)| {
        ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)))
    })
}

/// Returns the choices with which a check by areas would be wrong by `rules`; `None` for any other check.
pub(super) fn wrong_with_fits(
    check: &Check,
    judgement: &Judgement,
    rules: &VerdictRules,
    fits: &FitsOfBoth,
) -> Option<WrongWithFits> {
    if !check.is_by_areas() {
        return None;
    }
    let Some(both) = tested(check).filter(|_| judgement.overlap_area.is_some()) else {
        return Some(WrongWithFits::default());
    };
    let by_miss = judgement.would_disagree(check, false, rules);
    if !check.may_meet_by_fits() {
        return Some([[Some(by_miss); FitChoice::COUNT]; SIDES.len()]);
    }
    let by_hit = judgement.would_disagree(check, true, rules);
    let own = [0, 1].map(|side| OwnShape::of(check, side));
    let shape = |side: usize, choice: FitChoice| fits[side].as_ref()?.placed(choice, own[side].as_ref()?);
    let answer = |changed: [bool; 2], choice: FitChoice| {
        let of = |side: usize| -> Option<PlacedHitbox> {
            if changed[side] { shape(side, choice) } else { Some(both[side].clone()) }
        };
        Some(if of(0)?.meets(&of(1)?) == Meeting::Overlaps { by_hit } else { by_miss })
    };
    Some(SIDES.map(|changed| std::array::from_fn(|choice| answer(changed, FitChoice::VARIANTS[choice]))))
}

impl FitTally {
    /// True where no areas are tested.
    pub(super) const fn is_empty(&self) -> bool {
        self.checks == 0
    }

    /// Counts a check, which `is_wrong` now, of kinds with these fits.
    pub(super) fn count(&mut self, with: WrongWithFits, is_wrong: bool, fits: FitsOfBoth) {
        self.checks += 1;
        for (known, fits) in self.fits.iter_mut().zip(fits) {
            *known = known.take().or(fits);
        }
        for (sides, answers) in with.into_iter().enumerate() {
            for (choice, with) in answers.into_iter().enumerate() {
                self.left[sides][choice] += u64::from(with.unwrap_or(is_wrong));
                self.unknown[sides][choice] += u64::from(with.is_none());
            }
        }
    }

    /// Counts all checks of `other`, too.
    pub(super) fn add(&mut self, other: &Self) {
        self.checks += other.checks;
        self.others += other.others;
        for (known, fits) in self.fits.iter_mut().zip(&other.fits) {
            *known = known.take().or_else(|| fits.clone());
        }
        for sides in 0..SIDES.len() {
            for choice in 0..FitChoice::COUNT {
                self.left[sides][choice] += other.left[sides][choice];
                self.unknown[sides][choice] += other.unknown[sides][choice];
            }
        }
    }

    /// The choices that leave fewer than `wrong`, and each fewer than the one before: of the same class first. Of the sides on which
    /// the shapes may change, those that leave the fewest, of equals the first.
    pub(super) fn better(&self, wrong: u64) -> Vec<FittedShapes> {
        let (mut least, mut found) = (wrong, Vec::new());
        // What changes on one side of two equal kinds does so on both.
        let are_one_kind = matches!(&self.fits, [Some(a), Some(b)] if Arc::ptr_eq(a, b));
        for (at, choice) in FitChoice::VARIANTS.iter().copied().enumerate() {
            let sides = (0..SIDES.len()).filter(|&sides| !are_one_kind || SIDES[sides] == [true; 2]);
            let Some(sides) = sides.min_by_key(|&sides| self.left[sides][at]) else { continue };
            let left = self.left[sides][at] + self.others;
            if left < least {
                least = left;
                let unknown = self.unknown[sides][at] + self.others;
                found.push(FittedShapes { choice, sides: SIDES[sides], left, unknown });
            }
        }
        found
    }

    /// The shapes that change by a choice.
    pub(super) fn changes(&self, FittedShapes { choice, sides, .. }: &FittedShapes) -> Vec<ShapeChange> {
        let are_one_kind = matches!(&self.fits, [Some(a), Some(b)] if Arc::ptr_eq(a, b));
        let changed = (0..2).filter(|&side| sides[side] && !(side == 1 && are_one_kind));
        changed.filter_map(|side| self.fits[side].as_ref()?.change(*choice, side)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_sides_the_first_that_leaves_the_fewest_changes() {
        let mut tally = FitTally::default();
        let [right, wrong] = [Some(false), Some(true)];
        tally.count([[wrong, None, right], [right, None, right], [right, None, right]], true, FitsOfBoth::default());
        tally.count([[right, None, right], [wrong, None, right], [wrong, None, right]], true, FitsOfBoth::default());
        let same = FittedShapes { choice: FitChoice::Same, sides: [true, false], left: 1, unknown: 0 };
        let polygon = FittedShapes { choice: FitChoice::Polygon, left: 0, ..same };
        assert_eq!(tally.better(2), [same, polygon]);
        assert_eq!(tally.better(1), [polygon]);
        tally.others = 3;
        assert_eq!(tally.better(3), []);
        assert!(tally.changes(&same).is_empty(), "no kind has fits");
    }
}
