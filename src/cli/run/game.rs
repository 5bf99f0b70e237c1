//! The programs that `run` starts: the game it is asked for, and a window of maskscope beside it.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{env, io, thread};

use super::descendants::{Descendants, PAUSE, ask, interrupt};
use super::logger::Logger;
use crate::cli::CliError;
use crate::cli::output::interrupt::{EndRequest, HeldSignals};
use crate::cli::replay::StopsAt;
use crate::files::Reason;
use crate::stops::StopHost;

/// The longest time until a window is opened for a game that runs.
const PATIENCE: Duration = Duration::from_secs(3);
/// The time in which a game that was stopped for good has to end.
const END_PATIENCE: Duration = Duration::from_secs(5);
/// The time in which Ctrl C may have come before there was a game that could get it.
const BEGINNING: Duration = Duration::from_millis(500);

/// A game that runs.
pub(super) struct RunningGame {
    child: Child,
    start: Instant,
    /// The files of the logger, which are removed when the game has ended, and those by which it says what happened.
    logger: Logger,
}

impl RunningGame {
    /// Starts `words`, a program and its arguments, with `variables` added to its environment. It holds `lock`, too, and the
    /// lock of `logger`. What it prints goes to standard error where `is_quiet`: standard output has an answer.
    pub(super) fn start(
        logger: Logger,
        words: &[OsString],
        variables: &[(&str, OsString)],
        is_quiet: bool,
        lock: &File,
        signals: &HeldSignals,
    ) -> Result<Self, CliError> {
        if let Some(code) = signals.code() {
            return Err(CliError::Failed("the game was not started".to_owned(), code));
        }
        let program = &words[0];
        let mut command = Command::new(program);
        command.args(&words[1..]).envs(variables.iter().cloned());
        if is_quiet {
            command.stdout(io::stderr());
        }
        let started = {
            // A game that outlives this program still writes its log, and loads files of the logger.
            let _inherited = [Some(lock), logger.lock()].map(|lock| lock.and_then(inheritable));
            command.spawn()
        };
        match started {
            Ok(child) => Ok(Self { child, start: Instant::now(), logger }),
            Err(error) if error.kind() == io::ErrorKind::NotFound && Path::new(program).is_file() => refused(
                program,
                "it is neither a Python script (.py) nor a program: run -- COMMAND starts what runs it",
            ),
            Err(error) if error.kind() == io::ErrorKind::NotFound => refused(program, "there is no such command"),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                refused(program, "it is neither a Python script (.py) nor an executable program")
            }
            Err(error) => refused(program, &format!("it cannot be started: {error}")),
        }
    }

    /// Waits until the game has loaded what is recorded, its log `is_written`, or some seconds have passed; false if it has ended
    /// before, or is asked to.
    pub(super) fn has_begun(&mut self, signals: &HeldSignals, is_written: impl Fn() -> bool) -> bool {
        let start = Instant::now();
        let is_loaded =
            |logger: &Logger| ["pygame", "arcade", "godot"].iter().any(|mark| logger.path().join(mark).exists());
        while start.elapsed() < PATIENCE && !(is_loaded(&self.logger) || is_written()) {
            if signals.request().is_some() {
                return false;
            }
            if !matches!(self.child.try_wait(), Ok(None)) {
                return is_written();
            }
            thread::sleep(PAUSE);
        }
        true
    }

    /// Waits until the game has ended. It is asked to end once that is requested, or since it is `unwanted`; one that does not
    /// is killed.
    pub(super) fn wait(mut self, signals: &HeldSignals, unwanted: impl Fn() -> Option<Instant>) -> EndedGame {
        let is_urgent = || {
            signals.request().is_some_and(|request| request.is_urgent())
                || unwanted().is_some_and(|since| since.elapsed() > END_PATIENCE)
        };
        let mut others = Descendants::default();
        let (mut is_interrupted, mut is_asked, mut is_killed) = (false, false, false);
        let status = loop {
            match self.child.try_wait() {
                Ok(None) => {}
                ended => break ended.ok().flatten(),
            }
            if signals.interrupts() > 0 && !is_interrupted && self.start.elapsed() < BEGINNING {
                interrupt(self.child.id());
                is_interrupted = true;
            }
            if is_urgent() {
                others.find(self.child.id());
                self.child.kill().ok();
                is_killed = true;
                break self.child.wait().ok();
            }
            if (signals.request().is_some() || unwanted().is_some()) && !is_asked {
                // Once it has ended, nothing tells what it has started.
                others.find(self.child.id());
                ask(self.child.id());
                is_asked = true;
            }
            thread::sleep(PAUSE);
        };
        if is_asked {
            // A script may have ended at once, and the game that it has started may still run.
            others.end(is_urgent);
        }
        EndedGame { code: status.map_or(1, code), is_killed, marks: self.logger.marks() }
    }
}

