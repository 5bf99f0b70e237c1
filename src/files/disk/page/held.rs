//! The files that a page holds, by their paths.
//!
//! A person gives them: by dropping, picking or pasting. A file that another one names is also found where only the last
//! part of its path is the same, since a page never learns of folders. What the program writes is held, too, and handed over
//! as a [`Change`]: to be downloaded, or kept for the next visit.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{cell::RefCell, mem, sync::Arc};

/// Of the files that were given, the latest are held up to this many bytes together, and the last one in any case.
const MOST_BYTES: usize = 256 << 20;

thread_local! {
    static HELD: RefCell<Held> = const { RefCell::new(Held::new()) };
}

/// Change of a file by the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It was written.
    Written(PathBuf, Arc<[u8]>),
    /// It was removed.
    Removed(PathBuf),
}

struct Held {
    /// Given files, the latest last.
    given: Vec<(PathBuf, Arc<[u8]>)>,
    /// Written files.
    written: BTreeMap<PathBuf, Arc<[u8]>>,
    changes: Vec<Change>,
}

impl Held {
    const fn new() -> Self {
        Self { given: Vec::new(), written: BTreeMap::new(), changes: Vec::new() }
    }

    fn give(&mut self, path: PathBuf, bytes: Arc<[u8]>) {
        self.given.retain(|(given, _)| *given != path);
        self.written.remove(&path);
        self.given.push((path, bytes));
        let mut room = MOST_BYTES;
        let fits = self.given.iter().rev().take_while(|(_, bytes)| {
            let is_in = bytes.len() <= room;
            room = room.saturating_sub(bytes.len());
            is_in
        });
        let fits = fits.count().max(1);
        self.given.drain(..self.given.len() - fits);
    }

    fn find(&self, path: &Path) -> Option<&Arc<[u8]>> {
        let given = |is_it: &dyn Fn(&Path) -> bool| {
            self.given.iter().rev().find(|(given, _)| is_it(given)).map(|(_, bytes)| bytes)
        };
        let same_name = |given: &Path| given.file_name().is_some() && given.file_name() == path.file_name();
        self.written.get(path).or_else(|| given(&|given| given == path)).or_else(|| given(&same_name))
    }

    fn write(&mut self, path: &Path, bytes: Arc<[u8]>) {
        self.given.retain(|(given, _)| given != path);
        self.written.insert(path.to_owned(), Arc::clone(&bytes));
        self.changes.push(Change::Written(path.to_owned(), bytes));
    }

    fn remove(&mut self, path: &Path) -> Option<Arc<[u8]>> {
        let removed = self.written.remove(path)?;
        self.changes.push(Change::Removed(path.to_owned()));
        Some(removed)
    }
}

/// An earlier visit has written this file and kept it.
pub fn restore(path: PathBuf, bytes: Arc<[u8]>) {
    HELD.with_borrow_mut(|held| held.written.insert(path, bytes));
}

/// A person gives the page a file.
pub fn give(path: PathBuf, bytes: Arc<[u8]>) {
    HELD.with_borrow_mut(|held| held.give(path, bytes));
}

/// The changes since the last call.
pub fn take_changes() -> Vec<Change> {
    HELD.with_borrow_mut(|held| mem::take(&mut held.changes))
}

/// The content of the file `path`, or of the latest given one with that name.
pub fn read(path: &Path) -> Option<Arc<[u8]>> {
    HELD.with_borrow(|held| held.find(path).cloned())
}

/// True if exactly `path` is held.
pub fn has(path: &Path) -> bool {
    HELD.with_borrow(|held| held.written.contains_key(path) || held.given.iter().any(|(given, _)| given == path))
}

/// The files held in `folder`, by name.
pub fn names_in(folder: &Path) -> Vec<String> {
    let name = |path: &PathBuf| {
        let is_in = path.parent() == Some(folder);
        path.file_name().filter(|_| is_in)?.to_str().map(str::to_owned)
    };
    HELD.with_borrow(|held| {
        held.written.keys().chain(held.given.iter().map(|(path, _)| path)).filter_map(name).collect()
    })
}

