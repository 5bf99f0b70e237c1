//! `maskscope run` records an unchanged game in pygame, and the game behaves as without it.
#![cfg(unix)]

#[path = "support/pygame.rs"]
mod pygame;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use pygame::python;
use serde_json::Value;

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bridges/pygame/recorded.py");

/// A command that shows no window.
fn headless(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env("SDL_VIDEODRIVER", "dummy").env("SDL_AUDIODRIVER", "dummy").env("PYGAME_HIDE_SUPPORT_PROMPT", "1");
    command
}

/// Runs maskscope with its log in `folder`; returns its status, standard output and standard error.
fn run(folder: &Path, options: &[&str], command: &[&str]) -> (Option<i32>, String, String) {
    let log = folder.join("game.jsonl");
    let mut run = headless(env!("CARGO_BIN_EXE_maskscope"));
    run.args(["run", "--headless", "--output"]).arg(log).args(options).arg("--").args(command);
    let Output { status, stdout, stderr } = run.output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// The checks in the log in `folder`.
fn checks(folder: &Path) -> Vec<Value> {
    let log = fs::read_to_string(folder.join("game.jsonl")).expect("a log");
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.filter(|line| line["hit"].is_boolean()).collect()
}

/// Every way to test two things is one check, with the rule and the answer that the game has had.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn every_test_of_a_game_is_recorded_once() {
    let python = python();
    let folder = tempfile::tempdir().expect("a folder");
    let alone = headless(&python).arg(GAME).output().expect("it starts");
    let (_, printed, errors) = run(folder.path(), &["--watch", "recorded:Made.touches"], &[&python, GAME]);
    let expected = String::from_utf8(alone.stdout).expect("UTF-8");
    assert!(printed.starts_with(&expected), "the game says something else: {printed}{errors}");
    let recorded = checks(folder.path());
    let expected: Vec<Value> = expected.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(recorded.len(), expected.len(), "{recorded:#?}");
    for (recorded, expected) in recorded.iter().zip(&expected) {
        assert_eq!((&recorded["rule"], &recorded["hit"]), (&expected["rule"], &expected["hit"]), "{recorded}");
        assert!(recorded["at"].as_str().is_some_and(|at| at.contains("recorded.py:")), "{recorded}");
    }
    let shape = |at: usize, side: &str| recorded[at][side]["shape"].to_string();
    assert_eq!(shape(0, "a"), r#"{"box":[10,10,20,20]}"#);
    assert_eq!(shape(3, "b"), r#"{"box":[30,30,10,10]}"#, "by a ratio of 0.5");
    assert_eq!(shape(5, "a"), r#"{"box":[12,12,16,16]}"#, "inside a function of the game");
    assert_eq!(shape(13, "b"), r#"{"box":[10,10,10,10]}"#, "a hitbox");
    let kinds: Vec<_> = recorded[13..17].iter().map(|check| check["a"]["name"].as_str().unwrap_or_default()).collect();
    assert_eq!(kinds, ["Box", "Made", "Ball", "Made"]);
}

/// However a game ends, its status is the program's, and the log has all of its checks.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn a_game_ends_as_it_does_alone() {
    let python = python();
    let folder = tempfile::tempdir().expect("a folder");
    for (mode, status, count) in
        [("raise", 1, 10), ("exit", 5, 10), ("at-once", 6, 10), ("interrupt", 130, 10), ("processes", 3, 110)]
    {
        let (code, _, errors) = run(folder.path(), &[], &[&python, GAME, mode]);
        assert_eq!((code, checks(folder.path()).len()), (Some(status), count), "{mode}: {errors}");
        assert_eq!(errors.contains("RuntimeError: the game crashes"), mode == "raise", "{errors}");
    }
}

/// A log of the last second has those frames alone, and begins as every log does.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn the_last_seconds_are_kept() {
    let python = python();
    let folder = tempfile::tempdir().expect("a folder");
    let (code, _, errors) = run(folder.path(), &["--last", "1"], &[&python, GAME, "long"]);
    assert_eq!(code, Some(3), "the boxes of the balls overlap: {errors}");
    let frames: Vec<_> = checks(folder.path()).iter().map(|check| check["frame"].as_u64().expect("a frame")).collect();
    assert_eq!(frames, (40..100).collect::<Vec<_>>());
}

/// The game's environment, and what its own `sitecustomize` does, are the same as without the logger, whose files are
/// removed at the end.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn the_environment_is_the_games_own() {
    let python = python();
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("sitecustomize.py"), "import sys; sys.own = 1\n").expect("a file");
    let script =
        "import os, sys; print(sys.own, os.environ['PYTHONPATH'], [k for k in os.environ if 'MASKSCOPE_' in k])";
    let mut run = headless(env!("CARGO_BIN_EXE_maskscope"));
    let temporary = tempfile::tempdir().expect("a folder");
    for tool in ["MASKSCOPE_PYTHON", "MASKSCOPE_ARCADE", "MASKSCOPE_ARCADE26", "MASKSCOPE_PHASER"] {
        run.env_remove(tool);
    }
    run.env("PYTHONPATH", folder.path()).env("TMPDIR", temporary.path()).args(["run", "--headless", "--output"]);
    run.arg(folder.path().join("game.jsonl")).args(["--", &python, "-c", script]);
    let Output { status, stdout, stderr } = run.output().expect("it starts");
    let printed = String::from_utf8_lossy(&stdout);
    assert_eq!(printed.trim_end(), format!("1 {} []", folder.path().display()), "{}", String::from_utf8_lossy(&stderr));
    assert_eq!(status.code(), Some(1), "no log was written");
    assert_eq!(fs::read_dir(temporary.path()).expect("the folder").count(), 0, "the logger's files stay");
}

