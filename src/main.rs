//! The maskscope program: runs a command or opens the window.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, process::ExitCode};

use maskscope::cli::{self, Outcome, WindowStart};

fn main() -> ExitCode {
    outlive_size_limits();
    let mut out: Box<dyn Write> =
        if OUTPUT_IS_CLOSED.load(Ordering::Relaxed) { Box::new(Closed) } else { Box::new(io::stdout()) };
    match cli::run_on_terminal(env::args_os(), &mut *out, &mut io::stderr()) {
        Outcome::Exit(code) => code.into(),
        Outcome::Open(images) => {
            #[cfg(windows)]
            close_own_console();
            open(&images)
        }
    }
}

/// Opens the window.
#[cfg(feature = "window")]
fn open(images: &WindowStart) -> ExitCode {
    match maskscope::app::run(images) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => refuse(&reason),
    }
}

/// Reports that this build has no window.
#[cfg(not(feature = "window"))]
fn open(_: &WindowStart) -> ExitCode {
    refuse("this build has no window")
}

/// Reports why there is no window.
fn refuse(reason: &str) -> ExitCode {
    // Where standard error is closed, the exit code has to do.
    writeln!(io::stderr(), "maskscope: {reason}").ok();
    ExitCode::FAILURE
}

/// Closes the console that Windows opens for a program that is started by a double click; one that a shell is using, too, stays.
#[cfg(windows)]
#[expect(
    unsafe_code,
    reason = "the system is asked by C functions only: one fills a list of the length it is given, one takes nothing"
)]
fn close_own_console() {
    use windows_sys::Win32::System::Console::{FreeConsole, GetConsoleProcessList};
    let mut users = [0; 2];
    let count = unsafe { GetConsoleProcessList(users.as_mut_ptr(), 2) };
    if count == 1 {
        unsafe { FreeConsole() };
    }
}

/// True if the program was started with its standard output closed or open for reading only. The standard library opens `/dev/null`
/// in place of a closed one before [`main`] runs, and takes what the other refuses as written: an answer would vanish.
static OUTPUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn note_closed_output() {
        // The standard library promises little before `main`; of its output only the number is asked for.
        use rustix::fs::{OFlags, fcntl_getfl};
        let mode = fcntl_getfl(io::stdout()).map(|flags| flags & OFlags::RWMODE);
        OUTPUT_IS_CLOSED.store(!matches!(mode, Ok(OFlags::WRONLY | OFlags::RDWR)), Ordering::Relaxed);
    }
}

/// A standard output that is closed.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("standard output is closed"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Makes writing beyond the limit on file sizes (`ulimit -f`) fail with an error, where the signal would end the program.
fn outlive_size_limits() {
    #[cfg(unix)]
    {
        // If it cannot be registered, the signal ends the program as it would any other.
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default()).ok();
    }
}
