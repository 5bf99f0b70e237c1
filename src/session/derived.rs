//! What follows from the state, and the work that finds it.
//!
//! Every result keeps the key it was made for. Comparing keys is all there is to being up to date: an idle session
//! compares a few and computes nothing.

use std::{sync::Arc, time::Duration};

use super::{
    EngineRow, PreChecking, ScanList, Slot, Stage, View, engines,
    lane::{Lane, Lanes},
    surveys::{Asked, Kept, Published, SurveyJob},
    terrain::{ProbeTimings, ProbedStep},
};
use crate::{
    geom::{Cell, IntRect, Offset, Size},
    mask::{Health, Prepared, overlap_box},
    measure::{Timing, measure},
    scan::{CellHistory, Count, Coverage, Hit, Outcome, Pair, Probe, RankMap, Scan, Trace, Visit, VisitWindow},
    scene::{Collision, Contact, Posed, Profile},
    survey::Answer,
};

/// Work of at most so many visits is done at once; anything longer is left to a worker.
const CHEAP_VISITS: u64 = 200_000;
/// A recording keeps so many visits (4 MiB); later ones are found by running again.
const TRACE_LIMIT: usize = 1 << 18;
/// Visits that are fetched at once beyond the recording.
const WINDOW: u64 = 1 << 16;
/// Into how many parts the finds of a scan are summed up.
const FIND_BINS: u64 = 2_048;
/// Overlaps of at most so many cells keep a rank for each cell; larger ones only for what the canvas shows.
const RANKED_CELLS: u64 = 1 << 20;
/// So many visits of one cell are told.
const HISTORY_LIMIT: usize = 100;
/// To push one mask out of another may take so many tries for each cell of their overlap box.
const MOVES_PER_CELL: u64 = 4;
/// How long each scan is timed.
const TIMING_BUDGET: Duration = Duration::from_millis(30);

/// Two masks at an offset: what every derived thing is about, and its key. Cheap to clone and to compare.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Mask A.
    pub a: Arc<Prepared>,
    /// Mask B.
    pub b: Arc<Prepared>,
    /// B's top left seen from A's.
    pub offset: Offset,
    /// The previous placement's hit in A's pixels, while a sprite is dragged: for scans that remember.
    pub hint: Option<Cell>,
    /// What stands before the scans or in their place.
    pub pre_check: Option<PreChecking>,
    /// The sprites in the world, for scans and engines that bring their own rule of what is solid.
    posed: [Posed; 2],
}

impl PartialEq for Subject {
    fn eq(&self, other: &Self) -> bool {
        (self.offset, self.hint, self.pre_check) == (other.offset, other.hint, other.pre_check)
            && Arc::ptr_eq(&self.a, &other.a)
            && Arc::ptr_eq(&self.b, &other.b)
            && self.posed.iter().zip(&other.posed).all(|(one, other)| one.lies_like(other))
    }
}

impl Subject {
    fn of(stage: &Stage, hint: Option<Cell>, pre_check: Option<PreChecking>) -> Option<Self> {
        let ((a, b), offset) = stage.both().zip(stage.offset())?;
        Some(Self {
            a: Arc::clone(a.raster().mask()),
            b: Arc::clone(b.raster().mask()),
            offset,
            hint,
            pre_check,
            posed: [a.posed().clone(), b.posed().clone()],
        })
    }

    /// The masks that `scan` runs on.
    pub fn masks_for(&self, scan: Scan) -> [Arc<Prepared>; 2] {
        [self.posed[0].raster.mask_for(scan), self.posed[1].raster.mask_for(scan)]
    }

    /// The box that both share, in A's space.
    pub fn overlap_box(&self) -> Option<IntRect> {
        overlap_box(self.a.mask().size(), self.b.mask().size(), self.offset)
    }

