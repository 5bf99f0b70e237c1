//! The real program, without a display.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use image::GrayAlphaImage;

/// The time a slow machine may take for a command. A command that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(30);

/// The result of a command: exit code (`None` if a signal ended it), standard output, standard error.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

pub fn program() -> Command {
    without_display(Command::new(env!("CARGO_BIN_EXE_maskscope")))
}

/// A shell that runs `script`, in which `"$0"` is the program.
pub fn shell(script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_maskscope")]);
    without_display(shell)
}

/// The same with private mounts, which no other process sees.
pub fn private_shell(script: &str) -> Command {
    let mut shell = Command::new("unshare");
    shell.args(["-rm", "sh", "-c", script, env!("CARGO_BIN_EXE_maskscope")]);
    without_display(shell)
}

fn without_display(mut command: Command) -> Command {
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    command
}

/// Runs `command` to its end, which must come soon. It may print no more than a pipe holds.
#[track_caller]
pub fn run(command: &mut Command) -> Ran {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    end(child.expect("it starts"), command)
}

/// Waits for the end of `child`, which must come soon.
#[track_caller]
pub fn end(mut child: Child, command: &Command) -> Ran {
    let start = Instant::now();
    while child.try_wait().expect("it is ours").is_none() {
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("{command:?} hangs");
        }
        sleep(Duration::from_millis(1));
    }
    let output = child.wait_with_output().expect("it has ended");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// The path of a sample.
pub fn sample(name: &str) -> String {
    format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"))
}

pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The names in `folder`, in order.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into()).collect();
    names.sort();
    names
}

/// The words of `line`, such as `check ship.png rock.png`, with the names of samples replaced by their paths.
pub fn words(line: &str) -> Vec<String> {
    let is_sample = |word: &str| Path::new(&sample(word)).is_file();
    line.split_whitespace().map(|word| if is_sample(word) { sample(word) } else { word.to_owned() }).collect()
}

/// Writes two images into `folder` that keep every command busy: one is solid and one is empty, so that no scan stops
/// early.
pub fn large_images(folder: &Path, side: u32) {
    for (name, alpha) in [("a.png", 255), ("b.png", 0)] {
        let bytes = [255, alpha].repeat((side * side) as usize);
        let image = GrayAlphaImage::from_raw(side, side, bytes).expect("two bytes per pixel");
        image.save(folder.join(name)).expect("the folder can be written");
    }
}
