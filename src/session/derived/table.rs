//! Runs of the scans: the table, what each answers and what it costs; and their lanes in a race.

use std::sync::{Arc, Mutex, PoisonError};

use super::super::scan_row::ScanRow;
use super::{super::view::RankGrid, recording::ScanRun};
use super::{derive::Derive, recording::Recording, subject::Subject};
use maskscope_core::memory::OutOfMemory;
use maskscope_core::scan::{Count, Hit, Scan};
use maskscope_core::scan::{DecidedRanks, RankMap, Trace, Visit, VisitOutcome};

/// The key of the table.
#[derive(Clone, Debug)]
pub struct Tabled {
    pub(super) subject: Arc<Subject>,
    pub(super) scans: Vec<Scan>,
    /// Known results of scans over this subject, which grow while the table is made: not part of the key.
    known: Arc<Mutex<Vec<KnownRow>>>,
}

/// Answer of a scan, with its cost.
type KnownRow = (Scan, Option<Hit>, Count);

impl PartialEq for Tabled {
    fn eq(&self, other: &Self) -> bool {
        (&self.subject, &self.scans) == (&other.subject, &other.scans)
    }
}

impl Tabled {
    /// `scans` over `subject`; those that are recorded there, or stand in the table `before`, need not run.
    pub(super) fn new(
        subject: Arc<Subject>,
        scans: Vec<Scan>,
        recording: Option<&Recording>,
        before: Option<(&Self, &Vec<ScanRow>)>,
    ) -> Self {
        let rows = before.filter(|(key, _)| key.subject == subject).map_or(&[][..], |(_, rows)| rows);
        let rows = rows.iter().map(|row| (row.scan, row.hit, row.count));
        let recorded = recording.map(|it| (it.scan, it.hit.or_else(|| subject.hit_without_a_look()), it.count));
        let known: Vec<_> = recorded.into_iter().chain(rows).collect();
        Self { subject, scans, known: Arc::new(Mutex::new(known)) }
    }

    fn known(&self, scan: Scan) -> Option<(Option<Hit>, Count)> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find(|(known, ..)| *known == scan).map(|&(_, hit, count)| (hit, count))
    }

    fn visits_of_unknown(&self) -> impl Iterator<Item = u64> {
        let unknown = self.scans.iter().filter(|scan| self.known(**scan).is_none());
        unknown.map(|&scan| self.subject.area().saturating_add(self.subject.preparation(scan)))
    }
}

impl Derive for Tabled {
    type Value = Vec<ScanRow>;

    const GOES_ON: bool = true;

    fn visits(&self) -> u64 {
        self.visits_of_unknown().sum()
    }

    fn visits_at_once(&self) -> u64 {
        self.visits_of_unknown().max().unwrap_or_default()
    }

    fn room(&self) -> Result<(), OutOfMemory> {
        self.scans.iter().try_for_each(|scan| self.subject.room(*scan))
    }

    /// Checks `cancelled` between two scans only: nothing may slow down a scan that is counted.
    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Vec<ScanRow>> {
        let Self { subject, scans, .. } = self;
        let masks_overlap = subject.a.overlaps(&subject.b, subject.offset);
        let row = |&scan: &Scan| {
            let count = || {
                let mut count = Count::default();
                let run = || subject.run(scan, &mut count).or_else(|| subject.hit_without_a_look());
                let hit = (!cancelled()).then(run)?;
                self.known.lock().unwrap_or_else(PoisonError::into_inner).push((scan, hit, count));
                Some((hit, count))
            };
            let (hit, count) = self.known(scan).or_else(count)?;
            Some(ScanRow {
                scan,
                hit,
                count,
                is_wrong: !subject.is_right_if(masks_overlap, hit),
                timing: None,
                is_hidden: false,
            })
        };
        scans.iter().map(row).collect()
    }
}

/// The most visits that a lane keeps (1 MiB), for the current one and for rectangles; of later ones only the ranks are
/// known.
const MOST_VISITS: usize = 1 << 16;

/// One scan of a race: when each texel of its picture was first visited, and its first visits.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The scan that ran.
    pub scan: Scan,
    /// The rank of the first visit of each texel; of scans that split rectangles, the first that decided about it.
    pub ranks: RankMap,
    /// The first visits, up to a limit.
    pub visits: Vec<Visit>,
    /// Their outcomes, one for each, if the scan reports them; otherwise empty.
    pub outcomes: Vec<VisitOutcome>,
}

/// The key of a lane.
#[derive(Clone, Debug, PartialEq)]
pub struct Raced {
    pub(super) run: ScanRun,
    pub(super) grid: RankGrid,
}

impl Derive for Raced {
    type Value = Lane;

    fn visits(&self) -> u64 {
        // One of many that are wanted together.
        self.run.visits().saturating_mul(Scan::ALL.len() as u64)
    }

    fn room(&self) -> Result<(), OutOfMemory> {
        self.run.subject.room(self.run.scan)
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Lane> {
        let probe = (DecidedRanks::on(self.grid.ranks()), Trace::with_limit(MOST_VISITS));
        let (ranks, trace) = self.run.watch(probe, cancelled)?;
        let Trace { visits, outcomes, .. } = trace;
        Some(Lane { scan: self.run.scan, ranks: ranks.ranks(), visits, outcomes })
    }
}
