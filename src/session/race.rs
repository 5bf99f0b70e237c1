//! The race: every scan of the table over one overlap, in lockstep, one visit each per step.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{playback::Playback, scan_row::ScanRow};
use maskscope_core::geom::Size;
use maskscope_core::scan::Reads;

/// In how many seconds it plays, at first: slowly enough for the early finishers to be seen.
const SECONDS: u32 = 12;

/// In which order the scans of a race are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RaceOrder {
    /// As the table lists them.
    Listed,
    /// Those that read one pixel per visit first, then those that read more; of each the fewest visits first, the wrong ones last.
    #[default]
    #[serde(alias = "by-finish")]
    ByVisits,
    /// Those that take the least time first, those not timed yet after them, then scripts; the wrong ones last.
    ByTime,
}

/// The place of a scan that has stopped, or the reason why it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its place, from 1: by visits among those whose visits read alike; equals share one.
    Place(usize),
    /// It is wrong.
    Wrong,
    /// It misses rightly, and proves nothing: it does not look at every pixel, or can miss a shared one.
    Unproven,
    /// It misses, for which any scan that reads one pixel per visit has to read all.
    ReadsAll,
    /// No other scan reads as much a visit.
    Alone,
    /// It is a script, whose time says nothing.
    Script,
    /// It, or one that it is compared with, is not timed yet.
    Untimed,
}

/// Changes to the race; its transport takes [`PlaybackAction`](super::PlaybackAction)s while the race is shown.
#[derive(Clone, Copy, Debug)]
pub enum RaceAction {
    /// In which order the scans are shown.
    SetOrder(RaceOrder),
    /// The number of texels, along each axis, of one scan's picture.
    SetCard(Size),
}

/// Settings of the race, and its current step.
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

    /// True if the first scans are shown larger than the others, on a podium.
    pub fn is_poster(&self) -> bool {
        self.order != RaceOrder::Listed
    }

    /// The places of the scans in the list, from 0, in the order of the end.
    pub fn sorted(&self, rows: &[ScanRow]) -> Vec<usize> {
        self.sorted_after(u64::MAX, rows)
    }

    /// The order at the current step: those that still search are as listed, between the right ones and the wrong ones.
    pub fn shown(&self, rows: &[ScanRow]) -> Vec<usize> {
        self.sorted_after(self.steps(), rows)
    }

    /// The scans as [`shown`](Self::shown), with those for the podium first, and the number of these, which is the same at
    /// every step: the first of each sign, or, by time or where there is only one sign, the first of all. At most `most` stand
    /// there, and no scan that is wrong or proves nothing.
    pub fn poster(&self, rows: &[ScanRow], most: usize) -> (Vec<usize>, usize) {
        let shown = self.shown(rows);
        let mut podium: Vec<usize> = shown.iter().copied().filter(|&at| is_proven(&rows[at], rows)).collect();
        let signs = signs(podium.iter().map(|&at| &rows[at]));
        if self.order != RaceOrder::ByTime && signs.len() > 1 {
            let first = |reads: &Reads| podium.iter().copied().find(|&at| sign(&rows[at]) == *reads);
            podium = signs.iter().filter_map(first).collect();
        }
        podium.truncate(most);
        let count = podium.len();
        let rest: Vec<usize> = shown.into_iter().filter(|at| !podium.contains(at)).collect();
        podium.extend(rest);
        (podium, count)
    }

    fn sorted_after(&self, steps: u64, rows: &[ScanRow]) -> Vec<usize> {
        let mut shown: Vec<usize> = (0..rows.len()).collect();
        let nanos = |row: &ScanRow| row.timing.map_or(f64::INFINITY, |timing| timing.median_nanos);
        let group = |row: &ScanRow| match row.has_stopped(steps) {
            false => 1,
            true if row.is_wrong => 3,
            true => 2 * u8::from(is_unproven(row, rows)),
        };
        shown.sort_by(|&one, &other| {
            let (one, other) = (&rows[one], &rows[other]);
            let right_first = group(one).cmp(&group(other));
            match self.order {
                RaceOrder::Listed => Ordering::Equal,
                _ if group(one) == 1 => right_first,
                // Of equals, a person's own is looked for first.
                RaceOrder::ByVisits => {
                    let cost = |row: &ScanRow| (sign(row), row.count.visits, row.scan.own().is_none());
                    right_first.then(cost(one).cmp(&cost(other)))
                }
                RaceOrder::ByTime => {
                    let is_script = |row: &ScanRow| !row.scan.is_built_in();
                    let scripts_last = is_script(one).cmp(&is_script(other));
                    right_first.then(scripts_last).then(nanos(one).total_cmp(&nanos(other)))
                }
            }
        });
        shown
    }

    /// For each scan its place, from 1, or why it has none; `None` while it searches.
    pub fn standings(&self, rows: &[ScanRow]) -> Vec<Option<Standing>> {
        standings(rows, self.steps(), self.order)
    }

    /// For each scan its place, from 1; `None` for those that have none.
    pub fn placings(&self, rows: &[ScanRow]) -> Vec<Option<usize>> {
        let place = |standing| if let Some(Standing::Place(place)) = standing { Some(place) } else { None };
        self.standings(rows).into_iter().map(place).collect()
    }

    pub(super) const fn apply(&mut self, action: RaceAction) {
        match action {
            RaceAction::SetOrder(order) => self.order = order,
            RaceAction::SetCard(texels) => self.card = Some(texels),
        }
    }
}

