//! A person's own scan: its verdict and its run at the present placement, and at how many placements it is wrong.

use std::sync::Arc;
use std::sync::{Mutex, PoisonError};

use super::super::view::RankGrid;
use super::{derive::Derive, subject::Subject};
use maskscope_core::geom::Size;
use maskscope_core::scan::own::{FailureStage, KeptScript, ScriptRun, VisitValues, elsewhere};
use maskscope_core::scan::verdict::{Finding, JudgedScript, ScanVerdict};
use maskscope_core::scan::{Count, Hit, Own, Probe, RankMap, Visit, VisitOutcome};
use maskscope_core::scan::{Scan, own::Failure};
use maskscope_core::scene::Posed;
use maskscope_core::survey::{CostSurvey, Summary, Survey as _};

/// The most visits that are kept, with their outcomes and lines.
const MOST_VISITS: usize = 1 << 18;

/// The most cells of a box that all have a rank of their own, and the squares of a larger one.
const MOST_RANKED: u64 = 1 << 20;
const COARSE: Size = Size { width: 1_024, height: 1_024 };

/// The key of a verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedKey {
    pub(super) subject: Arc<Subject>,
    pub(super) own: Own,
}

/// Verdict on an own scan, and its run.
#[derive(Debug)]
pub struct OwnJudgement {
    /// The verdict; `None` for a script that compiles, where the boxes do not overlap.
    pub verdict: Option<ScanVerdict>,
    /// Its whole order; `None` for a script that does not compile.
    pub order: Option<WholeOrder>,
    /// The visit that decided.
    pub hit: Option<Hit>,
    /// Its visits, and the cells they covered.
    pub count: Count,
    /// The lines, from 1, of the first visits.
    pub lines: Vec<u16>,
    /// Its visits, up to a limit, and their outcomes if it reads counts.
    trace: (Vec<Visit>, Vec<VisitOutcome>),
    /// The script stays as long as its run is shown, also while it is edited.
    _script: Option<KeptScript>,
}

/// The visits of a scan where nothing is shared.
#[derive(Debug)]
pub struct WholeOrder {
    /// All visits, and the cells they covered.
    pub count: Count,
    /// The first visits, up to a limit.
    pub visits: Vec<Visit>,
    /// Their outcomes, one for each, if the scan reports them; otherwise empty.
    pub outcomes: Vec<VisitOutcome>,
    /// The rank of the first visit of each cell, or of each square of several in a large box.
    pub ranks: RankMap,
}

/// Forgets all but the first visits of a run.
fn truncate(run: &mut ScriptRun) {
    run.visits.truncate(MOST_VISITS);
    run.outcomes.truncate(MOST_VISITS);
    run.lines.truncate(MOST_VISITS);
}

impl WholeOrder {
    fn of(size: Size, mut run: ScriptRun) -> Self {
        let grid = if size.area() <= MOST_RANKED { RankGrid::whole(size) } else { RankGrid::fitting(size, COARSE) };
        let (mut ranks, mut count) = (grid.ranks(), Count::default());
        for visit in &run.visits {
            count.visit(*visit);
            ranks.visit(*visit);
        }
        truncate(&mut run);
        Self { count, visits: run.visits, outcomes: run.outcomes, ranks }
    }
}

impl OwnJudgement {
    /// True if nothing is wrong with it here: it visits every cell once, and answers as the masks do.
    pub fn is_fine(&self) -> bool {
        self.verdict.as_ref().is_some_and(ScanVerdict::is_fine)
    }

    /// True if it does not answer.
    pub fn has_failed(&self) -> bool {
        self.failure().is_some()
    }

    /// The error for which it does not answer.
    pub fn failure(&self) -> Option<&Failure> {
        match &self.verdict {
            Some(ScanVerdict { finding: Finding::Fails(failure), .. }) => Some(failure),
            _ => None,
        }
    }

    /// True if all its visits are kept.
    pub(super) const fn is_whole(&self) -> bool {
        self.trace.0.len() as u64 == self.count.visits
    }

    /// Its visits as far as they are kept, and their outcomes if it reads counts.
    pub(super) fn trace(&self) -> (&[Visit], &[VisitOutcome]) {
        (&self.trace.0, &self.trace.1)
    }
}

