//! Folders and locks of copies on a disk, and the thread that writes them.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::{io, time::SystemTime};

const LOCK: &str = "lock";

/// True where a copy that another window holds is known to be held.
pub const fn are_locks_known() -> bool {
    true
}

/// The folders in the folder `copies`.
pub fn folders(copies: &Path) -> Vec<PathBuf> {
    fs::read_dir(copies).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// True as long as the `folder` exists.
pub fn is_there(folder: &Path) -> bool {
    folder.is_dir()
}

/// The lock of a copy. Dropping it lets other windows have the copy.
///
/// It has no file where nothing can be written: what is there can be read all the same, and no window changes it.
pub struct Lock {
    _file: Option<File>,
}

impl Lock {
    /// Makes and holds a folder in the folder `copies`. If that fails, no folder stays behind.
    pub fn new(copies: &Path) -> io::Result<(PathBuf, Self)> {
        fs::create_dir_all(copies)?;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_millis();
        for name in now.. {
            let folder = copies.join(name.to_string());
            match fs::create_dir(&folder) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            }
            let held = open(&folder).and_then(|file| {
                file.try_lock()?;
                Ok(file)
            });
            return match held {
                Ok(file) => Ok((folder, Self { _file: Some(file) })),
                Err(error) => {
                    Self { _file: None }.remove(&folder);
                    Err(error)
                }
            };
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Holds the copy in `folder`; `None` if another window does.
    pub fn take(folder: &Path) -> Option<Self> {
        let file = open(folder).or_else(|_| File::options().read(true).open(folder.join(LOCK))).ok();
        let is_held = file.as_ref().is_some_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)));
        (!is_held).then_some(Self { _file: file })
    }

    /// Removes the `folder`, unless there is something else in it.
    pub fn remove(self, folder: &Path) {
        drop(self);
        // The rest is not a copy, and harmless.
        fs::remove_file(folder.join(LOCK)).ok();
        fs::remove_dir(folder).ok();
    }
}

/// Opens the lock in `folder`, which is made if it is missing.
fn open(folder: &Path) -> io::Result<File> {
    File::options().read(true).write(true).create(true).truncate(false).open(folder.join(LOCK))
}

/// Work on a thread of its own, so that no frame waits for a disk.
pub struct Beside<T>(Option<JoinHandle<T>>);

impl<T: Send + 'static> Beside<T> {
    pub fn start(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Self(thread::Builder::new().name("maskscope-copy".to_owned()).spawn(work).ok())
    }

    pub fn is_done(&self) -> bool {
        self.0.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for its result; `None` if no thread could do it.
    pub fn wait(self) -> Option<T> {
        self.0?.join().ok()
    }
}
