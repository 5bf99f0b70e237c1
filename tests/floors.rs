//! The house: imports go down, and siblings do not know each other.

#[path = "support/arrows.rs"]
mod arrows;

use std::{fs, path::Path};

use arrows::{House, between_rooms, circles};

/// The rooms from the ground up, each with what it may import beside itself.
const ROOMS: &[(&str, &[&str])] = &[
    ("choice", &[]),
    ("geom", &[]),
    ("mask", &["choice", "geom"]),
    ("words", &["geom"]),
    ("palette", &[]),
    ("scan", &["choice", "geom", "mask", "words", "palette"]),
    ("scene", &["choice", "geom", "mask", "words", "scan"]),
    ("measure", &["geom", "mask", "scan"]),
    ("survey", &["choice", "geom", "mask", "words", "palette", "scan", "scene"]),
    ("session", &["choice", "geom", "mask", "words", "scan", "scene", "measure", "survey"]),
    ("files", &["choice", "geom", "mask", "scan", "scene", "measure", "survey", "words", "palette"]),
    ("exports", &["choice", "geom", "mask", "scan", "scene", "survey", "words", "palette", "session", "files"]),
    ("cli", &["choice", "geom", "mask", "scan", "scene", "measure", "survey", "words", "palette", "files"]),
    (
        "app",
        &[
            "choice", "geom", "mask", "scan", "scene", "measure", "survey", "words", "palette", "session", "files",
            "exports", "cli",
        ],
    ),
];

/// Folders whose files never import each other, and the files in them that all may import.
const SIBLINGS: &[(&str, &[&str])] = &[
    ("scan", &["strategy", "field", "listing", "list", "name", "pair", "prelude", "shape", "spiral", "mod"]),
    ("app/panels", &["mod", "layout"]),
    ("app/layers", &["mod"]),
];

/// Every Rust file below `folder` with its path and its text.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the crate") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("a source file");
            found.push((path.display().to_string(), text));
        }
    }
    found
}

