//! Scans in the order in which they do over many placements.

use super::Cost;
use crate::scan::Scan;

/// A scan over many placements, and how it does among others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The scan.
    pub scan: Scan,
    /// Its rank from 1. Equals share a rank, and the next one after two firsts is 3.
    pub rank: usize,
    /// The visits of all placements together.
    pub visits: u64,
    /// The visits of a placement, on average; 0 without placements.
    pub mean_visits: f64,
    /// How many of its answers are wrong.
    pub wrong: u64,
}

impl Ranked {
    /// `scan`, not yet ranked, that has these costs; each comes with whether the masks overlap there.
    pub(super) fn new(scan: Scan, costs: impl Iterator<Item = (Cost, bool)>) -> Self {
        let (mut placements, mut visits, mut wrong) = (0_u64, 0, 0);
        for (cost, overlap) in costs {
            placements += 1;
            visits += u64::from(cost.visits);
            wrong += u64::from(cost.is_hit != overlap);
        }
        #[expect(clippy::cast_precision_loss, reason = "a mean is no exact number")]
        let mean_visits = visits as f64 / placements.max(1) as f64;
        Self { scan, rank: 0, visits, mean_visits, wrong }
    }

    /// The scans with their ranks, the best first: the fewest wrong answers, of those the fewest visits.
    pub(super) fn in_order(mut scans: Vec<Self>) -> Vec<Self> {
        let key = |scan: &Self| (scan.wrong, scan.visits);
        scans.sort_by_key(key);
        let keys: Vec<_> = scans.iter().map(key).collect();
        for (scan, own) in scans.iter_mut().zip(&keys) {
            scan.rank = 1 + keys.iter().filter(|other| *other < own).count();
        }
        scans
    }
}
