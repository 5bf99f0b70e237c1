//! A terminal: progress while a command runs, nothing left of it afterwards, and Ctrl C.

use std::{
    fs::{self, File},
    io::Read as _,
    os::unix::process::ExitStatusExt as _,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex},
    thread::{JoinHandle, sleep, spawn},
    time::{Duration, Instant},
};

use nix::pty::{OpenptyResult, Winsize, openpty};
use rustix::{
    io::{FdFlags, fcntl_setfd},
    process::{Pid, Signal, kill_process},
};

use super::{
    killed::random,
    program::{folder, large_images, names, private_shell, program, run, words},
};
use crate::tools;

/// The time a slow machine may take. A command that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running command with a terminal as its standard error.
struct AtWork {
    child: Child,
    /// The bytes that the terminal has received.
    output: Arc<Mutex<Vec<u8>>>,
    listener: JoinHandle<()>,
}

/// Opens a terminal of 60 columns; its first end receives what is written to the second.
fn terminal() -> (File, File) {
    let size = Winsize { ws_row: 24, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0 };
    let OpenptyResult { master, slave } = openpty(&size, None).expect("a terminal");
    for end in [&master, &slave] {
        fcntl_setfd(end, FdFlags::CLOEXEC).expect("it is ours");
    }
    (master.into(), slave.into())
}

impl AtWork {
    /// Starts `command` on a terminal.
    fn start(command: &mut Command) -> Self {
        let (mut terminal, end) = terminal();
        let child = command.stdin(Stdio::null()).stderr(end).spawn().expect("it starts");
        // The command holds its end of the terminal open.
        command.stderr(Stdio::null());
        let output = Arc::new(Mutex::new(Vec::new()));
        let written = Arc::clone(&output);
        let listener = spawn(move || {
            let mut bytes = [0; 4096];
            // Reading fails once the last writer has closed its end.
            while let Ok(length @ 1..) = terminal.read(&mut bytes) {
                written.lock().expect("nobody panics").extend(&bytes[..length]);
            }
        });
        Self { child, output, listener }
    }

    fn output(&self) -> String {
        String::from_utf8_lossy(&self.output.lock().expect("nobody panics")).into_owned()
    }

    /// Waits until the terminal shows `text`; false if the command ends before.
    fn shows(&mut self, text: &str) -> bool {
        let start = Instant::now();
        while !self.output().contains(text) {
            if self.child.try_wait().expect("it is ours").is_some() {
                return false;
            }
            assert!(start.elapsed() < PATIENCE, "{text:?} is not shown: {:?}", self.output());
            sleep(Duration::from_millis(5));
        }
        true
    }

    fn send(&self, signal: Signal) {
        // It may have ended already.
        let _ = kill_process(Pid::from_child(&self.child), signal);
    }

    /// Waits for the end, and returns the exit status and all that the terminal has received.
    fn end(mut self) -> (ExitStatus, String) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it is ours") {
                break status;
            }
            if start.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("it hangs: {:?}", self.output());
            }
            sleep(Duration::from_millis(1));
        };
        let output = Arc::clone(&self.output);
        self.listener.join().expect("it listens");
        let output = output.lock().expect("nobody panics");
        (status, String::from_utf8_lossy(&output).into_owned())
    }
}

/// Columns of the terminal.
const COLUMNS: usize = 60;

/// The lines that `text` leaves on the screen when it has been written to a terminal.
fn screen(text: &str) -> Vec<String> {
    let (mut lines, mut row, mut column) = (vec![[' '; COLUMNS]], 0, 0);
    let mut rest = text.chars();
    while let Some(letter) = rest.next() {
        match letter {
            '\r' => column = 0,
            '\n' => (row, column) = (row + 1, 0),
            // The only sequence that is expected clears the line.
            '\x1b' => {
                assert_eq!(rest.by_ref().take(3).collect::<String>(), "[2K");
                lines[row] = [' '; COLUMNS];
            }
            letter => {
                if column == COLUMNS {
                    (row, column) = (row + 1, 0);
                }
                lines.resize(lines.len().max(row + 1), [' '; COLUMNS]);
                lines[row][column] = letter;
                column += 1;
            }
        }
    }
    lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned()).collect()
}

