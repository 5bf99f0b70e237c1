//! Signs of what follows the game's hits: nothing, or the end of one of both; and whether one rests on the other.

use std::collections::HashMap;

use super::facts::{ENOUGH, QuestionFacts, SideFacts};
use super::frame::InstancePair;
use crate::replay::sizes::overlaps;

/// The fewest frames for which two lie on each other, as if they were meant to.
const A_SECOND: u64 = 60;

/// The frames for which one stays as deep in the other until it rests there.
const REST: u64 = 3;

/// The most px by which one that rests on another moves into it.
const STEADY: f64 = 1.0;

/// Lengths that differ by less, in px, are equal but for rounding.
const ROUNDING: f64 = 1e-6;

/// The signs at a site.
#[derive(Clone, Debug, Default)]
pub(super) struct Aftermath {
    /// The number of the game's hits with facts.
    hits: u64,
    /// The number of these after which one of both was gone.
    gone: u64,
    /// Hits that share no pixel, and hits that do, where both pictures are known.
    seen: [Ends; 2],
    /// The number of hits whose pair was hit here in the frame before, too.
    lasting: u64,
    /// The number of these since which one has moved beside the other.
    moved: u64,
    /// The number of these that moved along an edge of the other, without getting deeper into it.
    steady: u64,
    /// The number of hits of pairs that have lain as they do since their first check here.
    unmoved: u64,
    /// The number of times that one came along each axis to rest on the other.
    rested: [u64; 2],
    /// The number of times that one came along each axis, and got deeper than over an edge of the other.
    passed: [u64; 2],
}

/// Hits, and the number of them that ended one of both.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    all: u64,
    gone: u64,
}

/// The latest checks of each pair at each site.
#[derive(Clone, Debug, Default)]
pub(super) struct PairTracks {
    tracks: HashMap<(InstancePair, u32), PairTrack>,
}

/// The latest check of a pair at a site.
#[derive(Clone, Copy, Debug)]
struct PairTrack {
    time: f64,
    lie: Lie,
    is_hit: bool,
    /// True if it lasts since the frame before.
    is_lasting: bool,
    /// True if both have lain otherwise at an earlier check.
    has_moved: bool,
    coming: Option<Coming>,
}

/// The places of two rectangles relative to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Lie {
    /// The corner of the second one, from that of the first.
    offset: [f64; 2],
    sizes: [[f64; 2]; 2],
}

/// A pair that came along an axis, and overlaps since.
#[derive(Clone, Copy, Debug)]
struct Coming {
    axis: usize,
    /// The lie since which it has got no deeper.
    since: Lie,
    /// The number of frames since.
    frames: u64,
    /// True once one rested on the other.
    has_rested: bool,
    /// True once one was deeper in the other.
    has_passed: bool,
}

impl Aftermath {
    /// True if nothing follows from the hits: most were there in the frame before, and hardly any ends one of both.
    pub(super) const fn is_nothing(&self) -> bool {
        self.lasting >= ENOUGH && 2 * self.lasting > self.hits && 20 * self.gone <= self.hits
    }

    /// True if one mostly moves along an edge of the other.
    pub(super) const fn is_steady(&self) -> bool {
        self.steady >= ENOUGH && 2 * self.steady > self.moved
    }

    /// True if both have nearly always lain as they do since the game first tested them here.
    pub(super) const fn is_unmoved(&self) -> bool {
        self.unmoved >= A_SECOND && 20 * self.unmoved >= 19 * self.hits
    }

    /// True if one that comes along an axis rests on the other rather than passing through it.
    pub(super) fn is_rest(&self) -> bool {
        (0..2).any(|axis| self.rested[axis] >= ENOUGH && self.rested[axis] > self.passed[axis])
    }

    /// True if the hits that share pixels end one of both, and those that share none do not: the game knows better than the
    /// boxes.
    pub(super) const fn is_finer(&self) -> bool {
        let [apart, shared] = self.seen;
        let are_ends = shared.gone >= ENOUGH && 2 * shared.gone > shared.all;
        are_ends && apart.all >= ENOUGH && 20 * apart.gone <= apart.all
    }
}

impl PairTracks {
    /// Counts a check of a pair at a site.
    pub(super) fn count(&mut self, signs: &mut Aftermath, site: u32, pair: InstancePair, facts: &QuestionFacts) {
        let Some(sides) = &facts.sides else { return };
        let is_hit = facts.hit == Some(true);
        if is_hit {
            signs.count_end(facts, sides);
        }
        let Some(lie) = Lie::of(sides).map(|[a, b]| Lie::between(pair.in_order([a, b]))) else { return };
        let before = self.tracks.get(&(pair, site)).copied();
        let mut now = PairTrack { time: facts.time, lie, is_hit, is_lasting: false, has_moved: false, coming: None };
        if let Some(before) = before {
            now.has_moved = before.has_moved || before.lie != lie;
            now.follow(&before, signs);
        }
        if is_hit {
            signs.lasting += u64::from(now.is_lasting);
            signs.unmoved += u64::from(!now.has_moved);
        }
        self.tracks.insert((pair, site), now);
    }
}

impl Aftermath {
    fn count_end(&mut self, facts: &QuestionFacts, sides: &[SideFacts; 2]) {
        let gone = u64::from(sides.iter().any(|side| side.places.is_gone));
        self.hits += 1;
        self.gone += gone;
        if let Some(shares) = facts.shares {
            let ends = &mut self.seen[usize::from(shares)];
            ends.all += 1;
            ends.gone += gone;
        }
    }
}

