//! The surroundings of a script: the overlap box, its visits, and the bounds of its run.

use std::mem;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rhai::Scope;
use web_time::Instant;

use super::bounds::{LONGEST, MOST_VISITS};
use super::failure::{Failure, FailureStage};
use crate::geom::Size;
use crate::scan::visit::{Hit, Visit};
use crate::scan::{pair::Pair, probe::VisitOutcome};
use crate::words::thousands;

/// The most variables of a visit that are kept.
const MOST_VALUES: usize = 8;

/// The whole numbers among the variables of a script at a visit, by name, the innermost first.
pub type VisitValues = Vec<(String, i64)>;

/// The overlap box as a script sees it: all that its run depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ScriptBox {
    /// Sides of the box.
    pub size: Size,
    /// The box's top left in A and in B.
    pub origins: [(u32, u32); 2],
    /// The hit of the previous placement, inside the box.
    pub hint: (u32, u32),
    /// The bits of A and of B in the box, row by row: at most 64 of a row at a time.
    pub words: Vec<(u64, u64)>,
}

impl ScriptBox {
    /// The overlap box of two masks.
    pub fn of(pair: &Pair<'_>) -> Self {
        Self {
            size: pair.size(),
            origins: [pair.in_a(0, 0), pair.in_b(0, 0)],
            hint: pair.hint_in_box(),
            words: pair.words_in(Visit::whole(pair.size())).collect(),
        }
    }

    /// Words in a row of a box of `size`.
    pub fn stride(size: Size) -> usize {
        usize::try_from(size.width.div_ceil(64)).expect("u32 fits in usize")
    }
}

/// The surroundings of one run.
#[derive(Debug)]
pub(super) struct World {
    place: ScriptBox,
    /// Words in a row of the box.
    stride: usize,
    /// The visits made.
    pub visits: Vec<Visit>,
    /// Outcomes of the visits.
    pub outcomes: Vec<VisitOutcome>,
    /// The lines of the script that made them.
    pub lines: Vec<u16>,
    /// True if the counts of rectangles were read.
    pub reads_counts: bool,
    /// The number of operations made.
    pub operations: u64,
    /// The visits whose variables are kept; after the last, the run ends.
    watched: Range<usize>,
    /// The variables as they were last read.
    read: VisitValues,
    /// The variables at the visits that are watched.
    pub values: Vec<VisitValues>,
    most_operations: u64,
    most_visits: u64,
    started: Instant,
    /// The number of times that runs of this script were abandoned: now, and as this one began.
    abandoned: Option<(Arc<AtomicU32>, u32)>,
    /// The reason for which the run was ended.
    pub stopped: Option<Failure>,
}

impl World {
    /// A world without cells.
    pub fn empty() -> Self {
        Self {
            place: ScriptBox::default(),
            stride: 0,
            visits: Vec::new(),
            outcomes: Vec::new(),
            lines: Vec::new(),
            reads_counts: false,
            operations: 0,
            watched: 0..0,
            read: Vec::new(),
            values: Vec::new(),
            most_operations: 0,
            most_visits: 0,
            started: Instant::now(),
            abandoned: None,
            stopped: None,
        }
    }

    /// The world of a run in the box `place`, which begins now. It ends when `abandoned` changes.
    pub fn of(place: ScriptBox, abandoned: Arc<AtomicU32>) -> Self {
        let (cells, then) = (place.size.area(), abandoned.load(Ordering::Relaxed));
        Self {
            stride: ScriptBox::stride(place.size),
            place,
            abandoned: Some((abandoned, then)),
            most_operations: cells.saturating_mul(2_000).saturating_add(1_000_000),
            most_visits: cells.saturating_mul(8).saturating_add(10_000).min(MOST_VISITS),
            ..Self::empty()
        }
    }

    /// The same, which ends after the visits of ranks `watched`, whose variables it keeps.
    pub fn watching(self, watched: Range<usize>) -> Self {
        Self { watched, ..self }
    }

    /// True if the variables at the next visit are kept.
    pub fn is_watched(&self) -> bool {
        self.watched.contains(&self.visits.len())
    }

