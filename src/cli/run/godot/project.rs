//! A project of Godot 4: its settings, and the scene that it begins with.
//!
//! ```text
//! config_version=5
//! [application]
//! run/main_scene="res://main.tscn"
//! ```
//!
//! Settings in `override.cfg` stand in place of those in `project.godot`, as in the engine. Nothing is written.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use crate::files::{FileError, Limits, Reason, files_below, is_file, open_regular, read_whole, shown};
use maskscope_core::words::printable;

/// The file that makes a folder a project.
pub(super) const NAME: &str = "project.godot";

/// The file whose settings stand in place of those of a project.
const OVERRIDES: &str = "override.cfg";

/// The beginning of paths from the root of a project.
const ROOT: &str = "res://";

/// The first version of settings that Godot 4 writes.
const VERSION: u32 = 5;

/// A project that can be started.
#[derive(Debug)]
pub(super) struct GodotProject {
    pub(super) folder: PathBuf,
    /// The path of its main scene, as in `res://main.tscn`.
    pub(super) scene: String,
}

impl GodotProject {
    /// The folder of the project that `path` names, by itself or by its file; `None` if it names something else.
    pub(super) fn folder(path: &Path) -> Option<PathBuf> {
        if path.file_name().is_some_and(|name| name == NAME) && is_file(path) {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            return Some(folder.unwrap_or(Path::new(".")).to_owned());
        }
        is_file(&path.join(NAME)).then(|| path.to_owned())
    }

    /// The project in `folder`.
    ///
    /// # Errors
    /// If it is one of Godot 3, has a main loop of its own, no main scene, or pictures that were not imported.
    pub(super) fn open(folder: PathBuf) -> Result<Self, FileError> {
        let file = folder.join(NAME);
        let refused = |why: String| Reason::Refused(why).at(&file);
        let text = text_of(&file)?;
        let settings = settings(&text);
        let version = value(&settings, ["", "config_version"]).and_then(|version| version.parse::<u32>().ok());
        if version.is_none_or(|version| version < VERSION) {
            let why = "it is a project of Godot 3, and only those of Godot 4 can be started: use the bridge in samples/bridges/godot";
            return Err(refused(why.to_owned()));
        }
        let overrides = folder.join(OVERRIDES);
        let overrides = if is_file(&overrides) { text_of(&overrides)? } else { String::new() };
        let overrides = self::settings(&overrides);
        let setting = |name: &str| {
            let key = ["application", name];
            value(&overrides, key).or_else(|| value(&settings, key)).and_then(unquoted).filter(|text| !text.is_empty())
        };
        if let Some(own) = setting("run/main_loop_type").filter(|own| *own != "SceneTree") {
            let own = printable(own);
            return Err(refused(format!("its run/main_loop_type is {own}, and the logger has to be the main loop")));
        }
        let scene = setting("run/main_scene").map(str::to_owned);
        let scene = scene.ok_or_else(|| refused("it has no run/main_scene, with which it would begin".to_owned()))?;
        let is_imported = folder.join(".godot/imported").is_dir() || files_below(&folder, "import").is_empty();
        if !is_imported {
            let folder = shown(&folder);
            let why = format!("its pictures are not imported: godot --path {folder} --headless --import does that");
            return Err(refused(why));
        }
        if !scene.starts_with("uid://") {
            return Ok(Self { folder, scene });
        }
        match files_below(&folder, "tscn").into_iter().find(|path| uid_of(path).as_ref() == Some(&scene)) {
            Some(path) => Ok(Self { scene: in_project(&folder, &path), folder }),
            None => Err(refused(format!("its run/main_scene is {}, and no .tscn has that uid", printable(&scene)))),
        }
    }
}

fn text_of(file: &Path) -> Result<String, FileError> {
    let bytes = read_whole(file, &Limits::default())?;
    Ok(String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned())
}

/// A setting: its section, its name, and the first line of its value as it is written.
type SettingLine<'a> = [&'a str; 3];

/// The settings in a text.
fn settings(text: &str) -> Vec<SettingLine<'_>> {
    let (mut found, mut section, mut open) = (Vec::new(), "", OpenValue::default());
    for line in text.lines() {
        if open.is_open() {
            open.read(line);
            continue;
        }
        let line = line.trim();
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name;
        } else if let Some((name, written)) = line.split_once('=').filter(|_| !line.starts_with(';')) {
            found.push([section, name.trim().trim_matches('"'), written.trim()]);
            open.read(written);
        }
    }
    found
}

/// The value of a setting by its section and name, as it is written; of several the last.
fn value<'a>(settings: &[SettingLine<'a>], key: [&str; 2]) -> Option<&'a str> {
    settings.iter().rfind(|[section, name, _]| [*section, *name] == key).map(|[.., value]| *value)
}

/// The text of a value between quotation marks.
fn unquoted(value: &str) -> Option<&str> {
    value.strip_prefix('"')?.strip_suffix('"')
}

/// The part of a value that is still to be closed: it may go on over several lines.
#[derive(Default)]
struct OpenValue {
    brackets: usize,
    is_text: bool,
}

impl OpenValue {
    const fn is_open(&self) -> bool {
        self.brackets > 0 || self.is_text
    }

