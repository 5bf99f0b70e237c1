//! The tab *Replay*: the checks of a running game, judged by the pixels a player sees, or B along a dragged path.
//!
//! - `empty`: three ways to begin, and the wait for the first check.
//! - `headline`: the answer line.
//! - `left`: the file, and the tabs with incidents and pairs. `incidents`: the list of incidents. `incident`: one of them in
//!   words and as a picture.
//! - `right`: the check that is shown: witnesses, actions, the ranking of the scans. `cure`: the cure, as code for the game.
//! - `transport`: the buttons below, and the lanes over time.

mod cure;
mod empty;
mod headline;
pub mod incident;
mod incidents;
mod left;
mod right;
mod transport;

use egui::{CentralPanel, Frame as Surface, Panel, containers::menu::MenuButton};

use self::empty::EmptyState;
use super::panels::layers;
use crate::app::prelude::*;
use crate::app::{canvas::Canvas, command::context_menu, panels, widgets::status};
use crate::session::Published;

/// Below this width of the window the left panel is behind a button.
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
    let (width, log, state) = (ui.available_width(), window.session.log(), EmptyState::of(ui, window));
    if log.is_some() {
        empty::set_drags(ui, false);
    }
    let is_narrow = width < NARROW;
    bar(Panel::bottom("replay transport"), panels::TRANSPORT).show(ui, |ui| transport::show(ui, window, state, out));
    if matches!(state, EmptyState::Empty | EmptyState::Waiting) {
        bar(Panel::top("replay answer"), 44.0).show(ui, |ui| headline::show(ui, window, state, out));
        let line = status::room(ui);
        let ground = Surface::new().fill(Color32::TRANSPARENT);
        CentralPanel::default().frame(ground).show(ui, |ui| match log {
            Some(log) => empty::show_waiting(ui, log, out),
            None => empty::show(ui, window, out),
        });
        return context_menu::show(ui, window, line, out);
    }
    if !is_narrow {
        bar(Panel::left("replay left"), panels::left_width(width)).show(ui, |ui| match log {
            Some(log) => left::show(ui, log, out),
            None => panels::left(ui, window, thumbnails, out),
        });
    }
    bar(Panel::right("replay right"), panels::right_width(width))
        .show(ui, |ui| right_panel(ui, window, is_narrow, out));
    bar(Panel::top("replay answer"), 44.0).show(ui, |ui| headline::show(ui, window, state, out));
    bar(Panel::top("replay layers"), layers::HEIGHT).show(ui, |ui| layers::show(ui, window, out));
    let line = status::room(ui);
    let ground = Surface::new().fill(Color32::TRANSPARENT);
    CentralPanel::default().frame(ground).show(ui, |ui| canvas.show(ui, window.session, out));
    context_menu::show(ui, window, line, out);
}

/// The check that is shown; in a narrow window also a button for the left panel.
fn right_panel(ui: &mut Ui, window: &WindowState<'_>, is_narrow: bool, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    if let Some(log) = window.session.log().filter(|_| is_narrow) {
        panels::padded(ui, 8, 0, |ui| {
            let count = log.incidents.ranked().len() as u64;
            let (response, _) = MenuButton::new(words::plural(count, "incident")).ui(ui, |ui| {
                ui.set_width(panels::left_width(0.0));
                ui.set_height(360.0);
                left::show(ui, log, out);
            });
            response.on_hover_text("Lists the incidents and the pairs of the log.");
        });
    }
    if window.session.log().is_none() {
        refusal(ui, window);
    }
    right::show(ui, window, is_narrow, out);
}

/// Shows the reason why a drag has no ranking, or not yet.
fn refusal(ui: &mut Ui, window: &WindowState<'_>) {
    let published = window.session.derived().published();
    let fault =
        window.session.walk().and_then(|walk| walk.fault.as_ref()).map(|fault| words::sentence(&fault.to_string()));
    let message = fault.or_else(|| published.map_or(Some("Asking…".to_owned()), Published::refusal));
    let Some(message) = message else { return };
    let theme = Theme::of(ui);
    panels::padded(ui, 8, 8, |ui| {
        ui.add(Label::new(RichText::new(message).font(theme::note()).color(theme.t3)).wrap())
    });
}
