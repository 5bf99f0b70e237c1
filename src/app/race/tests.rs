//! The race, found by its names and used as a person would.

use egui::Modifiers;
use egui_kittest::{Harness, kittest::Queryable as _};

use super::{RaceTab, sentence};
use crate::app::command;
use crate::app::prelude::*;
use crate::files::sample_sprite;
use crate::session::{Action, PlaybackAction, PreCheckMode, PreChecking, RaceOrder, ScanAction, ScanRow};
use maskscope_core::scan::Scan;
use maskscope_core::scene::PreCheck;

/// The race, what it shows, and nothing around it.
struct State {
    session: Session,
    race: RaceTab,
}

fn window(ui: &mut Ui, State { session, race }: &mut State) {
    theme::install(ui);
    let mut out = Vec::new();
    let window = WindowState {
        session,
        zoom: None,
        hovered: None,
        canvas: race.rect,
        sprites: [None; 2],
        continues: false,
        preview: None,
        exported: None,
        page: "",
        has_popup: false,
        has_script: false,
    };
    command::handle_keys(ui, &window, &mut out);
    let whole = UiBuilder::new().max_rect(ui.ctx().content_rect());
    ui.scope_builder(whole, |ui| race.show(ui, &window, &mut out));
    for request in out {
        if let Request::Session(action) = request {
            session.apply(*action);
        }
    }
    assert!(session.run_all_but_timing());
}

fn opened_at(offset: (i32, i32), steps: u64) -> Harness<'static, State> {
    let mut session = Session::default();
    let sample = |name| sample_sprite(name).expect("a sample");
    let (a, b, offset) = (sample("ship.png"), sample("rock.png"), Offset::new(offset.0, offset.1));
    session.apply(Action::Stage(StageAction::ShowPair { a, b, offset }));
    assert!(session.run_all_but_timing());
    session.apply(Action::View(ViewAction::Show(Tab::Race)));
    session.apply(Action::Playback(PlaybackAction::Scrub(steps)));
    let state = State { session, race: RaceTab::default() };
    let mut harness = Harness::builder().with_size([1_280.0, 800.0]).build_ui_state(window, state);
    harness.run();
    harness
}

fn opened(steps: u64) -> Harness<'static, State> {
    opened_at((10, -17), steps)
}

/// The place of a scan among all that answer rightly, and read as much a visit.
fn place(session: &Session, name: &str) -> String {
    let rows = session.derived().rows();
    let found = rows.iter().find(|row| row.scan.strategy() == name).expect("a scan");
    let alike = rows.iter().filter(|row| !row.is_wrong && row.scan.reads() == found.scan.reads());
    words::place(1 + alike.filter(|row| row.count.visits < found.count.visits).count() as u64)
}

#[test]
fn a_card_says_all_it_shows() {
    let harness = opened(118);
    harness.get_by_label("rows, 118 visits so far");
    let place = |name| place(&harness.state().session, name);
    let (last, first) = (place("last-hit"), place("words"));
    assert_eq!((&*last, &*first), ("4th", "1st"));
    harness.get_by_label(&format!("last-hit, {last}, 103 visits, hit at 28,16, 103 of 720 cells"));
    harness.get_by_label(&format!("words, {first}, 17 visits, hit at 28,16, 510 cells read"));
    harness.get_by_label(&format!("stripes, {first}, 17 visits, hit at 28,16, 510 cells read"));
    harness.get_by_label("sample:10, approximate, wrong, 9 visits, missed 13 px, 9 of 720 cells");
    harness.get_by_label("edge-in is first of those that read one px: 58 visits");
    harness.get_by_label_contains("summed-area, 21 visits, hit in an area");
    let larger = "words and stripes 17 (up to 64 px), summed-area 21 (two counts), blocks searching";
    harness.get_by_label(&format!("Larger visits: {larger}. Compare only equal signs. sample:10 misses it."));
    let question = format!(
        "{} scans, one question: do the masks of ship and rock share a pixel in these 30 × 24 cells?",
        Scan::ALL.len()
    );
    opened(0).get_by_label(&question);
}

#[test]
fn before_the_first_step_and_after_the_last() {
    opened(0).get_by_label("No scan that reads one px has found it yet");
    let ended = opened(u64::MAX);
    ended.get_by_label("edge-in is first of the 11 that read one px: 58 visits, 8.6× fewer than rows");
    let larger = "words and stripes 17 (up to 64 px), summed-area 21 (two counts), blocks 209 (one block)";
    ended.get_by_label(&format!("Larger visits: {larger}. Compare only equal signs. sample:10 misses it."));
    opened(0).get_by_label("by visits");
    opened_at((0, 0), u64::MAX).get_by_label_contains(" that read one px: 1 visit, ");
}

