//! Ctrl C: a command ends at once, with nothing half written and nothing left on the terminal.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::{thread, time::Duration};

use super::progress;
use crate::files::stop_writing;

/// Exit code that shells report for a program ended by a signal, less the signal's number.
const ENDED: i32 = 128;
/// The longest time for tidying up: a terminal or a disk may not answer.
const TIDYING: Duration = Duration::from_millis(50);

/// Number of the process that signals are left to; 0 where there is no such process.
static GAME: AtomicU32 = AtomicU32::new(0);

/// Leaves signals to the process `game`, until the result is dropped: a terminal sends Ctrl C to it as well, and a request to
/// end (SIGTERM, or SIGHUP from a terminal that is closed) is passed on as SIGTERM.
pub(in crate::cli) fn leave_to(game: u32) -> impl Drop {
    struct Left;
    impl Drop for Left {
        fn drop(&mut self) {
            GAME.store(0, Ordering::Relaxed);
        }
    }
    GAME.store(game, Ordering::Relaxed);
    Left
}

/// Lets Ctrl C end the program with 130, a request to end (SIGTERM) with 143, and the end of its terminal (SIGHUP) with 129.
#[cfg(unix)]
pub(in crate::cli) fn end_on_signals() {
    use rustix::process::{Pid, Signal, kill_process};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{flag::register_conditional_shutdown, iterator::Signals, low_level::exit};
    // A signal that cannot be registered ends the program as usual.
    let ends = [SIGINT, SIGTERM, SIGHUP];
    let Ok(mut signals) = Signals::new(ends) else { return };
    let wait = move || {
        for signal in signals.forever() {
            let game = i32::try_from(GAME.load(Ordering::Relaxed)).ok().and_then(Pid::from_raw);
            match game {
                None => {
                    tidy_up();
                    exit(ENDED + signal);
                }
                Some(game) if signal != SIGINT => {
                    // A game that has ended by now needs no request.
                    kill_process(game, Signal::TERM).ok();
                }
                Some(_) => {}
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
    /// Number of Ctrl C as a signal.
    const INTERRUPT: i32 = 2;
    let end = || {
        if GAME.load(Ordering::Relaxed) != 0 {
            return;
        }
        tidy_up();
        std::process::exit(ENDED + INTERRUPT)
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
