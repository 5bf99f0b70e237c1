//! The logger for pygame, carried in the program: files of Python that its environment loads before a game.

use std::ffi::OsString;
use std::fs::File;
use std::path::Path;
use std::{env, fs};

use tempfile::TempDir;

use crate::cli::CliError;
use crate::files::{Reason, hold, remove_left_folders, write_series};

/// The beginning of the private folders' names, and the file in each that its run holds.
const PREFIX: &str = "maskscope-";
const LOCK: &str = "maskscope-run";

/// Each file below the private folder, and its text.
macro_rules! files {
    ($($target:literal: $source:literal,)*) => {
        &[$(($target, include_str!(concat!("../../../samples/bridges/pygame/", $source)))),*]
    };
}

const FILES: &[(&str, &str)] = files! {
    "sitecustomize.py": "run/sitecustomize.py",
    "_maskscope/__init__.py": "run/__init__.py",
    "_maskscope/builtin.py": "run/builtin.py",
    "_maskscope/calls.py": "run/calls.py",
    "_maskscope/drawing.py": "run/drawing.py",
    "_maskscope/functions.py": "run/functions.py",
    "_maskscope/guard.py": "run/guard.py",
    "_maskscope/imports.py": "run/imports.py",
    "_maskscope/options.py": "run/options.py",
    "_maskscope/owners.py": "run/owners.py",
    "_maskscope/pictures.py": "run/pictures.py",
    "_maskscope/processes.py": "run/processes.py",
    "_maskscope/recorder.py": "run/recorder.py",
    "_maskscope/rects.py": "run/rects.py",
    "_maskscope/static.py": "run/static.py",
    "_maskscope/things.py": "run/things.py",
    "_maskscope/tracks.py": "run/tracks.py",
    "_maskscope/watched.py": "run/watched.py",
    "_maskscope/writer.py": "run/writer.py",
    "_maskscope/bridge/__init__.py": "maskscope/__init__.py",
    "_maskscope/bridge/contents.py": "maskscope/contents.py",
    "_maskscope/bridge/files.py": "maskscope/files.py",
    "_maskscope/bridge/log.py": "maskscope/log.py",
    "_maskscope/bridge/sides.py": "maskscope/sides.py",
};

/// The logger in a private folder, which is removed in the end.
pub(super) struct Logger {
    folder: TempDir,
    /// Holds the lock by which a later run knows that the folder is in use.
    _lock: Option<File>,
}

impl Logger {
    /// Writes the logger into a new private folder, and removes those of runs that were killed.
    pub(super) fn unpack() -> Result<Self, CliError> {
        remove_left_folders(&env::temp_dir(), PREFIX, LOCK);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir();
        let folder = folder.map_err(|error| Reason::Write(error).at(env::temp_dir()))?;
        let lock = hold(&folder.path().join(LOCK))?;
        let inner = folder.path().join("_maskscope/bridge");
        fs::create_dir_all(&inner).map_err(|error| Reason::Write(error).at(&inner))?;
        let file = |(name, text): &(&str, &str)| (folder.path().join(name), text.as_bytes().to_vec());
        write_series(&FILES.iter().map(file).collect::<Vec<_>>())?;
        Ok(Self { folder, _lock: lock })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Variables by which Python loads the logger, before what `PYTHONPATH` already names.
    pub(super) fn python_path(&self) -> Vec<(&'static str, OsString)> {
        let before = env::var_os("PYTHONPATH").filter(|before| !before.is_empty());
        let mut paths = self.path().as_os_str().to_owned();
        if let Some(before) = &before {
            paths.push(if cfg!(windows) { ";" } else { ":" });
            paths.push(before);
        }
        vec![("PYTHONPATH", paths), ("MASKSCOPE_HAD_PYTHONPATH", if before.is_some() { "1" } else { "" }.into())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_logger_is_carried() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/bridges/pygame");
        for (part, target) in [("run", "_maskscope"), ("maskscope", "_maskscope/bridge")] {
            for entry in fs::read_dir(folder.join(part)).expect("the sources").flatten() {
                let name = entry.file_name().into_string().expect("a name");
                let is_other = ["__main__.py", "__pycache__", "sitecustomize.py"].contains(&&*name);
                let is_carried = FILES.iter().any(|(path, _)| *path == format!("{target}/{name}"));
                assert!(is_other || is_carried, "{part}/{name}");
            }
        }
    }
}
