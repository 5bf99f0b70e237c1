//! Every source file says in its first line what it is, and texts are idiomatic English.

#[path = "support/sources.rs"]
mod sources;

use std::{fs, path::Path};

use maskscope::files;
use maskscope_core::{scan::Scan, survey::QUESTIONS};
use sources::{CORE, Source, sources};

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

/// Turns of phrase to avoid in comments, strings and pages, and what to write instead.
const HABITS: &[(&str, &str)] = &[
    ("are apart", "miss, or do not overlap"),
    ("as many", "the same number of"),
    ("both share", "the overlap of"),
    ("in so far", "if"),
    ("is apart", "misses, or does not overlap"),
    ("likewise", "name it again"),
    ("of which", "begin a sentence"),
    ("or else", "or"),
    ("or none", "say when it is empty"),
    ("seen from", "relative to"),
    ("there, the", "the … there"),
    ("told", "shown, reported or known"),
];

/// Words that begin no doc comment: a noun, or a verb for a function, names what it documents.
const BEGINNINGS: [&str; 9] = ["How", "That", "What", "When", "Where", "Whether", "Which", "Who", "Why"];

/// Every source file of both crates, except an exported mask and the template of such exports. The fuzz targets are not in
/// its package.
fn all_sources() -> impl Iterator<Item = Source> {
    let is_exported =
        |file: &Source| ["src/files/output/mask_code/template.rs", "tests/code/gem.rs"].contains(&&*file.name);
    ["src", CORE, "crates/maskscope-core/tests", "tests", "benches", "fuzz/fuzz_targets"]
        .into_iter()
        .flat_map(sources)
        .filter(move |file| !is_exported(file))
}

/// The files for readers: Markdown, lessons and the page. The package holds only some of them.
fn pages() -> impl Iterator<Item = (String, String)> {
    let names = [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "CRATE.md",
        "SECURITY.md",
        "samples/README.md",
        "samples/bridges/README.md",
        "samples/pairs.json",
        "benches/README.md",
        "benches/peers.md",
        "web/index.html",
    ];
    let lessons = files::lesson_names().map(|name| format!("samples/lessons/{name}.json"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_dir(root.join("docs")).into_iter().flatten().flatten();
    let guide = guide.map(|page| format!("docs/{}", page.file_name().display()));
    let read = |page: String| Some((page.clone(), fs::read_to_string(root.join(page)).ok()?));
    names.into_iter().map(str::to_owned).chain(lessons).chain(guide).filter_map(read)
}

/// Numbers in words, by their values.
const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// A smaller number may count a part of a list.
const LEAST_WHOLE: usize = 8;

/// The numbers in `text` that count `things`, with at most one word between.
fn counts(text: &str, things: &str) -> Vec<usize> {
    let words: Vec<_> = text.split([' ', '<', '>']).collect();
    let value = |word: &&str| NUMBERS.iter().position(|number| number == word).or_else(|| word.parse().ok());
    let before = |at: usize| words[at.saturating_sub(2)..at].iter().find_map(value);
    let places = words
        .iter()
        .enumerate()
        .filter(|(_, word)| word.trim_end_matches([',', '.', ':', ';', ')', ']']) == things)
        .map(|(at, _)| at);
    places.filter_map(before).filter(|&count| count >= LEAST_WHOLE).collect()
}

/// A list's length, where a page gives it, is true.
#[test]
fn pages_count_what_there_is() {
    let lists =
        [("lessons", files::lesson_names().count()), ("scans", Scan::ALL.len()), ("questions", QUESTIONS.len())];
    let unlisted = ["assets/archive.md", "assets/linux/maskscope.metainfo.xml"];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let unlisted = unlisted.map(|name| (name.to_owned(), fs::read_to_string(root.join(name)).unwrap_or_default()));
    let mut found = 0;
    for (name, text) in pages().chain(unlisted) {
        for (things, count) in lists {
            let counted = counts(&flowing(&text), things);
            found += counted.len();
            assert!(
                counted.iter().all(|&counted| counted == count),
                "{name}: there are {count} {things}, not {counted:?}"
            );
        }
    }
    assert!(found > 5 || !root.join("README.md").exists(), "only {found} numbers were found");
}

#[test]
fn numbers_before_a_thing_count_it() {
    assert_eq!(
        counts("ten short lessons, two lessons and 12 lessons; 9 long and odd lessons; 64, lessons", "lessons"),
        [10, 12]
    );
}

/// The comments of a source, and its strings of several words.
fn prose(source: &str) -> String {
    let mut prose = String::new();
    let mut rest = source;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let from = &rest[at..];
        let end = if from.starts_with("//") {
            from.find('\n').unwrap_or(from.len())
        } else if from.starts_with("'\"'") {
            3
        } else if let Some(string) = from.strip_prefix('"') {
            let mut escaped = false;
            let end = string.find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(from.len(), |end| end + 2)
        } else {
            1
        };
        if from[..end].contains(' ') {
            prose.push_str(&from[..end]);
            prose.push('\n');
        }
        rest = &from[end..];
    }
    prose
}

/// `text` in lower case on one line, without the marks of comments and of strings that continue on the next line.
fn flowing(text: &str) -> String {
    let marks: &[char] = &['/', '!', ' ', '\\'];
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches(marks).trim_end_matches(marks));
    lines.collect::<Vec<_>>().join(" ").to_lowercase()
}

