//! The race: the overlap once per scan as small pictures, all in lockstep, ranked as they finish.
//!
//! `card` shows one scan, `picture` what is drawn on its card, `places` where the cards stand, `sentence` the
//! words above them, `lanes` the time line.

mod card;
mod lanes;
mod picture;
mod places;
mod sentence;
#[cfg(test)]
mod tests;

use egui::{CentralPanel, Frame as Surface, Panel, style::ScrollAnimation};

use crate::app::command::{self, Command, context_menu};
use crate::app::panels;
use crate::app::panels::answer::AnswerLine;
use crate::app::panels::transport::{ABOVE_TRACK, commands, position, row, settings, track};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{PillVerdict, segmented, text_button, whole_rows};
use crate::exports::RACE;
use crate::session::{RaceAction, RaceOrder, ScanAction};
use card::{LongestWords, RaceCard};
use maskscope_core::scene::Collision;
use picture::RacePictures;
use places::{CardPlaces, PictureSpace};

/// Height of the answer line, in points.
const ANSWER: f32 = 44.0;
/// Free space around the cards.
const EDGE: f32 = 12.0;
const ABOVE: f32 = 8.0;

/// Below this width of the window there is no room for the exports, nor for the words of the lanes.
const NARROW: f32 = 1_000.0;

/// Time in which a card slides to its place, in seconds.
const SLIDE: f32 = 0.16;

/// State of the race from frame to frame: its pictures, and its area when last shown.
pub struct RaceTab {
    pictures: RacePictures,
    /// Area of the cards on the screen, in points.
    pub rect: Rect,
}

impl Default for RaceTab {
    fn default() -> Self {
        Self { pictures: RacePictures::default(), rect: Rect::ZERO }
    }
}

impl RaceTab {
    /// Shows answer, cards and transport over all that is left of `ui`.
    pub fn show(&mut self, ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
        let theme = Theme::of(ui);
        let bar = |panel: Panel, height: f32| {
            panel.exact_size(height).resizable(false).frame(Surface::new().fill(theme.panel))
        };
        let transport = bar(Panel::bottom("race transport"), ABOVE_TRACK + lanes::height(window.session));
        let line = transport.show(ui, |ui| show_transport(ui, window, out)).inner;
        bar(Panel::top("race answer"), ANSWER).show(ui, |ui| {
            if has_overlap(window) {
                show_answer(ui, window, out);
            } else {
                panels::answer::show(ui, window, out);
            }
        });
        CentralPanel::default().frame(Surface::new().fill(theme.canvas)).show(ui, |ui| {
            self.rect = ui.max_rect();
            if has_overlap(window) {
                self.show_cards(ui, window, out);
            } else {
                show_nothing(ui, window);
            }
        });
        context_menu::show(ui, window, line, out);
    }

    fn show_cards(&mut self, ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
        let session = window.session;
        let (race, rows) = (session.race(), session.derived().rows());
        let cells = session.derived().collision().map(Collision::box_overlap).unwrap_or_default();
        let pixels_per_point = ui.pixels_per_point();
        let shown = PictureSpace { cells, pixels_per_point };
        let (room, plays) = (ui.max_rect().shrink2(vec2(EDGE, ABOVE)), session.is_playing());
        if !room.is_positive() {
            return;
        }
        let (of_poster, podium) = race.poster(rows, CardPlaces::most_on_podium(room.size()));
        // The legend is the last card.
        let poster = CardPlaces::poster(room.size(), podium, rows.len() + 1 - podium, shown);
        let equal = CardPlaces::equal(room.size(), rows.len(), shown);
        let [one, other] = [poster, equal].map(|places| places.texels(pixels_per_point));
        let texels = Size::new(one.width.max(other.width), one.height.max(other.height));
        if race.card != Some(texels) {
            out.push(RaceAction::SetCard(texels).into());
        }
        // Where every scan is wrong or proves nothing, no scan is first.
        let is_poster = race.is_poster() && podium > 0;
        let (places, all) = match (is_poster, race.is_poster()) {
            (true, _) => (poster, of_poster),
            (false, true) => (equal, of_poster),
            (false, false) => (equal, (0..rows.len()).collect()),
        };
        if ui.rect_contains_pointer(ui.max_rect()) {
            let status = Status::default().can_if(session.steps() > 0, "Space", if plays { "pause" } else { "play" });
            let (_, top) = places.podium();
            status::tell_else(
                ui,
                status.can_if(top + places.height() > room.height() + 8.0 + places.peep, "wheel", "scroll"),
            );
        }
        let (standings, longest) = (race.standings(rows), LongestWords::of(session));
        let (podium, top) = places.podium();
        let mut show = |ui: &Ui, at: usize, origin: Vec2, listed: usize| {
            let (face, rect) = places.card(at);
            let card = RaceCard::new(session, listed, &standings);
            let picture = |painter: &_, room| self.pictures.paint(painter, room, &card, at < podium);
            // Slides where it finishes; another size of the room or of the cards is another place at once.
            let rows = if at < podium { -top } else { 0.0 };
            let slide = |axis: &str, to: f32| {
                let layout = (room.width().to_bits(), places.row().to_bits(), podium, is_poster);
                ui.animate_value_with_time(Id::unique(("race", axis, listed, layout)), to, SLIDE) - to
            };
            let by = vec2(slide("x", rect.left()), slide("y", rect.top() + rows));
            let response = card.show(ui, rect.translate(origin + by), &face, &longest, picture);
            if context_menu::on(ui, &response, context_menu::SCAN) {
                out.push(ScanAction::Select(listed).into());
            } else if response.clicked() {
                command::inspect(window, listed, out);
            }
        };
        for (at, &listed) in all.iter().enumerate().take(podium) {
            show(ui, at, room.min.to_vec2(), listed);
        }
        let rows = Rect::from_min_max(ui.max_rect().min + vec2(0.0, ABOVE + top), ui.max_rect().max);
        let mut ui = ui.new_child(UiBuilder::new().max_rect(rows));
        let wanted = Id::unique("more cards");
        let mut below = 0;
        whole_rows(&mut ui, "cards", places.row(), places.row() * places.visible as f32 + places.peep, |ui| {
            let (area, _) = ui.allocate_exact_size(vec2(rows.width(), places.height()), Sense::hover());
            let scrolled = rows.top() - area.top();
            below = all.len().saturating_sub(places.seen(scrolled));
            if ui.data_mut(|data| data.remove_temp::<bool>(wanted)).is_some() {
                let next = area.with_min_y(rows.top() + places.row());
                ui.scroll_to_rect_animation(next, Some(Align::TOP), ScrollAnimation::none());
            }
            let origin = area.min.to_vec2() + vec2(EDGE, 0.0);
            for (at, &listed) in all.iter().enumerate().skip(podium) {
                show(ui, at, origin, listed);
            }
            if is_poster {
                picture::legend(ui, places.rest_of_row(all.len()).translate(origin), session);
            }
        });
        let end = rows.top() + places.row() * places.visible as f32;
        let peep = Rect::from_x_y_ranges(rows.x_range(), end..=end + places.peep);
        if places.peep > 0.0 && below > 0 && more_below(&mut ui, peep, below) {
            ui.data_mut(|data| data.insert_temp(wanted, true));
            ui.request_repaint();
        }
    }
}

