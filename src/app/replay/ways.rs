//! The tab without a log: the ways to begin.

use egui::containers::menu::MenuButton;

use super::left::open_button;
use super::{empty, still};
use crate::app::command::copied;
use crate::app::outside;
use crate::app::paint::write::left;
use crate::app::panels::empty::{card, ground, note, shell_line, text};
use crate::app::prelude::*;
use crate::app::widgets::{solid_button, status, text_button};
use crate::session::Placed;

/// Widths of all cards together, and below which they stand in one column without a picture, in points.
const WIDTH: f32 = 1_080.0;
const NARROW: f32 = 1_000.0;
/// Heights of the upper card and of the lower ones, the gap between two, and the space inside of each, in points.
const UPPER: f32 = 258.0;
const LOWER: f32 = 176.0;
const GAP: f32 = 12.0;
const PADDING: f32 = 16.0;
/// Height of a row, and the starts of its command and of its note, in points.
const ROW: f32 = 36.0;
const COLUMNS: [f32; 2] = [104.0, 340.0];

/// The command that starts games of an engine.
struct Start {
    engine: &'static str,
    command: &'static str,
    note: &'static str,
}

/// The engines whose games run unchanged.
const STARTS: [Start; 4] = [
    Start { engine: "pygame", command: "maskscope run game.py", note: "pygame and pygame-ce" },
    Start { engine: "Pygame Zero", command: "maskscope run game.py", note: "Actor.colliderect and its kind" },
    Start { engine: "Arcade", command: "maskscope run game.py", note: "version 3 and 2.6" },
    Start {
        engine: "Godot 4",
        command: "maskscope run my_project",
        note: "areas and bodies; the engine must be installed",
    },
];

/// Files that write a log, by the engine that they are for.
const BRIDGES: [(&str, &str); 4] = [
    ("JavaScript", include_str!("../../../samples/bridges/javascript/maskscope.js")),
    ("Godot", include_str!("../../../samples/bridges/godot/maskscope.gd")),
    ("LÖVE", include_str!("../../../samples/bridges/love/maskscope.lua")),
    ("C#", include_str!("../../../samples/bridges/csharp/Maskscope.cs")),
];

/// Shows the cards in the middle of what is left of `ui`.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    status::tell_else(ui, status::Status::default().can("drop", "a log, or a table as CSV"));
    let whole = ui.available_rect_before_wrap();
    let is_narrow = whole.width() < NARROW;
    let width = WIDTH.min(whole.width() - 2.0 * GAP);
    let height = if is_narrow { UPPER + 2.0 * (GAP + LOWER) } else { UPPER + GAP + LOWER };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let top = ((whole.height() - height) / 2.0).max(GAP);
        let (place, _) = ui.allocate_exact_size(vec2(whole.width(), top + height + GAP), Sense::hover());
        let corner = pos2(place.center().x - width / 2.0, place.top() + top);
        let upper = Rect::from_min_size(corner, vec2(width, UPPER));
        let half = if is_narrow { vec2(width, LOWER) } else { vec2((width - GAP) / 2.0, LOWER) };
        let next = if is_narrow { vec2(0.0, LOWER + GAP) } else { vec2(half.x + GAP, 0.0) };
        let lower = upper.left_bottom() + vec2(0.0, GAP);
        show_games(ui, upper, !is_narrow, out);
        show_logs(ui, Rect::from_min_size(lower, half), out);
        show_drag(ui, Rect::from_min_size(lower + next, half), window);
    });
}

