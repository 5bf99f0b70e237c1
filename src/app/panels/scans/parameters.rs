//! The parameters of the selected scan, in place of its bar.

use egui::{Popup, PopupCloseBehavior};

use crate::app::prelude::*;
use crate::app::widgets::{NumberField, low, segmented, text_button};
use crate::scan::{Field, Scan};
use crate::session::{ScanAction, Session};

/// Width of a field in the list of them all, in points.
const FIELD: f32 = 120.0;
/// Below this width a field goes without its unit.
const UNIT: f32 = 56.0;

/// Shows what can be set in `place`, while the pointer is on the row, or it, or what is in it, has the focus.
pub(super) fn show(ui: &mut Ui, row: &Response, place: Rect, session: &Session, out: &mut Vec<Request>) {
    let scan = session.scans().selected();
    let mut fields = scan.fields();
    let id = ui.scope_id().with("parameters");
    let was_in_use = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    if fields.is_empty() || !(was_in_use || row.has_focus() || ui.rect_contains_pointer(row.rect)) {
        return;
    }
    ui.painter().rect_filled(place.with_min_x(place.left() - 2.0), 0.0, Theme::of(ui).ctl);
    let layout = Layout::left_to_right(Align::Center);
    let response = ui
        .scope_builder(UiBuilder::new().max_rect(place).layout(layout), |ui| {
            low(ui, |ui| match (fields.pop(), fields.is_empty()) {
                (Some(field @ Field::Number { .. }), true) => show_field(ui, scan, field, place.width(), out),
                _ => menu(ui, id, scan, place, out),
            })
        })
        .inner;
    let is_in_use = response.has_focus() || response.dragged() || Popup::is_id_open(ui, popup_id(id));
    ui.data_mut(|data| data.insert_temp(id, is_in_use));
}

fn popup_id(id: Id) -> Id {
    id.with("popup")
}

/// A button that opens all of them.
fn menu(ui: &mut Ui, id: Id, scan: Scan, place: Rect, out: &mut Vec<Request>) -> Response {
    let text = if place.width() < UNIT { "Set" } else { "Set…" };
    let button = text_button(ui, text).accessible_name(format!("Parameters of {}", scan.strategy()));
    let popup = Popup::menu(&button).id(popup_id(id)).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            for field in scan.fields() {
                show_field(ui, scan, field, FIELD, out);
            }
        });
    });
    button.on_hover_text(format!("Parameters of {}.", scan.strategy()))
}

/// Shows one field.
fn show_field(ui: &mut Ui, scan: Scan, field: Field<Scan>, width: f32, out: &mut Vec<Request>) -> Response {
    let (response, new) = match field {
        Field::Choice { help, options } => {
            let mut chosen = scan;
            (segmented(ui, &mut chosen, &options).on_hover_text(help), chosen)
        }
        Field::Switch { name, help, mut is_on, switched } => {
            (ui.checkbox(&mut is_on, name).on_hover_text(help), switched)
        }
        Field::Number { name, unit, help, mut value, range, with } => {
            let unit = if unit.is_empty() || width < UNIT { String::new() } else { format!(" {unit}") };
            let number = NumberField::new(name, &mut value, range).label(name).unit(&unit).width(width);
            (ui.add(number).on_hover_text(help), with(value))
        }
    };
    if response.changed() {
        out.push(ScanAction::SetParameters(new).into());
    }
    response
}
