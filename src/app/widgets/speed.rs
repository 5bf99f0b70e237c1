//! Speed of the scan.

use std::ops::RangeInclusive;

use egui::style::HandleShape;
use egui::{Align, Layout, Response, RichText, Slider, Stroke, Ui, vec2};

use super::NumberField;
use crate::app::theme::{self, Theme};
use crate::words;

/// Speeds that can be chosen, in visits per second.
pub const SPEEDS: RangeInclusive<u64> = 1..=10_000_000;

/// Width of the rail and of the field, in points, and of the gaps between the parts.
const RAIL: f32 = 88.0;
const FIELD: f32 = 76.0;
const GAP: f32 = 12.0;

/// Shows a field for the speed, in visits per second, and a logarithmic slider if there is room for it.
pub fn speed(ui: &mut Ui, visits_per_second: &mut u64, has_slider: bool) -> Response {
    let theme = Theme::of(ui);
    let label = ui.painter().layout_no_wrap("speed".to_owned(), theme::note(), theme.t3);
    let rail = if has_slider { RAIL + GAP } else { 0.0 };
    let text = format!("{} / s", words::thousands(*visits_per_second));
    let text = ui.painter().layout_no_wrap(text, theme::mono(), theme.t1);
    // Only millions take more than the usual.
    let field = FIELD.max((text.size().x + 2.0 * ui.spacing().button_padding.x).ceil());
    let size = vec2(label.size().x + GAP + rail + field, 24.0);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.label(RichText::new("speed").font(theme::note()).color(theme.t3));
        if has_slider {
            rail_ui(ui, visits_per_second) | field_ui(ui, visits_per_second, field)
        } else {
            field_ui(ui, visits_per_second, field)
        }
    })
    .inner
}

fn rail_ui(ui: &mut Ui, visits_per_second: &mut u64) -> Response {
    ui.scope(|ui| {
        let theme = Theme::of(ui);
        // A stroke wider than the handle fills it.
        let widgets = &mut ui.visuals_mut().widgets;
        for state in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active] {
            state.fg_stroke = Stroke::new(8.0, theme.t1);
        }
        let spacing = ui.spacing_mut();
        spacing.slider_width = RAIL;
        spacing.interact_size.y = 15.0;
        let slider = Slider::new(visits_per_second, SPEEDS)
            .logarithmic(true)
            .step_by(0.0)
            .handle_shape(HandleShape::Rect { aspect_ratio: 0.55 })
            .show_value(false);
        ui.add(slider).accessible_name("speed")
    })
    .inner
}

fn field_ui(ui: &mut Ui, visits_per_second: &mut u64, width: f32) -> Response {
    // One point of dragging is 2 %, so that every power of ten takes as long.
    let step = (*visits_per_second as f64 * 0.02).max(0.1);
    let field = NumberField::new("visits per second", visits_per_second, SPEEDS).unit(" / s").width(width).step(step);
    ui.add(field)
}

#[cfg(test)]
mod tests {
    use egui::Key;
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    fn harness() -> Harness<'static, u64> {
        Harness::new_ui_state(|ui, visits: &mut u64| _ = speed(ui, visits, true), 120)
    }

    #[test]
    fn the_slider_is_logarithmic_and_stays_in_range() {
        let mut harness = harness();
        let rail = harness.get_by_role_and_label(egui::Role::Slider, "speed").rect();
        harness.drag_at(rail.center());
        harness.run();
        let middle = *harness.state();
        assert!((2_500..4_000).contains(&middle), "{middle}");
        harness.hover_at(rail.right_center() + vec2(100.0, 0.0));
        harness.run();
        assert_eq!(*harness.state(), *SPEEDS.end());
        harness.hover_at(rail.left_center() - vec2(100.0, 0.0));
        harness.run();
        assert_eq!(*harness.state(), *SPEEDS.start());
    }

    #[test]
    fn arrows_move_the_focused_slider() {
        let mut harness = harness();
        harness.get_by_role_and_label(egui::Role::Slider, "speed").focus();
        harness.run();
        harness.key_press(Key::ArrowRight);
        harness.run();
        assert!(*harness.state() > 120);
    }
}
