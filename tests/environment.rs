//! Systems without a display, OpenGL, libraries or a home folder. The window names what is missing in one sentence and
//! exits with 1; commands work regardless.
#![cfg(all(feature = "window", target_os = "linux"))]

#[path = "support/tools.rs"]
mod tools;

use std::{
    fs::{self, File},
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// The time a slow machine may take to open a window, or to find that it cannot.
const PATIENCE: Duration = Duration::from_secs(20);
/// The pause between two looks at something that is about to change.
const GLANCE: Duration = Duration::from_millis(20);

/// The program with an empty environment.
fn bare() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_maskscope"));
    program.env_clear();
    program
}

fn sample(name: &str) -> String {
    format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Sets variables in the form `NAME=value NAME=value`.
fn with(mut program: Command, variables: &str) -> Command {
    for (name, value) in variables.split_whitespace().filter_map(|variable| variable.split_once('=')) {
        program.env(name, value);
    }
    program
}

/// A process that does not outlive its owner.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // An error means that it has already ended.
        self.0.kill().and_then(|()| self.0.wait()).ok();
    }
}

/// A virtual screen with `depth` bits of colour, and the variable that names its display.
fn screen(depth: u8, more: &[&str]) -> (Running, String) {
    tools::need(&["Xvfb"]);
    let mut screen = Command::new("Xvfb")
        .args(["-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", &format!("1280x900x{depth}")])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb is installed");
    let output = screen.stdout.take().expect("a pipe");
    let screen = Running(screen);
    // Xvfb writes the number of the display once it is ready.
    let mut number = String::new();
    BufReader::new(output).read_line(&mut number).expect("Xvfb writes text");
    (screen, format!("DISPLAY=:{}", number.trim_end()))
}

/// Runs a program that cannot open a window and returns the reason it gives. Messages of system libraries are ignored.
#[track_caller]
fn refusal(mut program: Command) -> String {
    let child = program.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut child = Running(child);
    let start = Instant::now();
    while child.0.try_wait().expect("it is ours").is_none() {
        assert!(start.elapsed() < PATIENCE, "{program:?} opens a window or hangs");
        sleep(GLANCE);
    }
    let status = child.0.wait().expect("it has ended");
    let errors = std::io::read_to_string(child.0.stderr.take().expect("a pipe")).expect("UTF-8");
    let is_foreign = |line: &&str| {
        line.is_empty() || ["libGL", "libEGL", "MESA", "Authorization"].iter().any(|foreign| line.starts_with(foreign))
    };
    let ours: Vec<_> = errors.lines().filter(|line| !is_foreign(line)).collect();
    let [sentence] = ours.as_slice() else { panic!("{program:?} said:\n{errors}") };
    assert_eq!(status.code(), Some(1), "{program:?}: {errors}");
    let reason = sentence.strip_prefix("maskscope: no window could be opened: ");
    let reason = reason.unwrap_or_else(|| panic!("{program:?}: {sentence}")).to_owned();
    assert!(!reason.contains(".rs") && !reason.contains("panicked") && reason.len() < 200, "{program:?}: {sentence}");
    reason
}

#[test]
fn without_a_display_it_says_so() {
    for (variables, expected) in [
        ("", "neither WAYLAND_DISPLAY nor WAYLAND_SOCKET nor DISPLAY is set"),
        ("DISPLAY= WAYLAND_DISPLAY=", "neither WAYLAND_DISPLAY nor WAYLAND_SOCKET nor DISPLAY is set"),
        ("DISPLAY=:9876", "Failed to open connection to X server"),
        ("DISPLAY=nonsense", "Failed to open connection to X server"),
        ("DISPLAY=example.invalid:0", "Failed to open connection to X server"),
        ("WAYLAND_DISPLAY=none XDG_RUNTIME_DIR=/nonexistent", "Could not find wayland compositor"),
        ("WAYLAND_DISPLAY=/dev/null", "Could not find wayland compositor"),
    ] {
        assert_eq!(refusal(with(bare(), variables)), expected, "{variables}");
    }
}

#[test]
#[ignore = "needs Xvfb"]
fn a_display_that_refuses_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let authority = folder.path().join("authority");
    // One secret for every display, as xauth(1) keeps it.
    let secret = [b"\xff\xff\0\0\0\0\0\x12MIT-MAGIC-COOKIE-1\0\x10".as_slice(), &[7; 16]].concat();
    fs::write(&authority, secret).expect("written");
    let (_screen, display) = screen(24, &["-auth", authority.to_str().expect("UTF-8")]);
    assert_eq!(refusal(with(bare(), &display)), "Failed to open connection to X server");
}

