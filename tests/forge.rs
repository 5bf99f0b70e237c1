//! The scripts that the forge runs: as root in the checkout of another user, under sudo, without HOME, and in an archive.

use std::path::Path;
use std::process::{Command, Output};
use std::{fs, io};

use tempfile::TempDir;

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names and texts of the scripts in `.ci`.
fn scripts() -> Vec<(String, String)> {
    let files = fs::read_dir(top().join(".ci")).expect("the folder of scripts");
    let read = |entry: io::Result<fs::DirEntry>| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        path.is_file().then(|| (name, fs::read_to_string(&path).expect("a text")))
    };
    files.filter_map(read).collect()
}

/// True if a line of a script calls git itself.
fn calls_git(line: &str) -> bool {
    let code = line.split(" #").next().unwrap_or_default();
    let is_end = |c: char| c.is_whitespace() || "(;&|`".contains(c);
    let calls = code.match_indices("git ").any(|(at, _)| code[..at].chars().next_back().is_none_or(is_end));
    calls && !code.trim_start().starts_with('#')
}

#[test]
fn scripts_call_git_in_one_place() {
    let lines = ["before=$(git status)", "git log", "a && git log", "  TZ=UTC git log"];
    assert!(lines.iter().all(|line| calls_git(line)));
    let others = [".ci/git log", "# git log", "run # git log", "see .git there", "packages=(git gcc)", "legit x"];
    let called: Vec<_> = others.into_iter().filter(|line| calls_git(line)).collect();
    assert_eq!(called, ["packages=(git gcc)"], "a list of packages looks like a call");
    for (name, text) in scripts().into_iter().filter(|(name, _)| name != "git") {
        let found: Vec<_> = text.lines().filter(|line| calls_git(line)).collect();
        assert!(found.is_empty(), ".ci/{name} calls git itself, not .ci/git: {found:?}");
    }
}

/// `.ci/nightly mutants named` needs every patch to apply, and its test to be there; whether that fails is known only at night.
#[test]
fn each_named_mutant_changes_lines_that_are_there_and_names_a_test() {
    let text = |path: &Path| fs::read_to_string(path).expect("a text").replace("\r\n", "\n");
    for entry in fs::read_dir(top().join(".ci/mutants")).expect("the folder of mutants") {
        let path = entry.expect("an entry").path();
        let (name, patch) = (path.display(), text(&path));
        let tests = [
            ("# cargo test --test suite -- --exact ", "tests"),
            ("# cargo test --test surveys -- --exact ", "tests/surveys"),
            (
                "# cargo test --package maskscope-core --all-features --test conclusions -- --exact ",
                "crates/maskscope-core/tests/conclusions",
            ),
        ];
        let first = patch.lines().next().unwrap_or_default();
        let named =
            tests.iter().find_map(|(start, folder)| Some((first.strip_prefix(start)?.split_once("::")?, folder)));
        let ((module, test), folder) = named.unwrap_or_else(|| panic!("{name} names no test"));
        let file = format!("{folder}/{module}.rs");
        assert!(text(&top().join(&file)).contains(&format!("fn {test}(")), "{name}: {test} is not in {file}");
        let file = patch.lines().find_map(|line| line.strip_prefix("--- a/")).expect("a file");
        let hunk = patch.lines().skip_while(|line| !line.starts_with("@@")).skip(1);
        let old: Vec<_> = hunk.filter_map(|line| line.strip_prefix([' ', '-'])).collect();
        assert!(!old.is_empty() && text(&top().join(file)).contains(&old.join("\n")), "{name}: not in {file}");
    }
}

/// A checkout with one commit and the scripts in it; `None` without git.
fn checkout() -> Option<TempDir> {
    let folder = TempDir::new().expect("a folder");
    let at = |path: &str| folder.path().join(path);
    fs::create_dir(at(".ci")).expect("it can be made");
    for name in ["git", "commit", "interface"] {
        fs::copy(top().join(".ci").join(name), at(".ci").join(name)).expect("it can be copied");
    }
    let git = |arguments: &[&str]| {
        let owner = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"];
        Command::new("git").args(owner).args(arguments).current_dir(folder.path()).output()
    };
    git(&["init", "--quiet"]).ok()?;
    git(&["add", "."]).expect("it can be added");
    let made = git(&["commit", "--quiet", "--message", "a"]).expect("it can be committed");
    assert!(made.status.success(), "{made:?}");
    Some(folder)
}

