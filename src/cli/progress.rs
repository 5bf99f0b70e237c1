//! What a command that takes long says of itself on a terminal: what it does, how much of that is done, and the time left.

use std::{
    borrow::Cow,
    io::{self, IsTerminal as _, Write},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::{
    survey::{Budget, Running},
    words::{duration, thousands, whole_percent},
};

/// What is done sooner shows no progress.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often the line is written.
const PACE: Duration = Duration::from_millis(100);
/// What takes longer is announced, in nanoseconds.
const HUGE: f64 = 10e9;

/// The part of the command that is under way, if it is to be shown.
static STAGE: Mutex<Option<Stage>> = Mutex::new(None);
/// How many of its parts are done.
static DONE: AtomicU64 = AtomicU64::new(0);
/// How many columns the line has that is on the terminal now. Locked by who writes there.
static SHOWN: Mutex<usize> = Mutex::new(0);

/// A part of a command.
struct Stage {
    what: String,
    since: Instant,
    /// 0 where nobody knows.
    total: u64,
    /// What its parts are called.
    unit: Cow<'static, str>,
    is_to_be_announced: bool,
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From here on the command does `what`, and nobody knows for how long.
pub(super) fn begin(what: impl Into<String>) {
    begin_parts(what, 0, "");
}

/// From here on the command does `what`, in `total` parts that are called `unit`.
pub(super) fn begin_parts(what: impl Into<String>, total: u64, unit: impl Into<Cow<'static, str>>) {
    let mut stage = locked(&STAGE);
    DONE.store(0, Ordering::Relaxed);
    let (what, unit) = (what.into(), unit.into());
    *stage = Some(Stage { what, since: Instant::now(), total, unit, is_to_be_announced: true });
}

/// From here on `done` parts are done.
pub(super) fn reached(done: u64) {
    DONE.store(done, Ordering::Relaxed);
}

/// The `items`, each of them a part of `what`: it is done when the next is asked for.
pub(super) fn through<T>(
    what: &str,
    unit: &'static str,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
) -> impl Iterator<Item = T> {
    let items = items.into_iter();
    begin_parts(what, items.len() as u64, unit);
    items.zip(0..).map(|(item, done)| {
        reached(done);
        item
    })
}

/// Finishes `survey`, whose places are called `unit`, with its progress as that of `what`.
pub(super) fn finish(what: impl Into<String>, unit: &'static str, survey: &mut dyn Running) {
    begin_parts(what, survey.progress().total(), unit);
    while !survey.progress().is_complete() {
        survey.step(Budget::Time(PACE), &|| false);
        reached(survey.progress().done());
    }
}

impl Stage {
    /// The stage in a line: `survey cost: 45 %, 3.2 s left`.
    fn line(&self, done: u64) -> String {
        let Self { what, total, .. } = self;
        match self.nanos_left(done) {
            Some(left) => format!("{what}: {}, {} left", whole_percent(done, *total), duration(left.max(1e9))),
            None => format!("{what} …"),
        }
    }

    /// How long the rest takes at the pace so far, in nanoseconds; `None` before anything is done.
    #[expect(clippy::cast_precision_loss, reason = "an estimate is no exact number")]
    fn nanos_left(&self, done: u64) -> Option<f64> {
        let rest = self.total.checked_sub(done)?;
        (done > 0).then(|| self.since.elapsed().as_nanos() as f64 * rest as f64 / done as f64)
    }

    /// What is said once of a stage that takes very long: a line of its own.
    fn announcement(&mut self, done: u64) -> Option<String> {
        let left = self.nanos_left(done).filter(|left| *left > HUGE && self.is_to_be_announced)?;
        self.is_to_be_announced = false;
        let Self { what, total, unit, .. } = self;
        Some(format!(
            "maskscope: {what}: {} {unit}, which takes about {}; Ctrl C ends it",
            thousands(*total),
            duration(left)
        ))
    }
}

/// The line on standard error; it is gone when this is dropped.
pub(super) struct Line(Option<(Sender<()>, JoinHandle<()>)>);

impl Line {
    /// No line.
    pub(super) const HIDDEN: Self = Self(None);

    /// A line that appears after half a second, where standard error is a terminal.
    pub(super) fn on_terminal() -> Self {
        if !io::stderr().is_terminal() {
            return Self::HIDDEN;
        }
        let (end, ended) = channel();
        let keep_drawing = move || {
            let mut pause = PATIENCE;
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                pause = PACE;
                draw();
            }
        };
        // Where no thread can be had, there is no line.
        Self(thread::Builder::new().spawn(keep_drawing).ok().map(|drawing| (end, drawing)))
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some((end, drawing)) = self.0.take() {
            drop(end);
            // If it panicked there is nothing to wait for.
            let _ = drawing.join();
            hide();
        }
    }
}

/// Takes the line off the terminal, until another stage begins.
pub(super) fn hide() {
    *locked(&STAGE) = None;
    let mut shown = locked(&SHOWN);
    if *shown > 0 {
        say(&erased(*shown));
        *shown = 0;
    }
}

/// Writes the line of the stage that is under way in place of the one before.
fn draw() {
    let mut shown = locked(&SHOWN);
    let (announcement, line) = match &mut *locked(&STAGE) {
        Some(stage) => {
            let done = DONE.load(Ordering::Relaxed);
            (stage.announcement(done), stage.line(done))
        }
        None => return,
    };
    let Some(room) = room() else { return };
    let announcement = announcement.map(|announcement| announcement + "\n").unwrap_or_default();
    let line = fitting(&line, room);
    // The cursor goes back to the beginning: what else is written, as the ^C of a terminal, stands where the line is erased.
    say(&format!("{}{announcement}{line}\r", erased(*shown)));
    *shown = columns(&line);
}

/// What erases a line of `columns` on any terminal.
fn erased(columns: usize) -> String {
    format!("\r{:columns$}\r", "")
}

/// How many columns `text` takes, at most: some letters are as wide as two.
fn columns(text: &str) -> usize {
    text.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum()
}

/// The beginning of `line` that fits into `room` columns.
fn fitting(line: &str, room: usize) -> String {
    let ends = line.char_indices().map(|(at, letter)| at + letter.len_utf8());
    ends.map(|end| &line[..end]).take_while(|start| columns(start) <= room).last().unwrap_or_default().to_owned()
}

/// How many columns the line may have; `None` where the terminal is another program's for now: this one runs in the background.
#[cfg(unix)]
fn room() -> Option<usize> {
    use rustix::{process::getpgrp, termios};
    if termios::tcgetpgrp(io::stderr()).is_ok_and(|foreground| foreground != getpgrp()) {
        return None;
    }
    let columns = termios::tcgetwinsize(io::stderr()).map_or(0, |size| usize::from(size.ws_col));
    // A terminal that does not know its size says 0.
    Some(if columns == 0 { 79 } else { columns - 1 })
}

#[cfg(not(unix))]
const fn room() -> Option<usize> {
    Some(79)
}

/// Says `text` on standard error; a terminal that is gone hears nothing.
fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// The output `out`. Where it is the terminal, too, the line is gone before the answer begins.
pub(super) struct Answering<'a> {
    pub(super) out: &'a mut dyn Write,
    pub(super) is_terminal: bool,
}

