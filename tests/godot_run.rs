//! `maskscope run` starts a project of Godot, and refuses what it cannot record. A script stands for the engine.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

const SETTINGS: &str = "config_version=5\n\n[application]\n\nrun/main_scene=\"res://main.tscn\"\n";

/// A folder with a project, and beside it what stands for the engine.
struct Desk(TempDir);

impl Desk {
    fn new(settings: &str) -> Self {
        let desk = Self(tempfile::tempdir().expect("a folder"));
        fs::create_dir(desk.project()).expect("a folder");
        fs::write(desk.project().join("project.godot"), settings).expect("a file");
        desk
    }

    fn project(&self) -> PathBuf {
        self.0.path().join("game")
    }

    fn log(&self) -> PathBuf {
        self.0.path().join("game.jsonl")
    }

    /// A script that runs `body`, with the arguments of an engine; `$logger` is the folder of the logger.
    fn engine(&self, body: &str) -> PathBuf {
        let engine = self.0.path().join("engine");
        let logger =
            "for word; do case \"$before\" in --script) logger=$(dirname \"$word\");; esac; before=$word; done";
        fs::write(&engine, format!("#!/bin/sh\n{logger}\n{body}\n")).expect("a script");
        fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("it can be started");
        engine
    }

    /// Runs maskscope in `folder` without a display; returns its status and standard error.
    fn run(&self, folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
        let mut run = Command::new(env!("CARGO_BIN_EXE_maskscope"));
        run.args(["run", "--headless"]).args(arguments).current_dir(folder);
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "GODOT"] {
            run.env_remove(name);
        }
        let Output { status, stderr, .. } = run.env("PATH", "/usr/bin:/bin").output().expect("it starts");
        (status.code(), String::from_utf8(stderr).expect("UTF-8"))
    }

    /// The names in the folder of the project.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.project()).expect("a folder").flatten();
        entries.map(|entry| entry.file_name().into_string().expect("UTF-8")).collect()
    }
}

/// A log of one check, which is right.
const LINES: &str = r###"touch "$logger/godot" "$logger/log-1"
cat > "$MASKSCOPE_LOG" <<'LINES'
{"maskscope_log":1,"engine":"godot 4.6.stable","within":0.001}
{"sprite":"a","mask":["##"]}
{"frame":1,"a":{"sprite":"a"},"b":{"sprite":"a","position":[1,0]},"hit":true,"rule":"area"}
LINES"###;

#[test]
fn the_engine_gets_the_logger_and_the_main_scene_and_nothing_is_written_into_the_project() {
    let desk = Desk::new(SETTINGS);
    let words = desk.0.path().join("words");
    let engine = desk.engine(&format!(
        "printf '%s\\n' \"$@\" \"near $MASKSCOPE_NEAR\" \"contacts $MASKSCOPE_CONTACTS\" > '{}'\n{LINES}",
        words.display()
    ));
    let engine = engine.to_str().expect("UTF-8");
    let options = ["--engine", engine, "--engine-args=-v", "--contacts", "--judge-by", "tested"];
    let arguments: Vec<_> = options.into_iter().chain(["project.godot", "--", "--level", "2"]).collect();
    let (code, errors) = desk.run(&desk.project(), &arguments);
    assert_eq!(code, Some(0), "{errors}");
    assert!(errors.contains("the engine is started with --headless"), "{errors}");
    assert!(errors.contains("nothing is written into the project"), "{errors}");
    assert!(desk.log().is_file(), "{errors}");
    assert_eq!(desk.names(), ["project.godot"]);
    let words = fs::read_to_string(words).expect("the engine was started");
    let words: Vec<_> = words.lines().collect();
    assert_eq!(words[..4], ["-v", "--headless", "--path", "."], "{words:?}");
    assert!(words[4] == "--script" && words[5].ends_with("/maskscope_run.gd"), "{words:?}");
    assert_eq!(words[6..], ["res://main.tscn", "--", "--level", "2", "near 32", "contacts 1"], "{words:?}");
    let script = Path::new(words[5]);
    assert!(!script.exists() && script.is_absolute(), "the logger is removed in the end");
}

#[test]
fn what_cannot_be_recorded_ends_in_1_and_leaves_no_log() {
    let refused = |desk: &Desk, arguments: &[&str], why: &str| {
        let project = desk.project();
        let arguments: Vec<_> = arguments.iter().copied().chain([project.to_str().expect("UTF-8")]).collect();
        let (code, errors) = desk.run(desk.0.path(), &arguments);
        assert!(code == Some(1) && errors.contains(why), "{code:?}: {errors}");
        let sentences = errors.lines().filter(|line| !line.contains("there is no display")).count();
        assert_eq!(sentences, 1, "{errors}");
        assert!(!desk.log().exists());
    };
    let desk = Desk::new(SETTINGS);
    refused(&desk, &[], "name it by --engine or the variable GODOT, or put godot or godot4 on the path");
    let engine = desk.engine("exit 1");
    let engine = ["--engine", engine.to_str().expect("UTF-8")];
    refused(&desk, &engine, "an export template ignores --script");
    desk.engine("touch \"$logger/godot\"");
    refused(&desk, &engine, "Godot was started, and no area was asked about");
    fs::write(desk.project().join("ship.png.import"), "").expect("a file");
    refused(&desk, &engine, "--headless --import does that");
    let desk = Desk::new(&SETTINGS.replace('5', "4"));
    refused(&desk, &engine, "a project of Godot 3");
    let desk = Desk::new(&format!("{SETTINGS}run/main_loop_type=\"Mine\"\n"));
    refused(&desk, &engine, "its run/main_loop_type is Mine");
}

#[test]
fn options_of_the_engine_are_for_projects() {
    let desk = Desk::new(SETTINGS);
    for option in ["--engine=godot", "--engine-args=-v", "--contacts"] {
        let (code, errors) = desk.run(desk.0.path(), &[option, "--", "true"]);
        assert!(code == Some(2) && errors.contains("is for a project of Godot"), "{option}: {errors}");
    }
    let game = desk.project();
    let game = game.to_str().expect("UTF-8");
    let (code, errors) = desk.run(desk.0.path(), &["--engine=godot", "--break", game]);
    assert!(code == Some(2) && errors.contains("--break is for games in Python"), "{errors}");
}
