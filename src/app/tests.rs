//! The panels around the canvas: found by their names and used as a person would.

use super::panels;
use super::{command, popups, theme};
use crate::app::inputs::Input;
use crate::app::request::{PathFor, Popup, Request, WindowState, Work};
use crate::exports::{ExportRef, FrameMasks, Overlap};
use crate::files::{sample_sprite, write_whole};
use crate::geom::{Cell, Offset, Size};
use crate::scene::{ColorKey, MaskImage, Picture, SolidRule, SolidSource};
use crate::session::{
    Action, Camera, FileAction, PlaybackAction, ScanAction, Session, Slot, StageAction, ViewAction, Zoom,
};
use egui::{Key, Modifiers, Rect, Ui, Vec2, pos2, vec2};
use egui_kittest::{Harness, kittest::Queryable as _};
use std::sync::Arc;

/// What the tests keep from frame to frame: the state, and all that was asked for.
struct State {
    session: Session,
    hovered: Option<Cell>,
    work: Vec<Work>,
    popup: Option<Popup>,
    asked: Vec<Request>,
}

const SAMPLES: [(&str, &str); 2] = [("Ship and rock", "A seam of 13 px."), ("One pixel", "Touch in one pixel.")];

impl State {
    fn new(session: Session) -> Self {
        Self { session, hovered: None, work: Vec::new(), popup: None, asked: Vec::new() }
    }

    /// Does what was asked for in this frame.
    fn obey(&mut self, requests: Vec<Request>) {
        for request in requests {
            match &request {
                Request::Session(action) => {
                    self.session.apply((**action).clone());
                    settle(&mut self.session);
                }
                Request::Open(popup) => self.popup = Some(*popup),
                Request::ClosePopup => self.popup = None,
                _ => {}
            }
            self.asked.push(request);
        }
    }
}

fn sample(name: &str) -> crate::scene::Sprite {
    sample_sprite(name).expect("a sample")
}

/// Does all wanted work but the timing, whose results differ from run to run.
fn settle(session: &mut Session) {
    while let Some(job) = session.wanted().into_iter().find(|job| !job.is_timing()) {
        let result = job.run(&|| false).expect("nobody cancels");
        session.finish(result);
    }
}

fn session(a: &str, b: &str, offset: (i32, i32)) -> Session {
    let mut session = Session::default();
    let offset = Offset::new(offset.0, offset.1);
    session.apply(Action::Stage(StageAction::ShowPair { a: sample(a), b: sample(b), offset }));
    settle(&mut session);
    session
}

fn opening_scene() -> Session {
    session("ship.png", "rock.png", (10, -17))
}

/// All panels in their places, as the window will show them.
fn window(ui: &mut Ui, state: &mut State) {
    theme::install(ui);
    // The harness leaves a margin; the window has none.
    let whole = egui::UiBuilder::new().max_rect(ui.ctx().content_rect());
    ui.scope_builder(whole, |ui| panels_and_popups(ui, state));
}

