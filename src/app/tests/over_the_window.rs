//! Popups over the window, used as a person would.

use super::*;
use crate::app::ADVICE;

#[test]
fn the_palette_finds_by_letters_and_runs_by_enter() {
    let mut harness = opened();
    press(&mut harness, Modifiers::COMMAND, Key::K);
    harness.get_by_role_and_label(egui::Role::TextInput, "Find").type_text("one p");
    harness.run();
    asked(&mut harness);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(asked(&mut harness), ["ClosePopup", "ShowSample(1)"]);
    assert_eq!(harness.state().popup, None);

    press(&mut harness, Modifiers::COMMAND, Key::K);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(harness.state().popup, None, "Escape closes it at once");

    press(&mut harness, Modifiers::COMMAND, Key::K);
    harness.get_by_role_and_label(egui::Role::TextInput, "Find").type_text("keys");
    harness.run();
    harness.get_by_role_and_label(egui::Role::MenuItem, "Keys").click();
    harness.run();
    assert_eq!(harness.state().popup, Some(Popup::Keys));
    harness.get_by_label("Redo: Ctrl Y, Ctrl Shift Z");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(harness.state().popup, None);
}

#[test]
fn the_palette_finds_exports_by_their_formats() {
    let mut harness = opened();
    press(&mut harness, Modifiers::COMMAND, Key::K);
    harness.get_by_role_and_label(egui::Role::TextInput, "Find").type_text("gif");
    harness.run();
    harness.get_by_role_and_label(egui::Role::MenuItem, "Export visit order as GIF");
    assert!(harness.query_by_role_and_label(egui::Role::MenuItem, "Undo").is_none());
}

#[test]
fn the_palette_knows_synonyms() {
    for (typed, found) in [
        ("speed", "Faster"),
        ("zoom", "Fit"),
        ("log", "Open log…"),
        ("hitbox", "Tested shapes"),
        ("collider", "Tested shapes"),
        ("python list", "Export mask of A as Python"),
        ("c array", "Export mask of B as C array"),
        ("opac", "Solid pixels of A…"),
    ] {
        let mut harness = opened();
        press(&mut harness, Modifiers::COMMAND, Key::K);
        harness.get_by_role_and_label(egui::Role::TextInput, "Find").type_text(typed);
        harness.run();
        harness.get_by_role_and_label(egui::Role::MenuItem, found);
    }
}

/// Each row is found by what a person sees, and does something at once.
#[test]
fn the_palette_knows_what_people_see() {
    for row in ADVICE.iter().flat_map(|topic| topic.rows) {
        let mut harness = opened();
        press(&mut harness, Modifiers::COMMAND, Key::K);
        harness.get_by_role_and_label(egui::Role::TextInput, "Find").type_text(row.seen);
        harness.run();
        let found = harness.query_by_role_and_label(egui::Role::MenuItem, row.name);
        found.unwrap_or_else(|| panic!("{} does not find {}", row.seen, row.name)).click();
        harness.run();
        let asked = asked(&mut harness);
        assert!(asked.len() > 2 && asked[1] == "ClosePopup", "{}: {asked:?}", row.seen);
    }
}

#[test]
fn the_words_of_the_field_lead_to_commands_and_places() {
    for (typed, name) in [
        ("hitbox too big", "How fair is the shape of B?"),
        ("fair", "How fair is the shape of B?"),
        ("rotate", "Turn it: type an angle"),
        ("scale", "Scale it: type a factor"),
        ("flip", "Mirror it left to right"),
        ("every frame", "Export the masks of every frame"),
        ("simplify polygon", "Fit a polygon of at most 8 corners"),
        ("too many points", "Fit a polygon of at most 8 corners"),
        ("epsilon", "Fit a polygon of at most 8 corners"),
        ("convert alpha", "Open a log: it names masks that cannot be right"),
        ("frect", "Where do two ways to round disagree?"),
        ("one-way platform", "Watch a ball on hills and a platform"),
        ("trimmed", "Open an atlas: its frames come whole"),
        ("pixel perfect", "Which scan is the cheapest?"),
        ("tunnelling", "See a sprite tunnel between two frames"),
    ] {
        let mut harness = opened();
        press(&mut harness, Modifiers::COMMAND, Key::K);
        harness.get_by_role_and_label(egui::Role::TextInput, "Find").type_text(typed);
        harness.run();
        assert!(harness.query_by_role_and_label(egui::Role::MenuItem, name).is_some(), "{typed} does not find {name}");
    }
}

#[test]
fn every_word_begins_a_word_and_long_ones_may_have_an_error() {
    for (typed, name, is_found) in [
        ("hitbx too big", "How fair is the shape of B?", true),
        ("simplfy polygon", "Fit a polygon of at most 8 corners", true),
        ("rotaet", "Turn it: type an angle", true),
        ("swpa", "Swap A and B", false),
        ("wap", "Swap A and B", false),
    ] {
        let mut harness = opened();
        press(&mut harness, Modifiers::COMMAND, Key::K);
        harness.get_by_role_and_label(egui::Role::TextInput, "Find").type_text(typed);
        harness.run();
        let found = harness.query_by_role_and_label(egui::Role::MenuItem, name).is_some();
        let is_nearest = harness.query_by_label_contains("Nothing for").is_some();
        assert_eq!(found && !is_nearest, is_found, "{typed}");
    }
}

