//! A game in Godot 4: its engine, and the words by which that starts the project with the logger as its main loop.

mod project;

use std::env;
use std::env::consts::EXE_SUFFIX;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use self::project::{GodotProject, NAME};
use crate::files::{FileError, Reason, is_file};

/// The variable of the environment that names the engine.
const VARIABLE: &str = "GODOT";

/// Names of the engine on the path.
const PROGRAMS: [&str; 2] = ["godot", "godot4"];

/// A project that is started, and its engine.
#[derive(Debug)]
pub(super) struct GodotGame {
    engine: OsString,
    /// Arguments of the engine, in front of all others.
    engine_args: Vec<OsString>,
    project: GodotProject,
    /// Arguments of the game.
    args: Vec<OsString>,
    /// True if there is no display, and the engine gets `--headless` for that reason.
    pub(super) is_headless: bool,
}

/// The folder of the project that a command names; `None` if it names something else.
pub(super) fn project_of(command: &[OsString]) -> Option<PathBuf> {
    command.first().and_then(|named| GodotProject::folder(named.as_ref()))
}

impl GodotGame {
    /// The game that `command` names: a project and, behind `--`, the arguments of its game; `None` if it is not a project.
    /// `engine` and `engine_args` are those of the options.
    ///
    /// # Errors
    /// If the project cannot be started, or no engine is found.
    pub(super) fn of(
        command: &[OsString],
        engine: Option<&Path>,
        engine_args: Option<&str>,
    ) -> Result<Option<Self>, FileError> {
        let [named, args @ ..] = command else { return Ok(None) };
        let Some(folder) = GodotProject::folder(named.as_ref()) else {
            let is_folder = Path::new(named).is_dir();
            return match is_folder {
                true => Err(Reason::Refused(format!("it is a folder without {NAME}, so it is not a game")).at(named)),
                false => Ok(None),
            };
        };
        let project = GodotProject::open(folder)?;
        let why = "no engine of Godot was found: name it by --engine in front of the project, or by the variable GODOT, or put godot or godot4 on the path";
        let engine = engine.map(|engine| engine.as_os_str().to_owned()).or_else(engine_of_system);
        let engine = engine.ok_or_else(|| Reason::Refused(why.to_owned()).at(named))?;
        let engine_args =
            engine_args.into_iter().flat_map(str::split_whitespace).map(OsString::from).collect::<Vec<_>>();
        let chooses_display = engine_args.iter().any(|arg| arg == "--headless" || arg == "--display-driver");
        let args = args.strip_prefix(&[OsString::from("--")]).unwrap_or(args).to_vec();
        Ok(Some(Self { engine, engine_args, project, args, is_headless: !chooses_display && !has_display() }))
    }

    /// The program and its arguments, with the script of the logger as its main loop.
    pub(super) fn words(&self, script: &Path) -> Vec<OsString> {
        let mut words = vec![self.engine.clone()];
        words.extend(self.engine_args.iter().cloned());
        words.extend(self.is_headless.then(|| OsString::from("--headless")));
        let GodotProject { folder, scene } = &self.project;
        let started: [OsString; 5] = ["--path".into(), folder.into(), "--script".into(), script.into(), scene.into()];
        words.extend(started);
        if !self.args.is_empty() {
            words.push("--".into());
            words.extend(self.args.iter().cloned());
        }
        words
    }

    /// The files by which it is started: its engine and its project.
    pub(super) fn files(&self) -> Vec<OsString> {
        vec![self.engine.clone(), self.project.folder.join(NAME).into()]
    }

    /// The place for a log that is called `name`, and would lie in the project: beside its folder. `None` if it lies elsewhere.
    pub(super) fn log_beside(&self, name: &Path) -> Option<PathBuf> {
        let project = self.project.folder.canonicalize().ok()?;
        let is_inside =
            env::current_dir().and_then(|here| here.canonicalize()).is_ok_and(|here| here.starts_with(&project));
        project.parent().filter(|_| is_inside).map(|above| above.join(name))
    }
}

/// The engine that the environment names, or that is on the path.
fn engine_of_system() -> Option<OsString> {
    let named = env::var_os(VARIABLE).filter(|named| !named.is_empty());
    named.or_else(|| engine_on(&env::var_os("PATH")?).map(Into::into))
}

/// The engine in the folders of a path: the first name in any of them, then the next.
fn engine_on(path: &OsStr) -> Option<PathBuf> {
    let programs = PROGRAMS.iter().map(|program| format!("{program}{EXE_SUFFIX}"));
    let mut found = programs.flat_map(|name| env::split_paths(path).map(move |folder| folder.join(&name)));
    found.find(|program| is_file(program))
}

/// True if windows can be shown. Only systems with X or Wayland say so by their environment.
fn has_display() -> bool {
    let is_by_environment = cfg!(all(unix, not(target_os = "macos")));
    let is_set = |name: &str| env::var_os(name).is_some_and(|display| !display.is_empty());
    !is_by_environment || ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(is_set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::write_whole;

    fn game(args: &[&str], engine_args: Option<&str>) -> GodotGame {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n";
        write_whole(&folder.path().join(NAME), settings.as_bytes()).expect("written");
        let mut command: Vec<OsString> = vec![folder.path().into()];
        command.extend(args.iter().map(OsString::from));
        let game = GodotGame::of(&command, Some("engine".as_ref()), engine_args).expect("it can be started");
        game.expect("it is a project")
    }

    /// The words behind the engine, without the folder of the project.
    fn words(args: &[&str], engine_args: Option<&str>) -> Vec<String> {
        let words = game(args, engine_args).words("run/logger.gd".as_ref());
        let is_kept = |(at, _): &(usize, OsString)| *at == 0 || words[at - 1] != "--path";
        let kept = words.iter().cloned().enumerate().filter(is_kept).skip(1);
        kept.map(|(_, word)| word.into_string().expect("UTF-8")).collect()
    }

    #[test]
    fn the_logger_stands_before_the_scene_and_arguments_behind_it() {
        let expected = ["--headless", "-v", "--path", "--script", "run/logger.gd", "res://main.tscn"];
        assert_eq!(words(&[], Some("--headless -v")), expected);
        let with_args: Vec<_> = expected.into_iter().chain(["--", "--level", "2"]).collect();
        assert_eq!(words(&["--", "--level", "2"], Some("--headless -v")), with_args);
        assert_eq!(words(&["--level", "2"], Some("--headless -v")), with_args);
    }

    #[test]
    fn a_folder_without_a_project_is_refused_and_another_file_is_not_a_project() {
        let folder = tempfile::tempdir().expect("a folder");
        let of = |path: &Path| GodotGame::of(&[path.into()], None, None);
        let refused = of(folder.path()).expect_err("it is not a project").to_string();
        assert!(refused.ends_with("it is a folder without project.godot, so it is not a game"), "{refused}");
        assert!(of("game.py".as_ref()).expect("it is left to others").is_none());
    }

    #[test]
    fn the_engine_is_the_first_name_on_the_path() {
        let folders = ["one", "two"].map(|_| tempfile::tempdir().expect("a folder"));
        let path = env::join_paths(folders.iter().map(tempfile::TempDir::path)).expect("a path");
        assert_eq!(engine_on(&path), None);
        let programs = [(0, "godot4"), (1, "godot")].map(|(at, name): (usize, &str)| {
            let program = folders[at].path().join(format!("{name}{EXE_SUFFIX}"));
            write_whole(&program, b"").expect("written");
            program
        });
        assert_eq!(engine_on(&path).as_ref(), Some(&programs[1]));
    }
}
