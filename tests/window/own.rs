//! A scan of one's own, written in the window.

use std::path::Path;

use egui::{Event, Key, Modifiers, Role, vec2};
use egui_kittest::kittest::Queryable as _;
use maskscope::session::{PlaybackAction, ScanAction, Slot, StageAction, Tab};
use maskscope_core::geom::Cell;
use maskscope_core::scan::{Scan, verdict::Finding};

use crate::driver::Window;

/// The number of visits of the selected scan, once its verdict is known.
fn visits(window: &mut Window) -> u64 {
    window.wait_until("the script is judged", |window| judged(window).is_some());
    judged(window).expect("it is").0
}

/// The visits of the selected own scan, and the verdict on it.
fn judged(window: &Window) -> Option<(u64, String)> {
    let session = window.session();
    let judgement = session.derived().judgement(session.scans().selected().own()?)?;
    let line = judgement.verdict.as_ref().map(|verdict| verdict.finding.to_string());
    (!session.derived().recording_is_stale()).then(|| (judgement.count.visits, line.unwrap_or_default()))
}

/// Gives the selected own scan another script.
fn write(window: &mut Window, text: &str) {
    let own = window.session().scans().rewritten(text).expect("an own scan is selected");
    window.act(ScanAction::Rewrite(own));
}

/// The verdict on the selected own scan.
fn line(window: &mut Window) -> String {
    visits(window);
    window.follow();
    judged(window).expect("it is judged").1
}

#[test]
fn a_scan_is_written_in_a_few_lines() {
    let mut window = Window::paused_at(499);
    window.click("Code");
    window.click("Write your own");
    assert_eq!(window.session().scans().scans().len(), Scan::ALL.len() + 1);
    assert_eq!(visits(&mut window), 24, "rows from the bottom meet the shared pixels soon");
    window.wait_until("the verdict is shown", |window| window.mentions("visits every cell once"));
    assert!(window.row("yours").0.starts_with("yours, hit, 24 visits"), "{}", window.row("yours").0);

    assert!(window.harness.get_by_label("Script").is_focused(), "it can be typed into at once");
    window.harness.event(Event::Text("// ".to_owned()));
    window.follow();
    let text = window.session().scans().selected().own().expect("an own scan").text();
    assert_eq!(text.matches("// ").count(), 2, "{text}");
    window.key_with(Modifiers::NONE, Key::Escape);
    window.key_with(Modifiers::COMMAND, Key::Z);
    let text = window.session().scans().selected().own().expect("an own scan").text();
    assert_eq!(text.matches("// ").count(), 1, "one step to undo: {text}");
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.session().scans().scans().len(), Scan::ALL.len(), "and the row itself is another");
}

#[test]
fn faults_of_a_script_are_reported() {
    let mut window = Window::paused_at(499);
    window.click("Code");
    window.click("Write your own");
    for (text, expected) in [
        (
            "for y in 0..h { for x in 0..w - 1 { if visit(x, y) { return true } } }",
            "never visits 24 cells, the first 29,0: column 29",
        ),
        ("for y in 0..h { for x in 0..w { visit(x y) } }", "line 1: ',' is missing between the arguments of visit"),
        ("for y in 0..h { for x in 0..w { if visit(x, y) { return false } } }", "misses 13 shared pixels here"),
        ("loop { }", "stopped after 2,440,000 operations without an end (line 1)"),
        (
            "for x in 0..w { for y in 0..h { if visit(x, y) { return true } } }",
            "visits every cell once, in the order of columns",
        ),
    ] {
        write(&mut window, text);
        assert_eq!(line(&mut window), expected);
        assert!(window.mentions(expected), "{expected}");
    }
    assert_eq!(window.row("yours").0.split(", ").nth(2), Some("449 visits"));
}

#[test]
fn while_the_text_fails_the_last_order_that_ran_stays() {
    let mut window = Window::paused_at(499);
    window.click("Code");
    window.click("Write your own");
    assert_eq!(visits(&mut window), 24);
    write(&mut window, "for y in 0..h {\n    for x in 0..w {\n        if visit(x, h - y) { return true }\n    }\n}");
    assert_eq!(line(&mut window), "line 3: visit(0, 24) is outside the box of 30 × 24");
    assert!(window.mentions("The last order that ran is shown."));
    assert_eq!(window.row("yours").0, "yours, no answer");
    let derived = window.session().derived();
    assert_eq!(derived.recording().map(|recording| recording.count.visits), Some(24));
    assert_eq!(derived.order_of_script().map(|(_, order)| order.count.visits), Some(720));
    window.act(PlaybackAction::Scrub(10));
    assert_eq!(window.session().current_visit().map(|visit| (visit.x, visit.y)), Some((9, 23)));
}

