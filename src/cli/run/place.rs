//! The place of the log of a run: a name that no other run holds, at which an earlier log stands, an empty file, or nothing.

use maskscope_core::replay::LogEntry;
use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io::{BufRead, BufReader, Read, Seek as _};
use std::path::{Path, PathBuf, absolute};
use std::time::SystemTime;
use std::{fs, io};

use serde_json::{Map, Value};

use crate::files::{FileError, FileIdentity, Limits, Log, Reason, hold, identity_of_file, open_regular, remove, shown};
use maskscope_core::words::plural;

/// The most bytes of a file's first line that are read.
const MOST_READ: u64 = 1 << 20;

/// The number of names that are tried while other runs hold them.
const MOST_NAMES: u32 = 1_000;

/// The place of a log, held until the run has ended.
pub(super) struct LogPlace {
    /// An absolute path.
    pub(super) path: PathBuf,
    /// The path as it is named to a person.
    pub(super) name: PathBuf,
    /// Holds the lock by which other runs know that the name is taken.
    pub(super) lock: File,
    /// The file that stood there when the game was started.
    identity: Option<FileIdentity>,
    /// Length and time of what stood there before.
    before: Option<LengthAndTime>,
}

/// Length and time of a file.
type LengthAndTime = (u64, Option<SystemTime>);

impl LogPlace {
    /// The place `output`, or where another run holds that, the first of `game-2.jsonl` and so on that is free. With
    /// `force`, any regular file may stand there, but for one of the `words` by which the game is started.
    ///
    /// # Errors
    /// If something other than a log stands there, or the folder cannot be written.
    pub(super) fn hold(output: &Path, force: bool, words: &[OsString]) -> Result<Self, FileError> {
        for number in 1..=MOST_NAMES {
            let name = numbered(output, number, "-");
            if let Some(place) = Self::try_hold(&name, force, words)? {
                return Ok(place);
            }
        }
        Err(Reason::Refused("other runs are writing it, and its further names".to_owned()).at(output))
    }

    fn try_hold(name: &Path, force: bool, words: &[OsString]) -> Result<Option<Self>, FileError> {
        let path = absolute(name).map_err(|error| Reason::Write(error).at(name))?;
        let before = match fs::metadata(&path) {
            Ok(found) if found.is_dir() => return Err(Reason::Directory.at(name)),
            Ok(found) if !found.is_file() => return Err(Reason::NotRegular.at(name)),
            Ok(found) => Some(length_and_time(&found)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Reason::Write(error).at(name)),
        };
        if before.is_some() && !is_replaced(&path) {
            let file = identity_of_file(&path);
            if words.iter().any(|word| identity_of_file(word.as_ref()) == file) {
                return Err(
                    Reason::Refused("it is not a log, and the command that is run names it".to_owned()).at(name)
                );
            }
            if !force {
                return Err(Reason::Refused("it is not a log; --force writes over it".to_owned()).at(name));
            }
        }
        // This also tells whether the game can write there.
        let held = hold(&path)?;
        Ok(held.map(|lock| Self { identity: identity_of_file(&path), path, name: name.to_owned(), lock, before }))
    }

    /// True if something has been written there.
    pub(super) fn is_written(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|now| self.is_changed(&now))
    }

    fn is_changed(&self, now: &Metadata) -> bool {
        self.before.map_or(now.len() > 0, |before| before != length_and_time(now))
    }

    /// A message about a log that the game has begun and that is no longer there, and about its checks; `None` if it is there.
    pub(super) fn loss(&self, limits: &Limits) -> Option<String> {
        let now = identity_of_file(&self.path);
        let file = self.lock.metadata().ok().filter(|file| self.is_changed(file))?;
        if now == self.identity {
            return None;
        }
        let is_elsewhere = has_name(&file);
        let happened = match now {
            Some(_) => "replaced",
            None if is_elsewhere => "renamed",
            None => "removed",
        };
        let checks = self.checks(limits);
        let are = if checks == 1 { "is" } else { "are" };
        let what = if is_elsewhere { "not judged" } else { "lost" };
        let (name, checks) = (shown(&self.name), plural(checks, "check"));
        Some(format!("{name} was {happened} while the game ran: {checks} {are} {what}"))
    }

    /// The number of checks in the file that is held, whatever its name is now.
    fn checks(&self, limits: &Limits) -> u64 {
        let (mut file, mut piece, mut checks) = (&self.lock, vec![0; 1 << 18], 0);
        let mut log = Log::new(&self.path, *limits);
        if file.rewind().is_err() {
            return 0;
        }
        while let Ok(length @ 1..) = file.read(&mut piece) {
            log.read(&piece[..length], |entry| {
                checks += match entry {
                    LogEntry::Check(_) => 1,
                    LogEntry::Far(count) => count,
                    LogEntry::Run(_)
                    | LogEntry::Finer(_)
                    | LogEntry::Screen(_)
                    | LogEntry::Deaf(_)
                    | LogEntry::Skipped(_) => 0,
                }
            });
        }
        checks
    }

    /// The log of the process `number` of the game. The first process has the place itself.
    pub(super) fn of_process(&self, number: u32) -> PathBuf {
        numbered(&self.path, number, ".")
    }
}

impl Drop for LogPlace {
    /// Leaves no empty file where nothing stood, and no lock with what the game has left running.
    fn drop(&mut self) {
        let is_empty = self.lock.metadata().is_ok_and(|now| now.len() == 0);
        if self.before.is_none() && is_empty && identity_of_file(&self.path) == self.identity {
            remove(&self.path).ok();
        }
        self.lock.unlock().ok();
    }
}

fn length_and_time(file: &Metadata) -> LengthAndTime {
    (file.len(), file.modified().ok())
}

/// True if an open file still has a name.
fn has_name(file: &Metadata) -> bool {
    #[cfg(unix)]
    {
        std::os::unix::fs::MetadataExt::nlink(file) > 0
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

/// `game.jsonl`, `game-2.jsonl` and so on.
fn numbered(path: &Path, number: u32, between: &str) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("{between}{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// True for a log that begins with its header, and for an empty file.
fn is_replaced(path: &Path) -> bool {
    let Ok(file) = open_regular(path) else { return false };
    let mut lines = BufReader::new(file.take(MOST_READ));
    let mut line = String::new();
    loop {
        line.clear();
        match lines.read_line(&mut line) {
            Ok(0) => return fs::metadata(path).is_ok_and(|it| it.len() == 0),
            Ok(_) if line.trim_start_matches('\u{feff}').trim().is_empty() => {}
            Ok(_) => {
                let object = serde_json::from_str::<Map<String, Value>>(line.trim_start_matches('\u{feff}'));
                return object.is_ok_and(|object| object.contains_key("maskscope_log"));
            }
            Err(_) => return false,
        }
    }
}
