//! Ctrl C: a command ends at once, with nothing half written and nothing left on the terminal. While a game runs, signals are
//! noted, and its run ends it.

use std::sync::mpsc::channel;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::progress;
use crate::files::stop_writing;

/// Exit code that shells report for a program ended by a signal, less the signal's number.
const ENDED: i32 = 128;
/// Number of Ctrl C as a signal.
const INTERRUPT: i32 = 2;
/// The longest time for tidying up: a terminal or a disk may not answer.
const TIDYING: Duration = Duration::from_millis(50);
/// The time within which requests to end are one: `timeout` sends its signal to a process and to its group, and a terminal that
/// is closed sends SIGHUP, as its shell does.
const SAME: Duration = Duration::from_millis(500);
/// The time that a request to end leaves.
const PATIENCE: Duration = Duration::from_secs(5);

/// The signals that have come since they are held; `None` while they end the program.
static HELD: Mutex<Option<Noted>> = Mutex::new(None);

#[derive(Clone, Copy, Default)]
struct Noted {
    /// The number of times that Ctrl C has come.
    interrupts: u32,
    request: Option<EndRequest>,
}

/// A request to end: SIGTERM, or SIGHUP of a terminal that is closed. Windows has neither: there Ctrl C and closing the console
/// are one.
#[derive(Clone, Copy)]
pub(in crate::cli) struct EndRequest {
    /// Exit code of a program that the request has ended.
    pub(in crate::cli) code: u8,
    first: Instant,
    is_repeated: bool,
}

impl EndRequest {
    /// True once what was asked to end is to be killed: at a second request, or after five seconds.
    pub(in crate::cli) fn is_urgent(&self) -> bool {
        self.is_repeated || self.first.elapsed() > PATIENCE
    }
}

/// Signals are held while this lives: they are noted, and the program goes on.
pub(in crate::cli) struct HeldSignals(());

impl HeldSignals {
    pub(in crate::cli) fn hold() -> Self {
        *held() = Some(Noted::default());
        Self(())
    }

    /// The request to end, once it has come.
    #[expect(clippy::unused_self, reason = "nothing is noted but while it lives")]
    pub(in crate::cli) fn request(&self) -> Option<EndRequest> {
        held().and_then(|noted| noted.request)
    }

    /// The number of times that Ctrl C has come. A terminal sends it to what the program has started as well.
    #[expect(clippy::unused_self, reason = "nothing is noted but while it lives")]
    pub(in crate::cli) fn interrupts(&self) -> u32 {
        held().map_or(0, |noted| noted.interrupts)
    }

    /// Exit code of a program that a signal has ended, if one has come.
    pub(in crate::cli) fn code(&self) -> Option<u8> {
        let interrupted = (self.interrupts() > 0).then_some(code_of(INTERRUPT));
        self.request().map(|request| request.code).or(interrupted)
    }
}

impl Drop for HeldSignals {
    fn drop(&mut self) {
        *held() = None;
    }
}

fn held() -> MutexGuard<'static, Option<Noted>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

fn code_of(signal: i32) -> u8 {
    u8::try_from(ENDED + signal).unwrap_or(u8::MAX)
}

/// Notes a signal; false where none is held.
fn note(signal: i32) -> bool {
    let mut held = held();
    let Some(noted) = held.as_mut() else { return false };
    if signal == INTERRUPT && !cfg!(windows) {
        noted.interrupts += 1;
        return true;
    }
    match &mut noted.request {
        Some(request) => request.is_repeated |= request.first.elapsed() > SAME,
        none => *none = Some(EndRequest { code: code_of(signal), first: Instant::now(), is_repeated: false }),
    }
    true
}

/// Lets Ctrl C end the program with 130, a request to end (SIGTERM) with 143, and the end of its terminal (SIGHUP) with 129.
#[cfg(unix)]
pub(in crate::cli) fn end_on_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{flag::register_conditional_shutdown, iterator::Signals, low_level::exit};
    // A signal that cannot be registered ends the program as usual.
    let ends = [SIGINT, SIGTERM, SIGHUP];
    let Ok(mut signals) = Signals::new(ends) else { return };
    let wait = move || {
        for signal in signals.forever() {
            if !note(signal) {
                tidy_up();
                exit(ENDED + signal);
            }
        }
    };
    if thread::Builder::new().spawn(wait).is_err() {
        for signal in ends {
            register_conditional_shutdown(signal, ENDED + signal, std::sync::Arc::new(true.into())).ok();
        }
    }
}

/// Lets Ctrl C end the program with 130.
#[cfg(windows)]
pub(in crate::cli) fn end_on_signals() {
    let end = || {
        if !note(INTERRUPT) {
            tidy_up();
            std::process::exit(ENDED + INTERRUPT)
        }
    };
    // A signal that cannot be registered ends the program as usual.
    ctrlc::set_handler(end).ok();
}

/// Erases the progress line, and removes files that are half written.
fn tidy_up() {
    let (done, wait) = channel::<()>();
    let tidying = thread::Builder::new().spawn(move || {
        stop_writing();
        progress::hide();
        drop(done);
    });
    if tidying.is_ok() {
        let _ = wait.recv_timeout(TIDYING);
    }
}
