//! The last visits of a scan, whose length is not known before it ends.

use crate::scan::{Probe, Visit};

/// The most visits that are kept (1 MiB).
const LENGTH: usize = 1 << 16;

/// Keeps the last visits from a rank on: where a long scan ends, which is what is shown first of it.
#[derive(Clone, Debug)]
pub(super) struct Tail {
    first_rank: u64,
    next_rank: u64,
    /// The visit of a rank lies at the rank's lowest bits.
    ring: Vec<Visit>,
}

impl Tail {
    /// Keeps visits from `first_rank` on; ranks count from 0.
    pub const fn from(first_rank: u64) -> Self {
        Self { first_rank, next_rank: 0, ring: Vec::new() }
    }

    /// The visit of rank `rank`, where it is kept.
    pub fn get(&self, rank: u64) -> Option<Visit> {
        let first = self.first_rank.max(self.next_rank.saturating_sub(LENGTH as u64));
        let is_kept = (first..self.next_rank).contains(&rank);
        if is_kept { self.ring.get(self.place(rank)).copied() } else { None }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lowest bits are asked for")]
    const fn place(&self, rank: u64) -> usize {
        rank.wrapping_sub(self.first_rank) as usize & (LENGTH - 1)
    }
}

impl Probe for Tail {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        let rank = self.next_rank;
        self.next_rank += 1;
        if rank < self.first_rank {
            return;
        }
        if self.ring.len() < LENGTH {
            self.ring.push(visit);
        } else {
            let place = self.place(rank);
            self.ring[place] = visit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_visits_are_kept_and_no_others() {
        for (first, visits) in [(0, 0), (0, 3), (5, 4), (5, 6), (7, 65_543), (7, 65_544), (0, 200_001)] {
            let mut tail = Tail::from(first);
            (0..visits).for_each(|n| tail.visit(Visit::cell(n, 0)));
            let visits = u64::from(visits);
            let oldest = first.max(visits.saturating_sub(65_536));
            for rank in (0..3).chain(oldest.saturating_sub(2)..oldest + 2).chain(visits.saturating_sub(2)..visits + 2) {
                let expected = (oldest..visits).contains(&rank).then(|| u32::try_from(rank).expect("small"));
                assert_eq!(tail.get(rank), expected.map(|n| Visit::cell(n, 0)), "{rank} of {visits} from {first}");
            }
        }
    }
}
