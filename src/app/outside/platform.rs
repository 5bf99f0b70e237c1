//! The platform under a window: what it reaches besides the files that it opens.

use std::path::{Path, PathBuf};

use super::outcome::GameVariable;
use super::system::{dialogs, run_game, settings_path, threads::Threads};
use crate::app::request::{PathField, PathFor, Popup, Request};
use crate::{exports::name_of, session::Event};

/// The system that a window runs on, or a stand-in for it.
pub struct Platform {
    /// The file where things are remembered and beside which the session is saved; `None` for nowhere.
    pub settings: Option<PathBuf>,
    /// True if a first start is greeted.
    pub greets: bool,
    /// Asks in a dialog for a file to open, or to write with the suggested name; the dialog begins in the folder.
    pub(super) pick: fn(&mut Threads, PathFor, String, Option<PathBuf>),
    /// Runs a game that writes a log, with a variable in its environment if it can be stopped; returns what went wrong.
    pub(super) run_game: fn(&Path, &Path, Option<GameVariable>) -> Option<Event>,
}

impl Platform {
    /// The desktop or the browser.
    pub fn current() -> Self {
        Self { settings: settings_path(), greets: true, pick: dialogs::pick, run_game }
    }

    /// A stand-in without dialogs, for tests: it starts no program and remembers things only in the file `settings`.
    pub fn without_dialogs(settings: Option<PathBuf>) -> Self {
        Self {
            settings,
            greets: false,
            pick: |threads, asked, suggestion, _| {
                threads.answer()(vec![Request::Open(Popup::Path(PathField::new(asked, suggestion)))]);
            },
            run_game: |game, _, _| Some(not_started(game)),
        }
    }

    /// A platform that greets a person at a first start.
    #[must_use]
    pub const fn greeting(mut self) -> Self {
        self.greets = true;
        self
    }
}

fn not_started(game: &Path) -> Event {
    Event::failed(format!("{} has failed", name_of(game)), "This window starts no programs.")
}
