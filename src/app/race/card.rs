//! One scan of the race: its picture, and how far it has come.

use egui::{
    Align2, Color32, FontId, Id, Painter, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};

use super::layout::{END, GAP, picture};
use crate::app::{
    marks,
    theme::{self, Theme},
};
use crate::geom::Cell;
use crate::scan::{Contest, Hit};
use crate::session::{Lane, ScanRow, Session};
use crate::words;

/// Middles of the lines of words: from the top, and from the bottom.
const NAME: f32 = 18.0;
const SOURCE: f32 = 38.0;
const COUNT: f32 = 60.0;
const HAPPENED: f32 = 38.0;
const CELLS: f32 = 18.0;
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

/// What has become of a scan.
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

    /// Shows the card; `paint_picture` paints into the place of the picture. Returns whether the card was clicked.
    pub fn show(&self, ui: &Ui, rect: Rect, paint_picture: impl FnOnce(&Painter, Rect)) -> bool {
        let response = ui.interact(rect, Id::unique(("race card", self.listed)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), self.spoken()));
        if response.gained_focus() {
            ui.scroll_to_rect(rect, None);
        }
        if ui.is_rect_visible(rect) {
            let theme = Theme::of(ui);
            self.paint_ground(ui.painter(), rect, &response, theme);
            paint_picture(ui.painter(), picture(rect));
            self.paint_words(ui.painter(), rect, theme);
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

    fn paint_words(&self, painter: &Painter, rect: Rect, theme: &Theme) {
        let mut painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
        if self.session.derived().rows_are_stale() {
            painter.multiply_opacity(STALE);
        }
        let left = picture(rect).right() + GAP;
        let line = |y: f32, text: &str, font: FontId, ink: Color32| {
            painter.text(pos2(left, y), Align2::LEFT_CENTER, text, font, ink).right()
        };
        line(rect.top() + NAME, &self.name(), theme::text(), theme.t1);
        line(rect.top() + SOURCE, &self.source(), theme::note(), theme.t3);
        line(rect.bottom() - COUNT, &words::thousands(self.visits), theme::count(), theme.t1);
        self.paint_happened(&painter, pos2(left, rect.bottom() - HAPPENED), theme);
        line(rect.bottom() - CELLS, &self.cells(), theme::note(), theme.t3);
        self.paint_badge(&painter, rect.right_top() + vec2(-END, 8.0), theme);
    }

    /// What has become of it: a mark where it is a verdict, and words.
    fn paint_happened(&self, painter: &Painter, at: egui::Pos2, theme: &Theme) {
        let mark = at + vec2(5.0, 0.0);
        let (indent, ink) = match self.happened() {
            Happened::Looking => (0.0, theme.t2),
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
        painter.text(at + vec2(indent, 0.0), Align2::LEFT_CENTER, self.happened_words(), theme::note(), ink);
    }

    /// `1st`, or `MISS` for a wrong answer, at the top right.
    fn paint_badge(&self, painter: &Painter, corner: egui::Pos2, theme: &Theme) {
        let (ground, ink) = match (self.is_wrong(), self.placing) {
            (true, _) => (theme.bad_bg, theme.bad_text),
            (_, Some(1)) => (theme.solid, theme.on_solid),
            _ => (theme.ctl, theme.t1),
        };
        let Some(text) = self.badge() else { return };
        let words = painter.layout_no_wrap(text, theme::mono(), ink);
        let badge =
            Rect::from_min_size(pos2(corner.x - words.size().x - 12.0, corner.y), vec2(words.size().x + 12.0, 20.0));
        painter.rect_filled(badge, 3.0, ground);
        let place = Align2::CENTER_CENTER.anchor_size(badge.center(), words.size());
        painter.galley(place.min, words, ink);
    }

    /// The strategy in a sentence, its source, and what a click does.
    fn tooltip(&self, ui: &mut Ui) {
        let (about, theme) = (self.row.scan.about(), Theme::of(ui));
        ui.label(about.sentence);
        ui.label(RichText::new(about.source).color(theme.t3));
        ui.label(RichText::new("Click to inspect it.").color(theme.t3));
    }

    /// Whether it has stopped with a wrong answer.
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

    fn happened_words(&self) -> String {
        match self.happened() {
            Happened::Looking if self.visits == 1 => "visit, looking".to_owned(),
            Happened::Looking => "visits, looking".to_owned(),
            Happened::Hit(Some(cell)) => format!("hit at {}", self.session.origin().point(cell)),
            Happened::Hit(None) => "hit in an area".to_owned(),
            Happened::Nothing => "nothing found".to_owned(),
            Happened::Missed(pixels) => format!("missed {} px", words::thousands(pixels)),
            Happened::FalseHit => "hit where nothing is".to_owned(),
        }
    }

    /// `sample:10 ≈`.
    fn name(&self) -> String {
        let mark = if self.row.scan.is_exact() { "" } else { " ≈" };
        self.row.scan.display_name() + mark
    }

    /// Where it comes from, or whose visits it repeats where it is made of others.
    fn source(&self) -> String {
        match (self.row.scan, self.lane.and_then(|lane| lane.twin)) {
            (scan, Some(twin)) if matches!(scan.about().contest, Contest::Borrows(_)) => {
                format!("as {} here", twin.strategy())
            }
            (scan, _) => scan.about().short_source.to_owned(),
        }
    }

    fn badge(&self) -> Option<String> {
        if self.is_wrong() {
            return Some(if self.row.hit.is_some() { "HIT" } else { "MISS" }.to_owned());
        }
        self.placing.map(|place| words::place(place as u64))
    }

    /// `118 of 720 cells`, or `510 cells covered` by rectangles; nothing where it is not known.
    fn cells(&self) -> String {
        let area = self.session.derived().collision().map_or(0, |found| found.box_overlap().area());
        match self.covered() {
            Some(covered) if covered == self.visits && covered <= area => {
                format!("{} of {}", words::thousands(covered), words::plural(area, "cell"))
            }
            Some(covered) => format!("{} covered", words::plural(covered, "cell")),
            None => String::new(),
        }
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

    /// Everything the card shows, for a screen reader: `words, 2nd, 17 visits, hit at 26,16, 510 cells covered`.
    fn spoken(&self) -> String {
        let mut parts = vec![self.row.scan.display_name()];
        if !self.row.scan.is_exact() {
            parts.push("approximate".to_owned());
        }
        if self.is_wrong() {
            parts.push("wrong".to_owned());
        }
        parts.extend(self.placing.map(|place| words::place(place as u64)));
        parts.push(words::plural(self.visits, "visit"));
        parts.push(match self.happened() {
            Happened::Looking => "looking".to_owned(),
            _ => self.happened_words(),
        });
        parts.push(self.cells());
        parts.retain(|part| !part.is_empty());
        parts.join(", ")
    }
}
