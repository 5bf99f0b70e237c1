//! Probes, which watch a scan.
//!
//! A strategy is generic over its probe, so the counters, the animation and the answer come from the same code, and
//! the silent probe costs nothing.

mod rank_map;
mod trace;
mod watch;

pub use rank_map::{DecidedRanks, RankMap};
pub use trace::{CellHistory, Coverage, Trace, VisitWindow};
pub use watch::{Count, NoProbe, Probe, VisitOutcome};

/// Visits the first four cells of a row.
#[cfg(test)]
fn four_visits(probe: &mut impl Probe) {
    for x in 0..4 {
        probe.visit(super::Visit::cell(x, 0));
    }
}