/// True if nothing is left on the screen but the announcement of a long command.
fn is_tidy(output: &str) -> bool {
    // The announcement may be wrapped at a space.
    let left = screen(output).concat().replace(' ', "");
    left.is_empty() || left.starts_with("maskscope:") && left.ends_with(";CtrlCendsit")
}

/// Writes a path that takes long to replay, and keys for a long game.
fn long_inputs(folder: &Path) {
    let path: String = (0..40_000).map(|step| format!("{step},{},{}\n", step % 60 - 10, step % 50 - 20)).collect();
    fs::write(folder.join("path.csv"), format!("frame,x,y\n{path}")).expect("the folder can be written");
    fs::write(folder.join("keys.txt"), "0 right down\n").expect("the folder can be written");
}

/// Commands that take long, each with the beginning of its progress line.
const LONG: [(&str, &str); 12] = [
    ("check a.png b.png", "check"),
    ("mask a.png -o out.txt", "mask"),
    ("mask a.png b.png -o out.json", "mask"),
    ("order --size 8000x8000 --scan rows --json", "order"),
    ("order --size 8000x8000 --scan rows -o out.json", "order"),
    ("order a.png b.png --scan hilbert -o out.png", "order"),
    ("survey cost ship.png rock.png", "survey cost"),
    ("survey divergence ship.png rock.png", "survey divergence"),
    ("survey frames a.png b.png", "reading"),
    ("time ship.png rock.png", "time"),
    ("replay scenes/hills-hit.scene.json --path path.csv", "replay"),
    ("terrain --keys keys.txt --for 1000000", "terrain"),
];

fn command(folder: &Path, line: &str) -> Command {
    let mut command = program();
    command.args(words(line)).current_dir(folder).stdout(Stdio::null());
    command
}

#[test]
fn a_long_command_shows_its_progress_and_ctrl_c_ends_it() {
    let folder = folder();
    large_images(folder.path(), 6_000);
    long_inputs(folder.path());
    let mut shown = 0;
    for (line, what) in LONG {
        let start = Instant::now();
        let mut at_work = AtWork::start(&mut command(folder.path(), line));
        if !at_work.shows(what) {
            // The command ended before its line was due; on a busy machine, ending takes a while.
            let lasted = start.elapsed();
            let (status, output) = at_work.end();
            assert!(lasted < Duration::from_secs(2), "{line} is silent for {lasted:?}: {status}, {output:?}");
            continue;
        }
        shown += 1;
        assert!(start.elapsed() >= Duration::from_millis(500), "{line} is impatient");
        at_work.send(Signal::INT);
        let (status, output) = at_work.end();
        // The command may have been about to end.
        assert!([Some(130), Some(0)].contains(&status.code()), "{line}: {status}, {output:?}");
        assert!(is_tidy(&output), "{line} leaves {output:?}");
        let written: Vec<_> = names(folder.path()).into_iter().filter(|name| name.contains("out")).collect();
        // If the signal came after the writing, the file is whole.
        let bytes = || -> Vec<_> {
            written.iter().map(|name| fs::read(folder.path().join(name)).expect("it is there")).collect()
        };
        let left = bytes();
        if !written.is_empty() && !status.success() {
            assert_eq!(run(&mut command(folder.path(), line)).code, Some(0), "{line}");
            assert!(left == bytes(), "{line} leaves a part of {written:?}");
        }
        written.iter().for_each(|name| fs::remove_file(folder.path().join(name)).expect("it is ours"));
    }
    assert!(shown >= 4, "only {shown} took long");
}

#[test]
fn progress_says_what_is_done_and_how_long_the_rest_takes() {
    let folder = folder();
    large_images(folder.path(), 6_000);
    for line in [
        "time ship.png rock.png",
        "order --size 3000x3000 --scan rows -o out.json",
        "order --size 200x200 --scan rows -o out.gif",
        "order --size 200x200 --scan rows -o out.apng",
        "mask a.png -o out.txt",
    ] {
        let start = Instant::now();
        let mut at_work = AtWork::start(&mut command(folder.path(), line));
        let shown = at_work.shows(" %, ") && at_work.shows(" s left");
        let lasted = start.elapsed();
        let (status, output) = at_work.end();
        // What ends before its line is due shows nothing.
        assert!(shown || lasted < Duration::from_secs(1), "{line} takes {lasted:?}: {output:?}");
        assert!(status.success(), "{line}: {status}");
        assert!(is_tidy(&output), "{line}: {output:?} stays");
        // The line is never wider than the terminal.
        let is_wide = |part: &str| part.trim_end().chars().count() >= COLUMNS && !part.contains("Ctrl C");
        assert!(!output.split('\r').any(is_wide), "{line}: {output:?}");
    }
}

