//! Remarks on files that are read although not all is as it should be: what was left out, or taken from elsewhere.

use std::cell::RefCell;
use std::path::Path;

use crate::files::shown;
use maskscope_core::words::{listed, plural};

/// The most remarks that are kept until somebody takes them.
const MOST: usize = 16;

thread_local! {
    /// The name of the file that this thread reads.
    static FILE: RefCell<String> = const { RefCell::new(String::new()) };
    /// The remarks on the files that this thread has read.
    static REMARKS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Reads the file `path` by `read`; remarks made meanwhile name it.
pub(in crate::files) fn about<T>(path: &Path, read: impl FnOnce() -> T) -> T {
    let outer = FILE.replace(shown(path));
    let done = read();
    FILE.set(outer);
    done
}

/// Adds a remark on the file that this thread reads, as a clause.
pub(in crate::files) fn remark(what: &str) {
    FILE.with_borrow(|file| remark_on(file, what));
}

/// Adds a remark on things of the file that this thread reads: what happened to them, their kind in the singular, and their
/// names; nothing for no names.
pub(in crate::files) fn remark_list(what: &str, kind: &str, names: &[String]) {
    if !names.is_empty() {
        remark(&format!("{what}: {} ({})", plural(names.len() as u64, kind), listed(names)));
    }
}

/// Adds a remark, a clause, on the file that is called `file`.
pub fn remark_on(file: &str, what: &str) {
    let remark = format!("{file}: {what}");
    REMARKS.with_borrow_mut(|remarks| {
        if remarks.len() < MOST && !remarks.contains(&remark) {
            remarks.push(remark);
        }
    });
}

/// Takes the remarks on the files that this thread has read since the last call: each names its file.
pub fn take_remarks() -> Vec<String> {
    REMARKS.take()
}
