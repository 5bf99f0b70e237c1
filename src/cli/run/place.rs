//! The place of the log of a run: a name that no other run holds, at which an earlier log stands, an empty file, or nothing.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf, absolute};
use std::time::SystemTime;
use std::{fs, io};

use serde_json::{Map, Value};

use crate::files::{FileError, Reason, hold, open_regular, remove};

/// The most bytes of a file's first line that are read.
const MOST_READ: u64 = 1 << 20;

/// The number of names that are tried while other runs hold them.
const MOST_NAMES: u32 = 1_000;

/// The place of a log, held until the run has ended.
pub(super) struct LogPlace {
    /// An absolute path.
    pub(super) path: PathBuf,
    /// Holds the lock by which other runs know that the name is taken.
    _lock: File,
    /// Length and time of what stood there before.
    before: Option<(u64, Option<SystemTime>)>,
}

impl LogPlace {
    /// The place `output`, or where another run holds that, the first of `game-2.jsonl` and so on that is free. With
    /// `force`, any regular file may stand there.
    ///
    /// # Errors
    /// If something else than a log stands there, or the folder cannot be written.
    pub(super) fn hold(output: &Path, force: bool) -> Result<Self, FileError> {
        for number in 1..=MOST_NAMES {
            let name = numbered(output, number, "-");
            if let Some(place) = Self::try_hold(&name, force)? {
                return Ok(place);
            }
        }
        Err(Reason::Refused("other runs are writing it, and all of its further names".to_owned()).at(output))
    }

    fn try_hold(name: &Path, force: bool) -> Result<Option<Self>, FileError> {
        let path = absolute(name).map_err(|error| Reason::Write(error).at(name))?;
        let before = match fs::metadata(&path) {
            Ok(found) if found.is_dir() => return Err(Reason::Directory.at(name)),
            Ok(found) if !found.is_file() => return Err(Reason::NotRegular.at(name)),
            Ok(found) => Some((found.len(), found.modified().ok())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Reason::Write(error).at(name)),
        };
        if before.is_some() && !force && !is_replaced(&path) {
            return Err(Reason::Refused("it is not a log; --force writes over it".to_owned()).at(name));
        }
        // This also tells whether the game can write there.
        Ok(hold(&path)?.map(|lock| Self { path, _lock: lock, before }))
    }

    /// True if something has been written there.
    pub(super) fn is_written(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|now| {
            let now = (now.len(), now.modified().ok());
            self.before.map_or(now.0 > 0, |before| before != now)
        })
    }

    /// The log of the process `number` of the game. The first process has the place itself.
    pub(super) fn of_process(&self, number: u32) -> PathBuf {
        numbered(&self.path, number, ".")
    }
}

impl Drop for LogPlace {
    /// Leaves no empty file where nothing stood.
    fn drop(&mut self) {
        if self.before.is_none() && fs::metadata(&self.path).is_ok_and(|now| now.len() == 0) {
            remove(&self.path).ok();
        }
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
