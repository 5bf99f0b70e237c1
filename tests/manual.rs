//! The manual pages and the completions for shells: made of every command, and understood by those who read them.

#[path = "support/tools.rs"]
mod tools;

use std::{fs, path::Path, process::Command};

use maskscope::cli::{self, Outcome};
use tempfile::TempDir;

/// A plain terminal.
const ENVIRONMENT: [(&str, &str); 3] = [("LC_ALL", "C.UTF-8"), ("MANPAGER", "cat"), ("MANWIDTH", "100")];

/// The output of a command that succeeds.
fn answer(arguments: &[&str]) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = ["maskscope"].iter().chain(arguments);
    let outcome = cli::run(args, &mut out, &mut err);
    assert_eq!((outcome, String::from_utf8_lossy(&err).as_ref()), (Outcome::Exit(0), ""), "{arguments:?}");
    String::from_utf8(out).expect("UTF-8")
}

/// A folder with all manual pages.
fn pages() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    answer(&["man", "-o", folder.path().to_str().expect("UTF-8")]);
    folder
}

/// Returns the output of `program`, which ends well and complains about nothing.
fn printed(program: &str, arguments: &[&str], folder: &Path) -> String {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("HOME", folder).envs(ENVIRONMENT);
    let output = command.output().expect("it starts");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaints.is_empty(), "{program} {arguments:?}: {complaints}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn every_command_has_a_page() {
    let folder = pages();
    let page = |name: &str| folder.path().join(format!("{name}.1"));
    let mut pages = vec![page("maskscope")];
    let command = cli::command();
    pages.extend(command.get_subcommands().map(|command| page(&format!("maskscope-{}", command.get_name()))));
    assert!(pages.iter().all(|page| page.is_file()), "{pages:?}");
    assert_eq!(fs::read_to_string(&pages[0]).expect("a page"), answer(&["man"]));
}

/// The `man` of other systems shows files by other options.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs man"]
fn man_shows_every_page() {
    tools::need(&["man"]);
    let folder = pages();
    let pages = fs::read_dir(folder.path()).expect("a folder");
    for page in pages.map(|page| page.expect("a page").path()) {
        let shown = printed("man", &["--warnings", "-l", page.to_str().expect("UTF-8")], folder.path());
        assert!(shown.contains("SYNOPSIS") && shown.contains("--quiet"), "{}: {shown}", page.display());
    }
}

/// The script of each shell, how it asks what may follow `maskscope repl`, and a word that it then offers.
const SHELLS: [(&str, &str); 3] = [
    (
        "bash",
        "source ./completions
         COMP_WORDS=(maskscope repl) COMP_CWORD=1
         _maskscope maskscope repl maskscope
         echo \"${COMPREPLY[@]}\"",
    ),
    ("fish", "source ./completions; complete --do-complete 'maskscope repl'"),
    (
        "zsh",
        "mkdir functions && cp completions functions/_maskscope && fpath=($PWD/functions $fpath)
         autoload -U compinit && compinit -u -d dump
         autoload +X _maskscope && whence -w _maskscope && functions _maskscope | grep -o _maskscope_commands | head -1
         [[ ${_comps[maskscope]} = _maskscope ]] && echo replay",
    ),
];

/// Shells offer what may follow, not files.
#[test]
fn completions_offer_scans_shapes_and_questions() {
    let bash = answer(&["completions", "bash"]);
    for words in ["rows columns incremental combined", "box circle ellipse capsule polygon", "cost "] {
        assert!(bash.contains(&format!("compgen -W \"{words}")) || bash.contains(words), "{words}");
    }
    let offered = bash.lines().filter(|line| line.contains("compgen -W \"rows columns ")).count();
    assert!(offered >= 5, "--scan of {offered} commands");
}

#[test]
fn powershell_has_completions() {
    let powershell = answer(&["completions", "powershell"]);
    assert!(powershell.contains("Register-ArgumentCompleter") && powershell.contains("'replay'"));
}

#[test]
#[ignore = "needs bash, fish and zsh"]
fn shells_load_their_completions() {
    for (shell, script) in SHELLS {
        tools::need(&[shell]);
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("completions"), answer(&["completions", shell])).expect("a file");
        let offered = printed(shell, &["-c", script], folder.path());
        assert!(offered.contains("replay"), "{shell}: {offered}");
    }
}
