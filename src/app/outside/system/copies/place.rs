//! One copy: a folder that one run at a time holds.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};

use super::when;
use crate::{
    files::{FileError, KEPT_RECORD, Limits, Reason, is_kept_file, read_whole, write_kept, write_whole},
    session::Kept,
};

const MARK: &str = "copy.json";
const LOCK: &str = "lock";
/// It is there since the copy was thrown away while another run held it.
const DISCARDED: &str = "discarded";
/// A file of more bytes is not ours.
const MOST_BYTES: u64 = 64 << 10;

/// What a copy says about itself without being read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Mark {
    /// Whether it holds work that is in no file.
    pub unsaved: bool,
    /// The scene, or the images: `ship.png, rock.png`.
    pub names: String,
    /// A run began to go on from it, and has not rested yet.
    pub tried: bool,
    /// When a run went on from it last, in milliseconds since 1970.
    pub continued: Option<u64>,
}

impl Mark {
    /// The mark of the copy `folder`. One that is missing or damaged hides no work.
    pub fn read(folder: &Path) -> Self {
        let limits = Limits { max_bytes: MOST_BYTES, ..Limits::default() };
        let read = read_whole(&folder.join(MARK), &limits).ok();
        read.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or(Self { unsaved: true, ..Self::default() })
    }
}

/// The copy of this run. Dropping it lets other runs have it.
pub struct Place {
    folder: PathBuf,
    mark: Mark,
    lock: File,
}

impl Place {
    /// A new copy in the folder `copies`, which is made where it is missing.
    pub fn new(copies: &Path) -> Result<Self, FileError> {
        let failed = |error| Reason::Write(error).at(copies);
        fs::create_dir_all(copies).map_err(failed)?;
        let folder = new_folder(copies, &when::name(SystemTime::now())).map_err(failed)?;
        let lock = hold(&folder).map_err(failed)?.ok_or_else(|| failed(io::ErrorKind::ResourceBusy.into()))?;
        Ok(Self { folder, mark: Mark::default(), lock })
    }

