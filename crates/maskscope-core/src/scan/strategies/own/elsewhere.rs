//! Runs of scripts that are made elsewhere: a page has one thread, which shows its frames, and a script cannot be suspended.
//!
//! Once [`open`]ed, a thread runs no script [`with_known_runs`]: work there gets the runs that are known, and requests the others.
//! It is done again when they are known. All other work runs scripts at once, as every thread of a desktop does.
//!
//! ```text
//! page                                             worker
//! with_known_runs -> take_request -> pack  -----►  perform
//! with_known_runs <- answer                ◄-----
//! ```

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use web_time::{Duration, Instant};

use super::engine::{self, ScriptRun, ScriptTask};
use super::failure::{Failure, FailureStage};
use super::world::{ScriptBox, VisitValues};
use crate::geom::Size;
use crate::scan::probe::VisitOutcome;
use crate::scan::visit::{Hit, Visit};

/// The most runs of a request, and the most bytes of their boxes.
const MOST_TASKS: usize = 256;
const MOST_BYTES: usize = 4 << 20;
/// The time after which an answer has no more runs, and the bytes.
const LONGEST_ANSWER: Duration = Duration::from_millis(100);
const LARGEST_ANSWER: usize = 8 << 20;
/// The most runs that stay known, and the most bytes: two of the largest fit.
const MOST_KNOWN: usize = 1_024;
const MOST_KNOWN_BYTES: usize = 96 << 20;

thread_local! {
    static ELSEWHERE: RefCell<Elsewhere> = RefCell::default();
}

/// Runs that are made elsewhere, as far as a thread knows them.
#[derive(Default)]
struct Elsewhere {
    is_open: bool,
    /// True inside of [`with_known_runs`].
    is_deferring: bool,
    /// The runs that the work needs and that are not known.
    wanted: Option<ScriptRequest>,
    /// The latest runs, with their scripts.
    known: VecDeque<(Arc<str>, ScriptTask, ScriptRun)>,
}

/// Runs of a script that are to be made elsewhere.
#[derive(Clone, Debug)]
pub struct ScriptRequest {
    text: Arc<str>,
    tasks: Vec<ScriptTask>,
    /// The number of times that runs of the script were abandoned: now, and as it was requested.
    abandoned: (Arc<AtomicU32>, u32),
}

/// A request or an answer as a message: a text, and bytes.
pub type ScriptMessage = (String, Vec<u8>);

/// The part of a run that an answer has in its text: the number of visits, whether each has an outcome, the operations, the end and
/// the variables.
type Head = (usize, bool, u64, Result<Option<Hit>, Failure>, Vec<VisitValues>);

/// From now on, scripts of this thread can be run elsewhere.
pub fn open() {
    ELSEWHERE.with_borrow_mut(|elsewhere| elsewhere.is_open = true);
}

/// From now on, this thread runs its scripts itself.
pub fn close() {
    ELSEWHERE.with_borrow_mut(|elsewhere| elsewhere.is_open = false);
}

/// Does `work`, whose result means nothing if it then [`lacks_runs`].
pub fn with_known_runs<T>(work: impl FnOnce() -> T) -> T {
    let set = |is_deferring| ELSEWHERE.with_borrow_mut(|elsewhere| elsewhere.is_deferring = is_deferring);
    ELSEWHERE.with_borrow_mut(|elsewhere| elsewhere.wanted = None);
    set(true);
    let result = work();
    set(false);
    result
}

/// The work that was `begun`, or that begins now; `None` if its beginning lacks runs, and has to be made again.
pub fn begun_or<T>(begun: &mut Option<T>, begin: impl FnOnce() -> T) -> Option<&mut T> {
    if begun.is_none() {
        *begun = Some(begin()).filter(|_| !lacks_runs());
    }
    begun.as_mut()
}

/// True if the latest work [`with_known_runs`] needs runs that are not known.
pub fn lacks_runs() -> bool {
    ELSEWHERE.with_borrow(|elsewhere| elsewhere.wanted.is_some())
}

