//! Signs that a test asks about a place where its thing is not: a look-ahead, the range of an attack.

use std::collections::HashMap;

use super::facts::{QuestionFacts, SideFacts, are_close, corner, middle};
use crate::geom::Point;
use crate::replay::SidePlaces;

/// The most displacements that are counted one by one: one that nearly all checks share is among the first.
const MOST_SHIFTS: usize = 1_024;

/// Fewer checks or hits show no mistake.
const ENOUGH_FOR_A_MISTAKE: u64 = 5;

/// SidePlaces less than 1 px apart are the same: a look-ahead by one px is one.
const SAME_PLACE: f64 = 0.999;

/// Displacements of masks up to this length, in px, look for the side from which one touches the other.
const NUDGE: f64 = 2.0;

/// The signs at a site.
#[derive(Clone, Debug, Default)]
pub(super) struct ElsewhereSigns {
    /// The number of checks with facts.
    pub checks: u64,
    /// The number of these with a rectangle that was made for the test.
    pub made: u64,
    made_hits: u64,
    /// The number of these at which a made rectangle lies elsewhere than its owner.
    pub away: u64,
    away_hits: u64,
    /// The number of these for each side.
    away_sides: [u64; 2],
    /// Displacements of made rectangles from the picture drawn before, of owners without a rectangle of their own.
    from_last: Shifts,
    /// Displacements of made rectangles from the picture drawn after.
    from_next: Shifts,
    /// Displacements from the rectangle of the owner.
    from_own: Shifts,
    /// The number of hits at which a made rectangle lies elsewhere than its owner's, which has its size.
    shifted_hits: u64,
    /// The number of these whose owner ends the frame there.
    moved_there: u64,
    /// The number of checks by masks.
    masks: u64,
    /// The number of these at other places than the pictures, to look around.
    shifted_masks: u64,
}

/// Displacements and sizes of rectangles, in whole px, and how often each came.
#[derive(Clone, Debug, Default)]
struct Shifts {
    all: u64,
    counts: HashMap<[i64; 4], u64>,
}

impl ElsewhereSigns {
    pub(super) fn count(&mut self, facts: &QuestionFacts) {
        let Some(sides) = &facts.sides else { return };
        self.checks += 1;
        let made = || sides.iter().filter(|side| side.places.is_made);
        if made().next().is_none() {
            return;
        }
        let hit = u64::from(facts.hit == Some(true));
        self.made += 1;
        self.made_hits += hit;
        // Two that were moved alike, as by a camera, lie to each other as their owners do.
        let [a, b] = sides.each_ref().map(shift_from_own);
        let is_alike = a.zip(b).is_some_and(|(a, b)| are_close(a, b, SAME_PLACE));
        let are_away =
            sides.each_ref().map(|side| !is_alike && side.places.is_made && lies_at_owner(side) == Some(false));
        for (side, is_away) in sides.iter().zip(are_away) {
            let is_shifted_hit = is_away && facts.hit == Some(true) && shift_from_own(side).is_some();
            self.shifted_hits += u64::from(is_shifted_hit);
            self.moved_there += u64::from(is_shifted_hit && ends_there(side));
        }
        for (count, is_away) in self.away_sides.iter_mut().zip(are_away) {
            *count += u64::from(is_away);
        }
        if are_away != [false; 2] {
            self.away += 1;
            self.away_hits += hit;
        }
        for SideFacts { tested, places: SidePlaces { own, last, next, .. }, .. } in made() {
            let Some(tested) = *tested else { continue };
            match own {
                Some(own) => self.from_own.count(tested, *own),
                None => {
                    last.iter().for_each(|last| self.from_last.count(tested, *last));
                    next.iter().for_each(|next| self.from_next.count(tested, *next));
                }
            }
        }
    }

    /// Counts a check by masks.
    pub(super) fn count_masks(&mut self, is_shifted: bool) {
        self.masks += 1;
        self.shifted_masks += u64::from(is_shifted);
    }

    pub(super) fn is_it(&self) -> bool {
        self.are_rectangles_away() || 2 * self.shifted_masks > self.masks
    }

    /// The side that is mostly away.
    pub(super) fn who(&self) -> Option<usize> {
        let [a, b] = self.away_sides;
        self.are_rectangles_away().then_some(usize::from(b > a))
    }

    fn are_rectangles_away(&self) -> bool {
        let is_often = 10 * self.away >= self.made || 2 * self.away_hits > self.made_hits;
        self.away > 0 && is_often && !self.is_mistake()
    }

