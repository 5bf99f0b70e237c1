//! The house: imports point downwards, and siblings do not know each other.

#[path = "support/arrows.rs"]
mod arrows;
#[path = "support/sources.rs"]
mod sources;

use std::{collections::BTreeSet, fs, path::Path};

use arrows::{House, between_rooms, circles};
use sources::{CORE, Source, sources};

/// Rooms from the ground up, each with the others of its crate that it may import.
type Rooms = &'static [(&'static str, &'static [&'static str])];

/// The rooms of both crates.
const ROOMS: &[(&str, Rooms)] = &[
    (
        CORE,
        &[
            ("cases", &[]),
            ("choice", &[]),
            ("geom", &[]),
            ("words", &["geom"]),
            ("versioned", &[]),
            ("memory", &["words"]),
            ("panics", &[]),
            ("mask", &["choice", "geom", "memory"]),
            ("shape", &["cases", "geom", "mask", "words"]),
            ("palette", &[]),
            ("scan", &["choice", "geom", "memory", "panics", "mask", "words", "palette"]),
            ("scene", &["choice", "geom", "memory", "mask", "words", "shape", "scan"]),
            ("measure", &["geom", "mask", "scan"]),
            (
                "survey",
                &[
                    "choice",
                    "geom",
                    "memory",
                    "mask",
                    "shape",
                    "words",
                    "versioned",
                    "palette",
                    "scan",
                    "scene",
                    "measure",
                ],
            ),
            ("replay", &["geom", "memory", "mask", "words", "shape", "scan", "scene", "survey"]),
        ],
    ),
    (
        "src",
        &[
            ("session", &[]),
            ("files", &[]),
            ("kept", &["session", "files"]),
            ("lessons", &["session", "files"]),
            ("exports", &["session", "files"]),
            ("stops", &["files"]),
            ("cli", &["files", "stops"]),
            ("app", &["session", "files", "kept", "lessons", "exports", "stops", "cli"]),
        ],
    ),
];

