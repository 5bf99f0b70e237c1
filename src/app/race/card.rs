//! One scan of the race: its picture, and how far it has come.

use egui::{Align2, Color32, FontId, Id, Painter, Pos2, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind, Ui};
use egui::{WidgetInfo, pos2, vec2};

use super::places::Places;
use crate::app::theme::{self, Theme};
use crate::app::widgets::status::{self, Status};
use crate::app::{marks, timing};
use crate::geom::Cell;
use crate::measure::Timing;
use crate::scan::{Contest, Hit};
use crate::session::{Lane, ScanRow, Session};
use crate::words;

/// Opacity while the numbers belong to an earlier placement.
const STALE: f32 = 0.5;

/// A scan in the race, after a number of steps.
pub(super) struct Card<'a> {
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

/// State of a scan in the race.
#[derive(Clone, Copy)]
enum Happened {
    Looking,
    /// It has found a hit; where, if the scan says.
    Hit(Option<Cell>),
    /// It has rightly found nothing.
    Nothing,
    /// It has missed this many shared pixels.
    Missed(u64),
    /// It claims a hit where nothing is shared.
    FalseHit,
}

impl<'a> Card<'a> {
    /// The scan of a place in the list.
    pub fn new(session: &'a Session, listed: usize, placing: Option<usize>) -> Self {
        let row = &session.derived().rows()[listed];
        let steps = session.race().steps();
        let (visits, has_stopped) = (steps.min(row.count.visits), row.has_stopped(steps));
        let lane = session.derived().lane(row.scan);
        Self { session, row, lane, visits, has_stopped, listed, placing }
    }

    /// Shows the card; `paint_picture` paints into the room for the picture and says what it fills. Returns whether the card
    /// was clicked.
    pub fn show(
        &self,
        ui: &Ui,
        rect: Rect,
        places: &Places,
        paint_picture: impl FnOnce(&Painter, Rect) -> Rect,
    ) -> bool {
        let response = ui.interact(rect, Id::unique(("race card", self.listed)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), self.spoken()));
        if response.gained_focus() {
            ui.scroll_to_rect(rect, None);
        }
        if ui.is_rect_visible(rect) {
            let theme = Theme::of(ui);
            self.paint_ground(ui.painter(), rect, &response, theme);
            let picture = paint_picture(ui.painter(), places.picture(rect));
            let mut painter = ui.painter_at(rect);
            if self.session.derived().rows_are_stale() {
                painter.multiply_opacity(STALE);
            }
            let words = Words { card: self, painter, theme, has_room: places.has_room(ui.content_rect().width()) };
            let room = places.words(rect, picture);
            if places.is_wide() { words.paint_below(room) } else { words.paint_beside(room) }
        }
        if response.hovered() {
            status::tell(ui, Status::of(self.name()).can("click", "show it in Inspect"));
        }
        response.on_hover_ui(|ui| self.tooltip(ui)).clicked()
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

    /// The strategy in a sentence, and its source.
    fn tooltip(&self, ui: &mut Ui) {
        let (about, theme) = (self.row.scan.about(), Theme::of(ui));
        ui.label(about.sentence);
        ui.label(RichText::new(about.source).color(theme.t3));
    }

    /// True if it has stopped with a wrong answer.
    pub fn is_wrong(&self) -> bool {
        self.has_stopped && self.row.is_wrong
    }

    pub fn hit(&self) -> Option<Hit> {
        self.row.hit.filter(|_| self.has_stopped)
    }

    fn happened(&self) -> Happened {
        let collision = self.session.collision();
        match (self.has_stopped, self.row.is_wrong, self.row.hit) {
            (false, ..) => Happened::Looking,
            (true, true, Some(_)) => Happened::FalseHit,
            (true, true, None) => Happened::Missed(collision.map_or(0, |found| found.overlap_area)),
            (true, false, None) => Happened::Nothing,
            (true, false, Some(hit)) => Happened::Hit(hit.cell.and_then(|(x, y)| {
                let shared = collision?.overlap_box?;
                Some(shared.origin() + Cell::new(x.into(), y.into()))
            })),
        }
    }