fn panels_and_popups(ui: &mut Ui, state: &mut State) {
    let mut out = Vec::new();
    let screen = ui.ctx().content_rect();
    let is_small = screen.width() < 1_100.0;
    let left = if is_small {
        44.0
    } else if screen.width() >= 1_600.0 {
        280.0
    } else {
        240.0
    };
    let right = if is_small {
        232.0
    } else if screen.width() >= 1_600.0 {
        480.0
    } else {
        344.0
    };
    let canvas =
        Rect::from_min_max(pos2(screen.left() + left, 84.0), pos2(screen.right() - right, screen.bottom() - 84.0));
    let session = &state.session;
    let camera = Camera { centre: (0.0, 0.0), zoom: Zoom::In(10) };
    let window = WindowState { session, camera, hovered: state.hovered, canvas };
    command::handle_keys(ui, &window, &mut out);

    let thumbnails = [None; 2];
    let empty = egui::Frame::new().fill(theme::Theme::of(ui).panel);
    egui::Panel::top("top")
        .exact_size(40.0)
        .frame(empty)
        .show(ui, |ui| panels::top::show(ui, &window, &SAMPLES, &mut out));
    egui::Panel::bottom("transport")
        .exact_size(84.0)
        .frame(empty)
        .show(ui, |ui| panels::transport::show(ui, &window, &mut out));
    egui::Panel::left("left").exact_size(left).frame(empty).resizable(false).show(ui, |ui| {
        if is_small {
            panels::rail(ui, &window, thumbnails, &mut out);
        } else {
            panels::left(ui, &window, thumbnails, &mut out);
        }
    });
    egui::Panel::right("right")
        .exact_size(right)
        .frame(empty)
        .resizable(false)
        .show(ui, |ui| panels::right(ui, &window, &mut out));
    egui::Panel::top("answer").exact_size(44.0).frame(empty).show(ui, |ui| panels::answer::show(ui, &window, &mut out));
    panels::messages::show(ui, &window, &state.work, &mut out);
    if let Some(popup) = state.popup {
        popups::show(ui, &window, popup, &SAMPLES, &mut out);
    }
    state.obey(out);
}

fn harness(size: Vec2, state: State) -> Harness<'static, State> {
    let mut harness = Harness::builder().with_size(size).build_ui_state(window, state);
    harness.run();
    harness
}

fn middle() -> Vec2 {
    vec2(1_280.0, 800.0)
}

fn opened() -> Harness<'static, State> {
    harness(middle(), State::new(opening_scene()))
}

/// The requests since the last call, as text.
fn asked(harness: &mut Harness<'_, State>) -> Vec<String> {
    harness.state_mut().asked.drain(..).map(|request| format!("{request:?}")).collect()
}

fn press(harness: &mut Harness<'_, State>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
}

fn position_of_b(harness: &Harness<'_, State>) -> Cell {
    harness.state().session.stage().get(Slot::B).expect("B").position()
}

#[test]
fn a_row_says_all_it_shows() {
    let harness = opened();
    harness.get_by_label("rows, hit, 499 visits, 1 times fewer");
    harness.get_by_label("words, hit, 17 visits, 29 times fewer");
    harness.get_by_label("sample:10, approximate, wrong: miss, 9 visits");
    harness.get_by_label("Masks overlap: 13 of 720 px, 1.8 %");
}

#[test]
fn a_wrong_scan_shouts_and_is_a_click_away() {
    let mut harness = opened();
    harness.get_by_label("sample:10 misses it").click();
    harness.run();
    assert_eq!(harness.state().session.scans().selected().strategy(), "sample");
    harness.get_by_label("every").focus();
    harness.run();
    harness.get_by_label("every").type_text("1");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(harness.query_by_label_contains("misses it").is_none());
}

#[test]
fn the_table_sorts_by_its_header() {
    let mut harness = opened();
    let top_of = |harness: &Harness<'_, State>, name| harness.get_by_label_contains(name).rect().top();
    assert!(top_of(&harness, "rows, hit") < top_of(&harness, "words, hit"));
    harness.get_by_role_and_label(egui::Role::ColumnHeader, "visits").click();
    harness.run();
    assert!(top_of(&harness, "rows, hit") > top_of(&harness, "words, hit"));
    harness.get_by_label("visits, smallest first");
}

#[test]
fn every_answer_has_its_words() {
    for (offset, sentence) in [
        ((10, -17), "Masks overlap: 13 of 720 px, 1.8 %"),
        ((39, 41), "Boxes overlap 1 × 1, masks do not"),
        ((40, 0), "Boxes touch, nothing shared"),
        ((52, 0), "Boxes apart"),
    ] {
        harness(middle(), State::new(session("ship.png", "rock.png", offset))).get_by_label(sentence);
    }
    let mut clear = opening_scene();
    clear.apply(Action::Stage(StageAction::SetThreshold { slot: Slot::B, threshold: 255 }));
    let harness = harness(middle(), State::new(clear));
    harness.get_by_label("Mask of B has no solid pixel");
    harness.get_by_label("threshold 255; largest alpha is 255");
}

