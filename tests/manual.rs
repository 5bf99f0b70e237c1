//! The manual pages and the completions for shells: made of every command, and understood by those who read them.

#[path = "../examples/manual.rs"]
#[expect(dead_code, reason = "its `main` is for the command line")]
mod manual;
#[path = "support/tools.rs"]
mod tools;

use std::{fs, path::Path, process::Command};

use tempfile::TempDir;

/// A plain terminal.
const ENVIRONMENT: [(&str, &str); 3] = [("LC_ALL", "C.UTF-8"), ("MANPAGER", "cat"), ("MANWIDTH", "100")];

fn written() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    manual::write(folder.path()).expect("it can be written to");
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
    let folder = written();
    let page = |name: &str| folder.path().join("man/man1").join(format!("{name}.1"));
    let mut pages = vec![page("maskscope")];
    let command = maskscope::cli::command();
    pages.extend(command.get_subcommands().map(|command| page(&format!("maskscope-{}", command.get_name()))));
    assert!(pages.iter().all(|page| page.is_file()), "{pages:?}");
}

/// The `man` of other systems shows files by other options.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs man"]
fn man_shows_every_page() {
    tools::need(&["man"]);
    let folder = written();
    let pages = fs::read_dir(folder.path().join("man/man1")).expect("a folder");
    for page in pages.map(|page| page.expect("a page").path()) {
        let shown = printed("man", &["--warnings", "-l", page.to_str().expect("UTF-8")], folder.path());
        assert!(shown.contains("SYNOPSIS") && shown.contains("--quiet"), "{}: {shown}", page.display());
    }
}

/// The script of each shell, how it asks what may follow `maskscope repl`, and a word that it then offers.
const SHELLS: [(&str, &str); 3] = [
    (
        "bash",
        "source bash-completion/completions/maskscope
         COMP_WORDS=(maskscope repl) COMP_CWORD=1
         _maskscope maskscope repl maskscope
         echo \"${COMPREPLY[@]}\"",
    ),
    ("fish", "source fish/vendor_completions.d/maskscope.fish; complete --do-complete 'maskscope repl'"),
    (
        "zsh",
        "fpath=($PWD/zsh/site-functions $fpath)
         autoload -U compinit && compinit -u -d dump
         autoload +X _maskscope && whence -w _maskscope && functions _maskscope | grep -o _maskscope_commands | head -1
         [[ ${_comps[maskscope]} = _maskscope ]] && echo replay",
    ),
];

#[test]
fn powershell_has_completions() {
    let folder = written();
    let powershell = fs::read_to_string(folder.path().join("powershell/maskscope.ps1")).expect("a script");
    assert!(powershell.contains("Register-ArgumentCompleter") && powershell.contains("'replay'"));
}

#[test]
#[ignore = "needs bash, fish and zsh"]
fn shells_load_their_completions() {
    let folder = written();
    for (shell, script) in SHELLS {
        tools::need(&[shell]);
        let offered = printed(shell, &["-c", script], folder.path());
        assert!(offered.contains("replay"), "{shell}: {offered}");
    }
}
