//! One scan of the race: its picture, and how far it has come.

use egui::Galley;

use super::places::Face;
use crate::app::paint::write::{self, elided};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::measure::Timing;
use crate::scan::Hit;
use crate::session::{Lane, RaceOrder, ScanRow};

/// Opacity while the numbers belong to an earlier placement.
const STALE: f32 = 0.5;

/// A scan in the race, after a number of steps.
pub(super) struct RaceCard<'a> {
    pub session: &'a Session,
    pub row: &'a ScanRow,
    pub lane: Option<&'a Lane>,
    /// The number of visits it has made.
    pub visits: u64,
    pub has_stopped: bool,
    /// Its place in the list, from 0, and in the race, from 1.
    listed: usize,
    placing: Option<usize>,
}

impl<'a> RaceCard<'a> {
    /// The scan of a place in the list.
    pub fn new(session: &'a Session, listed: usize, placing: Option<usize>) -> Self {
        let row = &session.derived().rows()[listed];
        let steps = session.race().steps();
        let (visits, has_stopped) = (steps.min(row.count.visits), row.has_stopped(steps));
        let lane = session.derived().lane(row.scan);
        Self { session, row, lane, visits, has_stopped, listed, placing }
    }

    /// Shows the card; `paint_picture` paints into the room for the picture and returns what it fills.
    pub fn show(
        &self,
        ui: &Ui,
        rect: Rect,
        face: &Face,
        paint_picture: impl FnOnce(&Painter, Rect) -> Rect,
    ) -> Response {
        let response = ui.interact(rect, Id::unique(("race card", self.listed)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), self.spoken()));
        if response.gained_focus() {
            ui.scroll_to_rect(rect, None);
        }
        if ui.is_rect_visible(rect) {
            let theme = Theme::of(ui);
            self.paint_ground(ui.painter(), rect, &response, theme);
            let picture = paint_picture(ui.painter(), face.picture(rect));
            let mut painter = ui.painter_at(rect);
            if self.session.derived().rows_are_stale() {
                painter.multiply_opacity(STALE);
            }
            let words = CardWords { card: self, ui, painter, theme, fonts: face.fonts };
            let room = face.words(rect, picture);
            if face.is_below() { words.paint_below(room) } else { words.paint_beside(room) }
        }
        if response.hovered() {
            status::tell(ui, Status::of(self.name()).can("click", "show it in Inspect").can("right click", "menu"));
        }
        response.on_hover_ui(|ui| self.tooltip(ui))
    }

    fn paint_ground(&self, painter: &Painter, rect: Rect, response: &Response, theme: &Theme) {
        let ground = if response.hovered() { theme.raise } else { theme.panel };
        let outline = match (self.is_wrong(), self.has_stopped) {
            (true, _) => theme.bad,
            (_, true) => theme.edge,
            _ => theme.line,
        };
        painter.rect(rect, 3.0, ground, Stroke::new(1.0, outline), StrokeKind::Inside);
    }

    /// The strategy in a sentence, its source, what a visit is, and what came of its visits.
    fn tooltip(&self, ui: &mut Ui) {
        let (about, theme) = (self.row.scan.about(), Theme::of(ui));
        ui.label(about.sentence);
        let time = self.timing().map(|timing| write::median(&timing));
        let facts =
            [format!("{} per visit", self.row.scan.reads()), self.visits_in_words(), self.outcome(), self.cells()];
        let facts: Vec<_> = facts.into_iter().chain(time).filter(|fact| !fact.is_empty()).collect();
        ui.label(RichText::new(facts.join(" · ")).color(theme.t2));
        ui.label(RichText::new(about.source.full).color(theme.t3));
    }

    /// True if it has stopped with a wrong answer.
    pub fn is_wrong(&self) -> bool {
        self.has_stopped && self.row.is_wrong
    }

    pub fn hit(&self) -> Option<Hit> {
        self.row.hit.filter(|_| self.has_stopped)
    }

    /// `17 visits`, or while it looks `96 visits so far`.
    fn visits_in_words(&self) -> String {
        let so_far = if self.has_stopped { "" } else { " so far" };
        words::plural(self.visits, "visit") + so_far
    }

    /// The number on the card: its visits, or its time where that decides the order.
    fn number(&self) -> String {
        let timing = self.timing().filter(|_| self.session.race().order == RaceOrder::ByTime);
        timing.map_or_else(|| words::thousands(self.visits), |timing| write::median(&timing))
    }

    /// `hit at 28,16`; empty while it looks.
    fn outcome(&self) -> String {
        let collision = self.session.collision();
        let shared = collision.as_ref().and_then(|found| found.overlap_box);
        match (self.row.hit.filter(|_| self.has_stopped), self.is_wrong()) {
            _ if self.is_wrong() && self.session.derived().failure(self.row.scan).is_some() => "no answer".to_owned(),
            (Some(_), true) => "hit without a pixel".to_owned(),
            (Some(hit), false) => match hit.cell.zip(shared) {
                Some(((x, y), shared)) => {
                    let cell = shared.origin() + Cell::new(x.into(), y.into());
                    format!("hit at {}", self.session.origin().point(cell))
                }
                None => "hit in an area".to_owned(),
            },
            (None, true) => format!("missed {} px", words::thousands(collision.map_or(0, |found| found.overlap_area))),
            (None, false) if self.has_stopped => "nothing found".to_owned(),
            (None, false) => String::new(),
        }
    }

    /// `sample:10 ≈`.
    fn name(&self) -> String {
        let mark = if self.row.scan.is_approximate() { " ≈" } else { "" };
        self.row.scan.display_name() + mark
    }

    /// The time of the scan, once it has stopped and the time is known.
    fn timing(&self) -> Option<Timing> {
        self.row.timing.filter(|_| self.has_stopped)
    }

    fn badge(&self) -> Option<String> {
        if self.is_wrong() {
            let fails = self.session.derived().failure(self.row.scan).is_some();
            return (!fails).then(|| if self.row.hit.is_some() { "HIT" } else { "MISS" }.to_owned());
        }
        self.placing.map(|place| words::place(place as u64))
    }

    /// `118 of 720 cells`, or `510 cells read` by rectangles; nothing while it looks.
    fn cells(&self) -> String {
        let (area, count) =
            (self.session.derived().collision().map_or(0, |found| found.box_overlap().area()), self.row.count);
        match self.has_stopped {
            true if count.cells == count.visits && count.cells <= area => words::of(count.cells, area, "cells"),
            true => format!("{} read", words::plural(count.cells, "cell")),
            false => String::new(),
        }
    }

    /// Everything the card shows, for a screen reader: `words, 2nd, 17 visits, hit at 26,16, 510 cells read`.
    fn spoken(&self) -> String {
        let mut parts = vec![self.row.scan.display_name()];
        if self.row.scan.is_approximate() {
            parts.push("approximate".to_owned());
        }
        if self.is_wrong() {
            parts.push("wrong".to_owned());
        }
        parts.extend(self.placing.map(|place| words::place(place as u64)));
        parts.push(self.visits_in_words());
        parts.push(self.outcome());
        parts.push(self.cells());
        parts.extend(self.timing().map(|timing| write::median(&timing)));
        parts.retain(|part| !part.is_empty());
        parts.join(", ")
    }
}

