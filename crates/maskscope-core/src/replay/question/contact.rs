//! Signs that hits are meant: bodies that are pushed apart, as a player out of a wall.

use std::collections::HashMap;
use std::ops::AddAssign;

use super::SiteSigns;
use super::facts::{ENOUGH, QuestionFacts, SideFacts, TestKind, are_close, corner, middle};
use super::frame::InstancePair;
use crate::replay::SidePlaces;
use crate::replay::sizes::overlaps;

/// Bodies that were pushed apart overlap by no more than this, in px.
const TOUCHING: f64 = 1.0;

/// Lengths that differ by less, in px, are equal but for rounding.
const ROUNDING: f64 = 1e-6;

/// A push may be longer by this, in px, than the overlap and the way of the frame.
const SLACK: f64 = 2.0;

/// The signs at a site.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactSigns {
    /// The number of the game's hits with facts.
    pub hits: u64,
    /// The number of these after which the things were pushed apart.
    pub answered: u64,
    /// The number of all its hits after which the pair's next check here found both edge to edge.
    pub rests: u64,
    /// The number of these, and of those after which the pair's next check at another line did.
    pub pushes: u64,
}

/// Hits whose pair has not been tested again at their sites.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenHits {
    hits: HashMap<(InstancePair, u32), OpenHit>,
    /// The site of each pair's last check.
    last: HashMap<InstancePair, u32>,
}

#[derive(Clone, Copy, Debug)]
struct OpenHit {
    time: f64,
    /// True if it is not counted as answered, and still can be.
    waits: bool,
    /// True if it is one of the pushes already.
    is_push: bool,
}

impl ContactSigns {
    pub(super) fn is_it(&self) -> bool {
        Hits { all: self.hits, answered: self.answered }.are_contact()
    }

    /// True for less than several hits, all answered: too few for a sign.
    pub(super) const fn has_few_hits(&self) -> bool {
        self.hits < ENOUGH && self.answered == self.hits
    }
}

/// Hits with facts, and the number of them that were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hits {
    pub all: u64,
    pub answered: u64,
}

impl Hits {
    /// True if most of several were answered.
    pub(super) const fn are_contact(self) -> bool {
        self.all >= ENOUGH && 2 * self.answered > self.all
    }

    /// The others, without some of them.
    pub(super) const fn without(self, some: Self) -> Self {
        Self { all: self.all - some.all, answered: self.answered - some.answered }
    }
}

impl AddAssign for Hits {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.answered += other.answered;
    }
}

impl OpenHits {
    /// Counts a check of a pair at a site.
    pub(super) fn count(&mut self, sites: &mut [SiteSigns], site: u32, pair: InstancePair, facts: &QuestionFacts) {
        if let Some(before) = self.last.insert(pair, site).filter(|before| *before != site && facts.is_edge_to_edge)
            && let Some(hit) = self.hits.get_mut(&(pair, before)).filter(|hit| !hit.is_push)
        {
            hit.is_push = true;
            sites[before as usize].contact.pushes += 1;
        }
        let contact = &mut sites[site as usize].contact;
        if let Some(hit) = self.hits.remove(&(pair, site)).filter(|_| facts.is_edge_to_edge) {
            contact.rests += 1;
            contact.pushes += u64::from(!hit.is_push);
            contact.answered += u64::from(hit.waits && hit.time < facts.time);
        }
        if facts.hit == Some(true) {
            let is_by_mask = facts.test == TestKind::Mask;
            let is_answered = !is_by_mask && facts.is_pushed_apart();
            contact.hits += u64::from(facts.sides.is_some());
            contact.answered += u64::from(is_answered);
            let waits = facts.sides.is_some() && !is_by_mask && !is_answered;
            self.hits.insert((pair, site), OpenHit { time: facts.time, waits, is_push: false });
        }
    }
}

impl QuestionFacts {
    /// True if both touch along an axis at most where the frame ends, and one was moved along it, no further than out of the
    /// other and back along its way; back along its way it must be if the other is gone then.
    fn is_pushed_apart(&self) -> bool {
        let Some([a, b]) = self.sides.as_ref().map(|[a, b]| [Push::of(a), Push::of(b)]) else { return false };
        let (Some(a), Some(b)) = (a, b) else { return false };
        let is_gone = self.sides.iter().flatten().any(|side| side.places.is_gone);
        let (at_test, at_end) = (overlaps(a.tested, b.tested), overlaps(a.at_end, b.at_end));
        (0..2).any(|axis| {
            let longest = |of: fn(&Push) -> [f64; 2]| of(&a)[axis].abs().max(of(&b)[axis].abs());
            let (push, way) = (longest(|it| it.push), longest(|it| it.way));
            // What is thin, such as a point, never overlaps by more.
            let is_less = at_end[axis] < at_test[axis] - ROUNDING;
            // Beside what is gone, as a coin that was taken, the other only goes on, unless it is sent back, as from a brick.
            let is_meant = !is_gone || [&a, &b].iter().any(|it| it.push[axis] * it.way[axis] < 0.0);
            at_end[axis] <= TOUCHING
                && is_less
                && is_meant
                && push > 0.0
                && push <= at_test[axis].max(0.0) + way + SLACK
        })
    }

    /// True if one of two masks was moved after the test, and is drawn where it was drawn before.
    pub(super) fn is_put_back(&self) -> bool {
        let is_back = |SideFacts { places: SidePlaces { own, last, next, end, .. }, .. }: &SideFacts| {
            let is_moved = own.zip(*end).is_some_and(|(own, end)| corner(own) != corner(end));
            is_moved && last.zip(*next).is_some_and(|(last, next)| are_close(corner(last), corner(next), 0.0))
        };
        self.test == TestKind::Mask
            && self.hit == Some(true)
            && self.sides.as_ref().is_some_and(|sides| sides.iter().any(is_back))
    }
}

/// The way of a side in the frame of a check.
struct Push {
    tested: [f64; 4],
    /// Its rectangle where the frame ends.
    at_end: [f64; 4],
    /// Its way since the test.
    push: [f64; 2],
    /// Its way in the frame before the test.
    way: [f64; 2],
}

impl Push {
    /// `None` where a mask was tested and no rectangle is known.
    fn of(SideFacts { tested, places, .. }: &SideFacts) -> Option<Self> {
        let SidePlaces { is_made, own, last, next, end, .. } = *places;
        let tested = tested.or(own)?;
        // A rectangle that is kept moves itself; one that was made for the test as its owner does.
        let body = if is_made { own.unwrap_or(tested) } else { tested };
        let end = end.unwrap_or(body);
        let (before, after) = (middle(body), middle(end));
        let push = [after.0 - before.0, after.1 - before.1];
        let way = last.zip(next).map_or([0.0; 2], |(last, next)| {
            let (last, next) = (middle(last), middle(next));
            [next.0 - last.0 - push[0], next.1 - last.1 - push[1]]
        });
        let [x, y, width, height] = body;
        Some(Self { tested, at_end: [x + push[0], y + push[1], width, height], push, way })
    }
}
