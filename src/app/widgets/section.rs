//! Titles of the sections of a panel, and which are folded.

use std::collections::BTreeMap;

use egui::collapsing_header::CollapsingState;
use egui::{Align, Align2, Context, Id, Layout, Rect, Response, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use crate::app::icons::Icon;
use crate::app::theme::{self, Theme};

/// Height of a title, in points.
const HEIGHT: f32 = 28.0;
/// Room for the arrow before a title that folds.
const ARROW: f32 = 12.0;

/// The title of a section, and the texts beside it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heading<'a> {
    /// Its title, by which its fold is remembered.
    pub title: &'a str,
    /// What the title goes on with.
    pub of: &'a str,
    /// What it is about, right after the title; left out where it does not fit.
    pub aside: &'a str,
    /// A note at the right; left out where it does not fit.
    pub note: &'a str,
    /// What a tooltip says; empty for none.
    pub tip: &'a str,
}

impl Heading<'_> {
    fn whole_title(&self) -> String {
        format!("{} {}", self.title, self.of).trim_end().to_owned()
    }
}

/// The sections that a person has folded or unfolded, by their titles, and whether each is open. Those that are as the window
/// would have them are not in it.
pub type Folds = BTreeMap<String, bool>;

/// What has been folded and unfolded so far.
pub fn folds(ctx: &Context) -> Folds {
    ctx.data(|data| data.get_temp(folds_id())).unwrap_or_default()
}

/// Folds and unfolds what was folded and unfolded before.
pub fn set_folds(ctx: &Context, folds: Folds) {
    ctx.data_mut(|data| data.insert_temp(folds_id(), folds));
}

fn folds_id() -> Id {
    Id::unique("folds")
}

/// Whether the section of this title is open, where it is `is_open_untouched` until it is clicked.
pub fn is_open(ctx: &Context, title: &str, is_open_untouched: bool) -> bool {
    folds(ctx).get(title).copied().unwrap_or(is_open_untouched)
}

/// Folds or unfolds the section that is so now.
fn toggle(ctx: &Context, title: &str, is_open: bool, is_open_untouched: bool) {
    let mut folds = folds(ctx);
    if is_open == is_open_untouched {
        folds.insert(title.to_owned(), !is_open);
    } else {
        folds.remove(title);
    }
    set_folds(ctx, folds);
}

/// The title of a section that is always open, with a note at the right. The note is left out where it does not fit.
pub fn section_title(ui: &mut Ui, title: &str, note: &str) -> Response {
    let (rect, response) = allocate(ui, Sense::hover());
    paint(ui, rect, Heading { title, note, ..Heading::default() }, rect.right());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, ui.is_enabled(), title));
    response
}

/// The same with controls at the right, the last one first.
pub fn section_title_with(ui: &mut Ui, title: &str, controls: impl FnOnce(&mut Ui)) -> Response {
    let response = section_title(ui, title, "");
    add_controls(ui, response.rect, controls);
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
    section_with(ui, heading, is_open_untouched, |_| {}, body)
}

/// The same with controls at the right of its title, the last one first.
pub fn section_with<R>(
    ui: &mut Ui,
    heading: Heading<'_>,
    is_open_untouched: bool,
    controls: impl FnOnce(&mut Ui),
    body: impl FnOnce(&mut Ui) -> R,
) -> Option<R> {
    let id = ui.make_persistent_id(heading.title);
    let is_open = is_open(ui, heading.title, is_open_untouched);
    let mut state = CollapsingState::load_with_default_open(ui, id, is_open);
    state.set_open(is_open);
    let (rect, response) = allocate(ui, Sense::click());
    let left = add_controls(ui, rect, controls);
    paint_arrow(ui, rect, &response, is_open);
    paint(ui, rect.with_min_x(rect.left() + ARROW), heading, left);
    if disclosure(ui, &response, &heading.whole_title(), is_open).clicked() {
        toggle(ui, heading.title, is_open, is_open_untouched);
    }
    if !heading.tip.is_empty() {
        response.on_hover_text(heading.tip);
    }
    state.show_body_unindented(ui, body).map(|shown| shown.inner)
}

/// Titles of sections that are all folded, in one row, with a note at the right; a click on one unfolds it.
pub fn folded_row(ui: &mut Ui, titles: &[&str], note: &str) {
    let (row, _) = allocate(ui, Sense::hover());
    let mut left = row.left();
    for title in titles {
        let width = ARROW + ui.painter().layout_no_wrap((*title).to_owned(), theme::text(), Theme::of(ui).t1).size().x;
        let rect = Rect::from_min_max(pos2(left, row.top()), pos2(left + width, row.bottom()));
        let response = ui.interact(rect, ui.make_persistent_id(title), Sense::click());
        paint_arrow(ui, rect, &response, false);
        paint(ui, rect.with_min_x(left + ARROW), Heading { title, ..Heading::default() }, rect.right());
        if disclosure(ui, &response, title, false).clicked() {
            toggle(ui, title, false, false);
        }
        left = rect.right() + ARROW;
    }
    paint(ui, row.with_min_x(left), Heading { note, ..Heading::default() }, row.right());
}

