//! The maskscope program: a command that answers, or the window.

use std::{env, io, process::ExitCode};

use maskscope::cli::{self, Open, Outcome};

fn main() -> ExitCode {
    match cli::run(env::args_os(), &mut io::stdout(), &mut io::stderr()) {
        Outcome::Exit(code) => code.into(),
        Outcome::Open(images) => open(&images),
    }
}

/// Opens the window. THE WINDOW GOES HERE, behind `cfg(feature = "window")`.
fn open(_images: &Open) -> ExitCode {
    eprintln!("maskscope: this build has no window");
    ExitCode::FAILURE
}
