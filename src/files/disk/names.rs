//! Names of files: numbered ones, their order, and those that lead to devices or to other machines.
//!
//! Scenes, logs and atlases, which name files, come from anywhere.
//! On Windows a name can lead away from the disk: `\\server\share\a.png` makes the program sign in to another machine, `NUL` and
//! `COM1` are devices in every folder, whatever their ending. Such names are refused there. What a person names on the command
//! line or in a dialog is opened as it is.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::iter;
use std::path::{Path, PathBuf};

use maskscope_core::words::name_of;

/// The paths of `count` files, numbered from 0: the number stands right before the extension, as wide as the last one, so that
/// their names are in order. Of twelve, `walk.png` gives `walk03.png`.
pub fn numbered(path: &Path, count: usize) -> impl Iterator<Item = PathBuf> {
    let width = count.saturating_sub(1).to_string().len();
    (0..count).map(move |number| tagged(path, &format!("{number:0width$}")))
}

/// Compares the names of two files by the numbers in them: `run_9.png` comes before `run_10.png`.
pub fn by_number(one: &Path, other: &Path) -> Ordering {
    parts(&name_of(one)).cmp(parts(&name_of(other))).then_with(|| one.cmp(other))
}

/// True if the names of `files` differ only in their numbers, and no two are equal.
pub fn are_numbered(files: &[PathBuf]) -> bool {
    let names: Vec<_> = files.iter().map(|file| name_of(file)).collect();
    let is_alike = |pair: &[String]| parts(&pair[0]).map(|it| it.0).eq(parts(&pair[1]).map(|it| it.0));
    let numbers: BTreeSet<Vec<_>> = names.iter().map(|name| parts(name).collect()).collect();
    names.windows(2).all(is_alike) && numbers.len() == names.len()
}

/// The texts of `name`, each with the number after it: the count of its digits, without leading zeros, and the digits.
fn parts(name: &str) -> impl Iterator<Item = (&str, usize, &str)> {
    let mut rest = name;
    iter::from_fn(move || {
        let is_digit = |c: char| c.is_ascii_digit();
        let (text, after) = rest.split_at(rest.find(is_digit).unwrap_or(rest.len()));
        let (digits, tail) = after.split_at(after.find(|c| !is_digit(c)).unwrap_or(after.len()));
        let (is_over, number) = (rest.is_empty(), digits.trim_start_matches('0'));
        rest = tail;
        (!is_over).then_some((text, number.len(), number))
    })
}

/// `path` with `tag` right before the extension.
pub(super) fn tagged(path: &Path, tag: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(tag);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// True if Windows takes the name of the file `path` for a device. It does so in any case of letters, and whatever
/// follows a dot.
pub(super) fn is_device(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    let before_dot = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let numbered = before_dot.strip_prefix("COM").or_else(|| before_dot.strip_prefix("LPT"));
    let has_number = |rest: &str| {
        let mut letters = rest.chars();
        matches!(letters.next(), Some('0'..='9' | '¹' | '²' | '³')) && letters.next().is_none()
    };
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&&*before_dot) || numbered.is_some_and(has_number)
}

/// Returns the reason why the file `name`, which stands in a file, is not opened on this system; `None` if it is.
pub(in crate::files) fn refused(name: &str) -> Option<&'static str> {
    if cfg!(windows) { refused_on_windows(name) } else { None }
}