    /// Remembers the variables that can be read now. The last that were read before a visit are those of the visit: its
    /// arguments are read from them.
    pub fn look_at(&mut self, scope: &Scope<'_>) {
        self.read.clear();
        for (name, _, value) in scope.iter_raw() {
            let is_new = self.read.iter().all(|(known, _)| known != name);
            if let Some(value) = value.as_int().ok().filter(|_| is_new && self.read.len() < MOST_VALUES) {
                self.read.push((name.to_owned(), value));
            }
        }
    }

    /// The value of a name that the script has not defined.
    pub fn value(&self, name: &str) -> Option<i64> {
        let ScriptBox { size, origins: [(a_x, a_y), (b_x, b_y)], hint, .. } = self.place;
        let value = match name {
            "w" => size.width,
            "h" => size.height,
            "a_x" => a_x,
            "a_y" => a_y,
            "b_x" => b_x,
            "b_y" => b_y,
            "hint_x" => hint.0,
            "hint_y" => hint.1,
            _ => return None,
        };
        Some(value.into())
    }

    /// Visits a cell.
    pub fn visit(&mut self, x: i64, y: i64, line: usize) -> Result<bool, Failure> {
        let visit = self.inside([x, y, 1, 1]).ok_or_else(|| self.outside(&format!("visit({x}, {y})"), [x, y, 1, 1]))?;
        let (a, b) = self.bits(visit.x.cast_unsigned(), visit.y.cast_unsigned(), 1);
        self.note(visit, if a & b == 0 { VisitOutcome::Miss } else { VisitOutcome::Hit }, line)?;
        Ok(a & b != 0)
    }

    /// Visits up to 64 cells of a row.
    pub fn visit_row(&mut self, x: i64, y: i64, n: i64, line: usize) -> Result<bool, Failure> {
        let call = || format!("visit_row({x}, {y}, {n})");
        if !(1..=64).contains(&n) {
            return Err(Failure::new(FailureStage::Running, format!("{} reads {n} cells, not 1 to 64", call())));
        }
        let visit = self.inside([x, y, n, 1]).ok_or_else(|| self.outside(&call(), [x, y, n, 1]))?;
        let (a, b) = self.bits(visit.x.cast_unsigned(), visit.y.cast_unsigned(), visit.width);
        self.note(visit, if a & b == 0 { VisitOutcome::Miss } else { VisitOutcome::Hit }, line)?;
        Ok(a & b != 0)
    }

    /// Visits a rectangle: the numbers of its solid cells in A and in B.
    pub fn counts(&mut self, rect: [i64; 4], line: usize) -> Result<(u64, u64), Failure> {
        let [x, y, width, height] = rect;
        let visit = self.inside(rect);
        let visit = visit.ok_or_else(|| self.outside(&format!("counts({x}, {y}, {width}, {height})"), rect))?;
        self.reads_counts = true;
        self.look_at_the_clock()?;
        let (left, top) = (visit.x.cast_unsigned(), visit.y.cast_unsigned());
        let mut counts = (0, 0);
        for y in top..top + visit.height {
            for x in (left..left + visit.width).step_by(64) {
                let (a, b) = self.bits(x, y, (left + visit.width - x).min(64));
                counts.0 += u64::from(a.count_ones());
                counts.1 += u64::from(b.count_ones());
            }
        }
        let outcome = match counts {
            (0, _) | (_, 0) => VisitOutcome::Miss,
            (a, b) if a + b > visit.cells() => VisitOutcome::Hit,
            _ => VisitOutcome::Split,
        };
        self.note(visit, outcome, line)?;
        Ok(counts)
    }

    /// The visit of a rectangle `[x, y, width, height]`; `None` if it is empty or any part of it lies outside the box.
    fn inside(&self, [x, y, width, height]: [i64; 4]) -> Option<Visit> {
        let within = |start: i64, length: i64, side: u32| {
            let is_inside = start >= 0 && length >= 1 && start.checked_add(length)? <= i64::from(side);
            is_inside.then_some((i32::try_from(start).ok()?, u32::try_from(length).ok()?))
        };
        let ((x, width), (y, height)) =
            (within(x, width, self.place.size.width)?, within(y, height, self.place.size.height)?);
        Some(Visit { x, y, width, height })
    }