/// Fades what shows of the next row, over which a button says how many cards are `below`; returns true if it was clicked.
fn more_below(ui: &mut Ui, peep: Rect, below: usize) -> bool {
    let ground = Theme::of(ui).canvas;
    let mut fade = Mesh::default();
    for (corner, color) in [
        (peep.left_top(), Color32::TRANSPARENT),
        (peep.right_top(), Color32::TRANSPARENT),
        (peep.left_bottom(), ground),
        (peep.right_bottom(), ground),
    ] {
        fade.colored_vertex(corner, color);
    }
    fade.add_triangle(0, 1, 2);
    fade.add_triangle(1, 2, 3);
    ui.painter().add(fade);
    let place = Rect::from_center_size(peep.center(), vec2(120.0, 24.0));
    let text = format!("{below} more below");
    let button = ui.new_child(UiBuilder::new().max_rect(place)).add_sized(place.size(), Button::new(text));
    button.on_hover_text("Scrolls to the next row.").clicked()
}

/// True if there is anything to race over.
fn has_overlap(window: &WindowState<'_>) -> bool {
    window.session.derived().collision().is_some_and(Collision::boxes_overlap)
}

/// Says what to do; the answer line says why no race runs.
fn show_nothing(ui: &Ui, window: &WindowState<'_>) {
    let text = match window.session.stage().both() {
        Some(_) => "Move a sprite until the boxes overlap, with the arrows or in Inspect",
        None => "Press Ctrl O, or choose a scene",
    };
    ui.painter().text(ui.max_rect().center(), Align2::CENTER_CENTER, text, theme::text(), Theme::of(ui).t3);
}

/// Shows how far the race has come, and the order in which it is shown, in a line 44 high.
fn show_answer(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let session = window.session;
    let old = session.race().order;
    let mut new = old;
    // In a narrow window the exports are in the menu File.
    let is_wide = ui.ctx().content_rect().width() >= NARROW;
    panels::answer::line(ui, &answer_of(session), |ui| {
        // The cards name the wrong scans: a pill that came and went would push the buttons.
        panels::answer::expectation_pill(ui, window, out);
        let choices =
            [(RaceOrder::Listed, "as listed"), (RaceOrder::ByVisits, "by visits"), (RaceOrder::ByTime, "by time")];
        let tip = "Shows the scans in the order of the table, those with the fewest visits first, each among scans \
                   whose visits read alike, or those with the least time first.";
        if is_wide {
            let export = Command::Export(&RACE);
            let button = ui.add_enabled_ui(export.is_enabled(window), |ui| text_button(ui, "Export…")).inner;
            if command::tooltip(button, export).clicked() {
                export.ask(window, out);
            }
        }
        segmented(ui, &mut new, &choices).on_hover_text(tip);
    });
    if new != old {
        out.push(RaceAction::SetOrder(new).into());
    }
}

/// Shows the transport; returns the room in its row for the status line, so that the cards have all above it.
fn show_transport(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) -> Rect {
    let (session, mut line) = (window.session, ui.max_rect());
    let can_play = Command::Play.is_enabled(window);
    row(
        ui,
        out,
        |ui, out| {
            ui.add_enabled_ui(can_play, |ui| commands(ui, window, out));
        },
        |ui, out| settings(ui, window, out),
        |ui| {
            if can_play {
                let unit = if session.steps() == 1 { "step" } else { "steps" };
                position(ui, session.race().steps(), session.steps(), unit);
            }
            line = ui.available_rect_before_wrap();
        },
    );
    let is_wide = ui.ctx().content_rect().width() >= NARROW;
    track(ui, |ui| lanes::show(ui, session, is_wide, out));
    line
}

/// The answer, and below it what it does not cover.
fn answer_of(session: &Session) -> AnswerLine {
    let is_hit = session.derived().collision().is_some_and(Collision::masks_overlap);
    let verdict = if is_hit { PillVerdict::Hit } else { PillVerdict::Miss };
    let [sentence, detail] = sentence::sentences(session, is_hit);
    AnswerLine::new(verdict, sentence, detail)
}
