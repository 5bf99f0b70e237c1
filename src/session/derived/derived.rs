//! Everything derived: what is asked for, in which order, and where it is kept.

use std::{mem, sync::Arc};

use super::super::{engines::EngineRow, scan_row::ScanRow, stage::Slot, view::RankGrid};
use super::derive::{Job, JobResult, Keep as _, KeptValues};
use super::judged::{AskedEverywhere, Everywhere, JudgedKey, OwnJudgement, ScriptWatched, WholeOrder};
use super::masks::{Colliding, EnginesAsked, Examined, Touching};
use super::pinned::{PinAnswers, PinAsked};
use super::recording::{CellWatched, RankedTexels, Recording, RecordingKey, ScanRun, Windowed};
use super::shapes::{Differing, Fitted, ShapesMet, ShapesPushed, SharedCells};
use super::surveys::{PlaceRead, Published, ReadCells, Surveyed};
use super::table::{Lane, Raced, Tabled};
use super::timings::{ProbeTimings, ProbedStep, Timed, TimedAt};
use super::{requested::Requested, subject::Subject};
use maskscope_core::scan::own::{Failure, Own, VisitValues};
use maskscope_core::scan::{Count, RankMap, Scan, Visit};
use maskscope_core::scene::{Collision, MaskContact};
use maskscope_core::shape::fit::Fit;
use maskscope_core::survey::{Answered, CostAnswer, SurveyTimes};
use maskscope_core::{geom::Cell, geom::Offset, mask::Health, memory::OutOfMemory};

/// Work of at most this many visits is done at once; anything longer is left to a worker.
const CHEAP_VISITS: u64 = 200_000;

/// Lists what is kept, the most urgent first.
macro_rules! kept {
    ($($name:ident: $kept:ty,)*) => {
        /// Everything that is kept.
        #[derive(Debug, Default)]
        struct All {
            $($name: $kept,)*
        }

        impl All {
            /// The jobs whose results are missing, the most urgent first.
            fn wanted(&self) -> Vec<Job> {
                let mut jobs = Vec::new();
                $(self.$name.add_wanted(&mut jobs);)*
                jobs
            }

            /// Keeps a result where its kind is kept.
            fn take(&mut self, result: JobResult) {
                $(let Some(result) = self.$name.take(result) else { return };)*
                debug_assert!(false, "{result:?} is of a kind that is not in the list");
            }
        }
    };
}

kept! {
    collision: KeptValues<Colliding>,
    met: KeptValues<ShapesMet>,
    differing: KeptValues<Differing>,
    judged: KeptValues<JudgedKey>,
    recording: KeptValues<RecordingKey>,
    ranks: KeptValues<RankedTexels>,
    window: KeptValues<Windowed>,
    variables: KeptValues<ScriptWatched>,
    cell_visits: KeptValues<CellWatched>,
    engines: KeptValues<EnginesAsked>,
    table: KeptValues<Tabled>,
    pinned: KeptValues<PinAsked>,
    lanes: KeptValues<Raced>,
    health: KeptValues<Examined>,
    contact: KeptValues<Touching>,
    pushed: KeptValues<ShapesPushed>,
    fitted: KeptValues<Fitted>,
    surveys: Surveyed,
    read: KeptValues<PlaceRead>,
    timed_over: KeptValues<TimedAt>,
    timings: KeptValues<Timed>,
    probe_timings: KeptValues<ProbedStep>,
    everywhere: KeptValues<AskedEverywhere>,
}

/// Everything derived.
#[derive(Debug, Default)]
pub struct Derived {
    requested: Requested,
    kept: All,
    /// The number of visits the scan `rows` makes, whether it is listed or not.
    visits_of_rows: u64,
    /// The table with the timings that are known.
    counted: Vec<ScanRow>,
    /// The table without the numbers that are to be guessed.
    rows: Vec<ScanRow>,
    /// The selected script that ran last, and what it did.
    ran: Option<(JudgedKey, Arc<OwnJudgement>)>,
    /// The previous placement's hit in A's pixels, while a sprite is moved.
    hint: Option<Cell>,
    /// Work for which there was too little memory: it is not begun again as long as it is asked for.
    refused: Vec<Job>,
    /// Refusals that are not reported yet.
    unreported: Vec<OutOfMemory>,
}

