//! The wrong checks that other hit boxes of Arcade would leave.

use std::array;

use strum::{EnumCount as _, VariantArray as _};

use super::{Check, HitBoxKind, HitBoxes, Judgement, VerdictRules};
use crate::geom::Point;
use crate::scene::PlacedSprite;
use crate::shape::{Hitbox, Meeting, PlacedHitbox, polygon_edges};

/// The word of a log for Arcade's test.
const RULE: &str = "hit box";

/// Answers for hit boxes of each kind: true for a check that is wrong with them, `None` where that is not known.
pub(super) type WrongWith = [Option<bool>; HitBoxKind::COUNT];

impl Check {
    /// Fits polygons in place of hit boxes of Arcade, if judging needs them, until `is_over`; returns whether it needs no more.
    pub fn fit_hit_boxes(&self, is_over: &dyn Fn() -> bool) -> bool {
        let needed = hit_boxes(self).filter(|both| is_arcades(self) && are_near(self, *both));
        needed.is_none_or(|both| both.iter().all(|of| of.fit(is_over)))
    }
}

/// Returns the kinds of hit boxes with which a check of Arcade would be wrong by `rules`; `None` for any other check.
pub(super) fn wrong_with(check: &Check, judgement: &Judgement, rules: &VerdictRules) -> Option<WrongWith> {
    let game = check.game.as_ref().filter(|_| is_arcades(check))?;
    let tested = [0, 1].map(|at| first(check.tested_outlines(at)));
    let is_known = judgement.overlap_area.is_some() && !tested.contains(&Vec::new());
    let Some(both) = hit_boxes(check).filter(|_| is_known) else { return Some(WrongWith::default()) };
    let by_miss = judgement.would_disagree(check, false, rules);
    // Before polygons Arcade compares distances by the scaled sizes, which are too small where a scale is negative; no hit box
    // changes them.
    let is_refused = !game.hit && intersect(&tested[0], &tested[1]);
    let is_negative =
        |placed: &PlacedSprite| placed.stand().placement.scale.0.min(placed.stand().placement.scale.1) < 0.0;
    let may_be_refused = !game.hit && check.pair.sprites.iter().any(is_negative);
    if !are_near(check, both) {
        return Some([Some(by_miss); HitBoxKind::COUNT]);
    }
    let by_hit = judgement.would_disagree(check, true, rules);
    let is_wrong = |kind: HitBoxKind| {
        let (a, b) = (placed(check, 0, both[0].of(kind)?), placed(check, 1, both[1].of(kind)?));
        let hit = !is_refused && intersect(&first(a.outlines()), &first(b.outlines()));
        if hit && may_be_refused {
            return None;
        }
        let contradicted = if hit { Meeting::Apart } else { Meeting::Overlaps };
        Some(if hit { by_hit } else { by_miss } || a.meets(&b) == contradicted)
    };
    Some(array::from_fn(|kind| is_wrong(HitBoxKind::VARIANTS[kind])))
}

fn is_arcades(check: &Check) -> bool {
    check.game.as_ref().is_some_and(|game| game.rule.as_deref() == Some(RULE))
}

fn hit_boxes(check: &Check) -> Option<[&HitBoxes; 2]> {
    let [a, b] = check.subjects.each_ref().map(|subject| subject.hit_boxes.as_deref());
    Some([a?, b?])
}

/// True if hit boxes of any kind may meet.
fn are_near(check: &Check, both: [&HitBoxes; 2]) -> bool {
    let [a, b] = [0, 1].map(|at| first(placed(check, at, &both[at].around).outlines()));
    intersect(&a, &b)
}

/// A hit box where sprite `at` stands.
fn placed(check: &Check, at: usize, hitbox: &Hitbox) -> PlacedHitbox {
    let world_from_source = check.pair.sprites[at].posed().world_from_source();
    hitbox.placed(&world_from_source, || unreachable!("no part is a mask"))
}

fn first(mut outlines: impl Iterator<Item = Vec<Point>>) -> Vec<Point> {
    outlines.next().unwrap_or_default()
}

/// Answer of Arcade's test of two polygons: no edge of either parts their corners.
fn intersect(a: &[Point], b: &[Point]) -> bool {
    let range = |corners: &[Point], (x, y): Point| {
        let along = corners.iter().map(|corner| x * corner.0 + y * corner.1);
        along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
    };
    let is_parted = |(from, to): (Point, Point)| {
        let normal = (to.1 - from.1, from.0 - to.0);
        let (a, b) = (range(a, normal), range(b, normal));
        a.1 <= b.0 || b.1 <= a.0
    };
    !a.is_empty() && !b.is_empty() && !polygon_edges(a).chain(polygon_edges(b)).any(is_parted)
}

