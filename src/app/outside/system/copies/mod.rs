//! A copy of the session on the disk while the program runs: a crash loses nothing, and the next start goes on from it.
//!
//! Each run has one copy, a folder below `copies` beside the settings. It holds `session.json` with its images, a
//! [`Mark`](place::Mark) that tells what it is without reading it, and a lock that its run holds. What becomes of
//! the copies of earlier runs is decided at each start, in [`pile`].

mod earlier;
mod hanging;
mod left;
mod pile;
mod place;
mod when;
mod writer;

use std::{
    path::Path,
    time::{Duration, Instant},
};

pub use self::pile::{Found, Opened};
use self::{
    left::announce,
    pile::Pile,
    place::Place,
    writer::{Order, Writer},
};
use crate::{
    files::Limits,
    session::{FileAction, Kept, Session},
};

/// A window that goes on from a copy has rested once it has been seen for this long, in seconds.
const REST: f64 = 2.0;

/// The copies: that of this run, and those of earlier ones.
pub struct Copies {
    writer: Writer,
    /// What was last handed over to be written.
    handed: Option<Box<Kept>>,
    rest: Rest,
}

/// Whether the window that continues a copy has shown that it can.
enum Rest {
    /// It is to be shown, or has been since a time in seconds.
    Since(Option<f64>),
    /// It has rested, or continues nothing.
    Done,
}

impl Copies {
    /// Copies beside the file `settings`. Where the program `continues`, the last session is found; what else earlier
    /// runs have left is told. `tell` hears where no copy can be kept.
    ///
    /// # Errors
    /// Where no thread can be started.
    pub fn open(
        settings: &Path,
        continues: bool,
        limits: &Limits,
        tell: impl Fn(FileAction) + Send + 'static,
    ) -> std::io::Result<(Self, Found)> {
        let pile = Pile::beside(settings);
        let (place, found) = pile.sort(continues, limits);
        let rest = if found.kept.is_some() { Rest::Since(None) } else { Rest::Done };
        Ok((Self { writer: Writer::start(pile, place, tell)?, handed: found.kept.clone(), rest }, found))
    }

    /// What is shown now need not be written down.
    pub fn begin_with(&mut self, session: &Session) {
        self.handed = Some(Box::new(session.kept()));
    }

    /// Hands over what is to be kept, where it has changed. At `now`, in seconds, the window shows it; answers when it
    /// is to be shown again.
    pub fn keep(&mut self, session: &Session, now: f64) -> Option<Duration> {
        self.hand_over(session);
        let Rest::Since(since) = &mut self.rest else { return None };
        let left = *since.get_or_insert(now) + REST - now;
        if left > 0.0 {
            return Some(Duration::from_secs_f64(left));
        }
        self.rest = Rest::Done;
        self.writer.order(Order::Rested);
        None
    }

    fn hand_over(&mut self, session: &Session) {
        let kept = session.kept();
        if self.handed.as_deref() != Some(&kept) {
            let kept = Box::new(kept);
            self.handed = Some(kept.clone());
            self.writer.order(Order::Keep(kept, Instant::now()));
        }
    }

    /// Leaves the copy as it is now to a later start, where it holds unsaved work, and goes on in a new one.
    pub fn leave(&mut self, session: &Session) {
        if session.kept().is_unsaved() {
            self.go_on_in(session, None);
        }
    }

    /// Goes on with an `opened` copy, which `session` does not show yet; what it shows is left to a later start.
    pub fn go_on_with(&mut self, session: &Session, opened: Opened) -> Kept {
        self.go_on_in(session, opened.place);
        self.rest = Rest::Since(None);
        *opened.kept
    }

    fn go_on_in(&mut self, session: &Session, place: Option<Place>) {
        self.hand_over(session);
        self.writer.order(Order::GoOnIn(place));
        self.handed = None;
    }

    /// The program ends: what `session` shows is the last session.
    pub fn end(&mut self, session: &Session) {
        self.hand_over(session);
        self.writer.end();
    }
}

/// Reads the copy `folder` to go on from it. Where that fails, says so, and offers it again.
pub fn open(folder: &Path, limits: &Limits) -> Result<Opened, Vec<FileAction>> {
    Pile::go_on(folder, limits).map_err(|reason| {
        let failed =
            FileAction::Failed { title: "The copy could not be opened".to_owned(), detail: format!("{reason}.") };
        std::iter::once(failed).chain(announce(folder)).collect()
    })
}

/// Throws the copy `folder` away; says so where that fails.
pub fn discard(folder: &Path) -> Option<FileAction> {
    let reason = Pile::discard(folder).err()?;
    Some(FileAction::Failed { title: "The copy could not be discarded".to_owned(), detail: format!("{reason}.") })
}
