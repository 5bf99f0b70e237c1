//! `maskscope run` starts a project of Godot, and refuses what it cannot record. A script stands for the engine.
#![cfg(target_os = "linux")]

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
        let (code, _, errors) = self.answer(folder, arguments);
        (code, errors)
    }

    /// The status, standard output and standard error of such a run.
    fn answer(&self, folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
        let mut run = Command::new(env!("CARGO_BIN_EXE_maskscope"));
        run.args(["run", "--headless"]).args(arguments).current_dir(folder);
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "GODOT"] {
            run.env_remove(name);
        }
        let Output { status, stdout, stderr } = run.env("PATH", "/usr/bin:/bin").output().expect("it starts");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (status.code(), text(stdout), text(stderr))
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
    refused(
        &desk,
        &[],
        "name it by --engine in front of the project, or by the variable GODOT, or put godot or godot4 on the path",
    );
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
    let why = format!("--break is for games in Python, and {game} is not Python");
    assert!(code == Some(2) && errors.contains(&why), "{errors}");
    let (code, errors) = desk.run(desk.0.path(), &["--engine=godot", "--watch=game:hits", game]);
    let why = format!("--watch is for games in Python, and {game} is a project of Godot");
    assert!(code == Some(2) && errors.contains(&why), "{errors}");
}

/// A log of three unfair hits of a mob, whose circle is too large.
fn unfair_hits() -> String {
    let rows = vec![format!("\"{}\"", "#".repeat(10)); 10].join(",");
    let check = |(frame, x): (u32, u32)| {
        let mob = format!(
            r#"{{"sprite":"s","name":"mob","kind":"mob","position":[{x},0],"shape":{{"circle":[{},5,16]}}}}"#,
            x + 5
        );
        let player = r#"{"sprite":"s","kind":"player","shape":{"circle":[5,5,5]}}"#;
        format!(r#"{{"frame":{frame},"a":{player},"b":{mob},"hit":true,"rule":"area","at":"mob.gd:9"}}"#)
    };
    let checks: Vec<_> = [(1, 14), (2, 15), (3, 16)].into_iter().map(check).collect();
    let lines = [
        r#"{"maskscope_log":1,"engine":"godot 4.6.stable"}"#.to_owned(),
        format!(r#"{{"sprite":"s","mask":[{rows}]}}"#),
    ];
    lines.into_iter().chain(checks).collect::<Vec<_>>().join("\n")
}

#[test]
fn remedies_name_the_file_and_the_node() {
    let desk = Desk::new(SETTINGS);
    let mob = "[gd_scene format=3]\n[sub_resource type=\"CircleShape2D\" id=\"1\"]\nradius = 8.0\n\
        [node name=\"Mob\" type=\"Area2D\"]\n[node name=\"Round\" type=\"CollisionShape2D\" parent=\".\"]\nshape = SubResource(\"1\")\n";
    fs::write(desk.project().join("mob.tscn"), mob).expect("a file");
    let lines = format!("touch \"$logger/godot\"\ncat > \"$MASKSCOPE_LOG\" <<'LINES'\n{}\nLINES", unfair_hits());
    let engine = desk.engine(&lines);
    let arguments = ["--engine", engine.to_str().expect("UTF-8"), "game"];
    let (code, printed, errors) = desk.answer(desk.0.path(), &arguments);
    // The mob is twice as large in the game as in its scene.
    let words =
        printed.contains("  mob.tscn, Round: radius 8 → 2.") || printed.contains("  mob.tscn, Round: radius 8 → 3");
    assert!(code == Some(3) && words && printed.contains("leaves 0 of 3 wrong checks"), "{printed}{errors}");
}