#[test]
fn nothing_is_shown_where_it_is_not_wanted_or_not_seen() {
    let folder = folder();
    for line in ["time ship.png rock.png --quiet", "--quiet time ship.png rock.png"] {
        let (status, output) = AtWork::start(&mut command(folder.path(), line)).end();
        assert_eq!((status.code(), output.as_str()), (Some(0), ""), "{line}");
    }
    let ran = run(&mut command(folder.path(), "time ship.png rock.png"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn an_answer_on_the_same_terminal_is_not_mixed_with_progress() {
    const LINE: &str = "order --size 1000x1000 --scan rows --json";
    let folder = folder();
    let (mut screen_of_both, end) = terminal();
    let listener = spawn(move || {
        let mut bytes = Vec::new();
        // Reading fails once the last writer has closed its end.
        let _ = screen_of_both.read_to_end(&mut bytes);
        String::from_utf8(bytes).expect("UTF-8")
    });
    let mut long = command(folder.path(), LINE);
    let mut child = long.stdout(end.try_clone().expect("a file")).stderr(end).spawn().expect("it starts");
    drop(long);
    assert!(child.wait().expect("it is ours").success());
    let shown = listener.join().expect("it listens");
    let answer = command(folder.path(), LINE).stdout(Stdio::piped()).output().expect("it starts").stdout;
    assert!(screen(&shown).concat() == String::from_utf8_lossy(&answer).trim_end(), "{} bytes", shown.len());
}

#[test]
fn what_asks_it_to_end_ends_it_at_any_moment() {
    let folder = folder();
    large_images(folder.path(), 1_500);
    long_inputs(folder.path());
    fs::write(folder.path().join("out.txt"), "old").expect("the folder can be written");
    let (mut random, mut delays) = (random(11), Vec::new());
    for (attempt, (line, _)) in LONG.iter().cycle().take(36).enumerate() {
        let mut at_work = AtWork::start(&mut command(folder.path(), line));
        let moment = Duration::from_millis(900).mul_f64(random());
        sleep(moment);
        let (signal, code) = if attempt % 5 == 0 { (Signal::TERM, 143) } else { (Signal::INT, 130) };
        at_work.send(signal);
        let sent = Instant::now();
        let status = at_work.child.wait().expect("it is ours");
        delays.push(sent.elapsed());
        let (_, output) = at_work.end();
        // A program that has hardly started ends by the signal itself.
        let is_early = moment < Duration::from_millis(100) && status.signal() == Some(signal.as_raw());
        assert!(is_early || [Some(code), Some(0)].contains(&status.code()), "{line}: {status} after {moment:?}");
        assert!(is_tidy(&output), "{line}: {output:?}");
        let asides: Vec<_> = names(folder.path()).into_iter().filter(|name| name.starts_with(".maskscope")).collect();
        assert!(asides.is_empty(), "{line} leaves {asides:?}");
    }
    let out = fs::read_to_string(folder.path().join("out.txt")).expect("it is there");
    assert!(out == "old" || out.len() == 1_501 * 1_500, "{} bytes", out.len());
    delays.sort();
    assert!(delays[delays.len() / 2] < Duration::from_millis(100), "{delays:?}");
}

/// Without /proc, a file has a name while it is being written.
#[test]
#[ignore = "needs private mounts"]
fn an_end_removes_a_file_that_is_half_written() {
    tools::need_mounts();
    let folder = folder();
    let script = r#"
        cd "$1" && mount -t tmpfs none /proc || exit 99
        "$0" order --size 3000x3000 --scan rows -o out.json & child=$!
        for moment in $(seq 600); do
            for aside in .maskscope-*; do
                if [ -s "$aside" ]; then kill -INT $child; wait $child; exit $?; fi
            done
            sleep 0.05
        done
        exit 98
    "#;
    let ran = run(private_shell(script).arg(folder.path()));
    assert_eq!((ran.code, ran.err.as_str()), (Some(130), ""));
    assert!(names(folder.path()).is_empty(), "{:?}", names(folder.path()));
}
