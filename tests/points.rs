//! Points are written by `words`, and in the window through `Origin`, so that all are counted from the origin of the
//! view. Exceptions are listed here with their reasons.

#[path = "support/sources.rs"]
mod sources;

use sources::{CORE, Source, sources};

/// The functions of `words` that write a position. The window may call them directly only for positions that do not
/// count from the rulers' origin.
const WRITERS: [&str; 7] =
    ["point", "fine_point", "located", "located_between", "coordinate", "fine_coordinate", "offset"];

/// Files of the window that write positions with another origin: the file, its calls, and the reason.
const COUNTED_OTHERWISE: [(&str, &[&str], &str); 14] = [
    ("src/app/command/stage.rs", &["point"], "a move"),
    ("src/app/layers/results/tags.rs", &["point"], "the way from the pinned B"),
    ("src/app/panels/answer.rs", &["point"], "the way to the pinned B"),
    ("src/app/panels/place/rules.rs", &["fine_point"], "a parent's own position, as a scene writes it"),
    ("src/app/panels/editor/script.rs", &["point"], "a cell of the overlap box, as the script counts"),
    ("src/app/panels/recorded.rs", &["point"], "a cell of the overlap box, as the code counts"),
    ("src/app/panels/pixel.rs", &["point"], "a pixel of a sprite, in its own row"),
    (
        "src/app/panels/masks.rs",
        &["point", "point", "fine_point", "point"],
        "both sprites' own pixels, pushes and a direction",
    ),
    ("src/app/layers/pointing/hitbox_handles.rs", &["fine_point"; 4], "a sprite's own pixels"),
    ("src/app/survey/duel.rs", &["offset"], "offsets of a survey"),
    ("src/app/survey/headline.rs", &["offset"], "an offset, which says so"),
    ("src/app/survey/maps.rs", &["offset", "fine_point"], "an offset, which says so, and a placement"),
    (
        "src/app/survey/detail.rs",
        &["offset", "offset", "offset", "offset", "point"],
        "offsets, which say so, and a move",
    ),
    (
        "src/app/terrain/mod.rs",
        &["fine_coordinate", "fine_point", "fine_point", "fine_point", "fine_coordinate", "fine_point"],
        STAGE,
    ),
];
const STAGE: &str = "pixels of the stage";

/// Files that write two coordinates side by side without `words`: the file, the number of times, and the reason.
const WRITTEN_OTHERWISE: [(&str, usize, &str); 12] = [
    ("src/app/command/line.rs", 1, "an argument for a shell"),
    ("src/app/command/context_menu.rs", 1, "a cell on the clipboard, as an argument"),
    ("src/cli/args/mistakes.rs", 1, "an argument for a shell"),
    ("src/files/fix/godot.rs", 2, "a value as Godot writes it"),
    ("src/files/key_file.rs", 1, "a remark in a file"),
    ("src/files/route_file.rs", 1, "a row of CSV"),
    ("crates/maskscope-core/src/scan/strategies/blocks.rs", 1, "a variable in code, counted from the box"),
    ("crates/maskscope-core/src/scan/strategies/own/engine.rs", 1, "the value of a script"),
    ("crates/maskscope-core/src/scan/strategies/own/world.rs", 3, "calls of a script"),
    ("crates/maskscope-core/src/scan/strategies/summed_area.rs", 1, "a variable in code, counted from the box"),
    ("crates/maskscope-core/src/survey/sheets/places.rs", 2, "cells of CSV"),
    ("crates/maskscope-core/src/words.rs", 1, "what all points look like"),
];

/// Returns the code below a folder of the crate with the names of its files, without tests.
fn code(folder: &str) -> impl Iterator<Item = (String, String)> {
    let is_test = |file: &Source| file.name.ends_with("/tests.rs") || file.name.contains("/tests/");
    sources(folder).into_iter().filter(move |file| !is_test(file)).map(|file| (file.name.clone(), file.code()))
}

/// Returns the first word of `text`.
fn word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

#[test]
fn the_window_writes_world_cells_only_through_the_origin() {
    for (name, code) in code("src/app") {
        assert!(
            !code.contains("maskscope_core::words::") && !code.contains("words::{"),
            "{name}: name `words::` where it is used"
        );
        let called: Vec<_> = code.split("words::").skip(1).map(word).filter(|word| WRITERS.contains(word)).collect();
        let allowed = COUNTED_OTHERWISE.iter().find(|(file, ..)| *file == name);
        let expected = allowed.map_or(&[][..], |(_, calls, _)| calls);
        assert_eq!(
            called, expected,
            "{name}: write world cells by `session.origin()`, or list the call with its reason"
        );
    }
}

/// Returns the calls in `code` of macros that write text, from the name to the closing bracket.
fn formatted(code: &str) -> Vec<&str> {
    let starts = ["format!(", "write!(", "writeln!(", "format_args!("];
    let mut found: Vec<_> = starts.iter().flat_map(|start| code.match_indices(start)).collect();
    found.sort_unstable();
    found.into_iter().map(|(at, start)| &code[at..at + start.len() + closing(&code[at + start.len()..])]).collect()
}

/// Returns the position of the bracket that closes the one before `code`; brackets in strings are text.
fn closing(code: &str) -> usize {
    let (mut depth, mut in_text, mut is_escaped) = (1, false, false);
    for (at, c) in code.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if in_text => is_escaped = true,
            '"' => in_text = !in_text,
            '(' if !in_text => depth += 1,
            ')' if !in_text => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    code.len()
}

/// True if a macro writes two values with a comma between them, and names x and y.
fn writes_a_point(call: &str) -> bool {
    let words: Vec<_> = call.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    (call.contains("},{") || call.contains("}, {")) && ["x", "y"].iter().all(|axis| words.contains(axis))
}

#[test]
fn two_coordinates_are_written_by_words_alone() {
    let own = r#"let a = format!("({},{}) {}", at.x, at.y, "(")); let b = write!(f, "{x}, {y}"); format!("{x} × {y}")"#;
    assert_eq!(formatted(own).iter().filter(|call| writes_a_point(call)).count(), 2, "the search finds both");
    for (name, code) in ["src", CORE].into_iter().flat_map(code) {
        let found: Vec<_> = formatted(&code).into_iter().filter(|call| writes_a_point(call)).collect();
        let allowed = WRITTEN_OTHERWISE.iter().find(|(file, ..)| *file == name).map_or(0, |(_, calls, _)| *calls);
        assert_eq!(found.len(), allowed, "{name}: write points by `words`, or list them with a reason: {found:#?}");
    }
}