/// For each scan its place after `steps` steps, from 1, or why it has none; `None` while it searches.
pub fn standings(rows: &[ScanRow], steps: u64, order: RaceOrder) -> Vec<Option<Standing>> {
    let standing = |row: &ScanRow| if order == RaceOrder::ByTime { by_time(row, rows) } else { by_visits(row, rows) };
    rows.iter().map(|row| row.has_stopped(steps).then(|| standing(row))).collect()
}

/// Those that need fewer visits have stopped before.
fn by_visits(row: &ScanRow, rows: &[ScanRow]) -> Standing {
    let alike = || rows.iter().filter(|other| sign(other) == sign(row));
    match row {
        _ if row.is_wrong => Standing::Wrong,
        _ if is_unproven(row, rows) => Standing::Unproven,
        _ if is_miss(row, rows) && row.scan.reads() == Reads::Cell => Standing::ReadsAll,
        _ if alike().count() == 1 => Standing::Alone,
        _ => {
            let is_faster = |other: &&ScanRow| is_proven(other, rows) && other.count.visits < row.count.visits;
            Standing::Place(1 + alike().filter(is_faster).count())
        }
    }
}

/// Times do not depend on the steps: the places are those of the end.
fn by_time(row: &ScanRow, rows: &[ScanRow]) -> Standing {
    let compared = || rows.iter().filter(|other| is_proven(other, rows) && other.scan.is_built_in());
    let nanos = |row: &ScanRow| row.timing.map(|timing| timing.median_nanos);
    match nanos(row) {
        _ if row.is_wrong => Standing::Wrong,
        _ if is_unproven(row, rows) => Standing::Unproven,
        _ if !row.scan.is_built_in() => Standing::Script,
        Some(time) if compared().all(|other| other.timing.is_some()) => {
            Standing::Place(1 + compared().filter(|other| nanos(other).is_some_and(|other| other < time)).count())
        }
        _ => Standing::Untimed,
    }
}

/// The signs of some scans, the smallest unit that a visit reads first: visits of unlike size are not compared.
pub fn signs<'a>(rows: impl Iterator<Item = &'a ScanRow>) -> Vec<Reads> {
    let signs: BTreeSet<Reads> = rows.map(sign).collect();
    signs.into_iter().collect()
}

fn sign(row: &ScanRow) -> Reads {
    row.scan.reads()
}

/// True if it has found nothing, rightly, where scans look; where none does, a pre-check has answered.
fn is_miss(row: &ScanRow, rows: &[ScanRow]) -> bool {
    !row.is_wrong && row.hit.is_none() && rows.iter().any(|row| row.count.visits > 0)
}

