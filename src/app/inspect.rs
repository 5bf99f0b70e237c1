//! The tab *Inspect*: the canvas, and the panels around it.

use std::ops::RangeInclusive;

use egui::{CentralPanel, Color32, Frame, Panel, Ui};

use super::{
    canvas::Canvas,
    panels::{self, Thumbnail},
    request::{Request, WindowState},
    theme::Theme,
};

/// Below this width of the window, in points, the left panel is a rail.
const RAIL_BELOW: f32 = 1_100.0;
/// Below this width, the table keeps only its narrowest columns.
const FOLDED_BELOW: f32 = 1_000.0;
/// From this width on, panels are wide.
const WIDE_FROM: f32 = 1_600.0;

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
    bar(Panel::bottom("transport"), 84.0).show(ui, |ui| panels::transport::show(ui, window, out));
    let side = |panel: Panel, size: f32, range: RangeInclusive<f32>| {
        panel.default_size(size).size_range(range).resizable(true).frame(surface)
    };
    if width < RAIL_BELOW {
        let rail = Panel::left("rail").exact_size(44.0).resizable(false).frame(surface);
        rail.show(ui, |ui| panels::rail(ui, window, thumbnails, out));
    } else {
        let size = if width < WIDE_FROM { 240.0 } else { 280.0 };
        side(Panel::left("left"), size, 200.0..=360.0).show(ui, |ui| panels::left(ui, window, thumbnails, out));
    }
    let size = match width {
        width if width < FOLDED_BELOW => 232.0,
        width if width < WIDE_FROM => 344.0,
        _ => 480.0,
    };
    side(Panel::right("right"), size, 232.0..=560.0).show(ui, |ui| panels::right(ui, window, out));
    bar(Panel::top("answer"), 44.0).show(ui, |ui| panels::answer::show(ui, window, out));
    let ground = Frame::new().fill(Color32::TRANSPARENT);
    CentralPanel::default().frame(ground).show(ui, |ui| canvas.show(ui, window.session, out));
}