    /// `17 visits`, or while it looks `96 visits so far`.
    fn visits_words(&self) -> &'static str {
        match (self.happened(), self.visits) {
            (Happened::Looking, 1) => "visit so far",
            (Happened::Looking, _) => "visits so far",
            (_, 1) => "visit",
            _ => "visits",
        }
    }

    fn happened_words(&self) -> String {
        match self.happened() {
            Happened::Looking => String::new(),
            Happened::Hit(Some(cell)) => format!("hit at {}", self.session.origin().point(cell)),
            Happened::Hit(None) => "hit in an area".to_owned(),
            Happened::Nothing => "nothing found".to_owned(),
            Happened::Missed(pixels) => format!("missed {} px", words::thousands(pixels)),
            Happened::FalseHit => "hit without a pixel".to_owned(),
        }
    }

    /// `sample:10 ≈`.
    fn name(&self) -> String {
        let mark = if self.row.scan.is_exact() { "" } else { " ≈" };
        self.row.scan.display_name() + mark
    }

    /// The test of one visit, or the scan whose visits it repeats.
    fn visit(&self) -> String {
        match (self.row.scan, self.lane.and_then(|lane| lane.twin)) {
            (scan, Some(twin)) if matches!(scan.about().contest, Contest::Borrows(_)) => {
                format!("as {} here", twin.strategy())
            }
            (scan, _) => scan.visit(),
        }
    }

    /// The time of the scan, once it has stopped and the time is known.
    fn timing(&self) -> Option<Timing> {
        self.row.timing.filter(|_| self.has_stopped)
    }

    fn badge(&self) -> Option<String> {
        if self.is_wrong() {
            return Some(if self.row.hit.is_some() { "HIT" } else { "MISS" }.to_owned());
        }
        self.placing.map(|place| words::place(place as u64))
    }

    /// `118 of 720 cells`, or `510 cells read` by rectangles; nothing if it is not known.
    fn cells(&self) -> String {
        let area = self.session.derived().collision().map_or(0, |found| found.box_overlap().area());
        match self.covered() {
            Some(covered) if covered == self.visits && covered <= area => {
                format!("{} of {}", words::thousands(covered), words::plural(area, "cell"))
            }
            Some(covered) => format!("{} read", words::plural(covered, "cell")),
            None => String::new(),
        }
    }

    /// The same without what it counts, where room is short: `118 of 720`.
    fn cells_short(&self) -> String {
        self.cells().replace(" cells", "").replace(" cell", "")
    }

    /// The cells of all visits so far, repeats counted.
    fn covered(&self) -> Option<u64> {
        let count = self.row.count;
        if self.has_stopped {
            return Some(count.cells);
        }
        if count.cells == count.visits {
            return Some(self.visits);
        }
        let visits = self.lane?.visits.get(..usize::try_from(self.visits).ok()?)?;
        Some(visits.iter().map(|visit| visit.cells()).sum())
    }

    /// Everything the card shows, for a screen reader: `words, 2nd, 17 visits, hit at 26,16, 510 cells read`.
    fn spoken(&self) -> String {
        let mut parts = vec![self.row.scan.display_name()];
        if !self.row.scan.is_exact() {
            parts.push("approximate".to_owned());
        }
        if self.is_wrong() {
            parts.push("wrong".to_owned());
        }
        parts.extend(self.placing.map(|place| words::place(place as u64)));
        parts.push(format!("{} {}", words::thousands(self.visits), self.visits_words()));
        parts.push(self.happened_words());
        parts.push(self.cells());
        parts.extend(self.timing().map(|timing| timing::median(&timing)));
        parts.retain(|part| !part.is_empty());
        parts.join(", ")
    }
}

/// The words on a card, and what they are painted with.
struct Words<'a> {
    card: &'a Card<'a>,
    painter: Painter,
    theme: &'a Theme,
    /// True if the line of what a visit is, and the time, are shown.
    has_room: bool,
}