/// Runs a script of the checkout after `change` to its environment.
fn run(folder: &Path, script: &[&str], change: fn(&mut Command) -> &mut Command) -> Output {
    let mut command = Command::new("bash");
    change(command.args(script).current_dir(folder)).output().expect("bash is there")
}

#[test]
#[ignore = "needs git"]
fn scripts_read_the_checkout_of_whoever_runs_them() {
    let Some(folder) = checkout() else {
        eprintln!("skipped: git is not there");
        return;
    };
    let own: fn(&mut Command) -> &mut Command = |command| command;
    let homeless: fn(&mut Command) -> &mut Command = |command| command.env_remove("HOME").env_remove("USER");
    let sudo: fn(&mut Command) -> &mut Command = |command| command.env("SUDO_UID", "4321").env("SUDO_USER", "a");
    let check = |way: &str, change| {
        let status = run(folder.path(), &[".ci/git", "status", "--porcelain"], change);
        assert!(status.status.success() && status.stdout.is_empty(), "{way}: {status:?}");
        let commit = run(folder.path(), &[".ci/commit"], change);
        let text = String::from_utf8_lossy(&commit.stdout).into_owned();
        assert!(commit.status.success() && text.trim().len() > 50, "{way}: {commit:?}");
        let interface = run(folder.path(), &[".ci/interface"], change);
        assert!(interface.status.success(), "{way}: {interface:?}");
    };
    check("as its owner", own);
    check("without HOME", homeless);
    let owned = Command::new("chown").args(["-R", "4322:4322"]).arg(folder.path()).output();
    if owned.is_ok_and(|owned| owned.status.success()) {
        check("as root in the checkout of another user", own);
        check("under sudo", sudo);
        check("as root without HOME", homeless);
    } else {
        eprintln!("skipped: only root can give a checkout to another user");
    }
    fs::remove_dir_all(folder.path().join(".git")).expect("it can be removed");
    for change in [own, homeless, sudo] {
        let status = run(folder.path(), &[".ci/git", "status", "--porcelain"], change);
        assert!(status.status.success() && status.stdout.is_empty(), "in an archive: {status:?}");
        let commit = run(folder.path(), &[".ci/commit"], change);
        assert_eq!(String::from_utf8_lossy(&commit.stdout), "0 1970-01-01\n", "in an archive: {commit:?}");
        assert!(run(folder.path(), &[".ci/interface"], change).status.success(), "in an archive");
    }
}

/// The step of `action.yml`, with the sample game's log: its line is annotated, and the status is that of `replay`.
#[test]
#[ignore = "needs bash and Python"]
fn the_action_annotates_the_wrong_line_of_a_game() {
    let judged = |command: &str, log: &str, options: &str| {
        let mut judge = Command::new("bash");
        judge.arg(".ci/judge").current_dir(top()).env("PROGRAM", env!("CARGO_BIN_EXE_maskscope"));
        judge.env("COMMAND", command).env("LOG", log).env("OPTIONS", options);
        let Output { status, stdout, .. } = judge.output().expect("bash is there");
        (status.code(), String::from_utf8(stdout).expect("UTF-8"))
    };
    let (code, output) = judged("", "samples/game.jsonl", "");
    let annotations: Vec<_> = output.lines().filter(|line| line.starts_with("::")).collect();
    let [annotation] = annotations[..] else { panic!("one line is wrong: {output}") };
    let start =
        "::error file=samples/games/asteroids.py,line=56,title=maskscope::29 hits that touch no pixel; the first: ";
    assert!(code == Some(3) && annotation.starts_with(start), "{annotation}");
    let (code, output) = judged("", "samples/game.jsonl", "--allow-unfair 20");
    assert!(code == Some(0) && !output.contains("::error"), "{output}");
    assert_eq!(judged("", "samples/none.jsonl", "").0, Some(1));
    let folder = TempDir::new().expect("a folder");
    let game = format!("cp '{}' \"$MASKSCOPE_LOG\"", top().join("samples/game.jsonl").display());
    let (code, output) = judged(&game, &folder.path().join("game.jsonl").display().to_string(), "");
    assert!(code == Some(3) && output.contains(start), "{output}");
}
