//! The files of a folder and of all folders in it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files::Reason;

/// The files below a folder that were looked for.
#[derive(Debug, Default)]
pub(in crate::files) struct FolderFiles {
    /// Their paths, in order.
    pub files: Vec<PathBuf>,
    /// Links to folders, which are not followed: they may lead in circles.
    pub links: u64,
    /// Folders and entries that cannot be read.
    pub unread: u64,
}

/// A file by which an editor leaves out its folder.
const LEFT_OUT: &str = ".gdignore";

impl FolderFiles {
    /// The files below `folder` that are wanted. Folders whose names begin with a dot belong to tools, and are left out.
    ///
    /// # Errors
    /// If `folder` itself is missing, is not a folder or cannot be read.
    pub(in crate::files) fn below(folder: &Path, is_wanted: &dyn Fn(&Path) -> bool) -> Result<Self, Reason> {
        if folder.is_file() {
            return Err(Reason::Refused("it is a file, not a folder".to_owned()));
        }
        let mut found = Self::default();
        found.enter(folder, fs::read_dir(folder).map_err(Reason::reading)?, is_wanted);
        found.files.sort();
        Ok(found)
    }

    fn enter(&mut self, folder: &Path, entries: fs::ReadDir, is_wanted: &dyn Fn(&Path) -> bool) {
        let mut open = self.add(entries, is_wanted, folder);
        while let Some(folder) = open.pop() {
            match fs::read_dir(&folder) {
                Ok(entries) if !folder.join(LEFT_OUT).exists() => open.extend(self.add(entries, is_wanted, &folder)),
                Ok(_) => {}
                Err(_) => self.unread += 1,
            }
        }
    }

    /// Adds the files of `folder`; returns the folders in it.
    fn add(&mut self, entries: fs::ReadDir, is_wanted: &dyn Fn(&Path) -> bool, folder: &Path) -> Vec<PathBuf> {
        let mut open = Vec::new();
        for entry in entries {
            let Ok(entry) = entry else {
                self.unread += 1;
                continue;
            };
            let path = folder.join(entry.file_name());
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.extend((!is_hidden).then_some(path)),
                Ok(kind) if kind.is_symlink() && path.is_dir() => self.links += 1,
                // A link that leads nowhere is refused where it is read.
                Ok(_) if is_wanted(&path) => self.files.push(path),
                Ok(_) => {}
                Err(_) => self.unread += 1,
            }
        }
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(folder: &Path) -> FolderFiles {
        FolderFiles::below(folder, &|path| path.extension().is_some_and(|ending| ending == "a")).expect("a folder")
    }

    #[test]
    fn files_of_all_folders_are_found_in_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for inner in ["b", "a/c", ".hidden", "left out"] {
            fs::create_dir_all(at(inner)).expect("a folder");
        }
        for file in ["2.a", "1.b", "b/1.a", "a/c/3.a", ".hidden/4.a", "left out/5.a", "left out/.gdignore"] {
            crate::files::write_whole(&at(file), b"").expect("a file");
        }
        let found = wanted(folder.path());
        assert_eq!(found.files, ["2.a", "a/c/3.a", "b/1.a"].map(at));
        assert_eq!((found.links, found.unread), (0, 0));
        let refused = |path: &Path| FolderFiles::below(path, &|_| true).expect_err("no folder").to_string();
        assert_eq!(refused(&at("1.b")), "it is a file, not a folder");
        assert_eq!(refused(&at("gone")), "there is no such file");
    }

    #[cfg(unix)]
    #[test]
    fn links_in_circles_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("a")).expect("a folder");
        crate::files::write_whole(&at("a/1.a"), b"").expect("a file");
        for (name, target) in [("a/up", ".."), ("self.a", "self.a"), ("gone.a", "nothing"), ("2.a", "a/1.a")] {
            std::os::unix::fs::symlink(target, at(name)).expect("a link");
        }
        let found = wanted(folder.path());
        assert_eq!(found.files, ["2.a", "a/1.a", "gone.a", "self.a"].map(at));
        assert_eq!((found.links, found.unread), (1, 0));
    }
}