impl Derived {
    /// Follows what the state asks for, and does cheap work at once.
    pub(in super::super) fn follow(&mut self, mut requested: Requested) {
        if requested.subject == self.requested.subject {
            // All keys share the existing one.
            requested.subject = self.requested.subject.take();
        }
        if requested.pinned == self.requested.pinned {
            requested.pinned = self.requested.pinned.take();
        }
        let before = mem::replace(&mut self.requested, requested);
        let is_asked = |own: &Own| self.requested.own().any(|asked| asked == *own);
        before.own().filter(|own| !is_asked(own)).for_each(Own::abandon);
        if before.hidden != self.requested.hidden {
            self.tell_rows();
        }
        if self.requested.subject.is_none() {
            (self.kept.collision, self.kept.recording, self.kept.table) = Default::default();
            self.counted.clear();
            self.rows.clear();
        } else if before.scans != self.requested.scans {
            self.count_rows();
        }
        loop {
            self.ask();
            let Some(job) = self.wanted().into_iter().find(|job| job.visits() <= CHEAP_VISITS) else { return };
            match job.run(&|| false) {
                Ok(Some(result)) => self.finish(result),
                Ok(None) => return,
                Err(refused) => self.refuse(job, refused),
            }
        }
    }

    /// Asks for the values that the state needs as far as it is known.
    fn ask(&mut self) {
        self.note_ran();
        let shown = self.shown();
        let (requested, kept) = (&self.requested, &mut self.kept);
        let subject = requested.subject.as_ref();
        let run = self.requested.subject.clone().zip(shown);
        let grid = requested.rank_grid();
        kept.collision.ask(subject.cloned().map(Colliding));
        kept.recording.ask(run.map(|(subject, scan)| {
            let judgement =
                scan.own().and_then(|own| kept.judged.get(&JudgedKey { subject: Arc::clone(&subject), own }));
            let judged = judgement.filter(|it| it.is_whole() && subject.is_decided().is_none()).cloned();
            RecordingKey { subject, scan, grid, watched: requested.watched, judged }
        }));
        let recording = kept.recording.fresh().cloned();
        let run_of = |scan: Scan| {
            let recording = recording.clone().filter(|recording| recording.scan == scan);
            Some(ScanRun { subject: Arc::clone(subject?), scan, recording })
        };
        let run = shown.and_then(run_of);

        let unranked = grid.filter(|grid| recording.as_ref().is_some_and(|it| it.ranks(*grid).is_none()));
        kept.ranks.ask(run.clone().zip(unranked).map(|(run, grid)| RankedTexels { run, grid }));

        // The code at a visit tells of the two before it as well.
        let is_beyond = |it: &Recording, rank: u64| {
            rank < it.count.visits && [rank, rank.saturating_sub(2)].iter().any(|rank| it.visit(*rank).is_none())
        };
        let current = requested.position.checked_sub(1);
        let beyond = current.filter(|rank| recording.as_deref().is_some_and(|it| is_beyond(it, *rank)));
        let window = run.clone().zip(beyond).map(|(run, rank)| {
            let at_hand = kept.window.last().filter(|(key, window)| key.is_of(&run) && window.get(rank).is_some());
            at_hand.map_or_else(|| Windowed::around(run.clone(), rank), |(key, _)| key.clone())
        });
        kept.window.ask(window);

        let rank = requested.watches_script.then(|| usize::try_from(current?).ok()).flatten();
        let of_script = shown.filter(|_| shown == requested.selected).and_then(Scan::own).zip(rank);
        let of_script = subject.cloned().zip(of_script);
        kept.variables.ask(of_script.map(|(subject, (own, rank))| ScriptWatched::around(subject, own, rank)));

        let unwatched = |cell: &Cell| recording.as_ref().is_some_and(|it| it.cell_visits(*cell).is_none());
        let watched = requested.watched.filter(unwatched);
        kept.cell_visits.ask(run.zip(watched).map(|(run, cell)| CellWatched { run, cell }));
        kept.engines.ask(subject.filter(|_| requested.engines).cloned().map(EnginesAsked));

        let table = subject.map(|subject| {
            // A trap may have taken the place of rows, against which all are measured.
            let rows = [Scan::ROWS].into_iter().filter(|rows| !requested.scans.contains(rows));
            // What a script answers comes with its verdict, however long that takes.
            let scans = requested.scans.iter().copied().filter(|scan| scan.own().is_none()).chain(rows).collect();
            Tabled::new(Arc::clone(subject), scans, recording.as_deref(), kept.table.last())
        });
        kept.table.ask(table);
        kept.pinned.ask(requested.pinned.clone().map(|pinned| {
            let built_in = requested.scans.iter().copied().filter(|scan| scan.is_built_in());
            PinAsked::new(pinned, built_in.collect())
        }));
        let subjects = subject.into_iter().chain(&requested.pinned);
        let judged = subjects.flat_map(|subject| requested.own().map(move |own| (subject, own)));
        kept.judged.ask(judged.map(|(subject, own)| JudgedKey { subject: Arc::clone(subject), own }));

        let lanes = requested.lane_grid().into_iter();
        let lanes = lanes.flat_map(|grid| requested.scans.iter().map(move |scan| (grid, *scan)));
        kept.lanes.ask(lanes.filter_map(|(grid, scan)| Some(Raced { run: run_of(scan)?, grid })));
        kept.health.ask(subject.iter().flat_map(|_| &requested.health).cloned().map(Examined));
        let works = |own: &Own| {
            let key = subject.map(|subject| JudgedKey { subject: Arc::clone(subject), own: *own });
            key.and_then(|key| kept.judged.get(&key)).is_some_and(|judgement| !judgement.has_failed())
        };
        let selected = requested.selected.and_then(Scan::own).filter(works);
        let everywhere = subject.zip(selected).map(|(subject, own)| AskedEverywhere::new(subject, own));
        kept.everywhere.ask(everywhere);
        kept.contact.ask(subject.cloned().map(Touching));
        kept.met.ask(requested.met.clone());
        kept.pushed.ask(requested.met.clone().filter(|_| requested.pushes_shapes).map(ShapesPushed));
        kept.differing.ask(requested.differing.iter().flatten().cloned());
        kept.fitted.ask(requested.fitted.clone());
        kept.surveys.ask(requested.survey.clone());
        kept.read.ask(requested.read.clone());
        let complete = kept.surveys.answered().filter(|_| kept.surveys.published().is_some_and(Published::is_complete));
        kept.timed_over.ask(TimedAt::all(complete));

        let timed = subject.filter(|subject| {
            kept.table.fresh().is_some() && subject.overlap_box().is_some() && subject.is_decided().is_none()
        });
        let scans = || requested.scans.iter().copied().filter(|scan| scan.is_built_in());
        kept.timings.ask(timed.into_iter().flat_map(|subject| scans().map(|scan| Timed::new(subject, scan))));
        kept.probe_timings.ask(requested.probed.clone());
    }

