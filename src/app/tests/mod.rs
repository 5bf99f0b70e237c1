//! The panels around the canvas: found by their names and used as a person would.

mod over_the_window;
mod sentences;

use std::sync::Arc;

use egui::{Key, Modifiers, Rect, Ui, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::{command, panels, popups, theme};
use crate::app::request::{PathField, PathFor, Popup, Request, WindowState};
use crate::exports::{Chosen, ExportRef, FRAME_MASKS_OF_A, OVERLAP};
use crate::files::{sample_sprite, write_whole};
use crate::session::{
    Action, Ask, Event, OpenAs, PlaybackAction, ScanAction, Session, Slot, StageAction, ViewAction, Zoom,
};
use maskscope_core::geom::{Cell, Offset, Size};
use maskscope_core::scene::{ColorKey, MaskImage, Picture, PictureFormat, SolidRule, SolidSource};

/// State of the tests from frame to frame: that of the window, and all requests.
struct State {
    session: Session,
    hovered: Option<Cell>,
    work: Vec<String>,
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
                    assert!(self.session.run_all_but_timing());
                }
                Request::Open(popup) => self.popup = Some(popup.clone()),
                Request::ClosePopup => self.popup = None,
                _ => {}
            }
            self.asked.push(request);
        }
    }
}

fn sample(name: &str) -> maskscope_core::scene::Sprite {
    sample_sprite(name).expect("a sample")
}

fn session(a: &str, b: &str, offset: (i32, i32)) -> Session {
    let mut session = Session::default();
    let offset = Offset::new(offset.0, offset.1);
    session.apply(Action::Stage(StageAction::ShowPair { a: sample(a), b: sample(b), offset }));
    assert!(session.run_all_but_timing());
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
    let left = if is_small { 44.0 } else { panels::left_width(screen.width()) };
    let right = panels::right_width(screen.width());
    let canvas = Rect::from_min_max(
        pos2(screen.left() + left, 84.0),
        pos2(screen.right() - right, screen.bottom() - panels::TRANSPORT),
    );
    let session = &state.session;
    let zoom = Some(Zoom::In(10));
    let window = WindowState {
        session,
        zoom,
        hovered: state.hovered,
        canvas,
        sprites: [None; 2],
        continues: false,
        preview: None,
        exported: None,
        page: "",
        has_popup: false,
        has_script: false,
    };
    command::handle_keys(ui, &window, &mut out);

    let thumbnails = [None; 2];
    let empty = egui::Frame::new().fill(theme::Theme::of(ui).panel);
    egui::Panel::top("top")
        .exact_size(40.0)
        .frame(empty)
        .show(ui, |ui| panels::top::show(ui, &window, &SAMPLES, &mut out));
    egui::Panel::bottom("transport")
        .exact_size(panels::TRANSPORT)
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
    egui::Panel::top("layers")
        .exact_size(panels::layers::HEIGHT)
        .frame(empty)
        .show(ui, |ui| panels::layers::show(ui, &window, &mut out));
    panels::messages::show(ui, &window, &state.work, None, &mut out);
    if let Some(popup) = &mut state.popup {
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

    let state = harness.state_mut();
    state.session.apply(ViewAction::Show(crate::session::Tab::Replay).into());
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Tab);
    assert!(harness.ctx.memory(egui::Memory::focused).is_some(), "where no sprite is moved, Tab leads to the controls");
}

#[test]
fn keys_ask_for_what_the_menus_ask_for() {
    let mut harness = opened();
    for (modifiers, key, expected) in [
        (Modifiers::NONE, Key::F, "Zoom(Fit)"),
        (Modifiers::NONE, Key::Num0, "Zoom(One)"),
        (Modifiers::SHIFT, Key::Plus, "Zoom(In)"),
        (Modifiers::COMMAND, Key::O, "Ask(Choose(Image(A)))"),
        (Modifiers::COMMAND | Modifiers::SHIFT, Key::O, "Ask(Choose(Image(B)))"),
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
fn the_menu_asks_for_the_image_of_a_slot() {
    let mut harness = opened();
    for (slot, item) in [(Slot::A, "Open A…"), (Slot::B, "Open B…")] {
        harness.get_by_role_and_label(egui::Role::Button, "File").click();
        harness.run();
        harness.get_by_label(item).click();
        harness.run();
        assert_eq!(asked(&mut harness), [format!("{:?}", Request::Ask(Ask::Choose(OpenAs::Image(slot))))]);
    }
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