    /// The masks as a scan sees them; `None` where the boxes are apart.
    pub fn pair(&self) -> Option<Pair<'_>> {
        Pair::new(&self.a, &self.b, self.offset)
    }

    /// How many cells the overlap box has.
    fn area(&self) -> u64 {
        self.overlap_box().map_or(0, IntRect::area)
    }

    /// Both sprites in the world.
    pub const fn posed(&self) -> &[Posed; 2] {
        &self.posed
    }

    /// What the pre-check answers in place of every scan; `None` where the scans run.
    pub fn is_decided(&self) -> Option<bool> {
        self.pre_check?.decides(&self.a, &self.b, self.offset)
    }

    /// Runs `scan`, unless the pre-check decides: then nothing is visited and nothing found.
    pub(super) fn run<P: Probe>(&self, scan: Scan, probe: &mut P) -> Option<Hit> {
        if self.is_decided().is_some() {
            return None;
        }
        let [a, b] = self.masks_for(scan);
        scan.run(&a, &b, self.offset, self.hint, probe)
    }

    /// The hit of a pre-check that stands in place of the scans: the whole overlap box, and no cell.
    fn hit_without_a_look(&self) -> Option<Hit> {
        let Size { width, height } = self.overlap_box().map_or(Size::default(), IntRect::size);
        let visit = Visit { width, height, ..Visit::cell(0, 0) };
        (self.is_decided() == Some(true)).then_some(Hit { visit, cell: None })
    }

    /// What `visit` of `scan` finds.
    pub fn found(&self, scan: Scan, visit: Visit) -> Found {
        let [a, b] = self.masks_for(scan);
        Pair::new(&a, &b, self.offset).map_or(Found::default(), |pair| Found::by(&pair, visit))
    }
}

/// What a visit finds, or several of them together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// A pixel of A that is set.
    pub a: bool,
    /// A pixel of B that is set.
    pub b: bool,
    /// A cell that both have set, or a rectangle that is accepted because they must share one.
    pub both: bool,
    /// A rectangle that has to be looked at in parts.
    pub split: bool,
}

impl Found {
    fn by(pair: &Pair<'_>, visit: Visit) -> Self {
        let mut found = Self::default();
        let box_ = IntRect::new(Cell::ORIGIN, pair.size());
        let Some(inside) = visit.in_space_of(IntRect::default()).intersection(box_) else { return found };
        let local = |n: i64| u32::try_from(n).expect("inside the overlap box");
        let (left, top) = (local(inside.x), local(inside.y));
        for y in top..top + inside.height {
            for x in (left..left + inside.width).step_by(64) {
                let bits = u64::MAX >> (64 - (left + inside.width - x).min(64));
                let ((ax, ay), (bx, by)) = (pair.in_a(x, y), pair.in_b(x, y));
                let a = pair.mask_a().bits_from(ax.into(), ay) & bits;
                let b = pair.mask_b().bits_from(bx.into(), by) & bits;
                found = found.with(Self { a: a != 0, b: b != 0, both: a & b != 0, split: false });
            }
        }
        found
    }

    /// What a rectangle that decides by itself found.
    const fn decided(outcome: Outcome) -> Self {
        Self { a: false, b: false, both: matches!(outcome, Outcome::Hit), split: matches!(outcome, Outcome::Split) }
    }

    const fn with(self, other: Self) -> Self {
        Self { a: self.a | other.a, b: self.b | other.b, both: self.both | other.both, split: self.split | other.split }
    }
}

/// Sums up what the visits of a scan find, in equal parts of its length.
struct Finds<'a> {
    pair: &'a Pair<'a>,
    total: u64,
    next_rank: u64,
    /// Whether the scan tells what its visits decided; then nobody has to look.
    is_told: bool,
    bins: Vec<Found>,
}

impl Finds<'_> {
    /// Adds to the part in which the visit of rank `rank` lies.
    fn add(&mut self, rank: u64, found: Found) {
        let bin = usize::try_from(rank * self.bins.len() as u64 / self.total).unwrap_or(usize::MAX);
        if let Some(bin) = self.bins.get_mut(bin) {
            *bin = bin.with(found);
        }
    }
}

