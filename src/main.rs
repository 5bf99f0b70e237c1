//! The maskscope program: a command that answers, or the window.

use std::{env, io, process::ExitCode};

use maskscope::cli::{self, Open, Outcome};

fn main() -> ExitCode {
    match cli::run(env::args_os(), &mut io::stdout(), &mut io::stderr()) {
        Outcome::Exit(code) => code.into(),
        Outcome::Open(images) => open(&images),
    }
}

/// Opens the window.
#[cfg(feature = "window")]
fn open(images: &Open) -> ExitCode {
    match maskscope::app::run(images) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("maskscope: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Says that there is no window to open.
#[cfg(not(feature = "window"))]
fn open(_: &Open) -> ExitCode {
    eprintln!("maskscope: this build has no window");
    ExitCode::FAILURE
}
