//! Tabs: of the views along the top, and of a panel, where one is open and its content scrolls. And the sections of a panel
//! under one another.

use std::collections::BTreeMap;

use egui::Margin;

use super::drop_down;
use crate::app::paint::write::{aside, width};
use crate::app::prelude::*;

/// Height of the row of tabs, in points.
const TAB_ROW: f32 = 32.0;
/// Free space at both sides of the row.
const EDGE: f32 = 4.0;

/// The open tab of each panel, by the panel's name.
pub type OpenTabs = BTreeMap<String, String>;

/// Returns which tabs have been opened.
pub fn open_tabs(ctx: &Context) -> OpenTabs {
    ctx.data(|data| data.get_temp(id())).unwrap_or_default()
}

/// Opens the tabs that were open before.
pub fn set_open_tabs(ctx: &Context, open: OpenTabs) {
    ctx.data_mut(|data| data.insert_temp(id(), open));
}

/// Opens a tab of the panel called `panel`.
pub fn open_tab(ctx: &Context, panel: &str, tab: &str) {
    let mut open = open_tabs(ctx);
    open.insert(panel.to_owned(), tab.to_owned());
    set_open_tabs(ctx, open);
    ctx.request_repaint();
}

fn id() -> Id {
    Id::unique("open tabs")
}

/// Shows the tabs of the panel called `panel`, and below them what `show` shows of the open one, which it returns: the first
/// where none of them has been opened. Where they do not fit beside one another, they are a list that drops down.
pub fn tabs<'a>(ui: &mut Ui, panel: &str, all: &[&'a str], show: impl FnOnce(&mut Ui, &'a str)) -> &'a str {
    let open = tab_row(ui, panel, all, &[]);
    ScrollArea::vertical().id_salt((panel, open)).auto_shrink(false).show(ui, |ui| {
        egui::Frame::new().inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            show(ui, open);
        });
    });
    open
}

/// Shows the tabs alone, each with its count, where it has one; returns the open one.
pub fn tab_row<'a>(ui: &mut Ui, panel: &str, all: &[&'a str], counts: &[&str]) -> &'a str {
    ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
    let word = |at: usize| counts.get(at).map_or_else(|| all[at].to_owned(), |count| format!("{} {count}", all[at]));
    let chosen = open_tabs(ui).remove(panel);
    let before = all.iter().copied().find(|tab| chosen.as_deref() == Some(tab)).unwrap_or(all[0]);
    let mut open = before;
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), TAB_ROW), Sense::hover());
    let row = UiBuilder::new().max_rect(row.shrink2(vec2(EDGE, 0.0))).layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(row, |ui| {
        let room = ui.available_width();
        let needed = |at: usize| width(ui, word(at), theme::note()) + 2.0 * LOW[1];
        if (0..all.len()).map(needed).sum::<f32>() <= room {
            for (at, &tab) in all.iter().enumerate() {
                if show(ui, &word(at), theme::note(), tab == open, LOW).clicked() {
                    open = tab;
                }
            }
        } else {
            ui.add_space(EDGE);
            let list = drop_down(panel, open, room - 2.0 * EDGE).show_ui(ui, |ui| {
                for &tab in all {
                    ui.selectable_value(&mut open, tab, tab);
                }
            });
            list.response.accessible_name(format!("Shown: {open}"));
        }
    });
    if open != before {
        open_tab(ui, panel, open);
    }
    divider(ui);
    open
}

/// Height of a tab of the views and free space at each side of its word, in points; of a lower one.
const VIEW: [f32; 2] = [40.0, 14.0];
const LOW: [f32; 2] = [32.0, 6.0];

/// A tab of a view, underlined while `selected`.
pub fn tab(ui: &mut Ui, text: &str, selected: bool) -> Response {
    show(ui, text, theme::text(), selected, VIEW)
}

fn show(ui: &mut Ui, text: &str, font: FontId, selected: bool, [height, padding]: [f32; 2]) -> Response {
    let theme = Theme::of(ui);
    let word = ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
    let (rect, response) = ui.allocate_exact_size(vec2(word.size().x + 2.0 * padding, height), Sense::click());
    let ink = if selected || response.hovered() { theme.t1 } else { theme.t2 };
    let place = Align2::CENTER_CENTER.anchor_size(rect.center(), word.size());
    ui.painter().galley(place.min, word, ink);
    if selected {
        let line = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 2.0), rect.max);
        ui.painter().rect_filled(line, 0.0, theme.t1);
    }
    response.widget_info(|| WidgetInfo::selected(Role::Tab, ui.is_enabled(), selected, text));
    response
}

