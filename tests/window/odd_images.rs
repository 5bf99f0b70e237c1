//! The window and the command line give the same result for every file of the hostile corpus.

use std::{ffi::OsString, path::Path};

use egui::pos2;
use maskscope::{
    cli,
    session::{Event, Message, MessageKind, Slot},
};
use maskscope_core::{
    geom::{Cell, IntRect, Offset},
    scan::Scan,
};
use serde_json::{Value, json};

use crate::{
    driver::Window,
    hostile::{Expected, corpus},
};

/// The result of the window or the command line for a file that is both sprites.
#[derive(Debug, PartialEq)]
enum OpenResult {
    Numbers(Value),
    /// The reason of the refusal, as the command line writes it.
    Refusal(String),
}

/// Returns the result of `check` with `path` as both sprites, at this offset.
fn checked(path: &Path, offset: Offset) -> OpenResult {
    let at = format!("--at={},{}", offset.x, offset.y);
    let arguments = ["maskscope".into(), "check".into(), path.into(), path.into(), at.into(), "--json".into()];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    match cli::run(arguments.iter().map(OsString::clone), &mut out, &mut err) {
        cli::Outcome::Exit(0) => OpenResult::Numbers(compared(&serde_json::from_slice(&out).expect("JSON"))),
        outcome => {
            assert_eq!(outcome, cli::Outcome::Exit(1), "{}", path.display());
            let text = String::from_utf8(err).expect("UTF-8");
            let reason = text.trim_end().strip_prefix(&format!("maskscope: {}: ", path.display()));
            // The window has no options.
            let reason = reason.expect("it names the file").split("; --max-").next();
            OpenResult::Refusal(reason.unwrap_or_default().to_owned())
        }
    }
}

/// Returns the numbers of an answer that the window has as well.
fn compared(answer: &Value) -> Value {
    let image = |place: &str| json!([answer[place]["width"], answer[place]["height"], answer[place]["set_bits"]]);
    let scans = answer["scans"].as_array().expect("scans").iter();
    let scans: Vec<_> = scans
        .map(|scan| {
            json!([scan["name"], scan["hit"], scan["first_hit"], scan["hit_box"], scan["visits"], scan["cells"]])
        })
        .collect();
    json!({
        "a": image("a"), "b": image("b"), "area": answer["overlap_area"], "bounds": answer["overlap_bounds"],
        "scans": scans,
    })
}

fn place(cell: Cell) -> Value {
    json!({ "x": cell.x, "y": cell.y })
}

fn area(area: IntRect) -> Value {
    json!({ "x": area.x, "y": area.y, "width": area.width, "height": area.height })
}

/// Returns the same numbers from the window.
fn shown(window: &Window) -> Value {
    let session = window.session();
    let image = |slot| {
        let sprite = session.stage().get(slot).expect("a sprite").sprite();
        json!([sprite.size().width, sprite.size().height, sprite.solid_count()])
    };
    let collision = session.derived().collision().expect("two sprites");
    // In A's pixels, as on the command line.
    let shared = collision.overlap_box;
    let scan = |scan: Scan| {
        let row = session.derived().rows().iter().find(|row| row.scan == scan).expect("a row of each scan");
        let found = row.hit.zip(shared);
        let first = found.and_then(|(hit, shared)| {
            let (x, y) = hit.cell?;
            Some(place(Cell::new(x.into(), y.into()) + shared.origin()))
        });
        let decided = found.map(|(hit, shared)| area(hit.visit.in_space_of(shared)));
        json!([scan.to_string(), row.hit.is_some(), first, decided, row.count.visits, row.count.cells])
    };
    let bounds = collision.overlap_bounds.map(area);
    json!({
        "a": image(Slot::A), "b": image(Slot::B), "area": collision.overlap_area, "bounds": bounds,
        "scans": Scan::ALL.map(scan),
    })
}

/// Returns the reason in a message, as the command line writes it.
fn reason(message: &Message, name: &str) -> String {
    assert_eq!(
        (message.kind, message.title.as_str()),
        (MessageKind::Error, format!("{name} could not be opened").as_str())
    );
    let reason = message.detail.strip_suffix(". The old picture is kept.").expect("what is kept");
    let mut letters = reason.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

/// Drops the file `path` as A and then, if it can be read, as B.
fn dropped(window: &mut Window, path: &Path) -> OpenResult {
    for (slot, x) in [(Slot::A, 300.0), (Slot::B, 900.0)] {
        let is_shown = |window: &Window| {
            let placed = window.session().stage().get(slot).expect("a sprite");
            placed.sprite().path.as_deref() == Some(path) && !window.session().derived().rows_are_stale()
        };
        window.point_at(pos2(x, 400.0));
        window.drop_files([path.to_owned()]);
        window.wait_until(&format!("{} is read or refused", path.display()), |window| {
            is_shown(window) || !window.session().messages().is_empty()
        });
        window.follow();
        if let Some(message) = window.session().messages().first().cloned() {
            assert!(window.shows(&message.title) && window.mentions(&message.detail), "{}", path.display());
            window.act(Event::Close(message.id));
            // It is read, without what is damaged beside its pixels.
            if message.title.ends_with("is not quite as it should be") {
                window.wait_until("it is shown", is_shown);
                window.follow();
                continue;
            }
            return OpenResult::Refusal(reason(
                &message,
                path.file_name().and_then(|name| name.to_str()).expect("UTF-8"),
            ));
        }
    }
    OpenResult::Numbers(shown(window))
}

// Four tests, each for a quarter of the corpus: they run side by side.
#[test]
fn the_window_says_what_the_command_line_says_1() {
    the_window_says_what_the_command_line_says(0);
}

#[test]
fn the_window_says_what_the_command_line_says_2() {
    the_window_says_what_the_command_line_says(1);
}

#[test]
fn the_window_says_what_the_command_line_says_3() {
    the_window_says_what_the_command_line_says(2);
}

#[test]
fn the_window_says_what_the_command_line_says_4() {
    the_window_says_what_the_command_line_says(3);
}

#[track_caller]
fn the_window_says_what_the_command_line_says(quarter: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::without_time(egui::vec2(1280.0, 800.0));
    for file in corpus().into_iter().skip(quarter).step_by(4) {
        let path = folder.path().join(&file.name);
        // It stays, because the window would report a sprite as deleted.
        file.write(folder.path());
        let text = dropped(&mut window, &path);
        let offset = window.session().stage().offset().expect("two sprites");
        assert_eq!(text, checked(&path, offset), "{}", file.name);
        match file.expected {
            Expected::Picture(meant) => {
                let sprite = window.session().stage().get(Slot::B).expect("a sprite").sprite();
                assert_eq!((sprite.frames().all().len(), sprite.solid_count()), (meant.frames, meant.solid()));
            }
            Expected::Refusal(why) => {
                let why = why.split("--max-").next().unwrap_or_default().trim_end_matches("; ");
                assert!(matches!(&text, OpenResult::Refusal(text) if text.contains(why)), "{}: {text:?}", file.name);
            }
            Expected::Either => {}
        }
    }
}
