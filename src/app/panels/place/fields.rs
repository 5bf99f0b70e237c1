//! Building blocks of the lines of *Place A* and *Place B*.

use crate::app::prelude::*;
use crate::app::widgets::NumberField;
use crate::scene::Placement;

/// Between two controls, in points.
pub const GAP: f32 = 4.0;
/// Room for the names of the lines.
const NAMES: f32 = 64.0;

/// A line of controls after its name.
pub fn named(ui: &mut Ui, name: &str, add_controls: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let left = ui.cursor().left();
        ui.label(RichText::new(name).font(theme::note()).color(Theme::of(ui).t3));
        ui.add_space((left + NAMES - ui.cursor().left()).max(0.0));
        add_controls(ui);
    });
}

/// A field for the factor along an axis, or along both.
pub fn scale_field<'a>(name: &'a str, scale: &'a mut f64, label: &'a str, width: f32) -> NumberField<'a, f64> {
    let (least, most) = Placement::SCALES.into_inner();
    NumberField::new(name, scale, -most..=most).at_least(least).label(label).width(width).step(0.01)
}

/// True if a gesture in one of the fields has ended.
pub fn is_settled(fields: &[Response]) -> bool {
    fields.iter().any(|field| field.drag_stopped() || field.lost_focus())
}