impl Probe for Finds<'_> {
    fn visit(&mut self, visit: Visit) {
        if !self.is_told {
            self.add(self.next_rank, Found::by(self.pair, visit));
        }
        self.next_rank += 1;
    }

    fn outcome(&mut self, outcome: Outcome) {
        self.add(self.next_rank - 1, Found::decided(outcome));
    }
}

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
    /// What they decided, one for each, where the scan tells; otherwise empty.
    pub outcomes: Vec<Outcome>,
    /// How many cells of the overlap box no visit covered.
    pub never_visited: u64,
    /// What the visits found, in equal parts of the scan's length; one part per visit where there are few.
    pub finds: Vec<Found>,
    /// The box it ran over, in A's space.
    pub overlap_box: Option<IntRect>,
}

impl Recording {
    fn of(subject: &Subject, scan: Scan) -> Self {
        let overlap_box = subject.overlap_box();
        let mut probe =
            (Trace::with_limit(TRACE_LIMIT), Coverage::of(overlap_box.map_or(Size::default(), IntRect::size)));
        let hit = subject.run(scan, &mut probe);
        let (trace, coverage) = probe;
        let count = trace.count();
        let area = overlap_box.map_or(0, IntRect::area);
        Self {
            scan,
            count,
            hit,
            finds: finds(subject, scan, count.visits, !trace.outcomes().is_empty()),
            outcomes: trace.outcomes().to_vec(),
            visits: trace.visits().to_vec(),
            never_visited: area - coverage.mask().count(),
            overlap_box,
        }
    }
}

/// What the `total` visits of a scan find, in equal parts of its length.
fn finds(subject: &Subject, scan: Scan, total: u64, is_told: bool) -> Vec<Found> {
    let [a, b] = subject.masks_for(scan);
    let Some(pair) = Pair::new(&a, &b, subject.offset) else { return Vec::new() };
    let bins = vec![Found::default(); usize::try_from(total.min(FIND_BINS)).unwrap_or(0)];
    let mut finds = Finds { pair: &pair, total: total.max(1), next_rank: 0, is_told, bins };
    subject.run(scan, &mut finds);
    finds.bins
}

/// Which texels of the overlap are ranked: a grid of squares of cells laid over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankGrid {
    /// The cell under its top left corner, local to the overlap box.
    pub origin: Cell,
    /// Cells along one side of a texel.
    pub cells_per_texel: u32,
    /// Columns and rows of texels.
    pub texels: Size,
}

impl RankGrid {
    /// One texel per cell of a whole overlap box of `size`.
    const fn whole(size: Size) -> Self {
        Self { origin: Cell::ORIGIN, cells_per_texel: 1, texels: size }
    }
}

/// What a scan answered, and what it cost.
#[derive(Clone, Copy, Debug)]
pub struct ScanRow {
    /// The scan.
    pub scan: Scan,
    /// The visit that decided.
    pub hit: Option<Hit>,
    /// Visits, and the cells they covered.
    pub count: Count,
    /// Whether the answer differs from the truth.
    pub is_wrong: bool,
    /// How long it takes, once measured.
    pub timing: Option<Timing>,
}

impl ScanRow {
    /// Whether the scan has ended once so many visits have been made.
    pub const fn has_stopped(&self, steps: u64) -> bool {
        self.count.visits <= steps
    }
}