/// True if `text` contains `phrase` as whole words.
fn has_phrase(text: &str, phrase: &str) -> bool {
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
    assert!(has_phrase(&text, "one and the same") && has_phrase(&text, "without a word"), "{text}");
    assert!(!has_phrase(&text, "is none") && !has_phrase(&text, "anew"), "{text}");
}

#[test]
fn every_file_says_first_what_it_is() {
    let silent = all_sources().filter(|file| !file.text.starts_with("//! ")).map(|file| file.name);
    let silent: Vec<_> = silent.collect();
    assert!(silent.is_empty(), "these do not begin with //! and a sentence: {silent:#?}");
}

#[test]
fn prose_is_comments_and_strings() {
    let code = "let told = '\"'; // is told\nsay(\"a \\\" b\", told, \"c\"); /// d e\n";
    assert_eq!(prose(code), "// is told\n\"a \\\" b\"\n/// d e\n");
}

#[test]
fn texts_avoid_odd_wordings() {
    let files = all_sources().map(|file| (file.name, file.text)).filter(|(name, _)| name != "tests/docs.rs");
    let odd = found(AVOIDED, files.chain(pages()));
    assert!(odd.is_empty(), "{}", odd.join("\n"));
}

#[test]
fn texts_avoid_odd_habits() {
    let files = all_sources().filter(|file| file.name != "tests/docs.rs");
    let files = files.map(|file| (file.name, prose(&file.text)));
    let odd = found(HABITS, files.chain(pages()));
    assert!(odd.is_empty(), "{}", odd.join("\n"));
}

/// The phrases in `texts`, each with the name of its file and the better wording.
fn found(phrases: &[(&str, &str)], texts: impl Iterator<Item = (String, String)>) -> Vec<String> {
    let mut odd = Vec::new();
    for (name, text) in texts {
        let text = flowing(&text);
        let phrases = phrases.iter().filter(|(phrase, _)| has_phrase(&text, phrase));
        odd.extend(phrases.map(|(phrase, instead)| format!("{name}: \"{phrase}\" (rather: {instead})")));
    }
    odd
}

#[test]
fn doc_comments_begin_with_a_noun_or_a_verb() {
    let mut odd = Vec::new();
    for Source { name, text } in all_sources() {
        let is_doc = |line: &str| ["///", "//!"].iter().any(|mark| line.starts_with(mark));
        let mut before = "";
        for line in text.lines().map(str::trim_start) {
            let word = line.trim_start_matches(['/', '!', ' ']).split([' ', ',']).next().unwrap_or_default();
            if is_doc(line) && !is_doc(before) && BEGINNINGS.contains(&word) {
                odd.push(format!("{name}: {line}"));
            }
            before = line;
        }
    }
    assert!(odd.is_empty(), "{}", odd.join("\n"));
}
