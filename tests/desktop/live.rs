//! A running game whose log the real window follows.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::PathBuf,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    thread::{self, JoinHandle, sleep},
    time::{Duration, Instant},
};

use image::RgbaImage;

use crate::desktop::Desktop;

/// The time between two lines of the game.
const FRAME: Duration = Duration::from_millis(16);
/// The log's counts in the headline, the check in the transport, and the pill of the answer: left, top, width,
/// height.
const COUNTS: [u32; 4] = [350, 46, 320, 18];
const CHECK: [u32; 4] = [356, 704, 260, 22];
const PILL: [u32; 4] = [252, 50, 30, 24];
/// The button that jumps to the latest check.
const TO_LIVE: (u32, u32) = (1_224, 715);

fn part(desktop: &Desktop, [left, top, width, height]: [u32; 4]) -> RgbaImage {
    image::imageops::crop_imm(&desktop.screenshot(), left, top, width, height).to_image()
}

/// A game that logs a check in every frame: the rock passes the ship again and again, and the game tests their boxes.
struct Game {
    path: PathBuf,
    ends: Arc<AtomicBool>,
    /// The last frame that it has logged.
    frame: Arc<AtomicU32>,
    thread: Option<JoinHandle<()>>,
}

impl Game {
    fn start(path: PathBuf) -> Self {
        let mut game = Self { path, ends: Arc::default(), frame: Arc::default(), thread: None };
        game.write("{\"maskscope_log\":1,\"game\":\"passing rocks\"}\n");
        game.write("{\"sprite\":\"ship\",\"sample\":\"ship.png\"}\n{\"sprite\":\"rock\",\"sample\":\"rock.png\"}\n");
        let (file, ends, frame) = (game.path.clone(), Arc::clone(&game.ends), Arc::clone(&game.frame));
        game.thread = Some(thread::spawn(move || {
            while !ends.load(Ordering::Relaxed) {
                let now = frame.fetch_add(1, Ordering::Relaxed) + 1;
                append(&file, &check(now));
                sleep(FRAME);
            }
        }));
        game
    }

    fn write(&self, text: &str) {
        append(&self.path, text);
    }

    /// Stops the game after a whole line.
    fn end(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it only writes");
        }
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
    }
}

fn append(path: &PathBuf, text: &str) {
    let mut file = File::options().append(true).create(true).open(path).expect("the folder can be written");
    file.write_all(text.as_bytes()).expect("it can be written");
}

/// Returns the line of a check. The rock flies from right to left in 120 frames; the game reports a hit where the boxes
/// overlap.
fn check(frame: u32) -> String {
    let x = 60 - i64::from(frame % 120);
    let hit = (-47..40).contains(&x);
    format!(
        "{{\"frame\":{frame},\"a\":{{\"sprite\":\"ship\",\"position\":[0,0]}},\"b\":{{\"sprite\":\"rock\",\"name\":\"rock 1\",\
         \"position\":[{x},-38]}},\"hit\":{hit},\"rule\":\"box\"}}\n"
    )
}

