//! Progress of a command on a terminal: its name, how much of it is done, and the time left.

use std::io::{self, IsTerminal as _, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::{borrow::Cow, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::files::listen_to_progress;
use maskscope_core::survey::{Budget, Running};
use maskscope_core::words::{duration, thousands, whole_percent};

/// Shorter commands show no progress.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time from one line to the next.
const PACE: Duration = Duration::from_millis(100);
/// Longer stages are announced, in nanoseconds.
const HUGE: f64 = 10e9;

/// The line of the stage that is under way; hidden until it is to be shown. A length of 0 is unknown.
static LINE: LazyLock<ProgressBar> = LazyLock::new(|| {
    let rest = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let total = state.len().unwrap_or_default();
        let _ = match nanos_left(state.elapsed(), state.pos(), total) {
            Some(left) => write!(out, ": {}, {} left", whole_percent(state.pos(), total), duration(left.max(1e9))),
            None => write!(out, " …"),
        };
    };
    let style = ProgressStyle::with_template("{msg}{rest}").expect("a template of two fields");
    ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden()).with_style(style.with_key("rest", rest))
});
/// The name of its parts, until it has been announced.
static UNIT: Mutex<Option<Cow<'static, str>>> = Mutex::new(None);

/// Begins a stage in which the command does `what`; its length is unknown until a file that is read or written tells it.
pub(in crate::cli) fn begin(what: impl Into<String>) {
    begin_parts(what, 0, "parts");
}

/// Begins a stage of `total` parts, which are called `unit`, in which the command does `what`.
pub(in crate::cli) fn begin_parts(what: impl Into<String>, total: u64, unit: impl Into<Cow<'static, str>>) {
    *UNIT.lock().unwrap_or_else(PoisonError::into_inner) = Some(unit.into());
    LINE.set_message(what.into());
    LINE.set_length(total);
    LINE.reset();
}

/// Notes that `done` parts are done.
pub(in crate::cli) fn reached(done: u64) {
    LINE.set_position(done);
}

/// Notes that `done` of `total` parts are done.
pub(in crate::cli) fn reached_of(done: u64, total: u64) {
    LINE.set_length(total);
    reached(done);
}

/// Yields the `items`, each of them a part of `what`: it is done when the next is asked for.
pub(in crate::cli) fn through<T>(
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
pub(in crate::cli) fn finish(what: impl Into<String>, unit: &'static str, survey: &mut dyn Running) {
    begin_parts(what, survey.progress().total(), unit);
    while !survey.progress().is_complete() {
        survey.step(Budget::Time(PACE), &|| false);
        reached(survey.progress().done());
    }
}

/// Takes the line off the terminal, until another stage begins.
pub(in crate::cli) fn hide() {
    if !LINE.is_finished() {
        LINE.finish_and_clear();
    }
}

/// Returns how long the rest takes at the pace so far, in nanoseconds; `None` before anything is done.
#[expect(clippy::cast_precision_loss, reason = "an estimate is not an exact number")]
fn nanos_left(elapsed: Duration, done: u64, total: u64) -> Option<f64> {
    let rest = total.checked_sub(done)?;
    (done > 0).then(|| elapsed.as_nanos() as f64 * rest as f64 / done as f64)
}

/// Returns the line that announces a very long stage of `total` parts; some are `done`.
fn announcement(what: &str, unit: &str, elapsed: Duration, done: u64, total: u64) -> Option<String> {
    let left = nanos_left(elapsed, done, total).filter(|left| *left > HUGE)?;
    let (total, left) = (thousands(total), duration(left));
    Some(format!("maskscope: {what}: {total} {unit}, which takes about {left}; Ctrl C ends it"))
}

/// Writes the line again, and announces a very long stage once.
fn draw() {
    if LINE.is_finished() || LINE.message().is_empty() {
        return;
    }
    let mut unit = UNIT.lock().unwrap_or_else(PoisonError::into_inner);
    let announced = unit.as_deref().and_then(|unit| {
        announcement(&LINE.message(), unit, LINE.elapsed(), LINE.position(), LINE.length().unwrap_or_default())
    });
    if let Some(announced) = announced {
        *unit = None;
        LINE.println(announced);
    }
    LINE.tick();
}

/// The line on standard error; it is gone when this is dropped.
pub(in crate::cli) struct ProgressLine(Option<(Sender<()>, JoinHandle<()>)>);

impl ProgressLine {
    /// No line.
    pub(in crate::cli) const HIDDEN: Self = Self(None);

    /// A line that appears after half a second, where standard error is a terminal.
    pub(in crate::cli) fn on_terminal() -> Self {
        if !io::stderr().is_terminal() {
            return Self::HIDDEN;
        }
        listen_to_progress(reached_of);
        let (end, ended) = channel();
        let keep_drawing = move || {
            let waited = |pause| ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout);
            if waited(PATIENCE) {
                LINE.set_draw_target(ProgressDrawTarget::stderr());
                draw();
                while waited(PACE) {
                    draw();
                }
            }
        };
        // Where no thread can be had, there is no line.
        Self(thread::Builder::new().spawn(keep_drawing).ok().map(|drawing| (end, drawing)))
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some((end, drawing)) = self.0.take() {
            drop(end);
            // If it panicked there is nothing to wait for.
            let _ = drawing.join();
            hide();
        }
    }
}

/// The output `out`. Where it is the terminal, too, the line is gone before the answer begins.
pub(in crate::cli) struct Answering<'a> {
    pub(in crate::cli) out: &'a mut dyn Write,
    pub(in crate::cli) is_terminal: bool,
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

    #[test]
    fn a_very_long_stage_is_announced() {
        let announced = |done, total| announcement("survey cost", "placements", Duration::from_secs(3), done, total);
        assert_eq!(announced(0, 1_000_000), None);
        assert_eq!(announced(100, 400), None);
        let line = "maskscope: survey cost: 1,000,000 placements, which takes about 8.3 h; Ctrl C ends it";
        assert_eq!(announced(100, 1_000_000).as_deref(), Some(line));
    }
}
