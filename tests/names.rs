//! One name, one meaning: no two modules define a type of the same name.

#[path = "support/sources.rs"]
mod sources;

use std::collections::{BTreeMap, BTreeSet};

use sources::{CORE, sources};

/// Names of types that two modules define, and why.
const SHARED_NAMES: &[(&str, &str)] = &[
    ("Beside", "a thread of a desktop, none in a page"),
    ("Following", "a log that a desktop watches, a page reads"),
    ("Hosting", "a desktop stops games, a page none"),
    ("Lock", "a file of a desktop, a lock of a browser"),
    ("RegularFile", "a file of a desktop, bytes in a page"),
    ("Threads", "those of a desktop, the tasks of a page"),
    ("Turn", "a desktop's threads write in turn, a page writes at once"),
    ("Watch", "a desktop watches folders, a page nothing"),
    ("Worker", "a thread of a desktop, a web worker of a page"),
];

/// Returns the name of the type that `line` of a source begins to define: `Mask` for `pub struct Mask {`. Indented aliases
/// do not count: they are associated types.
fn defined_type(line: &str) -> Option<&str> {
    let is_indented = line.starts_with(' ');
    let mut rest = line.trim_start();
    if let Some(public) = rest.strip_prefix("pub") {
        let open = public.strip_prefix('(').and_then(|path| path.split_once(')'));
        rest = open.map_or(public, |(_, rest)| rest).strip_prefix(' ')?;
    }
    let (keyword, rest) = rest.split_once(' ')?;
    let is_type = ["struct", "enum", "trait"].contains(&keyword) || keyword == "type" && !is_indented;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let name = &rest[..end];
    (is_type && name.starts_with(char::is_uppercase)).then_some(name)
}

#[test]
fn definitions_of_types_are_found() {
    let found = |line| defined_type(line);
    assert_eq!(found("pub(in crate::files) struct Mask<'a> {"), Some("Mask"));
    assert_eq!(found("    enum Kind { One }"), Some("Kind"));
    assert_eq!(found("type Point = (f64, f64);"), Some("Point"));
    assert_eq!(["    type Item = u8;", "impl Trait for Mask {", "let structure = 1;"].map(found), [None; 3]);
}

#[test]
fn one_name_of_a_type_has_one_meaning() {
    let mut files: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in ["src", CORE].into_iter().flat_map(sources).filter(|file| !file.name.contains("/tests")) {
        let code = file.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for name in code.lines().filter_map(defined_type) {
            files.entry(name.to_owned()).or_default().insert(file.name.clone());
        }
    }
    let shared: Vec<_> = files.iter().filter(|(_, files)| files.len() > 1).collect();
    let unexplained: Vec<_> =
        shared.iter().filter(|(name, _)| SHARED_NAMES.iter().all(|(known, _)| known != name)).collect();
    assert!(unexplained.is_empty(), "types of the same name: {unexplained:#?}");
    let is_shared = |name: &str| shared.iter().any(|(shared, _)| *shared == name);
    let stale: Vec<_> = SHARED_NAMES.iter().filter(|(name, _)| !is_shared(name)).collect();
    assert!(stale.is_empty(), "names that only one module defines: {stale:?}");
}

#[test]
fn what_the_tests_of_both_crates_need_is_the_same() {
    const CORE_TESTS: &str = "crates/maskscope-core/tests/conclusions";
    let copies = |name: &str, of: &str| [of.to_owned(), format!("{CORE_TESTS}/{name}.rs")].map(|path| sources(&path));
    let pairs = [
        copies("cases", "tests/support/cases.rs"),
        copies("cases", "crates/maskscope-core/src/cases.rs"),
        copies("dice", "tests/support/dice.rs"),
        copies("sprites", "tests/support/sprites.rs"),
    ];
    for copies in &pairs {
        // The package of the program does not contain the core.
        if let [[one], [other]] = copies.each_ref().map(Vec::as_slice) {
            assert_eq!(one.text, other.text);
        }
    }
}
