//! The loggers, carried in the program: files of Python that the environment loads before a game in pygame or Arcade, and a script
//! that Godot takes for its main loop.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::{env, fs};

use tempfile::TempDir;

use crate::cli::CliError;
use crate::files::{Reason, hold, remove_left_folders, write_series};

/// The beginning of the private folders' names, and the file in each that its run holds.
const PREFIX: &str = "maskscope-";
const LOCK: &str = "maskscope-run";

/// The logger for Godot.
const SCRIPT: &str = "maskscope_run.gd";

/// Each file below the private folder, and its text.
macro_rules! files {
    ($($target:literal: $source:literal,)*) => {
        &[$(($target, include_str!(concat!("../../../samples/bridges/", $source)))),*]
    };
}

const FILES: &[(&str, &str)] = files! {
    "maskscope_run.gd": "godot/run/maskscope_run.gd",
    "sitecustomize.py": "pygame/run/sitecustomize.py",
    "_maskscope/__init__.py": "pygame/run/__init__.py",
    "_maskscope/arcade/__init__.py": "arcade/run/__init__.py",
    "_maskscope/arcade/cameras.py": "arcade/run/cameras.py",
    "_maskscope/arcade/hooks.py": "arcade/run/hooks.py",
    "_maskscope/arcade/paused.py": "arcade/run/paused.py",
    "_maskscope/arcade/recorder.py": "arcade/run/recorder.py",
    "_maskscope/arcade/sprites.py": "arcade/run/sprites.py",
    "_maskscope/arcade/textures.py": "arcade/run/textures.py",
    "_maskscope/builtin.py": "pygame/run/builtin.py",
    "_maskscope/calls.py": "pygame/run/calls.py",
    "_maskscope/clocks.py": "pygame/run/clocks.py",
    "_maskscope/drawing.py": "pygame/run/drawing.py",
    "_maskscope/facts.py": "pygame/run/facts.py",
    "_maskscope/frames.py": "pygame/run/frames.py",
    "_maskscope/functions.py": "pygame/run/functions.py",
    "_maskscope/guard.py": "pygame/run/guard.py",
    "_maskscope/imports.py": "pygame/run/imports.py",
    "_maskscope/journal.py": "pygame/run/journal.py",
    "_maskscope/link.py": "pygame/run/link.py",
    "_maskscope/options.py": "pygame/run/options.py",
    "_maskscope/owners.py": "pygame/run/owners.py",
    "_maskscope/paused.py": "pygame/run/paused.py",
    "_maskscope/pictures.py": "pygame/run/pictures.py",
    "_maskscope/places.py": "pygame/run/places.py",
    "_maskscope/processes.py": "pygame/run/processes.py",
    "_maskscope/recorder.py": "pygame/run/recorder.py",
    "_maskscope/rects.py": "pygame/run/rects.py",
    "_maskscope/static.py": "pygame/run/static.py",
    "_maskscope/stops.py": "pygame/run/stops.py",
    "_maskscope/things.py": "pygame/run/things.py",
    "_maskscope/tracks.py": "pygame/run/tracks.py",
    "_maskscope/watched.py": "pygame/run/watched.py",
    "_maskscope/writer.py": "pygame/run/writer.py",
    "_maskscope/zero.py": "pygame/run/zero.py",
    "_maskscope/bridge/__init__.py": "pygame/maskscope/__init__.py",
    "_maskscope/bridge/contents.py": "pygame/maskscope/contents.py",
    "_maskscope/bridge/files.py": "pygame/maskscope/files.py",
    "_maskscope/bridge/lines.py": "pygame/maskscope/lines.py",
    "_maskscope/bridge/log.py": "pygame/maskscope/log.py",
    "_maskscope/bridge/names.py": "pygame/maskscope/names.py",
    "_maskscope/bridge/png.py": "pygame/maskscope/png.py",
    "_maskscope/bridge/sides.py": "pygame/maskscope/sides.py",
};

/// The loggers in a private folder, which is removed in the end.
pub(super) struct Logger {
    folder: TempDir,
    /// Holds the lock by which a later run knows that the folder is in use.
    lock: Option<File>,
}

impl Logger {
    /// Writes the loggers into a new private folder, and removes those of runs that were killed.
    pub(super) fn unpack() -> Result<Self, CliError> {
        remove_left_folders(&env::temp_dir(), PREFIX, LOCK);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir();
        let folder = folder.map_err(|error| Reason::Write(error).at(env::temp_dir()))?;
        let lock = hold(&folder.path().join(LOCK))?;
        for inner in ["_maskscope/arcade", "_maskscope/bridge"].map(|inner| folder.path().join(inner)) {
            fs::create_dir_all(&inner).map_err(|error| Reason::Write(error).at(&inner))?;
        }
        let file = |(name, text): &(&str, &str)| (folder.path().join(name), text.as_bytes().to_vec());
        write_series(&FILES.iter().map(file).collect::<Vec<_>>())?;
        Ok(Self { folder, lock })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The script for Godot.
    pub(super) fn script(&self) -> PathBuf {
        self.path().join(SCRIPT)
    }

    pub(super) const fn lock(&self) -> Option<&File> {
        self.lock.as_ref()
    }

    /// The names of the files by which the logger says what happened, among others.
    pub(super) fn marks(&self) -> HashSet<OsString> {
        let entries = fs::read_dir(self.path()).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name()).collect()
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
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/bridges");
        let parts = [("pygame/run", ""), ("pygame/maskscope", "bridge/"), ("arcade/run", "arcade/")];
        for (part, target) in parts {
            for entry in fs::read_dir(folder.join(part)).expect("the sources").flatten() {
                let name = entry.file_name().into_string().expect("a name");
                let is_other = ["__main__.py", "__pycache__", "sitecustomize.py"].contains(&&*name);
                let is_carried = FILES.iter().any(|(path, _)| *path == format!("_maskscope/{target}{name}"));
                assert!(is_other || is_carried, "{part}/{name}");
            }
        }
        for entry in fs::read_dir(folder.join("godot/run")).expect("the sources").flatten() {
            let name = entry.file_name().into_string().expect("a name");
            assert!(!name.ends_with(".gd") || FILES.iter().any(|(path, _)| *path == name), "godot/run/{name}");
        }
        assert_eq!(FILES[0].0, SCRIPT);
    }
}