#[test]
fn what_leaves_a_mask_empty_is_named() {
    let by = |source, inverted| {
        let mut session = opening_scene();
        let rule = SolidRule { source, threshold: 0, inverted };
        session.apply(StageAction::SetRule { slot: Slot::A, rule }.into());
        harness(middle(), State::new(session))
    };
    let key = SolidSource::Key(ColorKey { color: [0, 16, 255], tolerance: 255 });
    by(key, false).get_by_label("by key colour #0010ff, tolerance 255");
    let size = Size::new(40, 42);
    let black = Picture::new(size, [0, 0, 0, 255].repeat(40 * 42), "PNG", true);
    let image = MaskImage { name: "black.png".to_owned(), path: None, picture: black };
    by(SolidSource::Image(Arc::new(image)), false).get_by_label("by mask image black.png, threshold 0");
}

#[test]
fn the_missing_image_is_asked_for_by_its_key() {
    for (slot, key) in [(Slot::A, "Ctrl O"), (Slot::B, "Ctrl Shift O")] {
        let mut session = Session::default();
        session.apply(FileAction::Loaded(slot.other(), sample("ship.png")).into());
        let harness = harness(middle(), State::new(session));
        harness.get_by_label(&format!("drop one on the canvas, or press {key}"));
    }
}

#[test]
fn many_messages_leave_the_window_usable() {
    let mut state = State::new(opening_scene());
    for number in 0..12 {
        let (title, detail) = (format!("{number}.png could not be opened"), "There is no such file.".to_owned());
        state.session.apply(Action::File(FileAction::Failed { title, detail }));
    }
    let mut harness = harness(middle(), state);
    harness.get_by_label("11.png could not be opened");
    assert!(harness.query_by_label("7.png could not be opened").is_none());
    harness.get_by_label("and 8 earlier");
    harness.get_by_label("Close all").click();
    harness.run();
    assert!(harness.state().session.messages().is_empty());
}

#[test]
fn space_plays_on_release_unless_it_was_held_for_a_drag() {
    let mut harness = opened();
    let is_playing = |harness: &Harness<'_, State>| harness.state().session.playback().is_playing();
    assert!(is_playing(&harness), "the first thing a person sees moves");
    press(&mut harness, Modifiers::NONE, Key::Space);
    assert!(!is_playing(&harness));

    harness.key_down(Key::Space);
    harness.run();
    assert!(!is_playing(&harness), "not before it is let go");
    harness.drag_at(pos2(600.0, 400.0));
    harness.run();
    harness.drop_at(pos2(650.0, 400.0));
    harness.run();
    harness.key_up(Key::Space);
    harness.run();
    assert!(!is_playing(&harness), "it was a drag");
}

#[test]
fn arrows_nudge_and_one_undo_takes_back_one_hold() {
    let mut harness = opened();
    for _ in 0..3 {
        harness.key_down(Key::ArrowRight);
        harness.run();
    }
    harness.key_up(Key::ArrowRight);
    harness.run();
    press(&mut harness, Modifiers::SHIFT, Key::ArrowDown);
    assert_eq!(position_of_b(&harness), Cell::new(13, -7));
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(position_of_b(&harness), Cell::new(13, -17));
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(position_of_b(&harness), Cell::new(10, -17));
    press(&mut harness, Modifiers::COMMAND, Key::Y);
    assert_eq!(position_of_b(&harness), Cell::new(13, -17));
}

