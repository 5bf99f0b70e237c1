//! Copies of files before they are changed, in `.maskscope/undo` of their project, and the way back.
//!
//! Of each change there are two files: `NAME.1`, the content before it, and `NAME.1.written`, a hash of the content behind it.

use std::hash::Hasher as _;
use std::path::{Path, PathBuf};

use siphasher::sip128::{Hasher128 as _, SipHasher13};

use super::edits::changed_lines;
use crate::files::audit::ROLES;
use crate::files::disk::{absolute, is_file, is_link, make_folder, names_in, read_whole, remove, write_whole};
use crate::files::{FileError, Limits, Reason, Seen, shown};
use maskscope_core::words::name_of;

/// Files and folders that mark the root of a project.
const MARKS: [&str; 3] = [ROLES, "project.godot", ".git"];

/// A change that was undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// The numbers of the lines that have changed back, from 1.
    pub lines: Vec<usize>,
    /// The number of earlier changes that can still be undone.
    pub left: usize,
}

/// The copies of a file.
pub(super) struct UndoCopies {
    folder: PathBuf,
    /// The beginning of their names.
    name: String,
}

impl UndoCopies {
    /// The copies of the file `path`, in its project or beside it.
    pub(super) fn of(path: &Path) -> Self {
        let full = absolute(path).unwrap_or_else(|| path.to_owned());
        let own = full.parent().unwrap_or(Path::new("")).to_owned();
        let is_root = |folder: &&Path| {
            let is_mark = |name: &String| MARKS.contains(&&**name) || name.ends_with(".yyp");
            names_in(folder).iter().any(is_mark)
        };
        let root = own.ancestors().find(is_root).unwrap_or(&own).to_owned();
        let inner = full.strip_prefix(&root).unwrap_or(&full);
        let hash = hash_of(inner.as_os_str().as_encoded_bytes());
        let name = format!("{}-{}", name_of(path), &hash[..16]);
        Self { folder: root.join(".maskscope").join("undo"), name }
    }

    /// The numbers of the copies, in their order.
    fn numbers(&self) -> Vec<u32> {
        let number = |name: &String| name.strip_prefix(&self.name)?.strip_prefix('.')?.parse().ok();
        let mut numbers: Vec<_> = names_in(&self.folder).iter().filter_map(number).collect();
        numbers.sort_unstable();
        numbers
    }

    /// The copy of a number, and the hash of what was written then.
    fn files(&self, number: u32) -> [PathBuf; 2] {
        ["", ".written"].map(|ending| self.folder.join(format!("{}.{number}{ending}", self.name)))
    }

    /// Keeps `old`, the content of the file before `new` is written. Answers the number of the copy.
    pub(super) fn keep(&self, old: &[u8], new: &[u8]) -> Result<u32, FileError> {
        make_folder(&self.folder)?;
        let ignored = self.folder.join(".gitignore");
        if !is_file(&ignored) {
            write_whole(&ignored, b"*\n")?;
        }
        let number = self.numbers().last().map_or(1, |last| last + 1);
        let [copy, written] = self.files(number);
        write_whole(&written, hash_of(new).as_bytes())?;
        write_whole(&copy, old)?;
        Ok(number)
    }

    /// Removes the copy of a number, as far as it is there.
    pub(super) fn forget(&self, number: u32) {
        for file in self.files(number).iter().filter(|file| is_file(file)) {
            // A copy that stays costs some bytes.
            remove(file).ok();
        }
    }
}

/// Undoes the last change of the file `path`, if it still is as it was written.
///
/// # Errors
/// If there is no copy of it, it has changed since, or it cannot be read or written.
pub fn undo_fix(path: &Path) -> Result<Undone, FileError> {
    let refused = |why: String| Reason::Refused(why).at(path);
    if is_link(path) {
        return Err(refused("it is a symbolic link, and only a file itself is written".to_owned()));
    }
    let copies = UndoCopies::of(path);
    let numbers = copies.numbers();
    let Some((&number, earlier)) = numbers.split_last() else {
        return Err(refused(format!("there is nothing to undo: no copy of it is in {}", shown(&copies.folder))));
    };
    let [copy, written] = copies.files(number);
    let limits = Limits::default();
    let (seen, old) = (Seen::default(), read_whole(&copy, &limits)?);
    seen.note(path);
    let now = read_whole(path, &limits)?;
    if read_whole(&written, &limits)? != hash_of(&now).as_bytes() {
        return Err(refused(format!("it has changed since it was written; {} is what it was before", shown(&copy))));
    }
    seen.guard(|| write_whole(path, &old))?;
    copies.forget(number);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Undone { lines: changed_lines(&text(&now), &text(&old)), left: earlier.len() })
}

/// A hash of bytes, in hexadecimal.
fn hash_of(bytes: &[u8]) -> String {
    let mut hasher = SipHasher13::new();
    hasher.write(bytes);
    let (high, low) = hasher.finish128().as_u64();
    format!("{high:016x}{low:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_undone_one_by_one_while_the_file_is_as_it_was_written() {
        let project = tempfile::tempdir().expect("a folder");
        let (path, mark) = (project.path().join("a/hero.tscn"), project.path().join("project.godot"));
        make_folder(&project.path().join("a")).expect("a folder");
        let write = |text: &str| write_whole(&path, text.as_bytes()).expect("it is written");
        write_whole(&mark, b"").expect("it is written");
        let copies = UndoCopies::of(&path);
        assert!(copies.folder.ends_with(".maskscope/undo") && copies.folder.starts_with(project.path()));
        for (old, new) in [("a\nb\n", "a\nc\n"), ("a\nc\n", "d\nc\n")] {
            copies.keep(old.as_bytes(), new.as_bytes()).expect("it is kept");
            write(new);
        }
        assert_eq!(read_whole(&copies.folder.join(".gitignore"), &Limits::default()).expect("it is there"), b"*\n");
        write("d\nC\n");
        let refused = undo_fix(&path).expect_err("it has changed").to_string();
        assert!(refused.contains("it has changed since it was written; "), "{refused}");
        write("d\nc\n");
        assert_eq!(undo_fix(&path).expect("it is ours"), Undone { lines: vec![1], left: 1 });
        assert_eq!(undo_fix(&path).expect("it is ours"), Undone { lines: vec![2], left: 0 });
        assert_eq!(read_whole(&path, &Limits::default()).expect("it is there"), b"a\nb\n");
        let refused = undo_fix(&path).expect_err("no copy is left").to_string();
        assert!(refused.contains("there is nothing to undo: no copy of it is in "), "{refused}");
    }

    #[test]
    fn files_of_one_name_have_copies_of_their_own() {
        let project = tempfile::tempdir().expect("a folder");
        write_whole(&project.path().join("game.yyp"), b"{}").expect("it is written");
        let name = |path: &str| UndoCopies::of(&project.path().join(path)).name;
        assert_eq!(name("a/hero.yy"), name("a/hero.yy"));
        assert_ne!(name("a/hero.yy"), name("b/hero.yy"));
    }
}
