//! A copy that a run has left, or still holds.

use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{
    hanging::is_hanging,
    place::{self, Mark, is_discarded},
    when,
};
use crate::{files::printable, session::FileAction};

/// A copy in the folder of copies.
pub struct Left {
    pub folder: PathBuf,
    pub mark: Mark,
    pub holder: Holder,
    /// When what is in it was made.
    made: SystemTime,
    /// When its run was last known to run.
    pub ended: SystemTime,
}

/// Who holds a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Its run has ended.
    Nobody,
    /// A run that works.
    Alive,
    /// A run that is stopped, or dies.
    Hanging,
}

impl Left {
    /// The copy `folder`; `None` where nothing was kept.
    pub fn read(folder: &Path) -> Option<Self> {
        let (made, ended) = place::times(folder).ok()?;
        let holder = match place::holder(folder) {
            Ok(Some(id)) if is_hanging(id) => Holder::Hanging,
            Ok(Some(_)) => Holder::Alive,
            // It was moved here by hand, or cannot be asked.
            Ok(None) | Err(_) => Holder::Nobody,
        };
        Some(Self { folder: folder.to_owned(), mark: Mark::read(folder), holder, made, ended })
    }

    /// Whether no run has to do with it any more, and a person may want it.
    pub fn is_announced(&self) -> bool {
        let is_wanted = self.mark.unsaved || self.mark.tried;
        is_wanted && self.holder != Holder::Alive && !is_discarded(&self.folder)
    }

    /// Offers it: from when it is, and what it holds.
    pub fn announcement(&self) -> FileAction {
        let Mark { unsaved, tried, ref names, .. } = self.mark;
        let work = if unsaved { "unsaved work" } else { "a session" };
        let when = when::words(self.made, SystemTime::now());
        let names = if names.is_empty() { String::new() } else { format!(" ({})", printable(names)) };
        let detail = match (self.holder, tried) {
            (Holder::Hanging, _) => "It belongs to a window that has stopped. Open shows a copy of it.",
            (_, true) => "The last attempt to open it did not succeed.",
            (_, false) => "A window that has ended left it behind. Open can be undone.",
        };
        FileAction::CopyFound {
            folder: self.folder.clone(),
            title: format!("There is {work} from {when}{names}"),
            detail: detail.to_owned(),
        }
    }
}

/// Offers the copy `folder`, where there is one.
pub fn announce(folder: &Path) -> Option<FileAction> {
    Left::read(folder).map(|left| left.announcement())
}