/// Any other command has the path of the log in its environment, for the bridges.
#[test]
fn other_commands_know_the_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = r#"echo '{"maskscope_log":1}' > "$MASKSCOPE_LOG"; exit 9"#;
    assert_eq!(run(folder.path(), &[], &["sh", "-c", write]).0, Some(9));
    assert!(folder.path().join("game.jsonl").exists());
    assert_eq!(run(folder.path(), &[], &["sh", "-c", "kill -9 $$"]).0, Some(137));
}

#[test]
fn what_is_missing_or_no_log_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let fails = |command: &[&str], options: &[&str]| {
        let (code, _, errors) = run(folder.path(), options, command);
        (code, errors)
    };
    let (code, errors) = fails(&["no-such-game"], &[]);
    assert_eq!((code, &*errors), (Some(1), "maskscope: no-such-game: there is no such command\n"));
    let (code, errors) = fails(&["missing.py"], &[]);
    assert_eq!((code, &*errors), (Some(1), "maskscope: missing.py: there is no such file\n"));
    let picture = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/ship.png");
    let (code, errors) = fails(&[picture], &[]);
    let why = "it is neither a Python script (.py) nor a program that may be executed";
    assert_eq!((code, errors), (Some(1), format!("maskscope: {picture}: {why}\n")));
    let log: PathBuf = folder.path().join("game.jsonl");
    fs::write(&log, "a shopping list").expect("a file");
    let (code, errors) = fails(&["true"], &[]);
    assert!(code == Some(1) && errors.ends_with("it is not a log; --force writes over it\n"), "{errors}");
    assert_eq!(fs::read_to_string(&log).expect("it is there"), "a shopping list");
    assert_eq!(fails(&["false"], &["--force"]).0, Some(1));
    assert_eq!(fs::read_to_string(&log).expect("it is there"), "a shopping list", "the game has written nothing");
    assert_eq!(fails(&["true"], &["--watch", "touches"]).0, Some(2));
}

/// An earlier log stays until the game has written one; no empty file is left; and what was missing is said.
#[test]
fn nothing_is_lost_where_nothing_is_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("game.jsonl");
    let (code, _, errors) = run(folder.path(), &[], &["true"]);
    assert!(code == Some(1) && errors.contains("neither pygame nor Arcade was loaded") && !log.exists(), "{errors}");
    let earlier = "{\"maskscope_log\":1}\n{\"frame\":1,\"far\":7}\n";
    fs::write(&log, earlier).expect("a log");
    assert_eq!(run(folder.path(), &[], &["true"]).0, Some(1));
    assert_eq!(fs::read_to_string(&log).expect("it is there"), earlier);
}

