//! Output of the program: downloads, and files kept for the next visit.

use std::path::{Path, PathBuf};
use std::{cell::RefCell, mem, sync::Arc};

use egui::Context;
use wasm_bindgen_futures::spawn_local;

use super::super::copies::are_locks_known;
use super::browser;
use crate::files::page::{Change, files_in, restore, take_changes};
use crate::{exports::name_of, session::Event};

/// The file of the settings, as the program calls it. It lies in the local storage, everything in [`FOLDER`] in a database.
const SETTINGS: &str = "settings.json";
/// Folder of the copies of sessions.
pub const FOLDER: &str = "copies";

thread_local! {
    static KEEPING: RefCell<Keeping> = RefCell::default();
}

/// Files on their way into the database.
#[derive(Default)]
struct Keeping {
    waiting: Vec<(PathBuf, Option<Arc<[u8]>>)>,
    is_busy: bool,
    /// The database has refused: nothing more is kept.
    has_failed: bool,
    /// Failures that the window has not shown yet.
    events: Vec<Event>,
}

/// The path of the settings.
#[expect(clippy::unnecessary_wraps, reason = "a system may have no home")]
pub fn settings_path() -> Option<PathBuf> {
    Some(SETTINGS.into())
}

/// Brings back what earlier visits have kept.
pub async fn bring_back() {
    if let Some(text) = browser::remembered_text() {
        restore(SETTINGS.into(), text.into_bytes().into());
    }
    match browser::kept_files().await {
        Ok(files) => files.into_iter().for_each(|(path, bytes)| restore(path, bytes)),
        Err(why) => KEEPING.with_borrow_mut(|keeping| keeping.fail(&why)),
    }
}

/// Delivers what has been written since the last time; answers what went wrong.
pub fn deliver(ctx: &Context) -> Vec<Event> {
    for change in take_changes() {
        match change {
            // Without locks another tab may have deleted what this one has written before.
            Change::Written(path, _) if path.starts_with(FOLDER) && !are_locks_known() => {
                let folder = path.parent().unwrap_or(Path::new(""));
                files_in(folder).into_iter().for_each(|(path, bytes)| wait(path, Some(bytes)));
            }
            Change::Written(path, bytes) if path.starts_with(FOLDER) => wait(path, Some(bytes)),
            Change::Removed(path) if path.starts_with(FOLDER) => wait(path, None),
            Change::Written(path, bytes) if path.as_os_str() == SETTINGS => {
                if let Err(why) = browser::remember_text(&String::from_utf8_lossy(&bytes)) {
                    let (title, detail) = ("The settings could not be written".to_owned(), format!("{why}."));
                    KEEPING.with_borrow_mut(|keeping| keeping.events.push(Event::Failed { title, detail }));
                }
            }
            Change::Written(path, bytes) => browser::download(&name_of(&path), &bytes),
            Change::Removed(_) => {}
        }
    }
    KEEPING.with_borrow_mut(|keeping| {
        if !keeping.is_busy && !keeping.has_failed && !keeping.waiting.is_empty() {
            keeping.is_busy = true;
            spawn_local(keep(mem::take(&mut keeping.waiting), ctx.clone()));
        }
        mem::take(&mut keeping.events)
    })
}

fn wait(path: PathBuf, bytes: Option<Arc<[u8]>>) {
    KEEPING.with_borrow_mut(|keeping| {
        keeping.waiting.retain(|(waiting, _)| *waiting != path);
        keeping.waiting.push((path, bytes));
    });
}

async fn keep(changes: Vec<(PathBuf, Option<Arc<[u8]>>)>, ctx: Context) {
    let kept = browser::keep_files(&changes).await;
    KEEPING.with_borrow_mut(|keeping| {
        keeping.is_busy = false;
        if let Err(why) = kept {
            keeping.fail(&why);
        }
    });
    ctx.request_repaint();
}

impl Keeping {
    fn fail(&mut self, why: &str) {
        self.has_failed = true;
        self.waiting.clear();
        let title = "No copy of your work is kept".to_owned();
        let detail = format!("This browser forbids it ({why}), so closing the page loses unsaved work.");
        self.events.push(Event::Failed { title, detail });
    }
}