/// A scan that reads one pixel per visit proves a miss by reading all, and one that leaves pixels out proves nothing.
#[test]
fn at_a_miss_nobody_is_first_who_proves_nothing() {
    let harness = opened_at((14, -21), u64::MAX);
    harness.get_by_label("No pixel is shared: a scan that reads one px per visit must read all 520");
    harness.get_by_label_contains("sample:10 stops after 6 and proves nothing.");
    let rect = |name: &str| harness.get_by_label_contains(name).rect();
    let (rows, words) = (rect("rows, 520 visits, nothing found"), rect("words, 1st, "));
    let unproven = rect("sample:10, approximate, unproven, 6 visits, nothing found");
    let hilbert = rect("hilbert, 520 visits, nothing found");
    assert!(rows.top() == words.top() && rows.size() == words.size(), "the podium");
    assert!(unproven.width() < rows.width() && unproven.left() > hilbert.left() && unproven.top() == hilbert.top());
    assert!(harness.query_by_label_contains("rows, 1st").is_none());
    let painted = painted(&harness);
    for text in ["reads all", "and 10 others: all cells", "unproven", "read all, no hit", "and stripes"] {
        assert_eq!(painted.iter().filter(|it| *it == text).count(), 1, "{text}");
    }
    harness.get_by_label_contains("Legend: only ship, only rock, first to last visit, read all, no hit");
}

#[test]
fn a_scan_that_reads_all_and_can_miss_is_not_said_to_leave_pixels_out() {
    let mut harness = opened_at((14, -21), u64::MAX);
    let session = &mut harness.state_mut().session;
    session.apply(ScanAction::Use("channels:as-written".parse().expect("a scan")).into());
    assert!(session.run_all_but_timing());
    session.apply(Action::Playback(PlaybackAction::Scrub(u64::MAX)));
    harness.run();
    harness.get_by_label_contains("2 scans can miss a shared pixel and prove nothing.");
    harness.get_by_label_contains("channels:as-written, approximate, unproven, 520 visits").hover();
    harness.run();
    harness.get_by_label_contains("proves nothing: it can miss a shared pixel");
}

#[test]
fn where_no_scan_proves_the_miss_none_is_called_wrong_for_it() {
    let harness = opened_at((14, -21), u64::MAX);
    let rows = harness.state().session.derived().rows();
    let sample = rows.iter().find(|row| row.scan.strategy() == "sample").expect("a scan");
    let says = |rows: &[ScanRow]| sentence::concluded(None, rows, false);
    let wrong = ScanRow { is_wrong: true, hit: None, ..*sample };
    assert_eq!(says(&[*sample]), "No scan listed proves the miss");
    assert_eq!(says(&[*sample, wrong]), "No scan listed proves the miss; sample:10 does not answer");
    assert_eq!(says(&[wrong]), "Every scan is wrong");
}

#[test]
fn by_time_all_are_compared_and_the_sentence_is_about_times() {
    let mut harness = opened(u64::MAX);
    harness.get_by_label("by time").click();
    harness.run();
    harness.get_by_label_contains("The scans are being timed; sample:10 misses it");
    assert!(harness.query_by_label_contains(", 1st, ").is_none(), "the places are not known");
    let session = &mut harness.state_mut().session;
    for _ in 0..200 {
        let Some(job) = session.wanted().into_iter().next() else { break };
        session.finish(job.run(&|| false).expect("there is memory").expect("nobody cancels"));
    }
    harness.run();
    harness.get_by_label_contains(" answers first: ");
    harness.get_by_label_contains("visits are not compared");
    let places = |place: &str| harness.query_all_by_label_contains(&format!(", {place}, ")).count();
    assert!(places("1st") == 1 && places("2nd") == 1 && places("15th") == 1, "one ranking");
    let (fifteenth, wrong) =
        (harness.get_by_label_contains(", 15th, "), harness.get_by_label_contains("approximate, wrong"));
    assert!(wrong.rect().left() > fifteenth.rect().left() && wrong.rect().top() == fifteenth.rect().top());
}

#[test]
fn a_click_goes_to_the_scan() {
    let mut harness = opened(118);
    harness.get_by_label_contains("center-out").click();
    harness.run();
    let session = &harness.state().session;
    assert_eq!(session.view().tab, Tab::Inspect);
    assert_eq!(session.scans().selected().strategy(), "center-out");
}

#[test]
fn keys_move_the_race_and_not_the_selected_scan() {
    let mut harness = opened(118);
    let inspected = harness.state().session.playback().position();
    for (key, expected) in [(Key::Period, 119), (Key::Comma, 118), (Key::Home, 0), (Key::End, 720)] {
        harness.key_press_modifiers(Modifiers::NONE, key);
        harness.run();
        assert_eq!(harness.state().session.race().steps(), expected, "{key:?}");
    }
    assert_eq!(harness.state().session.playback().position(), inspected);
}

