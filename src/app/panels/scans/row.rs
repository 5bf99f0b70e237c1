//! One scan of the table.

use egui::{
    Align2, Color32, Context, FontId, Painter, Rect, RectAlign, Response, RichText, Role, Sense, Shape, Tooltip, Ui,
    WidgetInfo, pos2, vec2,
};

use super::columns::Columns;
use crate::app::marks;
use crate::app::outside;
use crate::app::request::WindowState;
use crate::app::theme::{self, Theme};
use crate::app::timing;
use crate::app::widgets::paint_row;
use crate::scan::Scan;
use crate::session::{Playback, ScanRow, Session};
use crate::words;

/// Height of a row, and in a wide window, in points.
const HEIGHT: f32 = 20.0;
const WIDE_HEIGHT: f32 = 24.0;
const WIDE: f32 = 1_600.0;
/// Height of a bar.
const BAR: f32 = 8.0;
/// What stands for a number that is to be guessed.
const HIDDEN: &str = "?";
/// Opacity of counts that belong to an earlier placement.
const STALE: f32 = 0.5;

/// The height of a row in a window of this size.
pub(super) fn height(ctx: &Context) -> f32 {
    if ctx.content_rect().width() >= WIDE { WIDE_HEIGHT } else { HEIGHT }
}

/// A row, ready to be shown.
pub(super) struct Row<'a> {
    /// Its place in the list, from 0.
    place: usize,
    scan: Scan,
    /// What it found; not known while a place is empty.
    found: Option<&'a ScanRow>,
    /// Visits of `rows`, for the ratio.
    reference: u64,
    /// Cells of the intersection: the full width of the bar.
    cells: u64,
    is_selected: bool,
    is_stale: bool,
    /// Whether ratios would tell what is to be guessed.
    hides_ratios: bool,
}

/// What a row says of its scan's answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Hit,
    Miss,
    WrongHit,
    WrongMiss,
}

impl<'a> Row<'a> {
    /// The scan of a place in the list.
    pub fn new(window: &WindowState<'a>, place: usize, cells: u64) -> Self {
        let session: &'a Session = window.session;
        let rows = session.derived().rows();
        let reference = session.derived().visits_of_rows();
        Self {
            place,
            scan: session.scans().scans()[place],
            found: rows.get(place),
            reference,
            cells,
            is_selected: session.scans().selected_index() == place,
            is_stale: session.derived().rows_are_stale(),
            hides_ratios: rows.iter().any(|row| row.is_hidden),
        }
    }

