//! The programs that `run` starts: the game it is asked for, and a window of maskscope beside it.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{env, io, thread};

use super::logger::Logger;
use crate::cli::{CliError, output::interrupt};
use crate::files::Reason;

/// The longest time until a window is opened for a game that runs, and the time from one look at it to the next.
const PATIENCE: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(20);

/// A game that runs.
pub(super) struct RunningGame {
    child: Child,
    /// The files of the logger, which are removed when the game has ended, and those by which it says what happened.
    logger: Logger,
}

impl RunningGame {
    /// Starts `words`, a program and its arguments, with `variables` added to its environment.
    pub(super) fn start(words: &[OsString], variables: &[(&str, OsString)]) -> Result<Self, CliError> {
        let logger = Logger::unpack()?;
        let program = &words[0];
        let mut command = Command::new(program);
        command.args(&words[1..]).envs(logger.python_path()).envs(variables.iter().cloned());
        match command.spawn() {
            Ok(child) => Ok(Self { child, logger }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => refused(program, "there is no such command"),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                refused(program, "it is neither a Python script (.py) nor a program that may be executed")
            }
            Err(error) => refused(program, &format!("it cannot be started: {error}")),
        }
    }

    /// Waits until the game has loaded what is recorded, its log `is_written`, or some seconds have passed; false if it has ended
    /// before.
    pub(super) fn has_begun(&mut self, is_written: impl Fn() -> bool) -> bool {
        let (_left, start) = (interrupt::leave_to(self.child.id()), Instant::now());
        while start.elapsed() < PATIENCE && !(self.has_left("pygame") || self.has_left("arcade") || is_written()) {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return is_written();
            }
            thread::sleep(PAUSE);
        }
        true
    }

    /// Waits until the game has ended. Signals are left to it until then.
    ///
    /// # Errors
    /// If its status is not 0.
    pub(super) fn wait(&mut self) -> Result<(), CliError> {
        let left = interrupt::leave_to(self.child.id());
        let status = self.child.wait();
        drop(left);
        match status.map_or(1, code) {
            0 => Ok(()),
            code => Err(CliError::Failed(format!("the game has ended with {code}"), code)),
        }
    }

    /// True if the logger has left a mark: `pygame` or `arcade` once that is loaded, `log-2` for the log of a second process.
    pub(super) fn has_left(&self, mark: &str) -> bool {
        self.logger.path().join(mark).exists()
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

/// A window beside the game, which follows its log.
pub(super) struct FollowingWindow(Child);

impl FollowingWindow {
    pub(super) fn open(log: &Path) -> Result<Self, CliError> {
        let program = env::current_exe().map_err(|error| Reason::Read(error).at("maskscope"))?;
        let mut command = Command::new(&program);
        command.arg("follow").arg(log).stdin(Stdio::null());
        // Ctrl C ends the game; what it has logged stays on the screen.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn().map(Self).or_else(|error| refused(&program.into(), &format!("it cannot be started: {error}")))
    }

    /// Waits until the window is closed.
    pub(super) fn wait(mut self) -> Result<(), CliError> {
        match self.0.wait().map_or(1, code) {
            0 => Ok(()),
            code => Err(CliError::Failed("the window has ended by an error".to_owned(), code)),
        }
    }
}
