//! One scan of the race: its picture, and how far it has come.

use egui::Galley;

use super::places::Face;
use super::sentence::looks_at_all;
use crate::app::paint::write::{self, elided};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::session::{Lane, RaceOrder, ScanRow, Standing};
use maskscope_core::measure::Timing;
use maskscope_core::scan::Hit;

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
    /// Its place in the list, from 0.
    listed: usize,
    /// Its place in the race, or why it has none; `None` while it searches.
    standing: Option<Standing>,
}

/// The longest words of all cards: all numbers are as large as lets these fit.
pub(super) struct LongestWords {
    number: String,
    name: String,
}

impl LongestWords {
    /// Those of the cards at the end of the race.
    pub fn of(session: &Session) -> Self {
        let longest = |of: fn(&Session, &ScanRow) -> String| {
            let all = session.derived().rows().iter().map(|row| of(session, row));
            all.max_by_key(|words| words.chars().count()).unwrap_or_default()
        };
        Self {
            number: longest(|session, row| number(session, row, row.count.visits)),
            name: longest(|_, row| name(row)),
        }
    }
}

/// The number on the card of a scan that has made all its visits, or these so far: they, or its time where that decides the
/// order.
fn number(session: &Session, row: &ScanRow, visits: u64) -> String {
    if session.race().order != RaceOrder::ByTime {
        return words::thousands(visits);
    }
    let timing = row.timing.filter(|_| visits == row.count.visits);
    timing.map_or_else(|| "…".to_owned(), |timing| write::median(&timing))
}

/// `sample:10 ≈`.
fn name(row: &ScanRow) -> String {
    let mark = if row.scan.is_approximate() { " ≈" } else { "" };
    row.scan.display_name() + mark
}

impl<'a> RaceCard<'a> {
    /// The scan of a place in the list.
    pub fn new(session: &'a Session, listed: usize, standing: Option<Standing>) -> Self {
        let row = &session.derived().rows()[listed];
        let steps = session.race().steps();
        let (visits, has_stopped) = (steps.min(row.count.visits), row.has_stopped(steps));
        let lane = session.derived().lane(row.scan);
        Self { session, row, lane, visits, has_stopped, listed, standing }
    }