/// No window opens for a game that ends before it has loaded anything: it would wait for ever.
#[test]
fn no_window_waits_for_a_game_that_has_failed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut run = headless(env!("CARGO_BIN_EXE_maskscope"));
    run.args(["run", "--output"]).arg(folder.path().join("game.jsonl")).args(["--", "true"]);
    let Output { status, stderr, .. } =
        run.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().expect("it starts");
    let errors = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(1), "{errors}");
    assert!(errors.contains("neither pygame nor Arcade was loaded") && !errors.contains("window"), "{errors}");
}

/// A game in which pygame was loaded and tested nothing says so, and leaves the earlier log; a game that tests replaces it.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn an_earlier_log_stays_until_the_game_has_tested() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("game.jsonl");
    let earlier = "{\"maskscope_log\":1}\n{\"frame\":1,\"far\":7}\n";
    fs::write(&log, earlier).expect("a log");
    let python = python();
    let (code, _, errors) = run(folder.path(), &[], &[&python, "-c", "import pygame"]);
    assert!(code == Some(1) && errors.contains("pygame was loaded, and made no test"), "{errors}");
    assert_eq!(fs::read_to_string(&log).expect("it is there"), earlier);
    run(folder.path(), &[], &[&python, GAME, "raise"]);
    assert!(!fs::read_to_string(&log).expect("a log").contains("\"far\":7"), "the new log is there instead");
    let saves = "import pygame, sys; open(sys.argv[1], 'w').write('{\"save\":1}\\n'); a = pygame.Rect(0, 0, 9, 9); a.colliderect(a)";
    let (code, _, errors) = run(folder.path(), &[], &[&python, "-c", saves, log.to_str().expect("UTF-8")]);
    assert!(code == Some(1) && errors.contains("1 check not in the log: it is not a log"), "{errors}");
    assert_eq!(fs::read_to_string(&log).expect("the game's own file"), "{\"save\":1}\n");
}

/// A device, a pipe, a folder, a missing folder and files that begin otherwise are refused before the game starts.
#[test]
fn no_other_file_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    assert!(Command::new("mkfifo").arg(path("pipe")).status().expect("it starts").success());
    fs::write(path("lines.jsonl"), "{\"note\":1}\n{\"maskscope_log\":1}\n").expect("a file");
    for (log, reason, option) in [
        ("/dev/null", "it is not a regular file", "--force"),
        (&path("pipe"), "it is not a regular file", "--force"),
        (folder.path().to_str().expect("UTF-8"), "it is a directory", "--force"),
        (&path("missing/game.jsonl"), "No such file", "--force"),
        (&path("lines.jsonl"), "it is not a log", "--headless"),
    ] {
        let mut run = headless(env!("CARGO_BIN_EXE_maskscope"));
        run.args(["run", "--headless", "-o", log]);
        if option == "--force" {
            run.arg(option);
        }
        let output = run.args(["--", "touch", &path("started")]).output().expect("it starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && errors.contains(reason), "{log}: {errors}");
        assert!(!Path::new(&path("started")).exists(), "{log}: the game has started");
    }
}

/// Two runs in one folder write two logs, and two processes of a game are judged one after the other.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn each_run_and_each_process_has_a_log() {
    let python = python();
    let folder = tempfile::tempdir().expect("a folder");
    let nested = format!(
        "'{}' run --headless --output '{}' -- '{python}' '{GAME}' long; '{python}' '{GAME}' raise",
        env!("CARGO_BIN_EXE_maskscope"),
        folder.path().join("game.jsonl").display()
    );
    let (_, _, errors) = run(folder.path(), &[], &["sh", "-c", &nested]);
    let inner = folder.path().join("game-2.jsonl");
    assert!(errors.contains("another run is writing") && errors.contains("game-2.jsonl"), "{errors}");
    let lines = |path: &Path| fs::read_to_string(path).expect("a log").matches("\"hit\"").count();
    assert_eq!((lines(&folder.path().join("game.jsonl")), lines(&inner)), (10, 100));

    // An earlier log is one however its first line is spaced.
    fs::write(folder.path().join("game.2.jsonl"), "{ \"maskscope_log\" : 1}\n").expect("a log");
    let (_, judged, errors) = run(folder.path(), &[], &[&python, GAME, "processes"]);
    assert!(judged.contains("process 2"), "{judged}{errors}");
    assert_eq!(lines(&folder.path().join("game.2.jsonl")), 100);
}

