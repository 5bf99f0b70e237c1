//! The route of B: B is dragged along it, and every scan is asked at every step.

mod ranking;
mod transport;

use egui::{CentralPanel, Color32, Frame as Surface, Panel, Ui};

use super::{canvas::Canvas, context_menu, panels, theme::Theme, widgets::status};
use crate::app::request::{Request, WindowState};

/// Height of the transport and width of the ranking, in points.
const TRANSPORT: f32 = 108.0;
const RANKING: f32 = 400.0;
/// Below this width of the window the left panel is left out.
const NARROW: f32 = 1_100.0;

/// Shows everything over all that is left of `ui`.
pub fn show(
    ui: &mut Ui,
    window: &WindowState<'_>,
    canvas: &mut Canvas,
    thumbnails: [panels::Thumbnail; 2],
    out: &mut Vec<Request>,
) {
    let surface = Surface::new().fill(Theme::of(ui).panel);
    let width = ui.available_width();
    let bottom = Panel::bottom("path transport").exact_size(TRANSPORT).resizable(false).frame(surface);
    bottom.show(ui, |ui| transport::show(ui, window, out));
    if width >= NARROW {
        let left = Panel::left("path left").exact_size(240.0).resizable(false).frame(surface);
        left.show(ui, |ui| panels::left(ui, window, thumbnails, out));
    }
    let right = Panel::right("path ranking").exact_size(RANKING.min(width * 0.4)).resizable(false).frame(surface);
    right.show(ui, |ui| ranking::show(ui, window, out));
    let top = Panel::top("path answer").exact_size(44.0).resizable(false).frame(surface);
    top.show(ui, |ui| panels::answer::show(ui, window, out));
    let line = status::room(ui);
    let ground = Surface::new().fill(Color32::TRANSPARENT);
    CentralPanel::default().frame(ground).show(ui, |ui| canvas.show(ui, window.session, out));
    context_menu::show(ui, window, out);
    status::show(ui, line);
}
