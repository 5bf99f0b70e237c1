//! The content of the tab while there is nothing to replay: three ways to begin; and while a log is followed that has no
//! check yet: what is there, and what is still missing.

use std::path::{Path, absolute};
use std::time::Duration;

use egui::{Frame, Margin, Modifiers, Popup, containers::menu::MenuButton};

use super::left::{notes, open_button};
use crate::app::command::copied;
use crate::app::outside;
use crate::app::paint::write::{elided, left, right, titled};
use crate::app::panels::empty::{card, foot, note, shell_line, text};
use crate::app::prelude::*;
use crate::app::widgets::{divider, solid_button, status};
use crate::files::shown;
use crate::session::{LogAction, LogPlayer, LogSource, Placed};

/// Size of a card, and the gap between two, in points.
const CARD: Vec2 = vec2(352.0, 256.0);
const GAP: f32 = 12.0;
/// Files that write a log, by the engine that they are for.
const BRIDGES: [(&str, &str); 4] = [
    ("JavaScript", include_str!("../../../samples/bridges/javascript/maskscope.js")),
    ("Godot", include_str!("../../../samples/bridges/godot/maskscope.gd")),
    ("LÖVE", include_str!("../../../samples/bridges/love/maskscope.lua")),
    ("C#", include_str!("../../../samples/bridges/csharp/Maskscope.cs")),
];

/// True once somebody has asked to drag: then the canvas shows in place of the cards.
pub fn drags(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(id())).unwrap_or(false)
}

/// Shows the cards again, or the canvas.
pub fn set_drags(ui: &Ui, drags: bool) {
    ui.data_mut(|data| data.insert_temp(id(), drags));
}

fn id() -> Id {
    Id::unique("drags in the replay tab")
}

fn can_stop_id() -> Id {
    Id::unique("a chosen game can be stopped")
}

/// The content of the tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyState {
    /// Three ways to begin.
    Empty,
    /// A log that is followed, and has no check yet.
    Waiting,
    /// The checks of a log.
    Log,
    /// A path, or one that will be dragged.
    Drag,
}

impl EmptyState {
    /// Returns the present one.
    pub fn of(ui: &Ui, window: &WindowState<'_>) -> Self {
        let session = window.session;
        let comes = |log: &LogPlayer| {
            use LogSource as Of;
            matches!(log.source, Of::Awaited | Of::Reading | Of::Following | Of::Resting)
        };
        match session.log() {
            Some(log) if log.replay.steps.is_empty() && comes(log) => Self::Waiting,
            Some(_) => Self::Log,
            None if session.route().route().is_some() || session.route().recorded().is_some() => Self::Drag,
            None if drags(ui) => Self::Drag,
            None => Self::Empty,
        }
    }
}

