//! Position of a sprite, typed.

use super::modal::sheet;
use crate::app::prelude::*;
use crate::app::widgets::NumberField;
use crate::session::Stage;

/// Width of the sheet and of a field, in points.
const WIDTH: f32 = 240.0;
const FIELD: f32 = 116.0;

/// Shows the fields; the sprite follows each number that is taken.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, out: &mut Vec<Request>) {
    let Some(placed) = window.session.stage().get(slot) else { return out.push(Request::ClosePopup) };
    // Counted from A, A's own place is always 0,0: what is typed moves it by that much.
    let origin = window.session.origin().cell();
    let old = placed.position() - origin;
    let title = format!("Move {}", slot.letter());
    sheet(ui, [&title, "Position of its top left pixel."], WIDTH, out, |ui, is_entered, out| {
        let (mut x, mut y) = (old.x, old.y);
        let was_shown = take_focus(ui, slot);
        let is_left = ui
            .horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 8.0;
                let mut field = |axis: &str, value: &mut i64| {
                    let name = format!("{axis} to move {} to", slot.letter());
                    let field = NumberField::new(&name, value, -Stage::FAR..=Stage::FAR).label(axis).width(FIELD);
                    ui.add(field)
                };
                let fields = [field("x", &mut x), field("y", &mut y)];
                ui.data_mut(|data| data.insert_temp(id(slot), (fields[0].id, was_shown)));
                fields.iter().any(|field| field.lost_focus() || field.drag_stopped())
            })
            .inner;
        let new = Cell::new(x, y);
        if new != old {
            out.push(StageAction::Place { slot, position: new + origin }.into());
        }
        if is_left {
            out.push(StageAction::Settle.into());
        }
        if is_entered {
            out.push(Request::ClosePopup);
        }
    });
    if out.iter().any(|request| matches!(request, Request::ClosePopup)) {
        ui.data_mut(|data| data.remove::<(Id, bool)>(id(slot)));
        out.push(StageAction::Settle.into());
    }
}

fn id(slot: Slot) -> Id {
    Id::unique(("move to", slot.letter()))
}

/// Gives the focus to the first field before it is shown the second time: then all of its text is selected. Returns whether
/// it was shown before.
fn take_focus(ui: &Ui, slot: Slot) -> bool {
    let field = ui.data(|data| data.get_temp::<(Id, bool)>(id(slot)));
    if let Some((field, false)) = field {
        ui.memory_mut(|memory| memory.request_focus(field));
    }
    field.is_some()
}
