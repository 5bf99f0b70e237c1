//! One scan of the race: its picture, and how far it has come.

use super::places::{Face, WordPlace};
use super::sentence::looks_at_all;
use crate::app::paint::signs::{SIGN_WIDTH, paint_sign, visit_unit};
use crate::app::paint::write::{self, elided};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::session::{Lane, RaceOrder, ScanRow, Standing};
use maskscope_core::measure::Timing;
use maskscope_core::scan::{Hit, Reads};

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
    /// The places of all scans in the race, or why they have none; `None` while they search.
    standings: &'a [Option<Standing>],
}

/// The longest words of all cards: all numbers are as large as lets these fit.
pub(super) struct LongestWords {
    number: [String; 2],
    name: String,
}

impl LongestWords {
    /// Those of the cards at the end of the race.
    pub fn of(session: &Session) -> Self {
        let (rows, length) = (session.derived().rows(), |words: &String| words.chars().count());
        let numbers = rows.iter().map(|row| number(session, row, row.count.visits));
        Self {
            number: numbers.max_by_key(|[number, unit]| length(number) + length(unit)).unwrap_or_default(),
            name: rows.iter().map(name).max_by_key(length).unwrap_or_default(),
        }
    }
}

/// The number on the card of a scan that has made all its visits, or these so far: they, or its time where that decides the
/// order; and its unit, empty for visits.
fn number(session: &Session, row: &ScanRow, visits: u64) -> [String; 2] {
    if session.race().order != RaceOrder::ByTime {
        return [words::thousands(visits), String::new()];
    }
    let timing = row.timing.filter(|_| visits == row.count.visits);
    let time = timing.map_or_else(|| "…".to_owned(), |timing| write::median(&timing));
    match time.rsplit_once(' ') {
        Some((number, unit)) => [number, unit].map(str::to_owned),
        None => [time, String::new()],
    }
}

/// `sample:10 ≈`.
fn name(row: &ScanRow) -> String {
    let mark = if row.scan.is_approximate() { " ≈" } else { "" };
    row.scan.display_name() + mark
}

impl<'a> RaceCard<'a> {
    /// The scan of a place in the list.
    pub fn new(session: &'a Session, listed: usize, standings: &'a [Option<Standing>]) -> Self {
        let row = &session.derived().rows()[listed];
        let steps = session.race().steps();
        let (visits, has_stopped) = (steps.min(row.count.visits), row.has_stopped(steps));
        let lane = session.derived().lane(row.scan);
        Self { session, row, lane, visits, has_stopped, listed, standings }
    }

    /// Its place in the race, or why it has none; `None` while it searches.
    fn standing(&self) -> Option<Standing> {
        self.standings[self.listed]
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
            let room = face.word_room(rect, picture);
            match face.words {
                WordPlace::Beside => words.paint_beside(room),
                WordPlace::Below => words.paint_below(room, picture),
                WordPlace::Podium => {
                    words.paint_head(face.head_room(rect));
                    words.paint_foot(room);
                }
            }
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
        let reads = format!("{} per visit", visit_unit(self.row.scan.reads()));
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
        match self.standing()? {
            Standing::Place(place) => Some(words::place(place as u64)),
            Standing::Wrong if self.session.derived().failure(self.row.scan).is_some() => Some("no answer".to_owned()),
            Standing::Wrong => Some(if self.row.hit.is_some() { "HIT" } else { "MISS" }.to_owned()),
            Standing::Unproven => Some("unproven".to_owned()),
            Standing::Script => Some("script".to_owned()),
            Standing::ReadsAll | Standing::Alone | Standing::Untimed => None,
        }
    }