/// Shows the cards in the middle of what is left of `ui`.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let whole = ui.available_rect_before_wrap();
    let keys = status::Status::default().can("drop", "a log, or a table as CSV");
    status::tell_else(ui, keys);
    let width = CARD.x.min((whole.width() - 4.0 * GAP) / 3.0);
    let all = Rect::from_center_size(whole.center(), vec2(3.0 * width + 2.0 * GAP, CARD.y.min(whole.height() - GAP)));
    let place = |at: u8| {
        let left = all.left() + f32::from(at) * (width + GAP);
        Rect::from_min_size(Pos2::new(left, all.top()), vec2(width, all.height()))
    };
    card(ui, place(0), "1  Run it unchanged", "pygame, Godot", |ui| {
        text(ui, "Pictures, boxes, circles and masks are taken from the running game. Not a line of it changes.");
        ui.add_space(12.0);
        if outside::HAS_SYSTEM {
            shell_line(ui, "maskscope run game.py", out);
            ui.add_space(12.0);
            note(ui, "Starts the game, follows it, and writes game.jsonl beside it. Close the game to end.");
            foot(ui);
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                let mut can_stop = ui.data(|data| data.get_temp(can_stop_id())).unwrap_or(false);
                let tip = "Starts a game in Python, or a project of Godot 4 by its project.godot, and judges its checks while it \
                           runs.";
                if solid_button(ui, Icon::Play, "Choose a game…").on_hover_text(tip).clicked() {
                    out.push(Ask::Choose(OpenAs::Game { can_stop }).into());
                }
                let tip = "Lets you stop the game at its wrong hits, and go on frame by frame. Its clocks become Python functions, \
                           which take longer, so that they stand still while it waits.";
                if ui.checkbox(&mut can_stop, "Can be stopped").on_hover_text(tip).changed() {
                    ui.data_mut(|data| data.insert_temp(can_stop_id(), can_stop));
                }
            });
        } else {
            note(ui, "The desktop program starts a game and follows it; this page reads the log that it writes.");
        }
    });
    card(ui, place(1), "2  Follow a log", "any engine", |ui| {
        text(ui, "One line per check. Bridges for JavaScript, Godot, LÖVE and C# write it; so can any program.");
        ui.add_space(12.0);
        if outside::HAS_SYSTEM {
            shell_line(ui, "maskscope follow game.jsonl", out);
            ui.add_space(12.0);
        }
        note(ui, "Or drop a log here: .jsonl, or a .csv with frame, x, y and hit.");
        foot(ui);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            open_button(ui, "Open…", out);
            bridges(ui, out);
        });
    });
    card(ui, place(2), "3  Drag one over the other", "", |ui| {
        text(ui, "Without a game: every position on the way becomes a check, as a game would make it.");
        way(ui);
        note(ui, "Undo brings the sprite back to where it was.");
        foot(ui);
        let name = |slot| window.session.stage().get(slot).map(|placed: &Placed| placed.sprite().name.clone());
        let names = name(Slot::A).zip(name(Slot::B));
        let drag = names.map_or_else(|| "Drag B over A".to_owned(), |(a, b)| format!("Drag {b} over {a}"));
        if ui.add(Button::new(drag).truncate()).on_hover_text("Shows both sprites: drag B across A.").clicked() {
            set_drags(ui, true);
        }
    });
}

/// Adds a list of bridges; a click copies one.
fn bridges(ui: &mut Ui, out: &mut Vec<Request>) {
    let (response, _) = MenuButton::new(("Copy a bridge", Icon::Down.atom())).ui(ui, |ui| {
        for (engine, code) in BRIDGES {
            let tip = format!("Copies the file that writes a log for {engine}.");
            if ui.button(engine).on_hover_text(tip).clicked() {
                out.push(copied(&format!("Bridge for {engine}"), code.to_owned()));
            }
        }
    });
    response.on_hover_text("Copies the file that writes a log from a game in another engine.");
}

/// A way with two hits in its middle.
fn way(ui: &mut Ui) {
    let theme = Theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 64.0), Sense::hover());
    let count = 9_u8;
    let at = |step: u8| {
        let x = rect.left() + 14.0 + f32::from(step) * (rect.width() - 28.0).min(208.0) / f32::from(count - 1);
        let off = f32::from(step) / f32::from(count - 1) - 0.5;
        Pos2::new(x, rect.center().y - 8.0 + 64.0 * off * off)
    };
    ui.painter().line((0..count).map(at).collect(), Stroke::new(1.0, theme.t3));
    for step in 0..count {
        if (4..6).contains(&step) {
            marks::rimmed_diamond(ui.painter(), at(step), 4.5, theme.both);
        } else {
            ui.painter().circle_filled(at(step), 5.0, theme.panel);
            marks::ring(ui.painter(), at(step), 4.0, theme.t1);
        }
    }
}

/// Width of the card and height of a line, in points.
const WIDTH: f32 = 480.0;
const LINE: f32 = 28.0;

