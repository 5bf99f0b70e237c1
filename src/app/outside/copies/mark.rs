//! The mark of a copy, which describes it without its images, and what becomes of copies by their marks.

use std::path::Path;

use serde::{Deserialize, Serialize};
use web_time::SystemTime;

use crate::files::{FileError, Limits, Reason, read_whole, remove, write_whole};
use crate::session::Document;

const FILE: &str = "copy.json";
/// A file of more bytes is not ours.
const MOST_BYTES: u64 = 64 << 10;

/// Facts of a copy that are known before its session is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CopyMark {
    /// True if it holds work that is in no file.
    pub unsaved: bool,
    /// The scene, or the images: `ship.png, rock.png`.
    pub names: String,
    /// The time of the last write, in nanoseconds since 1970.
    written: u64,
    /// The number of starts in a row that have begun to show it, and have not come to its end.
    starts: u32,
}

impl CopyMark {
    /// Describes `kept`, which is written now, after that many `starts`.
    pub fn of(kept: &Document, starts: u32) -> Self {
        let passed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let written = u64::try_from(passed.as_nanos()).unwrap_or(u64::MAX);
        Self { unsaved: kept.is_unsaved(), names: kept.names(), written, starts }
    }

    /// The number of starts in a row that have begun to show it, and have not come to its end.
    pub const fn starts(&self) -> u32 {
        self.starts
    }

    /// The mark after another start has begun.
    #[must_use]
    pub fn begun(self) -> Self {
        Self { starts: self.starts + 1, ..self }
    }

    /// The mark of the copy in `folder`. One that is missing or damaged hides no work.
    pub fn read(folder: &Path) -> Self {
        let limits = Limits { max_bytes: MOST_BYTES, ..Limits::default() };
        let read = read_whole(&folder.join(FILE), &limits).ok();
        read.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or(Self { unsaved: true, ..Self::default() })
    }

    pub fn write(&self, folder: &Path) -> Result<(), FileError> {
        let path = folder.join(FILE);
        let text = serde_json::to_vec(self).map_err(|error| Reason::Write(error.into()).at(&path))?;
        write_whole(&path, &text)
    }

    pub fn remove(folder: &Path) {
        // Without the session it is no longer a copy.
        remove(&folder.join(FILE)).ok();
    }
}

/// Fates of the copies that no window holds.
#[derive(Debug, PartialEq, Eq)]
pub struct Fates<T> {
    /// The one to continue.
    pub continued: Option<(CopyMark, T)>,
    /// Those with unsaved work, the newest first.
    pub offered: Vec<(CopyMark, T)>,
    pub removed: Vec<T>,
}

/// Decides what becomes of the `free` copies. If the program `continues`, that is the newest. Of the others, those with unsaved
/// work are offered, and the rest is removed, but for the newest of all, which a later start may continue.
pub fn sort<T>(mut free: Vec<(CopyMark, T)>, continues: bool) -> Fates<T> {
    free.sort_by_key(|(mark, _)| std::cmp::Reverse(mark.written));
    let mut free = free.into_iter();
    let newest = free.next();
    let (mut offered, others): (Vec<_>, Vec<_>) = free.partition(|(mark, _)| mark.unsaved);
    let continued = if continues {
        newest
    } else {
        offered.splice(0..0, newest.filter(|(mark, _)| mark.unsaved));
        None
    };
    Fates { continued, offered, removed: others.into_iter().map(|(_, copy)| copy).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fates of copies whose names give the time of writing and unsaved work: `3 unsaved`, `2`.
    fn fates(copies: &[&'static str], continues: bool) -> (Option<&'static str>, Vec<&'static str>, Vec<&'static str>) {
        let mark = |copy: &str| CopyMark {
            unsaved: copy.ends_with("unsaved"),
            names: String::new(),
            written: copy[..1].parse().expect("a digit"),
            starts: 0,
        };
        let Fates { continued, offered, removed } =
            sort(copies.iter().map(|copy| (mark(copy), *copy)).collect(), continues);
        let name = |(_, copy)| copy;
        (continued.map(name), offered.into_iter().map(name).collect(), removed)
    }

    #[test]
    fn the_newest_is_continued_others_with_unsaved_work_are_offered_and_the_rest_goes() {
        let copies = ["2 unsaved", "5", "1", "4 unsaved", "3"];
        assert_eq!(fates(&copies, true), (Some("5"), vec!["4 unsaved", "2 unsaved"], vec!["3", "1"]));
        assert_eq!(fates(&copies, false), (None, vec!["4 unsaved", "2 unsaved"], vec!["3", "1"]));
        let copies = ["1 unsaved", "2", "3 unsaved"];
        assert_eq!(fates(&copies, true), (Some("3 unsaved"), vec!["1 unsaved"], vec!["2"]));
        assert_eq!(fates(&copies, false), (None, vec!["3 unsaved", "1 unsaved"], vec!["2"]));
        assert_eq!(fates(&["1"], false), (None, vec![], vec![]));
        assert_eq!(fates(&[], true), (None, vec![], vec![]));
    }

    #[test]
    fn a_damaged_mark_hides_no_work() {
        let folder = tempfile::tempdir().expect("a folder");
        let unknown = CopyMark { unsaved: true, ..CopyMark::default() };
        assert_eq!(CopyMark::read(folder.path()), unknown, "it is missing");
        for damage in ["", "{", "7", "{\"unsaved\": 3}"] {
            std::fs::write(folder.path().join(FILE), damage).expect("written");
            assert_eq!(CopyMark::read(folder.path()), unknown, "{damage}");
        }
        let mark = CopyMark { unsaved: false, names: "ship.png, rock.png".to_owned(), written: 7, starts: 1 };
        mark.write(folder.path()).expect("written");
        assert_eq!(CopyMark::read(folder.path()), mark);
    }
}