/// True if it misses without a proof: it can miss what is shared, or is a script that leaves pixels out.
fn is_unproven(row: &ScanRow, rows: &[ScanRow]) -> bool {
    // A scan that never errs reads all of them.
    let exact = rows.iter().filter(|row| row.scan.is_exact() && row.scan.reads() == Reads::Cell);
    is_miss(row, rows) && row.scan.proves_no_miss(row.count.cells, exact.map(|row| row.count.cells).max())
}

fn is_proven(row: &ScanRow, rows: &[ScanRow]) -> bool {
    !row.is_wrong && !is_unproven(row, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::playback::{PlaybackAction, RunLength};
    use maskscope_core::measure::Timing;
    use maskscope_core::scan::{Count, Hit, Own, Scan, Visit};

    fn row(scan: &str, visits: u64) -> ScanRow {
        let hit = Some(Hit { visit: Visit { x: 0, y: 0, width: 1, height: 1 }, cell: Some((0, 0)) });
        let count = Count { visits, cells: visits };
        ScanRow { scan: scan.parse().expect("a scan"), hit, count, is_wrong: false, timing: None, is_hidden: false }
    }

    /// Rows of scans that hit after these numbers of visits; a negative number stands for a wrong answer.
    fn rows(visits: &[i64]) -> Vec<ScanRow> {
        let row = |&visits: &i64| ScanRow { is_wrong: visits < 0, ..row("rows", visits.unsigned_abs()) };
        visits.iter().map(row).collect()
    }

    fn time(row: &mut ScanRow, nanos: f64) {
        row.timing = Some(Timing { median_nanos: nanos, min_nanos: nanos, spread: 0.0, batches: 1 });
    }

    fn ended(order: RaceOrder, rows: &[ScanRow]) -> Vec<Standing> {
        let standings = standings(rows, u64::MAX, order);
        standings.into_iter().map(|standing| standing.expect("all have stopped")).collect()
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
            time(row, nanos);
        }
        assert_eq!(race.sorted(&rows), [1, 3, 0, 4, 2]);
    }

    #[test]
    fn visits_of_unlike_size_are_not_compared() {
        let all =
            [("words", 17), ("rows", 499), ("blocks", 209), ("edge-in", 58), ("stripes", 17), ("summed-area", 21)];
        let rows = all.map(|(scan, visits)| row(scan, visits));
        use Standing::{Alone, Place};
        assert_eq!(ended(RaceOrder::ByVisits, &rows), [Place(1), Place(2), Alone, Place(1), Place(1), Alone]);
        assert_eq!(race_after(0, 499).sorted(&rows), [3, 1, 0, 4, 5, 2], "those of one pixel lead");
        let early = standings(&rows, 60, RaceOrder::ByVisits);
        assert_eq!(early, [Some(Place(1)), None, None, Some(Place(1)), Some(Place(1)), Some(Alone)]);
    }

    #[test]
    fn the_first_of_each_sign_stands_on_the_podium_from_the_start() {
        let all = [
            ("words", 17),
            ("rows", 499),
            ("blocks", 209),
            ("edge-in", 58),
            ("stripes", 17),
            ("summed-area", 21),
            ("stripes:32", 30),
        ];
        let mut rows: Vec<ScanRow> = all.map(|(scan, visits)| row(scan, visits)).into();
        rows.push(ScanRow { is_wrong: true, ..row("columns", 3) });
        let shown = |steps, most| race_after(steps, 499).poster(&rows, most);
        assert_eq!(shown(0, 4), (vec![1, 6, 0, 5, 2, 3, 4, 7], 4), "as listed");
        assert_eq!(shown(17, 4), (vec![1, 6, 0, 5, 4, 2, 3, 7], 4), "the wrong one is last");
        assert_eq!(shown(58, 4), (vec![3, 6, 0, 5, 4, 1, 2, 7], 4), "edge-in takes the place of rows");
        assert_eq!(shown(499, 5), (vec![3, 6, 0, 5, 2, 1, 4, 7], 5));
        assert_eq!(shown(499, 2), (vec![3, 6, 1, 0, 4, 5, 2, 7], 2), "a narrow window");
        let cells = [rows[1], rows[3], rows[7]];
        assert_eq!(race_after(499, 499).poster(&cells, 4), (vec![1, 0, 2], 2), "one sign is one ranking");
        assert_eq!(race_after(499, 499).poster(&cells[2..], 4), (vec![0], 0), "nobody is first who is wrong");
    }

    /// A random number below `end`, and the next state.
    fn roll(state: &mut u64, end: u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % end
    }

    /// Rows of scans with random visits. Some are wrong, and at a miss one proves nothing.
    fn rolled(state: &mut u64) -> Vec<ScanRow> {
        let is_hit = roll(state, 2) == 0;
        let names =
            ["rows", "columns", "edge-in", "hilbert", "words", "stripes", "stripes:32", "summed-area", "blocks"];
        let mut rows = Vec::new();
        for name in names {
            let visits = 1 + roll(state, 6);
            let reads_all = !is_hit && name.parse::<Scan>().expect("a scan").reads() == Reads::Cell;
            let mut row = row(name, if reads_all { 9 } else { visits });
            row.is_wrong = roll(state, 5) == 0;
            row.hit = row.hit.filter(|_| is_hit != row.is_wrong);
            if roll(state, 4) > 0 {
                rows.push(row);
            }
        }
        if !is_hit {
            rows.insert(0, ScanRow { hit: None, ..row("sample:10", 2) });
        }
        rows
    }

    /// Places by hand: the right scans of one sign in a line, in which the first of all equals counts.
    fn naive_places(rows: &[ScanRow], steps: u64) -> Vec<Option<usize>> {
        let is_right = |row: &ScanRow| !row.is_wrong && row.scan.strategy() != "sample";
        let place = |row: &ScanRow| {
            let alike: Vec<&ScanRow> = rows.iter().filter(|other| other.scan.reads() == row.scan.reads()).collect();
            let reads_all = row.hit.is_none() && row.scan.reads() == Reads::Cell;
            if !is_right(row) || row.count.visits > steps || reads_all || alike.len() == 1 {
                return None;
            }
            let mut line: Vec<u64> = alike.iter().filter(|row| is_right(row)).map(|row| row.count.visits).collect();
            line.sort_unstable();
            Some(1 + line.iter().position(|visits| *visits == row.count.visits)?)
        };
        rows.iter().map(place).collect()
    }

    #[test]
    fn places_and_podium_are_those_of_a_naive_ranking() {
        let mut state = 5;
        for number in 0..400 {
            let rows = rolled(&mut state);
            let is_right = |at: &usize| !rows[*at].is_wrong && rows[*at].scan.strategy() != "sample";
            for steps in 0..=9 {
                let race = race_after(steps, 9);
                let (shown, count) = race.poster(&rows, 4);
                let places = race.placings(&rows);
                assert_eq!(places, naive_places(&rows, steps), "{number} after {steps}: {rows:?}");
                let mut all = shown.clone();
                all.sort_unstable();
                assert_eq!(all, (0..rows.len()).collect::<Vec<_>>(), "each scan is shown once");
                let podium = &shown[..count];
                let all_signs: BTreeSet<Reads> =
                    (0..rows.len()).filter(is_right).map(|at| rows[at].scan.reads()).collect();
                let signs: Vec<Reads> = podium.iter().map(|at| rows[*at].scan.reads()).collect();
                if all_signs.len() > 1 {
                    assert!(signs.iter().eq(all_signs.iter().take(4)), "{number}: one of each sign: {signs:?}");
                }
                for at in podium {
                    assert!(is_right(at), "{number}: {podium:?} of {rows:?}");
                    let has_stopped = |row: &ScanRow| row.count.visits <= steps;
                    let mut alike = (0..rows.len()).filter(is_right).map(|at| &rows[at]);
                    let is_beaten = alike.any(|other| {
                        other.scan.reads() == rows[*at].scan.reads()
                            && has_stopped(other)
                            && (!has_stopped(&rows[*at]) || other.count.visits < rows[*at].count.visits)
                    });
                    assert!(!is_beaten || all_signs.len() == 1, "{number} after {steps}: {at} of {rows:?}");
                }
                assert_eq!(race_after(9, 9).poster(&rows, 4).1, count, "the podium is as large at every step");
            }
        }
    }

    #[test]
    fn a_miss_is_proven_by_all_that_reads_it_and_stands_before_what_proves_nothing() {
        let missed = |scan: &str, visits| ScanRow { hit: None, ..row(scan, visits) };
        let wrong = ScanRow { is_wrong: true, ..row("columns", 3) };
        let mut rows =
            vec![missed("sample:10", 6), missed("rows", 520), wrong, missed("words", 20), missed("stripes", 22)];
        use Standing::{Place, ReadsAll, Script, Unproven, Wrong};
        assert_eq!(ended(RaceOrder::ByVisits, &rows), [Unproven, ReadsAll, Wrong, Place(1), Place(2)]);
        let mut race = race_after(520, 520);
        assert_eq!(race.sorted(&rows), [1, 3, 4, 0, 2]);
        let own = |visits| ScanRow { scan: Scan::Own(Own::new("own", "visit(0, 0)")), ..missed("rows", visits) };
        rows.extend([own(1), own(520)]);
        assert_eq!(ended(RaceOrder::ByVisits, &rows)[5..], [Unproven, ReadsAll], "a script that leaves pixels out");
        rows.iter_mut().zip([1.0, 900.0, 2.0, 40.0, 30.0]).for_each(|(row, nanos)| time(row, nanos));
        race.apply(RaceAction::SetOrder(RaceOrder::ByTime));
        assert_eq!(ended(RaceOrder::ByTime, &rows), [Unproven, Place(3), Wrong, Place(2), Place(1), Unproven, Script]);
        assert_eq!(race.sorted(&rows), [4, 3, 1, 6, 0, 5, 2]);
        rows[3].timing = None;
        assert_eq!(ended(RaceOrder::ByTime, &rows)[3..5], [Standing::Untimed; 2], "the first is not known");
    }

    #[test]
    fn a_script_that_only_says_false_proves_no_miss() {
        let missed = |scan: &str, visits| ScanRow { hit: None, ..row(scan, visits) };
        let own = ScanRow { scan: Scan::Own(Own::new("no", "false")), ..missed("rows", 0) };
        let rows = [own, missed("words", 20), missed("rows", 520)];
        use Standing::{Alone, ReadsAll, Unproven};
        assert_eq!(ended(RaceOrder::ByVisits, &rows), [Unproven, Alone, ReadsAll]);
        assert_eq!(ended(RaceOrder::ByVisits, &rows[..2]), [Unproven, Alone], "whoever is compared with it");
        assert_eq!(ended(RaceOrder::ByTime, &rows)[0], Unproven);
        assert_eq!(race_after(520, 520).sorted(&rows), [2, 1, 0]);
    }

    #[test]
    fn false_hits_alone_leave_a_miss_proven() {
        let scans = [("summed-area:4", 21), ("summed-area", 30), ("rows:logical", 520), ("channels:as-written", 520)];
        let rows = scans.map(|(scan, visits)| ScanRow { hit: None, ..row(scan, visits) });
        use Standing::{Place, ReadsAll, Unproven};
        assert_eq!(ended(RaceOrder::ByVisits, &rows), [Place(1), Place(2), ReadsAll, Unproven]);
    }

    #[test]
    fn what_a_pre_check_answers_is_proven() {
        let rows = ["rows", "sample:10"].map(|scan| ScanRow { hit: None, ..row(scan, 0) });
        assert_eq!(ended(RaceOrder::ByVisits, &rows), [Standing::Place(1); 2]);
    }
}
