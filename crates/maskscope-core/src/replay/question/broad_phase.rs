//! Signs that a test of boxes only decides whether a finer one is made.

use std::collections::{HashMap, HashSet};

use super::SiteSigns;
use super::facts::TestKind;
use super::frame::FrameChecks;

/// Counts of tests of boxes, and of the finer tests in the same frames.
#[derive(Clone, Debug, Default)]
pub(super) struct BroadPhase {
    /// The number of hits by boxes of each site.
    hits: HashMap<u32, u64>,
    /// The number of these after which another site made a finer test in the frame: of the pair, or a hit of one of both.
    followed: HashMap<[u32; 2], u64>,
    /// The number of pairs that each site tests finer, by frame.
    tests: HashMap<u32, u64>,
    /// The number of these that were hits by boxes at another site, which comes first, in the frame.
    after_hits: HashMap<[u32; 2], u64>,
}

impl BroadPhase {
    /// Counts a frame.
    pub(super) fn end_frame(&mut self, frame: &FrameChecks, sites: &[SiteSigns]) {
        let [by_pair, by_instance] = frame.finer_tests();
        let mut box_hits: HashMap<[u32; 2], HashSet<u32>> = HashMap::new();
        for check in frame.checks.iter().filter(|check| check.test == TestKind::Box && check.is_hit) {
            let both = check.pair.both;
            box_hits.entry(both).or_default().insert(check.site);
            *self.hits.entry(check.site).or_default() += 1;
            let of_one = both.iter().filter_map(|one| by_instance.get(&[*one; 2]));
            let finer: HashSet<u32> = by_pair.get(&both).into_iter().chain(of_one).flatten().copied().collect();
            for site in finer {
                *self.followed.entry([check.site, site]).or_default() += 1;
            }
        }
        for (line, pair) in &frame.replaced {
            let of_line = (0..).zip(sites).filter(|(_, site)| site.at.as_ref() == Some(line));
            box_hits.entry(pair.both).or_default().extend(of_line.map(|(number, _)| number));
        }
        for (pair, finer) in &by_pair {
            for site in finer {
                *self.tests.entry(*site).or_default() += 1;
                for first in box_hits.get(pair).into_iter().flatten() {
                    *self.after_hits.entry([*first, *site]).or_default() += 1;
                }
            }
        }
    }

    /// The line of the finer test to which the site `number` leaves its answers: it follows 95 % of the hits, and 90 % of its
    /// pairs were hits. `None` without one, or where it has no line.
    pub(super) fn finer_test(&self, number: u32, sites: &[SiteSigns]) -> Option<String> {
        let hits = self.hits.get(&number).copied()?;
        let is_it = |site: u32| {
            let count = |counts: &HashMap<[u32; 2], u64>| counts.get(&[number, site]).copied().unwrap_or(0);
            let tests = self.tests.get(&site).copied().unwrap_or(0);
            site != number
                && tests > 0
                && 20 * count(&self.followed) >= 19 * hits
                && 10 * count(&self.after_hits) >= 9 * tests
        };
        (0..).zip(sites).find(|(site, _)| is_it(*site)).and_then(|(_, site)| site.at.clone())
    }
}