    /// The work whose results are missing, most urgent first.
    pub(in super::super) fn wanted(&self) -> Vec<Job> {
        let mut wanted = self.kept.wanted();
        wanted.retain(|job| !self.refused.contains(job));
        wanted
    }

    /// Notes that there is too little memory for a job.
    pub(in super::super) fn refuse(&mut self, job: Job, refused: OutOfMemory) {
        let wanted = self.kept.wanted();
        self.refused.retain(|job| wanted.contains(job));
        self.refused.push(job);
        self.unreported.push(refused);
    }

    /// Takes the refusals since the last call.
    pub(in super::super) fn take_refused(&mut self) -> Vec<OutOfMemory> {
        mem::take(&mut self.unreported)
    }

    /// Takes a result, unless it is no longer asked for.
    pub(in super::super) fn finish(&mut self, result: JobResult) {
        self.kept.take(result);
        self.count_rows();
    }

    /// Makes the rows of the table of all that is known, one for each listed scan.
    fn count_rows(&mut self) {
        let (Some(rows), Some(subject)) = (self.kept.table.fresh(), &self.requested.subject) else { return };
        self.visits_of_rows = rows.iter().find(|row| row.scan == Scan::ROWS).map_or(0, |row| row.count.visits);
        let row = |scan: &Scan| {
            let timing = self.kept.timings.get(&Timed::new(subject, *scan)).copied();
            match scan.own() {
                Some(own) => Some(self.row_of(own, subject)),
                None => rows.iter().find(|row| row.scan == *scan).map(|row| ScanRow { timing, ..*row }),
            }
        };
        if let Some(counted) = self.requested.scans.iter().map(row).collect() {
            self.counted = counted;
            self.tell_rows();
        }
    }

