//! A copy of the session while the page is open: closing it, or a failure, loses nothing, and the next visit goes on from it.
//!
//! The copy of this visit lies in one folder of the [storage](super::storage). Unsaved work that makes way for something
//! else is moved into another one, and offered at the next visit.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use super::storage::FOLDER;
use crate::{
    files::{
        KEPT_RECORD, Limits, is_file,
        page::{move_folder, remove_folder},
        read_kept, write_kept,
    },
    session::{FileAction, Kept, Session},
};

/// A change is written once this many seconds have passed since the one before was.
const PAUSE: f64 = 1.0;

/// What earlier visits have left.
#[derive(Default)]
pub struct Found {
    /// The last session, to go on from it.
    pub kept: Option<Box<Kept>>,
    /// What is to be told and offered.
    pub told: Vec<FileAction>,
}

/// A copy that has been read to go on from it.
pub struct Opened {
    pub kept: Box<Kept>,
}

/// The copy of this visit.
pub struct Copies {
    /// What was written last, or need not be.
    written: Option<Box<Kept>>,
    /// When it was, in seconds.
    since: f64,
}

/// The copy of this visit.
fn current() -> PathBuf {
    Path::new(FOLDER).join("current")
}

/// What has made way for something else.
fn left() -> PathBuf {
    Path::new(FOLDER).join("left")
}

impl Copies {
    /// Where the program `continues`, the last session is found; what else earlier visits have left is told.
    #[expect(clippy::unnecessary_wraps, reason = "on a system a thread is started")]
    pub fn open(
        _settings: &Path,
        continues: bool,
        limits: &Limits,
        _tell: impl Fn(FileAction) + Send + 'static,
    ) -> std::io::Result<(Self, Found)> {
        let mut found = Found::default();
        if is_file(&current().join(KEPT_RECORD)) {
            match read_kept(&current(), limits) {
                Ok(kept) if continues => found.kept = Some(Box::new(kept)),
                Ok(kept) if kept.is_unsaved() => move_folder(&current(), &left()),
                Ok(_) => {}
                Err(error) => {
                    let title = "What was open last could not be restored".to_owned();
                    found.told.push(FileAction::Failed { title, detail: format!("{error}.") });
                    remove_folder(&current());
                }
            }
        }
        found.told.extend(offer(limits));
        Ok((Self { written: found.kept.clone(), since: 0.0 }, found))
    }

    /// What is shown now need not be written down.
    pub fn begin_with(&mut self, session: &Session) {
        self.written = Some(Box::new(session.kept()));
    }

    /// Writes down what has changed; answers when to ask again. `now` is in seconds.
    pub fn keep(&mut self, session: &Session, now: f64) -> Option<Duration> {
        let kept = session.kept();
        if self.written.as_deref() == Some(&kept) {
            return None;
        }
        let wait = self.since + PAUSE - now;
        if wait > 0.0 {
            return Some(Duration::from_secs_f64(wait));
        }
        self.since = now;
        self.write(kept);
        None
    }

    fn write(&mut self, kept: Kept) {
        // Memory is all that it takes: see `storage` for what the browser may refuse.
        write_kept(&kept, &current()).ok();
        self.written = Some(Box::new(kept));
    }

    /// Leaves the copy as it is now to a later visit, where it holds unsaved work.
    pub fn leave(&mut self, session: &Session) {
        let kept = session.kept();
        if kept.is_unsaved() {
            self.write(kept);
            move_folder(&current(), &left());
            self.written = None;
        }
    }

    /// Goes on with an `opened` copy; what `session` shows is left to a later visit.
    pub fn go_on_with(&mut self, session: &Session, opened: Opened) -> Kept {
        remove_folder(&left());
        self.leave(session);
        *opened.kept
    }

    /// The page is left.
    pub fn end(&mut self, session: &Session) {
        self.write(session.kept());
    }
}

/// Offers what has made way for something else.
fn offer(limits: &Limits) -> Option<FileAction> {
    if !is_file(&left().join(KEPT_RECORD)) {
        return None;
    }
    let kept = read_kept(&left(), limits).ok()?;
    let names = kept.names();
    let title = if names.is_empty() { String::new() } else { format!(" ({names})") };
    Some(FileAction::CopyFound {
        folder: left(),
        title: format!("There is unsaved work{title}"),
        detail: "An earlier visit left it behind. Open can be undone.".to_owned(),
    })
}

/// Reads the copy `folder` to go on from it.
pub fn open(folder: &Path, limits: &Limits) -> Result<Opened, Vec<FileAction>> {
    read_kept(folder, limits).map(|kept| Opened { kept: Box::new(kept) }).map_err(|error| {
        vec![FileAction::Failed { title: "The copy could not be opened".to_owned(), detail: format!("{error}.") }]
    })
}

/// Throws the copy `folder` away.
pub fn discard(folder: &Path) -> Option<FileAction> {
    remove_folder(folder);
    None
}