#[test]
fn where_nothing_is_found_the_three_nearest_are_offered() {
    let mut harness = opened();
    press(&mut harness, Modifiers::COMMAND, Key::K);
    harness.get_by_role_and_label(egui::Role::TextInput, "Find").type_text("polyglot");
    harness.run();
    harness.get_by_label("Nothing for “polyglot”. The nearest:");
    let offered: Vec<_> = harness.query_all_by_role(egui::Role::MenuItem).collect();
    assert_eq!(offered.len(), 3);
    drop(offered);
    harness.get_by_label_contains(" entries");
}

#[test]
fn the_chosen_entry_is_higher_than_the_others() {
    let mut harness = opened();
    press(&mut harness, Modifiers::COMMAND, Key::K);
    harness.get_by_role_and_label(egui::Role::TextInput, "Find").type_text("simplify polygon");
    harness.run();
    let heights: Vec<f32> = harness.query_all_by_role(egui::Role::MenuItem).map(|item| item.rect().height()).collect();
    assert_eq!(heights[0], 40.0, "its sentence has a line");
    assert!(heights[1..].iter().all(|height| *height == 24.0), "{heights:?}");
}

#[test]
fn an_image_can_be_named_by_its_path() {
    let field = PathField::new(PathFor::Open(OpenAs::Image(Slot::A)), String::new());
    let popup = Some(Popup::Path(field));
    let mut harness = harness(middle(), State { popup, ..State::new(opening_scene()) });
    harness.get_by_label("File path").type_text("/tmp/a ship.png");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(asked(&mut harness), ["OpenTyped(Image(A), \"/tmp/a ship.png\")"]);
}

#[test]
fn an_export_asks_before_it_replaces_a_file() {
    let exports: [(ExportRef, _); 2] = [(&OVERLAP, "walk.png"), (&FRAME_MASKS_OF_A, "walk0.png")];
    for (export, there) in exports {
        let folder = tempfile::tempdir().expect("a folder");
        let [there, path] = [there, "walk.png"].map(|name| folder.path().join(name));
        let chosen = Chosen::new(export, "png");
        let field = PathField::new(PathFor::Export(chosen), chosen.suggestion(&opening_scene()));
        let popup = Some(Popup::Path(field));
        let mut harness = harness(middle(), State { popup, ..State::new(opening_scene()) });
        let field = harness.get_by_label("File path");
        field.focus();
        harness.run();
        press(&mut harness, Modifiers::COMMAND, Key::A);
        harness.get_by_label("File path").type_text(path.to_str().expect("UTF-8"));
        write_whole(&there, b"kept").expect("written");
        press(&mut harness, Modifiers::NONE, Key::Enter);
        harness.run();
        let wanted = |agreed| Request::SaveTo { chosen, path: path.clone(), agreed, is_typed: true };
        assert_eq!(asked(&mut harness), [format!("{:?}", wanted(Vec::new()))], "nothing is agreed: {export:?}");
        // The window answers so.
        let asks = PathField::replacing(chosen, path.clone(), vec![there.clone()]);
        harness.state_mut().popup = Some(Popup::Path(asks));
        harness.run();
        harness.get_by_label("This file exists. Replace overwrites it.");
        harness.get_by_label("Replace").click();
        harness.run();
        assert_eq!(asked(&mut harness), [format!("{:?}", wanted(vec![there]))]);
    }
}

#[test]
fn only_the_path_that_was_asked_about_is_agreed() {
    let chosen = Chosen::new(&OVERLAP, "png");
    let mut field = PathField::replacing(chosen, "/tmp/a.png".into(), vec!["/tmp/a.png".into()]);
    for (text, agreed) in [("/tmp/b.png", 0), ("/tmp/a.png", 1), (" /tmp/a", 1), ("", 0)] {
        field.text = text.to_owned();
        assert_eq!(field.replaced().len(), agreed, "{text}");
    }
}

#[test]
fn traps_can_be_switched_on() {
    let mut state = State::new(opening_scene());
    state.popup = Some(Popup::Traps);
    let mut harness = harness(middle(), state);
    harness.get_by_label("Switch on: Equal zeros").click();
    harness.run();
    harness.get_by_label("Switch off: Equal zeros").click();
    harness.run();
    harness.get_by_label("Switch on: The always-true box").click();
    harness.run();
    harness.get_by_label("Switch off: The always-true box");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    harness.get_by_label_contains("Pre-check: box-always");
}

#[test]
fn what_a_scene_should_answer_is_set_and_reported_where_it_does_not_hold() {
    let mut harness = opened();
    harness.state_mut().popup = Some(Popup::Expectation);
    harness.run();
    harness.get_by_label("The result at the time of saving becomes the expectation.");
    harness.get_by_label("set by hand").click();
    harness.run();
    harness.get_by_label("The current result is as expected.");
    assert_eq!(harness.state().session.is_as_expected(), Some(true));
    // The ship and the rock share pixels: they should not.
    harness.get_all_by_label("no").nth(1).expect("boxes and masks").click();
    harness.run();
    harness.get_by_label("The current result is not as expected.");
    let expected = harness.state().session.stage().expectation.expect("it is set");
    assert_eq!((expected.boxes_overlap, expected.masks_overlap), (Some(true), Some(false)));
    assert_eq!(harness.state().session.scene().expect("a scene").expectation, Some(expected), "it is saved");
    harness.get_by_label("Close").click();
    harness.run();
    harness.get_by_label("not as expected").click();
    harness.run();
    assert_eq!(harness.state().popup, Some(Popup::Expectation));
    harness.state_mut().session.apply(StageAction::Undo.into());
    harness.run();
    assert_eq!(harness.state().session.is_as_expected(), None);
}
