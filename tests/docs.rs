//! Every source file says in its first line what it is, and texts avoid wordings that are not idiomatic English.

#[path = "support/sources.rs"]
mod sources;

use std::{fs, path::Path};

use maskscope::files;
use sources::{Source, sources};

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

/// Every source file of the crate, except an exported mask and the template of such exports. The fuzz targets are not in
/// its package.
fn all_sources() -> impl Iterator<Item = Source> {
    let is_exported = |file: &Source| ["src/files/mask_code/template.rs", "tests/code/gem.rs"].contains(&&*file.name);
    ["src", "tests", "benches", "fuzz/fuzz_targets"]
        .into_iter()
        .flat_map(sources)
        .filter(move |file| !is_exported(file))
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
    let silent = all_sources().filter(|file| !file.text.starts_with("//! ")).map(|file| file.name);
    let silent: Vec<_> = silent.collect();
    assert!(silent.is_empty(), "these do not begin with //! and a sentence: {silent:#?}");
}

#[test]
fn texts_avoid_odd_wordings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The package holds neither the README nor the notes for contributors.
    let pages = [
        "README.md",
        "CONTRIBUTING.md",
        "CRATE.md",
        "samples/README.md",
        "samples/bridges/README.md",
        "benches/README.md",
        "benches/peers.md",
    ];
    let lessons = files::lesson_names().map(|name| format!("samples/lessons/{name}.json"));
    let pages: Vec<String> = pages.iter().map(ToString::to_string).chain(lessons).collect();
    let pages = pages.iter().filter_map(|page| Some((page.clone(), fs::read_to_string(root.join(page)).ok()?)));
    let files = all_sources().map(|file| (file.name, file.text)).filter(|(name, _)| name != "tests/docs.rs");
    let mut odd = Vec::new();
    for (name, text) in files.chain(pages) {
        let text = flowing(&text);
        for (phrase, instead) in AVOIDED {
            if says(&text, phrase) {
                odd.push(format!("{name}: \"{phrase}\" (rather: {instead})"));
            }
        }
    }
    assert!(odd.is_empty(), "{}", odd.join("\n"));
}
