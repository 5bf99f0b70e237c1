//! The half for a system with disks, threads and dialogs.
//!
//! - `dialogs`: the file dialogs of the system.
//! - `threads`, `worker`: work on threads of its own: short work of the window, long work of the session.
//! - `following`: a log that is read as the game writes it; `kept_input`: one that comes by standard input.
//! - `game`: a game that is started beside the window; `hosting`: one that can be stopped.
//! - `watch`: images and scenes that are changed elsewhere.
//! - `signals`: requests of the system to end.

pub mod dialogs;
pub mod following;
mod game;
pub mod hosting;
mod kept_input;
mod signals;
pub mod threads;
pub mod watch;
pub mod worker;

use std::path::{Path, PathBuf};
use std::{thread, time::Duration};

use egui::{Context, Ui, ViewportCommand};

pub use self::game::run_game;
pub use self::signals::end_on_signals;

use super::outcome::Arrival;
use crate::session::Event;

/// The remark about the clock that times scans.
pub const ABOUT_CLOCK: Option<&str> = None;

/// The files that were dropped on the window in this frame.
pub fn dropped(ui: &Ui) -> Vec<PathBuf> {
    ui.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect())
}

/// True if there is a file at `path`.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// True if there is a folder at `path`.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// The path of the settings, with the copies of sessions beside them; `None` on a system without a home. On Windows
/// they stay on the machine: there may be many images.
pub fn settings_path() -> Option<PathBuf> {
    dirs::config_local_dir().map(|folder| folder.join("maskscope").join("settings.json"))
}

/// Names the system's window by what it shows.
pub fn entitle(ctx: &Context, title: &str) {
    ctx.send_viewport_cmd(ViewportCommand::Title(title.to_owned()));
}

/// Screen readers read the window's own labels.
pub const fn say(_: &str) {}

/// All keys come to a window of its own.
pub fn claim(_: impl Iterator<Item = String>) {}

/// Puts `text` on the clipboard, then calls `copied`.
pub fn copy(ctx: &Context, text: String, copied: impl FnOnce()) {
    ctx.copy_text(text);
    copied();
}

/// Links are pasted.
pub const fn arrived_links(_: &Context, _: bool) -> Vec<Arrival> {
    Vec::new()
}

/// This is not a page: the settings may name one.
pub const fn page_address() -> Option<String> {
    None
}

/// Nothing: written files are on the disk already.
pub const fn deliver(_: &Context) -> Vec<Event> {
    Vec::new()
}

/// Waits, on a thread that is not the window's.
pub fn pause(time: Duration) {
    thread::sleep(time);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_lie_in_a_folder_of_the_user() {
        let path = settings_path().expect("tests run in somebody's home");
        assert!(path.ends_with("maskscope/settings.json"), "{path:?}");
        if cfg!(windows) {
            assert!(path.starts_with(std::env::var_os("LOCALAPPDATA").expect("Windows sets it")), "{path:?}");
        }
    }
}