impl Write for Answering<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_terminal {
            hide();
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(total: u64) -> Stage {
        let since = Instant::now().checked_sub(Duration::from_secs(3)).expect("the machine runs for longer");
        let (what, unit) = ("survey cost".to_owned(), "placements".into());
        Stage { what, since, total, unit, is_to_be_announced: true }
    }

    #[test]
    fn a_stage_says_what_is_done_and_what_is_left() {
        assert_eq!(stage(0).line(0), "survey cost …");
        assert_eq!(stage(400).line(0), "survey cost …");
        assert_eq!(stage(400).line(100), "survey cost: 25 %, 9.0 s left");
        assert_eq!(stage(400).line(399), "survey cost: 99 %, 1.0 s left");
    }

    #[test]
    fn what_takes_very_long_is_announced_once() {
        assert_eq!(stage(400).announcement(100), None);
        let mut huge = stage(1_000_000);
        assert_eq!(huge.announcement(0), None);
        let said = "maskscope: survey cost: 1,000,000 placements, which takes about 8.3 h; Ctrl C ends it";
        assert_eq!(huge.announcement(100).as_deref(), Some(said));
        assert_eq!(huge.announcement(100), None);
    }

    #[test]
    fn a_line_fits_the_terminal() {
        assert_eq!(fitting("survey cost: 25 %", 80), "survey cost: 25 %");
        assert_eq!(fitting("survey cost: 25 %", 6), "survey");
        assert_eq!(fitting("読む …", 4), "読む");
        assert_eq!(fitting("読む …", 3), "読");
        assert_eq!(fitting("survey", 0), "");
    }
}
