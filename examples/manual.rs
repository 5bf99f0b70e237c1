//! Writes the manual pages of the commands, and their completions for shells: `cargo run --example manual share`.
//!
//! The folder is laid out as `/usr/share` is.

use std::{env, fs, io, path::Path};

use clap_complete::Shell;
use maskscope::cli;

/// The file of each shell's completions.
const COMPLETIONS: [(Shell, &str); 4] = [
    (Shell::Bash, "bash-completion/completions/maskscope"),
    (Shell::Fish, "fish/vendor_completions.d/maskscope.fish"),
    (Shell::PowerShell, "powershell/maskscope.ps1"),
    (Shell::Zsh, "zsh/site-functions/_maskscope"),
];

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).ok_or_else(|| io::Error::other("name the folder to write into"))?;
    write(folder.as_ref())
}

/// Writes everything into `folder`, which is made.
pub fn write(folder: &Path) -> io::Result<()> {
    let pages = folder.join("man/man1");
    fs::create_dir_all(&pages)?;
    clap_mangen::generate_to(cli::command().disable_help_subcommand(true), pages)?;
    for (shell, file) in COMPLETIONS {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut cli::command(), "maskscope", &mut script);
        let path = folder.join(file);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, script)?;
    }
    Ok(())
}
