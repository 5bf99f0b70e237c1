//! What happened over time: the checks of a running game, judged by the masks, or B along a path that was dragged.

mod buttons;
mod check;
mod drag;
mod empty;
mod heading;
mod lanes;
mod pairs;
mod ranking;
mod said;
mod span;
mod transport;
mod wrong;

use egui::{CentralPanel, Color32, Frame as Surface, Panel, Ui};

use span::Span;

use super::{canvas::Canvas, context_menu, panels, theme::Theme, widgets::status};
use crate::{
    app::request::{Request, WindowState},
    session::LogPlayer,
};

/// Height of the transport of a path, and of that of a log, in points.
const TRANSPORT: f32 = 108.0;
const LANES: f32 = 152.0;
/// Widths of the panels beside the canvas.
const LEFT: f32 = 240.0;
const RIGHT: f32 = 344.0;
const RANKING: f32 = 400.0;
/// Below this width of the window the left panel is left out.
const NARROW: f32 = 1_100.0;

/// What the tab remembers from frame to frame.
#[derive(Debug, Default)]
pub struct Replay {
    /// Which part of the log's time the lanes show.
    span: Span,
}

impl Replay {
    /// Shows everything over all that is left of `ui`.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        window: &WindowState<'_>,
        canvas: &mut Canvas,
        thumbnails: [panels::Thumbnail; 2],
        out: &mut Vec<Request>,
    ) {
        let surface = Surface::new().fill(Theme::of(ui).panel);
        let (width, log) = (ui.available_width(), window.session.log());
        let is_narrow = width < NARROW;
        let height = if log.is_some() { LANES } else { TRANSPORT };
        let bottom = Panel::bottom("replay transport").exact_size(height).resizable(false).frame(surface);
        bottom.show(ui, |ui| match log {
            Some(log) => transport::show(ui, log, &mut self.span, out),
            None => drag::show(ui, window, out),
        });
        if !is_narrow {
            let left = Panel::left("replay left").exact_size(LEFT).resizable(false).frame(surface);
            left.show(ui, |ui| {
                let Some(log) = log else { return panels::left(ui, window, thumbnails, out) };
                pairs::show(ui, log, ui.available_height() * 0.45, out);
                panels::left_below(ui, window, thumbnails, out);
            });
        }
        let size = if log.is_some() { RIGHT } else { RANKING.min(width * 0.4) };
        let right = Panel::right("replay right").exact_size(size).resizable(false).frame(surface);
        right.show(ui, |ui| match log {
            Some(log) => right_of_log(ui, window, log, is_narrow, out),
            None => ranking::show(ui, window, out),
        });
        let top = Panel::top("replay answer").exact_size(44.0).resizable(false).frame(surface);
        top.show(ui, |ui| match log {
            Some(log) => said::show(ui, window, log, out),
            None => panels::answer::show(ui, window, out),
        });
        let session = window.session;
        // It stays during the first drag: nothing moves under the pointer.
        let is_empty = log.is_none() && session.route().route().is_none();
        let line = status::room(ui);
        if is_empty {
            let begin = Panel::bottom("replay begin").exact_size(empty::HEIGHT).resizable(false).frame(surface);
            begin.show(ui, |ui| empty::show(ui, out));
        }
        let ground = Surface::new().fill(Color32::TRANSPARENT);
        CentralPanel::default().frame(ground).show(ui, |ui| canvas.show(ui, session, out));
        context_menu::show(ui, window, out);
        status::show(ui, line);
    }
}

/// The check, the wrong ones, and the scans along the pair's checks; in a narrow window also the pairs.
fn right_of_log(ui: &mut Ui, window: &WindowState<'_>, log: &LogPlayer, is_narrow: bool, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    if is_narrow {
        pairs::show(ui, log, 150.0, out);
    }
    check::show(ui, window, log, out);
    let scans = if is_narrow { 0.0 } else { ranking::height_along(log) };
    let room = (ui.available_height() - scans).max(wrong::LEAST);
    wrong::show(ui, log, room.min(wrong::height(log)), out);
    if !is_narrow {
        ranking::along(ui, window, log, out);
    }
}
