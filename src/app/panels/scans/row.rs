//! One scan of the table.

use egui::{RectAlign, Tooltip};

use crate::app::outside;
use crate::app::paint::write;
use crate::app::panels::layout::LINKED;
use crate::app::prelude::*;
use crate::app::widgets::{self, TableRows};
use crate::session::{Playback, ScanRow, Session};
use maskscope_core::scan::{Scan, own::Failure};

// The columns of the table of scans: their places, from the left.
pub(super) const KEY: usize = 0;
pub(super) const STRATEGY: usize = 1;
pub(super) const VERDICT: usize = 2;
pub(super) const VISITS: usize = 3;
pub(super) const CELLS: usize = 4;
pub(super) const TIME: usize = 5;
pub(super) const SPREAD: usize = 6;

/// Stands for a number that is to be guessed.
const HIDDEN: &str = "?";
/// Stands for the time of a script, which is interpreted and never compared.
const SCRIPT: &str = "script";
/// Stands for the time of the loop of a game, which is not known.
const GAME: &str = "game";
/// Opacity of counts that belong to an earlier placement.
const STALE: f32 = 0.5;

/// A row, ready to be shown.
pub(super) struct ShownRow<'a> {
    /// Its place in the list, from 0.
    place: usize,
    scan: Scan,
    /// Its result; unknown while a slot is empty.
    found: Option<&'a ScanRow>,
    /// The error of a script that does not answer.
    failure: Option<&'a Failure>,
    /// Visits of `rows`, for the ratio.
    reference: u64,
    /// Cells of the intersection: the full width of the bar.
    cells: u64,
    is_selected: bool,
    /// True of a script that came by a link and has not been edited since.
    is_linked: bool,
    is_stale: bool,
    /// True if ratios would give away what is to be guessed.
    hides_ratios: bool,
    /// True while B is pinned: then its visits there stand in place of its time.
    is_pinned: bool,
    /// Its visits where B is pinned; `None` until known.
    at_pin: Option<u64>,
}

/// The answer of a row's scan, compared with the masks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Correctness {
    Hit,
    Miss,
    WrongHit,
    WrongMiss,
}

impl<'a> ShownRow<'a> {
    /// The scan of a place in the list.
    pub fn new(window: &WindowState<'a>, place: usize, cells: u64) -> Self {
        let session: &'a Session = window.session;
        let rows = session.derived().rows();
        let reference = session.derived().visits_of_rows();
        Self {
            place,
            scan: session.scans().scans()[place],
            found: rows.get(place),
            failure: session.derived().failure(session.scans().scans()[place]),
            reference,
            cells,
            is_selected: session.scans().selected_index() == place,
            is_linked: session.scans().scans()[place].own().is_some_and(|own| session.scans().is_linked(own)),
            is_stale: session.derived().rows_are_stale(),
            hides_ratios: rows.iter().any(|row| row.is_hidden),
            is_pinned: session.stage().pinned().is_some(),
            at_pin: session.derived().visits_at_pin(session.scans().scans()[place]),
        }
    }

    /// Shows the row; returns it, and where its bar may lie.
    pub fn show(&self, rows: &mut TableRows<'_>, playback: &Playback) -> (Response, Option<Rect>) {
        let theme = Theme::of(rows.ui);
        let mut row = rows.row(self.place, self.is_wrong(), self.is_selected, &self.spoken());
        if self.place < 9 {
            row.write(KEY, theme.t3, (self.place + 1).to_string());
        }
        row.write(STRATEGY, if self.is_selected { theme.t1 } else { theme.t2 }, self.name());
        if self.is_stale {
            row.painter.multiply_opacity(STALE);
        }
        self.show_numbers(&row, playback, theme);
        let mut tip = Tooltip::for_enabled(&row.response);
        // Beside the table: below, it would hide the next rows.
        tip.popup = tip.popup.align(RectAlign::LEFT_START).gap(12.0);
        tip.show(|ui| self.tooltip(ui));
        (row.response.clone(), row.place(CELLS))
    }

    /// Shows its result: the mark of its answer, its visits as a number and as a bar, and its time.
    fn show_numbers(&self, row: &widgets::Row<'_>, playback: &Playback, theme: &Theme) {
        let (Some(found), Some(answer)) = (self.found, self.answer()) else { return };
        let center = row.place(VERDICT).map_or(Pos2::ZERO, |place| place.center());
        match answer {
            Correctness::Hit => marks::diamond(&row.painter, center, 5.0, theme.both_text),
            Correctness::Miss => marks::ring(&row.painter, center, 3.75, theme.t3),
            Correctness::WrongHit | Correctness::WrongMiss => {
                marks::triangle(&row.painter, center, 6.0, theme.bad_text, theme.bad_bg);
            }
        }
        if self.failure.is_some() {
            return;
        }
        let count = found.count.visits;
        row.write(VISITS, theme.t1, if found.is_hidden { HIDDEN.to_owned() } else { words::short_count(count) });
        let share = if self.cells == 0 { 0.0 } else { count as f32 / self.cells as f32 };
        let bar = row.bar(CELLS, share, if self.is_wrong() { theme.bad } else { theme.bar });
        if let Some(bar) = bar.filter(|_| self.is_selected) {
            let played = playback.position() as f32 / count as f32;
            row.painter.add(rank_bar(bar, played.min(1.0), theme));
        }
        if self.is_pinned {
            let unknown = if self.scan.is_built_in() && !found.is_hidden { "…" } else { "–" };
            row.write(TIME, theme.t2, self.at_pin.map_or_else(|| unknown.to_owned(), words::short_count));
        } else {
            row.write_with_unit(TIME, write::ink(found.timing, theme.t2, theme), &self.time(found));
        }
        if let Some(timing) = found.timing {
            row.write_with_unit(SPREAD, theme.t3, &words::spread(timing.spread));
        }
    }