    /// The row of an own scan; until it has run, that of what stood there before, or an empty one.
    fn row_of(&self, own: Own, subject: &Arc<Subject>) -> ScanRow {
        let scan = Scan::Own(own);
        let Some(judgement) = self.judgement(own) else {
            let before = self.counted.iter().find(|row| row.scan.strategy() == scan.strategy());
            let count = before.map_or(Count::default(), |row| row.count);
            return ScanRow {
                scan,
                hit: before.and_then(|row| row.hit),
                count,
                is_wrong: false,
                timing: None,
                is_hidden: false,
            };
        };
        let OwnJudgement { hit, count, .. } = **judgement;
        let is_wrong = judgement.has_failed() || !subject.is_right(hit);
        ScanRow { scan, hit, count, is_wrong, timing: None, is_hidden: false }
    }

    /// Wrong answers of the selected own scan at all placements; `None` until known.
    pub fn everywhere(&self) -> Option<&Everywhere> {
        self.kept.everywhere.fresh()
    }

    /// Notes the selected script, if it runs.
    fn note_ran(&mut self) {
        let own = self.requested.selected.and_then(Scan::own);
        let ran = own.and_then(|own| {
            let judgement = self.judgement(own).filter(|it| !it.has_failed())?;
            let subject = Arc::clone(self.requested.subject.as_ref()?);
            Some((JudgedKey { subject, own }, Arc::clone(judgement)))
        });
        self.ran = ran.or(self.ran.take());
    }

    /// The scan whose visits are shown: the selected one; while its script fails, or is not judged yet, the last of its name that
    /// ran.
    fn shown(&self) -> Option<Scan> {
        let selected = self.requested.selected?;
        let Some(own) = selected.own() else { return Some(selected) };
        let ran = self.ran.as_ref().map(|(key, _)| key.own).filter(|ran| ran.name() == own.name());
        ran.map(Scan::Own).or_else(|| self.judgement(own).map(|_| selected))
    }

    /// The order of the script whose visits are shown, where nothing is shared; `None` while it is not known here.
    pub fn order_of_script(&self) -> Option<(Own, &WholeOrder)> {
        let (key, judgement) = self.ran.as_ref()?;
        let is_here = Some(&key.subject) == self.requested.subject.as_ref() && self.shown() == Some(key.own.into());
        Some((key.own, judgement.order.as_ref()?)).filter(|_| is_here)
    }

    /// The variables of the selected script at the current visit, the innermost first; `None` until known.
    pub fn variables(&self) -> Option<&VisitValues> {
        let rank = usize::try_from(self.requested.position.checked_sub(1)?).ok()?;
        let (key, found) = self.kept.variables.fresh_with_key()?;
        key.at(found, rank)
    }

    /// The error of an own scan that does not answer here; `None` for all others, and until it is known.
    pub fn failure(&self, scan: Scan) -> Option<&Failure> {
        self.judgement(scan.own()?)?.failure()
    }

    /// The verdict on an own scan of the table at the present placement; `None` until known.
    pub fn judgement(&self, own: Own) -> Option<&Arc<OwnJudgement>> {
        self.kept.judged.get(&JudgedKey { subject: Arc::clone(self.requested.subject.as_ref()?), own })
    }

    /// Tells what was counted, apart from what is to be guessed.
    fn tell_rows(&mut self) {
        let shown = |row: &ScanRow| if self.tells(row.scan) { *row } else { row.hidden() };
        self.rows = self.counted.iter().map(shown).collect();
    }

    /// True if the visits of a scan are shown.
    fn tells(&self, scan: Scan) -> bool {
        !self.requested.hidden.contains(&scan)
    }

    /// True if those of the selected scan are.
    fn tells_selected(&self) -> bool {
        self.requested.selected.is_none_or(|scan| self.tells(scan))
    }