#[test]
fn typing_is_undone_in_the_field_itself() {
    let mut window = Window::paused_at(499);
    window.click("Code");
    window.click("Write your own");
    window.harness.get_by_label("Script").focus();
    window.follow();
    let text = |window: &Window| window.session().scans().selected().own().expect("an own scan").text();
    let before = text(&window);
    for letter in ["/", "/", " "] {
        window.harness.event(Event::Text(letter.to_owned()));
        window.follow();
    }
    assert_eq!(text(&window).len(), before.len() + 3);
    visits(&mut window);
    window.wait_until("the answer compares it", |window| {
        window.mentions("Your scan finds it with 24 visits: 21× fewer than rows, 499; center-out 132.")
    });
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), before, "one step for a burst");
    window.key_with(Modifiers::COMMAND, Key::Y);
    assert_eq!(text(&window).len(), before.len() + 3);
}

#[test]
fn at_a_miss_every_order_reads_all_and_one_click_leads_to_a_hit() {
    let mut window = Window::paused_at(499);
    window.act(StageAction::Place { slot: Slot::B, position: Cell::new(14, -21) });
    window.click("Code");
    window.click("Write your own");
    assert_eq!(visits(&mut window), 520);
    window.wait_until("it says so", |window| window.shows("At a miss every order reads all 520."));
    let buttons: Vec<_> = window.harness.query_all_by_label("To a hit").collect();
    assert_eq!(buttons.len(), 2, "below the verdict and in the transport");
    buttons[0].click();
    drop(buttons);
    window.follow();
    assert!(window.session().collision().is_some_and(|collision| collision.masks_overlap()));
    window.wait_until("the script runs there", |window| !window.mentions("At a miss every order"));
}

#[test]
fn help_covers_the_script_and_escape_brings_it_back() {
    let mut window = Window::paused_at(499);
    window.click("Code");
    window.click("Write your own");
    assert!(window.shows("Rhai") && !window.mentions("size of the overlap box"));
    window.key(Key::Escape);
    window.key(Key::F1);
    assert!(window.shows("Step back: ,"), "the script does not have the focus");
    window.key(Key::Escape);
    window.harness.get_by_label("Script").focus();
    window.follow();
    window.key(Key::F1);
    assert!(window.shows("w h: size of the overlap box") && window.shows("int n = 0;: let n = 0;"));
    assert!(!window.shows("Script"), "it is covered");
    window.key(Key::Escape);
    assert!(window.shows("Script") && !window.mentions("size of the overlap box"));
    assert!(window.harness.get_by_label("Script").is_focused());
    window.click("Help with the script");
    assert!(window.mentions("size of the overlap box"));
    window.key(Key::F1);
    assert!(window.shows("Script"));
}

#[test]
fn errors_are_in_words_and_both_lines_of_the_verdict_stay() {
    let mut window = Window::paused_at(499);
    window.click("Code");
    window.click("Write your own");
    visits(&mut window);
    for (text, expected) in [
        ("for y in 0..h {\n  vist(0, y)\n}", "line 2: there is no vist; you may mean visit(x, y)"),
        ("visit(\"0\", 0)", "line 1: visit takes two whole numbers: x, y"),
        ("for (y = 0; y < h; y++) { visit(0, y) }", "line 1: a loop here is: for y in 0..h {"),
        ("", "the script is empty"),
    ] {
        write(&mut window, text);
        assert_eq!(line(&mut window), expected);
        assert!(window.shows(&format!("{expected}; The last order that ran is shown.")), "{expected}");
    }
    write(&mut window, "for y in 0..h { for x in 0..w - 1 { if visit(x, y) { return true } } }");
    let never = "never visits 24 cells, the first 29,0: column 29";
    window.wait_until("all placements are asked", |window| {
        window.mentions(&format!("{never}; wrong at")) && window.mentions("of 7,134 placements")
    });
}

#[test]
fn the_variables_of_the_current_visit_are_known() {
    let mut window = Window::paused_at(499);
    window.click("Code");
    window.click("Write your own");
    assert_eq!(visits(&mut window), 24);
    let variables = |window: &Window| window.session().derived().variables().cloned();
    window.wait_until("the variables are found", |window| variables(window).is_some());
    assert_eq!(variables(&window), Some(vec![("x".to_owned(), 23), ("y".to_owned(), 0)]));
}

