//! The tab *Inspect*: the canvas, and the panels around it.

use std::ops::RangeInclusive;

use egui::{CentralPanel, CursorIcon, Frame, Id, Panel, Rect, Role, Sense, Stroke, Ui, WidgetInfo};

use crate::app::canvas::Canvas;
use crate::app::command::context_menu;
use crate::app::lesson;
use crate::app::panels::{self, Thumbnail};
use crate::app::request::{Request, WindowState};
use crate::app::theme::Theme;
use crate::app::widgets::{gesture, status};

/// Below this width of the window, in points, the left panel is a rail, and a script has the panel at the right for itself.
const RAIL_BELOW: f32 = 1_100.0;
/// Distance from an edge at which it can be grabbed, in points.
const GRAB: f32 = 6.0;

/// Shows the canvas, and the panels around it.
pub fn show(
    ui: &mut Ui,
    window: &WindowState<'_>,
    canvas: &mut Canvas,
    thumbnails: [Thumbnail; 2],
    out: &mut Vec<Request>,
) {
    let width = ui.available_width();
    let surface = Frame::new().fill(Theme::of(ui).panel);
    let bar = |panel: Panel, height: f32| panel.exact_size(height).resizable(false).frame(surface);
    // A lesson hides what its step does not use.
    let uses_scans = window.session.lessons().open().is_none_or(|open| open.step().uses_scans());
    if uses_scans {
        bar(Panel::bottom("transport"), panels::TRANSPORT).show(ui, |ui| panels::transport::show(ui, window, out));
    }
    let left = ResizedPanel { name: "left", suits: panels::left_width(width), range: 200.0..=360.0 };
    let has_lesson = window.session.lessons().open().is_some();
    panels::open_code_for_lesson(ui, window);
    let is_script = uses_scans && window.session.scans().selected().is_own();
    let has_script_alone = width < RAIL_BELOW && is_script && panels::shows_script(ui, window);
    let left_edge = if width < RAIL_BELOW {
        let rail = Panel::left("rail").exact_size(44.0).resizable(false).frame(surface);
        rail.show(ui, |ui| panels::rail(ui, window, thumbnails, out));
        None
    } else {
        Some(left.show(ui, Panel::left, |ui| {
            if has_lesson { lesson::show(ui, window, out) } else { panels::left(ui, window, thumbnails, out) }
        }))
    };
    let right = match has_script_alone {
        true => ResizedPanel { name: "script", suits: panels::script_width(width), range: 232.0..=560.0 },
        false => ResizedPanel { name: "right", suits: panels::right_width(width), range: 232.0..=560.0 },
    };
    let right_edge = uses_scans.then(|| {
        right.show(ui, Panel::right, |ui| match has_script_alone {
            true => panels::script(ui, window, out),
            false => panels::right(ui, window, out),
        })
    });
    bar(Panel::top("answer"), 44.0).show(ui, |ui| panels::answer::show(ui, window, out));
    if has_lesson && left_edge.is_none() {
        // Over the canvas, which keeps the rest.
        let panel = Panel::left("lesson").exact_size(lesson::WIDTH).resizable(false).frame(surface);
        panel.show(ui, |ui| lesson::show(ui, window, out));
    }
    bar(Panel::top("layers"), panels::layers::HEIGHT).show(ui, |ui| panels::layers::show(ui, window, out));
    let status = status::room(ui);
    CentralPanel::default().frame(Frame::new()).show(ui, |ui| canvas.show(ui, window.session, out));
    context_menu::show(ui, window, status, out);
    // Over the canvas, so that they can be taken from both sides.
    if let Some(rect) = left_edge {
        left.edge(ui, rect, rect.right());
    }
    if let Some(rect) = right_edge {
        right.edge(ui, rect, rect.left());
    }
}

/// A panel at a side of the canvas whose edge can be dragged; until it is, it is as wide as suits the window.
struct ResizedPanel {
    name: &'static str,
    /// The width that suits the window, and the widths that can be chosen, in points.
    suits: f32,
    range: RangeInclusive<f32>,
}

impl ResizedPanel {
    /// The id of the chosen width; while the edge is dragged beyond the possible widths, of the width that would
    /// follow.
    fn id(&self) -> Id {
        Id::unique(("width", self.name))
    }

    const fn clamped(&self, width: f32) -> f32 {
        width.clamp(*self.range.start(), *self.range.end())
    }

    /// Shows the panel; returns where it is.
    fn show(&self, ui: &mut Ui, panel: fn(&'static str) -> Panel, add_contents: impl FnOnce(&mut Ui)) -> Rect {
        let width = ui.data(|data| data.get_temp(self.id())).map_or(self.suits, |chosen| self.clamped(chosen));
        let panel = panel(self.name).exact_size(width).resizable(false);
        panel.frame(Frame::new().fill(Theme::of(ui).panel)).show(ui, add_contents).response.rect
    }

    /// Lets the edge of the panel `rect` at `x` be dragged, and a double click bring back what suits the window.
    fn edge(&self, ui: &Ui, rect: Rect, x: f32) {
        let place = Rect::from_x_y_ranges(x - GRAB..=x + GRAB, rect.y_range());
        let response = ui.interact(place, self.id(), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, format!("Edge of the {} panel", self.name)));
        if response.hovered() || response.dragged() {
            ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
            ui.painter().vline(x, rect.y_range(), Stroke::new(1.0, Theme::of(ui).t1));
        }
        let chosen: Option<f32> = ui.data(|data| data.get_temp(self.id()));
        if let Some(before) = gesture::before(&response, chosen) {
            ui.data_mut(|data| match before {
                Some(width) => _ = data.insert_temp(self.id(), width),
                None => data.remove::<f32>(self.id()),
            });
        } else if response.double_clicked() {
            ui.data_mut(|data| data.remove::<f32>(self.id()));
        } else if response.dragged() {
            let inwards = if x > rect.center().x { 1.0 } else { -1.0 };
            let by = inwards * response.drag_delta().x;
            ui.data_mut(|data| *data.get_temp_mut_or(self.id(), rect.width()) += by);
        } else if response.drag_stopped() {
            ui.data_mut(|data| data.insert_temp(self.id(), rect.width()));
        }
    }
}
