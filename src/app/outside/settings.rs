//! The settings, which the window remembers from one start to the next in a small text file.

use std::path::{Path, PathBuf};

use egui::ThemePreference;
use serde::{Deserialize, Deserializer, Serialize};

use crate::app::widgets::OpenTabs;
use crate::files::{FileError, Limits, Reason, from_json, read_whole, set_aside, shown, write_whole};
use crate::session::{Event, Hint, LessonProgress};
use maskscope_core::words;

/// A file of more bytes is not ours.
const MOST_BYTES: u64 = 64 << 10;

/// Settings that a window remembers from start to start, in `settings.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// `dark`, `light`, or `system`.
    #[serde(with = "ThemeName")]
    pub theme: ThemePreference,
    /// The first-run hints that are done.
    #[serde(deserialize_with = "hints")]
    pub learnt_hints: [bool; Hint::COUNT],
    /// The progress with the lessons.
    pub lessons: LessonProgress,
    /// The web page that copied links open; if empty, a link is only its part from the `#` on.
    pub page: String,
    /// The tab that is open in each panel, by the panel's name.
    pub tabs: OpenTabs,
}

/// Reads the hints that are done, also of a version with fewer hints.
fn hints<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[bool; Hint::COUNT], D::Error> {
    let known = Vec::<bool>::deserialize(deserializer)?;
    Ok(std::array::from_fn(|hint| known.get(hint).copied().unwrap_or_default()))
}

/// The names of egui's themes in the file.
#[derive(Serialize, Deserialize)]
#[serde(remote = "ThemePreference", rename_all = "lowercase")]
enum ThemeName {
    Dark,
    Light,
    System,
}

impl Settings {
    /// Reads the settings, or the defaults if there is no file. The error is a sentence without its full stop.
    fn read(path: &Path) -> Result<Self, String> {
        match read_whole(path, &Limits { max_bytes: MOST_BYTES, ..Limits::default() }) {
            Ok(text) => from_json(&text).map_err(|fault| format!("{}: {fault}", shown(path))),
            Err(FileError { reason: Reason::NotFound, .. }) => Ok(Self::default()),
            Err(FileError { reason: Reason::TooManyBytes { bytes, .. }, .. }) => {
                Err(format!("{}: {} bytes is too large for a settings file", shown(path), words::thousands(bytes)))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn write(&self, path: &Path) -> Result<(), String> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        }
        let text = serde_json::to_vec_pretty(self).map_err(|error| error.to_string())?;
        write_whole(path, &text).map_err(|error| error.to_string())
    }
}

/// Sets the file `path` aside, which cannot be used; returns a sentence with its new name.
fn kept_aside(path: &Path) -> String {
    match set_aside(path) {
        Ok(aside) => format!("It was set aside as {}.", shown(&aside)),
        Err(error) => format!("It stays as it is, and nothing is written over it: {error}."),
    }
}

/// The file of the settings.
pub struct SettingsFile {
    /// `None` if nothing is remembered.
    path: Option<PathBuf>,
    /// The settings that were last read or written.
    written: Settings,
}

impl SettingsFile {
    /// Reads the settings. A file that cannot be used is set aside, and the defaults hold; a message says so.
    pub fn read(path: Option<&Path>) -> (Self, Settings, Option<Event>) {
        let (mut path, mut settings, mut failed) = (path.map(Path::to_owned), Settings::default(), None);
        if let Some(read) = path.as_deref().map(Settings::read) {
            match read {
                Ok(read) => settings = read,
                Err(reason) => {
                    let kept = path.as_deref().map(kept_aside).unwrap_or_default();
                    path = path.filter(|path| !path.exists());
                    let (title, detail) = ("The settings could not be read".to_owned(), format!("{reason}. {kept}"));
                    failed = Some(Event::Failed { title, detail });
                }
            }
        }
        (Self { path, written: settings.clone() }, settings, failed)
    }

    /// Saves the settings if they have changed; returns a message if that fails.
    pub fn remember(&mut self, settings: &Settings) -> Option<Event> {
        if *settings == self.written {
            return None;
        }
        self.written = settings.clone();
        let detail = settings.write(self.path.as_deref()?).err()?;
        // Once is enough: nothing can be remembered.
        self.path = None;
        Some(Event::Failed { title: "The settings could not be written".to_owned(), detail })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new").join("settings.json");
        assert_eq!(Settings::read(&path), Ok(Settings::default()));
        let settings = Settings {
            theme: ThemePreference::Light,
            learnt_hints: [true, false, true, false],
            lessons: LessonProgress { done: ["boxes-lie".to_owned()].into(), at: Some(("row-by-row".to_owned(), 2)) },
            tabs: [("details".to_owned(), "Code".to_owned())].into(),
            page: "https://example.org/maskscope/".to_owned(),
        };
        settings.write(&path).expect("a folder that can be written to");
        assert_eq!(Settings::read(&path), Ok(settings));
    }

    #[test]
    fn settings_of_a_version_with_fewer_hints_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.json");
        std::fs::write(&path, r#"{"theme":"dark","learnt_hints":[true,false,true]}"#).expect("a file");
        let settings = Settings::read(&path).expect("settings");
        assert_eq!(settings.learnt_hints, [true, false, true, false]);
    }

    #[test]
    fn damage_is_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.json");
        let long = " ".repeat(100_000);
        for damaged in ["{ theme", "", "3", r#"{"theme":"pink"}"#, long.as_str()] {
            std::fs::write(&path, damaged).expect("a file");
            let error = Settings::read(&path).expect_err("no settings");
            assert!(error.contains("settings.json: "), "{error}");
        }
        std::fs::remove_file(&path).expect("it is there");
        std::fs::create_dir(&path).expect("a folder");
        assert!(Settings::read(&path).is_err_and(|error| error.contains("a directory")));
    }
}
