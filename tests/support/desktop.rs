//! Drives the real program in a real window, on a private, invisible screen.
//!
//! ```no_run
//! # use std::path::Path;
//! let mut desktop = Desktop::start(&["a.png", "b.png"]);
//! desktop.drag((300, 200), (340, 200));
//! desktop.key("space");
//! desktop.choose_file(Path::new("/some/sprite.png"));
//! desktop.key("ctrl+o");
//! desktop.wait_until("the sprite shows", |desktop| {
//!     desktop.screenshot().get_pixel(640, 400).0 == [255, 0, 0, 255]
//! });
//! ```
//!
//! All positions are pixels from the top left corner of the window. Needs Linux with `Xvfb`, `xdotool`
//! and ImageMagick's `import`.

#[path = "tools.rs"]
mod tools;

use std::env;
use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Condvar, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use image::RgbaImage;
use tempfile::TempDir;

/// The programs that a `Desktop` needs.
const TOOLS: [&str; 3] = ["Xvfb", "xdotool", "import"];

/// A screen large enough for every window of the tests.
const SCREEN: &str = "1920x1200x24";

/// The time a slow machine may take for anything.
const PATIENCE: Duration = Duration::from_secs(20);

/// The time a process may take to end once asked.
const GRACE: Duration = Duration::from_secs(2);

/// The pause between two looks at something that is about to change.
const GLANCE: Duration = Duration::from_millis(20);

/// The pause between two inputs: a hand is not faster, and the window draws at least one frame.
const BEAT: Duration = Duration::from_millis(30);

/// Ticks per second of the times in `/proc`: the same on every Linux that runs Rust.
const TICKS_PER_SECOND: f64 = 100.0;

/// A stand-in for the file dialog: notes its arguments, then answers with the text from `choose_file`, or fails as the
/// real one does when it is cancelled.
const ZENITY: &str = r#"#!/bin/sh
printf '%s\n' "$@" > "$0.arguments"
exec cat "$0.answer"
"#;

/// The program, its window and the screen they are on. Dropping it ends all three.
pub struct Desktop {
    // Fields are dropped in this order: the program ends before its screen and its home.
    program: Process,
    _screen: Process,
    home: Home,
    display: String,
    window: String,
    _turn: Turn,
}

impl Desktop {
    /// Starts the program with `args` and waits until its window has been painted.
    pub fn start(args: &[&str]) -> Self {
        tools::need(&TOOLS);
        let turn = Turn::wait();
        let home = Home::new();
        let (screen, display) = start_screen();
        let program = start_program(args, &home, &display);
        let mut desktop = Self { program, _screen: screen, home, display, window: String::new(), _turn: turn };
        desktop.show();
        desktop
    }

    /// Moves the pointer.
    pub fn mouse_move(&self, (x, y): (u32, u32)) {
        let (x, y) = (x.to_string(), y.to_string());
        self.xdotool(&["mousemove", "--window", &self.window, &x, &y]);
        sleep(BEAT);
    }

    /// Clicks with the left button.
    pub fn click(&self, x: u32, y: u32) {
        self.mouse_move((x, y));
        self.press();
        self.release();
    }

    /// Presses the left button at `from`, moves to `to` in several steps, and lets go.
    pub fn drag(&self, from: (u32, u32), to: (u32, u32)) {
        const STEPS: u32 = 6;
        self.mouse_move(from);
        self.press();
        for step in 1..=STEPS {
            let between = |from: u32, to: u32| (from * (STEPS - step) + to * step) / STEPS;
            self.mouse_move((between(from.0, to.0), between(from.1, to.1)));
        }
        self.release();
    }

    /// Holds the left button down where the pointer is.
    pub fn press(&self) {
        self.xdotool(&["mousedown", "1"]);
        sleep(BEAT);
    }

    /// Releases the left button.
    pub fn release(&self) {
        self.xdotool(&["mouseup", "1"]);
        sleep(BEAT);
    }

    /// Presses and releases a key in X's spelling, with modifiers if any: `space`, `period`, `ctrl+shift+o`.
    pub fn key(&self, key: &str) {
        self.xdotool(&["key", key]);
        sleep(BEAT);
    }

    /// Presses a key and holds it.
    pub fn hold(&self, key: &str) {
        self.xdotool(&["keydown", key]);
        sleep(BEAT);
    }

    /// Releases a held key.
    pub fn let_go(&self, key: &str) {
        self.xdotool(&["keyup", key]);
        sleep(BEAT);
    }

    /// Types a text in letters of a US keyboard: others can get lost on a busy machine.
    pub fn type_text(&self, text: &str) {
        self.xdotool(&["type", "--delay", "20", text]);
        sleep(BEAT);
    }

    /// Lets the next file dialogs, to open as well as to save, answer `path`. Until then they answer as if cancelled.
    pub fn choose_file(&self, path: &Path) {
        let answer = path.to_str().expect("a test chooses a path in UTF-8");
        fs::write(self.home.dialog("answer"), answer).expect("the home can be written");
    }

