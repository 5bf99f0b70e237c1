//! The wording of failures, links that come from outside, and what a game finds in its environment.

use std::ffi::OsString;

use crate::exports::name_of;
use crate::files::{FileError, Reason, shown};
use crate::session::Event;
use maskscope_core::words;

/// True if files change by themselves, commands run in a shell, and the program can be ended.
pub const HAS_SYSTEM: bool = !cfg!(target_family = "wasm");

/// A variable of a game's environment: its name and its value.
pub type GameVariable = (&'static str, OsString);

/// A link that has been opened in the address of the page.
pub struct Arrival {
    /// The link: what begins with `#`, or nothing.
    pub link: String,
    /// The number of the entry in the browser's history that was left; negative for none.
    pub left: i32,
    /// The number of the entry that is shown now.
    pub at: i32,
}

/// `ship.png could not be opened`, with the reason and what was kept.
pub fn failed(what: &str, error: &FileError, kept: &str) -> Event {
    let (title, detail) = message(what, error, kept);
    Event::failed(title, detail)
}

/// Returns the reason why a file could not be used. A window has no options for its limits, and a page finds only what it was
/// given.
fn reason(error: &FileError) -> String {
    match &error.reason {
        Reason::NoSheet(sheet) => {
            let advice = if HAS_SYSTEM { "" } else { "; drop it on the page together with it" };
            format!("its sheet {} is missing{advice}", shown(sheet))
        }
        Reason::NotFound if !HAS_SYSTEM => {
            "the page does not have it; drop it on the page together with the file that names it".to_owned()
        }
        reason => without_option(reason),
    }
}

/// Returns a reason without the option of the command line that would raise the limit.
pub fn without_option(reason: &Reason) -> String {
    let text = reason.to_string();
    text.split_once("; --max-").map_or_else(|| text.clone(), |(why, _)| why.to_owned())
}

/// Returns the title and the detail of such a message.
pub fn message(what: &str, error: &FileError, kept: &str) -> (String, String) {
    let detail = format!("{} {kept}", words::sentence(&reason(error))).trim_end().to_owned();
    (format!("{} {what}", name_of(&error.path)), detail)
}