/// The reason why it is not opened on Windows.
fn refused_on_windows(name: &str) -> Option<&'static str> {
    let is_separator = |c: char| matches!(c, '\\' | '/');
    let mut start = name.chars();
    let begins = [start.next(), start.next()].map(|c| c.is_some_and(is_separator));
    let is_device_path = begins[0] && name.chars().nth(1) == Some('?');
    if begins == [true, true] || is_device_path {
        return Some("which leads to another machine or to a device");
    }
    // `C:NUL` is one, too, and so is `NUL:`.
    let mut parts = name.split(|c| is_separator(c) || c == ':').map(|part| Path::new(part.trim_start()));
    parts.any(is_device).then_some("which is a device on Windows")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_names_are_in_the_order_of_their_numbers() {
        let names = |count| numbered(Path::new("art/walk.png"), count).collect::<Vec<_>>();
        assert_eq!(names(1), [Path::new("art/walk0.png")]);
        for count in [0, 2, 10, 11, 63, 64, 65, 100, 101, 1_000] {
            let mut sorted = names(count);
            sorted.sort();
            sorted.dedup();
            assert_eq!(sorted, names(count));
            assert_eq!(sorted.len(), count);
        }
        assert_eq!(names(11)[3], Path::new("art/walk03.png"));
    }

    #[test]
    fn names_are_compared_by_their_numbers() {
        let in_order = ["bee.png", "run.png", "run_2.png", "run_9.png", "run_010.png", "run_11a.png", "run_11b.png"];
        let mut files: Vec<_> = in_order.iter().rev().map(PathBuf::from).collect();
        files.sort_by(|one, other| by_number(one, other));
        assert_eq!(files, in_order.map(PathBuf::from));
    }

    #[test]
    fn numbered_names_differ_only_in_their_numbers() {
        let are = |names: &[&str]| are_numbered(&names.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert!(are(&["run_1.png", "run_2.png"]) && are(&["b/9.png", "a/10.png", "a/11.png"]));
        assert!(are(&["walk03_x2.png", "walk12_x2.png"]));
        for names in [
            &["ship.png", "rock.png"][..],
            &["run_1.png", "walk_2.png"],
            &["run.png", "run1.png"],
            &["a/run1.png", "b/run1.png"],
            &["run_1.png", "run_01.png"],
            &["run_1.png", "run_2.png", "rock.png"],
        ] {
            assert!(!are(names), "{names:?}");
        }
    }

    #[test]
    fn devices_are_known_by_what_stands_before_the_dot() {
        for name in ["NUL", "nul.png", "art/NUL .tar.gz", "Com1", "LPT9.txt", "com².scene.json", "CONOUT$"] {
            assert!(is_device(Path::new(name)), "{name}");
        }
        for name in ["null.png", "ship.nul", "com", "com10.png", "lpt.txt", "COM1/ship.png", "console", "", ".."] {
            assert!(!is_device(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn names_that_lead_away_from_the_disk_are_refused_on_windows() {
        for name in [
            r"\\server\share\a.png",
            "//server/share/a.png",
            r"\/server\a.png",
            r"\\?\C:\a.png",
            "//?/C:/a.png",
            r"\\.\NUL",
            r"\\.\PhysicalDrive0",
            r"\??\C:\a.png",
            "/??/C:/a.png",
            r"\\",
        ] {
            assert_eq!(refused_on_windows(name), Some("which leads to another machine or to a device"), "{name}");
        }
        for name in [
            "NUL",
            "nul",
            "Nul.png",
            "CON",
            "con.txt.png",
            "PRN",
            "AUX",
            "aux.",
            "NUL ",
            "NUL . .png",
            " nul",
            "COM1",
            "com9.png",
            "LPT1",
            "lpt9 .gif",
            "COM¹",
            "LPT³.png",
            "CONIN$",
            "conout$",
            "art/NUL",
            r"art\com1.png",
            "../nul.png",
            r"C:\art\aux",
            "C:NUL",
            "NUL:",
            "nul/a.png",
            "nul:stream",
        ] {
            assert_eq!(refused_on_windows(name), Some("which is a device on Windows"), "{name}");
        }
    }

    #[test]
    fn names_of_files_are_not_refused() {
        for name in [
            "",
            "a.png",
            "art/ship.png",
            r"art\ship.png",
            "../ship.png",
            r"C:\art\ship.png",
            "/art/ship.png",
            "null.png",
            "con1.png",
            "COM.png",
            "COM10.png",
            "lpt.png",
            "LPTX",
            "a.nul",
            "console.png",
            "auxiliary.png",
            "prn-1.png",
            "my con.png",
            "nul_.png",
            "COMé",
            "ship.con",
            ".nul",
        ] {
            assert_eq!(refused_on_windows(name), None, "{name}");
        }
        #[cfg(not(windows))]
        assert_eq!(refused("NUL"), None, "only there");
    }
}
