//! One choice of a few: side by side, or in a list that drops down.

use crate::app::prelude::*;
use egui::{ComboBox, CornerRadius, WidgetText};

/// A row of joined buttons, 24 high, with the one for `chosen` pressed: `as listed | by visits`.
///
/// The response covers them all and has changed when `chosen` has.
pub fn segmented<T: PartialEq + Copy>(ui: &mut Ui, chosen: &mut T, choices: &[(T, &str)]) -> Response {
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let mut changed = false;
        let is_reversed = ui.layout().prefer_right_to_left();
        for place in 0..choices.len() {
            // Read from left to right even where a panel is filled from the right.
            let at = if is_reversed { choices.len() - 1 - place } else { place };
            let (value, text) = choices[at];
            let corners = corners(at == 0, at + 1 == choices.len());
            let clicked = segment(ui, text, value == *chosen, corners).clicked();
            if clicked && value != *chosen {
                *chosen = value;
                changed = true;
            }
        }
        changed
    });
    let mut response = row.response;
    if row.inner {
        response.mark_changed();
    }
    response
}

fn segment(ui: &mut Ui, text: &str, on: bool, corners: CornerRadius) -> Response {
    let theme = Theme::of(ui);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), theme::note(), Color32::PLACEHOLDER);
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 16.0, 24.0), Sense::click());
    let ground = if on { theme.ctl_hi } else { theme.ctl };
    let ink = if on || response.hovered() { theme.t1 } else { theme.t2 };
    ui.painter().rect_filled(rect, corners, ground);
    let place = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
    ui.painter().galley(place.min, galley, ink);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), on, text));
    response
}

/// Only the outer corners of the row are round.
fn corners(first: bool, last: bool) -> CornerRadius {
    let (left, right) = (if first { 3 } else { 0 }, if last { 3 } else { 0 });
    CornerRadius { nw: left, sw: left, ne: right, se: right }
}

/// A box `width` wide, called `name`, that shows the text of the `chosen` one of some choices and drops a list of them all, each
/// with its tooltip.
pub fn choice_list<T: PartialEq>(
    ui: &mut Ui,
    name: &str,
    chosen: &mut T,
    choices: impl IntoIterator<Item = (T, String, String)>,
    width: f32,
) -> Response {
    let choices: Vec<_> = choices.into_iter().collect();
    let shown = choices.iter().find(|(choice, ..)| choice == chosen).map_or("", |(_, text, _)| text).to_owned();
    let list = drop_down(name, &shown, width).show_ui(ui, |ui| {
        for (choice, text, tip) in choices {
            let line = ui.selectable_value(chosen, choice, text);
            if !tip.is_empty() {
                line.on_hover_text(tip);
            }
        }
    });
    list.response.accessible_name(format!("{name}: {shown}"))
}

/// Returns a box `width` wide that shows `chosen` and drops a list. Fill and show it with [`ComboBox::show_ui`].
///
/// A list shows no name of its own: give its response one with `accessible_name`.
pub fn drop_down(id_salt: &str, chosen: impl Into<WidgetText>, width: f32) -> ComboBox<'_> {
    ComboBox::from_id_salt(id_salt).selected_text(chosen).width(width).truncate().icon(|ui, rect, visuals, _open| {
        Icon::Down.paint(ui.painter(), rect.center(), visuals.fg_stroke.color);
    })
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    #[test]
    fn only_a_new_choice_is_a_change() {
        let choices = [(false, "in order"), (true, "by finish")];
        let mut harness = Harness::new_ui_state(
            |ui, (by_finish, changes): &mut (bool, u32)| {
                if segmented(ui, by_finish, &choices).changed() {
                    *changes += 1;
                }
            },
            (false, 0),
        );
        for name in ["in order", "by finish", "by finish"] {
            harness.get_by_label(name).click();
            harness.run();
        }
        assert_eq!(*harness.state(), (true, 1));
    }
}