/// Shows how a game is started, and beside it what is seen then.
fn show_games(ui: &mut Ui, place: Rect, has_picture: bool, out: &mut Vec<Request>) {
    let picture = Rect::from_min_size(place.right_top() + vec2(-still::SIZE.x - PADDING, PADDING), still::SIZE);
    let end = if has_picture { picture.left() - 24.0 } else { place.right() - PADDING };
    ground(ui, place);
    let inside = Rect::from_min_max(place.min + Vec2::splat(PADDING), pos2(end, place.bottom() - PADDING));
    card(ui, inside, "Run it unchanged", "not a line of the game changes", |ui| {
        if !outside::HAS_SYSTEM {
            return note(
                ui,
                "The desktop program starts a game and follows it; this page reads the log that it writes.",
            );
        }
        let chosen = rows(ui);
        ui.add_space(14.0);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let mut stops = stops(ui);
            let tip = "Starts a game in Python, or a project of Godot 4 by its project.godot, and judges its checks while it \
                       runs.";
            if solid_button(ui, None, "Choose a game…").on_hover_text(tip).clicked() {
                out.push(Ask::Choose(OpenAs::Game { stops }).into());
            }
            if text_button(ui, "Copy the line").on_hover_text(format!("Copies {}.", chosen.command)).clicked() {
                out.push(copied("Command", chosen.command.to_owned()));
            }
            ui.add_space(8.0);
            let tip = "Stops the game at its wrong hits, to go on frame by frame. Its clocks become Python functions, which \
                       take longer, so that they stand still while it waits.";
            if ui.checkbox(&mut stops, "Stop at wrong hits").on_hover_text(tip).changed() {
                ui.data_mut(|data| data.insert_temp(stops_id(), stops));
            }
            note(ui, "pygame, Arcade");
        });
    });
    if has_picture {
        still::show(ui, picture, out);
    }
}

/// True if a game that is chosen stops at its wrong hits.
fn stops(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(stops_id())).unwrap_or(true)
}

fn stops_id() -> Id {
    Id::unique("a chosen game stops at wrong hits")
}

/// Shows the engines; returns the one that a click has chosen.
fn rows(ui: &mut Ui) -> &'static Start {
    let theme = Theme::of(ui);
    let id = Id::unique("the engine of the command to copy");
    let chosen = ui.data(|data| data.get_temp(id)).unwrap_or(0_usize);
    for (at, start) in STARTS.iter().enumerate() {
        let (row, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let is_chosen = at == chosen;
        response.widget_info(|| {
            let label = format!("{}: {}", start.engine, start.command);
            WidgetInfo::selected(Role::RadioButton, true, is_chosen, label)
        });
        if response.clicked() {
            ui.data_mut(|data| data.insert_temp(id, at));
        }
        if is_chosen || response.hovered() {
            let back = row.expand2(vec2(8.0, 0.0));
            ui.painter().rect_filled(back, 3.0, if is_chosen { theme.ctl } else { theme.raise });
        }
        let column =
            |at: f32, text: &str, font: FontId, ink| left(ui, row.left() + at, row.center().y, text, font, ink);
        column(0.0, start.engine, theme::text(), theme.t1);
        column(COLUMNS[0], start.command, theme::mono(), theme.t1);
        column(COLUMNS[1], start.note, theme::note(), theme.t3);
        ui.painter().hline(row.x_range(), row.bottom(), Stroke::new(1.0, theme.line));
        response.on_hover_text("Chooses the line to copy.");
    }
    &STARTS[chosen]
}

/// Shows how a log is followed.
fn show_logs(ui: &mut Ui, place: Rect, out: &mut Vec<Request>) {
    ground(ui, place);
    card(ui, place.shrink(PADDING), "Follow a log", "any engine", |ui| {
        text(
            ui,
            "One line per check. Bridges for JavaScript, Phaser, Godot 3, LÖVE and C# write it; so can any program.",
        );
        ui.add_space(10.0);
        if outside::HAS_SYSTEM {
            shell_line(ui, "maskscope follow game.jsonl", out);
            ui.add_space(10.0);
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            open_button(ui, "Open…", out);
            bridges(ui, out);
            ui.add_space(8.0);
            note(ui, "or drop a .jsonl or .csv here");
        });
    });
}

/// Shows how a sprite is dragged past the other.
fn show_drag(ui: &mut Ui, place: Rect, window: &WindowState<'_>) {
    ground(ui, place);
    card(ui, place.shrink(PADDING), "Drag one over the other", "no game at hand", |ui| {
        text(ui, "Each place that the sprite passes is a check, as a game that tests boxes would make it.");
        way(ui);
        let name = |slot| window.session.stage().get(slot).map(|placed: &Placed| placed.sprite().name.clone());
        let names = name(Slot::A).zip(name(Slot::B));
        let drag = names.map_or_else(|| "Drag B over A".to_owned(), |(a, b)| format!("Drag {b} over {a}"));
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            if ui.add(Button::new(drag).truncate()).on_hover_text("Shows both sprites: drag B across A.").clicked() {
                empty::set_drags(ui, true);
            }
            note(ui, "undo brings it back");
        });
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
