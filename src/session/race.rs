//! The race: every scan of the table over one overlap, in lockstep, one visit each per step.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::{playback::Playback, scan_row::ScanRow};
use crate::geom::Size;

/// In how many seconds it plays, at first: slowly enough for the early finishers to be seen.
const SECONDS: u32 = 12;

/// In which order the scans of a race are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RaceOrder {
    /// As the table lists them.
    Listed,
    /// Those that need the fewest visits first, the wrong ones last.
    #[default]
    #[serde(alias = "by-finish")]
    ByVisits,
    /// Those that take the least time first, those not timed yet after them, the wrong ones last.
    ByTime,
}

/// Changes to the race; its transport takes [`PlaybackAction`](super::PlaybackAction)s while the race is shown.
#[derive(Clone, Copy, Debug)]
pub enum RaceAction {
    /// In which order the scans are shown.
    SetOrder(RaceOrder),
    /// The number of texels, along each axis, of one scan's picture.
    SetCard(Size),
}

/// Settings of the race, and its present step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Race {
    pub(super) transport: Playback,
    /// In which order the scans are shown as they finish.
    pub order: RaceOrder,
    /// The number of texels one scan's picture can show; `None` until that is known.
    #[serde(skip)]
    pub card: Option<Size>,
}

impl Default for Race {
    /// At the start and playing, once: it runs when it is first shown.
    fn default() -> Self {
        Self { transport: Playback::fitting(SECONDS), order: RaceOrder::ByVisits, card: None }
    }
}

impl Race {
    /// The number of steps that have been played. Every scan has made that many visits, or all of its own.
    pub const fn steps(&self) -> u64 {
        self.transport.position()
    }

    /// True if all scans have finished.
    pub fn has_ended(&self, rows: &[ScanRow]) -> bool {
        !rows.is_empty() && rows.iter().all(|row| row.has_stopped(self.steps()))
    }

    /// True if the first scans are shown larger than the others.
    pub fn is_poster(&self) -> bool {
        self.order != RaceOrder::Listed
    }

    /// The places of the scans in the list, from 0, in the order of the end.
    pub fn sorted(&self, rows: &[ScanRow]) -> Vec<usize> {
        self.sorted_after(u64::MAX, rows)
    }

    /// The same at the present step: those that still search stand as listed between the right ones and the wrong ones.
    pub fn shown(&self, rows: &[ScanRow]) -> Vec<usize> {
        self.sorted_after(self.steps(), rows)
    }

    fn sorted_after(&self, steps: u64, rows: &[ScanRow]) -> Vec<usize> {
        let mut shown: Vec<usize> = (0..rows.len()).collect();
        let nanos = |row: &ScanRow| row.timing.map_or(f64::INFINITY, |timing| timing.median_nanos);
        let group = |row: &ScanRow| if row.has_stopped(steps) { 2 * u8::from(row.is_wrong) } else { 1 };
        shown.sort_by(|&one, &other| {
            let (one, other) = (&rows[one], &rows[other]);
            let right_first = group(one).cmp(&group(other));
            match self.order {
                RaceOrder::Listed => Ordering::Equal,
                _ if group(one) == 1 => right_first,
                // Of equals, a person's own is looked for first.
                RaceOrder::ByVisits => {
                    let cost = |row: &ScanRow| (row.count.visits, row.scan.own().is_none());
                    right_first.then(cost(one).cmp(&cost(other)))
                }
                RaceOrder::ByTime => right_first.then(nanos(one).total_cmp(&nanos(other))),
            }
        });
        shown
    }

    /// For each scan its place, from 1, among those that have stopped with the right answer; equal counts share one.
    pub fn placings(&self, rows: &[ScanRow]) -> Vec<Option<usize>> {
        placings(rows, self.steps())
    }

    pub(super) const fn apply(&mut self, action: RaceAction) {
        match action {
            RaceAction::SetOrder(order) => self.order = order,
            RaceAction::SetCard(texels) => self.card = Some(texels),
        }
    }
}

/// For each scan its place after `steps` steps, from 1, among those that have stopped with the right answer; equal counts
/// share one.
pub fn placings(rows: &[ScanRow], steps: u64) -> Vec<Option<usize>> {
    let counts = |row: &ScanRow| !row.is_wrong && row.has_stopped(steps);
    let is_faster = |row: &ScanRow, than: &ScanRow| counts(row) && row.count.visits < than.count.visits;
    let place = |row: &ScanRow| 1 + rows.iter().filter(|other| is_faster(other, row)).count();
    rows.iter().map(|row| counts(row).then(|| place(row))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Timing;
    use crate::scan::{Count, Scan};
    use crate::session::playback::{PlaybackAction, RunLength};

    /// Rows with these numbers of visits; a negative number stands for a wrong answer.
    fn rows(visits: &[i64]) -> Vec<ScanRow> {
        let row = |&visits: &i64| ScanRow {
            scan: Scan::ROWS,
            hit: None,
            count: Count { visits: visits.unsigned_abs(), cells: visits.unsigned_abs() },
            is_wrong: visits < 0,
            timing: None,
            is_hidden: false,
        };
        visits.iter().map(row).collect()
    }

    fn race_after(steps: u64, total: u64) -> Race {
        let mut race = Race::default();
        race.transport.apply(PlaybackAction::Scrub(steps), Some(RunLength { visits: total, ends_in_hit: false }));
        race
    }

    #[test]
    fn equal_counts_share_a_place_and_wrong_answers_have_none() {
        let rows = rows(&[1, -9, 17, 17, 23, 60, 62, 62, 102, 720]);
        let placings = race_after(118, 720).placings(&rows);
        let expected = [Some(1), None, Some(2), Some(2), Some(4), Some(5), Some(6), Some(6), Some(8), None];
        assert_eq!(placings, expected);
        assert_eq!(race_after(0, 720).placings(&rows), [None; 10], "no scan has moved yet");
        assert_eq!(race_after(720, 720).placings(&rows)[9], Some(9));
    }

    #[test]
    fn ordered_by_visits_or_by_time_the_wrong_come_last() {
        let mut rows = rows(&[720, 62, -9, 400, 1]);
        let mut race = race_after(0, 720);
        assert_eq!(race.sorted(&rows), [4, 1, 3, 0, 2]);
        for (steps, shown) in [(0, [0, 1, 2, 3, 4]), (9, [4, 0, 1, 3, 2]), (400, [4, 1, 3, 0, 2])] {
            assert_eq!(race_after(steps, 720).shown(&rows), shown, "the others search after {steps} steps");
        }
        race.apply(RaceAction::SetOrder(RaceOrder::Listed));
        assert_eq!(race.sorted(&rows), [0, 1, 2, 3, 4]);
        race.apply(RaceAction::SetOrder(RaceOrder::ByTime));
        assert_eq!(race.sorted(&rows), [0, 1, 3, 4, 2], "none is timed yet");
        for (row, nanos) in rows.iter_mut().zip([30.0, 20.0, 1.0, 25.0]) {
            row.timing = Some(Timing { median_nanos: nanos, min_nanos: nanos, spread: 0.0, batches: 1 });
        }
        assert_eq!(race.sorted(&rows), [1, 3, 0, 4, 2]);
    }
}
