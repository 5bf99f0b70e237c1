//! A scan of one's own, written in the window.

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use maskscope::scan::{Scan, verdict::Finding};
use maskscope::session::{ScanAction, Tab};

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
    judged(window).expect("it is judged").1
}

#[test]
fn a_scan_is_written_in_a_few_lines() {
    let mut window = Window::paused_at(499);
    window.click("Code");
    window.click("Write your own");
    assert_eq!(window.session().scans().scans().len(), Scan::ALL.len() + 1);
    assert_eq!(visits(&mut window), 24, "rows from the bottom meet the shared pixels soon");
    assert!(window.mentions("visits every cell once"));
    assert!(window.row("yours").0.starts_with("yours, hit, 24 visits"), "{}", window.row("yours").0);

    window.harness.get_by_label("Script").focus();
    window.follow();
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
fn what_is_wrong_with_a_script_is_said() {
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
