//! The maskscope program: runs a command or opens the window.

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

/// Reports that this build has no window.
#[cfg(not(feature = "window"))]
fn open(_: &Open) -> ExitCode {
    refuse("this build has no window")
}

/// Reports why there is no window.
fn refuse(reason: &str) -> ExitCode {
    // Where standard error is closed, the exit code has to do.
    writeln!(io::stderr(), "maskscope: {reason}").ok();
    ExitCode::FAILURE
}

/// Makes writing beyond the limit on file sizes (`ulimit -f`) fail with an error, where the signal would end the program.
fn outlive_size_limits() {
    #[cfg(unix)]
    {
        // If it cannot be registered, the signal ends the program as it would any other.
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default()).ok();
    }
}