    /// True if the rectangles lie away by one constant displacement, as by a number that is wrong; by half of their size, as
    /// where corner and middle are mistaken for each other; or where their owners are moved to, although they hit.
    fn is_mistake(&self) -> bool {
        let is_by_half =
            |[x, y, width, height]: [i64; 4]| ((2 * x).abs() - width).abs() <= 2 && ((2 * y).abs() - height).abs() <= 2;
        self.from_last.common().is_some()
            || self.from_next.common().is_some()
            || self.from_own.common().is_some_and(is_by_half)
            || self.moved_there >= ENOUGH_FOR_A_MISTAKE && 20 * self.moved_there >= 19 * self.shifted_hits
    }
}

impl Shifts {
    fn count(&mut self, tested: [f64; 4], from: [f64; 4]) {
        self.all += 1;
        #[expect(clippy::cast_possible_truncation, reason = "a number out of range is a displacement like any other")]
        let key = [tested[0] - from[0], tested[1] - from[1], tested[2], tested[3]].map(|n| n.round() as i64);
        if self.counts.len() < MOST_SHIFTS || self.counts.contains_key(&key) {
            *self.counts.entry(key).or_default() += 1;
        }
    }

    /// The displacement of at least 95 % of five or more.
    fn common(&self) -> Option<[i64; 4]> {
        let (shift, count) = self.counts.iter().max_by_key(|(_, count)| **count)?;
        (self.all >= ENOUGH_FOR_A_MISTAKE && 20 * count >= 19 * self.all).then_some(*shift)
    }
}

/// The displacement of a made rectangle from its owner's; `None` unless both have one size.
fn shift_from_own(SideFacts { tested, places: SidePlaces { is_made, own, .. }, .. }: &SideFacts) -> Option<Point> {
    let (tested, own) = tested.zip(*own).filter(|_| *is_made)?;
    are_close((tested[2], tested[3]), (own[2], own[3]), 1.0).then_some((tested[0] - own[0], tested[1] - own[1]))
}

/// True if the rectangle of its owner ends the frame where it was tested.
fn ends_there(SideFacts { tested, places: SidePlaces { end, .. }, .. }: &SideFacts) -> bool {
    tested.zip(*end).is_some_and(|(tested, end)| are_close(corner(tested), corner(end), SAME_PLACE))
}

/// True if a made rectangle lies where its owner is; `None` where that is not known.
fn lies_at_owner(SideFacts { tested, places: SidePlaces { own, last, next, .. }, .. }: &SideFacts) -> Option<bool> {
    let tested = (*tested)?;
    match own {
        Some(own) if are_close((tested[2], tested[3]), (own[2], own[3]), 1.0) => {
            Some(are_close(corner(tested), corner(*own), SAME_PLACE))
        }
        Some(own) => Some(lies_at(tested, *own, is_of_its_size(tested, *own))),
        None if last.is_none() && next.is_none() => None,
        None => Some([last, next].into_iter().flatten().any(|picture| lies_at(tested, *picture, true))),
    }
}

/// True if `tested` lies inside `place`, has its middle, or its corner where that `may_decide`.
fn lies_at(tested: [f64; 4], place: [f64; 4], may_decide: bool) -> bool {
    let is_inside = (0..2).all(|axis| {
        tested[axis] >= place[axis] - 1.0 && tested[axis] + tested[axis + 2] <= place[axis] + place[axis + 2] + 1.0
    });
    is_inside && !is_feeler(tested, place)
        || may_decide && are_close(corner(tested), corner(place), 1.0)
        || is_of_its_size(tested, place) && are_close(middle(tested), middle(place), 2.0)
}

/// True if a rectangle is so small beside a place, and so far from its middle, that it feels for something there: the ground below
/// the feet, a wall at the side.
fn is_feeler(tested: [f64; 4], place: [f64; 4]) -> bool {
    let area = |[_, _, width, height]: [f64; 4]| width * height;
    4.0 * area(tested) < area(place) && !are_close(middle(tested), middle(place), 2.0)
}

/// True if no side is much longer.
fn is_of_its_size(tested: [f64; 4], place: [f64; 4]) -> bool {
    (2..4).all(|side| tested[side] <= 1.25 * place[side] + 4.0)
}

impl QuestionFacts {
    /// The displacement of two tested masks from where the rectangles of both lie to each other; `None` unless both are known.
    pub(super) fn shift_of_masks(&self) -> Option<Point> {
        let [a, b] = self.sides.as_ref()?;
        let shift = |side: &SideFacts| {
            let ((x, y), own) = (side.mask_at?, side.places.own?);
            Some((x - own[0], y - own[1]))
        };
        let ((ax, ay), (bx, by)) = (shift(a)?, shift(b)?);
        Some((ax - bx, ay - by)).filter(|_| self.test == super::TestKind::Mask)
    }
}

/// True if masks so far from their places look around on their own.
pub(super) fn is_nudge((x, y): Point) -> bool {
    (x, y) != (0.0, 0.0) && x.abs().max(y.abs()) <= NUDGE
}
