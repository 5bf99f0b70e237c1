//! Files written whole or not at all.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{iter, mem, thread, time::Duration};

use tempfile::{Builder, TempPath};

use super::names::{is_device, tagged};
use super::{progress, seen};
use crate::files::{FileError, Reason};

/// Writes `bytes` as the whole content of `path`, or leaves everything as it was.
///
/// They are written aside in the same folder, flushed to the disk, and renamed over the target. A target that exists
/// keeps its mode and, where that is allowed, its owner; a symbolic link stays and what it leads to is written. Of a file
/// with several names (hard links) only this one leads to the new content, the others keep the old.
///
/// A run that is killed leaves the old content or the new. What was written aside goes with it on Linux; on other
/// systems, and on disks that keep no nameless files, a file `.maskscope-` and six letters may remain.
///
/// # Errors
/// If the folder is missing, full or read-only, or the target is a directory, a device, or write-protected; on Windows
/// also where another program has the target open for half a second and does not share it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_whole_with(path, |file| progress::write_all(file, bytes))
}

/// As [`write_whole`], for content that is made while it is written; it may be called twice.
///
/// # Errors
/// As [`write_whole`], and where `content` fails.
pub fn write_whole_with(
    path: &Path,
    mut content: impl FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    replace(path, &mut content).map_err(|reason| reason.at(path))
}

/// Writes each of `files` as [`write_whole`] does, one after the other, and stops at the first that cannot be written.
///
/// # Errors
/// As [`write_whole`]; the reason also says which files were written before: they stay.
pub fn write_series(files: &[(PathBuf, Vec<u8>)]) -> Result<(), FileError> {
    for (number, (path, bytes)) in files.iter().enumerate() {
        replace(path, &mut |file| file.write_all(bytes)).map_err(|reason| {
            let written = files[..number].first().zip(files[..number].last());
            let written = written.map(|((first, _), (last, _))| (first.clone(), last.clone()));
            Reason::InSeries { reason: Box::new(reason), written, count: files.len() }.at(path)
        })?;
    }
    Ok(())
}

/// Gives the file `path`, which cannot be used as it is, a name beside it that is free: `settings.json` becomes
/// `settings-damaged.json`, or `settings-damaged2.json`. Answers its new path.
///
/// # Errors
/// If the system does not let it be renamed.
pub fn set_aside(path: &Path) -> Result<PathBuf, FileError> {
    let first = tagged(path, "-damaged");
    let mut names = iter::once(first.clone()).chain((2..100).map(|number| tagged(path, &format!("-damaged{number}"))));
    let free = names.find(|name| fs::symlink_metadata(name).is_err()).unwrap_or(first);
    fs::rename(path, &free).map_err(|error| Reason::writing(error).at(path))?;
    Ok(free)
}

/// Makes `folder`, and those above it, where they are missing.
///
/// # Errors
/// If the system does not let it be made.
pub(crate) fn make_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(|error| Reason::Write(error).at(folder))
}

/// Removes the file `path`.
///
/// # Errors
/// If the system does not let it be removed.
pub fn remove(path: &Path) -> Result<(), FileError> {
    fs::remove_file(path).map_err(|error| Reason::writing(error).at(path))
}

/// Opens the file `path` for a program that writes it while this one holds it, and makes a missing one; `None` where
/// another run holds it.
///
/// # Errors
/// If it cannot be written.
#[cfg(any(unix, windows))]
pub fn hold(path: &Path) -> Result<Option<File>, FileError> {
    let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
    let file = file.map_err(|error| Reason::writing(error).at(path))?;
    // On Windows no other program could write to it.
    match if cfg!(windows) { Ok(()) } else { file.try_lock() } {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(Reason::writing(error).at(path)),
    }
}

/// Removes the private folders in `parent` whose names begin with `prefix`, and whose file `lock` is there and nobody holds.
#[cfg(any(unix, windows))]
pub fn remove_left_folders(parent: &Path, prefix: &str, lock: &str) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let folder = entry.path();
        let is_named = entry.file_name().to_string_lossy().starts_with(prefix) && folder.join(lock).is_file();
        if is_named && hold(&folder.join(lock)).is_ok_and(|held| held.is_some()) {
            fs::remove_dir_all(&folder).ok();
        }
    }
}

/// Writes the content of a file.
type WriteContent<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// Refuses what [`write_whole`] would refuse before it writes: for work that takes long before there is something to write.
///
/// # Errors
/// If the folder is missing or read-only, or the target is a directory, a device, or write-protected.
pub fn check_target(path: &Path) -> Result<(), FileError> {
    let check = || {
        existing(path)?;
        let folder = folder_of(&end_of_links(path))?;
        #[cfg(unix)]
        rustix::fs::access(&folder, rustix::fs::Access::WRITE_OK).map_err(|error| Reason::Write(error.into()))?;
        #[cfg(not(unix))]
        tempfile::tempfile_in(&folder).map_err(Reason::writing)?;
        Ok(())
    };
    check().map_err(|reason: Reason| reason.at(path))
}

/// The folder of `target`, which must be there.
fn folder_of(target: &Path) -> Result<PathBuf, Reason> {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if folder.is_dir() { Ok(folder.to_owned()) } else { Err(Reason::NoFolder(folder.to_owned())) }
}