    /// Shows the row over the full width of the table.
    pub fn show(&self, ui: &mut Ui, columns: &Columns, window: &WindowState<'_>) -> Response {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height(ui)), Sense::hover());
        // What comes and goes in another row changes nothing about this one.
        let response = ui.interact(rect, ui.scope_id().with(("scan", self.place)), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::Row, ui.is_enabled(), self.is_selected, self.spoken()));
        if ui.is_rect_visible(rect) {
            let theme = Theme::of(ui);
            paint_row(ui, &response, self.is_wrong(), self.is_selected);
            let pen = Pen { painter: ui.painter().clone(), rect, theme, is_wrong: self.is_wrong() };
            self.paint_name(&pen, columns);
            self.paint_numbers(&pen, columns, window.session.playback());
        }
        let mut tip = Tooltip::for_enabled(&response);
        // Beside the table: below, it would hide the next rows.
        tip.popup = tip.popup.align(RectAlign::LEFT_START).gap(12.0);
        tip.show(|ui| self.tooltip(ui));
        response
    }

    /// Its idea, and its numbers in full.
    fn tooltip(&self, ui: &mut Ui) {
        let theme = Theme::of(ui);
        ui.label(self.scan.idea());
        if !self.scan.is_exact() {
            ui.label("≈ approximate: can be wrong.");
        }
        let Some(found) = self.found.filter(|found| self.cells > 0 && !found.is_hidden) else { return };
        let count = found.count;
        let share = words::percent(count.visits, self.cells);
        let visits = words::plural(count.visits, "visit");
        let cells = words::plural(count.cells, "cell");
        let mut numbers = format!("{visits}, {share} of the cells; they read {cells}");
        if let Some(timing) = found.timing {
            let (median, fastest) = (words::duration(timing.median_nanos), words::duration(timing.min_nanos));
            numbers += &format!("\nmedian {median} {}, fastest {fastest}", words::spread(timing.spread));
        }
        ui.label(RichText::new(numbers).font(theme::mono()).color(theme.t2));
        if found.timing.is_some_and(|timing| timing.is_disturbed()) {
            ui.label(RichText::new(timing::DISTURBED).color(theme.t3));
        }
        if let Some(about) = outside::ABOUT_CLOCK.filter(|_| found.timing.is_some()) {
            ui.label(RichText::new(about).color(theme.t3));
        }
    }

    fn answer(&self) -> Option<Answer> {
        self.found.map(|row| match (row.hit.is_some(), row.is_wrong) {
            (true, false) => Answer::Hit,
            (false, false) => Answer::Miss,
            (true, true) => Answer::WrongHit,
            (false, true) => Answer::WrongMiss,
        })
    }

    fn is_wrong(&self) -> bool {
        matches!(self.answer(), Some(Answer::WrongHit | Answer::WrongMiss))
    }

    fn paint_name(&self, pen: &Pen<'_>, columns: &Columns) {
        if self.place < 9 {
            pen.text(columns.key, Align2::CENTER_CENTER, &(self.place + 1).to_string(), theme::tag(), pen.theme.t3);
        }
        let name = self.name();
        let ink = if self.is_selected { pen.theme.t1 } else { pen.theme.t2 };
        pen.text(columns.name, Align2::LEFT_CENTER, &name, theme::text(), ink);
    }

    /// `sample:10 ≈`.
    fn name(&self) -> String {
        let mark = if self.scan.is_exact() { "" } else { " ≈" };
        self.scan.display_name() + mark
    }

    fn paint_numbers(&self, pen: &Pen<'_>, columns: &Columns, playback: &Playback) {
        let (Some(found), Some(answer)) = (self.found, self.answer()) else { return };
        let mut faded = pen.clone();
        faded.painter.multiply_opacity(if self.is_stale { STALE } else { 1.0 });
        let pen = &faded;
        pen.verdict(columns.verdict, answer);
        let visits = if found.is_hidden { HIDDEN.to_owned() } else { words::short_count(found.count.visits) };
        pen.number(columns.visits, &visits, pen.theme.t1);
        self.paint_bar(pen, columns, found, playback);
        if let Some(right) = columns.time {
            pen.number(right, &self.time(found), timing::ink(found.timing, pen.theme.t2, pen.theme));
        }
        if let (Some(right), Some(timing)) = (columns.spread, found.timing) {
            pen.number(right, &words::spread(timing.spread), pen.theme.t3);
        }
        if let Some(right) = columns.ratio {
            let ink = if self.scan == Scan::ROWS { pen.theme.t3 } else { pen.theme.t2 };
            pen.number(right, &self.ratio(found, answer, words::short_ratio), ink);
        }
    }

    /// The visits out of all cells; those that have been played in the colours of their ranks.
    fn paint_bar(&self, pen: &Pen<'_>, columns: &Columns, found: &ScanRow, playback: &Playback) {
        let theme = pen.theme;
        let (left, right) = columns.bar;
        let scale = Rect::from_min_max(
            pos2(pen.rect.left() + left, pen.rect.center().y - BAR / 2.0),
            pos2(pen.rect.left() + right, pen.rect.center().y + BAR / 2.0),
        );
        if !scale.is_positive() {
            return;
        }
        pen.painter.rect_filled(scale, 0.0, theme.bar_bg);
        let visits = found.count.visits;
        if visits == 0 || self.cells == 0 {
            return;
        }
        let mut bar = scale;
        let share = (visits as f32 / self.cells as f32).min(1.0);
        bar.set_width((scale.width() * share).max(1.0));
        let ink = if pen.is_wrong { theme.bad } else { theme.bar };
        pen.painter.rect_filled(bar, 0.0, ink);
        if self.is_selected {
            let played = playback.position() as f32 / visits as f32;
            pen.painter.add(rank_bar(bar, played.min(1.0), theme));
        }
    }

    fn time(&self, found: &ScanRow) -> String {
        match found.timing {
            None if found.is_hidden => HIDDEN.to_owned(),
            Some(timing) => timing::median(&timing),
            // A scan that does not run has no time.
            None if found.count.visits == 0 => "–".to_owned(),
            None => "…".to_owned(),
        }
    }

    fn ratio(&self, found: &ScanRow, answer: Answer, written: fn(u64, u64) -> String) -> String {
        match answer {
            Answer::WrongHit => "HIT".to_owned(),
            Answer::WrongMiss => "MISS".to_owned(),
            _ if self.hides_ratios => HIDDEN.to_owned(),
            _ if self.scan == Scan::ROWS && found.count.visits > 0 => "1".to_owned(),
            _ => written(self.reference, found.count.visits),
        }
    }

    /// Everything the row shows, for a screen reader: `rows, hit, 499 visits, 3.1 µs, 1 times fewer`.
    fn spoken(&self) -> String {
        let mut parts = vec![self.scan.display_name()];
        if !self.scan.is_exact() {
            parts.push("approximate".to_owned());
        }
        if let (Some(found), Some(answer)) = (self.found, self.answer()) {
            let verdict = match answer {
                Answer::Hit => "hit",
                Answer::Miss => "miss",
                Answer::WrongHit => "wrong: hit",
                Answer::WrongMiss => "wrong: miss",
            };
            parts.push(verdict.to_owned());
            if found.is_hidden {
                parts.push("visits to be guessed".to_owned());
                return parts.join(", ");
            }
            parts.push(words::plural(found.count.visits, "visit"));
            parts.extend(found.timing.map(|timing| timing::median(&timing)));
            if matches!(answer, Answer::Hit | Answer::Miss) && found.count.visits > 0 && !self.hides_ratios {
                parts.push(format!("{} times fewer", self.ratio(found, answer, words::ratio)));
            }
        }
        parts.join(", ")
    }
}