    /// Its idea, and its numbers in full.
    fn tooltip(&self, ui: &mut Ui) {
        let theme = Theme::of(ui);
        ui.label(self.scan.idea());
        if self.scan.is_approximate() {
            ui.label("≈ approximate: can be wrong.");
        }
        if self.is_linked {
            ui.label(LINKED);
        }
        if let Some(failure) = self.failure {
            ui.label(RichText::new(failure.to_string()).color(theme.bad_text));
        }
        let Some(found) = self.found.filter(|found| self.cells > 0 && !found.is_hidden) else { return };
        if let Some(ratio) = self.ratio(found).filter(|_| self.scan != Scan::ROWS) {
            ui.label(format!("{ratio}× fewer visits than rows"));
        }
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
            ui.label(RichText::new(write::DISTURBED).color(theme.t3));
        }
        if let Some(about) = outside::ABOUT_CLOCK.filter(|_| found.timing.is_some()) {
            ui.label(RichText::new(about).color(theme.t3));
        }
    }

    fn answer(&self) -> Option<Correctness> {
        self.found.map(|row| match (row.hit.is_some(), row.is_wrong) {
            (true, false) => Correctness::Hit,
            (false, false) => Correctness::Miss,
            (true, true) => Correctness::WrongHit,
            (false, true) => Correctness::WrongMiss,
        })
    }

    fn is_wrong(&self) -> bool {
        matches!(self.answer(), Some(Correctness::WrongHit | Correctness::WrongMiss))
    }

    /// `sample:10 ≈`.
    fn name(&self) -> String {
        let mark = if self.scan.is_approximate() { " ≈" } else { "" };
        self.scan.display_name() + mark
    }

    fn time(&self, found: &ScanRow) -> String {
        match found.timing {
            _ if self.scan.is_own() => SCRIPT.to_owned(),
            _ if self.scan.is_recorded() => GAME.to_owned(),
            None if found.is_hidden => HIDDEN.to_owned(),
            Some(timing) => write::median(&timing),
            // A scan that does not run has no time.
            None if found.count.visits == 0 => "–".to_owned(),
            None => "…".to_owned(),
        }
    }

    /// The ratio of the visits of `rows` to its own; `None` where its answer is wrong, or nothing is to be given away.
    fn ratio(&self, found: &ScanRow) -> Option<String> {
        let is_known = !found.is_wrong && found.count.visits > 0 && !self.hides_ratios;
        let ratio =
            || if self.scan == Scan::ROWS { "1".to_owned() } else { words::ratio(self.reference, found.count.visits) };
        is_known.then(ratio)
    }

    /// Everything the row shows, for a screen reader: `rows, hit, 499 visits, 3.1 µs, 1 times fewer`.
    fn spoken(&self) -> String {
        let mut parts = vec![self.scan.display_name()];
        if self.scan.is_approximate() {
            parts.push("approximate".to_owned());
        }
        if let (Some(found), Some(answer)) = (self.found, self.answer()) {
            let verdict = match answer {
                _ if self.failure.is_some() => "no answer",
                Correctness::Hit => "hit",
                Correctness::Miss => "miss",
                Correctness::WrongHit => "wrong: hit",
                Correctness::WrongMiss => "wrong: miss",
            };
            parts.push(verdict.to_owned());
            if self.failure.is_some() {
                return parts.join(", ");
            }
            if found.is_hidden {
                parts.push("visits to be guessed".to_owned());
                return parts.join(", ");
            }
            parts.push(words::plural(found.count.visits, "visit"));
            parts.extend(found.timing.map(|timing| write::median(&timing)));
            parts.extend(self.at_pin.map(|visits| format!("{} where B is pinned", words::plural(visits, "visit"))));
            parts.extend(self.ratio(found).map(|ratio| format!("{ratio} times fewer")));
        }
        parts.join(", ")
    }
}

/// The first `played` of a bar in the colours of the ranks.
fn rank_bar(bar: Rect, played: f32, theme: &Theme) -> Shape {
    const STEPS: u8 = 32;
    let mut mesh = Mesh::default();
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