fn replace(path: &Path, content: WriteContent<'_>) -> Result<(), Reason> {
    let existing = existing(path)?;
    let target = end_of_links(path);
    let folder = folder_of(&target)?;
    let aside = write_aside(&folder, content, existing.as_ref()).map_err(Reason::writing)?;
    if let Some((journal, text)) = seen::writing(path, &aside) {
        // Where it cannot be noted, the next start asks before it writes over the file.
        replace(&journal, &mut |file| file.write_all(&text)).ok();
    }
    let mut noted = noted_aside();
    seen::check(path)?;
    put_in_place(&aside, &target, existing.is_some())?;
    // Its name is gone: there is nothing to be removed.
    let _ = aside.keep();
    *noted = None;
    drop(noted);
    // The rename is done; a file system that cannot flush a folder has nothing better to offer.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    seen::written(path);
    Ok(())
}

/// The number of attempts to replace a file in use, and the wait between them.
const ATTEMPTS: u32 = 50;
const WAIT: Duration = Duration::from_millis(10);

/// Renames `aside` to `target`, which `is_there` already or not. Windows replaces no file that another program has open, unless that
/// shares it; those that look for viruses or make backups hold new files for a moment, too.
fn put_in_place(aside: &Path, target: &Path, is_there: bool) -> Result<(), Reason> {
    for attempt in 1.. {
        let Err(error) = fs::rename(aside, target) else { break };
        // The file may be written to, and its folder, too: whoever refuses is using it.
        let is_refused = cfg!(windows) && is_there && error.kind() == io::ErrorKind::PermissionDenied;
        match if is_refused { Reason::InUse } else { Reason::writing(error) } {
            Reason::InUse if attempt < ATTEMPTS => thread::sleep(WAIT),
            reason => return Err(reason),
        }
    }
    Ok(())
}

/// The file at `path`, if it may be replaced.
fn existing(path: &Path) -> Result<Option<Metadata>, Reason> {
    if cfg!(windows) && is_device(path) {
        return Err(Reason::Device);
    }
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(Reason::Directory),
        Ok(metadata) if !metadata.is_file() => Err(Reason::NotRegular),
        Ok(metadata) if metadata.permissions().readonly() => Err(Reason::WriteProtected),
        // A rename asks only whether the folder may be written to: the file itself may belong to another user.
        Ok(metadata) => File::options().write(true).open(path).map(|_| Some(metadata)).map_err(Reason::writing),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Reason::writing(error)),
    }
}

/// The end of the symbolic links that begin at `path`, whether or not a file is there. They do not go in circles: that
/// is an error of [`existing`].
fn end_of_links(path: &Path) -> PathBuf {
    match fs::read_link(path) {
        Ok(next) => end_of_links(&path.parent().unwrap_or(Path::new("")).join(next)),
        Err(_) => path.to_owned(),
    }
}

/// A new file in `folder` with this `content`, on the disk; it is removed when dropped.
fn write_aside(folder: &Path, content: WriteContent<'_>, existing: Option<&Metadata>) -> io::Result<TempPath> {
    #[cfg(target_os = "linux")]
    if let Some(mut file) = nameless::file(folder) {
        write_to_disk(&mut file, content, existing)?;
        // Without /proc it gets no name.
        if let Ok(aside) = new_name(folder, |path| nameless::name(&file, path)) {
            return Ok(aside);
        }
    }
    let mut file = None;
    let aside = new_name(folder, |path| File::create_new(path).map(|new| file = Some(new)))?;
    file.map_or(Ok(()), |mut file| write_to_disk(&mut file, content, existing))?;
    Ok(aside)
}

/// The result of `make` in `folder` under a free name; it is removed when dropped.
fn new_name(folder: &Path, make: impl FnMut(&Path) -> io::Result<()>) -> io::Result<TempPath> {
    let mut noted = noted_aside();
    let made = Builder::new().prefix(".maskscope-").make_in(folder, make)?.into_temp_path();
    *noted = Some(made.to_path_buf());
    Ok(made)
}

/// The file that was written aside last, if it is not in its place yet. While this is locked, none gets a name or its place.
fn noted_aside() -> MutexGuard<'static, Option<PathBuf>> {
    static ASIDE: Mutex<Option<PathBuf>> = Mutex::new(None);
    ASIDE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all writing, for a program that ends at once: from here on no file gets into its place, and what the last one that was
/// begun left aside is removed.
pub fn stop_writing() {
    let noted = noted_aside();
    if let Some(aside) = &*noted {
        // It may be gone already.
        let _ = fs::remove_file(aside);
    }
    mem::forget(noted);
}

fn write_to_disk(file: &mut File, content: WriteContent<'_>, existing: Option<&Metadata>) -> io::Result<()> {
    content(file)?;
    if let Some(existing) = existing {
        keep_owner(file, existing);
        file.set_permissions(existing.permissions())?;
    }
    file.sync_all()
}

/// Gives `file` the owner and the group of the `existing` one. Only root may do so for others' files.
#[cfg(unix)]
fn keep_owner(file: &File, existing: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Where that is not allowed, the file is written all the same, by its new owner.
    let _ = fchown(file, Some(existing.uid()), Some(existing.gid()));
}

#[cfg(not(unix))]
const fn keep_owner(_: &File, _: &Metadata) {}

/// Files that have no name until they are whole: a run that is killed leaves nothing of them.
#[cfg(target_os = "linux")]
mod nameless {
    use std::{fs::File, io, os::fd::AsRawFd as _, path::Path};

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, openat};

    /// A new file on the disk of `folder`, with the mode of any new file; `None` if the disk keeps no such files.
    pub fn file(folder: &Path) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        openat(CWD, folder, flags, Mode::from_raw_mode(0o666)).ok().map(File::from)
    }

    /// Gives `file` the name `path`.
    pub fn name(file: &File, path: &Path) -> io::Result<()> {
        let open = format!("/proc/self/fd/{}", file.as_raw_fd());
        linkat(CWD, open, CWD, path, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from)
    }
}