    /// The copy `folder` of an earlier run; `None` where another run holds it, or it has gone.
    pub fn take(folder: &Path) -> io::Result<Option<Self>> {
        let lock = hold(folder)?.filter(|_| is_copy(folder));
        Ok(lock.map(|lock| Self { folder: folder.to_owned(), mark: Mark::read(folder), lock }))
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub const fn mark(&self) -> &Mark {
        &self.mark
    }

    /// Writes down what is to be kept.
    pub fn keep(&mut self, kept: &Kept) -> Result<(), FileError> {
        let mark = Mark { unsaved: kept.is_unsaved(), names: kept.names(), ..self.mark.clone() };
        // A crash in between never hides work that is in no file.
        if mark.unsaved {
            self.set(mark)?;
            write_kept(kept, &self.folder)
        } else {
            write_kept(kept, &self.folder)?;
            self.set(mark)
        }
    }

    /// This run begins to go on from it.
    pub fn go_on(&mut self) -> Result<(), FileError> {
        let now = SystemTime::now();
        self.set(Mark { tried: true, continued: Some(millis(now)), ..self.mark.clone() })?;
        self.touch(now);
        Ok(())
    }

    /// The window that goes on from it has rested.
    pub fn has_rested(&mut self) -> Result<(), FileError> {
        self.set(Mark { tried: false, ..self.mark.clone() })
    }

    /// What it says about itself, whatever is in it.
    pub fn set(&mut self, mark: Mark) -> Result<(), FileError> {
        if mark != self.mark {
            let path = self.folder.join(MARK);
            let text = serde_json::to_vec(&mark).map_err(|error| Reason::Write(error.into()).at(&path))?;
            write_whole(&path, &text)?;
            self.mark = mark;
        }
        Ok(())
    }

    /// The run ended at this time, or is still known to run.
    pub fn touch(&self, time: SystemTime) {
        touch(&self.lock, time);
    }

    /// Says that what is in it was made at this time.
    pub fn date(&self, time: SystemTime) -> io::Result<()> {
        File::options().write(true).open(self.folder.join(KEPT_RECORD))?.set_modified(time)
    }

    /// Removes it, with all that maskscope has put there.
    pub fn remove(self) -> io::Result<()> {
        let Self { folder, lock, .. } = self;
        let is_ours = |name: &str| [MARK, DISCARDED].contains(&name) || is_kept_file(name);
        // First: without it, what remains is no copy.
        if is_copy(&folder) {
            fs::remove_file(folder.join(KEPT_RECORD))?;
        }
        for entry in fs::read_dir(&folder)? {
            let name = entry?.file_name();
            if name.to_str().is_some_and(is_ours) {
                fs::remove_file(folder.join(name))?;
            }
        }
        drop(lock);
        fs::remove_file(folder.join(LOCK))?;
        // Something of others in it stays.
        fs::remove_dir(&folder)
            .or_else(|error| if error.kind() == io::ErrorKind::DirectoryNotEmpty { Ok(()) } else { Err(error) })
    }

    /// Moves it into the folder `to`.
    pub fn move_to(self, to: &Path) -> io::Result<()> {
        let Self { folder, lock, .. } = self;
        // Windows moves no folder in which a file is open; where another run opens it now, the copy stays.
        let _held = if cfg!(windows) {
            drop(lock);
            None
        } else {
            Some(lock)
        };
        move_into(&folder, to)
    }
}

/// Removes `folder`, of a run that ended before it kept anything there.
pub fn remove_empty(folder: &Path) {
    // Its run may have ended even before it held it.
    if fs::remove_dir(folder).is_err()
        && folder.join(LOCK).is_file()
        && let Ok(Some(lock)) = try_hold(&folder.join(LOCK))
    {
        // What cannot be removed is in nobody's way.
        Place { folder: folder.to_owned(), mark: Mark::default(), lock }.remove().ok();
    }
}

/// Moves `what` into the folder `to`, which is made where it is missing, under a name that is free.
pub fn move_into(what: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    fs::rename(what, free_name(to, &what.file_name().unwrap_or_default().to_string_lossy()))
}

/// Removes the empty file `path` that was a lock of an earlier version.
pub fn remove_lock(path: &Path) {
    // Where it cannot be removed it does no harm.
    fs::remove_file(path).ok();
}

/// Whether there is a copy in `folder`.
pub fn is_copy(folder: &Path) -> bool {
    folder.join(KEPT_RECORD).is_file()
}

/// When what is in the copy was made, and when its run was last known to run.
pub fn times(folder: &Path) -> io::Result<(SystemTime, SystemTime)> {
    let changed = |name: &str| fs::metadata(folder.join(name))?.modified();
    let made = changed(KEPT_RECORD)?;
    Ok((made, changed(LOCK).map_or(made, |held| held.max(made))))
}

/// Whether it was thrown away while another run held it, and nothing has been written there since.
pub fn is_discarded(folder: &Path) -> bool {
    let discarded = fs::metadata(folder.join(DISCARDED)).and_then(|file| file.modified());
    discarded.ok().zip(times(folder).ok()).is_some_and(|(discarded, (made, _))| discarded >= made)
}

/// Throws a copy away that another run holds: it goes as soon as that run does, unless it writes there again.
pub fn discard_held(folder: &Path) -> Result<(), FileError> {
    write_whole(&folder.join(DISCARDED), b"")
}

/// The process that holds the copy; `None` where none does. Nothing is held here for longer than it takes to ask.
pub fn holder(folder: &Path) -> io::Result<Option<u32>> {
    let mut lock = File::options().read(true).write(true).open(folder.join(LOCK))?;
    match lock.try_lock() {
        Ok(()) => Ok(None),
        Err(TryLockError::WouldBlock) => {
            let mut text = String::new();
            // Some systems let nobody read what is locked; then it is not known who holds it.
            lock.read_to_string(&mut text).ok();
            Ok(Some(text.trim().parse().unwrap_or(0)))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Says that the run that holds the copy was known to run at this time.
pub fn touch_held(folder: &Path, time: SystemTime) {
    if let Ok(lock) = File::options().write(true).open(folder.join(LOCK)) {
        touch(&lock, time);
    }
}

/// Holds `folder`, and writes down which process does; `None` where another one does.
fn hold(folder: &Path) -> io::Result<Option<File>> {
    let lock = try_hold(&folder.join(LOCK))?;
    lock.map(|mut lock| {
        let modified = lock.metadata()?.modified()?;
        lock.set_len(0)?;
        lock.rewind()?;
        write!(lock, "{}", std::process::id())?;
        // Asking for it does not make it younger.
        lock.set_modified(modified)?;
        Ok(lock)
    })
    .transpose()
}

/// Locks the file `path`, which is made where it is missing; `None` where another process holds it.
pub fn try_hold(path: &Path) -> io::Result<Option<File>> {
    let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn touch(lock: &File, time: SystemTime) {
    // Only the order of what has ended depends on it.
    lock.set_modified(time).ok();
}

/// `name` in `folder`, and then with the numbers from 2 on.
fn names(folder: &Path, name: &str) -> impl Iterator<Item = PathBuf> {
    let numbered = (2..).map(move |number| format!("{name}-{number}"));
    std::iter::once(name.to_owned()).chain(numbered).map(|name| folder.join(name))
}

/// `name` in `folder`, with a number where it is taken.
fn free_name(folder: &Path, name: &str) -> PathBuf {
    names(folder, name).find(|path| fs::symlink_metadata(path).is_err()).unwrap_or_else(|| folder.join(name))
}

/// A new folder `name` in `folder`, with a number where it is taken.
fn new_folder(folder: &Path, name: &str) -> io::Result<PathBuf> {
    let is_taken =
        |made: &io::Result<PathBuf>| matches!(made, Err(error) if error.kind() == io::ErrorKind::AlreadyExists);
    let made = names(folder, name).map(|path| fs::create_dir(&path).map(|()| path)).find(|made| !is_taken(made));
    made.unwrap_or_else(|| Err(io::ErrorKind::AlreadyExists.into()))
}

/// A time in milliseconds since 1970.
pub fn millis(time: SystemTime) -> u64 {
    let passed = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)
}