/// Work whose result is missing. A value: it can be compared, sent to a thread, and run anywhere.
#[derive(Clone, Debug, PartialEq)]
pub enum Job {
    /// Run all scans and count.
    Count(Subject, Vec<Scan>),
    /// Record the selected scan.
    Record(Subject, Scan),
    /// Find the visits around a rank beyond the recording.
    Window(Subject, Scan, u64),
    /// Rank what the canvas shows of the overlap.
    Rank(Subject, Scan, RankGrid),
    /// Find the visits of one cell, local to the overlap box.
    History(Subject, Scan, Cell),
    /// Ask every known engine.
    Engines(Subject),
    /// Run one scan for its picture in the race.
    Lane(Subject, Scan, RankGrid),
    /// Find how the masks touch.
    Contact(Subject),
    /// Find what there is to know of a mask.
    Health(SameMask),
    /// Take the next step of a survey.
    Survey(Box<SurveyJob>),
    /// Time one scan.
    Time(Subject, Scan),
    /// Time the probe of the ball on the hills, and the full test beside it.
    TimeProbe(Box<ProbedStep>),
}

/// What a job found, with what it was made for.
#[derive(Clone, Debug)]
pub struct JobResult {
    job: Job,
    found: JobFound,
}

#[derive(Clone, Debug)]
enum JobFound {
    Rows(Vec<ScanRow>),
    Recording(Recording),
    Window(VisitWindow),
    Ranks(RankMap),
    History(Vec<u64>),
    Engines(Vec<EngineRow>),
    Lane(Lane),
    Contact(Contact),
    Health(Health),
    Survey(Published),
    Timing(Timing),
    ProbeTimings(ProbeTimings),
}

impl JobResult {
    /// The timings of a probe, where it is those.
    pub(super) fn probe_timings(&self) -> Option<(&ProbedStep, ProbeTimings)> {
        match (&self.job, &self.found) {
            (Job::TimeProbe(step), JobFound::ProbeTimings(timings)) => Some((step, *timings)),
            _ => None,
        }
    }
}

/// A mask that is the same where it is one and the same.
#[derive(Clone, Debug)]
pub struct SameMask(Arc<Prepared>);

impl PartialEq for SameMask {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Job {
    /// About how many visits it makes.
    fn visits(&self) -> u64 {
        match self {
            Self::Count(subject, scans) => subject.area().saturating_mul(scans.len() as u64),
            Self::Record(subject, _) => subject.area().saturating_mul(2),
            Self::Engines(subject) => subject.area().saturating_mul(Profile::ALL.len() as u64),
            Self::Window(subject, ..) | Self::Rank(subject, ..) | Self::History(subject, ..) => subject.area(),
            // One of many that are wanted together.
            Self::Lane(subject, ..) => subject.area().saturating_mul(Scan::ALL.len() as u64),
            Self::Contact(subject) => subject.area().saturating_mul(MOVES_PER_CELL),
            Self::Health(mask) => mask.0.mask().size().area(),
            Self::Survey(_) | Self::Time(..) | Self::TimeProbe(_) => u64::MAX,
        }
    }

    /// True for the work that should wait until everything else has come to rest.
    pub const fn is_timing(&self) -> bool {
        matches!(self, Self::Time(..) | Self::TimeProbe(_))
    }

