//! The parameters of the selected scan.

use egui::{RichText, Ui};

use crate::app::panels::layout::padded;
use crate::app::request::Request;
use crate::app::theme::{self, Theme};
use crate::app::widgets::{NumberField, segmented};
use crate::scan::{Field, Scan};
use crate::session::{ScanAction, Session};

/// Width of a field, in points.
const FIELD: f32 = 64.0;

/// Shows a line of fields, or nothing for a scan that has nothing to set.
pub(super) fn show(ui: &mut Ui, session: &Session, out: &mut Vec<Request>) {
    let scan = session.scans().selected();
    let fields = scan.fields();
    if fields.is_empty() {
        return;
    }
    padded(ui, 4, 4, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            ui.label(RichText::new(scan.strategy()).font(theme::note()).color(Theme::of(ui).t3));
            for field in fields {
                out.extend(show_field(ui, scan, field).map(|new| ScanAction::SetParameters(new).into()));
            }
        });
    });
}

/// Shows one field; returns the scan that it has been set to.
fn show_field(ui: &mut Ui, scan: Scan, field: Field<Scan>) -> Option<Scan> {
    match field {
        Field::Choice { help, options } => {
            let mut chosen = scan;
            let response = segmented(ui, &mut chosen, &options).on_hover_text(help);
            response.changed().then_some(chosen)
        }
        Field::Switch { name, help, mut is_on, switched } => {
            ui.checkbox(&mut is_on, name).on_hover_text(help).changed().then_some(switched)
        }
        Field::Number { name, unit, help, mut value, range, with } => {
            let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
            let number = NumberField::new(name, &mut value, range).unit(&unit).width(FIELD);
            ui.add(number).on_hover_text(help).changed().then(|| with(value))
        }
    }
}
