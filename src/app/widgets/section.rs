//! Titles of the sections of a panel.

use egui::collapsing_header::CollapsingState;
use egui::{Align2, Rect, Response, Role, Sense, Ui, WidgetInfo, vec2};

use crate::app::icons::Icon;
use crate::app::theme::{self, Theme};

/// Height of a title, in points.
const HEIGHT: f32 = 28.0;

/// The title of a section that is always open, with a note at the right. The note is left out where it does not fit.
pub fn section_title(ui: &mut Ui, title: &str, note: &str) -> Response {
    let (rect, response) = allocate(ui, Sense::hover());
    paint(ui, rect, title, note, 0.0);
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, ui.is_enabled(), title));
    response
}

/// A section that folds when its title is clicked; whether it is open is kept by `title`.
///
/// Returns what `body` returns while any of it shows.
pub fn section<R>(
    ui: &mut Ui,
    title: &str,
    note: &str,
    open_at_first: bool,
    body: impl FnOnce(&mut Ui) -> R,
) -> Option<R> {
    let id = ui.make_persistent_id(title);
    let mut state = CollapsingState::load_with_default_open(ui, id, open_at_first);
    if header(ui, title, note, state.is_open()).clicked() {
        state.toggle(ui);
    }
    state.show_body_unindented(ui, body).map(|shown| shown.inner)
}

fn header(ui: &mut Ui, title: &str, note: &str, open: bool) -> Response {
    const ARROW: f32 = 20.0;
    let (rect, response) = allocate(ui, Sense::click());
    let title_end = paint(ui, rect, title, note, ARROW);
    let theme = Theme::of(ui);
    let ink = if response.hovered() { theme.t1 } else { theme.t3 };
    let icon = if open { Icon::Down } else { Icon::Right };
    icon.paint(ui.painter(), rect.left_center() + vec2(title_end + ARROW / 2.0, 0.0), ink);

    response.widget_info(|| WidgetInfo::labeled(Role::DisclosureTriangle, ui.is_enabled(), title));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_expanded(open));
    response
}

fn allocate(ui: &mut Ui, sense: Sense) -> (Rect, Response) {
    ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), sense)
}

/// Paints title and note, keeping `reserved` points free after the title. Returns where the title ends.
fn paint(ui: &Ui, rect: Rect, title: &str, note: &str, reserved: f32) -> f32 {
    let theme = Theme::of(ui);
    let painter = ui.painter();
    let title_rect = painter.text(rect.left_center(), Align2::LEFT_CENTER, title, theme::text(), theme.t1);
    let note = painter.layout_no_wrap(note.to_owned(), theme::note(), theme.t3);
    let place = Align2::RIGHT_CENTER.anchor_size(rect.right_center(), note.size());
    if place.left() >= title_rect.right() + reserved + 8.0 {
        painter.galley(place.min, note, theme.t3);
    }
    title_rect.width()
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    #[test]
    fn a_section_folds_and_unfolds() {
        let mut harness = Harness::new_ui(|ui| {
            section_title(ui, "Scans", "of 720 cells");
            section(ui, "Code", "after Phaelax", true, |ui| ui.label("for y in 0..h"));
        });
        assert_eq!(harness.get_by_label("Scans").rect().height(), HEIGHT);
        assert!(harness.query_by_label("for y in 0..h").is_some());
        harness.get_by_label("Code").click();
        harness.run();
        assert!(harness.query_by_label("for y in 0..h").is_none());
        harness.get_by_label("Code").click();
        harness.run();
        assert!(harness.query_by_label("for y in 0..h").is_some());
    }
}
