//! A game that is started beside the window, and writes the log that this follows.

use std::io::{self, Read as _, Seek as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs::File};

use crate::app::outside::outcome::GameVariable;
use crate::{exports::name_of, session::Event};
use maskscope_core::words;

/// Status of a game that has ended well, of whose checks some are wrong.
const SOME_WRONG: i32 = 3;

/// Runs `game`, which logs into `log` and can be stopped by what `variable` names, to its end; returns what went wrong.
pub fn run_game(game: &Path, log: &Path, variable: Option<GameVariable>) -> Option<Event> {
    let detail = match run(game, log, variable) {
        Ok(None) => return None,
        Ok(Some(output)) => output,
        Err(error) => error.to_string(),
    };
    Some(Event::failed(format!("{} has failed", name_of(game)), words::sentence(&detail)))
}

/// Returns the last line that a game has written before it failed.
fn run(game: &Path, log: &Path, variable: Option<GameVariable>) -> io::Result<Option<String>> {
    // Without a name, so that nothing stays behind; the game can write into it when the window is closed.
    let mut output = tempfile::tempfile()?;
    let mut command = Command::new(env::current_exe()?);
    command.args(["run", "--headless", "--output"]).arg(log).arg(game);
    // The game inherits it.
    command.envs(variable);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(output.try_clone()?);
    if let Some(folder) = game.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        command.current_dir(folder);
    }
    match command.status()?.code() {
        Some(0 | SOME_WRONG) => Ok(None),
        _ => last_line(&mut output).map(Some),
    }
}

fn last_line(output: &mut File) -> io::Result<String> {
    let mut text = Vec::new();
    output.rewind()?;
    output.read_to_end(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    // The reason stands before the program's own remark about the status.
    let reason = lines().rfind(|line| !line.starts_with("maskscope: the game has ended"));
    Ok(reason.or_else(|| lines().next_back()).unwrap_or("it has said nothing").to_owned())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn the_reason_is_the_last_line_before_the_status() {
        let mut output = tempfile::tempfile().expect("a file");
        writeln!(output, "Traceback\n  File \"game.py\"\nNameError: ship\nmaskscope: the game has ended with 1\n")
            .expect("written");
        assert_eq!(last_line(&mut output).expect("read"), "NameError: ship");
        assert_eq!(last_line(&mut tempfile::tempfile().expect("a file")).expect("read"), "it has said nothing");
    }
}