/// True if it lacks runs, and its request has room for more: those that the work will need next.
pub fn has_room() -> bool {
    let has_room = |it: &ScriptRequest| it.tasks.len() < MOST_TASKS && bytes_of(&it.tasks) < MOST_BYTES;
    ELSEWHERE.with_borrow(|elsewhere| elsewhere.wanted.as_ref().is_some_and(has_room))
}

/// Takes the request for the runs that are not known.
pub fn take_request() -> Option<ScriptRequest> {
    ELSEWHERE.with_borrow_mut(|elsewhere| elsewhere.wanted.take())
}

/// Runs a script, here or elsewhere. A run that is not known yet counts as abandoned where the work can wait for it.
pub(super) fn run(text: &Arc<str>, task: ScriptTask, abandoned: &Arc<AtomicU32>) -> ScriptRun {
    let known = ELSEWHERE.with_borrow_mut(|elsewhere| {
        let known = elsewhere.is_open.then(|| elsewhere.known(text, &task)).flatten();
        known.or_else(|| (elsewhere.is_open && elsewhere.is_deferring).then(|| elsewhere.want(text, &task, abandoned)))
    });
    known.unwrap_or_else(|| engine::run(text, task, abandoned))
}

impl Elsewhere {
    fn known(&self, text: &Arc<str>, task: &ScriptTask) -> Option<ScriptRun> {
        let (.., run) = self.known.iter().find(|(of, known, _)| of == text && known == task)?;
        Some(run.clone())
    }

    /// Requests a run.
    fn want(&mut self, text: &Arc<str>, task: &ScriptTask, abandoned: &Arc<AtomicU32>) -> ScriptRun {
        let then = abandoned.load(Ordering::Relaxed);
        let abandoned = (Arc::clone(abandoned), then);
        let wanted = ScriptRequest { text: Arc::clone(text), tasks: Vec::new(), abandoned };
        let wanted = self.wanted.get_or_insert(wanted);
        if wanted.text == *text && !wanted.tasks.contains(task) {
            wanted.tasks.push(task.clone());
        }
        ScriptRun::failed(Failure::new(FailureStage::Abandoned, "not known yet"))
    }

    /// Keeps a run, and forgets the oldest.
    fn keep(&mut self, text: Arc<str>, task: ScriptTask, run: ScriptRun) {
        self.known.push_back((text, task, run));
        let bytes = |known: &VecDeque<(_, ScriptTask, ScriptRun)>| -> usize {
            known.iter().map(|(_, task, run)| bytes_of([task]) + run.visits.len() * size_of::<(Visit, u32)>()).sum()
        };
        while self.known.len() > MOST_KNOWN || bytes(&self.known) > MOST_KNOWN_BYTES {
            self.known.pop_front();
        }
    }
}

fn bytes_of<'a>(tasks: impl IntoIterator<Item = &'a ScriptTask>) -> usize {
    tasks.into_iter().map(|task| size_of_val(&task.place.words[..])).sum()
}

impl ScriptRequest {
    /// True if nobody waits for it any more.
    pub fn is_abandoned(&self) -> bool {
        let (now, then) = &self.abandoned;
        now.load(Ordering::Relaxed) != *then
    }

    /// The request as a message, for [`perform`].
    pub fn pack(&self) -> ScriptMessage {
        let mut bytes = Vec::new();
        for ScriptTask { place: ScriptBox { size, origins: [a, b], hint, words }, watched } in &self.tasks {
            let rank = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            let sides = [size.width, size.height, a.0, a.1, b.0, b.1, hint.0, hint.1];
            let numbers = sides.into_iter().chain([watched.start, watched.end].map(rank));
            bytes.extend(numbers.flat_map(u32::to_le_bytes));
            bytes.extend(words.iter().flat_map(|(a, b)| [a.to_le_bytes(), b.to_le_bytes()]).flatten());
        }
        (self.text.to_string(), bytes)
    }

    /// Takes the answer: at least the first of these runs is known from now on. One that cannot be read is a failure.
    pub fn answer(self, text: &str, mut bytes: &[u8]) {
        let heads = serde_json::from_str::<Vec<Head>>(text).unwrap_or_default();
        let runs: Option<Vec<_>> = heads.into_iter().map(|head| read_run(head, &mut bytes)).collect();
        match runs {
            Some(runs) if !runs.is_empty() => self.keep(runs),
            _ => self.fail(),
        }
    }

