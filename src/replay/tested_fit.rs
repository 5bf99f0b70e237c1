//! The fit of what a game tests of two kinds to their pixels, at the placements of a log.

use super::Judgement;
use crate::scene::Fairness;

/// The checks at which what was tested or the pixels hit, where both are known, and the worst differences.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestedFit {
    /// The checks at which both hit.
    pub hits: u64,
    /// The checks at which what was tested hits and no pixel is shared.
    pub unfair: u64,
    /// The checks at which pixels are shared and what was tested misses.
    pub missed: u64,
    /// The widest gap between the closest pixels at an unfair check, in px; 0 without one.
    pub widest_gap: f64,
    /// The deepest overlap of the masks at a missed check, in px; 0 without one.
    pub deepest_miss: f64,
}

impl TestedFit {
    /// True if nothing hit.
    pub const fn is_empty(&self) -> bool {
        self.hits + self.unfair + self.missed == 0
    }

    /// Counts a check.
    pub fn count(&mut self, judgement: &Judgement) {
        let px = judgement.misfit.unwrap_or(0.0);
        match judgement.fairness() {
            Some(Fairness::Hits) => self.hits += 1,
            Some(Fairness::Unfair) => {
                self.unfair += 1;
                self.widest_gap = self.widest_gap.max(px);
            }
            Some(Fairness::Forgiven) => {
                self.missed += 1;
                self.deepest_miss = self.deepest_miss.max(px);
            }
            Some(Fairness::Misses) | None => {}
        }
    }
}
