//! The answers in the words of those who ask: each command prints what its row says, and `docs/answers.md` has every row.

#[path = "support/marked.rs"]
mod marked;
#[path = "support/pygame.rs"]
mod pygame;

use std::{env, ffi::OsStr, fs, path::Path, process::Command};

use marked::assert_marked;
use maskscope::app::{ADVICE, Advice};
use pygame::python;

fn rows() -> impl Iterator<Item = &'static Advice> {
    ADVICE.iter().flat_map(|topic| topic.rows)
}

/// A game in Python, which needs an engine.
fn is_game(row: &Advice) -> bool {
    row.command.starts_with("run ")
}

/// Runs the command of a row in the crate's folder, with the words `before` after its first; what it writes goes into `folder`.
/// Fails unless it prints what the row says.
#[track_caller]
fn assert_prints(row: &Advice, folder: &Path, before: &[&str], path: &OsStr) {
    let folder = folder.to_str().expect("UTF-8");
    let words = shlex::split(&row.command.replace("{folder}", folder)).expect("words of a shell");
    let mut command = Command::new(env!("CARGO_BIN_EXE_maskscope"));
    command.arg(&words[0]).args(before).args(&words[1..]).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.env("SDL_VIDEODRIVER", "dummy").env("SDL_AUDIODRIVER", "dummy").env("PATH", path).env_remove("VIRTUAL_ENV");
    let output = command.output().expect("it starts");
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(printed.contains(row.prints), "{}: {printed}{errors}", row.command);
    // The sample game has wrong checks.
    let is_wrong = printed.contains("checks are wrong") && !printed.starts_with("0 of");
    assert_eq!(output.status.code(), Some(if is_wrong { 3 } else { 0 }), "{}: {errors}", row.command);
}

#[test]
fn every_row_prints_what_it_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let all: Vec<_> = rows().filter(|row| !is_game(row)).collect();
    assert!(all.len() >= 30, "only {} rows", all.len());
    for row in all {
        assert_prints(row, folder.path(), &[], &env::var_os("PATH").unwrap_or_default());
    }
}

#[test]
#[ignore = "needs Python with pygame-ce"]
fn every_row_about_a_game_prints_what_it_says() {
    let (python, folder) = (python(), tempfile::tempdir().expect("a folder"));
    // The program takes the first `python3` of the path.
    let bin = Path::new(&python).parent().expect("a folder of programs").to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([bin].into_iter().chain(env::split_paths(&others))).expect("a path");
    let log = folder.path().join("game.jsonl");
    let all: Vec<_> = rows().filter(|row| is_game(row)).collect();
    assert!(!all.is_empty(), "no row runs a game");
    for row in all {
        assert_prints(row, folder.path(), &["-o", log.to_str().expect("UTF-8")], &path);
    }
}

/// `UPDATE_SNAPSHOTS=1` writes the tables.
#[test]
fn the_guide_has_every_row() {
    let mut text = String::new();
    for topic in ADVICE {
        let [seen, cause] = topic.heads;
        text +=
            &format!("\n## {}\n\n| {seen} | {cause} | the command, and Ctrl K |\n| --- | --- | --- |\n", topic.title);
        for row in topic.rows {
            let Advice { seen, cause, name, .. } = row;
            let command = row.command.replace("{folder}/", "");
            let place = row.place();
            text += &format!("| {seen} | {cause} | `maskscope {command}`<br>*{name}* ({place}) |\n");
        }
    }
    assert_marked("docs/answers.md", "rows", &format!("{text}\n"), "suite advice::");
    // The README and the guide lead to it.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Ok(readme) = fs::read_to_string(root.join("README.md")) else { return };
    assert!(readme.contains("docs/answers.md"));
}
