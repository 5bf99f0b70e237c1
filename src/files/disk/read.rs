//! Regular files, read whole and without waiting.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::inputs;
use crate::files::{FileError, Limits, Reason};
use maskscope_core::memory;

/// A file that is read piece by piece.
pub type RegularFile = File;

/// The bytes of the regular file `path`, within `limits`. Never waits.
///
/// # Errors
/// If there is no such file, it is a directory, a pipe or a device, is too large, or cannot be read.
pub fn read_whole(path: &Path, limits: &Limits) -> Result<Vec<u8>, FileError> {
    read(path, limits).map_err(|reason| reason.at(path))
}

/// Reads a file as [`read_whole`] does; the error does not name it.
pub(in crate::files) fn read(path: &Path, limits: &Limits) -> Result<Vec<u8>, Reason> {
    // Asked before opening: to open a device can do something.
    check(&fs::metadata(path).map_err(Reason::reading)?, limits)?;
    let file = open(path).map_err(Reason::reading)?;
    // And again: something else may stand there by now.
    check(&file.metadata().map_err(Reason::reading)?, limits)?;
    inputs::note(path);
    let length = file.metadata().map_err(Reason::reading)?.len();
    memory::ask(length, "a smaller file takes less", format_args!("reading it"))?;
    // A file that is being written may grow meanwhile.
    limits.read_to_end(file, Vec::with_capacity(usize::try_from(length).unwrap_or(0)))
}

/// Opens the regular file `path`, however large, for reading piece by piece. Never waits.
///
/// # Errors
/// If there is no such file, it is a directory, a pipe or a device, or cannot be opened.
pub fn open_regular(path: &Path) -> Result<RegularFile, FileError> {
    let limits = Limits { max_bytes: u64::MAX, ..Limits::default() };
    let opened = fs::metadata(path).map_err(Reason::reading).and_then(|metadata| {
        check(&metadata, &limits)?;
        let file = open(path).map_err(Reason::reading)?;
        check(&file.metadata().map_err(Reason::reading)?, &limits)?;
        Ok(file)
    });
    opened.map_err(|reason| reason.at(path))
}

/// True if there is a regular file at `path`.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// True if there is a symbolic link at `path`.
pub(in crate::files) fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink())
}

/// `path` from the root on; `None` if it is empty, or the system does not tell from where it is.
pub(crate) fn absolute(path: &Path) -> Option<PathBuf> {
    std::path::absolute(path).ok()
}

/// The files in `folder`, by name, as far as it can be read.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// Shows the bytes of the regular file `path` to `each`, piece by piece.
pub(in crate::files) fn pieces(path: &Path, mut each: impl FnMut(&[u8])) -> io::Result<()> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let (mut file, mut piece) = (open(path)?, vec![0; 1 << 16]);
    loop {
        match file.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(length) => each(&piece[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Refuses anything but a regular file, and a file of too many bytes.
fn check(metadata: &Metadata, limits: &Limits) -> Result<(), Reason> {
    let (bytes, limit) = (metadata.len(), limits.max_bytes);
    if metadata.is_dir() {
        Err(Reason::Directory)
    } else if !metadata.is_file() {
        Err(Reason::NotRegular)
    } else if bytes > limit {
        Err(Reason::TooManyBytes { bytes, limit })
    } else {
        Ok(())
    }
}

/// Opens `path` for reading without waiting: a named pipe would wait for a writer.
fn open(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use rustix::fs::{Mode, OFlags, open};
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(File::from(open(path, flags, Mode::empty())?))
    }
    #[cfg(not(unix))]
    File::open(path)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_is_opened_without_waiting_and_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).expect("a pipe");
        let opened = open(&pipe).expect("nobody writes, and nothing waits");
        let refused = check(&opened.metadata().expect("it is open"), &Limits::default());
        assert!(matches!(refused, Err(Reason::NotRegular)), "{refused:?}");
    }
}