/// Writes the file `path`.
pub fn write(path: &Path, bytes: Arc<[u8]>) {
    HELD.with_borrow_mut(|held| held.write(path, bytes));
}

/// Removes the file `path`, if it was written; answers what it held.
pub fn remove(path: &Path) -> Option<Arc<[u8]>> {
    HELD.with_borrow_mut(|held| held.remove(path))
}

/// Renames the file `path`, if it was written.
pub fn rename(path: &Path, to: &Path) {
    if let Some(bytes) = remove(path) {
        write(to, bytes);
    }
}

/// The folders in `folder` in which files were written.
pub fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let own = |path: &PathBuf| path.parent().filter(|own| own.parent() == Some(folder)).map(Path::to_owned);
    let folders: BTreeSet<_> = HELD.with_borrow(|held| held.written.keys().filter_map(own).collect());
    folders.into_iter().collect()
}

/// The files that were written in `folder`.
pub fn files_in(folder: &Path) -> Vec<(PathBuf, Arc<[u8]>)> {
    let is_in = |(path, _): &(&PathBuf, &Arc<[u8]>)| path.parent() == Some(folder);
    let file = |(path, bytes): (&PathBuf, &Arc<[u8]>)| (path.clone(), Arc::clone(bytes));
    HELD.with_borrow(|held| held.written.iter().filter(is_in).map(file).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Arc<[u8]> {
        text.as_bytes().into()
    }

    fn text(path: &str) -> Option<String> {
        read(Path::new(path)).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    #[test]
    fn a_file_that_another_one_names_is_found_by_its_name() {
        give("ship.png".into(), bytes("old"));
        give("rock.png".into(), bytes("rock"));
        give("ship.png".into(), bytes("new"));
        assert_eq!(text("art/ship.png").as_deref(), Some("new"));
        assert_eq!(text("art/ship.png/").as_deref(), Some("new"));
        assert_eq!((text("art/shi.png"), text(""), text("..")), (None, None, None));
        assert!(has(Path::new("ship.png")) && !has(Path::new("art/ship.png")));
        assert!(take_changes().is_empty(), "what is given is kept by whoever gave it");
    }

    #[test]
    fn what_is_written_is_read_again_and_handed_over_once() {
        let (path, other) = (Path::new("kept/session.json"), Path::new("kept/other.json"));
        write(path, bytes("1"));
        assert_eq!(text("kept/session.json").as_deref(), Some("1"));
        assert_eq!(names_in(Path::new("kept")), ["session.json"]);
        assert_eq!(text("elsewhere/session.json"), None, "only what was given is found by its name");
        rename(path, other);
        let changes = [
            Change::Written(path.to_owned(), bytes("1")),
            Change::Removed(path.to_owned()),
            Change::Written(other.to_owned(), bytes("1")),
        ];
        assert_eq!(take_changes(), changes);
        assert_eq!(remove(other), Some(bytes("1")));
        assert_eq!(remove(other), None);
        assert_eq!(take_changes(), [Change::Removed(other.to_owned())]);
    }

    #[test]
    fn folders_are_those_of_what_was_written() {
        let path = |path: &str| PathBuf::from(path);
        restore(path("copies/1/a"), bytes("a"));
        write(Path::new("copies/2/b"), bytes("b"));
        write(Path::new("copies/2/c"), bytes("c"));
        give(path("copies/3/d"), bytes("d"));
        write(Path::new("copies/e"), bytes("e"));
        assert_eq!(folders_in(Path::new("copies")), [path("copies/1"), path("copies/2")]);
        let mut files = files_in(Path::new("copies/2"));
        files.sort();
        assert_eq!(files, [(path("copies/2/b"), bytes("b")), (path("copies/2/c"), bytes("c"))]);
    }

    #[test]
    fn the_latest_are_held() {
        let large: Arc<[u8]> = vec![0; MOST_BYTES / 2].into();
        for name in ["1", "2", "3"] {
            give(name.into(), Arc::clone(&large));
        }
        assert!(!has(Path::new("1")) && has(Path::new("2")) && has(Path::new("3")));
        give("4".into(), vec![0; MOST_BYTES + 1].into());
        assert!(!has(Path::new("3")) && has(Path::new("4")));
    }
}