impl PairTrack {
    /// Goes on from the check before of the pair.
    fn follow(&mut self, before: &Self, signs: &mut Aftermath) {
        let frames = self.time - before.time;
        if frames == 0.0 {
            // Tested once more: it counts as it did.
            (self.is_lasting, self.coming) = (self.is_hit && before.is_lasting, before.coming);
        } else if frames == 1.0 {
            if self.is_hit && before.is_hit {
                self.is_lasting = true;
                let way = self.lie.way_from(&before.lie);
                let slides = |axis: usize| way[axis] == 0.0 && way[1 - axis] != 0.0 && self.lie.is_shallow(axis);
                signs.moved += u64::from(way != [0.0; 2]);
                signs.steady += u64::from((0..2).any(slides));
            }
            self.coming = match before.coming {
                _ if self.lie.is_apart() => None,
                Some(coming) => Some(coming.go_on(&self.lie, self.is_hit, signs)),
                None => before.lie.axis_between().map(|axis| Coming::new(axis, self.lie)),
            };
        }
    }
}

impl Coming {
    fn new(axis: usize, since: Lie) -> Self {
        Self { axis, since, frames: 0, has_rested: false, has_passed: false }
    }

    /// The same, with the pair in the next frame, which is hit or not.
    fn go_on(mut self, lie: &Lie, is_hit: bool, signs: &mut Aftermath) -> Self {
        let is_shallow = lie.is_shallow(self.axis);
        if !is_shallow && !self.has_passed {
            self.has_passed = true;
            signs.passed[self.axis] += 1;
        }
        let [deeper, along] = [self.axis, 1 - self.axis].map(|axis| (lie.offset[axis] - self.since.offset[axis]).abs());
        if deeper > STEADY {
            (self.since, self.frames) = (*lie, 0);
            return self;
        }
        self.frames += 1;
        if is_hit && is_shallow && !self.has_rested && self.frames >= REST && along > STEADY {
            self.has_rested = true;
            signs.rested[self.axis] += 1;
        }
        self
    }
}

impl Lie {
    /// The rectangles of both: those that are tested, or, where that is a mask, their own.
    fn of(sides: &[SideFacts; 2]) -> Option<[[f64; 4]; 2]> {
        let [a, b] = sides.each_ref().map(|side| side.tested.or(side.places.own));
        Some([a?, b?])
    }

    fn between([a, b]: [[f64; 4]; 2]) -> Self {
        let size = |[_, _, width, height]: [f64; 4]| [width, height];
        Self { offset: [b[0] - a[0], b[1] - a[1]], sizes: [size(a), size(b)] }
    }

    /// The way of the second one beside the first; none along an axis where it is but rounding.
    fn way_from(&self, before: &Self) -> [f64; 2] {
        [0, 1].map(|axis| {
            let way = self.offset[axis] - before.offset[axis];
            if way.abs() < ROUNDING { 0.0 } else { way }
        })
    }

    fn boxes(&self) -> [[f64; 4]; 2] {
        let [[width, height], [wide, high]] = self.sizes;
        [[0.0, 0.0, width, height], [self.offset[0], self.offset[1], wide, high]]
    }

    fn is_apart(&self) -> bool {
        let [a, b] = self.boxes();
        overlaps(a, b).iter().any(|shared| *shared <= 0.0)
    }

    /// The only axis along which both lie apart.
    fn axis_between(&self) -> Option<usize> {
        let [a, b] = self.boxes();
        match overlaps(a, b).map(|shared| shared <= 0.0) {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        }
    }

    /// True if along an axis one reaches over an edge of the other, and into it by half of either at most.
    fn is_shallow(&self, axis: usize) -> bool {
        let [a, b] = self.boxes();
        let depth = overlaps(a, b)[axis];
        let (start, end) = (b[axis] - a[axis], b[axis] + b[axis + 2] - a[axis] - a[axis + 2]);
        start * end > 0.0 && 2.0 * depth <= self.sizes[0][axis].min(self.sizes[1][axis])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of 10 px, and one of 4 px whose top left lies there beside it.
    fn lie(x: f64, y: f64) -> Lie {
        Lie::between([[20.0, 30.0, 10.0, 10.0], [20.0 + x, 30.0 + y, 4.0, 4.0]])
    }

    #[test]
    fn what_shares_nothing_along_an_axis_is_apart() {
        assert!(lie(10.0, 3.0).is_apart() && lie(3.0, -4.0).is_apart() && lie(-9.0, 12.0).is_apart());
        assert!(!lie(9.0, 3.0).is_apart() && !lie(-3.0, -3.0).is_apart());
        let between = [lie(10.0, 3.0), lie(3.0, -4.0), lie(-9.0, 12.0), lie(3.0, 3.0)].map(|lie| lie.axis_between());
        assert_eq!(between, [Some(0), Some(1), None, None]);
    }

    #[test]
    fn what_reaches_over_an_edge_by_half_at_most_is_shallow() {
        assert!(lie(8.0, 3.0).is_shallow(0) && lie(-2.0, 3.0).is_shallow(0) && lie(3.0, -2.0).is_shallow(1));
        assert!(!lie(7.0, 3.0).is_shallow(0) && !lie(-1.0, 3.0).is_shallow(0), "deeper than half");
        assert!(!lie(3.0, 3.0).is_shallow(0) && !lie(3.0, 6.0).is_shallow(1), "inside");
    }
}
