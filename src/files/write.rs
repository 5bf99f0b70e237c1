use std::{
    fs::{self, File, Metadata},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::{Builder, NamedTempFile};

use super::{FileError, Reason};

/// Writes `bytes` as the whole content of `path`, or leaves everything as it was.
///
/// They are written aside in the same folder, flushed to the disk, and renamed over the target. A target that exists
/// keeps its mode; a symbolic link stays and what it leads to is written.
///
/// # Errors
/// Where the folder is missing, full or read-only, or the target is a directory, a device, or write-protected.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    replace(path, bytes).map_err(|reason| reason.at(path))
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), Reason> {
    let existing = existing(path)?;
    let target = end_of_links(path);
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        return Err(Reason::NoFolder(folder.to_owned()));
    }
    // The error of the temporary file names that file: only its kind says something about the target.
    let mut aside = new_file(folder).map_err(|error| Reason::Write(error.kind().into()))?;
    write_to_disk(&mut aside, bytes, existing.as_ref()).map_err(Reason::Write)?;
    aside.persist(&target).map_err(|error| Reason::Write(error.error))?;
    // The rename is done; a file system that cannot flush a folder has nothing better to offer.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// What is at `path` now, if it may be replaced.
fn existing(path: &Path) -> Result<Option<Metadata>, Reason> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(Reason::Directory),
        Ok(metadata) if !metadata.is_file() => Err(Reason::NotRegular),
        Ok(metadata) if metadata.permissions().readonly() => Err(Reason::WriteProtected),
        Ok(metadata) => Ok(Some(metadata)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Reason::Write(error)),
    }
}

/// Where the symbolic links that begin at `path` lead, whether anything is there or not. They do not go in circles: that
/// is an error of [`existing`].
fn end_of_links(path: &Path) -> PathBuf {
    match fs::read_link(path) {
        Ok(next) => end_of_links(&path.parent().unwrap_or(Path::new("")).join(next)),
        Err(_) => path.to_owned(),
    }
}

/// A new file in `folder`, removed when dropped, with the mode that any new file gets.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".maskscope-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

fn write_to_disk(aside: &mut NamedTempFile, bytes: &[u8], existing: Option<&Metadata>) -> io::Result<()> {
    aside.write_all(bytes)?;
    if let Some(existing) = existing {
        aside.as_file().set_permissions(existing.permissions())?;
    }
    aside.as_file().sync_all()
}

/// The path of the file of number `number` of several: the number stands right before the extension, `walk.png` gives
/// `walk3.png`.
pub fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(number.to_string());
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