#[test]
fn tab_changes_the_sprite_and_shift_tab_leads_to_the_controls() {
    let mut harness = opened();
    press(&mut harness, Modifiers::NONE, Key::Tab);
    assert_eq!(harness.state().session.stage().active, Slot::A);
    assert!(harness.ctx.memory(|memory| memory.focused().is_none()), "the focus has not moved");

    press(&mut harness, Modifiers::SHIFT, Key::Tab);
    let first = harness.ctx.memory(egui::Memory::focused);
    assert!(first.is_some());
    press(&mut harness, Modifiers::NONE, Key::Tab);
    assert_ne!(harness.ctx.memory(egui::Memory::focused), first, "now Tab goes from control to control");
    assert_eq!(harness.state().session.stage().active, Slot::A);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(position_of_b(&harness), Cell::new(10, -17), "and so do the arrows");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.ctx.memory(|memory| memory.focused().is_none()));
}

#[test]
fn keys_ask_for_what_the_menus_ask_for() {
    let mut harness = opened();
    for (modifiers, key, expected) in [
        (Modifiers::NONE, Key::F, "Zoom(Fit)"),
        (Modifiers::NONE, Key::Num0, "Zoom(One)"),
        (Modifiers::SHIFT, Key::Plus, "Zoom(In)"),
        (Modifiers::COMMAND, Key::O, "Pick(Open(Image(A)))"),
        (Modifiers::COMMAND | Modifiers::SHIFT, Key::O, "Pick(Open(Image(B)))"),
        (Modifiers::COMMAND, Key::E, "Pick(Export(Overlap mask))"),
        (Modifiers::NONE, Key::Num3, "Session(Scan(Select(2)))"),
        (Modifiers::NONE, Key::B, "Session(View(ShowLayer(Boxes, false)))"),
        (Modifiers::NONE, Key::Period, "Session(Playback(StepOn))"),
    ] {
        press(&mut harness, modifiers, key);
        assert_eq!(asked(&mut harness), [expected], "{key:?}");
    }
    press(&mut harness, Modifiers::NONE, Key::M);
    assert_eq!(asked(&mut harness).len(), 3, "all layers of bits");
}

#[test]
fn without_an_overlap_the_mask_of_a_is_exported() {
    let mut harness = harness(middle(), State::new(session("ship.png", "rock.png", (60, 0))));
    press(&mut harness, Modifiers::COMMAND, Key::E);
    assert_eq!(asked(&mut harness), ["Pick(Export(Mask of A))"]);
}

#[test]
fn times_appear_once_measured() {
    let mut harness = opened();
    assert!(harness.query_by_label_contains("ns, 1 times fewer").is_none());
    harness.state_mut().session.run_wanted();
    harness.run();
    harness.get_by_label_contains("s, 1 times fewer");
}

#[test]
fn what_is_typed_into_a_field_is_no_command() {
    let mut harness = opened();
    harness.get_by_label("x of B").click();
    harness.run();
    harness.get_by_label("x of B").type_text("12");
    press(&mut harness, Modifiers::NONE, Key::Num1);
    press(&mut harness, Modifiers::NONE, Key::F);
    assert_eq!(asked(&mut harness), [""; 0]);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(position_of_b(&harness), Cell::new(12, -17));
}

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
fn an_image_can_be_named_by_its_path() {
    let mut harness = harness(
        middle(),
        State { popup: Some(Popup::Path(PathFor::Open(Input::Image(Slot::A)))), ..State::new(opening_scene()) },
    );
    harness.get_by_label("File path").type_text("/tmp/a ship.png");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(asked(&mut harness), ["Named(Open(Image(A)), \"/tmp/a ship.png\")", "ClosePopup"]);
}