    /// Does the work, or stops early where `cancelled` says so.
    pub fn run(self, cancelled: &dyn Fn() -> bool) -> Option<JobResult> {
        let found = match &self {
            Self::Count(subject, scans) => {
                let mut rows = Vec::with_capacity(scans.len());
                for &scan in scans {
                    if cancelled() {
                        return None;
                    }
                    rows.push(count(subject, scan));
                }
                judge(&mut rows, subject);
                JobFound::Rows(rows)
            }
            Self::Record(subject, scan) => JobFound::Recording(Recording::of(subject, *scan)),
            Self::Window(subject, scan, first_rank) => {
                let mut window = VisitWindow::new(*first_rank, usize::try_from(2 * WINDOW).unwrap_or(usize::MAX));
                subject.run(*scan, &mut window);
                JobFound::Window(window)
            }
            Self::Rank(subject, scan, grid) => {
                let mut ranks = grid.ranks();
                subject.run(*scan, &mut ranks);
                JobFound::Ranks(ranks)
            }
            Self::History(subject, scan, cell) => {
                let mut history = CellHistory::of((cell.x, cell.y), HISTORY_LIMIT);
                subject.run(*scan, &mut history);
                JobFound::History(history.ranks().to_vec())
            }
            Self::Engines(subject) => JobFound::Engines(engines::ask(subject)),
            Self::Lane(subject, scan, grid) => JobFound::Lane(Lane::of(subject, *scan, *grid)),
            Self::Contact(Subject { a, b, offset, .. }) => JobFound::Contact(Contact::of(a, b, *offset, cancelled)?),
            Self::Health(mask) => JobFound::Health(Health::of(mask.0.mask(), cancelled)?),
            Self::Survey(survey) => JobFound::Survey(survey.run(cancelled)?),
            Self::Time(subject, scan) => {
                let [a, b] = subject.masks_for(*scan);
                JobFound::Timing(measure(*scan, a.mask(), b.mask(), subject.offset, TIMING_BUDGET, cancelled)?)
            }
            Self::TimeProbe(step) => JobFound::ProbeTimings(step.time(cancelled)?),
        };
        Some(JobResult { job: self, found })
    }
}

/// The world cell `hovered`, local to the overlap box, where it lies in it.
fn watched_cell(stage: &Stage, subject: &Subject, hovered: Cell) -> Option<Cell> {
    let in_a = hovered - stage.get(Slot::A)?.position();
    let shared = subject.overlap_box()?;
    shared.contains(in_a).then(|| in_a - shared.origin())
}

fn count(subject: &Subject, scan: Scan) -> ScanRow {
    let mut count = Count::default();
    let hit = subject.run(scan, &mut count).or_else(|| subject.hit_without_a_look());
    ScanRow { scan, hit, count, is_wrong: false, timing: None }
}

/// Holds every answer against the truth.
fn judge(rows: &mut [ScanRow], subject: &Subject) {
    let truth = subject.a.overlaps(&subject.b, subject.offset);
    for row in rows {
        row.is_wrong = row.hit.is_some() != truth;
    }
}

/// Something derived, with what it was derived from.
#[derive(Debug)]
struct Keyed<K, T> {
    key: K,
    value: T,
}

fn fresh<'a, K: PartialEq, T>(kept: &'a Option<Keyed<K, T>>, key: &K) -> Option<&'a T> {
    kept.as_ref().filter(|kept| kept.key == *key).map(|kept| &kept.value)
}

/// What the state asks for.
#[derive(Debug, Default)]
struct Wishes {
    subject: Option<Subject>,
    scans: Vec<Scan>,
    selected: Option<Scan>,
    position: u64,
    grid: Option<RankGrid>,
    /// The cell whose visits are asked for, local to the overlap box.
    watched: Option<Cell>,
    /// Whether anybody looks at what engines answer.
    engines: bool,
    /// How many texels of each scan a race shows; `None` while none is shown.
    card: Option<Size>,
    /// The masks of A and B, while somebody looks at their health.
    health: [Option<SameMask>; 2],
}

/// The key of the table: every scan in it, over one subject.
type TableKey = (Subject, Vec<Scan>);
/// The key of what belongs to one scan.
type ScanKey = (Subject, Scan);

/// Everything derived.
#[derive(Debug, Default)]
pub(super) struct Derived {
    wishes: Wishes,
    collision: Option<Keyed<Subject, Collision>>,
    rows: Option<Keyed<TableKey, Vec<ScanRow>>>,
    recording: Option<Keyed<ScanKey, Recording>>,
    window: Option<Keyed<ScanKey, VisitWindow>>,
    ranks: Option<Keyed<(Subject, Scan, RankGrid), RankMap>>,
    history: Option<Keyed<(Subject, Scan, Cell), Vec<u64>>>,
    engines: Option<Keyed<Subject, Vec<EngineRow>>>,
    lanes: Lanes,
    contact: Option<Keyed<Subject, Contact>>,
    health: [Option<Keyed<SameMask, Health>>; 2],
    /// The previous placement's hit in A's pixels, while a sprite is moved.
    hint: Option<Cell>,
    surveys: Kept,
    /// Whether a survey is asked for now.
    surveys_asked: bool,
}