#[test]
fn a_scan_starts_from_another_and_races_it() {
    let mut window = Window::paused_at(499);
    window.act(ScanAction::Use("center-out".parse().expect("a scan")));
    window.click("Code");
    window.click("Start from this");
    assert_eq!(visits(&mut window), 132);
    assert_eq!(line(&mut window), "visits every cell once, in the order of center-out");
    window.act(maskscope::session::ViewAction::Show(Tab::Race));
    assert_eq!(window.session().view().tab, Tab::Race);
    window.wait_until("it races", |window| {
        let session = window.session();
        session.derived().lane(session.scans().selected()).is_some()
    });
}

#[test]
fn a_script_to_start_from_is_shown_before_it_is_taken() {
    let mut window = Window::paused_at(499);
    window.key_with(Modifiers::COMMAND, Key::K);
    window.harness.get_by_role_and_label(Role::TextInput, "Find").type_text("write your own");
    window.follow();
    window.key(Key::Enter);
    let before = visits(&mut window);
    let own = window.session().scans().selected();
    window.click("Start from…");
    let item = window.harness.get_by_label("columns").rect().center();
    window.point_at(item);
    let order = |window: &Window| window.session().derived().order_of_script().map(|(own, _)| own.text());
    window.wait_until("its order is shown", |window| order(window).is_some_and(|text| text.contains("x in 0..w")));
    window.wait_until("its order is shown", |window| order(window).is_some_and(|text| !text.contains("h - 1 - y")));
    assert_eq!(window.session().scans().selected(), own, "it is not taken");
    window.key(Key::Escape);
    window.wait_until("its own order is back", |window| order(window).is_some_and(|text| text.contains("h - 1 - y")));
    assert_eq!((window.session().scans().selected(), visits(&mut window)), (own, before));
}

#[test]
fn in_a_small_window_the_script_has_the_right_panel() {
    let mut window = Window::start(vec2(900.0, 600.0), 0.0, None, None);
    window.click("Shown: About");
    window.click("Code");
    let canvas = |window: &Window| window.harness.get_by_label("Canvas").rect();
    let before = canvas(&window);
    window.click("Write your own");
    window.wait_until("the verdict is shown", |window| window.mentions("visits every cell once"));
    let (small, script) = (canvas(&window), window.harness.get_by_label("Script").rect());
    assert!(script.left() > small.right() && small.width() < before.width() && small.height() == before.height());
    assert_eq!(window.rows(), ["rows", "center-out", "yours"], "the table makes room");
    assert!(window.shows("Race") && window.shows("Save…") && window.shows("Help with the script"));
    let sprite = |slot: &str| window.harness.get_by_role_and_label(Role::Image, &format!("Sprite {slot}")).rect();
    assert!(small.contains_rect(sprite("A")) && small.contains_rect(sprite("B")), "both fit what is left");
    let rows = window.row("rows").1;
    window.click_at(rows);
    assert_eq!(canvas(&window), before);
}

#[test]
fn scans_of_ones_own_have_names() {
    let mut window = Window::paused_at(499);
    let add = |window: &mut Window, text: &str| {
        let own = window.session().scans().written(text);
        window.act(ScanAction::Add(own));
        window.session().scans().selected().display_name()
    };
    let rows = "for y in 0..h { for x in 0..w { if visit(x, y) { return true } } }";
    assert_eq!(add(&mut window, rows), "yours");
    assert_eq!(add(&mut window, rows), "yours-2");
    assert_eq!(add(&mut window, "// name: zigzag\nfalse"), "zigzag");
    assert_eq!(add(&mut window, "// name: zigzag\nfalse"), "yours-3", "the name is taken");
    assert_eq!(line(&mut window), "line 1: zigzag is the name of another scan");
    write(&mut window, "// name: zagzig\nfalse");
    assert_eq!(window.session().scans().selected().display_name(), "zagzig");
    for _ in 0..9 {
        add(&mut window, rows);
    }
    assert_eq!(window.session().scans().own().count(), 8, "no more than eight");
    window.act(ScanAction::Remove);
    assert_eq!(window.session().scans().own().count(), 7);
    let failures = |window: &Window| {
        let derived = window.session().derived();
        let own = window.session().scans().own();
        own.filter_map(|own| derived.judgement(own))
            .filter(|it| matches!(it.verdict.as_ref().map(|verdict| &verdict.finding), Some(Finding::Fails(_))))
            .count()
    };
    window.wait_until("all are judged", |window| {
        let derived = window.session().derived();
        window.session().scans().own().all(|own| derived.judgement(own).is_some())
    });
    assert_eq!(failures(&window), 0);
}

