//! A person's own scan: its verdict and its run at the present placement, and at how many placements it is wrong.

use std::sync::Arc;
use std::sync::{Mutex, PoisonError};

use super::super::view::RankGrid;
use super::{derive::Derive, subject::Subject};
use crate::geom::Size;
use crate::scan::own::{FailureStage, ScriptRun};
use crate::scan::verdict::{Finding, JudgedScript, ScanVerdict};
use crate::scan::{Count, Hit, Own, Probe as _, RankMap, Visit, VisitOutcome};
use crate::scan::{Scan, own::Failure};
use crate::scene::Posed;
use crate::survey::{CostSurvey, Summary, Survey as _};

/// The most visits whose lines are kept.
const MOST_LINES: usize = 1 << 18;

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

impl WholeOrder {
    fn of(size: Size, run: ScriptRun) -> Self {
        let grid = if size.area() <= MOST_RANKED { RankGrid::whole(size) } else { RankGrid::fitting(size, COARSE) };
        let (mut ranks, mut count) = (grid.ranks(), Count::default());
        for visit in &run.visits {
            count.visit(*visit);
            ranks.visit(*visit);
        }
        let ScriptRun { mut visits, mut outcomes, .. } = run;
        visits.truncate(MOST_LINES);
        outcomes.truncate(MOST_LINES);
        Self { count, visits, outcomes, ranks }
    }
}

impl OwnJudgement {
    /// True if nothing is wrong with it here: it visits every cell once, and answers as the masks do.
    pub fn is_fine(&self) -> bool {
        self.verdict.as_ref().is_some_and(ScanVerdict::is_fine)
    }

    /// True if it does not answer.
    pub fn has_failed(&self) -> bool {
        matches!(&self.verdict, Some(ScanVerdict { finding: Finding::Fails(_), .. }))
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
            }));
        };
        let JudgedScript { verdict, board, run } = ScanVerdict::of_script(*own, &pair.with_hint(subject.hint));
        if matches!(&verdict.finding, Finding::Fails(failure) if failure.stage == FailureStage::Abandoned) {
            return None;
        }
        // A pre-check that decides leaves nothing to visit.
        let run = run.filter(|_| subject.is_decided().is_none());
        let mut count = Count::default();
        let (mut hit, mut lines) = (subject.hit_without_a_look(), Vec::new());
        if let Some(run) = run {
            run.visits.iter().for_each(|visit| count.visit(*visit));
            hit = run.end.ok().flatten();
            lines = run.lines;
            lines.truncate(MOST_LINES);
        }
        let order = board.map(|board| WholeOrder::of(pair.size(), board));
        Some(Arc::new(OwnJudgement { verdict: Some(verdict), order, hit, count, lines }))
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
    /// The number of placements at which it is wrong.
    pub wrong: u64,
    /// The number of placements asked about.
    pub placements: u64,
    /// The part of all placements that was asked about, in words, if not all were.
    pub described: Option<String>,
    /// The error of the placement at which it was stopped, which ended the survey.
    pub stopped: Option<Failure>,
}

impl Derive for AskedEverywhere {
    type Value = Everywhere;

    /// It makes way for all other work.
    const IS_TIMING: bool = true;
    const GOES_ON: bool = true;

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Everywhere> {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let [a, b] = &self.sprites;
        let survey = begun.get_or_insert_with(|| CostSurvey::new(&a.raster, &b.raster, &[Scan::Own(self.own)]));
        let is_complete = survey.finish(&|| cancelled() || self.own.stopped().is_some());
        let stopped = self.own.stopped().cloned();
        if !is_complete && stopped.is_none() {
            return None;
        }
        let wrong = survey.maps.first().map_or(0, |map| Summary::of(survey, map).wrong());
        Some(Everywhere {
            wrong,
            placements: survey.lattice.size().area(),
            described: survey.lattice.described(),
            stopped,
        })
    }
}
