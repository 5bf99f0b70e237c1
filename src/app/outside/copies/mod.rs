//! The copy of the session that each window keeps while it runs, so that a crash loses nothing and the next start continues.
//!
//! A copy is a folder in `copies`, beside the settings: the session with its images, a [mark](mark::CopyMark) that describes it,
//! and a lock that its window holds. At a start, [`mark::sort`] decides what becomes of the copies that no window holds. `disk`
//! only lists the folders, locks them, and writes beside the frames; `page` does it for a browser.

#[cfg_attr(target_family = "wasm", path = "page.rs")]
mod disk;
mod mark;

use std::path::{Path, PathBuf};
use std::time::Duration;

use web_time::Instant;

use crate::files::{FileError, JOURNAL, Limits, Reason, is_file, remove};
use crate::kept::{RECORD, read_kept, remove_kept, write_kept};
use crate::session::{Document, Event, LeftCopy, Session};
use disk::{Beside, Lock, folders, is_there};
use mark::{CopyMark, Fates, sort};

pub use self::disk::are_locks_known;

/// Time from one write to the next: with it, a crash loses less than a second, even on a slow disk.
const PAUSE: Duration = Duration::from_millis(300);
/// Time until a write that failed is tried again.
const RETRY: Duration = Duration::from_secs(10);

/// The copies that other windows have left.
#[derive(Default)]
pub struct Recovered {
    /// The session to continue.
    pub kept: Option<Box<Document>>,
    /// True if the start before has died while it began to show that.
    pub has_died: bool,
    /// Messages, and the offer to restore the others.
    pub events: Vec<Event>,
}

/// A copy that has been read, to be shown.
pub struct Restored {
    kept: Box<Document>,
    /// `None` if another window may be writing there.
    copy: Option<Copy>,
}

/// The number of starts in a row that may die before what they show is only offered.
const MOST_STARTS: u32 = 2;

/// The copy of this window.
pub struct Copies {
    /// The folder of all copies.
    folder: PathBuf,
    /// `None` before the first write, and during one.
    copy: Option<Copy>,
    writing: Option<Beside<Written>>,
    /// The last shown session.
    shown: Option<Box<Document>>,
    /// True if that is written, or on its way.
    is_written: bool,
    /// Unsaved work that was replaced in this window, and the copies that hold it.
    replaced: Vec<(Copy, Box<Document>)>,
    /// The number of starts that have begun to show the copy, this one included; 0 once it is shown.
    starts: u32,
    /// The earliest time of the next write.
    next: Instant,
    /// The reason for which the last write failed.
    failure: Option<String>,
    tell: Box<dyn Fn(Event)>,
}

/// The copy of this window after a write, and why that failed.
type Written = (Option<Copy>, Result<(), String>);

impl Copies {
    /// Looks at the copies beside the file `settings`. If the program `continues`, the newest that no window holds becomes that
    /// of this one. `tell` is called if no copy can be kept.
    pub fn open(
        settings: &Path,
        continues: bool,
        limits: &Limits,
        tell: impl Fn(Event) + 'static,
    ) -> (Self, Recovered) {
        let folder = settings.with_file_name("copies");
        let Fates { continued, mut offered, removed } = sort(Copy::all_free(&folder), continues && are_locks_known());
        // What cannot be removed now is removed at the next start.
        removed.into_iter().for_each(|copy| drop(copy.remove()));
        let (mut found, mut own, mut starts) = (Recovered::default(), None, 0);
        match continued {
            Some((mark, copy)) if mark.starts() >= MOST_STARTS => offered.insert(0, (mark, copy)),
            Some((mark, copy)) => match copy.read(limits) {
                Ok(kept) => {
                    (found.has_died, starts) = (mark.starts() > 0, mark.starts() + 1);
                    // Where nothing can be written, the next start knows nothing of this one.
                    mark.begun().write(&copy.folder).ok();
                    (found.kept, own) = (Some(Box::new(kept)), Some(copy));
                }
                Err(error) => {
                    found.events.push(failed("The last session could not be continued", &error.to_string()));
                    if mark.unsaved {
                        offered.insert(0, (mark, copy));
                    }
                }
            },
            None => {}
        }
        let left = |(mark, copy): (CopyMark, Copy)| LeftCopy { folder: copy.folder, names: mark.names };
        found.events.push(Event::CopiesFound(offered.into_iter().map(left).collect()));
        let copies = Self {
            folder,
            copy: own,
            writing: None,
            shown: found.kept.clone(),
            is_written: found.kept.is_some(),
            replaced: Vec::new(),
            starts,
            next: Instant::now(),
            failure: None,
            tell: Box::new(tell),
        };
        (copies, found)
    }

    /// The folder of this window's copy, as far as there is one.
    pub fn own_folder(&self) -> Option<&Path> {
        self.copy.as_ref().map(|copy| &*copy.folder)
    }

    /// Takes what `session` shows now as not worth a copy.
    pub fn begin_with(&mut self, session: &Session) {
        self.note(session);
        self.is_written = true;
    }

