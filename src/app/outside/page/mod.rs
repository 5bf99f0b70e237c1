//! The half for a page in a browser: no thread, no disk, no dialogs of the system's own.
//!
//! - `browser`: the functions of `web/outside.js`, which all the others call.
//! - `arrivals`: files that are dropped, pasted or named by a link; `dialogs`: files that a person picks.
//! - `storage`: downloads, and files kept for the next visit.
//! - `threads`, `worker`: work in slices between frames, since a page has one thread; `scripts`: own scans, which run beside it.
//! - `following`: a log that was given, read in slices; `watch`, `hosting`: watching files and stopping games, which browsers do
//!   not offer.

mod arrivals;
mod browser;
pub mod dialogs;
pub mod following;
pub mod hosting;
mod scripts;
pub mod storage;
pub mod threads;
pub mod watch;
pub mod worker;

pub use arrivals::{arrived_links, dropped};
pub use browser::{has_coarse_pointer, say, tell_failure};
pub use storage::{bring_back, deliver, settings_path};

/// The remark about the clock that times scans.
pub const ABOUT_CLOCK: Option<&str> = Some(
    "A browser's clock is coarse, and WebAssembly is slower than a program: only compare these times with each other.",
);

/// The times for which the page works in a frame before the next is shown, in seconds: while somebody uses it, and at most.
/// Nobody sees that a page stops for less than 50 ms.
const SLICES: [f64; 2] = [0.008, 0.036];

/// A closure that says when a slice of a frame is over, from now on: an eighth of the time, in seconds, for which nothing
/// has moved and nobody has used the page.
fn slice(quiet: f64) -> impl Fn() -> bool {
    let [shortest, longest] = SLICES;
    let (start, length) = (web_time::Instant::now(), (quiet / 8.0).clamp(shortest, longest));
    move || start.elapsed().as_secs_f64() >= length
}

/// Nothing is where an export would be written: each is a new download.
pub const fn is_file(_: &std::path::Path) -> bool {
    false
}

/// No folder can be looked into.
pub const fn is_folder(_: &std::path::Path) -> bool {
    false
}

/// A page starts no program.
pub fn run_game(
    _: &std::path::Path,
    _: &std::path::Path,
    _: Option<super::outcome::GameVariable>,
) -> Option<crate::session::Event> {
    None
}

/// Names the page by what it shows.
pub fn entitle(_: &egui::Context, title: &str) {
    browser::entitle(title);
}

/// The browser leaves these keys to the program, where it would do something of its own.
pub fn claim(keys: impl Iterator<Item = String>) {
    browser::claim(keys);
}

/// Puts `text` on the clipboard, then calls `copied`; a browser that refuses shows it, to be copied by hand.
pub fn copy(_: &egui::Context, text: String, copied: impl FnOnce() + 'static) {
    wasm_bindgen_futures::spawn_local(async move {
        if browser::copy(&text).await {
            copied();
        }
    });
}

/// The address of this page.
#[expect(clippy::unnecessary_wraps, reason = "a window on a desktop has none")]
pub fn page_address() -> Option<String> {
    Some(browser::address())
}

/// Nothing waits in a page.
pub const fn pause(_: web_time::Duration) {}
