//! Content of files when they were read or written, so that changes by another program are not written over.

use std::hash::Hasher as _;
use std::path::{Path, PathBuf, absolute};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{cell::RefCell, collections::HashMap, fs};

use serde::{Deserialize, Serialize};
use siphasher::sip128::{Hasher128 as _, SipHasher13};

use super::read::pieces;
use crate::files::{Limits, Reason, read_whole};
use maskscope_core::words;

/// The file in which a run notes what it is about to write.
pub const JOURNAL: &str = "written.json";
/// The most files that it names: the last ones.
const MOST_NOTED: usize = 16;

thread_local! {
    /// Required content of the files that this thread writes over.
    static GUARD: RefCell<Option<Seen>> = const { RefCell::new(None) };
}

/// The content of a file: its length and a hash of all bytes, since times can be coarse and be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Fingerprint {
    bytes: u64,
    hash: (u64, u64),
}

impl Fingerprint {
    /// The present mark of the file `path`; `None` if it cannot be read.
    fn of(path: &Path) -> Option<Self> {
        let (mut bytes, mut hasher) = (0, SipHasher13::new());
        let count = |piece: &[u8]| {
            bytes += piece.len() as u64;
            hasher.write(piece);
        };
        pieces(path, count).ok()?;
        Some(Self { bytes, hash: hasher.finish128().as_u64() })
    }
}

/// Content of files when this run last read or wrote them. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Seen(Arc<Mutex<HashMap<PathBuf, Known>>>, Arc<Mutex<Journal>>);

/// Files that this session was about to write, in this run or an earlier one: one that is killed as it writes knows them again.
#[derive(Debug, Default)]
struct Journal {
    /// The folder of the file that holds it.
    folder: Option<PathBuf>,
    /// Paths and content, the latest last.
    noted: Vec<(PathBuf, Fingerprint)>,
}

/// Known content of a file.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// Content that may be written over; `None` for none.
    held: Option<Fingerprint>,
    /// Content that was read later, but is not shown yet.
    newer: Option<Fingerprint>,
    /// True if this run has written it since it was last read.
    is_own: bool,
}

impl Seen {
    /// The file `path` is about to be read, and shown: what it holds now may be written over.
    pub fn note(&self, path: &Path) {
        let held = Fingerprint::of(path);
        self.change(path, |known| *known = held.map(|held| Known { held: Some(held), ..Known::default() }));
    }

    /// The file `path` is about to be read again: what it holds now may be written over once that is accepted.
    pub fn note_newer(&self, path: &Path) {
        let newer = Fingerprint::of(path);
        self.change(path, |known| {
            if let Some(known) = known {
                (known.newer, known.is_own) = (newer, false);
            }
        });
    }

    /// True if the file `path` was written by this run after it was last read again: what was read is no longer there.
    pub fn has_replaced(&self, path: &Path) -> bool {
        let mut has_replaced = false;
        self.change(path, |known| has_replaced = known.is_some_and(|known| known.is_own));
        has_replaced
    }

    /// Notes that the content read again is shown.
    pub fn accept(&self, path: &Path) {
        self.change(path, |known| {
            if let Some(known) = known {
                known.held = known.newer.take().or(known.held);
            }
        });
    }

    /// Whatever the file `path` holds must not be written over.
    pub fn doubt(&self, path: &Path) {
        self.change(path, |known| *known = Some(Known::default()));
    }

    /// Whatever the file `path` holds may be written over.
    pub fn forget(&self, path: &Path) {
        self.change(path, |known| *known = None);
    }

    /// True if it is known what the file `path` held.
    pub fn knows(&self, path: &Path) -> bool {
        let mut knows = false;
        self.change(path, |known| knows = known.is_some());
        knows
    }

    /// Notes in `folder` what is about to be written, from now on; what is noted there already belongs to this session.
    pub fn remember_in(&self, folder: &Path) {
        let mut journal = self.journal();
        if journal.folder.as_deref() == Some(folder) {
            return;
        }
        let read = read_whole(&folder.join(JOURNAL), &Limits::default());
        let earlier: Vec<_> = read.ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
        journal.noted.splice(0..0, earlier);
        journal.folder = Some(folder.to_owned());
    }

    /// True if the file `path` holds what this session has written there, in this run or an earlier one.
    pub fn has_written(&self, path: &Path) -> bool {
        let full = full(path);
        let noted = self.journal().noted.iter().rev().find(|(known, _)| *known == full).map(|(_, content)| *content);
        noted.is_some_and(|noted| Fingerprint::of(path) == Some(noted))
    }

    fn journal(&self) -> MutexGuard<'_, Journal> {
        self.1.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that `path` is about to hold what the file `aside` holds; returns the file of the journal and its content.
    fn note_writing(&self, path: &Path, aside: &Path) -> Option<(PathBuf, Vec<u8>)> {
        let mut journal = self.journal();
        let file = journal.folder.as_ref()?.join(JOURNAL);
        let content = Fingerprint::of(aside).filter(|_| path != file)?;
        journal.noted.push((full(path), content));
        let first = journal.noted.len().saturating_sub(MOST_NOTED);
        journal.noted.drain(..first);
        Some((file, serde_json::to_vec(&journal.noted).ok()?))
    }

    fn change(&self, path: &Path, change: impl FnOnce(&mut Option<Known>)) {
        let path = full(path);
        // A thread that panicked has left the table whole.
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = table.remove(&path);
        change(&mut known);
        if let Some(known) = known {
            table.insert(path, known);
        }
    }

    /// Does `write`, and refuses there to write over what another program has changed; what is written is noted.
    pub fn guard<T>(&self, write: impl FnOnce() -> T) -> T {
        GUARD.set(Some(self.clone()));
        let written = write();
        GUARD.set(None);
        written
    }

    fn check(&self, path: &Path) -> Result<(), Reason> {
        let mut held = None;
        self.change(path, |known| held = known.as_ref().map(|known| known.held));
        // A file that is gone is written again.
        let (Some(held), true) = (held, path.exists()) else { return Ok(()) };
        if held.is_some() && Fingerprint::of(path) == held {
            return Ok(());
        }
        let changed = fs::metadata(path).and_then(|file| file.modified()).ok();
        let passed = changed.and_then(|changed| changed.elapsed().ok());
        Err(Reason::Changed(passed.map(|passed| words::ago(passed.as_secs()))))
    }
}

/// The absolute path by which a file is known, or its own where there is no working folder.
fn full(path: &Path) -> PathBuf {
    absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Right before `path` is replaced, in a thread that is guarded.
///
/// # Errors
/// [`Reason::Changed`] where it does not hold what this run has read or written there.
pub(in crate::files) fn check(path: &Path) -> Result<(), Reason> {
    GUARD.with_borrow(|guard| guard.as_ref().map_or(Ok(()), |seen| seen.check(path)))
}

/// `path` is about to be replaced by the file `aside`, in a thread that is guarded: the file that has to be written before, and its
/// content.
#[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a page hands its files over"))]
pub(in crate::files) fn writing(path: &Path, aside: &Path) -> Option<(PathBuf, Vec<u8>)> {
    GUARD.with_borrow(|guard| guard.as_ref()?.note_writing(path, aside))
}

/// `path` was written.
pub(in crate::files) fn written(path: &Path) {
    GUARD.with_borrow(|guard| {
        if let Some(seen) = guard {
            seen.note(path);
            seen.change(path, |known| *known = known.map(|known| Known { is_own: true, ..known }));
        }
    });
}