impl Words<'_> {
    /// Beside the picture: from the top the name, the source and what a visit is; at the foot what came of it.
    fn paint_beside(&self, room: Rect) {
        let Self { card, theme, .. } = *self;
        let (left, top, bottom) = (room.left(), room.top(), room.bottom());
        self.left(pos2(left, top + 10.0), &card.name(), theme::text(), theme.t1);
        if room.height() >= 100.0 {
            self.left(pos2(left, top + 30.0), card.row.scan.about().short_source, theme::note(), theme.t3);
        }
        if self.has_room {
            self.left(pos2(left, top + 48.0), &card.visit(), theme::note(), theme.t3);
        }
        self.paint_count(pos2(left, bottom - 50.0), room.right());
        self.paint_happened(pos2(left, bottom - 28.0));
        self.paint_cells(room, bottom - 8.0);
        self.paint_badge(room.right_top());
    }

    /// Below the picture, in three lines.
    fn paint_below(&self, room: Rect) {
        let Self { card, theme, .. } = *self;
        let (left, top) = (room.left(), room.top());
        let name = self.left(pos2(left, top + 12.0), &card.name(), theme::text(), theme.t1);
        let badge = self.paint_badge(pos2(room.right(), top + 2.0));
        let source = format!("{} · {}", card.row.scan.about().short_source, card.visit());
        let source = self.painter.layout_no_wrap(source, theme::note(), theme.t3);
        if self.has_room && name + 10.0 + source.size().x + 10.0 <= badge {
            let place = Align2::LEFT_CENTER.anchor_size(pos2(name + 10.0, top + 12.0), source.size());
            self.painter.galley(place.min, source, theme.t3);
        }
        let count = self.paint_count(pos2(left, top + 32.0), room.right());
        self.paint_happened(pos2(count + 14.0, top + 32.0));
        self.paint_cells(room, room.bottom() - 5.0);
    }

    /// Words that begin at a place; where they end.
    fn left(&self, at: Pos2, text: &str, font: FontId, ink: Color32) -> f32 {
        self.painter.text(at, Align2::LEFT_CENTER, text, font, ink).right()
    }

    /// The visits so far, and that it still looks where there is room up to `end`.
    fn paint_count(&self, at: Pos2, end: f32) -> f32 {
        let Self { card, ref painter, theme, .. } = *self;
        let count = self.left(at, &words::thousands(card.visits), theme::count(), theme.t1);
        let at = pos2(count + 8.0, at.y + 1.0);
        let words = card.visits_words();
        let width = painter.layout_no_wrap(words.to_owned(), theme::note(), theme.t2).size().x;
        let words = if at.x + width > end { words.trim_end_matches(" so far") } else { words };
        self.left(at, words, theme::note(), theme.t2)
    }

    /// Paints its state: a mark if it is a verdict, and words.
    fn paint_happened(&self, at: Pos2) {
        let Self { card, painter, theme, .. } = self;
        let mark = at + vec2(5.0, 0.0);
        let (indent, ink) = match card.happened() {
            Happened::Looking => return,
            Happened::Missed(_) | Happened::FalseHit => (0.0, theme.bad),
            Happened::Hit(_) => {
                marks::diamond(painter, mark, 4.5, theme.both_text);
                (14.0, theme.both_text)
            }
            Happened::Nothing => {
                marks::ring(painter, mark, 3.75, theme.t2);
                (14.0, theme.t2)
            }
        };
        self.left(at + vec2(indent, 0.0), &card.happened_words(), theme::note(), ink);
    }

    /// The cells at the left, the time at the right if it does not touch them.
    fn paint_cells(&self, room: Rect, y: f32) {
        let Self { card, ref painter, theme, .. } = *self;
        let timing = card.timing().filter(|_| self.has_room);
        let ink = timing::ink(timing, theme.t2, theme);
        let time = timing.map_or(String::new(), |timing| timing::median(&timing));
        let time = painter.layout_no_wrap(time, theme::mono(), ink);
        let left = room.right() - time.size().x - 8.0;
        let cells =
            [card.cells(), card.cells_short()].map(|text| painter.layout_no_wrap(text, theme::note(), theme.t3));
        let [full, short] = cells;
        let cells = if room.left() + full.size().x <= left { full } else { short };
        if room.left() + cells.size().x <= left {
            let place = Align2::RIGHT_CENTER.anchor_size(pos2(room.right(), y), time.size());
            painter.galley(place.min, time, ink);
        }
        let place = Align2::LEFT_CENTER.anchor_size(pos2(room.left(), y), cells.size());
        painter.galley(place.min, cells, theme.t3);
    }

    /// `1st`, or `MISS` for a wrong answer, at the top right; where it begins.
    fn paint_badge(&self, corner: Pos2) -> f32 {
        let Self { card, ref painter, theme, .. } = *self;
        let (ground, ink) = match (card.is_wrong(), card.placing) {
            (true, _) => (theme.bad_bg, theme.bad_text),
            (_, Some(1)) => (theme.solid, theme.on_solid),
            _ => (theme.ctl, theme.t1),
        };
        let Some(text) = card.badge() else { return corner.x };
        let words = painter.layout_no_wrap(text, theme::mono(), ink);
        let size = vec2(words.size().x + 12.0, 20.0);
        let badge = Rect::from_min_size(pos2(corner.x - size.x, corner.y), size);
        painter.rect_filled(badge, 3.0, ground);
        let place = Align2::CENTER_CENTER.anchor_size(badge.center(), words.size());
        painter.galley(place.min, words, ink);
        badge.left()
    }
}