    /// Forgets how long `scan` takes at the present placement.
    pub(in super::super) fn time_again(&mut self, scan: Scan) {
        if let Some(subject) = &self.requested.subject {
            self.kept.timings.forget(&Timed::new(subject, scan));
        }
        self.counted.iter_mut().filter(|row| row.scan == scan).for_each(|row| row.timing = None);
        self.tell_rows();
    }

    /// Remembers where the masks overlap now: the hint for the next placement.
    pub(in super::super) fn remember_hit(&mut self) {
        let row = self.counted.iter().find(|row| row.scan.remembers()).filter(|_| !self.rows_are_stale());
        let hit = row.and_then(|row| row.hit);
        self.hint = self.subject().zip(hit).and_then(|(subject, hit)| subject.cell_of(hit)).or(self.hint);
    }

    /// Forgets it: the sprites are at rest, and every number is that of the command line again.
    pub(in super::super) const fn forget_hit(&mut self) {
        self.hint = None;
    }

    /// The previous placement's hit in A's pixels, while a sprite is moved.
    pub(in super::super) const fn hint(&self) -> Option<Cell> {
        self.hint
    }

    /// The two masks and the offset; `None` while a place is empty.
    pub fn subject(&self) -> Option<&Subject> {
        self.requested.subject.as_deref()
    }

    /// The overlap of the masks at the present placement; `None` while a slot is empty.
    pub fn collision(&self) -> Option<&Collision> {
        self.kept.collision.fresh()
    }

    /// The overlap and the contact of the masks where B is pinned; `None` until known, and while it is not.
    pub fn pinned(&self) -> Option<&PinAnswers> {
        self.kept.pinned.fresh()
    }

    /// The visits of a scan where B is pinned; `None` until known, and for a script that fails there.
    pub fn visits_at_pin(&self, scan: Scan) -> Option<u64> {
        let subject = self.requested.pinned.as_ref().filter(|_| self.tells(scan))?;
        match scan.own() {
            Some(own) => {
                let judgement = self.kept.judged.get(&JudgedKey { subject: Arc::clone(subject), own })?;
                (!judgement.has_failed()).then_some(judgement.count.visits)
            }
            None => self.pinned()?.rows.iter().find(|row| row.scan == scan).map(|row| row.count.visits),
        }
    }

    /// The contact of the masks at the present placement; `None` until known.
    pub fn contact(&self) -> Option<&MaskContact> {
        self.kept.contact.fresh()
    }

    /// The cells in which the hitboxes meet at the present placement; `None` until known, and while neither sprite has one.
    pub fn shared_by_shapes(&self) -> Option<&Arc<SharedCells>> {
        self.kept.met.fresh()
    }

    /// The shortest move of B that parts the hitboxes; `None` until known, and while it is not shown.
    pub fn push_out_of_shapes(&self) -> Option<Option<Cell>> {
        self.kept.pushed.fresh().copied()
    }

    /// The clear cells that the hitbox of a sprite covers, and the solid cells that it leaves out; `None` until known, and
    /// where there are too many cells to count.
    pub fn differing(&self, slot: Slot) -> Option<(u64, u64)> {
        *self.kept.differing.get(self.requested.differing[slot as usize].as_ref()?)?
    }

    /// The shape that is being fitted, once it is found.
    pub(in super::super) fn fitted(&self) -> Option<&Option<Fit>> {
        self.kept.fitted.fresh()
    }

    /// The health of a sprite's mask; `None` until known, and while it is not shown.
    pub fn health(&self, slot: Slot) -> Option<&Health> {
        let mask = self.requested.health.get(slot as usize).filter(|_| self.subject().is_some())?;
        self.kept.health.get(&Examined(Arc::clone(mask)))
    }

    /// The answers of all known engines, in their order; empty until known, and while they are not shown.
    pub fn engine_rows(&self) -> &[EngineRow] {
        self.kept.engines.fresh().map_or(&[], Vec::as_slice)
    }

    /// The rows of [`Self::rows`], with the numbers that are to be guessed.
    pub(in super::super) fn counted_rows(&self) -> &[ScanRow] {
        &self.counted
    }