/// All texts on the screen.
fn painted(harness: &Harness<'_, State>) -> Vec<String> {
    let mut found = Vec::new();
    let mut shapes: Vec<_> = harness.output().shapes.iter().map(|clipped| &clipped.shape).collect();
    while let Some(shape) = shapes.pop() {
        match shape {
            Shape::Vec(more) => shapes.extend(more),
            Shape::Text(text) => found.push(text.galley.text().to_owned()),
            _ => {}
        }
    }
    found
}

#[test]
fn the_podium_has_one_card_for_each_sign() {
    let harness = opened(u64::MAX);
    let painted = painted(&harness);
    let count = |text: &str| painted.iter().filter(|it| *it == text).count();
    for text in [
        "one px per visit",
        "up to 64 px per visit",
        "two counts per visit",
        "one block per visit",
        "of 11",
        "and stripes",
        "MISS",
        "words, stripes",
    ] {
        assert_eq!(count(text), 1, "{text}");
    }
    assert_eq!(count("the only one"), 2, "summed-area and blocks");
    assert_eq!(count("1st"), 3, "edge-in, words and stripes");
    for lane in ["one px", "up to 64 px", "two counts", "one block"] {
        assert_eq!(count(lane), 1, "the head of a lane: {lane}");
    }
}

/// The finish moves no control: no pill comes or goes, and the main button is as wide as before.
#[test]
fn nothing_jumps_at_the_finish() {
    for size in [vec2(1_280.0, 800.0), vec2(900.0, 600.0)] {
        let mut harness = opened(0);
        harness.set_size(size);
        harness.run_steps(8);
        let mut controls = |steps| {
            harness.state_mut().session.apply(Action::Playback(PlaybackAction::Scrub(steps)));
            harness.run_steps(24);
            let of_role = |role| harness.query_all_by_role(role).map(|node| node.rect()).collect::<Vec<_>>();
            let names = ["Play", "Again"];
            let main = names.iter().filter_map(|name| harness.query_by_label(name)).map(|node| node.rect());
            (of_role(Role::RadioButton), of_role(Role::ComboBox), of_role(Role::Slider), main.collect::<Vec<_>>())
        };
        let before = controls(100);
        assert_eq!((before.0.len(), before.1.len(), before.2.len(), before.3.len()), (3, 1, 1, 1));
        for steps in [0, 58, 719, 720] {
            assert_eq!(controls(steps), before, "after {steps} steps at {size}");
        }
    }
}

#[test]
fn when_all_have_finished_the_winners_stand_large_over_the_others() {
    let mut harness = opened(u64::MAX);
    let rect = |harness: &Harness<'_, State>, name| harness.get_by_label_contains(name).rect();
    let podium = ["edge-in, 1st", "words, 1st", "summed-area, 21 visits", "blocks, 209 visits"];
    let podium = podium.map(|name| rect(&harness, name));
    let first = podium[0];
    assert!(podium.iter().all(|card| card.size() == first.size() && card.top() == first.top()));
    assert!(podium.windows(2).all(|cards| cards[0].right() < cards[1].left()), "the smallest unit first");
    let (second, stripes) = (rect(&harness, "incremental:3, 2nd"), rect(&harness, "stripes, 1st"));
    let (fourth, last) = (rect(&harness, "last-hit, 4th"), rect(&harness, "sample:10, approximate, wrong"));
    assert!(fourth.width() < first.width() && fourth.top() > first.bottom() && fourth.left() > second.left());
    assert!(stripes.top() > fourth.top() && stripes.right() < last.left(), "a larger unit follows");
    let legend = rect(&harness, "Legend: only ship, only rock, both, first to last visit, the hit");
    assert!(legend.left() > last.right() && legend.top() == last.top(), "the legend comes last");
    harness.get_by_label("as listed").click();
    harness.run();
    assert_eq!(harness.state().session.race().order, RaceOrder::Listed);
    let (rows, words) = (rect(&harness, "rows, 8th"), rect(&harness, "words, 1st"));
    assert!(rows.size() == words.size() && rows.top() < words.top(), "as listed, all are of one size");
    harness.get_by_label("by visits").click();
    harness.run();
    assert_eq!(rect(&harness, "edge-in, 1st"), first);
}

