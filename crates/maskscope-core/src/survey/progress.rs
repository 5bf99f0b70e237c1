//! Surveys, asked in steps.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{cell::Cell, iter, panic::resume_unwind, thread, time::Duration};

use web_time::Instant;

use super::{Square, Sweep};
use crate::geom::Size;
use crate::scan::own::elsewhere;

/// The most places of a step, whose answers are kept until it ends.
const MOST_ANSWERS: u64 = 1 << 18;

/// The longest time for which a step looks ahead.
const LONGEST_LOOK: Duration = Duration::from_millis(8);

/// A question asked at every place of a grid, answered in steps: coarse first, so that a picture is whole at once and
/// sharpens. Between two steps, the answer at a place that is done is its own, and elsewhere the nearest coarser one.
///
/// ```
/// use maskscope_core::{scan::Scan, scene::{Picture, PictureFormat, Sprite}, survey::{Budget, CostSurvey, Summary, Survey}, geom::Size};
///
/// let block = Sprite::new("block", Picture::new(Size::new(2, 1), vec![255; 8], PictureFormat::Png, true), 0);
/// let mut survey = CostSurvey::new(block.raster(), block.raster(), &[Scan::ROWS]);
/// survey.step(Budget::Places(1), &|| false);                          // one offset is done,
/// assert_eq!((survey.progress().done(), survey.progress().total()), (1, 3));
/// assert!(survey.finish(&|| false));                                  // and now all three: x from -1 to 1
/// let summary = Summary::of(&survey, &survey.maps[0]);
/// assert_eq!((summary.hits.offsets, summary.hits.total), (3, 3));     // each hit by the first visit
/// ```
pub trait Survey {
    /// Its progress.
    fn progress(&self) -> Progress;

    /// Asks about the next places until the budget is spent or `cancelled` says so. It can go on later; the answers do not
    /// depend on how it is divided into steps. Where time is short, a step on one thread may end within a place.
    ///
    /// Only the calling thread asks `cancelled`, between two places or two answers at one.
    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool);

    /// Asks about all places that are left. False if it was cancelled before.
    fn finish(&mut self, cancelled: &dyn Fn() -> bool) -> bool {
        while !self.progress().is_complete() {
            if cancelled() {
                return false;
            }
            self.step(Budget::Time(Duration::from_millis(500)), cancelled);
        }
        true
    }
}

/// The amount of work of one step of a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// The places that are done in about this time.
    Time(Duration),
    /// This many places.
    Places(u64),
}

impl Budget {
    /// The time and the places that it allows.
    pub(super) const fn parts(self) -> (Duration, u64) {
        match self {
            Self::Time(time) => (time, u64::MAX),
            Self::Places(places) => (Duration::MAX, places),
        }
    }
}

/// The progress of a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    sweep: Sweep,
    done: u64,
}

impl Progress {
    /// Nothing is done of a grid of `size`.
    pub(super) fn of(size: Size) -> Self {
        Self { sweep: Sweep::over(size), done: 0 }
    }

    /// Nothing is done of `len` places, which are asked about in their order.
    pub(crate) const fn in_order(len: u32) -> Self {
        Self { sweep: Sweep::row_by_row(Size::new(len, 1)), done: 0 }
    }

    /// The number of places that are done.
    pub const fn done(self) -> u64 {
        self.done
    }

    /// The number of places.
    pub fn total(self) -> u64 {
        self.sweep.len()
    }

    /// Everything has been done at once.
    pub(crate) fn complete(&mut self) {
        self.done = self.total();
    }

    /// True when every place is done.
    pub fn is_complete(self) -> bool {
        self.done == self.total()
    }

    /// True if the answer at column `x` and row `y`, inside the grid, is its own, not that of a coarser place.
    pub fn is_known(self, x: u32, y: u32) -> bool {
        self.sweep.rank(x, y) < self.done
    }

    /// The places that are done, in the order in which they were asked about.
    pub fn places(self) -> impl Iterator<Item = Square> {
        (0..self.done).filter_map(move |rank| self.sweep.place(rank))
    }

    /// Goes on to the next places on all cores. `go_on` is given a place until it has an answer: one thread alone ends its
    /// step in between, and keeps in `begun` what is known of the next place.
    pub(super) fn advance_in_parts<B: Default, T: Send>(
        &mut self,
        budget: Budget,
        cancelled: &dyn Fn() -> bool,
        begun: &mut B,
        go_on: impl Fn(Square, &mut B, &dyn Fn() -> bool) -> Option<T> + Sync,
        mut take: impl FnMut(Square, T),
    ) {
        if self.is_left_to_one_thread() {
            self.advance_alone(budget, cancelled, |place, is_over| {
                let answer = go_on(place, begun, is_over).filter(|_| !elsewhere::lacks_runs());
                let is_known = answer.is_some();
                if is_known || elsewhere::lacks_runs() {
                    *begun = B::default();
                }
                answer.into_iter().for_each(|answer| take(place, answer));
                is_known
            });
            return self.look_ahead(go_on);
        }
        *begun = B::default();
        let ask = |place| {
            let mut begun = B::default();
            let mut parts = iter::repeat_with(|| go_on(place, &mut begun, &|| false));
            parts.find_map(|answer| answer).expect("the parts end with an answer")
        };
        self.advance(budget, cancelled, ask, take);
    }

