//! Signs that a test of boxes only decides whether another one is made: a finer one, or the same again.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::SiteSigns;
use super::facts::{ENOUGH, TestKind};
use super::frame::FrameChecks;

/// Counts of tests of boxes, and of the tests in the same frames that may follow from them.
#[derive(Clone, Debug, Default)]
pub(super) struct BroadPhase {
    /// The number of hits by boxes of each site.
    hits: HashMap<u32, u64>,
    /// The number of these after which another site made a finer test in the frame: of the pair, or a hit of one of both.
    followed: HashMap<[u32; 2], u64>,
    /// The number of these after which boxes at another site hit one of both in the frame.
    resumed: HashMap<[u32; 2], u64>,
    /// The number of these at which they hit the same pair at the same places.
    repeated: HashMap<[u32; 2], u64>,
    /// The number of pairs that each site tests finer, by frame.
    tests: HashMap<u32, u64>,
    /// The number of these that were hits by boxes at another site, which comes first, in the frame.
    after_hits: HashMap<[u32; 2], u64>,
    /// The number of these with one that boxes hit in the frame at another site of the kinds, beside whatever else.
    near_hits: HashMap<[u32; 2], u64>,
    /// The number of frames in which each site tests something.
    frames: HashMap<u32, u64>,
    /// The number of these in which another site of the kinds hits by boxes.
    frames_of_hits: HashMap<[u32; 2], u64>,
    /// The number of frames in which each site tests boxes, and none hits.
    quiet: HashMap<u32, u64>,
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
            let finer: Vec<u32> = by_pair.get(&pair.both).into_iter().flatten().copied().collect();
            let is_alike = |site: &SiteSigns| finer.iter().any(|finer| sites[*finer as usize].kinds == site.kinds);
            let of_line = (0..).zip(sites).filter(|(_, site)| site.at.as_ref() == Some(line) && is_alike(site));
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
        for (both, is_same) in frame.later_hits() {
            *self.resumed.entry(both).or_default() += 1;
            *self.repeated.entry(both).or_default() += u64::from(is_same);
        }
        let mut hit_instances: HashMap<u32, HashSet<u32>> = HashMap::new();
        for (pair, at) in &box_hits {
            at.iter().for_each(|site| hit_instances.entry(*site).or_default().extend(pair));
        }
        self.count_waits(frame, sites, &by_pair, &hit_instances);
    }

    /// Counts the sites whose tests may wait for hits by boxes at others: `hit_instances` are these, by site.
    fn count_waits(
        &mut self,
        frame: &FrameChecks,
        sites: &[SiteSigns],
        by_pair: &HashMap<[u32; 2], HashSet<u32>>,
        hit_instances: &HashMap<u32, HashSet<u32>>,
    ) {
        let is_alike =
            |first: u32, site: u32| first != site && sites[first as usize].kinds == sites[site as usize].kinds;
        let tested: HashSet<u32> = frame.checks.iter().map(|check| check.site).collect();
        let of_boxes = frame.checks.iter().filter(|check| check.test == TestKind::Box);
        let boxes: HashSet<u32> = of_boxes.map(|check| check.site).collect();
        for site in boxes.iter().filter(|site| !hit_instances.contains_key(*site)) {
            *self.quiet.entry(*site).or_default() += 1;
        }
        for site in &tested {
            *self.frames.entry(*site).or_default() += 1;
        }
        for (first, instances) in hit_instances {
            for site in tested.iter().filter(|site| is_alike(*first, **site)) {
                *self.frames_of_hits.entry([*first, *site]).or_default() += 1;
                let tests = by_pair.iter().filter(|(_, finer)| finer.contains(site));
                let near = tests.filter(|(pair, _)| pair.iter().any(|one| instances.contains(one)));
                *self.near_hits.entry([*first, *site]).or_default() += near.count() as u64;
            }
        }
    }

    /// The line of the finer test to which the site `number` leaves its answers: it follows 95 % of the hits; and 90 % of its
    /// pairs were hits, or it waits for hits, and one of each pair was hit. `None` without one, or where it has no line.
    pub(super) fn finer_test(&self, number: u32, sites: &[SiteSigns]) -> Option<String> {
        let hits = self.hits.get(&number).copied()?;
        let is_it = |site: u32| {
            let count = |counts: &HashMap<[u32; 2], u64>| count_of(counts, &[number, site]);
            let tests = count_of(&self.tests, &site);
            site != number
                && tests > 0
                && 20 * count(&self.followed) >= 19 * hits
                && (10 * count(&self.after_hits) >= 9 * tests
                    || count(&self.near_hits) == tests && self.waits_for(number, site))
        };
        (0..).zip(sites).find(|(site, _)| is_it(*site)).and_then(|(_, site)| site.at.clone())
    }

    /// The line of one of the sites that are asked, that waits for the hits of the site `number`, and finds them again: after
    /// 95 % of these it hits one of both, and 90 % of its hits are the same at the same places. `None` without one, or where it
    /// has no line.
    pub(super) fn repeated_test(
        &self,
        number: u32,
        sites: &[SiteSigns],
        is_asked: impl Fn(u32) -> bool,
    ) -> Option<String> {
        let hits = self.hits.get(&number).copied()?;
        let is_it = |site: u32| {
            site != number
                && is_asked(site)
                && 20 * count_of(&self.resumed, &[number, site]) >= 19 * hits
                && 10 * count_of(&self.repeated, &[number, site]) >= 9 * count_of(&self.hits, &site)
                && self.waits_for(number, site)
        };
        (0..).zip(sites).find(|(site, _)| is_it(*site)).and_then(|(_, site)| site.at.clone())
    }

    /// True if a site only tests in frames in which another one of the kinds, `first`, hits by boxes, and several have no hit.
    fn waits_for(&self, first: u32, site: u32) -> bool {
        count_of(&self.frames_of_hits, &[first, site]) == count_of(&self.frames, &site)
            && count_of(&self.quiet, &first) >= ENOUGH
    }
}

fn count_of<K: Eq + Hash>(counts: &HashMap<K, u64>, key: &K) -> u64 {
    counts.get(key).copied().unwrap_or(0)
}