    /// The interpreter has failed at the first of these runs.
    pub fn fail(self) {
        self.keep(vec![ScriptRun::failed(Failure::of_interpreter())]);
    }

    /// From now on, the first of these runs are known.
    fn keep(self, runs: Vec<ScriptRun>) {
        ELSEWHERE.with_borrow_mut(|elsewhere| {
            for (task, run) in self.tasks.into_iter().zip(runs) {
                elsewhere.keep(Arc::clone(&self.text), task, run);
            }
        });
    }
}

/// Makes the first runs of a request, as long as an answer may take, and packs them. `None` if the request cannot be read.
pub fn perform(text: &str, mut bytes: &[u8]) -> Option<ScriptMessage> {
    let never = Arc::default();
    let started = Instant::now();
    let (mut heads, mut packed): (Vec<Head>, Vec<u8>) = Default::default();
    while !bytes.is_empty() && (heads.is_empty() || started.elapsed() < LONGEST_ANSWER && packed.len() < LARGEST_ANSWER)
    {
        let task = read_task(&mut bytes)?;
        let is_watched = !task.watched.is_empty();
        let mut run = engine::run(text, task, &never);
        if is_watched {
            // Only the variables are wanted.
            (run.visits, run.outcomes, run.lines) = Default::default();
        }
        let visits = run.visits.iter().flat_map(|it| [it.x.cast_unsigned(), it.y.cast_unsigned(), it.width, it.height]);
        packed.extend(visits.flat_map(u32::to_le_bytes));
        packed.extend(run.lines.iter().flat_map(|line| line.to_le_bytes()));
        packed.extend(run.outcomes.iter().map(|outcome| *outcome as u8));
        heads.push((run.visits.len(), !run.outcomes.is_empty(), run.operations, run.end, run.values));
    }
    Some((serde_json::to_string(&heads).ok()?, packed))
}

/// Takes `N` bytes from the front.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

fn read_task(bytes: &mut &[u8]) -> Option<ScriptTask> {
    let mut numbers = [0; 10];
    for number in &mut numbers {
        *number = u32::from_le_bytes(take(bytes)?);
    }
    let [width, height, a_x, a_y, b_x, b_y, hint_x, hint_y, first, end] = numbers;
    let size = Size::new(width, height);
    let index = |n: u32| usize::try_from(n).expect("u32 fits in usize");
    let mut word = || Some((u64::from_le_bytes(take(bytes)?), u64::from_le_bytes(take(bytes)?)));
    let words: Option<_> = (0..ScriptBox::stride(size) * index(height)).map(|_| word()).collect();
    let place = ScriptBox { size, origins: [(a_x, a_y), (b_x, b_y)], hint: (hint_x, hint_y), words: words? };
    Some(ScriptTask { place, watched: index(first)..index(end) })
}

