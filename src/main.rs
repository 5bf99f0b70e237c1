//! The maskscope program: runs a command or opens the window.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    env,
    io::{self, Write},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

use maskscope::{
    cli::{self, Open, Outcome},
    memory,
};

fn main() -> ExitCode {
    outlive_size_limits();
    let mut out: Box<dyn Write> =
        if OUTPUT_IS_CLOSED.load(Ordering::Relaxed) { Box::new(Closed) } else { Box::new(io::stdout()) };
    ENDS_WITHOUT_MEMORY.store(true, Ordering::Relaxed);
    match cli::run_on_terminal(env::args_os(), &mut *out, &mut io::stderr()) {
        Outcome::Exit(code) => code.into(),
        Outcome::Open(images) => {
            // A window that cannot go on leaves its copy as a crash would.
            ENDS_WITHOUT_MEMORY.store(false, Ordering::Relaxed);
            #[cfg(windows)]
            close_own_console();
            open(&images)
        }
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

/// Closes the console that Windows opens for a program that is started by a double click; one that a shell is using, too, stays.
#[cfg(windows)]
#[expect(
    unsafe_code,
    reason = "the system is asked by C functions only: one fills a list of the length it is told, one takes nothing"
)]
fn close_own_console() {
    use windows_sys::Win32::System::Console::{FreeConsole, GetConsoleProcessList};
    let mut users = [0; 2];
    let count = unsafe { GetConsoleProcessList(users.as_mut_ptr(), 2) };
    if count == 1 {
        unsafe { FreeConsole() };
    }
}

/// Whether the program was started with its standard output closed. The standard library opens `/dev/null` in its place
/// before [`main`] runs, and an answer would vanish there.
static OUTPUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn note_closed_output() {
        // The standard library promises little before `main`; of its output only the number is asked for.
        let is_open = rustix::io::fcntl_getfd(io::stdout()).is_ok();
        OUTPUT_IS_CLOSED.store(!is_open, Ordering::Relaxed);
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

/// Where every piece of memory comes from.
#[global_allocator]
static MEMORY: Memory = Memory;

/// Whether the program ends, with its message, where there is no memory left: it does while a command runs.
static ENDS_WITHOUT_MEMORY: AtomicBool = AtomicBool::new(false);

/// The memory of the system. What is large is refused in better words before it is taken, see [`memory`]; this is for what is
/// taken without being asked for, inside decoders, too. The standard library would end the program by a signal, with words for
/// programmers, and offers no other way to change that.
struct Memory;

#[expect(unsafe_code, reason = "an allocator can only be unsafe; each call is passed on to the system's as it is")]
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        or_end(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        or_end(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        or_end(unsafe { System.realloc(pointer, layout, size) }, size)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// `pointer` to `bytes`, where there is one or somebody knows what to do without; otherwise the end of the command.
fn or_end(pointer: *mut u8, bytes: usize) -> *mut u8 {
    if pointer.is_null() && ENDS_WITHOUT_MEMORY.load(Ordering::Relaxed) && !memory::is_asking() {
        end_without_memory(bytes);
    }
    pointer
}

/// Says how many bytes there are not, and ends the program; takes no memory for either.
#[cold]
fn end_without_memory(bytes: usize) -> ! {
    let mut line = [0; 200];
    let mut rest = &mut line[..];
    // It is shorter than the line.
    let _ = writeln!(
        rest,
        "maskscope: there is too little memory: {bytes} bytes more are needed; smaller images need less"
    );
    let left = rest.len();
    let said = &line[..line.len() - left];
    #[cfg(unix)]
    {
        let _ = rustix::io::write(io::stderr(), said);
        signal_hook::low_level::exit(1)
    }
    #[cfg(not(unix))]
    {
        let _ = io::stderr().write_all(said);
        std::process::exit(1)
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
