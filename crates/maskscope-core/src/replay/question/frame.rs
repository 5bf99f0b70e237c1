//! The checks of one frame.

use std::collections::{HashMap, HashSet};

use super::elsewhere::is_nudge;
use super::facts::TestKind;
use crate::geom::Point;

/// Two instances, whichever is tested against the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct InstancePair {
    /// Their numbers, the lower one first.
    pub both: [u32; 2],
    is_turned: bool,
}

/// The checks of a frame so far.
#[derive(Clone, Debug, Default)]
pub(super) struct FrameChecks {
    pub at: Option<f64>,
    pub checks: Vec<FrameCheck>,
    /// The checks of boxes in whose place a finer one stands: their lines and pairs.
    pub replaced: Vec<(String, InstancePair)>,
}

/// A check of the frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameCheck {
    pub site: u32,
    pub pair: InstancePair,
    pub test: TestKind,
    pub is_hit: bool,
    /// The tested rectangles, that of the lower instance first; `None` where one is not known.
    pub tested: Option<[[u64; 4]; 2]>,
    /// The displacement of the tested masks.
    pub shift: Option<Point>,
    /// True if it is a hit of masks that was answered by a way back.
    pub is_answered: bool,
}

impl FrameChecks {
    pub(super) const fn is_empty(&self) -> bool {
        self.checks.is_empty() && self.replaced.is_empty()
    }

    pub(super) fn clear(&mut self) {
        (self.at, self.checks, self.replaced) = (None, Vec::new(), Vec::new());
    }

    /// The sites of the checks by masks whose displacement is known, and whether that looks around: by a px or two, or to
    /// both sides in the same frame.
    pub(super) fn shifted_masks(&self) -> Vec<(u32, bool)> {
        let shifts = || self.checks.iter().filter_map(|check| Some((check, check.pair.turned(check.shift?))));
        let known: HashSet<_> = shifts().map(|(check, (x, y))| (check.pair.both, bits([x, y]))).collect();
        let is_both_ways = |check: &FrameCheck, (x, y): Point| known.contains(&(check.pair.both, bits([-x, -y])));
        let looks_around = |(check, shift): (&FrameCheck, Point)| {
            (check.site, is_nudge(shift) || shift != (0.0, 0.0) && is_both_ways(check, shift))
        };
        shifts().map(looks_around).collect()
    }

    /// The sites of the hits of masks that were answered in the frame: one of both was put back, or a later test of the pair
    /// by masks misses.
    pub(super) fn answered_masks(&self) -> Vec<u32> {
        let mut missed = HashSet::new();
        let mut answered = Vec::new();
        for check in self.checks.iter().rev().filter(|check| check.test == TestKind::Mask) {
            if !check.is_hit {
                missed.insert(check.pair.both);
            } else if check.is_answered || missed.contains(&check.pair.both) {
                answered.push(check.site);
            }
        }
        answered
    }

    /// The sites of the hits of boxes, each with another one whose boxes later hit one of both, and whether these hit the same
    /// pair at the same places.
    pub(super) fn later_hits(&self) -> Vec<([u32; 2], bool)> {
        let mut of_places = HashSet::new();
        let mut of_instance = HashMap::<u32, HashSet<u32>>::new();
        let mut later = Vec::new();
        for check in self.checks.iter().rev().filter(|check| check.test == TestKind::Box && check.is_hit) {
            let FrameCheck { site, pair: InstancePair { both, .. }, tested, .. } = *check;
            let sites: HashSet<u32> = both
                .iter()
                .filter_map(|one| of_instance.get(one))
                .flatten()
                .copied()
                .filter(|it| *it != site)
                .collect();
            let is_same = |it: u32| tested.is_some() && of_places.contains(&(it, both, tested));
            later.extend(sites.into_iter().map(|it| ([site, it], is_same(it))));
            of_places.insert((site, both, tested));
            for one in both {
                of_instance.entry(one).or_default().insert(site);
            }
        }
        later
    }

    /// The sites of finer tests, by the pairs that they test, and by the instances that they hit.
    pub(super) fn finer_tests(&self) -> [HashMap<[u32; 2], HashSet<u32>>; 2] {
        let mut all = [HashMap::<_, HashSet<_>>::new(), HashMap::new()];
        for FrameCheck { site, pair: InstancePair { both, .. }, is_hit, .. } in
            self.checks.iter().filter(|check| check.test.is_fine())
        {
            all[0].entry(*both).or_default().insert(*site);
            for one in both.iter().filter(|_| *is_hit) {
                all[1].entry([*one; 2]).or_default().insert(*site);
            }
        }
        all
    }
}

impl InstancePair {
    pub(super) fn new(a: u32, b: u32) -> Self {
        Self { both: [a.min(b), a.max(b)], is_turned: a > b }
    }

    /// Facts of both, those of the lower one first.
    pub(super) fn in_order<T>(self, [a, b]: [T; 2]) -> [T; 2] {
        if self.is_turned { [b, a] } else { [a, b] }
    }

    /// The displacement of the lower one from the other.
    fn turned(self, (x, y): Point) -> Point {
        if self.is_turned { (-x, -y) } else { (x, y) }
    }
}

/// Numbers that can be looked up.
pub(super) fn bits<const N: usize>(numbers: [f64; N]) -> [u64; N] {
    // 0 and -0 are the same.
    numbers.map(|n| (n + 0.0).to_bits())
}