/// Hit boxes that leave fewer wrong checks at a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherHitBoxes {
    /// The way to make them.
    pub kind: HitBoxKind,
    /// The number of wrong checks that are left.
    pub left: u64,
    /// The number of checks for which it is not known; those that are wrong count as left.
    pub unknown: u64,
}

/// The wrong checks that other hit boxes would leave at a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HitBoxTally {
    /// The number of checks by Arcade's test.
    checks: u64,
    /// The number of wrong checks by kind; what is not known counts with its present answer.
    left: [u64; HitBoxKind::COUNT],
    /// The number of checks for which it is not known.
    unknown: [u64; HitBoxKind::COUNT],
    /// The number of wrong checks by other tests, which no hit box changes.
    pub(super) others: u64,
}

impl HitBoxTally {
    /// True where the game does not test by Arcade.
    pub(super) const fn is_empty(&self) -> bool {
        self.checks == 0
    }

    /// Counts a check, which `is_wrong` now.
    pub(super) fn count(&mut self, with: WrongWith, is_wrong: bool) {
        self.checks += 1;
        for (kind, with) in with.into_iter().enumerate() {
            self.left[kind] += u64::from(with.unwrap_or(is_wrong));
            self.unknown[kind] += u64::from(with.is_none());
        }
    }

    /// Counts all checks of `other`, too.
    pub(super) fn add(&mut self, other: &Self) {
        self.checks += other.checks;
        for kind in 0..HitBoxKind::COUNT {
            self.left[kind] += other.left[kind];
            self.unknown[kind] += other.unknown[kind];
        }
        self.others += other.others;
    }

    /// The algorithm that leaves the fewest wrong, of equals the simplest, and the fitted polygon, where they leave fewer than
    /// `wrong`.
    pub(super) fn better(&self, wrong: u64) -> impl Iterator<Item = OtherHitBoxes> {
        let left = |kind: HitBoxKind| self.left[kind as usize] + self.others;
        let algorithms = HitBoxKind::VARIANTS.iter().copied().filter(|kind| *kind != HitBoxKind::Fitted);
        let best = algorithms.min_by_key(|kind| left(*kind)).into_iter().chain([HitBoxKind::Fitted]);
        let helping = best.filter(move |kind| left(*kind) < wrong);
        let unknown = |kind: HitBoxKind| self.unknown[kind as usize] + self.others;
        helping.map(move |kind| OtherHitBoxes { kind, left: left(kind), unknown: unknown(kind) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcade_parts_polygons_by_their_edges() {
        let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
        let at = |x: f64, y: f64| square.map(|corner| (corner.0 + x, corner.1 + y));
        assert!(intersect(&square, &at(3.9, 3.9)));
        assert!(!intersect(&square, &at(4.0, 0.0)), "what touches misses");
        assert!(!intersect(&square, &[]) && !intersect(&[], &square), "no corners meet nothing");
        let hook = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (8.0, 9.0), (8.0, 1.0), (0.0, 1.0)];
        assert!(intersect(&hook, &at(2.0, 3.0)), "the gap of a concave polygon");
    }

    #[test]
    fn what_is_not_known_stays_as_it_is() {
        let mut tally = HitBoxTally::default();
        tally.count([Some(true), Some(false), None, Some(false)], true);
        tally.count([Some(false), Some(true), None, Some(false)], false);
        tally.count([None, None, None, Some(false)], true);
        let better = |wrong| tally.better(wrong).collect::<Vec<_>>();
        let fitted = OtherHitBoxes { kind: HitBoxKind::Fitted, left: 0, unknown: 0 };
        let box_of_all = OtherHitBoxes { kind: HitBoxKind::BoundingBox, left: 2, unknown: 1 };
        assert_eq!(better(3), [box_of_all, fitted]);
        assert_eq!(better(2), [fitted], "no algorithm leaves fewer");
        assert_eq!(better(0), []);
        tally.others = 5;
        let of_line: Vec<_> = tally.better(7).collect();
        assert_eq!(of_line, [OtherHitBoxes { left: 5, unknown: 5, ..fitted }], "checks by other tests stay wrong");
    }
}
