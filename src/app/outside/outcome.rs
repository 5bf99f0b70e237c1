//! Results that come back from outside, and the wording of failures.

use std::path::PathBuf;

use super::copies::Restored;
use crate::app::request::{PathFor, Request};
use crate::exports::{ExportRef, Make, name_of};
use crate::files::{FileError, Reason, shown};
use crate::session::{Action, FileAction};
use crate::words;

/// True if files change by themselves, commands run in a shell, and the program can be ended.
pub const HAS_SYSTEM: bool = !cfg!(target_family = "wasm");

/// A result that comes back from outside.
pub enum Outcome {
    /// Something for the session.
    Do(Box<Action>),
    /// Something that was chosen in a dialog.
    Ask(Request),
    /// Several things for the session.
    Tell(Vec<FileAction>),
    /// A copy that another window has left has been read.
    Restored(Restored),
    /// A picture of the window, to be written.
    Seen(Photograph),
    /// No dialog asks for it.
    NoDialog(PathFor),
    /// The dialog was closed without a choice.
    Nothing,
}

impl Outcome {
    pub fn act(action: FileAction) -> Self {
        Self::Do(Box::new(action.into()))
    }

    pub fn failed(title: &str, detail: String) -> Self {
        Self::act(FileAction::Failed { title: title.to_owned(), detail })
    }
}

/// A link that has been opened in the address of the page.
pub struct Arrival {
    /// The link: what begins with `#`, or nothing.
    pub link: String,
    /// The number of the entry in the browser's history that was left; negative for none.
    pub left: i32,
    /// The number of the entry that is shown now.
    pub at: i32,
}

/// A picture of a part of the window, and the export that it is taken for.
pub struct Photograph {
    /// The export.
    pub export: ExportRef,
    /// Makes the file.
    pub make: Make,
    /// The path of the file.
    pub path: PathBuf,
}

/// `ship.png could not be opened`, with the reason and what was kept.
pub fn failed(what: &str, error: &FileError, kept: &str) -> FileAction {
    let (title, detail) = told(what, error, kept);
    FileAction::Failed { title, detail }
}

/// Returns the reason why a file could not be used. A page has no options for its limits, and finds only what it was given.
fn reason(error: &FileError) -> String {
    match &error.reason {
        Reason::NoSheet(sheet) => {
            let advice = if HAS_SYSTEM { "" } else { "; drop it on the page together with it" };
            format!("its sheet {} is missing{advice}", shown(sheet))
        }
        Reason::NotFound if !HAS_SYSTEM => {
            "the page does not have it; drop it on the page together with the file that names it".to_owned()
        }
        reason => {
            let said = reason.to_string();
            let option = said.find("; --max-").filter(|_| !HAS_SYSTEM);
            option.map_or_else(|| said.clone(), |at| said[..at].to_owned())
        }
    }
}

/// Returns the title and the detail of such a message.
pub fn told(what: &str, error: &FileError, kept: &str) -> (String, String) {
    let detail = format!("{} {kept}", words::sentence(&reason(error))).trim_end().to_owned();
    (format!("{} {what}", name_of(&error.path)), detail)
}