/// A further process has a log of its own however it starts, and all are judged.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn further_processes_are_recorded_however_they_start() {
    let python = python();
    for way in ["processes", "spawn", "forkserver", "popen", "exec"] {
        let folder = tempfile::tempdir().expect("a folder");
        let (_, judged, errors) = run(folder.path(), &[], &[&python, GAME, way]);
        assert_eq!(checks(folder.path()).len(), if way == "processes" { 110 } else { 10 }, "{way}: {errors}");
        let other = fs::read_to_string(folder.path().join("game.2.jsonl")).unwrap_or_default();
        assert_eq!(other.matches("\"hit\"").count(), 100, "{way}: {errors}");
        assert!(judged.contains("process 2") && !folder.path().join("game.3.jsonl").exists(), "{way}: {judged}");
    }
}

/// A foot sensor outside the player's picture is a thing of its own: it has no picture, and none is missed.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn a_foot_sensor_is_a_probe() {
    let python = python();
    let folder = tempfile::tempdir().expect("a folder");
    let (code, _, errors) = run(folder.path(), &[], &[&python, GAME, "foot"]);
    let log = fs::read_to_string(folder.path().join("game.jsonl")).expect("a log");
    assert!(log.contains(r#"{"kind":"Player floor_rect","probe":true}"#), "{log}");
    let output = headless(env!("CARGO_BIN_EXE_maskscope"))
        .args(["replay", "--json", "--steps=all"])
        .arg(folder.path().join("game.jsonl"))
        .output()
        .expect("it starts");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((code, &answer["disagreements"], &answer["checks"]), (Some(0), &0.into(), &40.into()), "{errors}");
    assert_eq!(answer["suspects"], Value::Array(Vec::new()));
    let steps = answer["steps"].as_array().expect("steps");
    for (step, rule) in steps.iter().zip(["Player floor_rect", "Player"].iter().cycle()) {
        assert_eq!((&step["a"], step["masks_overlap"].is_null()), (&Value::from(*rule), *rule != "Player"), "{step}");
    }
    assert_eq!(steps.iter().filter(|step| step["game_hit"] == true).count(), 10, "it stands half of the time");
}

/// A game ends with the program where that is asked to, and the next run removes what one that was killed has left.
#[test]
fn signals_leave_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("game.jsonl");
    let start = |command: &[&str]| {
        let mut run = headless(env!("CARGO_BIN_EXE_maskscope"));
        run.args(["run", "--headless", "--output"]).arg(&log).arg("--").args(command).env("TMPDIR", folder.path());
        run.spawn().expect("it starts")
    };
    let count = || {
        let entries = fs::read_dir(folder.path()).expect("the folder").flatten();
        entries.filter(|it| it.file_name().to_string_lossy().starts_with("maskscope-")).count()
    };
    let is_ready = || {
        while !folder.path().join("ready").exists() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        fs::remove_file(folder.path().join("ready")).expect("it is there");
    };
    let ready = format!("touch '{}'; exec sleep 20", folder.path().join("ready").display());
    for (signal, status) in [("-HUP", 143), ("-TERM", 143)] {
        let mut running = start(&["sh", "-c", &ready]);
        is_ready();
        assert!(Command::new("kill").args([signal, &running.id().to_string()]).status().expect("kill").success());
        assert_eq!(running.wait().expect("it ends").code(), Some(status), "{signal}");
        assert_eq!(count(), 0, "{signal}");
    }
    let mut running = start(&["sh", "-c", &ready.replace("sleep 20", "sleep 2")]);
    is_ready();
    running.kill().expect("it runs");
    running.wait().expect("it ends");
    assert_eq!(count(), 1, "nobody could remove it");
    start(&["true"]).wait().expect("it ends");
    assert_eq!(count(), 0);
}