    /// Shows the card; `paint_picture` paints into the room for the picture and returns what it fills.
    pub fn show(
        &self,
        ui: &Ui,
        rect: Rect,
        face: &Face,
        longest: &LongestWords,
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
            let words = CardWords { card: self, longest, ui, painter, theme, fonts: face.fonts };
            let room = face.words(rect, picture);
            if face.is_below() { words.paint_below(room, picture) } else { words.paint_beside(room) }
        }
        if response.hovered() {
            status::tell(ui, Status::of(name(self.row)).can("click", "show it in Inspect").can("right click", "menu"));
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
        let reads = format!("{} per visit", self.row.scan.reads());
        let facts = [reads, self.visits_in_words(), self.outcome(), self.cells(), self.why().to_owned()];
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

    /// The time of the scan, once it has stopped and the time is known.
    fn timing(&self) -> Option<Timing> {
        self.row.timing.filter(|_| self.has_stopped)
    }

    fn badge(&self) -> Option<String> {
        match self.standing? {
            Standing::Place(place) => Some(words::place(place as u64)),
            Standing::Wrong if self.session.derived().failure(self.row.scan).is_some() => None,
            Standing::Wrong => Some(if self.row.hit.is_some() { "HIT" } else { "MISS" }.to_owned()),
            Standing::Unproven => Some("unproven".to_owned()),
            Standing::Script => Some("script".to_owned()),
            Standing::ReadsAll | Standing::Alone | Standing::Untimed => None,
        }
    }

    /// The reason why it has no place; empty where it has one, or searches.
    fn why(&self) -> &'static str {
        match self.standing {
            Some(Standing::Unproven) if looks_at_all(self.session, self.row) => {
                "proves nothing: it can miss a shared pixel"
            }
            Some(Standing::Unproven) => "proves nothing: it does not look at every pixel",
            Some(Standing::ReadsAll) => "without a hit any scan that reads one px reads all",
            Some(Standing::Alone) => "the only one that reads so",
            Some(Standing::Script) => "a script is not timed",
            Some(Standing::Untimed) => "not timed yet",
            Some(Standing::Place(_) | Standing::Wrong) | None => "",
        }
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
        match self.standing {
            Some(Standing::Place(place)) => parts.push(words::place(place as u64)),
            Some(Standing::Unproven) => parts.push("unproven".to_owned()),
            _ => {}
        }
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
    longest: &'a LongestWords,
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
            self.paint_badge(room.left_top(), Align2::LEFT_TOP, room.left());
        } else {
            let at = room.left_top() + vec2(0.0, 3.0);
            self.painter.text(at, Align2::LEFT_TOP, "still searching", theme::note(), self.theme.t3);
        }
        let foot = room.left_bottom() - vec2(0.0, 0.4 * name);
        self.name(foot, room.width());
        let size = self.size(number, room.width());
        let number = self.number(size);
        let place = Align2::LEFT_CENTER.anchor_size(foot - vec2(0.0, name + 0.4 * size), number.size());
        self.painter.galley(place.min, number, self.theme.t1);
    }

    /// Below the picture in a line: the name, and from the right the number and the place, which moves into the picture where room is short.
    fn paint_below(&self, room: Rect, picture: Rect) {
        let foot = room.left_bottom() - vec2(0.0, 0.5 * self.fonts[0].max(16.0) - 1.0);
        let name = self.name(foot, room.width());
        let longest = self.width(&self.longest.name, FontId::proportional(self.fonts[1]));
        let number = self.number(self.size(self.fonts[0], room.width() - longest - 8.0));
        if name + 8.0 + number.size().x > room.right() {
            return;
        }
        let place = Align2::RIGHT_CENTER.anchor_size(pos2(room.right(), foot.y), number.size());
        self.painter.galley(place.min, number, self.theme.t1);
        if !self.paint_badge(pos2(place.left() - 10.0, foot.y), Align2::RIGHT_CENTER, name + 4.0) {
            // Beside a time there is less room than beside visits.
            self.paint_badge(picture.right_top() + vec2(-4.0, 4.0), Align2::RIGHT_TOP, picture.left());
        }
    }

    /// The size of a number that would not fit otherwise, in points.
    const LEAST: f32 = 12.0;

    fn number(&self, size: f32) -> Arc<Galley> {
        let RaceCard { session, row, visits, .. } = *self.card;
        self.painter.layout_no_wrap(number(session, row, visits), FontId::monospace(size), self.ink())
    }

    /// The size at which the longest number of all cards fits into `room` points, at most `usual`.
    fn size(&self, usual: f32, room: f32) -> f32 {
        let width = self.width(&self.longest.number, FontId::monospace(usual));
        if width <= room { usual } else { (usual * room / width).floor().max(Self::LEAST) }
    }

    fn width(&self, text: &str, font: FontId) -> f32 {
        self.painter.layout_no_wrap(text.to_owned(), font, self.theme.t1).size().x
    }

    /// The colour of the number and the name.
    const fn ink(&self) -> Color32 {
        if self.card.has_stopped { self.theme.t1 } else { self.theme.t2 }
    }

    /// Paints the name, small where it is wider than the room, and shortened where that is not enough; returns its end.
    fn name(&self, middle: Pos2, room: f32) -> f32 {
        let (name, large) = (name(self.card.row), FontId::proportional(self.fonts[1]));
        let width = self.width(&name, large.clone());
        let font = if width <= room { large } else { theme::text() };
        let name = elided(self.ui, &name, room, &font);
        self.painter.text(middle, Align2::LEFT_CENTER, name, font, self.ink()).right()
    }

    /// `1st`, `unproven`, or `MISS` for a wrong answer; a place in a row of small cards has no ground. It goes where it would
    /// begin before `start`; returns whether all of it has room.
    fn paint_badge(&self, at: Pos2, align: Align2, start: f32) -> bool {
        let Self { card, ref painter, theme, .. } = *self;
        let is_small = align == Align2::RIGHT_CENTER;
        let (ground, ink) = match card.standing {
            Some(Standing::Wrong) => (theme.bad_bg, theme.bad_text),
            Some(Standing::Place(_)) if is_small => (Color32::TRANSPARENT, theme.t3),
            Some(Standing::Place(1)) => (theme.solid, theme.on_solid),
            _ => (theme.ctl, theme.t1),
        };
        let Some(text) = card.badge() else { return true };
        let font = if is_small { theme::tag() } else { theme::mono() };
        let words = painter.layout_no_wrap(text, font, ink);
        let border =
            if ground == Color32::TRANSPARENT { Vec2::ZERO } else { vec2(6.0, if is_small { 1.0 } else { 3.0 }) };
        let badge = align.anchor_size(at, words.size() + 2.0 * border);
        if badge.left() < start {
            return false;
        }
        painter.rect_filled(badge, 3.0, ground);
        painter.galley(badge.min + border, words, ink);
        true
    }
}