    /// The reason why it has no place; empty where it has one, or searches.
    fn why(&self) -> &'static str {
        match self.standing() {
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

    /// The line below the name on the podium: the other scans in its place, or the number of those that it is compared with.
    fn note(&self) -> String {
        let rows = self.session.derived().rows();
        let alike = || (0..rows.len()).filter(|&at| rows[at].scan.reads() == self.row.scan.reads());
        let equal: Vec<usize> =
            alike().filter(|&at| at != self.listed && self.standings[at] == self.standing()).collect();
        let others = match *equal {
            [] => String::new(),
            [at] => format!("and {}", rows[at].scan.display_name()),
            _ => format!("and {} others", equal.len()),
        };
        match self.standing() {
            None => "searching".to_owned(),
            _ if self.session.race().order == RaceOrder::ByTime => words::plural(self.visits, "visit"),
            Some(Standing::ReadsAll) if equal.is_empty() => "all cells".to_owned(),
            Some(Standing::ReadsAll) => format!("{others}: all cells"),
            Some(Standing::Alone) => "the only one".to_owned(),
            Some(Standing::Place(_)) if equal.is_empty() => {
                let compared =
                    alike().filter(|&at| !rows[at].is_wrong && self.standings[at] != Some(Standing::Unproven));
                format!("of {}", compared.count())
            }
            Some(_) => others,
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
        match self.standing() {
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

/// Between a sign and the words behind it, in points, and between a number and its unit.
const SIGN_GAP: f32 = 8.0;
const UNIT_GAP: f32 = 3.0;
/// Between other words in a line.
const GAP: f32 = 8.0;

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
    /// On the podium above the picture: the sign and the unit of a visit, and at the right the badge, or the reason for its absence.
    fn paint_head(&self, room: Rect) {
        let (reads, theme, middle) = (self.card.row.scan.reads(), self.theme, room.center().y);
        let note = match self.card.standing() {
            None => "still searching",
            Some(Standing::ReadsAll) => "reads all",
            Some(_) => "",
        };
        let mut right = room.right();
        if !note.is_empty() {
            let at = pos2(right, middle);
            right = self.painter.text(at, Align2::RIGHT_CENTER, note, theme::note(), theme.t3).left() - GAP;
        } else if let Some(badge) = self.paint_badge(pos2(right, middle), Badge::Head, room.left()) {
            right = badge.left() - GAP;
        }
        let left = room.left() + SIGN_WIDTH + SIGN_GAP;
        paint_sign(&self.painter, pos2(room.left() + SIGN_WIDTH / 2.0, middle), reads, theme, self.ink());
        let unit = format!("{} per visit", visit_unit(reads));
        let unit = elided(self.ui, &unit, right - left, &theme::note());
        self.painter.text(pos2(left, middle), Align2::LEFT_CENTER, unit, theme::note(), theme.t2);
    }

    /// On the podium below the picture: the name over a note, and the number at the right.
    fn paint_foot(&self, room: Rect) {
        let (middle, [number, name]) = (room.center().y, self.fonts);
        let size = self.size(number, 0.6 * room.width());
        let end = self.paint_number(pos2(room.right(), middle), size) - GAP;
        self.paint_name(pos2(room.left(), middle - 7.0), end - room.left(), name);
        let note = elided(self.ui, &self.card.note(), end - room.left(), &theme::note());
        self.painter.text(pos2(room.left(), middle + 10.0), Align2::LEFT_CENTER, note, theme::note(), self.theme.t3);
    }

    /// Beside the picture: the badge above, the number over the name below.
    fn paint_beside(&self, room: Rect) {
        let [number, name] = self.fonts;
        if self.card.has_stopped {
            self.paint_badge(room.left_top(), Badge::Corner, room.left());
        } else {
            let at = room.left_top() + vec2(0.0, 3.0);
            self.painter.text(at, Align2::LEFT_TOP, "still searching", theme::note(), self.theme.t3);
        }
        let foot = room.left_bottom() - vec2(0.0, 0.4 * name);
        self.paint_signed_name(foot, room.width());
        let size = self.size(number, room.width());
        let right = foot.x + self.number_width(&self.texts(), size);
        self.paint_number(pos2(right, foot.y - name - 0.4 * size), size);
    }

    /// Below the picture in a line: the sign, unless it is that of one pixel, and the name, and from the right the number and
    /// the place, which moves into the picture where room is short.
    fn paint_below(&self, room: Rect, picture: Rect) {
        let foot = room.left_center();
        let longest = write::width(self.ui, &*self.longest.name, FontId::proportional(self.fonts[1]));
        let size = self.size(self.fonts[0], room.width() - longest - GAP);
        let number = self.paint_number(pos2(room.right(), foot.y), size);
        let name = self.paint_signed_name(foot, number - GAP - foot.x);
        // Beside a time there is less room than beside visits.
        let gap = if self.card.session.race().order == RaceOrder::ByTime { 5.0 } else { 8.0 };
        if self.paint_badge(pos2(number - gap, foot.y), Badge::Line, name + 2.0).is_none() {
            self.paint_badge(picture.right_top() + vec2(-4.0, 4.0), Badge::Picture, picture.left());
        }
    }

    /// The size of a number that would not fit otherwise, in points.
    const LEAST: f32 = 12.0;

    /// The number of the card and its unit.
    fn texts(&self) -> [String; 2] {
        number(self.card.session, self.card.row, self.card.visits)
    }

    /// Paints the number before its unit, both on one line of text, with `end` at its right; returns where it begins.
    fn paint_number(&self, end: Pos2, size: f32) -> f32 {
        let ([number, unit], mut right) = (self.texts(), end.x);
        if !unit.is_empty() {
            let font = unit_font(size);
            // Letters stand on the line by about a third of their size below their middle.
            let at = pos2(right, end.y + 0.35 * (size - font.size));
            right = self.painter.text(at, Align2::RIGHT_CENTER, unit, font, self.theme.t2).left() - UNIT_GAP;
        }
        let font = FontId::monospace(size);
        self.painter.text(pos2(right, end.y), Align2::RIGHT_CENTER, number, font, self.ink()).left()
    }

    fn number_width(&self, [number, unit]: &[String; 2], size: f32) -> f32 {
        let number = write::width(self.ui, &**number, FontId::monospace(size));
        if unit.is_empty() { number } else { number + UNIT_GAP + write::width(self.ui, &**unit, unit_font(size)) }
    }

    /// The size at which the longest number of all cards fits into `room` points, at most `usual`.
    fn size(&self, usual: f32, room: f32) -> f32 {
        let width = self.number_width(&self.longest.number, usual);
        if width <= room { usual } else { (usual * room / width).floor().max(Self::LEAST) }
    }

    /// The colour of the number and the name.
    const fn ink(&self) -> Color32 {
        if self.card.has_stopped { self.theme.t1 } else { self.theme.t2 }
    }

    /// Paints the name behind the sign of what a visit reads, unless that is one pixel; returns its end.
    fn paint_signed_name(&self, mut middle: Pos2, mut room: f32) -> f32 {
        let reads = self.card.row.scan.reads();
        if reads != Reads::Cell {
            let width = SIGN_WIDTH + SIGN_GAP / 2.0;
            paint_sign(&self.painter, middle + vec2(SIGN_WIDTH / 2.0, 0.0), reads, self.theme, self.theme.t2);
            (middle.x, room) = (middle.x + width, room - width);
        }
        self.paint_name(middle, room, self.fonts[1])
    }

    /// Paints the name, small where it is wider than the room, and shortened where that is not enough; returns its end.
    fn paint_name(&self, middle: Pos2, room: f32, size: f32) -> f32 {
        let (name, large) = (name(self.card.row), FontId::proportional(size));
        let width = write::width(self.ui, &*name, large.clone());
        let font = if width <= room { large } else { theme::text() };
        let name = elided(self.ui, &name, room, &font);
        self.painter.text(middle, Align2::LEFT_CENTER, name, font, self.ink()).right()
    }

    /// Paints `1st`, `unproven`, or `MISS` for a wrong answer; a place in the line of a small card has no ground. It is left
    /// out where it would begin before `start`. Returns where it stands; an empty one at its place where there is nothing to
    /// paint.
    fn paint_badge(&self, at: Pos2, kind: Badge, start: f32) -> Option<Rect> {
        let Self { card, ref painter, theme, .. } = *self;
        let is_small = kind == Badge::Line;
        let (ground, ink) = match card.standing() {
            Some(Standing::Wrong) => (theme.bad_bg, theme.bad_text),
            Some(Standing::Place(_)) if is_small => (Color32::TRANSPARENT, theme.t3),
            Some(Standing::Place(1)) => (theme.solid, theme.on_solid),
            _ => (theme.ctl, theme.t1),
        };
        let Some(text) = card.badge() else { return Some(Rect::from_min_size(at, Vec2::ZERO)) };
        let font = if is_small { theme::tag() } else { theme::mono() };
        let words = painter.layout_no_wrap(text, font, ink);
        let border =
            if ground == Color32::TRANSPARENT { Vec2::ZERO } else { vec2(6.0, if is_small { 1.0 } else { 3.0 }) };
        let align = match kind {
            Badge::Head | Badge::Line => Align2::RIGHT_CENTER,
            Badge::Corner => Align2::LEFT_TOP,
            Badge::Picture => Align2::RIGHT_TOP,
        };
        let badge = align.anchor_size(at, words.size() + 2.0 * border);
        if badge.left() < start {
            return None;
        }
        painter.rect_filled(badge, 3.0, ground);
        painter.galley(badge.min + border, words, ink);
        Some(badge)
    }
}

/// The font of the unit behind a number of some size.
fn unit_font(size: f32) -> FontId {
    if size > 24.0 { theme::text() } else { theme::note() }
}

/// The places of badges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Badge {
    /// At the right of the head of a card on the podium.
    Head,
    /// Beside the picture.
    Corner,
    /// In the line of a small card.
    Line,
    /// In the picture.
    Picture,
}