    /// The failure of a call that asks for a rectangle `[x, y, width, height]`, not all of it in the box.
    fn outside(&self, call: &str, [x, y, width, height]: [i64; 4]) -> Failure {
        // The corner that lies outside; of an empty rectangle none does.
        let beyond = |start: i64, length: i64, side: u32| match start {
            0.. if start < i64::from(side) => start.saturating_add(length.max(1) - 1).min(side.into()),
            _ => start,
        };
        let cell = (beyond(x, width, self.place.size.width), beyond(y, height, self.place.size.height));
        let message = format!("{call} is outside the box of {}", self.place.size);
        Failure { outside: Some(cell), ..Failure::new(FailureStage::Running, message) }
    }

    /// The bits of `n` cells, 1 to 64, of row `y` from column `x` on.
    fn bits(&self, x: u32, y: u32, n: u32) -> (u64, u64) {
        let index = |n: u32| usize::try_from(n).expect("u32 fits in usize");
        let (at, shift) = (index(y) * self.stride + index(x / 64), x % 64);
        let (mut a, mut b) = self.place.words[at];
        (a, b) = (a >> shift, b >> shift);
        if shift + n > 64 {
            let (next_a, next_b) = self.place.words[at + 1];
            (a, b) = (a | next_a << (64 - shift), b | next_b << (64 - shift));
        }
        let inside = u64::MAX >> (64 - n);
        (a & inside, b & inside)
    }

    fn note(&mut self, visit: Visit, outcome: VisitOutcome, line: usize) -> Result<(), Failure> {
        if self.visits.len() as u64 >= self.most_visits {
            let most = thousands(self.most_visits);
            return Err(stopped(&format!("{most} visits")));
        }
        if self.is_watched() {
            self.values.push(mem::take(&mut self.read));
        }
        self.visits.push(visit);
        self.outcomes.push(outcome);
        self.lines.push(u16::try_from(line).unwrap_or(u16::MAX));
        if self.visits.len() == self.watched.end {
            return Err(Failure::new(FailureStage::Abandoned, "abandoned"));
        }
        Ok(())
    }

    /// Ends the run after too many operations, or too long.
    pub fn progress(&mut self, operations: u64) -> Result<(), Failure> {
        self.operations = operations;
        if operations > self.most_operations {
            let most = thousands(self.most_operations);
            return Err(stopped(&format!("{most} operations")));
        }
        if operations.is_multiple_of(256) { self.look_at_the_clock() } else { Ok(()) }
    }

    fn look_at_the_clock(&self) -> Result<(), Failure> {
        if self.abandoned.as_ref().is_some_and(|(now, then)| now.load(Ordering::Relaxed) != *then) {
            return Err(Failure::new(FailureStage::Abandoned, "abandoned"));
        }
        let is_over = self.started.elapsed() >= LONGEST;
        if is_over { Err(stopped(&format!("{} s", LONGEST.as_secs()))) } else { Ok(()) }
    }

    /// The hit at the last visit: its cell, or the first shared one of several.
    pub fn last_hit(&self) -> Option<Hit> {
        let visit = *self.visits.last()?;
        let (x, y) = (visit.x.cast_unsigned(), visit.y.cast_unsigned());
        let cell = match (visit.width, visit.height) {
            (1, 1) => Some((x, y)),
            (1..=64, 1) => {
                let (a, b) = self.bits(x, y, visit.width);
                (a & b != 0).then(|| (x + (a & b).trailing_zeros(), y))
            }
            _ => None,
        };
        Some(Hit { visit, cell })
    }

    /// The hit at a cell, which need not have been visited; `None` outside the box.
    pub fn hit_at(&self, x: i64, y: i64) -> Option<Hit> {
        let at = self.inside([x, y, 1, 1])?;
        let visit = self.visits.last().copied().unwrap_or(at);
        Some(Hit { visit, cell: Some((at.x.cast_unsigned(), at.y.cast_unsigned())) })
    }

    /// The sides of the box.
    pub const fn size(&self) -> Size {
        self.place.size
    }
}

/// The failure of a script that is stopped after a number of visits, operations or seconds.
fn stopped(bound: &str) -> Failure {
    Failure::new(FailureStage::Stopped, format!("stopped after {bound} without an end"))
}
