//! The tab *Replay*: the checks of a running game, judged by the masks, or B along a dragged path.

mod check;
mod empty;
mod lanes;
mod pairs;
mod ranking;
mod transport;
mod wrong;

use egui::{CentralPanel, Color32, Frame as Surface, Label, Panel, RichText, Ui};

use super::panels::layers;
use super::theme::{self, Theme};
use super::{canvas::Canvas, context_menu, panels, widgets::status};
use crate::app::request::{Request, WindowState};
use crate::{session::Published, words::sentence};

/// Height of the transport, in points: a drag has a lane less.
const TRANSPORT: f32 = 152.0;
const OF_DRAG: f32 = 137.0;
/// Widths of the panels beside the canvas; that of a drag has more columns.
const LEFT: f32 = 240.0;
const RIGHT: f32 = 344.0;
const WIDE: f32 = 400.0;
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
    let bar = |panel: Panel, size: f32| panel.exact_size(size).resizable(false).frame(surface);
    let (width, log) = (ui.available_width(), window.session.log());
    let is_narrow = width < NARROW;
    let height = if log.is_some() { TRANSPORT } else { OF_DRAG };
    bar(Panel::bottom("replay transport"), height).show(ui, |ui| transport::show(ui, window, out));
    if !is_narrow {
        bar(Panel::left("replay left"), LEFT).show(ui, |ui| {
            if let Some(log) = log {
                pairs::show(ui, log, ui.available_height() * 0.45, out);
            }
            panels::left(ui, window, thumbnails, out);
        });
    }
    let size = if log.is_some() { RIGHT } else { WIDE.min(width * 0.4) };
    bar(Panel::right("replay right"), size).show(ui, |ui| right_panel(ui, window, is_narrow, out));
    bar(Panel::top("replay answer"), 44.0).show(ui, |ui| check::line(ui, window, out));
    let session = window.session;
    // It stays during the first drag: nothing moves under the pointer.
    let is_empty = log.is_none() && session.route().route().is_none();
    let line = status::room(ui);
    if is_empty {
        bar(Panel::bottom("replay begin"), empty::HEIGHT).show(ui, |ui| empty::show(ui, out));
    }
    bar(Panel::top("replay layers"), layers::HEIGHT).show(ui, |ui| layers::show(ui, window, out));
    let ground = Surface::new().fill(Color32::TRANSPARENT);
    CentralPanel::default().frame(ground).show(ui, |ui| canvas.show(ui, session, out));
    context_menu::show(ui, window, out);
    status::show(ui, line);
}

/// The check, the wrong ones, and the scans along the pair's checks; in a narrow window also the pairs of a log.
fn right_panel(ui: &mut Ui, window: &WindowState<'_>, is_narrow: bool, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let log = window.session.log();
    let has_scans = !is_narrow || log.is_none();
    if let Some(log) = log.filter(|_| is_narrow) {
        pairs::show(ui, log, 150.0, out);
    }
    let Some(played) = window.session.played() else { return refusal(ui, window) };
    check::show(ui, window, played, out);
    let scans = if has_scans { ranking::height(played) } else { 0.0 };
    let room = (ui.available_height() - scans).max(wrong::LEAST);
    wrong::show(ui, played, room, out);
    if log.is_none() {
        refusal(ui, window);
    }
    if has_scans {
        ranking::show(ui, window, played, out);
    }
}

/// Shows the reason why a drag has no ranking, or not yet.
fn refusal(ui: &mut Ui, window: &WindowState<'_>) {
    let published = window.session.derived().published();
    let fault = window.session.walk().and_then(|walk| walk.fault.as_ref()).map(|fault| sentence(&fault.to_string()));
    let told = fault.or_else(|| published.map_or(Some("Asking…".to_owned()), Published::refusal));
    let Some(told) = told else { return };
    let theme = Theme::of(ui);
    panels::padded(ui, 8, 8, |ui| ui.add(Label::new(RichText::new(told).font(theme::note()).color(theme.t3)).wrap()));
}