impl Derive for JudgedKey {
    type Value = Arc<OwnJudgement>;

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Arc<OwnJudgement>> {
        if cancelled() {
            return None;
        }
        let Self { subject, own } = self;
        let Some(pair) = subject.pair() else {
            let verdict = own.check().err().map(ScanVerdict::from);
            return Some(Arc::new(OwnJudgement {
                verdict,
                order: None,
                hit: None,
                count: Count::default(),
                lines: Vec::new(),
                trace: <_>::default(),
                _script: own.keep(),
            }));
        };
        let JudgedScript { verdict, board, run } = ScanVerdict::of_script(*own, &pair.with_hint(subject.hint));
        if matches!(&verdict.finding, Finding::Fails(failure) if failure.stage == FailureStage::Abandoned) {
            return None;
        }
        // A pre-check that decides leaves nothing to visit.
        let run = run.filter(|_| subject.is_decided().is_none());
        let mut count = Count::default();
        let (mut hit, mut lines, mut trace) = (subject.hit_without_a_look(), Vec::new(), <_>::default());
        if let Some(mut run) = run {
            run.visits.iter().for_each(|visit| count.visit(*visit));
            truncate(&mut run);
            (hit, lines, trace) = (run.end.ok().flatten(), run.lines, (run.visits, run.outcomes));
        }
        let order = board.map(|board| WholeOrder::of(pair.size(), board));
        let verdict = Some(verdict);
        Some(Arc::new(OwnJudgement { verdict, order, hit, count, lines, trace, _script: own.keep() }))
    }
}

/// The number of visits whose variables are found at once.
const WATCHED: usize = 1 << 10;

/// The key of the variables of an own scan at some of its visits.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptWatched {
    subject: Arc<Subject>,
    own: Own,
    /// The rank of the first of these visits.
    first_rank: usize,
}

impl ScriptWatched {
    /// The variables at the visit of rank `rank`, and at those around it.
    pub(super) const fn around(subject: Arc<Subject>, own: Own, rank: usize) -> Self {
        Self { subject, own, first_rank: rank / WATCHED * WATCHED }
    }

    /// Those of rank `rank`, if they are among the `found` ones.
    pub(super) fn at<'a>(&self, found: &'a [VisitValues], rank: usize) -> Option<&'a VisitValues> {
        found.get(rank.checked_sub(self.first_rank)?)
    }
}

impl Derive for ScriptWatched {
    type Value = Vec<VisitValues>;

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Vec<VisitValues>> {
        let Self { subject, own, first_rank } = self;
        let pair = subject.pair().filter(|_| !cancelled())?.with_hint(subject.hint);
        Some(own.values_on(&pair, *first_rank..first_rank + WATCHED))
    }
}

/// The key of the wrong answers of an own scan at all placements.
#[derive(Clone, Debug)]
pub struct AskedEverywhere {
    sprites: [Posed; 2],
    own: Own,
    /// The placements asked about so far.
    begun: Arc<Mutex<Option<CostSurvey>>>,
}

impl PartialEq for AskedEverywhere {
    fn eq(&self, other: &Self) -> bool {
        let pairs = self.sprites.iter().zip(&other.sprites);
        self.own == other.own && { pairs }.all(|(one, other)| Arc::ptr_eq(one.raster.mask(), other.raster.mask()))
    }
}

impl AskedEverywhere {
    pub(super) fn new(subject: &Subject, own: Own) -> Self {
        Self { sprites: subject.posed.clone(), own, begun: Arc::default() }
    }
}

/// Wrong answers of an own scan at all placements.
#[derive(Clone, Debug, PartialEq)]
pub struct Everywhere {
    /// The number of placements at which it is wrong: its answer, or the cell that it names.
    pub wrong: u64,
    /// The number of placements at which the masks overlap: without any nothing is proven.
    pub hits: u64,
    /// The number of placements asked about.
    pub placements: u64,
    /// The part of all placements that was asked about, in words, if not all were.
    pub described: Option<String>,
    /// The error of the first placement at which it failed. If it was stopped there, that ended the survey.
    pub failure: Option<Failure>,
}

impl Derive for AskedEverywhere {
    type Value = Everywhere;

    /// It makes way for all other work.
    const IS_TIMING: bool = true;
    const GOES_ON: bool = true;

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Everywhere> {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let [a, b] = &self.sprites;
        let begin = || CostSurvey::new(&a.raster, &b.raster, &[Scan::Own(self.own)]);
        let survey = elsewhere::begun_or(&mut begun, begin)?;
        let has_stopped = || self.own.failure().is_some_and(|failure| failure.is_stopped());
        if !survey.finish(&|| cancelled() || has_stopped()) && !has_stopped() {
            return None;
        }
        let summary = survey.maps.first().map(|map| Summary::of(survey, map));
        let (wrong, hits) = summary.map_or((0, 0), |summary| (summary.wrong(), summary.hits.offsets));
        Some(Everywhere {
            wrong,
            hits,
            placements: survey.lattice.size().area(),
            described: survey.lattice.described(),
            failure: self.own.failure(),
        })
    }
}