    /// Begins to write what `session` shows if that has changed; returns when to ask again.
    pub fn keep(&mut self, session: &Session) -> Option<Duration> {
        if let Some(done) = self.writing.take_if(|writing| writing.is_done()) {
            self.end_write(done.wait());
        }
        self.note(session);
        if self.writing.is_some() {
            return Some(PAUSE);
        }
        let kept = self.shown.clone().filter(|_| !self.is_written)?;
        let wait = self.next.saturating_duration_since(Instant::now());
        if wait.is_zero() {
            let (copy, folder, starts) = (self.copy.take(), self.folder.clone(), self.starts);
            self.is_written = true;
            self.next = Instant::now() + PAUSE;
            self.writing = Some(Beside::start(move || write(copy, &folder, &kept, starts)));
        }
        Some(wait.max(PAUSE))
    }

    fn note(&mut self, session: &Session) {
        self.note_document(session.document());
    }

    fn note_document(&mut self, kept: Document) {
        if self.shown.as_deref() == Some(&kept) {
            return;
        }
        if let Some(at) = self.replaced.iter().position(|(_, replaced)| replaced.has_work_of(&kept)) {
            self.return_to(at);
        }
        self.shown = Some(Box::new(kept));
        self.is_written = false;
    }

    /// Goes on with the copy of work that was replaced and is shown again; unsaved work in its place is left in turn.
    fn return_to(&mut self, at: usize) {
        self.finish();
        let (copy, _) = self.replaced.remove(at);
        let shown = self.shown.take();
        match (self.copy.replace(copy), shown.filter(|shown| shown.is_unsaved())) {
            (Some(own), Some(shown)) => self.replaced.push((own, shown)),
            // What cannot be removed now is removed at the next start.
            (Some(own), None) => drop(own.remove()),
            (None, _) => {}
        }
    }

    fn end_write(&mut self, written: Option<Written>) {
        let (copy, result) = written.unwrap_or_else(|| (None, Err("No thread could write it".to_owned())));
        self.copy = copy;
        let Err(reason) = result else {
            self.failure = None;
            return;
        };
        self.is_written = false;
        self.next = Instant::now() + RETRY;
        if self.failure.replace(reason.clone()).is_none() {
            let detail = format!("{reason}. The program goes on, but a crash would lose what is in no file.");
            (self.tell)(Event::Failed { title: "No copy of your work is kept".to_owned(), detail });
        }
    }

    /// Waits until nothing is being written.
    fn wait(&mut self) {
        if let Some(writing) = self.writing.take() {
            self.end_write(writing.wait());
        }
    }

    /// Writes what was shown last, and waits until it is written.
    fn finish(&mut self) {
        self.wait();
        if let Some(kept) = self.shown.clone().filter(|_| !self.is_written) {
            self.is_written = true;
            let written = write(self.copy.take(), &self.folder, &kept, self.starts);
            self.end_write(Some(written));
        }
    }

    /// Leaves unsaved work that is `replaced` in its copy, which this window holds until it ends; another copy is begun.
    pub fn leave(&mut self, replaced: Document) {
        if replaced.is_unsaved() {
            self.note_document(replaced);
            self.finish();
            self.replaced.extend(self.copy.take().zip(self.shown.take()));
        }
    }

    /// Notes that the session of the start has been drawn, and all that it shows has been found.
    pub fn shows(&mut self) {
        if std::mem::take(&mut self.starts) > 0 {
            self.wait();
            if let (Some(copy), Some(shown)) = (&self.copy, &self.shown) {
                // Then the next start runs no scripts, which it says.
                CopyMark::of(shown, 0).write(&copy.folder).ok();
            }
        }
    }

    /// Writes what `session` shows, and waits until it is written.
    ///
    /// # Errors
    /// In words, if it holds unsaved work that could not be written.
    pub fn secure(&mut self, session: &Session) -> Result<(), String> {
        self.note(session);
        self.finish();
        let is_lost = self.shown.as_ref().is_some_and(|shown| shown.is_unsaved()) && !self.is_written;
        if is_lost { Err(self.failure.clone().unwrap_or_default()) } else { Ok(()) }
    }

    /// Continues a `restored` copy in place of what `session` shows; returns what to show.
    pub fn go_on_with(&mut self, session: &Session, restored: Restored) -> Document {
        self.leave(session.document());
        self.wait();
        if let Some(saved) = std::mem::replace(&mut self.copy, restored.copy) {
            // What cannot be removed now is removed at the next start.
            saved.remove().ok();
        }
        self.shown = None;
        *restored.kept
    }