#[test]
fn while_it_runs_finishers_stand_first_then_those_that_search_then_the_wrong() {
    let mut harness = opened(19);
    harness.get_by_label("No scan that reads one px has found it yet");
    harness.get_by_label_contains("words and stripes 17 (up to 64 px), summed-area searching, blocks searching.");
    let rect = |harness: &Harness<'_, State>, name| harness.get_by_label_contains(name).rect();
    let go = |harness: &mut Harness<'_, State>, steps| {
        harness.state_mut().session.apply(Action::Playback(PlaybackAction::Scrub(steps)));
        harness.run();
    };
    let (first, rows) = (rect(&harness, "words, 1st"), rect(&harness, "rows, 19 visits so far"));
    let (stripes, columns) = (rect(&harness, "stripes, 1st"), rect(&harness, "columns, 19 visits"));
    let wrong = rect(&harness, "sample:10, approximate, wrong");
    assert!(first.top() == rows.top() && stripes.top() > rows.bottom(), "a podium of those that search, too");
    assert!(stripes.left() < columns.left() && stripes.top() == columns.top() && wrong.top() > columns.bottom());
    let area = rect(&harness, "summed-area, 19 visits so far");
    go(&mut harness, 21);
    assert_eq!(rect(&harness, "summed-area, 21 visits, hit"), area, "it is the only one of its sign");
    assert_eq!(rect(&harness, "rows, 21 visits so far"), rows, "nothing else moves");
    go(&mut harness, 58);
    assert_eq!(rect(&harness, "edge-in, 1st"), rows, "it takes the place of rows");
    assert!(rect(&harness, "rows, 58 visits so far").top() == columns.top());
    assert_eq!((rect(&harness, "words, 1st"), rect(&harness, "summed-area, 21")), (first, area));
}

#[test]
fn a_narrow_window_says_how_many_cards_are_below() {
    let mut harness = opened(96);
    harness.set_size(vec2(900.0, 600.0));
    harness.run_steps(8);
    harness.get_by_label("9 more below").click();
    harness.run_steps(8);
    harness.get_by_label("4 more below").click();
    harness.run_steps(8);
    assert!(harness.query_by_label_contains("more below").is_none());
}

#[test]
fn a_card_tells_more_under_the_pointer() {
    let mut harness = opened(u64::MAX);
    harness.get_by_label_contains("edge-in, 1st").hover();
    harness.run();
    harness.get_by_label_contains("one px per visit · 58 visits · hit at 34,23 · 58 of 720 cells");
}

#[test]
fn a_card_can_be_reached_and_pressed_by_keys() {
    let mut harness = opened(118);
    harness.get_by_label_contains("hilbert").focus();
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().session.scans().selected().strategy(), "hilbert");
}

#[test]
fn without_an_overlap_nothing_races() {
    let harness = opened_at((52, 0), 0);
    harness.get_by_label("Boxes 12 px apart: nothing to test");
    assert!(harness.query_by_label_contains("visits so far").is_none());
    harness.get_by_label("Play").rect();
}

#[test]
fn who_is_wrong_is_said_after_who_is_first() {
    let harness = opened(u64::MAX);
    let rows = harness.state().session.derived().rows();
    let of = |name: &str| *rows.iter().find(|row| row.scan.strategy() == name).expect("a scan");
    let (right, misses) = (of("rows"), of("sample"));
    let hits = ScanRow { is_wrong: true, ..right };
    let says = |rows: &[ScanRow], is_hit: bool| sentence::concluded(Some("columns is first".to_owned()), rows, is_hit);
    assert_eq!(says(&[right], true), "columns is first");
    assert_eq!(says(&[right, misses], true), "columns is first; sample:10 misses it");
    assert_eq!(says(&[hits, right], true), "columns is first; rows hits without a shared pixel");
    assert_eq!(says(&[right, hits], false), "columns is first; rows reports a hit");
    assert_eq!(says(&[misses, right, hits], true), "columns is first; 2 scans are wrong");
    assert_eq!(says(&[misses, hits], true), "Every scan is wrong");
}

#[test]
fn where_a_pre_check_answers_no_scan_is_first() {
    let answered = |offset, check, mode| {
        let mut harness = opened_at(offset, u64::MAX);
        let session = &mut harness.state_mut().session;
        session.apply(ScanAction::SetPreCheck(Some(PreChecking { check, mode })).into());
        assert!(session.run_all_but_timing());
        session.apply(Action::Playback(PlaybackAction::Scrub(u64::MAX)));
        harness.run();
        harness
    };
    let misses = answered((39, 41), PreCheck::Circle, PreCheckMode::Before);
    misses.get_by_label(&format!("All {} scans need 0 visits", Scan::ALL.len()));
    let hits = answered((14, -21), PreCheck::BoxAlways, PreCheckMode::Instead);
    hits.get_by_label("Every scan is wrong");
    hits.get_by_label("rows, wrong, 0 visits, hit without a pixel, 0 of 520 cells");
}
