//! `maskscope run` records an unchanged game in pygame, and the game behaves as without it.
#![cfg(unix)]

#[path = "support/pygame.rs"]
mod pygame;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread::sleep;
use std::time::{Duration, Instant};

use maskscope::files::Limits;
use maskscope::stops::{StopEvent, StopHost};
use maskscope_core::replay::{RunTo, StopRules, VerdictRules};
use pygame::python;
use rustix::process::{Pid, Signal, kill_process_group};
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

/// A game that counts its wrong hits by masks, and a mode of it.
const STOPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/run/stops/games.py");

/// The frames in which a game has counted a wrong hit.
fn wrong_frames(printed: &str) -> Vec<u64> {
    let line = printed.lines().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("no count: {printed}"));
    let found: Value = serde_json::from_str(line).expect("JSON");
    found["wrong"].as_array().expect("a list").iter().map(|frame| frame.as_u64().expect("a number")).collect()
}

/// Without a window, the first stop ends the game: at its first wrong hit, or once three of them have shown what the line asks.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn a_wrong_hit_ends_a_game_without_a_window() {
    let python = python();
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("game.jsonl.stop.png");
    let alone = headless(&python).args([STOPPED, "seldom"]).output().expect("it starts");
    let wrong = wrong_frames(&String::from_utf8(alone.stdout).expect("UTF-8"));
    assert_eq!(wrong, [0, 4, 10, 14, 20, 24]);
    for (option, at) in [("--break=any", 0), ("--break", 2)] {
        let (status, printed, errors) = run(folder.path(), &[option], &[&python, STOPPED, "seldom"]);
        let stop = format!("stopped at frame {}: Diamond × Diamond 2, ", wrong[at]);
        assert!(status == Some(3) && printed.contains(&stop), "{option}: {printed}{errors}");
        let passed = format!("{at} wrong checks at this line came before");
        assert!(printed.contains("unfair hit, ") && printed.contains(&passed) == (at > 0), "{option}: {printed}");
        let size = image::image_dimensions(&picture).expect("a picture");
        assert_eq!(size, (320, 240), "{option}");
        fs::remove_file(&picture).expect("it was there");
    }
    let no_screens = ["--break=any", "--no-screens", "--json"];
    let (status, printed, errors) = run(folder.path(), &no_screens, &[&python, STOPPED, "seldom"]);
    let answer: Value = serde_json::from_str(printed.lines().next_back().unwrap_or_default()).expect("JSON");
    assert!(status == Some(3) && answer["disagreements"].as_u64() >= Some(1), "{printed}{errors}");
    assert!(errors.contains("stopped at frame 0: ") && !picture.exists(), "{errors}");
    // What is left out stops nothing.
    let (status, printed, errors) =
        run(folder.path(), &["--break", "--ignore-pair", "Diamond,Diamond"], &[&python, STOPPED, "seldom"]);
    assert!(wrong_frames(&printed) == wrong && !printed.contains("stopped"), "{status:?}: {printed}{errors}");
    for refused in [&["--break", "--last", "3"][..], &["--break=all"], &["--no-screens"]] {
        assert_eq!(run(folder.path(), refused, &[&python, STOPPED, "seldom"]).0, Some(2), "{refused:?}");
    }
    assert_eq!(run(folder.path(), &["--break"], &["true"]).0, Some(2), "it is no Python");
}