#[test]
fn an_export_asks_before_it_replaces_a_file() {
    let exports: [(ExportRef, _); 2] = [(&Overlap, "walk.png"), (&FrameMasks(Slot::A), "walk0.png")];
    for (export, there) in exports {
        let folder = tempfile::tempdir().expect("a folder");
        let [there, path] = [there, "walk.png"].map(|name| folder.path().join(name));
        let popup = Some(Popup::Path(PathFor::Export(export)));
        let mut harness = harness(middle(), State { popup, ..State::new(opening_scene()) });
        let field = harness.get_by_label("File path");
        field.focus();
        harness.run();
        press(&mut harness, Modifiers::COMMAND, Key::A);
        harness.get_by_label("File path").type_text(path.to_str().expect("UTF-8"));
        write_whole(&there, b"kept").expect("written");
        press(&mut harness, Modifiers::NONE, Key::Enter);
        harness.run();
        assert_eq!(asked(&mut harness), [""; 0], "{export:?}");
        harness.get_by_label("There is a file already. Replace writes over it.");
        harness.get_by_label("Replace").click();
        harness.run();
        let wanted = format!("Named(Export({export:?}), {path:?})");
        assert_eq!(asked(&mut harness), [wanted.as_str(), "ClosePopup"]);
    }
}

#[test]
fn messages_are_closed_and_work_is_cancelled() {
    let mut state = State::new(opening_scene());
    let (title, detail) = ("ship.png is not an image".to_owned(), "It starts with text.".to_owned());
    state.session.apply(Action::File(FileAction::Failed { title, detail }));
    state.work.push(Work { title: "Survey".to_owned(), done: 1, total: 9 });
    let mut harness = harness(middle(), state);
    harness.get_by_label("Cancel").click();
    harness.run();
    harness.get_by_label("Close the message").click();
    harness.run();
    assert_eq!(asked(&mut harness), ["CancelWork(0)", "Session(File(Close(0)))"]);
}

#[test]
fn an_empty_window_offers_what_can_be_done() {
    let mut harness = harness(middle(), State::new(Session::default()));
    harness.get_by_label("No images");
    press(&mut harness, Modifiers::NONE, Key::Space);
    harness.get_by_label("Open B…").click();
    harness.run();
    assert_eq!(asked(&mut harness), ["Pick(Open(Image(B)))"]);
}

#[test]
fn the_pixel_under_the_pointer_is_told_of() {
    let mut session = opening_scene();
    session.apply(ViewAction::Hover(Some(Cell::new(25, 14))).into());
    let state = State { hovered: session.view().hovered(), ..State::new(session) };
    let mut harness = harness(middle(), state);
    harness.get_by_label("comes up as #436");
    harness.get_by_label_contains("B 15,31, index 1,503, word and bit 46:31, alpha 0, clear");
    press(&mut harness, Modifiers::NONE, Key::End);
    harness.get_by_label("visited as #436");
}

#[test]
fn a_small_window_keeps_everything_within_reach() {
    let mut harness = harness(vec2(900.0, 600.0), State::new(opening_scene()));
    harness.get_by_label("Layers").click();
    harness.run();
    harness.get_by_label("Outlines").click();
    harness.run();
    assert_eq!(asked(&mut harness), ["Session(View(ShowLayer(Outlines, false)))"]);
    harness.get_by_label("File").click();
    harness.run();
    harness.get_by_label("Help");
    harness.get_by_label("Scene");
}

/// Selects the scan called `scan` and shows it after `visits` visits.
fn watch(session: &mut Session, scan: &str, visits: u64) {
    let place =
        session.scans().scans().iter().position(|listed| listed.to_string() == scan).expect("a scan of the list");
    session.apply(Action::Scan(ScanAction::Select(place)));
    session.apply(Action::Playback(PlaybackAction::Scrub(visits)));
    settle(session);
}

fn watched(scan: &str, visits: u64) -> State {
    let mut session = opening_scene();
    watch(&mut session, scan, visits);
    State::new(session)
}

#[test]
fn the_code_shows_the_line_and_its_values() {
    let window = harness(middle(), watched("rows", 372));
    window.get_by_label("for y in 0..h y 12");
    window.get_by_label("a = (ay+y)*A.w + ax+x 501 15:21");
    window.get_by_label("now: if p and q: return hit no");

    let window = harness(middle(), watched("summed-area", 23));
    window.get_by_label("look(x, y, w, h) 15,0 15 × 24");
    window.get_by_label("now: if p + q > w*h: return hit yes 363 > 360");
    window.get_by_label_contains("accepted, both must share a pixel");
}