#[test]
#[ignore = "needs Xvfb"]
fn without_opengl_it_says_so() {
    let (_screen, display) = screen(24, &["-extension", "GLX"]);
    let nothing = "LIBGL_DRIVERS_PATH=/nonexistent __EGL_VENDOR_LIBRARY_DIRS=/nonexistent";
    let reason = refusal(with(bare(), &format!("{display} {nothing}")));
    assert!(reason.starts_with("no usable OpenGL was found"), "{reason}");

    let (_screen, display) = screen(24, &[]);
    let reason = refusal(with(bare(), &format!("{display} {nothing}")));
    assert!(reason.starts_with("no usable OpenGL was found"), "{reason}");
}

#[test]
#[ignore = "needs Xvfb"]
fn a_screen_with_too_few_colours_is_reported() {
    let (_screen, display) = screen(8, &[]);
    let reason = refusal(with(bare(), &display));
    assert!(reason.starts_with("no usable OpenGL was found"), "{reason}");
}

/// A script that hides system libraries behind an empty file, in a mount namespace of its own.
const HIDDEN: &str = r#"
    for library in $LIBRARIES; do
        for path in $(ldconfig -p 2>/dev/null | sed -n "s|.*$library.* => ||p"; ls /usr/lib/*/$library* 2>/dev/null); do
            mount --bind /dev/null "$(readlink -f "$path")" || exit 99
        done
    done
    exec "$0"
"#;

#[test]
#[ignore = "needs Xvfb and private mounts"]
fn without_a_library_it_says_so() {
    let (_screen, display) = screen(24, &[]);
    tools::need_mounts();
    for (libraries, expected) in [
        ("libX11.so", "Failed to load one of xlib's shared libraries"),
        ("libXcursor.so", "Failed to load one of xlib's shared libraries"),
        ("libXi.so", "Failed to load one of xlib's shared libraries"),
        ("libxkbcommon-x11.so", "Library libxkbcommon-x11.so could not be loaded"),
        ("libGL.so libEGL.so", "no usable OpenGL was found: not found"),
    ] {
        let mut program = Command::new("unshare");
        program.args(["-rm", "sh", "-c", HIDDEN, env!("CARGO_BIN_EXE_maskscope")]).env("LIBRARIES", libraries);
        let program = with(program, &display);
        let packages = "; on Debian and Ubuntu: apt install libgl1 libegl1 libxcursor1 libxi6 libxkbcommon-x11-0";
        assert_eq!(refusal(program), format!("{expected}{packages}"), "without {libraries}");
    }
}

/// Starts the window, waits until it shows, and returns it with what it has printed so far.
#[track_caller]
fn opens(mut program: Command, home: &Path, display: &str) -> (Running, String) {
    let log = home.join("log");
    let errors = File::create(&log).expect("the folder can be written");
    let mut running = Running(program.stdout(Stdio::null()).stderr(errors).spawn().expect("it starts"));
    let start = Instant::now();
    let is_open = |id: u32| {
        let mut search = Command::new("xdotool");
        search.args(["search", "--onlyvisible", "--pid", &id.to_string()]);
        let found = with(search, display).stderr(Stdio::null()).output();
        found.is_ok_and(|found| !found.stdout.is_empty())
    };
    while !is_open(running.0.id()) {
        let ended = running.0.try_wait().expect("it is ours");
        let log_text = fs::read_to_string(&log).unwrap_or_default();
        assert!(ended.is_none() && start.elapsed() < PATIENCE, "{program:?} opens no window: {ended:?} {log_text}");
        sleep(GLANCE);
    }
    // Wait for the first frames.
    sleep(Duration::from_millis(300));
    let ended = running.0.try_wait().expect("it is ours");
    let log_text = fs::read_to_string(&log).unwrap_or_default();
    assert!(ended.is_none(), "{program:?}: {ended:?} {log_text}");
    (running, log_text)
}

/// The window opens without a session bus, portal, zenity, fonts, clipboard manager or `PATH`.
#[test]
#[ignore = "needs Xvfb and xdotool"]
fn the_window_opens_with_a_display_and_nothing_else() {
    let (_screen, display) = screen(24, &[]);
    tools::need(&["xdotool"]);
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path();
    fs::write(home.join("file"), "mine").expect("written");
    let here = home.display();
    for variables in [
        "HOME=/nonexistent/home".to_owned(),
        "HOME=/proc".to_owned(),
        format!("HOME={here}/file"),
        format!("HOME={here} XDG_CONFIG_HOME=/proc/nothing"),
        format!("HOME={here} XDG_CONFIG_HOME={here}/file"),
        format!("HOME={here} XDG_CONFIG_HOME=relative"),
        format!("HOME={here} DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent"),
        format!("HOME={here} FONTCONFIG_FILE=/nonexistent LANG=xx_XX.broken XMODIFIERS=@im=none"),
    ] {
        let (_window, log_text) = opens(with(bare(), &format!("{display} {variables}")), home, &display);
        assert!(!log_text.contains("panicked") && !log_text.contains("maskscope:"), "{variables}: {log_text}");
    }
    assert_eq!(fs::read(home.join("file")).expect("a file"), b"mine");
}

/// Returns the text of `copy.json` for each copy in a folder of copies.
fn marks(copies: &Path) -> Vec<String> {
    let entries = fs::read_dir(copies).into_iter().flatten().flatten();
    entries.filter_map(|entry| fs::read_to_string(entry.path().join("copy.json")).ok()).collect()
}

/// No portal, and no zenity on an empty `PATH`.
#[test]
#[ignore = "needs Xvfb and xdotool"]
fn without_a_file_dialog_a_path_can_be_typed() {
    let (_screen, display) = screen(24, &[]);
    tools::need(&["xdotool"]);
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path();
    fs::copy(sample("star.png"), home.join("s.png")).expect("copied");
    let variables = format!("{display} HOME={} PATH=/nonexistent DBUS_SESSION_BUS_ADDRESS=disabled:", home.display());
    let mut program = with(bare(), &variables);
    program.current_dir(home);
    let (_window, _) = opens(program, home, &display);
    let xdotool = |arguments: &[&str]| {
        let done = with(Command::new("xdotool"), &display).args(arguments).stderr(Stdio::null()).status();
        assert!(done.is_ok_and(|status| status.success()), "{arguments:?}");
        sleep(Duration::from_millis(300));
    };
    xdotool(&["search", "--onlyvisible", "--name", "maskscope", "windowfocus"]);
    let copies = home.join(".config/maskscope/copies");
    let start = Instant::now();
    // The copy of the session names the open file.
    while !marks(&copies).iter().any(|mark| mark.contains("s.png")) {
        assert!(start.elapsed() < PATIENCE, "the typed path is not opened");
        xdotool(&["key", "Escape", "ctrl+o"]);
        xdotool(&["type", "--delay", "20", "s.png"]);
        xdotool(&["key", "Return"]);
        sleep(Duration::from_millis(1_500));
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool"]
fn two_windows_share_one_home_folder() {
    let (_screen, display) = screen(24, &[]);
    tools::need(&["xdotool"]);
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path();
    let program = || with(bare(), &format!("{display} HOME={}", home.display()));
    let (_one, errors_of_one) = opens(program(), home, &display);
    let (_other, errors_of_other) = opens(program(), home, &display);
    assert_eq!((errors_of_one.as_str(), errors_of_other.as_str()), ("", ""));
    let copies = home.join(".config/maskscope/copies");
    let start = Instant::now();
    while marks(&copies).len() < 2 {
        assert!(start.elapsed() < PATIENCE, "each window keeps its own copy");
        sleep(GLANCE);
    }
}

#[test]
fn commands_need_nothing_at_all() {
    let (ship, rock) = (sample("ship.png"), sample("rock.png"));
    let folder = tempfile::tempdir().expect("a folder");
    let mask = folder.path().join("mask.png").display().to_string();
    for variables in ["", "HOME=/nonexistent DISPLAY=:9876", "LANG=xx_XX.broken TMPDIR=/nonexistent PATH=/nonexistent"]
    {
        for (arguments, begins) in [
            (vec!["check", &ship, &rock, "--at", "10,-17", "--json"], "{\"maskscope_answer\":1,\"a\":{\"path\""),
            (vec!["mask", &ship, "-o", &mask, "--json"], "{\"maskscope_answer\":1,\"path\""),
            (vec!["scans"], "scan "),
            (vec!["order", "--size", "3x3", "--scan", "rows", "--json"], "{\"maskscope_answer\":1,\"scan\":\"rows\""),
            (vec!["survey", "area", &ship, &rock, "--json"], "{\"maskscope_answer\":1,\"x\""),
            (vec!["time", &ship, &rock, "--scan", "words", "--json"], "{\"maskscope_answer\":1,\"debug\""),
            (
                vec!["replay", &sample("scenes/hills-hit.scene.json"), "--json"],
                "{\"maskscope_answer\":1,\"expectation\":\"held\"",
            ),
            (vec!["--help"], "An interactive"),
        ] {
            let output = with(bare(), variables).args(&arguments).output().expect("it starts");
            let (printed, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert_eq!((output.status.code(), errors.as_ref()), (Some(0), ""), "{variables} {arguments:?}");
            assert!(printed.starts_with(begins), "{variables} {arguments:?}: {printed}");
        }
        assert_eq!(image::open(&mask).expect("a whole picture").to_luma8().dimensions(), (40, 42));
    }
}