/// The code of a file without its comments and its tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The names that follow `prefix` in `code`: `crate::geom` gives `geom`; `crate::{geom, mask::Mask}` gives both.
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
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (room, allowed) in ROOMS {
        let folder = source.join(room);
        let files = if folder.is_dir() {
            sources(&folder)
        } else {
            let file = source.join(format!("{room}.rs"));
            vec![(file.display().to_string(), fs::read_to_string(&file).expect("a room"))]
        };
        for (path, text) in files {
            for name in imported(&code(&text), "crate::") {
                if name != *room && !allowed.contains(&name.as_str()) {
                    wrong.push(format!("{path} imports {name}"));
                }
            }
            if *room != "app" && ["egui", "eframe", "rfd"].iter().any(|name| code(&text).contains(&format!("{name}::")))
            {
                wrong.push(format!("{path} names the window's libraries"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_room_is_on_the_plan() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let plan = fs::read_to_string(source.join("lib.rs")).expect("the plan");
    for entry in fs::read_dir(&source).expect("the crate's source") {
        let name = entry.expect("an entry").path().file_stem().expect("a name").to_string_lossy().into_owned();
        if !["lib", "main"].contains(&name.as_str()) {
            assert!(ROOMS.iter().any(|(room, _)| *room == name), "{name} is in no list of this test");
            assert!(plan.contains(&format!("`{name}`")), "{name} is not on the plan in src/lib.rs");
        }
    }
}

#[test]
fn siblings_do_not_know_each_other() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (folder, shared) in SIBLINGS {
        let Some(last) = folder.rsplit('/').next() else { continue };
        let files: Vec<(String, String)> = fs::read_dir(source.join(folder))
            .expect("a folder of siblings")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.is_file())
            .map(|path| {
                let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
                (name, code(&fs::read_to_string(&path).expect("a source file")))
            })
            .collect();
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
fn every_file_of_a_strategy_is_in_the_list() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/scan");
    let list = fs::read_to_string(folder.join("mod.rs")).expect("the list");
    let mut found = 0;
    for (path, text) in sources(&folder) {
        let Some(name) = text.lines().find_map(|line| line.strip_prefix("impl Strategy for ")) else { continue };
        let file = Path::new(&path).file_stem().expect("a name").to_string_lossy().into_owned();
        let line = format!("{file}::{},", name.trim_end_matches(" {"));
        let is_there = list.lines().any(|listed| listed.trim() == line);
        assert!(is_there, "src/scan/{file}.rs is not part of the program: add `{line}` to the list in src/scan/mod.rs");
        let is_called_so = text.contains(&format!(r#"name: "{}","#, file.replace('_', "-")));
        assert!(is_called_so, "src/scan/{file}.rs holds a strategy of another name");
        found += 1;
    }
    assert!(found > 15, "strategies are found by their `impl Strategy for`");
}

/// What opens, changes or removes files, and who may: one door in, one door out, and the lock beside the copy of the
/// scene.
const DOORS: &[(&[&str], &[&str])] = &[
    (
        &["fs::read(", "fs::read_to_string(", "File::open(", "image::open("],
        &["src/files/read.rs", "src/files/write.rs"],
    ),
    (
        &["fs::write(", "fs::rename(", "fs::copy(", "File::create", "File::options(", "OpenOptions", ".save("],
        &["src/files/write.rs", "src/app/outside/copy.rs"],
    ),
    (&["fs::remove", "fs::set_permissions("], &["src/app/outside/copy.rs"]),
];

#[test]
fn files_go_in_and_out_by_one_door_each() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (path, text) in sources(&root.join("src")) {
        let code = code(&text);
        for (calls, keepers) in DOORS {
            let is_keeper = keepers.iter().any(|keeper| Path::new(&path).ends_with(keeper));
            let call = calls.iter().find(|call| code.contains(**call)).filter(|_| !is_keeper);
            assert!(call.is_none(), "{path} calls {call:?} past {keepers:?}");
        }
    }
}

/// The house as it stands.
fn house() -> House {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let name = |path: &str| Path::new(path).strip_prefix(&source).expect("below src").display().to_string();
    House::of(sources(&source).into_iter().map(|(path, text)| (name(&path), code(&text))))
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
    ];
    let arrows = House::of(files.map(|(name, code)| (name.to_owned(), code.to_owned()))).arrows();
    let to = |from: &str| arrows[from].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(to("a"), Vec::<&str>::new());
    assert_eq!(to("a/one"), ["a", "a/two"]);
    assert_eq!(to("a/two"), ["a/one", "b"]);
    assert_eq!(to("a/two/deep"), ["a"]);
    assert_eq!(to("b"), ["a", "a/two"]);
    let circle = ["a/one", "a/two", "b"].map(str::to_owned).into_iter().collect();
    assert_eq!(circles(&arrows), [circle]);
}

#[test]
fn inside_a_room_arrows_run_down_and_files_know_each_other_in_no_circle() {
    let arrows = house().arrows();
    for room in ["app", "session"] {
        let ups = circles(&between_rooms(&arrows, room));
        assert!(ups.is_empty(), "in {room}, files and folders that know each other: {ups:#?}");
        let mut inside = arrows.clone();
        inside.retain(|file, _| file.starts_with(room));
        let circles = circles(&inside);
        assert!(circles.is_empty(), "in {room}, files that know each other: {circles:#?}");
    }
}

#[test]
fn no_key_is_an_address() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    // Once a thing is freed, another may come to its address: keys hold what they are keys of.
    let addresses = ["as_ptr(", "as *const", "as *mut", ".addr()", "ptr::from_ref(", "&raw "];
    for (path, text) in ["app", "session"].into_iter().flat_map(|room| sources(&source.join(room))) {
        let code = code(&text);
        let found = addresses.iter().find(|address| code.contains(**address));
        assert!(found.is_none(), "{path} has an address: {found:?}");
    }
}

/// What reaches the world outside the window. A browser has none of it: only `app/outside` may name it.
const OUTSIDE: &[&str] = &["std::fs", "fs::", "std::thread", "thread::", "Instant", "rfd::", "notify::", "dirs::"];

#[test]
fn only_one_room_of_the_window_reaches_outside() {
    let app = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app");
    let inside = sources(&app).into_iter().filter(|(path, _)| !path.contains("app/outside/"));
    let reaches = |(path, text): (String, String)| {
        let code = code(&text);
        let named: Vec<_> = OUTSIDE.iter().filter(|name| code.contains(**name)).collect();
        (!named.is_empty()).then(|| format!("{path} names {named:?}"))
    };
    let wrong: Vec<_> = inside.filter_map(reaches).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