    /// The number of visits the scan `rows` makes at the placement of [`Self::rows`], whether it is listed or not; 0
    /// while that is to be guessed.
    pub fn visits_of_rows(&self) -> u64 {
        let row = self.rows.iter().find(|row| row.scan == Scan::ROWS);
        row.map_or(self.visits_of_rows, |row| row.count.visits)
    }

    /// One row per scan in the order of the list; empty while a place is empty.
    pub fn rows(&self) -> &[ScanRow] {
        &self.rows
    }

    /// True while the rows' counts belong to an earlier placement.
    pub fn rows_are_stale(&self) -> bool {
        self.kept.table.is_stale()
    }

    /// The selected scan's run; that of an earlier placement while a long one is under way. `None` while its visits are to be
    /// guessed, as with all else that would tell them.
    pub fn recording(&self) -> Option<&Recording> {
        self.kept.recording.latest().map(|recording| &**recording).filter(|recording| self.tells(recording.scan))
    }

    /// True while the recording belongs to an earlier placement or scan.
    pub fn recording_is_stale(&self) -> bool {
        self.kept.recording.is_stale()
    }

    /// The visit of rank `rank` of the selected scan, if it is kept.
    pub fn visit(&self, rank: u64) -> Option<Visit> {
        let recorded = self.kept.recording.fresh().filter(|_| self.tells_selected())?.visit(rank);
        recorded.or_else(|| self.kept.window.fresh()?.get(rank))
    }

    /// The rank of the selected scan's first visit of each visible texel of the overlap; `None` until known.
    pub fn ranks(&self) -> Option<&RankMap> {
        let recorded = self.kept.recording.fresh().filter(|_| self.tells_selected())?;
        let recorded = recorded.ranks(self.requested.rank_grid()?);
        recorded.or_else(|| self.kept.ranks.fresh())
    }

    /// The ranks, from 0, of the visits that touched the cell under the pointer; `None` if it lies outside the overlap
    /// or they are not yet known.
    pub fn cell_visits(&self) -> Option<&[u64]> {
        if !self.tells_selected() {
            return None;
        }
        let recorded = self.requested.watched.zip(self.kept.recording.fresh());
        let recorded = recorded.and_then(|(cell, recording)| recording.cell_visits(cell));
        recorded.or_else(|| self.kept.cell_visits.fresh()).map(|history| &*history.ranks)
    }

    /// The race's lane of a scan, once known.
    pub fn lane(&self, scan: Scan) -> Option<&Lane> {
        let run = ScanRun { subject: self.requested.subject.clone()?, scan, recording: None };
        self.kept.lanes.get(&Raced { run, grid: self.lane_grid()? })
    }

    /// The texels of the overlap that a race shows; `None` if the boxes do not overlap or no race is shown.
    pub fn lane_grid(&self) -> Option<RankGrid> {
        self.requested.lane_grid()
    }

    /// The answer of the survey that is asked for, as far as it is known.
    pub fn answered(&self) -> Option<Answered> {
        self.kept.surveys.answered()
    }

    /// The answer to the same question about the sprites as they were before, until anything is known of them as they are.
    pub fn answered_before(&self) -> Option<Answered> {
        self.kept.surveys.answered_before()
    }

    /// The progress of the requested survey; `None` while nothing is known of it.
    pub fn published(&self) -> Option<&Published> {
        self.kept.surveys.published()
    }

    /// Cells that the judged scan reads at `offset`, if its answer is looked at there; `None` until known.
    pub fn read_at(&self, offset: Offset) -> Option<&ReadCells> {
        let (key, read) = self.kept.read.fresh_with_key()?;
        (key.subject.offset == offset).then_some(read)
    }

    /// The times of the scans over the survey of costs that is asked for, as far as they are measured.
    pub fn survey_times(&self) -> SurveyTimes {
        let answered = self.answered();
        let Some(costs) = answered.as_ref().and_then(Answered::found::<CostAnswer>) else {
            return SurveyTimes::default();
        };
        let places = TimedAt::all(answered.clone());
        let rounds: Vec<_> = places.iter().map_while(|place| self.kept.timed_over.get(place)).collect();
        costs.timed(&rounds)
    }

    /// The times of the ball's probe at the shown step, and of the test of the full masks; `None` until known.
    pub fn probe_timings(&self) -> Option<&ProbeTimings> {
        self.kept.probe_timings.fresh()
    }
}