impl Derived {
    /// Takes note of the state, and does at once what is cheap.
    pub(super) fn follow(
        &mut self,
        stage: &Stage,
        scans: &ScanList,
        position: u64,
        view: &View,
        card: Option<Size>,
        engines: bool,
    ) {
        let subject = Subject::of(stage, self.hint, scans.pre_check());
        if self.wishes.scans != scans.scans() {
            self.wishes.scans = scans.scans().to_vec();
        }
        self.wishes = Wishes {
            scans: std::mem::take(&mut self.wishes.scans),
            selected: Some(scans.selected()),
            position,
            grid: view.rank_grid(),
            watched: subject.as_ref().and_then(|subject| watched_cell(stage, subject, view.hovered()?)),
            card,
            engines,
            subject,
            health: Slot::ALL.map(|slot| {
                let placed = stage.get(slot).filter(|_| view.watches_health())?;
                Some(SameMask(Arc::clone(placed.sprite().mask())))
            }),
        };
        let Some(subject) = &self.wishes.subject else {
            (self.collision, self.rows, self.recording) = (None, None, None);
            return;
        };
        if fresh(&self.collision, subject).is_none() {
            let value = Collision::of(&subject.a, &subject.b, subject.offset);
            self.collision = Some(Keyed { key: subject.clone(), value });
        }
        while let Some(job) = self.wanted().into_iter().find(|job| job.visits() <= CHEAP_VISITS) {
            let Some(result) = job.run(&|| false) else { return };
            self.finish(result);
        }
    }

    /// Takes note of the question that is asked over many placements, if any.
    pub(super) fn survey(&mut self, asked: Option<Asked>) {
        self.surveys_asked = asked.is_some();
        self.surveys.follow(asked);
    }

    /// What is known of it.
    pub(super) fn published(&self) -> Option<&Published> {
        self.surveys.published().filter(|_| self.surveys_asked)
    }

    /// The answer to the question that is asked.
    pub(super) fn answer(&self) -> Option<Answer> {
        self.surveys.answer().filter(|_| self.surveys_asked)
    }

    /// Forgets what is known of it.
    pub(super) fn survey_again(&mut self) {
        self.surveys.ask_again();
    }

    /// The work whose results are missing, most urgent first.
    pub(super) fn wanted(&self) -> Vec<Job> {
        let mut jobs = Vec::new();
        let Some((subject, scan)) = self.wishes.subject.as_ref().zip(self.wishes.selected) else { return jobs };
        if self.fresh_recording().is_none() {
            jobs.push(Job::Record(subject.clone(), scan));
        }
        if let Some(grid) = self.rank_grid()
            && fresh(&self.ranks, &(subject.clone(), scan, grid)).is_none()
        {
            jobs.push(Job::Rank(subject.clone(), scan, grid));
        }
        if let Some(first_rank) = self.missing_window() {
            jobs.push(Job::Window(subject.clone(), scan, first_rank));
        }
        if let Some(cell) = self.wishes.watched
            && fresh(&self.history, &(subject.clone(), scan, cell)).is_none()
        {
            jobs.push(Job::History(subject.clone(), scan, cell));
        }
        if self.wishes.engines && fresh(&self.engines, subject).is_none() {
            jobs.push(Job::Engines(subject.clone()));
        }
        let rows = fresh(&self.rows, &(subject.clone(), self.wishes.scans.clone()));
        if rows.is_none() {
            jobs.push(Job::Count(subject.clone(), self.wishes.scans.clone()));
        }
        if let Some(grid) = self.lane_grid() {
            let missing = self.wishes.scans.iter().filter(|&&scan| self.lanes.get(subject, grid, scan).is_none());
            jobs.extend(missing.map(|&scan| Job::Lane(subject.clone(), scan, grid)));
        }
        for (wished, kept) in self.wishes.health.iter().zip(&self.health) {
            if let Some(mask) = wished.as_ref().filter(|mask| fresh(kept, mask).is_none()) {
                jobs.push(Job::Health(mask.clone()));
            }
        }
        if fresh(&self.contact, subject).is_none() {
            jobs.push(Job::Contact(subject.clone()));
        }
        jobs.extend(self.surveys.wanted().filter(|_| self.surveys_asked).map(Box::new).map(Job::Survey));
        if let Some(rows) = rows.filter(|_| subject.overlap_box().is_some() && subject.is_decided().is_none()) {
            let untimed = rows.iter().filter(|row| row.timing.is_none());
            jobs.extend(untimed.map(|row| Job::Time(subject.clone(), row.scan)));
        }
        jobs
    }