fn read_run((visits, has_outcomes, operations, end, values): Head, bytes: &mut &[u8]) -> Option<ScriptRun> {
    let outcome =
        |byte| [VisitOutcome::Miss, VisitOutcome::Split, VisitOutcome::Hit].into_iter().find(|it| *it as u8 == byte);
    let mut number = || Some(u32::from_le_bytes(take(bytes)?));
    let mut visit = || {
        let (x, y) = (number()?.cast_signed(), number()?.cast_signed());
        Some(Visit { x, y, width: number()?, height: number()? })
    };
    let seen: Option<_> = (0..visits).map(|_| visit()).collect();
    let lines: Option<_> = (0..visits).map(|_| take(bytes).map(u16::from_le_bytes)).collect();
    let outcomes = if has_outcomes { visits } else { 0 };
    let outcomes: Option<_> = (0..outcomes).map(|_| take(bytes).and_then(|[byte]| outcome(byte))).collect();
    Some(ScriptRun { visits: seen?, outcomes: outcomes?, lines: lines?, operations, values, end })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Offset;
    use crate::mask::{Mask, Prepared};
    use crate::scan::{Own, Pair};

    /// Makes the runs that the last work lacked, as a worker does; returns the number of them that were requested.
    fn make_lacking() -> usize {
        let request = take_request().expect("something is lacking");
        let (text, bytes) = request.pack();
        let requested = request.tasks.len();
        let (text, bytes) = perform(&text, &bytes).expect("a request");
        request.answer(&text, &bytes);
        requested
    }

    #[test]
    fn a_run_made_elsewhere_is_that_made_here() {
        let size = Size::new(100, 9);
        let a = Prepared::new(Mask::checkerboard(size)[0].clone());
        let b = Prepared::new(Mask::from_fn(size, |x, y| x > 70 && y > 3));
        let pair = Pair::new(&a, &b, Offset::new(3, -1)).expect("boxes that overlap");
        for text in [
            "for y in 0..h { for x in 0..w { let z = x + y; if visit(x, y) { return true } } }",
            "for y in 0..h { visit_row(hint_x, y, 20) } [80 - a_x, 5 - b_y]",
            "let n = counts(0, 0, w, h); counts(0, 0, 1, 1); false",
            "visit(1, 1);\nvisit(w, 0)",
            "visit(0,",
        ] {
            let own = Own::new("elsewhere", text);
            let of = |run: ScriptRun| (run.visits, run.outcomes, run.lines, run.operations, run.end);
            let (run, values) = (of(own.run_on(&pair)), own.values_on(&pair, 2..5));
            open();
            with_known_runs(|| (own.run_on(&pair), own.values_on(&pair, 2..5)));
            assert!(lacks_runs() && has_room());
            assert_eq!(make_lacking(), 2);
            let known = with_known_runs(|| (of(own.run_on(&pair)), own.values_on(&pair, 2..5)));
            close();
            assert!(!lacks_runs());
            assert_eq!(known, (run, values), "{text}");
        }
    }

    #[test]
    fn work_that_cannot_wait_takes_a_run_that_is_known() {
        let full = Prepared::new(!Mask::new(Size::new(5, 5)));
        let pair = Pair::new(&full, &full, Offset::default()).expect("the same box");
        let own = Own::new("elsewhere", "false");
        let visits = || own.run_on(&pair).visits.len();
        open();
        with_known_runs(visits);
        let request = take_request().expect("it is lacking");
        // Not what the script does, so that the run shows whose it is.
        let (text, bytes) = perform("visit(1, 1); false", &request.pack().1).expect("a request");
        request.answer(&text, &bytes);
        assert_eq!(visits(), 1);
        close();
        assert_eq!(visits(), 0);
    }

    #[test]
    fn a_run_that_is_not_known_is_no_failure_and_may_be_abandoned() {
        let full = Prepared::new(!Mask::new(Size::new(5, 5)));
        let pair = Pair::new(&full, &full, Offset::default()).expect("the same box");
        let own = Own::new("elsewhere", "this does not compile");
        open();
        let run = with_known_runs(|| own.run_on(&pair));
        assert_eq!(run.end.expect_err("not known").stage, FailureStage::Abandoned);
        assert_eq!(own.failure(), None);
        let request = take_request().expect("it is lacking");
        assert!(!request.is_abandoned());
        own.abandon();
        assert!(request.is_abandoned());
        drop(request);
        assert_eq!(own.run_on(&pair).end.expect_err("made here").stage, FailureStage::Compiling);
        close();
    }

    #[test]
    fn a_run_at_which_the_worker_fails_is_an_error_of_the_script() {
        let full = Prepared::new(!Mask::new(Size::new(5, 5)));
        let pair = Pair::new(&full, &full, Offset::default()).expect("the same box");
        let own = Own::new("elsewhere", "visit(0, 0)");
        open();
        let ways: [fn(ScriptRequest); 3] =
            [ScriptRequest::fail, |request| request.answer("[]", &[]), |request| request.answer("{", &[])];
        for how in ways {
            with_known_runs(|| own.run_on(&pair));
            how(take_request().expect("it is lacking"));
            let failure = with_known_runs(|| own.run_on(&pair)).end.expect_err("it failed");
            assert_eq!(failure.to_string(), "stopped: the interpreter failed at this script");
            assert!(own.failure().is_some_and(|failure| failure.is_stopped()), "no survey runs it again");
            ELSEWHERE.with_borrow_mut(|elsewhere| elsewhere.known.clear());
        }
        close();
    }
}
