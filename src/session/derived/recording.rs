//! The selected scan's run: what it visits, decides, covers, ranks and finds, recorded in one go; and what a recording has no
//! room for, found by running the scan again.

use std::sync::Arc;

use super::super::{playback::RunLength, view::RankGrid};
use super::found::{Finds, VisitFind};
use super::{cancel, derive::Derive, judged::OwnJudgement, subject::Subject};
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::memory::OutOfMemory;
use maskscope_core::scan::{
    CellHistory, Count, Coverage, Hit, Pair, Probe, RankMap, Scan, Trace, Visit, VisitOutcome, VisitWindow,
};

/// The most visits that a recording keeps (4 MiB), besides the last ones; those between are found by running again.
const MOST_VISITS: usize = 1 << 18;

/// The most visits of a cell that are listed.
const MOST_VISITS_OF_A_CELL: usize = 100;

/// A run of the selected scan, as far as it is kept.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The scan that ran.
    pub scan: Scan,
    /// All its visits and the cells they covered.
    pub count: Count,
    /// The visit that decided.
    pub hit: Option<Hit>,
    /// The first visits, up to a limit.
    pub visits: Vec<Visit>,
    /// Their outcomes, one for each, if the scan reports them; otherwise empty.
    pub outcomes: Vec<VisitOutcome>,
    /// The number of cells of the overlap box without a visit.
    pub never_visited: u64,
    /// Finds of the visits, in equal parts of the scan's length; one part per visit if there are few.
    pub finds: Vec<VisitFind>,
    /// The box it ran over, in A's space.
    pub overlap_box: Option<IntRect>,
    /// The last visits, beyond the first ones.
    tail: Tail,
    /// Rank of the first visit of each texel of a grid.
    ranks: Option<(RankGrid, RankMap)>,
    /// The visits of one cell.
    watched: Option<(Cell, CellHistory)>,
}

impl Recording {
    /// The length of the run, for the transport.
    pub(in super::super) const fn length(&self) -> RunLength {
        RunLength { visits: self.count.visits, ends_in_hit: self.hit.is_some() }
    }

    /// The ranks on `grid`, where they were recorded on that.
    pub(super) fn ranks(&self, grid: RankGrid) -> Option<&RankMap> {
        self.ranks.as_ref().filter(|(recorded, _)| *recorded == grid).map(|(_, ranks)| ranks)
    }

    /// The ranks of the visits of `cell`, where they were recorded.
    pub(super) fn cell_visits(&self, cell: Cell) -> Option<&CellHistory> {
        self.watched.as_ref().filter(|(watched, _)| *watched == cell).map(|(_, history)| history)
    }

    /// The visit of rank `rank`, where it is kept.
    pub(super) fn visit(&self, rank: u64) -> Option<Visit> {
        let first = usize::try_from(rank).ok().and_then(|at| self.visits.get(at));
        first.copied().or_else(|| self.tail.get(rank))
    }

    /// True if all visits are kept.
    const fn is_whole(&self) -> bool {
        self.count.visits == self.visits.len() as u64
    }

    /// Shows the visits that are kept to `probe`, in order.
    fn replay(&self, probe: &mut impl Probe) {
        replay((&self.visits, &self.outcomes), probe);
    }
}

/// Shows visits, with their outcomes if there are any, to `probe`.
fn replay((visits, outcomes): (&[Visit], &[VisitOutcome]), probe: &mut impl Probe) {
    let mut outcomes = outcomes.iter();
    for &visit in visits {
        probe.visit(visit);
        if let Some(&outcome) = outcomes.next() {
            probe.outcome(outcome);
        }
    }
}

/// The probe that notes the visits of `cell`, local to the overlap box.
pub(super) const fn history_of(cell: Cell) -> CellHistory {
    CellHistory::of((cell.x, cell.y), MOST_VISITS_OF_A_CELL)
}

/// The key of the recording.
#[derive(Clone, Debug)]
pub struct RecordingKey {
    pub(super) subject: Arc<Subject>,
    pub(super) scan: Scan,
    /// The texels that are shown now, so that they are ranked in the same run. Others can be ranked later: not part of
    /// the key.
    pub(super) grid: Option<RankGrid>,
    /// The cell that is pointed at now, in the same way.
    pub(super) watched: Option<Cell>,
    /// Judgement of a script here, if all its visits are kept. Saves another run: not part of the key.
    pub(super) judged: Option<Arc<OwnJudgement>>,
}

impl PartialEq for RecordingKey {
    fn eq(&self, other: &Self) -> bool {
        (self.scan, &self.subject) == (other.scan, &other.subject)
    }
}

impl Derive for RecordingKey {
    type Value = Arc<Recording>;

    fn visits(&self) -> u64 {
        let preparation = if self.judged.is_some() { 0 } else { self.subject.preparation(self.scan) };
        self.subject.area().saturating_mul(2).saturating_add(preparation)
    }