/// Height of a title, in points.
const TITLE_HEIGHT: f32 = 28.0;

/// Sections without gaps, which scroll where there are too many.
pub fn sections(ui: &mut Ui, add_sections: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        add_sections(ui);
    });
}

/// A line between two sections, over the full width.
pub fn divider(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
    ui.painter().rect_filled(rect, 0.0, Theme::of(ui).line);
}

/// The title of a section, with a note at the right. The note is left out where it does not fit.
pub fn section_title(ui: &mut Ui, title: &str, note: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), TITLE_HEIGHT), Sense::hover());
    let theme = Theme::of(ui);
    let shown = ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, title, theme::text(), theme.t1);
    aside(ui, shown.right(), rect.right(), rect.center().y, note, theme.t3);
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, ui.is_enabled(), title));
    response
}

/// A title of a section with controls at the right, the last one first.
pub fn section_title_with(ui: &mut Ui, title: &str, controls: impl FnOnce(&mut Ui)) -> Response {
    let response = section_title(ui, title, "");
    // A child of its own: the room in the panel is allocated already.
    let layout = Layout::right_to_left(Align::Center);
    controls(&mut ui.new_child(UiBuilder::new().max_rect(response.rect).layout(layout)));
    response
}

#[cfg(test)]
mod tests {
    use egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase};
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    fn harness(width: f32) -> Harness<'static> {
        let show = |ui: &mut Ui| {
            theme::install(ui);
            tabs(ui, "test", &["About", "Code", "Engines"], |ui, open| {
                for line in 0..20 {
                    ui.label(format!("{open}, line {line}"));
                }
            });
        };
        let mut harness = Harness::builder().with_size(vec2(width, 200.0)).build_ui(show);
        harness.run();
        harness
    }

    #[test]
    fn one_tab_is_open_and_scrolls() {
        let mut harness = harness(300.0);
        assert!(harness.query_by_label("About, line 0").is_some());
        harness.get_by_label("Code").click();
        harness.run();
        assert!(harness.query_by_label("About, line 0").is_none());
        let top = |harness: &Harness<'_>| harness.get_by_label("Code, line 0").rect().top();
        let before = top(&harness);
        harness.hover_at(pos2(100.0, 100.0));
        let (unit, phase, delta) = (MouseWheelUnit::Point, TouchPhase::Move, vec2(0.0, -40.0));
        let (source, modifiers) = (MouseWheelSource::Wheel, Modifiers::NONE);
        harness.event(Event::MouseWheel { unit, delta, phase, source, modifiers });
        harness.run();
        assert!(top(&harness) < before);
        assert_eq!(open_tabs(&harness.ctx), OpenTabs::from([("test".to_owned(), "Code".to_owned())]));
    }

    #[test]
    fn without_room_for_all_tabs_a_list_drops_down() {
        let mut harness = harness(100.0);
        assert!(harness.query_by_label("Code").is_none());
        harness.get_by_label("Shown: About").click();
        harness.run();
        harness.get_by_label("Code").click();
        harness.run();
        assert!(harness.query_by_label("Code, line 0").is_some());
    }

    #[test]
    fn a_tab_is_opened_from_elsewhere() {
        let mut harness = harness(300.0);
        open_tab(&harness.ctx, "test", "Engines");
        harness.run();
        assert!(harness.query_by_label("Engines, line 0").is_some());
        open_tab(&harness.ctx, "test", "gone");
        harness.run();
        assert!(harness.query_by_label("About, line 0").is_some());
    }

    #[test]
    fn a_click_on_a_tab_selects_it() {
        let mut harness = Harness::new_ui_state(
            |ui, view: &mut &str| {
                ui.horizontal(|ui| {
                    for name in ["Inspect", "Race"] {
                        if tab(ui, name, *view == name).clicked() {
                            *view = name;
                        }
                    }
                });
            },
            "Inspect",
        );
        harness.get_by_label("Race").click();
        harness.run();
        assert_eq!(*harness.state(), "Race");
    }
}
