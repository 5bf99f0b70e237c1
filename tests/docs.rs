//! Every source file says in its first line what it is, and texts avoid wordings that are not idiomatic English.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Wordings to avoid, and what to write instead.
const AVOIDED: &[(&str, &str)] = &[
    ("a run that nobody watches", "an unrecorded run"),
    ("all look at everything", "say what each scan reads"),
    ("all steps follow them", "recompute all steps"),
    ("anew", "again"),
    ("are none", "there are no …"),
    ("as it is made", "while it is made"),
    ("as the system says", "as the system is set"),
    ("asks no scans", "takes no scans"),
    ("both roles want", "both need"),
    ("errs in", "fails in"),
    ("gave up", "say what failed"),
    ("goes over to", "switches to"),
    ("has been told of there", "has been reported there"),
    ("has these letters", "matches"),
    ("is no number", "is not a number"),
    ("is none", "there is no …"),
    ("nothing to part", "nothing to tell apart"),
    ("one and the same", "the same"),
    ("see less of more", "zoom out"),
    ("see more of less", "zoom in"),
    ("several need as few", "tie"),
    ("so manieth", "nth"),
    ("so many", "at most, or the number"),
    ("stands for nothing", "is ignored"),
    ("take b for the keys", "let the keys move B"),
    ("that are none", "say what they are"),
    ("the truth is another", "the truth differs"),
    ("told of", "reported"),
    ("what comes of it", "the result"),
    ("walks into it", "say what happens"),
    ("without a word", "silently"),
];

/// The Rust files below `folder`, except an exported mask and the template of such exports.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the crate") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let is_exported = path.ends_with("mask_code/template.rs") || path.ends_with("tests/code/gem.rs");
            found.extend((!is_exported).then_some(path));
        }
    }
    found
}

/// Every source file of the crate. The fuzz targets are not in its package.
fn all_sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["src", "tests", "benches", "fuzz/fuzz_targets"].map(|folder| root.join(folder));
    folders.iter().filter(|folder| folder.is_dir()).flat_map(|folder| sources(folder)).collect()
}

/// `text` in lower case on one line, without the marks of comments and of strings that continue on the next line.
fn flowing(text: &str) -> String {
    let marks: &[char] = &['/', '!', ' ', '\\'];
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches(marks).trim_end_matches(marks));
    // The cards of the strategies say this of shared pixels, and it is plain English.
    lines.collect::<Vec<_>>().join(" ").to_lowercase().replace("or there are none", "").replace("or there is none", "")
}

/// Whether `text` contains `phrase` as whole words.
fn says(text: &str, phrase: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(phrase).any(|(at, found)| {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        !before.ends_with(is_letter) && !after.starts_with(is_letter)
    })
}

#[test]
fn phrases_are_found_across_lines_and_as_whole_words() {
    let text =
        flowing("    /// Draws it one\n    /// and the same way: is_none, a new one\n    \"without a \\\n     word\"");
    assert!(says(&text, "one and the same") && says(&text, "without a word"), "{text}");
    assert!(!says(&text, "is none") && !says(&text, "anew"), "{text}");
}

#[test]
fn every_file_says_first_what_it_is() {
    let begins = |path: &PathBuf| fs::read_to_string(path).expect("a source file").starts_with("//! ");
    let silent: Vec<_> = all_sources().into_iter().filter(|path| !begins(path)).collect();
    assert!(silent.is_empty(), "these do not begin with //! and a sentence: {silent:#?}");
}

#[test]
fn texts_avoid_odd_wordings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = ["README.md", "CONTRIBUTING.md", "CRATE.md", "samples/README.md", "benches/peers.md"];
    // The package holds neither the README nor the notes for contributors.
    let pages = pages.map(|page| root.join(page)).into_iter().filter(|page| page.is_file());
    let mut odd = Vec::new();
    for path in all_sources().into_iter().chain(pages).filter(|path| !path.ends_with("tests/docs.rs")) {
        let text = flowing(&fs::read_to_string(&path).expect("text"));
        for (phrase, instead) in AVOIDED {
            if says(&text, phrase) {
                odd.push(format!("{}: \"{phrase}\" (rather: {instead})", path.display()));
            }
        }
    }
    assert!(odd.is_empty(), "{}", odd.join("\n"));
}