/// Adds controls at the right of a title, the last one first; returns where they begin.
fn add_controls(ui: &mut Ui, rect: Rect, controls: impl FnOnce(&mut Ui)) -> f32 {
    let layout = Layout::right_to_left(Align::Center);
    // A child of its own: the room in the panel is allocated already.
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    controls(&mut child);
    let taken = child.min_rect();
    if taken.width() > 0.0 { taken.left() } else { rect.right() }
}

fn disclosure<'a>(ui: &Ui, response: &'a Response, title: &str, is_open: bool) -> &'a Response {
    response.widget_info(|| WidgetInfo::labeled(Role::DisclosureTriangle, ui.is_enabled(), title));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_expanded(is_open));
    response
}

fn paint_arrow(ui: &Ui, rect: Rect, response: &Response, is_open: bool) {
    let theme = Theme::of(ui);
    let ink = if response.hovered() { theme.t1 } else { theme.t3 };
    let icon = if is_open { Icon::Down } else { Icon::Right };
    icon.paint(ui.painter(), rect.left_center() + vec2(2.0, 0.0), ink);
}

fn allocate(ui: &mut Ui, sense: Sense) -> (Rect, Response) {
    ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), sense)
}

/// Paints title, aside and note, as far as there is room left of `right`.
fn paint(ui: &Ui, rect: Rect, heading: Heading<'_>, right: f32) {
    let theme = Theme::of(ui);
    let painter = ui.painter();
    let title = painter.text(rect.left_center(), Align2::LEFT_CENTER, heading.whole_title(), theme::text(), theme.t1);
    let start = title.right() + 8.0;
    let note = painter.layout_no_wrap(heading.note.to_owned(), theme::note(), theme.t3);
    let note_place = Align2::RIGHT_CENTER.anchor_size(pos2(right, rect.center().y), note.size());
    let aside = painter.layout_no_wrap(heading.aside.to_owned(), theme::note(), theme.t3);
    let aside_place = Align2::LEFT_CENTER.anchor_size(pos2(start, rect.center().y), aside.size());
    let shows_note = note_place.left() >= start;
    let aside_end = if shows_note { note_place.left() - 8.0 } else { right };
    if aside_place.right() <= aside_end {
        painter.galley(aside_place.min, aside, theme.t3);
    }
    if shows_note {
        painter.galley(note_place.min, note, theme.t3);
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;
    use crate::app::widgets::text_button;

    #[test]
    fn a_section_folds_and_unfolds() {
        let heading = Heading { title: "Code", aside: "rows", note: "after Phaelax", ..Heading::default() };
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
    fn a_section_follows_the_window_until_it_is_clicked_and_again_once_it_is_as_it_was() {
        let show = |ui: &mut Ui, is_open: &mut bool| {
            section(ui, Heading { title: "Code", ..Heading::default() }, *is_open, |ui| ui.label("for y in 0..h"));
        };
        let mut harness = Harness::new_ui_state(show, true);
        *harness.state_mut() = false;
        harness.run();
        assert!(harness.query_by_label("for y in 0..h").is_none());
        harness.get_by_label("Code").click();
        harness.run();
        assert!(harness.query_by_label("for y in 0..h").is_some());
        *harness.state_mut() = true;
        harness.run();
        assert!(harness.query_by_label("for y in 0..h").is_some(), "what a person chose stays");
        *harness.state_mut() = false;
        harness.run();
        harness.get_by_label("Code").click();
        harness.run();
        assert_eq!(folds(&harness.ctx), Folds::new());
    }

    #[test]
    fn controls_stand_in_the_title_and_leave_its_fold_alone() {
        let show = |ui: &mut Ui, clicks: &mut u32| {
            let heading = Heading { title: "About", of: "rows", ..Heading::default() };
            let button = |ui: &mut Ui| *clicks += u32::from(text_button(ui, "Show").clicked());
            section_with(ui, heading, true, button, |ui| ui.label("Idea"));
        };
        let mut harness = Harness::new_ui_state(show, 0);
        harness.get_by_label("Show").click();
        harness.run();
        assert_eq!(*harness.state(), 1);
        assert!(harness.query_by_label("Idea").is_some());
        harness.get_by_label("About rows").click();
        harness.run();
        assert!(harness.query_by_label("Idea").is_none() && harness.query_by_label("Show").is_some());
    }

    #[test]
    fn folded_sections_share_a_row() {
        let mut harness = Harness::new_ui(|ui| folded_row(ui, &["About", "Code"], "rows"));
        assert_eq!(harness.get_by_label("About").rect().top(), harness.get_by_label("Code").rect().top());
        harness.get_by_label("Code").click();
        harness.run();
        assert_eq!(folds(&harness.ctx), Folds::from([("Code".to_owned(), true)]));
        assert!(is_open(&harness.ctx, "Code", false) && !is_open(&harness.ctx, "About", false));
    }
}
