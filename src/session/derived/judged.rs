//! A person's own scan at the present placement: its verdict, and its run.

use std::sync::Arc;

use super::super::rank_grid::RankGrid;
use super::{derive::Derive, subject::Subject};
use crate::geom::Size;
use crate::scan::own::{Run, Stage};
use crate::scan::verdict::{Finding, JudgedScript, Verdict};
use crate::scan::{Count, Hit, Outcome, Own, Probe as _, RankMap, Visit};

/// The most visits whose lines are kept.
const MOST_LINES: usize = 1 << 18;

/// The most cells of a box that all have a rank of their own, and the squares of a larger one.
const MOST_RANKED: u64 = 1 << 20;
const COARSE: Size = Size { width: 1_024, height: 1_024 };

/// The key of a verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    pub(super) subject: Arc<Subject>,
    pub(super) own: Own,
}

/// Verdict on an own scan, and its run.
#[derive(Debug)]
pub struct Judgement {
    /// The verdict; `None` for a script that compiles, where the boxes do not overlap.
    pub verdict: Option<Verdict>,
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
    pub outcomes: Vec<Outcome>,
    /// The rank of the first visit of each cell, or of each square of several in a large box.
    pub ranks: RankMap,
}

impl WholeOrder {
    fn of(size: Size, run: Run) -> Self {
        let grid = if size.area() <= MOST_RANKED { RankGrid::whole(size) } else { RankGrid::fitting(size, COARSE) };
        let (mut ranks, mut count) = (grid.ranks(), Count::default());
        for visit in &run.visits {
            count.visit(*visit);
            ranks.visit(*visit);
        }
        let Run { mut visits, mut outcomes, .. } = run;
        visits.truncate(MOST_LINES);
        outcomes.truncate(MOST_LINES);
        Self { count, visits, outcomes, ranks }
    }
}

impl Judgement {
    /// True if nothing is wrong with it here: it visits every cell once, and answers as the masks do.
    pub fn is_fine(&self) -> bool {
        self.verdict.as_ref().is_some_and(Verdict::is_fine)
    }

    /// True if it does not answer.
    pub fn has_failed(&self) -> bool {
        matches!(&self.verdict, Some(Verdict { finding: Finding::Fails(_), .. }))
    }
}

impl Derive for Judged {
    type Value = Arc<Judgement>;

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Arc<Judgement>> {
        if cancelled() {
            return None;
        }
        let Self { subject, own } = self;
        let Some(pair) = subject.pair() else {
            let verdict = own.check().err().map(Verdict::from);
            return Some(Arc::new(Judgement {
                verdict,
                order: None,
                hit: None,
                count: Count::default(),
                lines: Vec::new(),
            }));
        };
        let JudgedScript { verdict, board, run } = Verdict::of_script(*own, &pair.with_hint(subject.hint));
        if matches!(&verdict.finding, Finding::Fails(failure) if failure.stage == Stage::Abandoned) {
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
        Some(Arc::new(Judgement { verdict: Some(verdict), order, hit, count, lines }))
    }
}
