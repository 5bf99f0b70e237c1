//! All lessons, and which of them are done.

use super::told::PADDING;
use crate::app::prelude::*;
use crate::app::widgets::paint_row;
use crate::files::lessons;

const HEADER: f32 = 28.0;
const ROW: f32 = 20.0;

/// Shows the list.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let (theme, state) = (Theme::of(ui), window.session.lessons());
    let done = lessons().iter().filter(|lesson| state.progress().done.contains(&lesson.name)).count();
    let (rect, header) = ui.allocate_exact_size(vec2(ui.available_width(), HEADER), Sense::hover());
    let inside = rect.shrink2(vec2(PADDING.into(), 0.0));
    ui.painter().text(inside.left_center(), Align2::LEFT_CENTER, "All lessons", theme::text(), theme.t1);
    let count = format!("{done} of {} done", lessons().len());
    ui.painter().text(inside.right_center(), Align2::RIGHT_CENTER, &count, theme::mono(), theme.t3);
    header.widget_info(|| WidgetInfo::labeled(Role::Heading, ui.is_enabled(), format!("All lessons, {count}")));
    // Whole rows, up to the edge of the window.
    let rows = ((ui.clip_rect().bottom() - ui.cursor().top()) / ROW).floor().max(3.0);
    ScrollArea::vertical().max_height(rows * ROW).show(ui, |ui| rows_of(ui, window, out));
    ui.add_space(8.0);
}

fn rows_of(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let (theme, state) = (Theme::of(ui), window.session.lessons());
    for (place, lesson) in lessons().iter().enumerate() {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let is_open = state.open().is_some_and(|open| open.lesson.name == lesson.name);
        let is_done = state.progress().done.contains(&lesson.name);
        let ending = if is_done { ", done" } else { "" };
        let name = format!("{} {}{ending}", place + 1, lesson.title);
        response.widget_info(|| WidgetInfo::selected(Role::ListItem, ui.is_enabled(), is_open, &name));
        paint_row(ui, &response, false, is_open);
        let painter = ui.painter();
        let at = |x: f32| pos2(rect.left() + x, rect.center().y);
        if is_done {
            let tick = Rect::from_center_size(at(f32::from(PADDING) + 5.0), vec2(10.0, 10.0));
            Icon::Check.paint(painter, tick.center(), theme.t2);
        }
        painter.text(at(44.0), Align2::RIGHT_CENTER, (place + 1).to_string(), theme::mono(), theme.t3);
        let ink = if is_open || response.hovered() { theme.t1 } else { theme.t2 };
        painter.text(at(52.0), Align2::LEFT_CENTER, &lesson.title, theme::text(), ink);
        if response.clicked() {
            out.push(Request::OpenLesson(place));
        }
    }
}
