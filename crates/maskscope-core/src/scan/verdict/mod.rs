//! Verdicts on visit orders: which cells they never visit, which twice, and whose order they are.
//!
//! ```text
//! for y in 0..h
//!   for x in 0..w - 1        never visits 24 cells, the first 29,0: column 29
//! ```
//!
//! A [`ScanVerdict`] judges a person's script or the recorded loop of a game alike. *Never* and *twice* are found on a
//! checkerboard, where nothing is shared and nothing is empty, so that a scan which stops early has to visit everything.

mod coverage;
mod gaps;
mod orders;

use std::fmt;

use super::strategies::own::{Failure, Own, ScriptRun};
use super::{Hit, Pair, Scan, Visit, own};
use crate::geom::{Cell, Offset, Size};
use crate::mask::{Mask, Prepared};
use crate::words::{plural, point, thousands};

use coverage::VisitCounts;
use gaps::Gaps;
pub use orders::{Order, OrderChange};

/// Finding about a scan: the first that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finding {
    /// It does not compile, fails, or does not end.
    Fails(Failure),
    /// A recorded loop reads cells outside the overlap box; the order that it resembles.
    Outside {
        /// The number of cells, counted once per read.
        cells: u64,
        /// The first of them.
        first: (i64, i64),
        /// The order it resembles.
        order: Option<Order>,
    },
    /// It never visits some cells.
    NeverVisits {
        /// The number of cells.
        cells: u64,
        /// The first of them, row by row.
        first: (u32, u32),
        /// The shape of them all, where it is a simple one: `column 29`.
        shape: Option<String>,
        /// The order it resembles with x and y exchanged, or shifted.
        order: Option<Order>,
    },
    /// It misses, with this many shared pixels.
    Misses(u64),
    /// It hits where nothing is shared.
    HitsNothing,
    /// It names a cell that is not shared.
    Names((u32, u32)),
    /// It visits this many cells twice.
    Twice(u64),
    /// It visits every cell once, in the order of a scan; or those that were recorded.
    InOrder(Order),
    /// It visits every cell once, in an order of its own.
    Once,
    /// A recorded loop ended with a hit, in an order of its own.
    Ended,
}

/// A verdict, with the cells that it speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanVerdict {
    /// Finding that decides it.
    pub finding: Finding,
    /// The cells that are never visited, as large as the overlap box; `None` if that is not known.
    pub never: Option<Mask>,
    /// The cells that are visited twice.
    pub twice: Option<Mask>,
}

/// A verdict on a script, with the runs that it rests on.
#[derive(Clone, Debug)]
pub struct JudgedScript {
    /// The verdict.
    pub verdict: ScanVerdict,
    /// The run on a checkerboard as large as the overlap box; `None` for a script that does not compile.
    pub board: Option<ScriptRun>,
    /// The run on the two masks; `None` if it failed before.
    pub run: Option<ScriptRun>,
}

impl ScanVerdict {
    /// The verdict on a script on two masks, and its runs. A script that fails on the checkerboard is run nowhere else.
    pub fn of_script(script: Own, pair: &Pair<'_>) -> JudgedScript {
        if let Err(failure) = script.check().and_then(|()| named(script)) {
            return JudgedScript { verdict: failure.into(), board: None, run: None };
        }
        let board = on_board(script, pair.size());
        if let Err(failure) = &board.end {
            return JudgedScript { verdict: failure.clone().into(), board: Some(board), run: None };
        }
        let run = script.run_on(pair);
        JudgedScript { verdict: Self::of_runs(pair, &board, &run), board: Some(board), run: Some(run) }
    }

    fn of_runs(pair: &Pair<'_>, board: &ScriptRun, run: &ScriptRun) -> Self {
        let size = pair.size();
        if let Err(failure) = &run.end {
            return failure.clone().into();
        }
        let coverage = VisitCounts::of(size, &board.visits, &board.outcomes);
        let hit = run.end.clone().ok().flatten();
        let finding = Self::never(&coverage, || None)
            .or_else(|| wrong(pair, hit))
            .or_else(|| twice(&coverage.twice))
            .unwrap_or_else(|| orders::order_of(&board.visits, size, false).map_or(Finding::Once, Finding::InOrder));
        Self { finding, never: Some(coverage.never), twice: Some(coverage.twice) }
    }

    /// The verdict on the recorded loop of a game, which answered `is_hit`; its visits are local to the overlap box.
    pub fn of_loop(visits: &[Visit], pair: &Pair<'_>, is_hit: bool) -> Self {
        let size = pair.size();
        let coverage = VisitCounts::of(size, visits, &[]);
        let order = || orders::changed_order_of(visits, size, is_hit);
        let wrong = || match (is_hit, shared(pair)) {
            (true, 0) => Some(Finding::HitsNothing),
            (false, shared @ 1..) => Some(Finding::Misses(shared)),
            _ => None,
        };
        let finding = coverage
            .outside
            .map(|(cells, first)| Finding::Outside { cells, first, order: order() })
            .or_else(|| if is_hit { None } else { Self::never(&coverage, order) })
            .or_else(wrong)
            .or_else(|| twice(&coverage.twice))
            .or_else(|| orders::order_of(visits, size, is_hit).map(Finding::InOrder))
            .or_else(|| order().map(Finding::InOrder))
            .unwrap_or(if is_hit { Finding::Ended } else { Finding::Once });
        Self { finding, never: Some(coverage.never).filter(|_| !is_hit), twice: Some(coverage.twice) }
    }

