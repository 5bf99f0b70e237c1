//! Folders of copies in the storage of a browser. Each is held by one tab, with a lock.

use std::io;
use std::path::{Path, PathBuf};

use wasm_bindgen::prelude::*;
use web_time::SystemTime;

use crate::files::page::folders_in;

#[wasm_bindgen(module = "/web/outside.js")]
extern "C" {
    /// True where a copy that another tab holds is known to be held: browsers have locks for pages that come by https.
    #[wasm_bindgen(js_name = areLocksKnown)]
    pub fn are_locks_known() -> bool;
    fn hold(name: &str);
}

/// The folders in the folder `copies`: those of other tabs were not brought back.
pub fn folders(copies: &Path) -> Vec<PathBuf> {
    folders_in(copies)
}

/// Nobody takes a folder away.
pub const fn is_there(_: &Path) -> bool {
    true
}

/// The lock of a copy. The tab holds it until it is closed.
pub struct Lock;

impl Lock {
    /// Names and holds a folder in the folder `copies`.
    #[expect(clippy::unnecessary_wraps, reason = "on a disk it may fail")]
    pub fn new(copies: &Path) -> io::Result<(PathBuf, Self)> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_millis();
        // Two tabs may begin at once.
        let folder = copies.join(format!("{now}-{}", js_sys::Math::random()));
        hold(&folder.to_string_lossy());
        Ok((folder, Self))
    }

    /// Holds a copy that was brought back.
    #[expect(clippy::unnecessary_wraps, reason = "on a disk another window may hold it")]
    pub const fn take(_: &Path) -> Option<Self> {
        Some(Self)
    }

    /// There is nothing but files.
    pub const fn remove(self, _: &Path) {}
}

/// Work that is done at once: a page has one thread, and writes into memory.
pub struct Beside<T>(T);

impl<T> Beside<T> {
    pub fn start(work: impl FnOnce() -> T) -> Self {
        Self(work())
    }

    pub const fn is_done(&self) -> bool {
        true
    }

    #[expect(clippy::unnecessary_wraps, reason = "a thread may fail")]
    pub fn wait(self) -> Option<T> {
        Some(self.0)
    }
}