#[test]
fn the_code_folds_in_a_low_window() {
    let window = harness(vec2(1_280.0, 690.0), watched("rows", 372));
    assert!(window.query_by_label("for y in 0..h y 12").is_none());
    window.get_by_label("Code").click();
}

#[test]
fn a_wide_window_shows_words_and_overlap() {
    let state = State { hovered: Some(Cell::new(27, 11)), ..watched("center-out", 130) };
    let mut window = harness(vec2(1_920.0, 1_080.0), state);
    window.get_by_label("A: word 14, bit 19   0x0003FFC0");
    window.get_by_label("B: word 42, bit 17   0xFFFC0000");
    window.get_by_label_contains("normal on B 0.");
    window.get_by_label("smallest push-out 1, −1 (1.4 px)");
    window.get_by_label("padded rows, 64 bits").click();
    window.run();
    assert_eq!(asked(&mut window), ["Session(View(SetPacking(PaddedRows)))"]);
    window.get_by_label_contains("A: word 11, bit 27");
}

#[test]
fn a_miss_says_how_near_the_masks_are() {
    let state = State::new(session("ship.png", "rock.png", (39, 41)));
    harness(middle(), state).get_by_label_contains("nearest pixels ");
}

/// Two full squares that share one corner pixel: what circles and ellipses miss.
fn corner_scene() -> Session {
    let square = || {
        let picture = Picture::new(Size::new(10, 10), vec![255; 400], "PNG", true);
        crate::scene::Sprite::new("square.png", picture, 0)
    };
    let mut session = Session::default();
    let pair = StageAction::ShowPair { a: square(), b: square(), offset: Offset::new(9, 9) };
    session.apply(Action::Stage(pair));
    settle(&mut session);
    session
}

#[test]
fn an_unsafe_pre_check_shouts_where_it_errs() {
    let mut harness = harness(middle(), State::new(corner_scene()));
    harness.get_by_label("Pre-check: none").click();
    harness.run();
    harness.get_by_label("circle").click();
    harness.run();
    harness.get_by_label("circle says apart, but the masks overlap");
    harness.get_by_label("pre-check circle misses it");
    harness.get_by_label("rows, wrong: miss, 0 visits");
    harness.get_by_label("show").click();
    harness.run();
    assert!(harness.query_by_label("pre-check circle misses it").is_none(), "shown only, it decides nothing");
    harness.get_by_label("rows, hit, 1 visit, 1 times fewer");
}

#[test]
fn the_always_true_box_hits_instead_of_the_scans() {
    let mut harness = harness(middle(), State::new(session("moon.png", "star.png", (90, 90))));
    harness.get_by_label("Pre-check: none").click();
    harness.run();
    harness.get_by_label("box-always").click();
    harness.run();
    harness.get_by_label("instead").click();
    harness.run();
    harness.get_by_label("pre-check box-always sees a hit");
    harness.get_by_label("rows, wrong: hit, 0 visits");
}

#[test]
fn engines_are_compared_and_marked() {
    let mut harness = harness(vec2(1_280.0, 1_400.0), State::new(corner_scene()));
    assert!(!harness.state().session.engines().is_watched(), "folded, no engine is asked");
    harness.get_by_label("Engines").click();
    harness.run();
    harness.get_by_label("solid if: alpha > 127, alpha > 0, different");
    harness.get_by_label("answer: hit, hit, the same");
    harness.get_by_label("First engine: pygame").click();
    harness.run();
    harness.get_by_role_and_label(egui::Role::Button, "SFML").click();
    harness.run();
    harness.get_by_label("first hit: miss, 9,9, different");
    harness.get_by_label("SFML, miss, differs from the truth").click();
    harness.run();
    assert_eq!(harness.state().session.engines().selected(), Some(crate::scene::Profile::Sfml));
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