/// The first `played` of a bar in the colours of the ranks.
fn rank_bar(bar: Rect, played: f32, theme: &Theme) -> Shape {
    const STEPS: u8 = 32;
    let mut mesh = egui::Mesh::default();
    for step in 0..STEPS {
        let from = f32::from(step) / f32::from(STEPS);
        let to = (f32::from(step + 1) / f32::from(STEPS)).min(played);
        if from >= to {
            break;
        }
        let part =
            Rect::from_x_y_ranges(egui::lerp(bar.x_range(), from)..=egui::lerp(bar.x_range(), to), bar.y_range());
        mesh.add_colored_rect(part, theme.rank(from));
    }
    mesh.into()
}

/// Paints into a row.
#[derive(Clone)]
struct Pen<'a> {
    painter: Painter,
    rect: Rect,
    theme: &'a Theme,
    /// On a wrong row all text has one colour.
    is_wrong: bool,
}

impl Pen<'_> {
    fn text(&self, x: f32, align: Align2, text: &str, font: FontId, ink: Color32) {
        let ink = if self.is_wrong { self.theme.bad_text } else { ink };
        self.painter.text(self.rect.left_center() + vec2(x, 0.0), align, text, font, ink);
    }

    fn number(&self, right: f32, text: &str, ink: Color32) {
        self.text(right, Align2::RIGHT_CENTER, text, theme::mono(), ink);
    }

    fn verdict(&self, middle: f32, answer: Answer) {
        let center = self.rect.left_center() + vec2(middle, 0.0);
        let theme = self.theme;
        match answer {
            Answer::Hit => marks::diamond(&self.painter, center, 5.0, theme.both_text),
            Answer::Miss => marks::ring(&self.painter, center, 3.75, theme.t3),
            Answer::WrongHit | Answer::WrongMiss => {
                marks::triangle(&self.painter, center, 6.0, theme.bad_text, theme.bad_bg);
            }
        }
    }
}