    /// Returns the arguments of the last file dialog; `None` if there was none yet.
    pub fn dialog_arguments(&self) -> Option<Vec<String>> {
        let noted = fs::read_to_string(self.home.dialog("arguments")).ok()?;
        Some(noted.lines().map(str::to_owned).collect())
    }

    /// Returns a picture of the window.
    pub fn screenshot(&self) -> RgbaImage {
        let picture = self.run("import", &["-silent", "-window", &self.window, "png:-"]);
        image::load_from_memory(&picture.stdout).expect("import writes PNG").into_rgba8()
    }

    /// Waits until `condition` holds. Panics if that takes too long or if the program ends meanwhile;
    /// `goal` completes "waited in vain until" in the message.
    #[track_caller]
    pub fn wait_until(&mut self, goal: &str, mut condition: impl FnMut(&mut Self) -> bool) {
        let start = Instant::now();
        while !condition(self) {
            let still = self.is_running() && start.elapsed() < PATIENCE;
            assert!(still, "waited in vain until {goal}; {}", self.state());
            sleep(GLANCE);
        }
    }

    /// Returns the processor time the program has used so far, in seconds, over all its threads.
    pub fn cpu_seconds(&self) -> f64 {
        let path = format!("/proc/{}/stat", self.program.0.id());
        let stat = fs::read_to_string(path).expect("the program is running");
        // The program's name comes first, in brackets, and may contain anything.
        let (_, after_name) = stat.rsplit_once(')').expect("proc(5) promises a name");
        let ticks = |field: &str| field.parse::<f64>().expect("proc(5) promises a number");
        let in_program_and_kernel = after_name.split_whitespace().skip(11).take(2);
        in_program_and_kernel.map(ticks).sum::<f64>() / TICKS_PER_SECOND
    }

    /// Kills the program, as a crash would.
    pub fn crash(&mut self) {
        self.program.0.kill().expect("it runs");
        let _ = self.program.0.wait();
    }

    /// Ends the program by its own command.
    pub fn quit(&mut self) {
        self.key("ctrl+q");
        let start = Instant::now();
        while self.is_running() {
            assert!(start.elapsed() < PATIENCE, "it does not end; {}", self.state());
            sleep(GLANCE);
        }
    }

    /// Starts the program again on the same screen and in the same home, once it has ended.
    pub fn restart(&mut self, args: &[&str]) {
        self.program = start_program(args, &self.home, &self.display);
        self.show();
    }

    /// Starts the program again in the same home, without waiting for its window.
    pub fn begin(&mut self, args: &[&str]) {
        self.program = start_program(args, &self.home, &self.display);
    }

    /// Waits for the end of the program; returns how a shell would report it.
    pub fn status(&mut self) -> i32 {
        use std::os::unix::process::ExitStatusExt;
        let start = Instant::now();
        loop {
            match self.program.0.try_wait().expect("it is ours") {
                Some(status) => return status.code().or(status.signal().map(|signal| 128 + signal)).expect("it ended"),
                None => assert!(start.elapsed() < PATIENCE, "it does not end; {}", self.state()),
            }
            sleep(GLANCE);
        }
    }

    /// The messages that the program has written to standard error.
    pub fn messages(&self) -> String {
        fs::read_to_string(self.home.log()).unwrap_or_default()
    }

    /// Starts the program a second time on the same screen and in the same home, and drives that one from now on.
    /// Dropping the returned value ends the first one.
    pub fn start_another(&mut self, args: &[&str]) -> impl Drop + use<> {
        let program = start_program(args, &self.home, &self.display);
        let other = std::mem::replace(&mut self.program, program);
        self.show();
        other
    }

    /// Sends the program a signal: `STOP`, `ABRT`.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("sh").args(["-c", "kill -s $0 $1", name, &self.program.0.id().to_string()]).status();
        assert!(sent.expect("a shell").success(), "{name}");
    }

    /// Waits until the window has been painted, and gives it the keyboard.
    fn show(&mut self) {
        self.window.clear();
        self.wait_until("the window shows", Self::find_window);
        // No window manager gives the window the keyboard.
        self.xdotool(&["windowraise", &self.window]);
        self.xdotool(&["windowfocus", "--sync", &self.window]);
        // A key press before the first frame is lost.
        self.wait_until("the window is painted", |desktop| {
            let picture = desktop.screenshot();
            let first = picture.get_pixel(0, 0);
            picture.pixels().any(|pixel| pixel != first)
        });
    }

    /// Returns the folder of the program's settings.
    pub fn settings(&self) -> PathBuf {
        self.home.0.path().join("config").join("maskscope")
    }

    /// True if the program has not ended.
    pub fn is_running(&mut self) -> bool {
        !self.program.has_ended()
    }

    /// Describes the state of the program and its output, to explain a failure.
    fn state(&mut self) -> String {
        let life = if self.is_running() { "runs" } else { "has ended" };
        let log = fs::read_to_string(self.home.log()).unwrap_or_default();
        format!("the program {life} and wrote:\n{log}")
    }

    /// Looks for the program's window and remembers it.
    fn find_window(&mut self) -> bool {
        let id = self.program.0.id().to_string();
        let search = ["search", "--onlyvisible", "--pid", &id];
        let found = self.command("xdotool").args(search).output();
        let found = found.expect("xdotool is installed").stdout;
        let found = String::from_utf8_lossy(&found);
        let first = found.lines().next().unwrap_or_default();
        first.clone_into(&mut self.window);
        !self.window.is_empty()
    }

    fn xdotool(&self, args: &[&str]) {
        self.run("xdotool", args);
    }

    /// Runs a tool on this screen. Panics if it fails.
    fn run(&self, tool: &str, args: &[&str]) -> Output {
        let output = self.command(tool).args(args).output();
        let output = output.unwrap_or_else(|error| panic!("{tool} does not start: {error}"));
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{tool} {args:?}: {complaint}");
        output
    }

    fn command(&self, tool: &str) -> Command {
        let mut command = Command::new(tool);
        command.env("DISPLAY", &self.display);
        command
    }
}

