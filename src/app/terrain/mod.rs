//! The ball on the hills: the article's game, slow enough to see what its one probe point sees.

mod answer;
mod held_keys;
mod lens;
mod side;
mod stage;
mod transport;

use egui::{CentralPanel, Color32, Frame as Surface, Panel, Rect, Ui};

use super::panels::{TRANSPORT, layers, right_width};
use super::widgets::status::{self, Status};
use super::{context_menu, lesson, theme::Theme};
use crate::app::request::{Request, WindowState};
use held_keys::HeldKeys;
use stage::Stage;

/// State of the view from frame to frame.
#[derive(Default)]
pub struct Terrain {
    stage: Stage,
    held: HeldKeys,
}

impl Terrain {
    /// The stage on the screen, in points.
    pub fn rect(&self) -> Rect {
        self.stage.rect()
    }

    /// Shows everything over all that is left of `ui`.
    pub fn show(&mut self, ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
        let surface = Surface::new().fill(Theme::of(ui).panel);
        self.held.begin();
        let bottom = Panel::bottom("terrain transport").exact_size(TRANSPORT).resizable(false).frame(surface);
        bottom.show(ui, |ui| transport::show(ui, window, &mut self.held, out));
        let width = right_width(ui.available_width());
        let right = Panel::right("terrain side").exact_size(width).resizable(false).frame(surface);
        right.show(ui, |ui| side::show(ui, window, &mut self.stage, out));
        if window.session.lessons().open().is_some() {
            let left = Panel::left("lesson").exact_size(lesson::WIDTH).resizable(false).frame(surface);
            left.show(ui, |ui| lesson::show(ui, window, out));
        }
        let top = Panel::top("terrain answer").exact_size(44.0).resizable(false).frame(surface);
        top.show(ui, |ui| answer::show(ui, window));
        let layers = Panel::top("terrain layers").exact_size(layers::HEIGHT).resizable(false).frame(surface);
        layers.show(ui, |ui| layers::show(ui, window, out));
        let line = status::room(ui);
        let keys = Status::default().can("arrows", "walk").can("Space", "jump").can("P", "pause");
        status::tell_else(ui, keys.can("wheel", "zoom"));
        let ground = Surface::new().fill(Color32::TRANSPARENT);
        CentralPanel::default().frame(ground).show(ui, |ui| self.stage.show(ui, window));
        context_menu::show(ui, window, line, out);
        self.held.end(ui.ctx(), window.session.terrain().pressed, out);
    }
}