/// A person who wants to see each wrong hit stops in each frame that has one, the first and the last of the game among them.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn each_wrong_hit_stops_the_game() {
    let python = python();
    let folder = tempfile::tempdir().expect("a folder");
    let (sender, events) = channel();
    let rules = StopRules { is_on: true, at_any: true, ..StopRules::default() };
    let tell = move |event| sender.send(event).unwrap_or_default();
    let host = StopHost::listen(rules, VerdictRules::default(), Limits::default(), tell).expect("a port");
    for mode in [&["seldom"][..], &["boxes", "60", "0"]] {
        let mut game = headless(env!("CARGO_BIN_EXE_maskscope"));
        let (name, address) = host.variable();
        game.env(name, address).args(["run", "--headless", "--output"]).arg(folder.path().join("game.jsonl"));
        game.arg("--").arg(&python).arg(STOPPED).args(mode).stdout(Stdio::piped()).stderr(Stdio::null());
        let game = game.spawn().expect("it starts");
        let mut stops = Vec::new();
        loop {
            match events.recv_timeout(Duration::from_secs(60)).expect("an event") {
                StopEvent::Paused(stop) => {
                    assert!(stop.reason.is_some() && stop.screen.is_some());
                    stops.push(stop.frame);
                    host.go_on(RunTo::NextIncident);
                }
                StopEvent::Left { why, was_paused, .. } => {
                    assert!(why.is_none() && !was_paused, "{why:?}");
                    break;
                }
                _ => {}
            }
        }
        let printed = game.wait_with_output().expect("it ends").stdout;
        let mut wrong = wrong_frames(&String::from_utf8(printed).expect("UTF-8"));
        // A touch that goes on is one incident.
        let all = wrong.clone();
        wrong.retain(|frame| *frame == 0 || !all.contains(&(frame - 1)));
        assert_eq!(stops, wrong, "{mode:?}");
    }
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

/// `--json` answers at the end as `replay --json` does, and `--json FILE` into a file.
#[test]
fn the_answer_of_a_run_is_that_of_its_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/game.jsonl");
    let game = format!("echo spoken; cp '{}' \"$MASKSCOPE_LOG\"", log.display());
    let answer = |text: &str| serde_json::from_str::<Value>(text).expect("one object");
    let (code, output, errors) = run(folder.path(), &["--json"], &["sh", "-c", &game]);
    assert_eq!(code, Some(3), "{errors}");
    assert!(errors.starts_with("spoken\n"), "{errors}");
    let mut replay = Command::new(env!("CARGO_BIN_EXE_maskscope"));
    let replayed = replay.args(["replay", "--json"]).arg(folder.path().join("game.jsonl")).output().expect("it starts");
    assert_eq!(answer(&output), answer(&String::from_utf8(replayed.stdout).expect("UTF-8")));
    // What the game prints stays where it was once the answer goes into a file.
    let file = folder.path().join("checks.json");
    let options = ["--json", file.to_str().expect("UTF-8"), "--line", "asteroids.py:56"];
    let (code, spoken, _) = run(folder.path(), &options, &["sh", "-c", &game]);
    assert_eq!((code, &*spoken), (Some(3), "spoken\n"));
    let written = fs::read_to_string(file).expect("it is written");
    assert_eq!(answer(&written)["checks"], 123);
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
    let why = "it is neither a Python script (.py) nor an executable program";
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
fn a_foot_sensor_asks_elsewhere() {
    let python = python();
    let folder = tempfile::tempdir().expect("a folder");
    let (code, _, errors) = run(folder.path(), &[], &[&python, GAME, "foot"]);
    let log = fs::read_to_string(folder.path().join("game.jsonl")).expect("a log");
    assert!(log.contains(r#""made":true"#), "{log}");
    let output = headless(env!("CARGO_BIN_EXE_maskscope"))
        .args(["replay", "--json", "--steps=all"])
        .arg(folder.path().join("game.jsonl"))
        .output()
        .expect("it starts");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((code, &answer["disagreements"], &answer["checks"]), (Some(0), &0.into(), &40.into()), "{errors}");
    assert_eq!(answer["suspects"], Value::Array(Vec::new()));
    let steps = answer["steps"].as_array().expect("steps");
    for (step, question) in steps.iter().zip(["elsewhere", "here"].iter().cycle()) {
        assert_eq!((&step["a"], &step["question"]), (&"Player".into(), &Value::from(*question)), "{step}");
    }
    assert_eq!(steps.iter().filter(|step| step["game_hit"] == true).count(), 10, "it stands half of the time");
}

/// A run that can be asked to end.
struct Started {
    run: Child,
    start: Instant,
}

impl Started {
    /// Starts a shell that runs `script` as a game, in `folder`, and waits until that has made the file `ready` there.
    fn of(folder: &Path, script: &str) -> Self {
        let mut command = headless(env!("CARGO_BIN_EXE_maskscope"));
        command.args(["run", "--headless", "-o", "game.jsonl", "--", "sh", "-c", script]);
        let run = command.current_dir(folder).env("TMPDIR", folder).stderr(Stdio::piped()).spawn().expect("it starts");
        let ready = folder.join("ready");
        wait_until(|| ready.exists());
        fs::remove_file(ready).expect("it is there");
        Self { run, start: Instant::now() }
    }

    fn send(&self, signal: &str) {
        send(signal, &self.run.id().to_string());
    }

    /// Waits for the end; returns the status, standard error, and the seconds since the game was ready.
    fn end(self) -> (Option<i32>, String, f64) {
        let output = self.run.wait_with_output().expect("it ends");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), errors, self.start.elapsed().as_secs_f64())
    }
}