/// A log whose game reads the overlap box row by row, but for the last column, and misses.
fn log_of_a_loop(folder: &Path) -> std::path::PathBuf {
    let visits = (0..24).flat_map(|y| (10..39).map(move |x| format!("[{x},{y}]"))).collect::<Vec<_>>().join(",");
    let a = r#""a":{"sprite":"ship","position":[0,0]}"#;
    let b = |x: i32| format!(r#""b":{{"sprite":"rock","position":[{x},-17]}}"#);
    let lines = [
        r#"{"maskscope_log":1,"game":"loops"}"#.to_owned(),
        r#"{"sprite":"ship","sample":"ship.png"}"#.to_owned(),
        r#"{"sprite":"rock","sample":"rock.png"}"#.to_owned(),
        format!(r#"{{"frame":1,{a},{},"hit":false,"visits":[{visits}]}}"#, b(10)),
        format!(r#"{{"frame":2,{a},{},"hit":false}}"#, b(100)),
    ];
    let path = folder.join("loops.jsonl");
    std::fs::write(&path, lines.join("\n") + "\n").expect("a log");
    path
}

#[test]
fn the_loop_of_a_game_is_a_row_at_its_placement() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::open();
    window.drop_files([log_of_a_loop(folder.path())]);
    window.wait_until("the check stands there", |window| window.session().scans().selected().is_recorded());
    let line = "never visits 24 cells, the first 29,0: column 29";
    assert!(window.mentions(&format!("The game's loop {line}")));
    window.click("Open in Inspect");
    window.click("Code");
    window.wait_until("it has run", |window| !window.session().derived().recording_is_stale());
    assert!(window.row("the game's loop").0.starts_with("the game's loop, wrong: miss, 696 visits"));
    assert!(window.mentions(line));
    assert!(window.mentions("visit 1, 0,0, neither solid"));
    // Moved by hand, the sprites stand where the game has read nothing.
    window.key(Key::ArrowRight);
    assert!(!window.session().scans().scans().iter().any(|scan| scan.is_recorded()));
}

#[test]
fn the_lesson_about_scripts_opens_its_script() {
    let mut window = Window::paused_at(499);
    let (_, lesson) = maskscope::lessons::lesson_named("write-a-scan").expect("a lesson");
    window.act(maskscope::session::LessonAction::Open(lesson.clone(), 0));
    assert_eq!(visits(&mut window), 342, "rows from the bottom");
    window.harness.get_by_label("Script");
    write(&mut window, "for x in 0..w { for y in 0..h { if visit(x, y) { return true } } }");
    assert_eq!(visits(&mut window), 7);
    assert!(window.session().lessons().open().expect("it is open").is_done);
}

#[test]
fn scripts_that_do_not_answer_are_not_called_wrong() {
    let mut window = Window::paused_at(499);
    let scene = "tests/support/cases/31-script-error-blamed-on-pre-check/loop.scene.json";
    window.open_file(Slot::A, Path::new(env!("CARGO_MANIFEST_DIR")).join(scene));
    window.wait_until("its script is listed", |window| window.session().scans().own().next().is_some());
    for at in 1..8 {
        let text = format!("// name: s{at}\nloop {{ }}");
        window.act(ScanAction::Add(maskscope_core::scan::Own::new(&format!("s{at}"), &text)));
    }
    window.wait_until("all are judged", |window| {
        let session = window.session();
        session.scans().own().all(|own| session.derived().failure(Scan::Own(own)).is_some())
    });
    window.follow();
    assert!(window.mentions("stopped after 2,440,000 operations without an end (line 2)"), "About says why");
    assert!(!window.mentions("pre-check misses"));
    // `sample` misses it here.
    assert!(window.mentions("sample:10 misses it"), "the scans that are wrong are counted alone");
    assert!(window.row("s0").0.starts_with("s0, no answer"), "{}", window.row("s0").0);
}

#[test]
fn a_script_from_a_link_is_labelled_until_it_is_edited() {
    let mut window = Window::paused_at(499);
    let mut scene = window.session().scene().expect("two sprites");
    scene.scans = vec![Scan::Own(maskscope_core::scan::Own::new("linked", "// name: linked\nvisit(0, 0)"))];
    window.act(maskscope::session::Event::SceneLoaded(Box::new(scene), None));
    window.click("Code");
    let own = window.session().scans().own().next().expect("it came with the link");
    window.act(ScanAction::Use(Scan::Own(own)));
    window.follow();
    assert!(window.shows("script from this link"));
    write(&mut window, "// name: linked\nvisit(1, 0)");
    window.follow();
    assert!(!window.shows("script from this link"));
}