    fn read(&mut self, line: &str) {
        let mut is_escaped = false;
        for byte in line.bytes() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if self.is_text => is_escaped = true,
                b'"' => self.is_text = !self.is_text,
                b'[' | b'{' | b'(' if !self.is_text => self.brackets += 1,
                b']' | b'}' | b')' if !self.is_text => self.brackets = self.brackets.saturating_sub(1),
                _ => {}
            }
        }
    }
}

/// The uid in the head of a scene; `None` without one.
fn uid_of(scene: &Path) -> Option<String> {
    const MOST_BYTES: u64 = 4_096;
    let mut head = Vec::new();
    BufReader::new(open_regular(scene).ok()?.take(MOST_BYTES)).read_until(b'\n', &mut head).ok()?;
    let head = String::from_utf8_lossy(&head);
    let attributes = head.trim_start_matches('\u{feff}').strip_prefix("[gd_scene")?;
    let (_, uid) = attributes.split_once(" uid=\"")?;
    uid.split_once('"').map(|(uid, _)| uid.to_owned())
}

/// The path of a file from the root of its project on.
fn in_project(folder: &Path, file: &Path) -> String {
    let inner = file.strip_prefix(folder).unwrap_or(file);
    let names: Vec<_> = inner.iter().map(|name| name.to_string_lossy()).collect();
    format!("{ROOT}{}", names.join("/"))
}

#[cfg(test)]
mod tests {
    use std::error::Error;
    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use crate::files::write_whole;

    type Tested = Result<(), Box<dyn Error>>;

    /// A project with these files, by their paths and texts.
    fn project(files: &[(&str, &str)]) -> Result<TempDir, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        for (path, text) in files {
            let file = folder.path().join(path);
            fs::create_dir_all(file.parent().unwrap_or(folder.path()))?;
            write_whole(&file, text.as_bytes())?;
        }
        Ok(folder)
    }

    const SETTINGS: &str = "; Engine configuration file.\nconfig_version=5\n\n[application]\n\nconfig/name=\"A [b]\n\
        [application]\n\"\nrun/main_scene=\"res://main.tscn\"\n\n[input]\n\nleft={\n\"events\": [Object(InputEventKey)\n]\n}\n";

    fn scene_of(files: &[(&str, &str)]) -> Result<String, Box<dyn Error>> {
        Ok(GodotProject::open(project(files)?.path().to_owned())?.scene)
    }

    fn refused(files: &[(&str, &str)]) -> String {
        scene_of(files).expect_err("it is refused").to_string()
    }

    #[test]
    fn the_main_scene_is_that_of_the_settings() -> Tested {
        assert_eq!(scene_of(&[(NAME, SETTINGS)])?, "res://main.tscn");
        let other = "[application]\nrun/main_scene=\"res://other.tscn\"\n";
        assert_eq!(scene_of(&[(NAME, SETTINGS), (OVERRIDES, other)])?, "res://other.tscn");
        Ok(())
    }

    #[test]
    fn a_uid_is_looked_for_in_the_heads_of_scenes() -> Tested {
        let settings = SETTINGS.replace("res://main.tscn", "uid://b2");
        let scenes = [
            (NAME, &*settings),
            ("a.tscn", "[gd_scene format=3 uid=\"uid://a1\"]\n"),
            (".hidden/b.tscn", "[gd_scene format=3 uid=\"uid://b2\"]\n"),
            ("levels/one/b.tscn", "[gd_scene load_steps=2 format=3 uid=\"uid://b2\"]\n"),
        ];
        assert_eq!(scene_of(&scenes)?, "res://levels/one/b.tscn");
        assert!(refused(&scenes[..2]).contains("uid://b2, and no .tscn has that uid"));
        Ok(())
    }

    #[test]
    fn what_cannot_be_recorded_is_refused_in_a_sentence() -> Tested {
        let with = |from: &str, to: &str| refused(&[(NAME, &SETTINGS.replace(from, to))]);
        assert!(with("config_version=5", "config_version=4").contains("a project of Godot 3"));
        assert!(with("config_version=5\n", "").contains("a project of Godot 3"));
        assert!(with("run/main_scene", "run/other").contains("it has no run/main_scene"));
        let own = "run/main_loop_type=\"Mine\"\nrun/main_scene";
        assert!(with("run/main_scene", own).contains("its run/main_loop_type is Mine"));
        let usual = SETTINGS.replace("run/main_scene", "run/main_loop_type=\"SceneTree\"\nrun/main_scene");
        assert_eq!(scene_of(&[(NAME, &usual)])?, "res://main.tscn");
        let pictures = [(NAME, SETTINGS), ("art/ship.png.import", ""), (".godot/imported/ship.ctex", "")];
        assert!(refused(&pictures[..2]).contains(" --headless --import does that"));
        assert_eq!(scene_of(&pictures)?, "res://main.tscn");
        Ok(())
    }

    #[test]
    fn a_project_is_its_folder_or_its_file() -> Tested {
        let folder = project(&[(NAME, SETTINGS), ("game/main.tscn", "")])?;
        let of = |path: &Path| GodotProject::folder(path);
        assert_eq!(of(folder.path()).as_deref(), Some(folder.path()));
        assert_eq!(of(&folder.path().join(NAME)).as_deref(), Some(folder.path()));
        assert_eq!([of(&folder.path().join("game")), of(&folder.path().join("game/main.tscn"))], [None, None]);
        Ok(())
    }
}