    /// Which texels of the overlap a race shows, while one is shown.
    pub(super) fn lane_grid(&self) -> Option<RankGrid> {
        let size = self.wishes.subject.as_ref()?.overlap_box()?.size();
        Some(RankGrid::fitting(size, self.wishes.card?))
    }

    /// What the race shows of a scan, once known.
    pub(super) fn lane(&self, scan: Scan) -> Option<&Lane> {
        self.lanes.get(self.wishes.subject.as_ref()?, self.lane_grid()?, scan)
    }

    /// Takes a result, unless the state has moved on.
    pub(super) fn finish(&mut self, JobResult { job, found }: JobResult) {
        match (job, found) {
            (Job::Count(subject, scans), JobFound::Rows(value)) => {
                self.rows = Some(Keyed { key: (subject, scans), value });
            }
            (Job::Record(subject, scan), JobFound::Recording(value)) => {
                self.recording = Some(Keyed { key: (subject, scan), value });
            }
            (Job::Window(subject, scan, _), JobFound::Window(value)) => {
                self.window = Some(Keyed { key: (subject, scan), value });
            }
            (Job::Rank(subject, scan, grid), JobFound::Ranks(value)) => {
                self.ranks = Some(Keyed { key: (subject, scan, grid), value });
            }
            (Job::History(subject, scan, cell), JobFound::History(value)) => {
                self.history = Some(Keyed { key: (subject, scan, cell), value });
            }
            (Job::Engines(subject), JobFound::Engines(value)) => self.engines = Some(Keyed { key: subject, value }),
            (Job::Lane(subject, _, grid), JobFound::Lane(lane)) => self.lanes.add(subject, grid, lane),
            (Job::Survey(job), JobFound::Survey(published)) => self.surveys.finish(&job, published),
            (Job::Contact(key), JobFound::Contact(value)) => self.contact = Some(Keyed { key, value }),
            (Job::Health(key), JobFound::Health(value)) => {
                for (wished, kept) in self.wishes.health.iter().zip(&mut self.health) {
                    if wished.as_ref() == Some(&key) {
                        *kept = Some(Keyed { key: key.clone(), value });
                    }
                }
            }
            (Job::Time(subject, scan), JobFound::Timing(timing)) => {
                let Some(rows) = self.rows.as_mut().filter(|rows| rows.key.0 == subject) else { return };
                for row in rows.value.iter_mut().filter(|row| row.scan == scan) {
                    row.timing = Some(timing);
                }
            }
            _ => {}
        }
    }

    /// Remembers where the masks overlap now: the hint for the next placement.
    pub(super) fn remember_hit(&mut self) {
        let Some(shared) = self.wishes.subject.as_ref().and_then(Subject::overlap_box) else { return };
        let last_hit = self.rows().iter().find(|row| row.scan == Scan::LastHit).filter(|_| !self.rows_are_stale());
        if let Some((x, y)) = last_hit.and_then(|row| row.hit?.cell) {
            self.hint = Some(shared.origin() + Cell::new(x.into(), y.into()));
        }
    }