/// Shows the card in the middle of what is left of `ui`.
pub fn show_waiting(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let whole = ui.available_rect_before_wrap();
    status::tell_else(ui, status::Status::default().can("Esc", "stop waiting"));
    let is_covered = Popup::is_any_open(ui) || ui.memory(|memory| memory.top_modal_layer().is_some());
    if !is_covered && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        out.push(LogAction::Close.into());
    }
    let since = format!("for {}", since(ui, log));
    let card = Rect::from_center_size(whole.center(), vec2(WIDTH.min(whole.width() - 24.0), 240.0));
    ui.scope_builder(UiBuilder::new().max_rect(card), |ui| {
        let frame = Frame::new().fill(theme.panel).stroke(Stroke::new(1.0, theme.line)).corner_radius(3.0);
        frame.show(ui, |ui| {
            ui.spacing_mut().item_spacing = Vec2::ZERO;
            let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 40.0), Sense::hover());
            titled(ui, row.shrink2(vec2(16.0, 0.0)), row.center().y, &log.name(), &since);
            divider(ui);
            Frame::new().inner_margin(Margin::symmetric(16, 12)).show(ui, |ui| lines(ui, log));
            notes(ui, log);
            if outside::HAS_SYSTEM {
                divider(ui);
                Frame::new().inner_margin(Margin::symmetric(16, 12)).show(ui, |ui| {
                    let text = "If it stays empty: start the game in this folder, or let maskscope start it.";
                    ui.label(RichText::new(text).font(theme::note()).color(theme.t2));
                    ui.add_space(8.0);
                    shell_line(ui, "maskscope run game.py", out);
                });
            }
        });
    });
}

/// Returns how long the log has been waited for.
fn since(ui: &Ui, log: &LogPlayer) -> String {
    let (id, now) = (Id::unique("waiting since"), ui.input(|input| input.time));
    let (of, begun) = ui.data(|data| data.get_temp(id)).unwrap_or((log.number, now));
    let begun = if of == log.number { begun } else { now };
    ui.data_mut(|data| data.insert_temp(id, (log.number, begun)));
    let seconds = now - begun;
    // When the text changes next.
    let unit = if seconds < 60.0 { 1.0 } else { 60.0 };
    ui.request_repaint_after(Duration::from_secs_f64(unit - seconds.rem_euclid(unit)));
    if seconds < 60.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", (seconds / 60.0).floor()) }
}

/// Shows what is there and what is missing: the folder, the file and its checks.
fn lines(ui: &mut Ui, log: &LogPlayer) {
    let is_input = log.path.as_os_str() == "-";
    let folder = log.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_there = !matches!(log.source, LogSource::Awaited);
    let whole = absolute(folder);
    let note = if is_input { String::new() } else { shown(whole.as_deref().unwrap_or(folder)) };
    // A file that is there lies in a folder.
    if is_input || is_there || outside::is_folder(folder) {
        line(ui, Some(true), "The folder is there", &note);
    } else {
        line(ui, Some(false), "There is no such folder", &note);
    }
    if is_there {
        line(ui, Some(true), &format!("{} is there", log.name()), "reading");
    } else {
        line(ui, None, &format!("No file {} in it yet", log.name()), "looking");
    }
    line(ui, None, "No check yet", "they come with the first collision test");
}

/// A line that ticks off when it comes true; `None` while it may still come true.
fn line(ui: &mut Ui, is_true: Option<bool>, text: &str, note: &str) {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    let (y, sign) = (rect.center().y, rect.left_center() + vec2(7.0, 0.0));
    let ink = match is_true {
        Some(true) => {
            Icon::Check.paint(ui.painter(), sign, theme.t1);
            theme.t1
        }
        Some(false) => {
            marks::triangle(ui.painter(), sign, 5.5, theme.bad, theme.panel);
            theme.bad_text
        }
        None => {
            marks::ring(ui.painter(), sign, 4.0, theme.t3);
            theme.t2
        }
    };
    let end = left(ui, rect.left() + 24.0, y, text, theme::text(), ink);
    right(ui, rect.right(), y, &elided(ui, note, rect.right() - end - 12.0, &theme::note()), theme::note(), theme.t3);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{text}: {note}")));
}