fn send(signal: &str, process: &str) {
    assert!(Command::new("kill").args([signal, process]).status().expect("kill").success(), "{signal} {process}");
}

#[track_caller]
fn wait_until(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited in vain");
        sleep(Duration::from_millis(5));
    }
}

/// The number of private folders in `folder`.
fn private_folders(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("the folder").flatten();
    entries.filter(|it| it.file_name().to_string_lossy().starts_with("maskscope-")).count()
}

/// True if the process whose number is in a file runs.
#[cfg(target_os = "linux")]
fn runs(file: &Path) -> bool {
    let id = fs::read_to_string(file).expect("a number");
    fs::read_to_string(format!("/proc/{}/stat", id.trim())).is_ok_and(|stat| !stat.contains(") Z "))
}

/// A command by which a shell writes a log.
const WRITES: &str = r#"echo '{"maskscope_log":1}
{"frame":1,"far":1248}' > "$MASKSCOPE_LOG""#;

/// A game that ends when it is asked to has all of its checks judged; the status is that of the signal, whatever the game's.
#[test]
fn a_game_is_asked_to_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let ends = format!(
        "end() {{ echo asked >> asked; {WRITES}; exit 7; }}; trap end TERM; touch ready; while :; do sleep 0.05; done"
    );
    for (signal, status) in [("-TERM", 143), ("-HUP", 129)] {
        let running = Started::of(folder.path(), &ends);
        running.send(signal);
        let (code, errors, seconds) = running.end();
        assert!(code == Some(status) && seconds < 4.0, "{signal}: {code:?} after {seconds} s: {errors}");
        assert_eq!(fs::read_to_string(folder.path().join("asked")).expect("a file"), "asked\n", "{signal}");
        assert!(fs::read_to_string(folder.path().join("game.jsonl")).expect("a log").contains("1248"), "{signal}");
        assert_eq!(private_folders(folder.path()), 0, "{signal}");
        fs::remove_file(folder.path().join("asked")).expect("it is there");
    }
}

