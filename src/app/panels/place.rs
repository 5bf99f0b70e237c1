//! Where the sprites stand.

use egui::{Align, Layout, Rect, Ui, UiBuilder, pos2, vec2};

use super::padded;
use crate::app::theme::{self, Theme};
use crate::app::widgets::{NumberField, section_title, segmented, text_button};
use crate::app::words;
use crate::app::{Frame, Request};
use crate::geom::Cell;
use crate::session::{Placed, Slot, Stage, StageAction};

/// Width of the choice between A and B, in points.
const CHOICE: f32 = 47.0;

/// Shows the position of the active sprite and what follows for the offset.
pub fn show(ui: &mut Ui, frame: &Frame<'_>, out: &mut Vec<Request>) {
    padded(ui, 0, 10, |ui| {
        let stage = frame.session.stage();
        title(ui, stage, out);
        ui.add_space(2.0);
        position(ui, stage, out);
        ui.add_space(4.0);
        offset(ui, stage);
    });
}

/// `Place B`, and the choice between the two.
fn title(ui: &mut Ui, stage: &Stage, out: &mut Vec<Request>) {
    let rect = section_title(ui, &format!("Place {}", stage.active.letter()), "").rect;
    let choices = Slot::ALL.map(|slot| (slot, slot.letter()));
    let mut active = stage.active;
    let right = Rect::from_min_max(pos2(rect.right() - CHOICE, rect.top()), rect.max);
    let right = UiBuilder::new().max_rect(right).layout(Layout::left_to_right(Align::Center));
    let choice = ui.scope_builder(right, |ui| segmented(ui, &mut active, &choices)).inner;
    if choice.changed() {
        out.push(StageAction::Activate(active).into());
    }
    choice.on_hover_text("Which sprite the fields and the arrow keys move.");
}

fn position(ui: &mut Ui, stage: &Stage, out: &mut Vec<Request>) {
    let slot = stage.active;
    let placed = stage.get(slot);
    let origin = origin(stage);
    let old = placed.map_or(Cell::ORIGIN, |placed| placed.position) - origin;
    let mut new = old;
    let width = ((ui.available_width() - 4.0) / 2.0).floor();
    let row = ui.add_enabled_ui(placed.is_some(), |ui| {
        ui.horizontal(|ui| {
            let x = coordinate(ui, "x", &mut new.x, width, slot);
            let rest = ui.available_width();
            let y = coordinate(ui, "y", &mut new.y, rest, slot);
            [x, y].iter().any(|field| field.drag_stopped() || field.lost_focus())
        })
    });
    if new != old {
        out.push(StageAction::Place { slot, position: new + origin }.into());
    }
    let is_settled = row.inner.inner;
    if is_settled {
        out.push(StageAction::Settle.into());
    }
}

/// The world cell from which the fields count: B is seen from A, as on the rulers and on the command line; A from
/// where it was opened.
fn origin(stage: &Stage) -> Cell {
    match (stage.active, stage.get(Slot::A)) {
        (Slot::B, Some(a)) => a.position,
        _ => Cell::ORIGIN,
    }
}

fn coordinate(ui: &mut Ui, axis: &str, value: &mut i64, width: f32, slot: Slot) -> egui::Response {
    let name = format!("{axis} of {}", slot.letter());
    let field = NumberField::new(&name, value, -Stage::FAR..=Stage::FAR).label(axis).width(width);
    let tip = match slot {
        Slot::A => format!("How far A has been moved along {axis} since it was opened."),
        Slot::B => format!("Where the top left pixel of B is, seen from that of A, along {axis}."),
    };
    ui.add(field).on_hover_text(tip)
}

/// The offset as the command line wants it, and the command that asks for this placement.
fn offset(ui: &mut Ui, stage: &Stage) {
    let Some(((a, b), offset)) = stage.both().zip(stage.offset()) else { return };
    let theme = Theme::of(ui);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 24.0), Layout::right_to_left(Align::Center), |ui| {
        let tip = "Copies the command that checks this placement without a window.";
        if text_button(ui, "Copy command").on_hover_text(tip).clicked() {
            ui.ctx().copy_text(check_command(a, b, &words::at_argument(offset)));
        }
        let room = ui.available_width();
        let text = |words: &str, font, ink| ui.painter().layout_no_wrap(words.to_owned(), font, ink);
        let name = text("B from A", theme::note(), theme.t3);
        let point = text(&words::point(offset.cell()), theme::mono(), theme.t2);
        // Far apart, only the numbers have room.
        let is_roomy = name.size().x + point.size().x + 2.0 * ui.spacing().item_spacing.x <= room;
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            if is_roomy {
                ui.label(name);
            }
            ui.label(point);
        });
    });
}

/// `maskscope check 'a.png' 'b.png' --at 10,-17`, for a shell.
fn check_command(a: &Placed, b: &Placed, at: &str) -> String {
    let mut command = format!("maskscope check {} {} --at {at}", shell_word(a), shell_word(b));
    for (slot, placed) in [("a", a), ("b", b)] {
        let threshold = placed.sprite.threshold();
        if threshold != 0 {
            command.push_str(&format!(" --threshold-{slot} {threshold}"));
        }
    }
    command
}

fn shell_word(placed: &Placed) -> String {
    let sprite = &placed.sprite;
    let path = sprite.path.as_ref().map_or_else(|| sprite.name.clone(), |path| path.display().to_string());
    format!("'{}'", path.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{geom::Size, scene::Picture, scene::Sprite};

    fn placed(name: &str, threshold: u8) -> Placed {
        let picture = Picture::new(Size::new(1, 1), vec![0; 4], "PNG", true);
        Placed { sprite: Sprite::new(name, picture, threshold), position: Cell::ORIGIN }
    }

    #[test]
    fn the_command_survives_a_shell() {
        let command = check_command(&placed("my ship.png", 0), &placed("it's.png", 128), "10,-17");
        assert_eq!(command, r"maskscope check 'my ship.png' 'it'\''s.png' --at 10,-17 --threshold-b 128");
    }
}
