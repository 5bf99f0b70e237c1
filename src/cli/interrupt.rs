//! Ctrl C: a command ends at once, with nothing half written and nothing left on the terminal.

use std::{sync::mpsc::channel, thread, time::Duration};

use super::progress;
use crate::files::stop_writing;

/// What a shell reports of a program that a signal ended, less the signal's number.
const ENDED: i32 = 128;
/// How long tidying up may take: a terminal or a disk may not answer.
const TIDYING: Duration = Duration::from_millis(50);

/// From here on Ctrl C ends the program with 130, and a request to end (SIGTERM) with 143.
#[cfg(unix)]
pub(super) fn end_on_signals() {
    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        flag::register_conditional_shutdown,
        iterator::Signals,
        low_level::exit,
    };
    // What cannot be registered ends the program as it would any other.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            tidy_up();
            exit(ENDED + signal);
        }
    };
    if thread::Builder::new().spawn(wait).is_err() {
        for signal in [SIGINT, SIGTERM] {
            register_conditional_shutdown(signal, ENDED + signal, std::sync::Arc::new(true.into())).ok();
        }
    }
}

/// From here on Ctrl C ends the program with 130.
#[cfg(windows)]
pub(super) fn end_on_signals() {
    /// The number of Ctrl C where it is a signal.
    const INTERRUPT: i32 = 2;
    let end = || {
        tidy_up();
        std::process::exit(ENDED + INTERRUPT)
    };
    // What cannot be registered ends the program as it would any other.
    ctrlc::set_handler(end).ok();
}

/// Erases the line of the progress, and removes what is half written.
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