    /// Writes what `session` shows, as the newest of all copies.
    pub fn end(&mut self, session: &Session) {
        // What could not be written was reported as it failed.
        self.secure(session).ok();
        if let Some((copy, kept)) = self.copy.take().zip(self.shown.take()) {
            copy.end(&kept);
        }
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Writes `kept` into the `copy`, or into a new one in `folder`. A copy in which nothing could be written stays for the next try.
fn write(copy: Option<Copy>, folder: &Path, kept: &Document, starts: u32) -> Written {
    // Somebody may have removed it.
    match copy.filter(|copy| is_there(&copy.folder)).map_or_else(|| Copy::new(folder), Ok) {
        Ok(copy) => {
            let written = copy.write(kept, starts).map_err(|error| error.to_string());
            (Some(copy), written)
        }
        Err(error) => (None, Err(error.to_string())),
    }
}

/// Reads the copy in `folder` to go on with it. If that fails, it is offered again.
pub fn restore(left: LeftCopy, limits: &Limits) -> Result<Restored, Vec<Event>> {
    const TITLE: &str = "The copy could not be restored";
    let copy = Copy::take(&left.folder).ok_or_else(|| vec![is_open(TITLE)])?;
    match copy.read(limits) {
        Ok(kept) => Ok(Restored { kept: Box::new(kept), copy: Some(copy).filter(|_| are_locks_known()) }),
        Err(error) => Err(vec![failed(TITLE, &error.to_string()), Event::CopiesFound(vec![left])]),
    }
}

/// Deletes the copy in `folder`; says so if that fails.
pub fn discard(folder: &Path) -> Option<Event> {
    const TITLE: &str = "The copy could not be discarded";
    let Some(copy) = Copy::take(folder) else { return Some(is_open(TITLE)) };
    copy.remove().err().map(|error: FileError| failed(TITLE, &error.to_string()))
}

fn is_open(title: &str) -> Event {
    failed(title, "It is open in another window, or was deleted")
}

fn failed(title: &str, reason: &str) -> Event {
    Event::Failed { title: title.to_owned(), detail: format!("{reason}.") }
}

/// A copy that this window holds. Dropping it lets others have it.
struct Copy {
    pub folder: PathBuf,
    lock: Lock,
}

impl Copy {
    /// Makes a copy in the folder `copies`, in which nothing is written yet.
    pub fn new(copies: &Path) -> Result<Self, FileError> {
        let (folder, lock) = Lock::new(copies).map_err(|error| Reason::Write(error).at(copies))?;
        Ok(Self { folder, lock })
    }

    /// Takes the copy in `folder`; `None` if another window holds it, or it does not exist.
    pub fn take(folder: &Path) -> Option<Self> {
        // Another window may have just deleted it.
        let lock = is_copy(folder).then(|| Lock::take(folder)).flatten().filter(|_| is_copy(folder))?;
        Some(Self { folder: folder.to_owned(), lock })
    }

    /// Takes all copies in the folder `copies` that no other window holds.
    pub fn all_free(copies: &Path) -> Vec<(CopyMark, Self)> {
        let free = folders(copies).into_iter().filter_map(|folder| Self::take(&folder));
        free.map(|copy| (CopyMark::read(&copy.folder), copy)).collect()
    }

    /// Writes what is to be kept, after that many `starts`.
    pub fn write(&self, kept: &Document, starts: u32) -> Result<(), FileError> {
        let mark = CopyMark::of(kept, starts);
        // A crash in between hides no unsaved work.
        if kept.is_unsaved() && is_copy(&self.folder) {
            mark.write(&self.folder)?;
            write_kept(kept, &self.folder)
        } else {
            write_kept(kept, &self.folder)?;
            mark.write(&self.folder)
        }
    }

    /// Lets others have it, with what is `kept` in it, as the newest of all copies. If nothing could be written, it goes.
    pub fn end(self, kept: &Document) {
        // Where nothing can be written now, another copy may be newer.
        let _ = if is_copy(&self.folder) { CopyMark::of(kept, 0).write(&self.folder) } else { self.remove() };
    }

    /// Reads what was kept.
    pub fn read(&self, limits: &Limits) -> Result<Document, FileError> {
        read_kept(&self.folder, limits)
    }

    /// Deletes it. Files of others in the folder stay.
    pub fn remove(self) -> Result<(), FileError> {
        let Self { folder, lock } = self;
        remove_kept(&folder)?;
        CopyMark::remove(&folder);
        remove(&folder.join(JOURNAL)).ok();
        lock.remove(&folder);
        Ok(())
    }
}

/// True if a session was written into `folder`.
fn is_copy(folder: &Path) -> bool {
    is_file(&folder.join(RECORD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_in_which_nothing_can_be_written_is_tried_again_and_goes_at_the_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let count = || std::fs::read_dir(&folder).expect("a folder").count();
        let kept = Session::default().document();
        let copy = Copy::new(folder.path()).expect("a copy");
        let obstacle = copy.folder.join(RECORD);
        std::fs::create_dir(&obstacle).expect("a folder in place of the file");
        let (copy, result) = write(Some(copy), folder.path(), &kept, 0);
        assert!(result.is_err());
        let (copy, result) = write(copy, folder.path(), &kept, 0);
        assert!(result.is_err() && count() == 1);
        std::fs::remove_dir(&obstacle).expect("removed");
        copy.expect("the copy").end(&kept);
        assert_eq!(count(), 0);
    }
}