    /// Forgets it: the sprites have come to rest, and every number is that of the command line again.
    pub(super) const fn forget_hit(&mut self) {
        self.hint = None;
    }

    /// The ranks of the visits that touched the watched cell; `None` where none is watched or they are not yet known.
    pub(super) fn history(&self) -> Option<&[u64]> {
        let key = (self.wishes.subject.clone()?, self.wishes.selected?, self.wishes.watched?);
        fresh(&self.history, &key).map(Vec::as_slice)
    }

    /// What every engine answers at the present placement; empty until known.
    pub(super) fn engine_rows(&self) -> &[EngineRow] {
        let rows = self.wishes.subject.as_ref().and_then(|subject| fresh(&self.engines, subject));
        rows.map_or(&[], Vec::as_slice)
    }

    pub(super) const fn subject(&self) -> Option<&Subject> {
        self.wishes.subject.as_ref()
    }

    pub(super) fn collision(&self) -> Option<&Collision> {
        self.collision.as_ref().map(|kept| &kept.value)
    }

    /// The health of A's or B's mask; `None` until known, and while nobody looks.
    pub(super) fn health(&self, slot: Slot) -> Option<&Health> {
        fresh(&self.health[slot as usize], self.wishes.health[slot as usize].as_ref()?)
    }

    /// How the masks touch; `None` until known.
    pub(super) fn contact(&self) -> Option<&Contact> {
        fresh(&self.contact, self.wishes.subject.as_ref()?)
    }

    pub(super) fn rows(&self) -> &[ScanRow] {
        self.rows.as_ref().map_or(&[], |kept| &kept.value)
    }

    pub(super) fn rows_are_stale(&self) -> bool {
        let wished = self.wishes.subject.as_ref();
        self.rows.as_ref().is_some_and(|kept| wished != Some(&kept.key.0) || self.wishes.scans != kept.key.1)
    }

    pub(super) fn recording(&self) -> Option<&Recording> {
        self.recording.as_ref().map(|kept| &kept.value)
    }

    pub(super) fn recording_is_stale(&self) -> bool {
        self.recording.is_some() && self.fresh_recording().is_none()
    }

    fn fresh_recording(&self) -> Option<&Recording> {
        let key = (self.wishes.subject.clone()?, self.wishes.selected?);
        fresh(&self.recording, &key)
    }

    /// The visit of rank `rank`, where it is at hand.
    pub(super) fn visit(&self, rank: u64) -> Option<Visit> {
        let recorded = usize::try_from(rank).ok().and_then(|rank| self.fresh_recording()?.visits.get(rank).copied());
        recorded.or_else(|| self.fresh_window()?.get(rank))
    }

    fn fresh_window(&self) -> Option<&VisitWindow> {
        let key = (self.wishes.subject.clone()?, self.wishes.selected?);
        fresh(&self.window, &key)
    }

    /// Where a window of visits must start for the current one to be at hand, if it is not.
    fn missing_window(&self) -> Option<u64> {
        let recording = self.fresh_recording()?;
        let rank = self.wishes.position.checked_sub(1)?;
        let is_kept = self.visit(rank).is_some() || rank >= recording.count.visits;
        (!is_kept).then(|| (rank / WINDOW).saturating_sub(1) * WINDOW)
    }

    pub(super) fn ranks(&self) -> Option<&RankMap> {
        let key = (self.wishes.subject.clone()?, self.wishes.selected?, self.rank_grid()?);
        fresh(&self.ranks, &key)
    }

    /// Which texels to rank: all cells where they are few, otherwise what the canvas shows.
    fn rank_grid(&self) -> Option<RankGrid> {
        let size = self.wishes.subject.as_ref()?.overlap_box()?.size();
        if size.area() <= RANKED_CELLS { Some(RankGrid::whole(size)) } else { self.wishes.grid }
    }
}