/// A game that does not end when it is asked to is killed with all that it has started, after five seconds or a second signal;
/// `timeout`, whose signal comes twice at once, makes one request.
#[test]
#[cfg(target_os = "linux")]
fn a_game_that_does_not_end_is_killed() {
    let deaf = format!(
        "trap '' TERM HUP; {WRITES}; sh -c 'echo $$ > inner; while :; do sleep 0.05; done' & touch ready; while :; do sleep 0.05; done"
    );
    for (signals, status, least, most) in [
        (&["-TERM"][..], 143, 5.0, 20.0),
        (&["-TERM", "-TERM"], 143, 5.0, 20.0),
        (&["-HUP", "later", "-TERM"], 129, 1.0, 4.0),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let running = Started::of(folder.path(), &deaf);
        for signal in signals {
            if *signal == "later" { sleep(Duration::from_secs(1)) } else { running.send(signal) }
        }
        let (code, errors, seconds) = running.end();
        assert!(code == Some(status) && (least..most).contains(&seconds), "{code:?} after {seconds} s: {errors}");
        assert!(errors.contains("the game did not end when asked, and was killed"), "{errors}");
        assert!(!runs(&folder.path().join("inner")), "what it has started is still running");
    }

    let folder = tempfile::tempdir().expect("a folder");
    let mut timed = Command::new("timeout");
    timed.args([
        "1",
        env!("CARGO_BIN_EXE_maskscope"),
        "run",
        "--headless",
        "-o",
        "game.jsonl",
        "--",
        "sh",
        "-c",
        &deaf,
    ]);
    let start = Instant::now();
    let output = timed.current_dir(folder.path()).output().expect("it starts");
    assert_eq!(output.status.code(), Some(124));
    assert!(start.elapsed() > Duration::from_secs(5), "one request is not a second one");
}

/// A script that starts the game ends at once; the game is asked to end after it, and waited for.
#[test]
#[cfg(target_os = "linux")]
fn a_game_behind_a_script_is_asked_to_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let ends = "echo $$ > inner; trap \"sleep 0.5; echo asked >> asked; exit\" TERM; touch ready; while :; do sleep 0.05; done";
    let running = Started::of(folder.path(), &format!("sh -c '{ends}'; true"));
    running.send("-TERM");
    let (code, errors, seconds) = running.end();
    assert!(code == Some(143) && seconds < 4.0, "{code:?} after {seconds} s: {errors}");
    assert_eq!(fs::read_to_string(folder.path().join("asked")).expect("a file"), "asked\n");
    assert!(!runs(&folder.path().join("inner")), "it is still running");
}

/// A run that is killed leaves the game with its log and the logger's files; the next one takes another log, and removes those
/// files as soon as nobody needs them.
#[test]
fn a_killed_run_leaves_the_log_to_its_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut running = Started::of(folder.path(), "touch ready; while [ ! -e end ]; do sleep 0.05; done; touch ended");
    running.run.kill().expect("it runs");
    running.run.wait().expect("it ends");
    let next = || {
        let mut run = headless(env!("CARGO_BIN_EXE_maskscope"));
        run.args(["run", "--headless", "-o", "game.jsonl", "--", "true"]).current_dir(folder.path());
        let output = run.env("TMPDIR", folder.path()).output().expect("it starts");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let errors = next();
    assert!(errors.contains("another run is writing game.jsonl") && errors.contains("game-2.jsonl"), "{errors}");
    assert_eq!(private_folders(folder.path()), 1, "the game may load more of the logger");
    fs::write(folder.path().join("end"), "").expect("a file");
    wait_until(|| folder.path().join("ended").exists());
    wait_until(|| !next().contains("another run"));
    assert_eq!(private_folders(folder.path()), 0);
}

/// Ctrl C before the game has begun leaves no empty log.
#[test]
fn an_early_interrupt_leaves_no_log() {
    use std::os::unix::process::CommandExt as _;
    for wait in (0..20).chain([20, 100, 300]) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut run = headless(env!("CARGO_BIN_EXE_maskscope"));
        run.args(["run", "--headless", "-o", "game.jsonl", "--", "sleep", "20"]).current_dir(folder.path());
        let run = run.env("TMPDIR", folder.path()).stderr(Stdio::null()).process_group(0).spawn().expect("it starts");
        wait_until(|| folder.path().join("game.jsonl").exists());
        sleep(Duration::from_millis(wait));
        kill_process_group(Pid::from_child(&run), Signal::INT).expect("it runs");
        assert_eq!(Started { run, start: Instant::now() }.end().0, Some(130), "after {wait} ms");
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0, "after {wait} ms");
    }
}