#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn a_running_game_is_followed_and_held_at_a_wrong_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("game.jsonl");
    let mut game = Game::start(log.clone());
    let mut desktop = Desktop::start(&["follow", log.to_str().expect("UTF-8")]);
    desktop.mouse_move((640, 640));

    // The count grows, and the shown check advances with it.
    let (counts, shown) = (part(&desktop, COUNTS), part(&desktop, CHECK));
    desktop.wait_until("the count grows and the latest check is shown", |desktop| {
        part(desktop, COUNTS) != counts && part(desktop, CHECK) != shown
    });
    // At a wrong check the window stays, while more lines arrive.
    desktop.key("n");
    // The check is named before the total, which grows.
    let frame = |image: &RgbaImage| image::imageops::crop_imm(image, 0, 0, 70, 22).to_image();
    desktop.wait_until("the count grows and the check stays", |desktop| {
        let (counts, shown) = (part(desktop, COUNTS), part(desktop, CHECK));
        sleep(10 * FRAME);
        part(desktop, COUNTS) != counts && frame(&part(desktop, CHECK)) == frame(&shown)
    });
    let is_bad = |pixel: &image::Rgba<u8>| pixel.0[0] > 0x30 && pixel.0[0] > pixel.0[1].saturating_mul(2);
    assert!(part(&desktop, PILL).pixels().any(is_bad), "it is a wrong check");
    let held = part(&desktop, CHECK);
    desktop.click(TO_LIVE.0, TO_LIVE.1);
    desktop.wait_until("the latest check is shown", |desktop| frame(&part(desktop, CHECK)) != frame(&held));

    // The game is killed in the middle of a line, and restarts.
    game.end();
    game.write(&check(100_000)[..40]);
    let mut again = Game::start(log.clone());
    let counts = part(&desktop, COUNTS);
    desktop.wait_until("the count grows after the half line", |desktop| part(desktop, COUNTS) != counts);
    again.end();

    // The time from a line to its picture.
    sleep(Duration::from_millis(300));
    let before = part(&desktop, CHECK);
    let written = Instant::now();
    again.write(&check(200_001));
    desktop.wait_until("the last check is shown", |desktop| part(desktop, CHECK) != before);
    let millis = written.elapsed().as_millis();
    // This bypasses the test runner's capture; a closed standard error is not a failure.
    drop(writeln!(io::stderr(), "from a line of a log to its picture, screenshot and all: {millis} ms"));

    // The log is deleted: the checks that were read stay, and the program still runs.
    let counts = part(&desktop, COUNTS);
    fs::remove_file(&log).expect("it can be removed");
    sleep(Duration::from_millis(300));
    assert!(part(&desktop, COUNTS) == counts, "what was read stays");
    let restarted = Game::start(log);
    desktop.wait_until("the new log is read", |desktop| part(desktop, COUNTS) != counts);
    drop(restarted);
    assert!(desktop.is_running());
}

/// SIGTERM ends the game and closes the window that follows it, while the game runs and when it has ended.
#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn a_request_to_end_closes_the_window_of_a_run() {
    for game in ["sleep 60", "true"] {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("game.jsonl");
        fs::write(folder.path().join("header"), "{\"maskscope_log\":1}\n").expect("the folder can be written");
        let mut screen = Command::new("xvfb-run");
        screen.args([
            "-a",
            "sh",
            "-c",
            r#"echo $$ > id; exec "$0" "$@""#,
            env!("CARGO_BIN_EXE_maskscope"),
            "run",
            "-o",
        ]);
        screen.arg(&log).args(["--", "sh", "-c", &format!(r#"cp header "$MASKSCOPE_LOG"; sleep 1; {game}"#)]);
        screen.env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET").env("DBUS_SESSION_BUS_ADDRESS", "disabled:");
        screen.current_dir(&folder).env("HOME", folder.path()).env("XDG_CONFIG_HOME", folder.path().join("config"));
        let mut running = screen.spawn().expect("xvfb-run is installed");
        // The window keeps its session from its first frames on.
        let copies = folder.path().join("config/maskscope/copies");
        let start = Instant::now();
        while !copies.exists() {
            assert!(start.elapsed() < Duration::from_secs(60), "{game}: no window opens");
            sleep(FRAME);
        }
        sleep(Duration::from_secs(2));
        let id = fs::read_to_string(folder.path().join("id")).expect("a number");
        assert!(Command::new("kill").arg(id.trim()).status().expect("kill").success(), "{game}");
        assert_eq!(running.wait().expect("it ends").code(), Some(143), "{game}");
        let of_window = format!("follow\0{}\0", log.display());
        let commands = fs::read_dir("/proc").expect("Linux").flatten().map(|it| fs::read(it.path().join("cmdline")));
        let is_open = commands.flatten().any(|words| String::from_utf8_lossy(&words).ends_with(&of_window));
        assert!(!is_open, "{game}: the window is still open");
    }
}
