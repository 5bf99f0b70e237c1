//! The sheet that leads from the answer to the game: the selected scan as code in a language.

use std::{fs, sync::Arc};

use egui::accesskit::Toggled;
use egui::{Key, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use maskscope::files::{CodedScan, ScanLanguage};
use maskscope::session::{Published, ScanAction, Slot, StageAction, SurveyAction};
use maskscope_core::choice::Choice as _;
use maskscope_core::survey::{Among, CostAnswer, question};

use crate::{driver::Window, menus::copied_by};

/// Opens the sheet at the selected scan.
fn opened(mut window: Window) -> Window {
    let name = window.session().scans().selected().display_name();
    window.choose("Find", &format!("Use {name}…"));
    window
}

fn choose(window: &mut Window, language: ScanLanguage) {
    window.harness.get_by_role_and_label(Role::RadioButton, language.title()).click();
    window.follow();
}

fn is_chosen(window: &Window, language: ScanLanguage) -> bool {
    let row = window.harness.get_by_role_and_label(Role::RadioButton, language.title());
    row.accesskit_node().toggled() == Some(Toggled::True)
}

#[test]
fn one_click_leads_from_the_fastest_scan_to_its_code() {
    let mut window = Window::paused_at(0);
    window.click("Survey");
    window.act(SurveyAction::Choose(question("cost").expect("a question")));
    let is_used = window.mentions("Use stripes…") || window.mentions("Use words…");
    assert!(!is_used, "nothing is the fastest before all is measured");
    window.wait_until("all scans are timed", |window| window.session().derived().survey_times().is_complete());
    window.follow();
    let times = window.session().derived().survey_times();
    let costs = window.session().derived().published().and_then(Published::found::<CostAnswer>).expect("costs");
    let fastest = costs.ranking.fastest(Among::All, &times)[0];
    let scan = costs.survey.maps[fastest].asked;
    window.click(&format!("Use {}…", scan.display_name()));
    assert_eq!(window.session().scans().selected(), scan);
    assert!(window.mentions("ship × rock: ") && window.mentions(" per test here, never wrong at all 7,134 placements"));
    let has_code = CodedScan::of(scan).is_some();
    assert_eq!(window.mentions("No code for "), !has_code);
    assert_eq!(window.mentions("are of compiled code: in Python a test takes longer."), has_code);
}

#[test]
fn every_language_shows_and_copies_its_code() {
    let mut window = Window::paused_at(0);
    window.act(ScanAction::Use("stripes".parse().expect("a scan")));
    let mut window = opened(window);
    assert!(is_chosen(&window, ScanLanguage::Pygame) && window.mentions("Already in pygame"));
    for &language in ScanLanguage::ALL {
        choose(&mut window, language);
        let code = language.code(CodedScan::Stripes, [("ship.png", 0), ("rock.png", 0)]);
        assert!(window.shows(code.trim_end()), "{code}");
        assert!(window.mentions(&format!(" {} lines", code.lines().count())), "{language:?}");
        let tried = if language == ScanLanguage::Godot { "Tried in Godot 3" } else { "Tried" };
        assert!(window.shows(&format!("{tried}: this code says the same as maskscope at all 7,134 placements.")));
        assert_eq!(copied_by(&mut window, "Copy").as_deref(), Some(&*code), "{language:?}");
        assert!(window.shows("copied"));
        window.wait_until("the button says what it does again", |window| window.shows("Copy"));
    }
}

#[test]
fn the_language_that_was_chosen_last_is_kept() {
    let mut window = opened(Window::paused_at(0));
    choose(&mut window, ScanLanguage::Lua);
    assert!(window.mentions("rows for Lua"));
    window.key(Key::Escape);
    let mut window = opened(window);
    assert!(is_chosen(&window, ScanLanguage::Lua));
    window.key(Key::Enter);
    assert!(window.mentions("Code copied") && !window.shows("Close"), "Enter copies it and closes the sheet");
}

#[test]
fn a_scan_without_code_names_the_nearest() {
    for (name, nearest) in [("center-out", "rows"), ("summed-area", "words")] {
        let mut window = Window::paused_at(0);
        window.act(ScanAction::Use(name.parse().expect("a scan")));
        let mut window = opened(window);
        assert!(window.shows(&format!("No code for {name}")));
        assert!(window.shows(&format!("There is no code for {name}: the nearest scan is {nearest}.")));
        for button in ["Copy", "Save…"] {
            assert!(window.harness.get_by_label(button).accesskit_node().is_disabled(), "{button}");
        }
        window.click(&format!("Show {nearest}"));
        assert_eq!(window.session().scans().selected().display_name(), nearest);
        assert!(!window.mentions("No code for") && window.mentions("def touches(a, b):"));
    }
}

#[test]
fn code_is_called_tried_only_for_a_pair_with_which_it_is() {
    let mut window = Window::paused_at(0);
    window.act(StageAction::Swap);
    let window = opened(window);
    assert!(window.mentions("def touches(a, b):") && !window.mentions("Tried"));
}

#[test]
fn code_is_saved_in_a_file_of_its_language() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.rs");
    let mut window = opened(Window::paused_at(0));
    choose(&mut window, ScanLanguage::Rust);
    window.click("Save…");
    window.wait_until("a path is asked for", |window| window.shows("File path"));
    window.click("File path");
    window.key_with(egui::Modifiers::COMMAND, Key::A);
    window.harness.get_by_label("File path").type_text(path.to_str().expect("UTF-8"));
    window.key(Key::Enter);
    window.wait_until("it is written", |_| path.exists());
    let code = ScanLanguage::Rust.code(CodedScan::Rows, [("ship.png", 0), ("rock.png", 0)]);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), code);
}

#[test]
fn code_holds_both_masks_as_data() {
    let mut window = Window::paused_at(0);
    window.act(ScanAction::Use("stripes".parse().expect("a scan")));
    let mut window = opened(window);
    window.click("with both masks as data");
    let masks = [Slot::A, Slot::B].map(|slot| {
        let placed = window.session().stage().get(slot).expect("a sprite");
        Arc::clone(placed.raster().mask())
    });
    let sprites = [("ship.png", masks[0].mask()), ("rock.png", masks[1].mask())];
    for language in [ScanLanguage::Pygame, ScanLanguage::C] {
        choose(&mut window, language);
        let code = language.code_with_masks(CodedScan::Stripes, sprites);
        assert!(code.contains("#") && window.shows(code.trim_end()), "{code}");
        assert_eq!(copied_by(&mut window, "Copy").as_deref(), Some(&*code));
        window.wait_until("the button says what it does again", |window| window.shows("Copy"));
    }
    assert!(window.mentions("Both masks are in the code"));
    window.key(Key::Escape);
    let mut window = opened(window);
    assert!(window.mentions("Both masks are in the code"), "the choice is kept");
    window.click("with both masks as data");
    assert!(!window.mentions("Both masks are in the code"));
}