/// A copy of an open file that programs inherit which are started while it lives; `None` where the system refuses one. A lock on
/// the file is held until each of them has ended, or it is given back.
#[cfg(unix)]
fn inheritable(file: &File) -> Option<std::os::fd::OwnedFd> {
    use rustix::io::{FdFlags, fcntl_dupfd_cloexec, fcntl_setfd};
    /// Far above the numbers that a game gets for files of its own: these stay as they are.
    const NUMBER: i32 = 200;
    let copy = fcntl_dupfd_cloexec(file, NUMBER).ok()?;
    fcntl_setfd(&copy, FdFlags::empty()).ok().map(|()| copy)
}

/// On Windows no other program can write to an open file.
#[cfg(not(unix))]
const fn inheritable(_: &File) -> Option<()> {
    None
}

/// A game that has ended.
pub(super) struct EndedGame {
    /// Its exit code.
    code: u8,
    /// True if it was asked to end, and did not.
    is_killed: bool,
    marks: HashSet<OsString>,
}

impl EndedGame {
    /// # Errors
    /// If its status is not 0, or there was a `request` to end.
    pub(super) fn status(&self, request: Option<EndRequest>) -> Result<(), CliError> {
        match (request, self.code) {
            (Some(request), _) if self.is_killed => {
                Err(CliError::Failed("the game did not end when asked, and was killed".to_owned(), request.code))
            }
            (Some(request), _) => Err(CliError::Failed("it was asked to end".to_owned(), request.code)),
            (None, 0) => Ok(()),
            (None, code) => Err(CliError::Failed(format!("the game exited with {code}"), code)),
        }
    }

    /// True if the logger has left a mark: `pygame`, `arcade` or `godot` once that is loaded, `log-1` once it has a check to
    /// write, `log-2` for the log of a second process.
    pub(super) fn has_left(&self, mark: &str) -> bool {
        self.marks.contains(OsStr::new(mark))
    }
}

/// Exit code of a game: 128 and the number of the signal that ended it.
fn code(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return u8::try_from(128 + signal).unwrap_or(u8::MAX);
    }
    // Windows has longer ones.
    status.code().map_or(1, |code| u8::try_from(code).unwrap_or(1))
}

fn refused<T>(program: &OsString, why: &str) -> Result<T, CliError> {
    Err(Reason::Refused(why.to_owned()).at(program).into())
}

/// A window beside the game, which follows its log. It is closed once this is dropped.
pub(super) struct FollowingWindow(Child);

impl Drop for FollowingWindow {
    fn drop(&mut self) {
        // Its session is saved each second.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

impl FollowingWindow {
    pub(super) fn open(log: &Path) -> Result<Self, CliError> {
        Self::start(log, |_| {})
    }

    /// A window that stops the game `at` its wrong hits, and the variable of the game's environment by which it is found.
    pub(super) fn listening(
        log: &Path,
        at: StopsAt,
        signals: &HeldSignals,
    ) -> Result<(Self, (&'static str, OsString)), CliError> {
        let mut window = Self::start(log, |command| {
            command.arg(format!("--break={at}")).stdout(Stdio::piped());
        })?;
        let mut line = String::new();
        let output = window.0.stdout.take();
        output.map(|output| BufReader::new(output).read_line(&mut line)).transpose().ok();
        match line.trim_end().split_once('=') {
            Some((name, value)) if name == StopHost::VARIABLE => Ok((window, (StopHost::VARIABLE, value.into()))),
            _ => Err(window.wait(signals).err().unwrap_or_else(|| {
                CliError::Failed("the window was closed before the game was started".to_owned(), 1)
            })),
        }
    }

    fn start(log: &Path, set: impl FnOnce(&mut Command)) -> Result<Self, CliError> {
        let program = env::current_exe().map_err(|error| Reason::Read(error).at("maskscope"))?;
        let mut command = Command::new(&program);
        command.arg("follow").arg(log).stdin(Stdio::null());
        set(&mut command);
        // Ctrl C ends the game; what it has logged stays on the screen.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn().map(Self).or_else(|error| refused(&program.into(), &format!("it cannot be started: {error}")))
    }

    /// Waits until the window is closed, and closes it where an end is requested. Ctrl C leaves it.
    pub(super) fn wait(mut self, signals: &HeldSignals) -> Result<(), CliError> {
        let before = signals.interrupts();
        let status = loop {
            match self.0.try_wait() {
                Ok(None) => {}
                ended => break ended.ok().flatten(),
            }
            if signals.request().is_some() {
                return Ok(());
            }
            if let (true, Some(code)) = (signals.interrupts() > before, signals.code()) {
                // It stays open.
                std::mem::forget(self);
                return Err(CliError::Failed("the window stays open".to_owned(), code));
            }
            thread::sleep(PAUSE);
        };
        match status.map_or(1, code) {
            0 => Ok(()),
            code => Err(CliError::Failed("the window ended with an error; run --headless needs none".to_owned(), code)),
        }
    }
}