    fn never(coverage: &VisitCounts, order: impl FnOnce() -> Option<Order>) -> Option<Finding> {
        let gaps = Gaps::of(&coverage.never)?;
        Some(Finding::NeverVisits { cells: gaps.cells, first: gaps.first, shape: gaps.shape(), order: order() })
    }

    /// True if nothing is wrong with it.
    pub const fn is_fine(&self) -> bool {
        matches!(
            self.finding,
            Finding::InOrder(Order { change: OrderChange::None, .. }) | Finding::Once | Finding::Ended
        )
    }
}

impl Finding {
    /// The finding in fewer words, for a short line: without the first of the cells, where their shape says which they are.
    pub fn shorter(&self) -> String {
        match self {
            Self::NeverVisits { cells, shape: Some(shape), order: None, .. } if *cells > 1 => {
                format!("never visits {} cells: {shape}", thousands(*cells))
            }
            Self::InOrder(order) if order.is_whole => format!("every cell once, in {order}"),
            _ => self.to_string(),
        }
    }
}

impl From<Failure> for ScanVerdict {
    fn from(failure: Failure) -> Self {
        Self { finding: Finding::Fails(failure), never: None, twice: None }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let resembled = |f: &mut fmt::Formatter<'_>, order: &Option<Order>| match order {
            Some(order) => write!(f, "; {order}"),
            None => Ok(()),
        };
        match self {
            Self::Fails(failure) => failure.fmt(f),
            Self::Outside { cells, first: (x, y), order } => {
                let first = point(Cell::new(*x, *y));
                write!(f, "reads {} outside the box, the first {first}", plural(*cells, "cell"))?;
                resembled(f, order)
            }
            Self::NeverVisits { cells, first, shape, order } => {
                let first = local(*first);
                match cells {
                    1 => write!(f, "never visits a cell: {first}")?,
                    _ => write!(f, "never visits {} cells, the first {first}", thousands(*cells))?,
                }
                if let Some(shape) = shape {
                    write!(f, ": {shape}")?;
                }
                resembled(f, order)
            }
            Self::Misses(cells) => write!(f, "misses {} here", plural(*cells, "shared pixel")),
            Self::HitsNothing => f.write_str("hits where nothing is shared"),
            Self::Names(cell) => write!(f, "names {}, which is not shared", local(*cell)),
            Self::Twice(cells) => write!(f, "visits {} twice", plural(*cells, "cell")),
            Self::InOrder(order) if order.is_whole => write!(f, "visits every cell once, in {order}"),
            Self::InOrder(order) => write!(f, "visits cells in {order}"),
            Self::Once => f.write_str("visits every cell once"),
            Self::Ended => f.write_str("visits no cell twice"),
        }
    }
}

/// A cell of the overlap box in words.
fn local((x, y): (u32, u32)) -> String {
    point(Cell::new(x.into(), y.into()))
}

/// Refuses a script that names itself as one of the strategies, or otherwise than it is called.
fn named(script: Own) -> Result<(), Failure> {
    let text = script.text();
    let Some(name) = own::written_name(&text)?.filter(|name| *name != script.name()) else { return Ok(()) };
    let why = if Scan::is_strategy(name) { "a scan of the program" } else { "another scan" };
    Err(Failure::compiling(1, format!("{name} is the name of {why}")))
}

/// The run of a script on a checkerboard of `size`.
fn on_board(script: Own, size: Size) -> ScriptRun {
    let [a, b] = Mask::checkerboard(size).map(Prepared::new);
    let pair = Pair::new(&a, &b, Offset::default()).expect("boxes that lie on each other");
    script.run_on(&pair)
}

/// The number of shared pixels.
fn shared(pair: &Pair<'_>) -> u64 {
    pair.words_in(Visit::whole(pair.size())).map(|(a, b)| u64::from((a & b).count_ones())).sum()
}

/// The error of a scan's answer, if it is wrong.
fn wrong(pair: &Pair<'_>, hit: Option<Hit>) -> Option<Finding> {
    let shared = shared(pair);
    match hit {
        None => (shared > 0).then_some(Finding::Misses(shared)),
        Some(_) if shared == 0 => Some(Finding::HitsNothing),
        Some(hit) if pair.has_shared(hit) => None,
        Some(Hit { cell: Some(cell), .. }) => Some(Finding::Names(cell)),
        Some(Hit { visit, cell: None }) => Some(Finding::Names((visit.x.cast_unsigned(), visit.y.cast_unsigned()))),
    }
}

/// The finding about cells that are visited twice.
fn twice(cells: &Mask) -> Option<Finding> {
    (!cells.is_clear()).then(|| Finding::Twice(cells.count()))
}