/// Folders whose files never import each other, and the files in them that all the others may import.
const SIBLINGS: &[(&str, &[&str])] = &[
    ("crates/maskscope-core/src/scan/strategies", &["list", "mod", "prelude", "shape", "spiral", "strides"]),
    ("src/app/panels", &["mod", "layout"]),
    ("src/app/layers/art", &[]),
    ("src/app/layers/tested", &[]),
    ("src/app/layers/results", &[]),
    ("src/app/layers/pointing", &[]),
];

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the names that follow `prefix` in `code`: `crate::geom` gives `geom`; `crate::{geom, mask::Mask}` gives
/// both.
fn imported(code: &str, prefix: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in code.match_indices(prefix) {
        let rest = &code[at + prefix.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            names.push(rest.chars().take_while(|c| is_name(*c)).collect());
            continue;
        };
        let mut depth = 1;
        let mut name = String::new();
        let mut is_first_segment = true;
        for c in group.chars() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 1 && is_first_segment && is_name(c) {
                name.push(c);
            } else if depth <= 1 && (c == ',' || depth == 0) {
                names.push(std::mem::take(&mut name));
                is_first_segment = true;
            } else if !c.is_whitespace() {
                is_first_segment = false;
            }
            if depth == 0 {
                break;
            }
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

#[test]
fn the_import_reader_reads_imports() {
    let code = "use crate::geom::Cell;\nuse crate::{\n    mask::{Mask, truth},\n    scan::Scan,\n};\ncrate::words::percent(1, 2)";
    assert_eq!(imported(code, "crate::"), ["geom", "mask", "scan", "words"]);
}

#[test]
fn imports_go_down() {
    let mut wrong = Vec::new();
    for (root, room, allowed) in
        ROOMS.iter().flat_map(|(root, rooms)| rooms.iter().map(move |(room, to)| (root, room, to)))
    {
        let files = sources(&format!("{root}/{room}")).into_iter().chain(sources(&format!("{root}/{room}.rs")));
        for file in files {
            let (name_of_file, code) = (&file.name, file.code());
            for name in imported(&code, "crate::") {
                if name != *room && !allowed.contains(&name.as_str()) {
                    wrong.push(format!("{name_of_file} imports {name}"));
                }
            }
            if *room != "app" && ["egui", "eframe", "rfd"].iter().any(|name| code.contains(&format!("{name}::"))) {
                wrong.push(format!("{name_of_file} names the window's libraries"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_room_is_on_the_plan() {
    for (root, rooms) in ROOMS {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(root);
        // The package of the program does not contain the core.
        let Ok(plan) = fs::read_to_string(source.join("lib.rs")) else { continue };
        for entry in fs::read_dir(&source).expect("the crate's source") {
            let name = entry.expect("an entry").path().file_stem().expect("a name").to_string_lossy().into_owned();
            if !["lib", "main"].contains(&name.as_str()) {
                assert!(rooms.iter().any(|(room, _)| *room == name), "{name} is in no list of this test");
                assert!(plan.contains(&format!("`{name}`")), "{name} is not on the plan in {root}/lib.rs");
            }
        }
    }
}

#[test]
fn siblings_do_not_know_each_other() {
    let mut wrong = Vec::new();
    for (folder, shared) in SIBLINGS {
        let Some(last) = folder.rsplit('/').next() else { continue };
        let of_folder = |file: Source| {
            let name = file.name.strip_prefix(&format!("{folder}/"))?.strip_suffix(".rs")?.to_owned();
            (!name.contains('/')).then(|| (name, file.code()))
        };
        let files: Vec<_> = sources(folder).into_iter().filter_map(of_folder).collect();
        let is_strategy = |name: &str| !shared.contains(&name);
        for (name, text) in files.iter().filter(|(name, _)| is_strategy(name)) {
            let mut names = imported(text, "super::");
            names.extend(imported(text, &format!("{last}::")));
            for other in names.iter().filter(|other| *other != name) {
                if files.iter().any(|(sibling, _)| sibling == other && is_strategy(other)) {
                    wrong.push(format!("{folder}/{name}.rs imports {other}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn layers_do_not_know_those_of_other_folders() {
    for file in sources("src/app/layers").iter().filter(|file| file.name != "src/app/layers/mod.rs") {
        let code = file.code();
        let other = ["layers::", "super::super"].iter().find(|path| code.contains(**path));
        assert!(other.is_none(), "{} names {other:?}", file.name);
    }
}

#[test]
fn every_file_of_a_strategy_is_in_the_list() {
    let folder = &format!("{CORE}/scan/strategies");
    let Some(list) = sources(&format!("{folder}/mod.rs")).pop() else { return };
    let mut found = 0;
    for Source { name: path, text } in sources(folder) {
        let Some(name) = text.lines().find_map(|line| line.strip_prefix("impl Strategy for ")) else { continue };
        let file = Path::new(&path).file_stem().expect("a name").to_string_lossy().into_owned();
        let line = format!("{file}::{},", name.trim_end_matches(" {"));
        let is_there = list.text.lines().any(|listed| listed.trim() == line);
        assert!(is_there, "{folder}/{file}.rs is not part of the crate: add `{line}` to the list in {folder}/mod.rs");
        let is_called_so = text.contains(&format!(r#"name: "{}","#, file.replace('_', "-")));
        assert!(is_called_so, "{folder}/{file}.rs holds a strategy of another name");
        found += 1;
    }
    assert!(found > 15, "strategies are found by their `impl Strategy for`");
}

/// The calls that open, change or remove files, and the files that may make them: one for reading, one for writing, and
/// one for the folder of session copies.
const DOORS: &[(&[&str], &[&str])] = &[
    (
        &["fs::read(", "fs::read_to_string(", "File::open(", "image::open("],
        &["src/files/disk/read.rs", "src/files/disk/write.rs"],
    ),
    (
        &["fs::write(", "fs::rename(", "fs::copy(", "File::create", "File::options(", "OpenOptions", ".save("],
        &["src/files/disk/write.rs", "src/app/outside/copies/disk.rs"],
    ),
    (&["fs::remove", "fs::set_permissions("], &["src/files/disk/write.rs", "src/app/outside/copies/disk.rs"]),
];

#[test]
fn files_go_in_and_out_by_one_door_each() {
    for file in ["src", CORE].into_iter().flat_map(sources) {
        let (name, code) = (&*file.name, file.code());
        for (calls, keepers) in DOORS {
            let call = calls.iter().find(|call| code.contains(**call)).filter(|_| !keepers.contains(&name));
            assert!(call.is_none(), "{name} calls {call:?} past {keepers:?}");
        }
    }
}

/// The house of the crate whose sources lie in `root`.
fn house(root: &str) -> House {
    let below = |file: &Source| file.name[root.len()..].trim_start_matches('/').to_owned();
    House::of(sources(root).iter().map(|file| (below(file), file.code())))
}

#[test]
fn arrows_are_read_through_what_hands_on() {
    let files = [
        ("lib.rs", "pub mod a;\npub mod b;"),
        (
            "a/mod.rs",
            "mod one;\nmod two;\npub use one::One;\npub(super) use two::{Two, deep::Three};\npub struct Four;",
        ),
        ("a/one.rs", "use super::{Four, two::Two};"),
        ("a/two.rs", "mod deep;\nuse crate::{a::One, b};"),
        ("a/two/deep.rs", "fn f() { super::super::Four }"),
        ("b.rs", "use crate::a::{self, Two};"),
        ("c/mod.rs", "mod one;\nmod two;\nuse one::One;\npub use two::TWO;\nconst ALL: [One; 1] = [TWO];"),
        ("c/one.rs", "pub(in crate::b) struct One;"),
        ("c/two.rs", "use super::*;\nuse crate::a;\npub const TWO: One = a::Two;"),
    ];
    let arrows = House::of(files.map(|(name, code)| (name.to_owned(), code.to_owned()))).arrows();
    let to = |from: &str| arrows[from].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(to("a"), Vec::<&str>::new());
    assert_eq!(to("a/one"), ["a", "a/two"]);
    assert_eq!(to("a/two"), ["a/one", "b"]);
    assert_eq!(to("a/two/deep"), ["a"]);
    assert_eq!(to("b"), ["a", "a/two"]);
    assert_eq!(to("c"), ["c/one", "c/two"]);
    assert_eq!(to("c/one"), Vec::<&str>::new());
    assert_eq!(to("c/two"), ["a", "a/two", "c/one"]);
    let circle = ["a/one", "a/two", "b"].map(str::to_owned).into_iter().collect();
    assert_eq!(circles(&arrows), [circle]);
}

#[test]
fn no_files_and_no_folders_know_each_other() {
    ["src", CORE].into_iter().for_each(check_circles);
}

fn check_circles(root: &str) {
    let arrows = house(root).arrows();
    let folders: BTreeSet<&str> = arrows.keys().flat_map(|file| folders_of(file)).collect();
    let in_folder = |folder: &&str| {
        let named = |name: &String| if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        let circles = circles(&between_rooms(&arrows, folder));
        circles.iter().map(|circle| circle.iter().map(named).collect()).collect::<Vec<BTreeSet<String>>>()
    };
    let mut found = circles(&arrows);
    found.extend(folders.iter().flat_map(in_folder));
    assert!(found.is_empty(), "files or folders that know each other: {found:#?}");
}

/// The folders that contain a module's file, the root among them.
fn folders_of(file: &str) -> impl Iterator<Item = &str> {
    std::iter::once("").chain(file.match_indices('/').map(|(at, _)| &file[..at]))
}

#[test]
fn no_key_is_an_address() {
    // An address is reused once its owner is freed, so keys own the values they identify.
    let addresses = ["as_ptr(", "as *const", "as *mut", ".addr()", "ptr::from_ref(", "&raw "];
    for file in ["src/app", "src/session"].into_iter().flat_map(sources) {
        let (name, code) = (&file.name, file.code());
        let found = addresses.iter().find(|address| code.contains(**address));
        assert!(found.is_none(), "{name} has an address: {found:?}");
    }
}

/// Names of the world outside the window. A browser has none of it: only `app/outside` may use them.
const OUTSIDE: &[&str] = &["std::fs", "fs::", "std::thread", "thread::", "Instant", "rfd::", "notify::", "dirs::"];

#[test]
fn only_one_room_of_the_window_reaches_outside() {
    let inside = sources("src/app").into_iter().filter(|file| !file.name.starts_with("src/app/outside/"));
    let reaches = |file: Source| {
        let code = file.code();
        let named: Vec<_> = OUTSIDE.iter().filter(|name| code.contains(**name)).collect();
        (!named.is_empty()).then(|| format!("{} names {named:?}", file.name))
    };
    let wrong: Vec<_> = inside.filter_map(reaches).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Ways to the dialogs and settings of the person who runs a window, and the files that may name them: a test has a stand-in
/// for the `Platform` behind which all of them lie.
const PLATFORM: [(&str, &[&str]); 5] = [
    ("Platform::current", &["src/app/page.rs", "src/app/run.rs"]),
    ("dialogs::pick", &["src/app/outside/platform.rs"]),
    ("rfd::", &["src/app/outside/system/dialogs.rs"]),
    ("dirs::", &["src/app/outside/system/mod.rs"]),
    ("settings_path", &["src/app/outside/page/", "src/app/outside/platform.rs", "src/app/outside/system/mod.rs"]),
];

#[test]
fn only_a_window_on_a_screen_reaches_dialogs_and_settings() {
    for file in ["src/app", "benches", "tests"].into_iter().flat_map(sources) {
        let code = file.code();
        for (word, files) in PLATFORM.iter().filter(|(word, _)| code.contains(word)) {
            let may = file.name == "tests/floors.rs" || files.iter().any(|may| file.name.starts_with(may));
            assert!(may, "{} names {word}", file.name);
        }
    }
}

/// Cargo finds no tests by itself here: every file is a module of `tests/suite.rs` or named in `Cargo.toml`.
#[test]
fn every_file_of_tests_is_compiled() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| fs::read_to_string(root.join(name)).expect("a file of the crate");
    let (manifest, suite) = (read("Cargo.toml"), read("tests/suite.rs"));
    for entry in fs::read_dir(root.join("tests")).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let name = entry.file_stem().expect("a name").display().to_string();
        let main = if entry.is_dir() { format!("{name}/main.rs") } else { format!("{name}.rs") };
        let is_test = root.join("tests").join(&main).is_file();
        let is_named =
            manifest.contains(&format!("path = \"tests/{main}\"")) || suite.contains(&format!("\nmod {name};"));
        assert!(!is_test || is_named, "tests/{main} is compiled nowhere");
    }
}
