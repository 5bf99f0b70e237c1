//! The ball on the hills: the article's game, slow enough to see what its one probe point sees.

mod answer;
mod held_keys;
mod side;
mod transport;

use egui::{CentralPanel, Color32, Frame as Surface, Panel, Ui};

use super::panels::{TRANSPORT, layers, right_width};
use crate::app::canvas::{Canvas, pointed};
use crate::app::command::context_menu;
use crate::app::lesson;
use crate::app::request::{Request, WindowState};
use crate::app::theme::Theme;
use crate::app::widgets::status;
use held_keys::HeldKeys;

/// Shows everything over all that is left of `ui`.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, canvas: &mut Canvas, out: &mut Vec<Request>) {
    let surface = Surface::new().fill(Theme::of(ui).panel);
    let bar = |panel: Panel, size: f32| panel.exact_size(size).resizable(false).frame(surface);
    let mut held = HeldKeys::default();
    bar(Panel::bottom("terrain transport"), TRANSPORT).show(ui, |ui| transport::show(ui, window, &mut held, out));
    let width = right_width(ui.available_width());
    bar(Panel::right("terrain side"), width).show(ui, |ui| side::show(ui, window, out));
    if window.session.lessons().open().is_some() {
        bar(Panel::left("lesson"), lesson::WIDTH).show(ui, |ui| lesson::show(ui, window, out));
    }
    bar(Panel::top("terrain answer"), 44.0).show(ui, |ui| answer::show(ui, window));
    bar(Panel::top("terrain layers"), layers::HEIGHT).show(ui, |ui| layers::show(ui, window, out));
    let line = status::room(ui);
    status::tell_else(ui, pointed::game_keys());
    let ground = Surface::new().fill(Color32::TRANSPARENT);
    CentralPanel::default().frame(ground).show(ui, |ui| canvas.show(ui, window.session, out));
    context_menu::show(ui, window, line, out);
    held.end(ui.ctx(), window.session.terrain().pressed, out);
}