    fn room(&self) -> Result<(), OutOfMemory> {
        self.subject.room(self.scan)
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Arc<Recording>> {
        let &Self { ref subject, scan, grid, watched, ref judged } = self;
        let overlap_box = subject.overlap_box();
        let size = overlap_box.map_or(Size::default(), IntRect::size);
        let [a, b] = subject.masks_for(scan);
        let kept = (Trace::with_limit(MOST_VISITS), Tail::from(MOST_VISITS as u64));
        let asked = (grid.map(RankGrid::ranks), watched.map(history_of));
        let seen = (Coverage::of(size), Finds::over(Pair::new(&a, &b, subject.offset)));
        let mut probe = (kept, (asked, seen));
        let (((trace, tail), ((ranks, history), (coverage, finds))), hit) = match judged {
            Some(judged) => {
                replay(judged.trace(), &mut probe);
                (probe, judged.hit)
            }
            None => cancel::run(subject, scan, probe, cancelled)?,
        };
        let Trace { visits, outcomes, count, .. } = trace;
        Some(Arc::new(Recording {
            scan,
            count,
            hit,
            visits,
            outcomes,
            never_visited: size.area() - coverage.0.count(),
            finds: finds.in_parts(),
            overlap_box,
            tail,
            ranks: grid.zip(ranks),
            watched: watched.zip(history),
        }))
    }
}

/// A scan over a subject, and its recording where there is one: part of the keys of everything that depends on its
/// visits.
#[derive(Clone, Debug)]
pub(super) struct ScanRun {
    pub subject: Arc<Subject>,
    pub scan: Scan,
    /// Saves another run: not part of the key.
    pub recording: Option<Arc<Recording>>,
}

impl PartialEq for ScanRun {
    fn eq(&self, other: &Self) -> bool {
        (self.scan, &self.subject) == (other.scan, &other.subject)
    }
}

impl ScanRun {
    fn whole(&self) -> Option<&Recording> {
        self.recording.as_deref().filter(|recording| recording.is_whole())
    }

    /// About how many visits it takes to see them all; to replay them takes a millisecond at most.
    pub(super) fn visits(&self) -> u64 {
        if self.whole().is_some() {
            return 0;
        }
        let script = if self.scan.is_own() { self.subject.preparation(self.scan) } else { 0 };
        self.subject.area().saturating_add(script)
    }

    /// Shows all visits to `probe`: from the recording if that has them all, otherwise by running the scan again.
    pub(super) fn watch<P: Probe>(&self, mut probe: P, cancelled: &dyn Fn() -> bool) -> Option<P> {
        if let Some(recording) = self.whole() {
            recording.replay(&mut probe);
            return Some(probe);
        }
        cancel::run(&self.subject, self.scan, probe, cancelled).map(|(probe, _)| probe)
    }
}

/// The key of the visits of a cell, local to the overlap box.
#[derive(Clone, Debug, PartialEq)]
pub struct CellWatched {
    pub(super) run: ScanRun,
    pub(super) cell: Cell,
}

impl Derive for CellWatched {
    type Value = CellHistory;

    fn visits(&self) -> u64 {
        self.run.visits()
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<CellHistory> {
        self.run.watch(history_of(self.cell), cancelled)
    }
}

/// The key of ranks that the recording does not have.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedTexels {
    pub(super) run: ScanRun,
    pub(super) grid: RankGrid,
}

impl Derive for RankedTexels {
    type Value = RankMap;

    fn visits(&self) -> u64 {
        self.run.visits()
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<RankMap> {
        self.run.watch(self.grid.ranks(), cancelled)
    }
}

/// Visits by which a window is moved.
const WINDOW_STEP: u64 = 1 << 16;
/// Visits that a window holds.
const WINDOW_LENGTH: usize = 1 << 17;

/// The key of the visits from a rank on.
#[derive(Clone, Debug, PartialEq)]
pub struct Windowed {
    run: ScanRun,
    first_rank: u64,
}

impl Windowed {
    /// The window around `rank`, whose predecessors are seen as well.
    pub(super) const fn around(run: ScanRun, rank: u64) -> Self {
        Self { run, first_rank: (rank / WINDOW_STEP).saturating_sub(1) * WINDOW_STEP }
    }

    /// True if it is a window of the same run.
    pub(super) fn is_of(&self, run: &ScanRun) -> bool {
        self.run == *run
    }
}

impl Derive for Windowed {
    type Value = VisitWindow;

    fn visits(&self) -> u64 {
        self.run.visits()
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<VisitWindow> {
        self.run.watch(VisitWindow::new(self.first_rank, WINDOW_LENGTH), cancelled)
    }
}

/// The most last visits that a recording keeps (1 MiB).
const TAIL_LENGTH: usize = 1 << 16;

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
        let first = self.first_rank.max(self.next_rank.saturating_sub(TAIL_LENGTH as u64));
        let is_kept = (first..self.next_rank).contains(&rank);
        if is_kept { self.ring.get(self.place(rank)).copied() } else { None }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lowest bits are asked for")]
    const fn place(&self, rank: u64) -> usize {
        rank.wrapping_sub(self.first_rank) as usize & (TAIL_LENGTH - 1)
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
        if self.ring.len() < TAIL_LENGTH {
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
