//! The race: the overlap once per scan as small pictures, all in lockstep, ranked as they finish.

mod answer;
mod card;
mod picture;
mod places;
#[cfg(test)]
mod tests;
mod transport;

use egui::{CentralPanel, Frame as Surface, Panel, Rect, Sense, Stroke, Ui, Vec2, vec2};

use self::places::{Places, Shown};
use self::{card::Card, picture::Pictures};
use super::widgets::status::{self, Status};
use super::widgets::whole_rows;
use super::{command, layers::xray::Xray, panels, theme, theme::Theme};
use crate::app::request::{Request, WindowState};
use crate::session::RaceAction;

/// Heights of the bars, in points.
const ANSWER: f32 = 44.0;
const TRANSPORT: f32 = 108.0;
/// Free space around the cards.
const EDGE: f32 = 12.0;
const ABOVE: f32 = 8.0;

/// State of the race from frame to frame: its pictures, and its area when last shown.
pub struct Race {
    bits: Xray,
    pictures: Pictures,
    /// Area of the cards on the screen, in points.
    pub rect: Rect,
}

impl Default for Race {
    fn default() -> Self {
        Self { bits: Xray::default(), pictures: Pictures::default(), rect: Rect::ZERO }
    }
}

impl Race {
    /// Shows answer, cards and transport over all that is left of `ui`.
    pub fn show(&mut self, ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
        let theme = Theme::of(ui);
        let bar = |panel: Panel, height: f32| {
            panel.exact_size(height).resizable(false).frame(Surface::new().fill(theme.panel))
        };
        bar(Panel::bottom("race transport"), TRANSPORT).show(ui, |ui| transport::show(ui, window, out));
        bar(Panel::top("race answer"), ANSWER).show(ui, |ui| {
            if has_overlap(window) {
                answer::show(ui, window, out);
            } else {
                panels::answer::show(ui, window, out);
            }
        });
        let line = status::room(ui);
        CentralPanel::default().frame(Surface::new().fill(theme.canvas)).show(ui, |ui| {
            self.rect = ui.max_rect();
            if has_overlap(window) {
                self.show_cards(ui, window, out);
            } else {
                show_nothing(ui, window);
            }
        });
        status::show(ui, line);
    }

    fn show_cards(&mut self, ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
        let session = window.session;
        let rows = session.derived().rows();
        let cells = session.derived().collision().map(crate::scene::Collision::box_overlap).unwrap_or_default();
        let shown = Shown { cells, pixels_per_point: ui.pixels_per_point() };
        let places = Places::new(ui.available_size() - vec2(2.0 * EDGE, 2.0 * ABOVE), rows.len(), shown);
        let texels = places.texels(ui.pixels_per_point());
        if session.race().card != Some(texels) {
            out.push(RaceAction::SetCard(texels).into());
        }
        let placings = session.race().placings(rows);
        let shown = session.race().sorted(rows);
        let (room, plays) = (ui.max_rect(), session.is_playing());
        if ui.rect_contains_pointer(room) {
            let status = Status::default().can_if(session.steps() > 0, "Space", if plays { "pause" } else { "play" });
            let scrolls = places.size().y + 2.0 * ABOVE > room.height();
            status::tell_else(ui, status.can_if(scrolls, "wheel", "scroll"));
        }
        whole_rows(ui, "cards", places.row(), room.height(), |ui| {
            let (area, _) = ui.allocate_exact_size(places.size() + Vec2::new(2.0 * EDGE, 2.0 * ABOVE), Sense::hover());
            for (at, listed) in shown.into_iter().enumerate() {
                let rect = places.rect(at).translate(area.min.to_vec2() + vec2(EDGE, ABOVE));
                let card = Card::new(session, listed, placings[listed]);
                if card.show(ui, rect, &places, |painter, room| {
                    picture::paint(painter, room, &card, &mut self.bits, &mut self.pictures)
                }) {
                    command::inspect(window, listed, out);
                }
            }
        });
    }
}

/// True if there is anything to race over.
fn has_overlap(window: &WindowState<'_>) -> bool {
    window.session.derived().collision().is_some_and(crate::scene::Collision::boxes_overlap)
}

/// Says why no race runs, and what to do.
fn show_nothing(ui: &Ui, window: &WindowState<'_>) {
    let (why, what) = if window.session.stage().both().is_some() {
        ("No race: the boxes share no cell", "move a sprite until they overlap, with the arrows or in Inspect")
    } else {
        ("No race without two images", "press Ctrl O, or choose a scene")
    };
    let theme = Theme::of(ui);
    let place = Rect::from_center_size(ui.max_rect().center(), vec2(440.0, 120.0));
    let corners = [place.left_top(), place.right_top(), place.right_bottom(), place.left_bottom(), place.left_top()];
    ui.painter().extend(egui::Shape::dashed_line(&corners, Stroke::new(1.0, theme.edge), 6.0, 4.0));
    let line = |y: f32, text: &str, font, ink| {
        ui.painter().text(place.center() + vec2(0.0, y), egui::Align2::CENTER_CENTER, text, font, ink);
    };
    line(-12.0, why, theme::answer(), theme.t1);
    line(14.0, what, theme::text(), theme.t3);
}
