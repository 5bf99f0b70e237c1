//! The stop of a game without a window: the first ends it.

use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::cli::CliError;
use crate::files::{Limits, open_regular, shown, write_screen};
use crate::stops::{GameStop, StopEvent, StopHost};
use maskscope_core::replay::{StopRules, VerdictRules};
use maskscope_core::words::{plural, printable, thousands};

/// The longest first line of a script that is read.
const MOST_BYTES: u64 = 256;

/// Stops a game once, for good.
pub(super) struct HeadlessStops {
    host: StopHost,
    first: Arc<Mutex<Option<(Instant, GameStop)>>>,
}

impl HeadlessStops {
    /// Listens to a game that is still to be started.
    pub(super) fn listen(rules: StopRules, verdicts: VerdictRules, limits: Limits) -> io::Result<Self> {
        let first = Arc::<Mutex<Option<(Instant, GameStop)>>>::default();
        let found = Arc::clone(&first);
        let host = StopHost::listen(rules, verdicts, limits, move |event| {
            if let StopEvent::Paused(stop) = event {
                found.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert((Instant::now(), *stop));
            }
        })?;
        Ok(Self { host, first })
    }

    /// The variable of the game's environment by which it finds this.
    pub(super) fn variable(&self) -> (&'static str, OsString) {
        self.host.variable()
    }

    /// The time at which the game was stopped, if it was.
    pub(super) fn since(&self) -> Option<Instant> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(|(at, _)| *at)
    }

    /// The first stop.
    pub(super) fn first(&self) -> Option<GameStop> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(|(_, stop)| stop.clone())
    }
}

/// Says where a game was stopped, and writes its screen beside the log.
pub(super) fn say(stop: &GameStop, log: &Path, out: &mut dyn Write) -> Result<(), CliError> {
    let mut write = |line: String| writeln!(out, "{line}").map_err(CliError::Output);
    let frame = thousands(stop.frame);
    let Some(reason) = &stop.reason else { return write(format!("stopped at frame {frame}")) };
    write(format!("stopped at frame {frame}: {}", printable(&reason.place())))?;
    write(format!("{} (line {} of the log)", reason.step.words(), reason.step.line))?;
    if reason.passed > 0 {
        let checks = plural(reason.passed, "wrong check");
        write(format!("{checks} at this line came before, while it was not known what the line asks"))?;
    }
    if let Some(screen) = &stop.screen {
        let path = write_screen(log, screen)?;
        write(format!("the game's screen: {}", shown(&path)))?;
    }
    Ok(())
}

/// True if `words` start a program in Python: a Python by its name, or a script whose first line names one.
pub(super) fn is_python(words: &[OsString]) -> bool {
    let program = Path::new(&words[0]);
    let name = program.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    ["python", "pypy", "pgzrun"].iter().any(|python| name.contains(python)) || names_python(program)
}

fn names_python(program: &Path) -> bool {
    let read = |path: PathBuf| -> io::Result<bool> {
        let file = open_regular(&path).map_err(|error| io::Error::other(error.to_string()))?;
        let mut line = Vec::new();
        BufReader::new(file.take(MOST_BYTES)).read_until(b'\n', &mut line)?;
        Ok(line.starts_with(b"#!") && String::from_utf8_lossy(&line).contains("python"))
    };
    let is_path = program.components().count() > 1;
    let folders = env::var_os("PATH").filter(|_| !is_path);
    let folders = folders.iter().flat_map(env::split_paths);
    let mut paths = folders.map(|folder| folder.join(program)).chain(is_path.then(|| program.to_owned()));
    paths.find(|path| path.is_file()).is_some_and(|path| read(path).unwrap_or(false))
}
