//! The maskscope program: a command that answers, or the window.

use std::{
    env,
    io::{self, Write as _},
    process::ExitCode,
};

use maskscope::cli::{self, Open, Outcome};

fn main() -> ExitCode {
    outlive_size_limits();
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
        Err(reason) => refuse(&reason),
    }
}

/// Says that there is no window to open.
#[cfg(not(feature = "window"))]
fn open(_: &Open) -> ExitCode {
    refuse("this build has no window")
}

/// Says why there is no window.
fn refuse(reason: &str) -> ExitCode {
    // Where standard error is closed, the exit code is all that is left to say.
    let _ = writeln!(io::stderr(), "maskscope: {reason}");
    ExitCode::FAILURE
}

/// Makes a file that grows beyond what the shell allows (`ulimit -f`) fail in words: the signal would end the program.
fn outlive_size_limits() {
    #[cfg(unix)]
    {
        // Where it cannot be registered, the program ends as any other would.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    }
}