    /// Requests the runs of scripts at the next places, too, if one is lacking.
    fn look_ahead<B: Default, T>(&self, go_on: impl Fn(Square, &mut B, &dyn Fn() -> bool) -> Option<T>) {
        let start = Instant::now();
        let ahead = (self.done..).map_while(|rank| self.sweep.place(rank));
        for place in ahead.take_while(|_| elsewhere::has_room() && start.elapsed() < LONGEST_LOOK) {
            let mut begun = B::default();
            while go_on(place, &mut begun, &|| false).is_none() {}
        }
    }

    /// True if one thread alone is to ask about the places that are left.
    fn is_left_to_one_thread(&self) -> bool {
        threads_for(self.total() - self.done) <= 1
    }

    /// Goes on to the next places on this thread alone. `go` is given a place, and when the step is over, until it says that
    /// the place is done.
    pub(super) fn advance_alone(
        &mut self,
        budget: Budget,
        cancelled: &dyn Fn() -> bool,
        mut go: impl FnMut(Square, &dyn Fn() -> bool) -> bool,
    ) {
        let ((time, places), start) = (budget.parts(), Instant::now());
        let is_over = || start.elapsed() >= time || cancelled();
        let end = self.done.saturating_add(places).min(self.total());
        while let Some(place) = self.sweep.place(self.done).filter(|_| self.done < end && !cancelled()) {
            self.done += u64::from(go(place, &is_over));
            if start.elapsed() >= time {
                break;
            }
        }
    }

    /// Asks about the next places on all cores, and hands the answers to `take` in their order. One thread alone hands over
    /// each at once, so that the time for that is part of the budget.
    ///
    /// Every rank below `next` has been claimed, and the thread that claims a rank answers it: the answers have no
    /// gaps.
    pub(crate) fn advance<T: Send>(
        &mut self,
        budget: Budget,
        cancelled: &dyn Fn() -> bool,
        ask: impl Fn(Square) -> T + Sync,
        mut take: impl FnMut(Square, T),
    ) {
        let (time, places) = budget.parts();
        let end = self.done.saturating_add(places.min(MOST_ANSWERS)).min(self.total());
        if self.is_left_to_one_thread() {
            let go = |place, _: &dyn Fn() -> bool| {
                take(place, ask(place));
                true
            };
            return self.advance_alone(budget, cancelled, go);
        }
        if self.done >= end || cancelled() {
            return;
        }
        let (start, sweep) = (Instant::now(), self.sweep);
        let (next, stop) = (AtomicU64::new(self.done), AtomicBool::new(false));
        let answers = Mutex::new(Vec::new());
        let work = |may_go_on: &dyn Fn() -> bool| {
            let mut own = Vec::new();
            loop {
                let rank = next.fetch_add(1, Ordering::Relaxed);
                let Some(place) = sweep.place(rank).filter(|_| rank < end) else { break };
                own.push((rank, place, ask(place)));
                if !may_go_on() {
                    break;
                }
            }
            answers.lock().unwrap_or_else(PoisonError::into_inner).append(&mut own);
        };
        // Where no thread can be started, this one does all.
        thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads_for(end - self.done))
                .map_while(|_| {
                    let help = || work(&|| !stop.load(Ordering::Relaxed));
                    thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            work(&|| {
                let may_go_on = start.elapsed() < time && !cancelled();
                stop.store(!may_go_on, Ordering::Relaxed);
                may_go_on
            });
            for helper in helpers {
                helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        });
        let mut answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
        answers.sort_unstable_by_key(|(rank, ..)| *rank);
        self.done += answers.len() as u64;
        for (_, place, answer) in answers {
            take(place, answer);
        }
    }
}

thread_local! {
    /// The most threads that work on a step of this one.
    static MOST_THREADS: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Lets at most this many threads work on the steps that this thread makes from here on, as on a machine with fewer cores; at
/// least one does: for tests.
pub fn use_at_most(threads: u64) {
    MOST_THREADS.set(threads);
}

/// The number of threads that ask about `places`, the calling one included.
pub(super) fn threads_for(places: u64) -> u64 {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    cores.min(places).min(MOST_THREADS.get())
}
