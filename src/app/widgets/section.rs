//! Titles of the sections of a panel.

use egui::collapsing_header::CollapsingState;
use egui::{Align2, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::icons::Icon;
use crate::app::theme::{self, Theme};

/// Height of a title, in points.
const HEIGHT: f32 = 28.0;

/// The title of a section, and the texts beside it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heading<'a> {
    /// Its title.
    pub title: &'a str,
    /// What it is about, right after the title; left out where it does not fit.
    pub aside: &'a str,
    /// A note at the right; left out where it does not fit.
    pub note: &'a str,
}

/// The title of a section that is always open, with a note at the right. The note is left out where it does not fit.
pub fn section_title(ui: &mut Ui, title: &str, note: &str) -> Response {
    let (rect, response) = allocate(ui, Sense::hover());
    paint(ui, rect, Heading { title, aside: "", note }, 0.0);
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, ui.is_enabled(), title));
    response
}

/// A section that folds when its title is clicked; until then, `is_open_untouched` decides.
///
/// Returns what `body` returns while any of it shows.
pub fn section<R>(
    ui: &mut Ui,
    heading: Heading<'_>,
    is_open_untouched: bool,
    body: impl FnOnce(&mut Ui) -> R,
) -> Option<R> {
    let id = ui.make_persistent_id(heading.title);
    let chosen = ui.data(|data| data.get_temp::<bool>(id));
    let mut state = CollapsingState::load_with_default_open(ui, id, is_open_untouched);
    state.set_open(chosen.unwrap_or(is_open_untouched));
    if header(ui, heading, state.is_open()).clicked() {
        state.toggle(ui);
        ui.data_mut(|data| data.insert_temp(id, state.is_open()));
    }
    state.show_body_unindented(ui, body).map(|shown| shown.inner)
}

fn header(ui: &mut Ui, heading: Heading<'_>, open: bool) -> Response {
    const ARROW: f32 = 20.0;
    let (rect, response) = allocate(ui, Sense::click());
    let title_end = paint(ui, rect, heading, ARROW);
    let theme = Theme::of(ui);
    let ink = if response.hovered() { theme.t1 } else { theme.t3 };
    let icon = if open { Icon::Down } else { Icon::Right };
    icon.paint(ui.painter(), rect.left_center() + vec2(title_end + ARROW / 2.0, 0.0), ink);

    response.widget_info(|| WidgetInfo::labeled(Role::DisclosureTriangle, ui.is_enabled(), heading.title));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_expanded(open));
    response
}

fn allocate(ui: &mut Ui, sense: Sense) -> (Rect, Response) {
    ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), sense)
}

/// Paints title, aside and note, keeping `reserved` points free after the title. Returns where the title ends.
fn paint(ui: &Ui, rect: Rect, heading: Heading<'_>, reserved: f32) -> f32 {
    let theme = Theme::of(ui);
    let painter = ui.painter();
    let title_rect = painter.text(rect.left_center(), Align2::LEFT_CENTER, heading.title, theme::text(), theme.t1);
    let start = title_rect.right() + reserved + 8.0;
    let note = painter.layout_no_wrap(heading.note.to_owned(), theme::note(), theme.t3);
    let note_place = Align2::RIGHT_CENTER.anchor_size(rect.right_center(), note.size());
    let aside = painter.layout_no_wrap(heading.aside.to_owned(), theme::note(), theme.t3);
    let aside_place = Align2::LEFT_CENTER.anchor_size(pos2(start, rect.center().y), aside.size());
    let shows_note = note_place.left() >= start;
    let aside_end = if shows_note { note_place.left() - 8.0 } else { rect.right() };
    if aside_place.right() <= aside_end {
        painter.galley(aside_place.min, aside, theme.t3);
    }
    if shows_note {
        painter.galley(note_place.min, note, theme.t3);
    }
    title_rect.width()
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    #[test]
    fn a_section_folds_and_unfolds() {
        let heading = Heading { title: "Code", aside: "rows", note: "after Phaelax" };
        let mut harness = Harness::new_ui(|ui| {
            section_title(ui, "Scans", "of 720 cells");
            section(ui, heading, true, |ui| ui.label("for y in 0..h"));
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

    #[test]
    fn a_section_follows_the_window_until_it_is_clicked() {
        let show = |ui: &mut Ui, is_open: &mut bool| {
            section(ui, Heading { title: "Code", ..Heading::default() }, *is_open, |ui| ui.label("for y in 0..h"));
        };
        let mut harness = Harness::new_ui_state(show, true);
        *harness.state_mut() = false;
        harness.run();
        assert!(harness.query_by_label("for y in 0..h").is_none());
        harness.get_by_label("Code").click();
        harness.run();
        assert!(harness.query_by_label("for y in 0..h").is_some(), "what a person chose stays");
    }
}