/// The words on a card: the scan, its visits or its time, and its place.
struct CardWords<'a> {
    card: &'a RaceCard<'a>,
    ui: &'a Ui,
    painter: Painter,
    theme: &'a Theme,
    fonts: [f32; 2],
}

impl CardWords<'_> {
    /// Beside the picture: the badge above, the number over the name below.
    fn paint_beside(&self, room: Rect) {
        let [number, name] = self.fonts;
        if self.card.has_stopped {
            self.paint_badge(room.left_top(), Align2::LEFT_TOP);
        } else {
            let at = room.left_top() + vec2(0.0, 3.0);
            self.painter.text(at, Align2::LEFT_TOP, "still searching", theme::note(), self.theme.t3);
        }
        let foot = room.left_bottom() - vec2(0.0, 0.4 * name);
        self.name(foot, room.width());
        let size = if self.number(number).size().x <= room.width() { number } else { Self::LEAST };
        let number = self.number(size);
        let place = Align2::LEFT_CENTER.anchor_size(foot - vec2(0.0, name + 0.4 * size), number.size());
        self.painter.galley(place.min, number, self.theme.t1);
    }

    /// Below the picture in a line: the name, and from the right the number and the place, which goes where room is short.
    fn paint_below(&self, room: Rect) {
        let foot = room.left_bottom() - vec2(0.0, 0.5 * self.fonts[0].max(16.0) - 1.0);
        let name = self.name(foot, room.width());
        let fits = |number: &Galley| name + 8.0 + number.size().x <= room.right();
        let number = [self.fonts[0], Self::LEAST].map(|size| self.number(size)).into_iter().find(|number| fits(number));
        let Some(number) = number else { return };
        let place = Align2::RIGHT_CENTER.anchor_size(pos2(room.right(), foot.y), number.size());
        self.painter.galley(place.min, number, self.theme.t1);
        let end = pos2(place.left() - 10.0, foot.y);
        if end.x - 40.0 >= name {
            self.paint_badge(end, Align2::RIGHT_CENTER);
        }
    }

    /// The size of a number that would not fit otherwise, in points.
    const LEAST: f32 = 12.0;

    fn number(&self, size: f32) -> Arc<Galley> {
        self.painter.layout_no_wrap(self.card.number(), FontId::monospace(size), self.ink())
    }

    /// The colour of the number and the name.
    const fn ink(&self) -> Color32 {
        if self.card.has_stopped { self.theme.t1 } else { self.theme.t2 }
    }

    /// Paints the name, small where it is wider than the room, and shortened where that is not enough; returns its end.
    fn name(&self, middle: Pos2, room: f32) -> f32 {
        let (name, large) = (self.card.name(), FontId::proportional(self.fonts[1]));
        let width = self.painter.layout_no_wrap(name.clone(), large.clone(), self.ink()).size().x;
        let font = if width <= room { large } else { theme::text() };
        let name = elided(self.ui, &name, room, &font);
        self.painter.text(middle, Align2::LEFT_CENTER, name, font, self.ink()).right()
    }

    /// `1st`, or `MISS` for a wrong answer; a place in a row of small cards has no ground.
    fn paint_badge(&self, at: Pos2, align: Align2) {
        let Self { card, ref painter, theme, .. } = *self;
        let is_small = align == Align2::RIGHT_CENTER;
        let (ground, ink) = match (card.is_wrong(), card.placing) {
            (true, _) => (theme.bad_bg, theme.bad_text),
            (_, _) if is_small => (Color32::TRANSPARENT, theme.t3),
            (_, Some(1)) => (theme.solid, theme.on_solid),
            _ => (theme.ctl, theme.t1),
        };
        let Some(text) = card.badge() else { return };
        let font = if is_small { theme::tag() } else { theme::mono() };
        let words = painter.layout_no_wrap(text, font, ink);
        let border =
            if ground == Color32::TRANSPARENT { Vec2::ZERO } else { vec2(6.0, if is_small { 1.0 } else { 3.0 }) };
        let badge = align.anchor_size(at, words.size() + 2.0 * border);
        painter.rect_filled(badge, 3.0, ground);
        painter.galley(badge.min + border, words, ink);
    }
}