/// A log that is no longer there is said to be lost, with its checks; it is not called a game without tests.
#[test]
fn a_log_that_is_taken_away_is_named() {
    let away = [
        ("rm game.jsonl", "game.jsonl was removed while the game ran: 1,248 checks are lost"),
        ("mv game.jsonl other", "game.jsonl was renamed while the game ran: 1,248 checks are not judged"),
        (
            "rm game.jsonl; echo x > new; mv new game.jsonl",
            "game.jsonl was replaced while the game ran: 1,248 checks are lost",
        ),
    ];
    for (away, message) in away {
        for (ends, status) in [(0, 1), (5, 5)] {
            let folder = tempfile::tempdir().expect("a folder");
            let mut run = headless(env!("CARGO_BIN_EXE_maskscope"));
            let script = format!("{WRITES}; {away}; exit {ends}");
            run.args(["run", "--headless", "-o", "game.jsonl", "--", "sh", "-c", &script]);
            let output = run.current_dir(folder.path()).output().expect("it starts");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.code() == Some(status) && errors.contains(message), "{away}: {errors}");
        }
    }
}

/// The same of a game in Python; of a log that is taken away twice, nobody knows the number of checks.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn a_log_of_pygame_that_is_taken_away_is_named() {
    let python = python();
    let game = "import os, pygame, sys, time
def test():
    pygame.display.init(); a = pygame.Rect(0, 0, 9, 9); b = a.move(1, 1); pygame.display.set_mode((99, 99))
    for _ in range(50):
        a.colliderect(b); pygame.display.flip()
log = sys.argv[1]
for way in sys.argv[2:]:
    while way == 'late' and not os.path.getsize(log): time.sleep(0.01)
    test() if way == 'test' else os.remove(log)";
    for (ways, message) in [
        (&["test", "late"][..], "was removed while the game ran: 50 checks are lost\n"),
        (&["early", "test", "late"], "was removed while the game ran: its checks are lost\n"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("game.jsonl");
        let game = if ways[0] == "early" {
            game.replace("os.path.getsize(log)", "os.path.exists(log)")
        } else {
            game.to_owned()
        };
        let (code, _, errors) =
            run(folder.path(), &[], &[&[&python, "-c", &game, log.to_str().expect("UTF-8")], ways].concat());
        assert!(code == Some(1) && errors.ends_with(message), "{ways:?}: {errors}");
    }
}

/// A file by which the game is started is never its log, whatever it is called there; nor is standard output.
#[test]
fn what_is_run_is_never_the_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "#!/bin/sh\ntouch started\n";
    fs::write(folder.path().join("game.py"), script).expect("a file");
    std::os::unix::fs::symlink("game.py", folder.path().join("link")).expect("a link");
    for (log, command) in
        [("game.py", "game.py"), ("./game.py", "game.py"), ("link", "game.py"), ("game.py", "sh ./game.py")]
    {
        for force in [&["--force"][..], &[]] {
            let mut run = headless(env!("CARGO_BIN_EXE_maskscope"));
            run.args(["run", "--headless", "-o", log]).args(force).arg("--").args(command.split(' '));
            let output = run.current_dir(folder.path()).output().expect("it starts");
            let errors = String::from_utf8_lossy(&output.stderr);
            let message = format!("maskscope: {log}: it is not a log, and the command that is run names it\n");
            assert_eq!((output.status.code(), &*errors), (Some(1), &*message), "{log} {command}");
            assert_eq!(fs::read_to_string(folder.path().join("game.py")).expect("it is there"), script);
        }
    }
    let mut run = headless(env!("CARGO_BIN_EXE_maskscope"));
    let output =
        run.args(["run", "--headless", "-o", "-", "true"]).current_dir(folder.path()).output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && errors.contains("the log of a run is a file"), "{errors}");
    assert!(!folder.path().join("started").exists() && !folder.path().join("-").exists());
}