/// A process that does not outlive its owner.
struct Process(Child);

impl Process {
    fn has_ended(&mut self) -> bool {
        !matches!(self.0.try_wait(), Ok(None))
    }

    /// Asks the process to end, which gives Xvfb the time to remove its socket; `Child::kill` does not ask.
    fn ask_to_end(&mut self) {
        let id = self.0.id().to_string();
        let asked = Command::new("sh").args(["-c", "kill $0", &id]).status();
        let start = Instant::now();
        while asked.is_ok() && !self.has_ended() && start.elapsed() < GRACE {
            sleep(GLANCE);
        }
    }
}

/// The number of further desktops that may start. A window that waits for a processor misses clicks.
static FREE: (Mutex<u32>, Condvar) = (Mutex::new(2), Condvar::new());

/// One desktop's turn.
struct Turn;

impl Turn {
    fn wait() -> Self {
        let (free, freed) = &FREE;
        *freed.wait_while(free.lock().expect("no panic"), |free| *free == 0).expect("no panic") -= 1;
        Self
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *FREE.0.lock().expect("no panic") += 1;
        FREE.1.notify_one();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.has_ended() {
            self.ask_to_end();
        }
        // An error means that it has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A home directory for one run: settings of somebody who has dragged a sprite before, so that the window opens without the
/// labels of a first start, and a `zenity` that answers for the user.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(TempDir::new().expect("a temporary directory can be made"));
        let zenity = home.zenity();
        fs::create_dir(home.stand_ins()).expect("the home can be written");
        fs::write(&zenity, ZENITY).expect("the home can be written");
        fs::set_permissions(&zenity, Permissions::from_mode(0o755)).expect("the script is ours");
        let settings = home.0.path().join("config").join("maskscope");
        fs::create_dir_all(&settings).expect("the home can be written");
        fs::write(settings.join("settings.json"), r#"{"learnt_hints":[true]}"#).expect("the home can be written");
        home
    }

    /// Returns the folder of programs that replace those of the same name elsewhere.
    fn stand_ins(&self) -> PathBuf {
        self.0.path().join("bin")
    }

    fn zenity(&self) -> PathBuf {
        self.stand_ins().join("zenity")
    }

    /// Returns the file through which the test and the stand-in for `zenity` exchange `what`.
    fn dialog(&self, what: &str) -> PathBuf {
        self.zenity().with_extension(what)
    }

    /// Returns the file of the program's messages.
    fn log(&self) -> PathBuf {
        self.0.path().join("log")
    }

    /// Returns `PATH` with the stand-ins first.
    fn search_path(&self) -> OsString {
        let usual = env::var_os("PATH").unwrap_or_default();
        let dirs = std::iter::once(self.stand_ins()).chain(env::split_paths(&usual));
        env::join_paths(dirs).expect("a temporary directory has no colon in its name")
    }
}

/// Starts a screen without a monitor on the first free display; returns it with the display's name.
fn start_screen() -> (Process, String) {
    let mut screen = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", SCREEN])
        .args(["-nolisten", "tcp", "-noreset"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb is installed");
    let stdout = screen.stdout.take().expect("it was asked to be piped");
    let screen = Process(screen);
    // Xvfb writes the number once it is ready for connections.
    let mut number = String::new();
    let read = BufReader::new(stdout).read_line(&mut number);
    read.expect("Xvfb writes text");
    assert!(!number.is_empty(), "Xvfb found no free display");
    (screen, format!(":{}", number.trim_end()))
}

/// Starts the program under test, cut off from the settings, the session bus and the screen of the person who runs it.
fn start_program(args: &[&str], home: &Home, display: &str) -> Process {
    let log = File::create(home.log()).expect("the home can be written");
    let directory = home.0.path();
    let program = Command::new(env!("CARGO_BIN_EXE_maskscope"))
        .args(args)
        .env("DISPLAY", display)
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .env("HOME", directory)
        .env("XDG_CONFIG_HOME", directory.join("config"))
        .env("XDG_DATA_HOME", directory.join("data"))
        .env("PATH", home.search_path())
        // Without a session bus, the program opens `zenity` as its file dialog at once.
        .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .expect("the program was built with this test");
    Process(program)
}
