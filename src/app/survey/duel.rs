//! Two scans in numbers: their visits at a place, and how many times fewer each needs over all hits, if both are right. And
//! wrong answers in numbers: how much is missed, and how often other parameters err.

use super::{map::palette, maps::paint_swatch};
use crate::app::paint::write::{mean, title_row, titled};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{Column, Row, Table};
use maskscope_core::scan::Scan;
use maskscope_core::survey::{
    Duel, Errors, Extreme, Ratios, Spread, Stats, Summary, Swatch, Witness, band_name, swatches,
};

/// The height of a line, in points, and that of one with a swatch.
const LINE: f32 = 18.0;
const SWATCH: f32 = 20.0;
/// The width of what stands before the numbers, of a share, and the space between the columns of the two.
const NAMES: f32 = 104.0;
const SHARE: f32 = 56.0;
const GAP: f32 = 16.0;

/// Shows the numbers in `place`, as far as there is room.
pub fn show(ui: &mut Ui, place: Rect, duel: &Duel, offset: Offset) {
    ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
        ui.set_clip_rect(ui.clip_rect().intersect(place));
        let names = duel.scans().map(Scan::display_name);
        let swatches = swatches(palette(ui)).map(strongest);
        here(ui, duel, offset, &names, &swatches);
        ui.add_space(LINE - 2.0);
        if duel.is_compared() {
            shares(ui, &duel.ratios, &names, &swatches);
            ui.add_space(LINE);
        }
        extremes(ui, duel, &names);
    });
}

/// The visits of both with B at `offset`.
fn here(ui: &mut Ui, duel: &Duel, offset: Offset, names: &[String; 2], swatches: &[Swatch; 2]) {
    let Some((x, row)) = duel.survey.found_at(offset) else { return };
    let (visits, theme) = (duel.visits(x, row), Theme::of(ui));
    let most = visits.into_iter().max().unwrap_or(1).max(1);
    let columns =
        [Column::left("", 160.0 - NAMES).font(theme::note), Column::right("", NAMES), Column::rest("", 8.0).gap(12.0)];
    Table::of_facts("visits of both", &columns, SWATCH).show(ui, 2, |rows, at| {
        let row = rows.fact(at, &format!("{} {}", names[at], words::plural(visits[at].into(), "visit")));
        swatched(&row, 0, &swatches[at], &names[at], theme);
        row.write(1, theme.t1, words::thousands(visits[at].into()));
        row.bar(2, visits[at] as f32 / most as f32, theme.bar);
    });
}

/// In which share of the hits each needs how many times fewer.
fn shares(ui: &mut Ui, ratios: &Ratios, names: &[String; 2], swatches: &[Swatch; 2]) {
    let theme = Theme::of(ui);
    let Ratios { hits, fewer, more, .. } = ratios;
    title_row(ui, LINE + 4.0, "How many times fewer", &format!("share of {}", words::plural(*hits, "hit")));
    let name = Column::left("", NAMES).font(theme::note);
    let columns = [name, Column::rest("", 0.0).font(theme::note), Column::rest("", 0.0).font(theme::note).gap(GAP)];
    Table::of_facts("names of both", &columns, SWATCH).show(ui, 1, |rows, at| {
        let row = rows.fact(at, &names.join(", "));
        for (which, (swatch, name)) in swatches.iter().zip(names).enumerate() {
            swatched(&row, 1 + which, swatch, name, theme);
        }
    });
    let bar = Column::rest("", 8.0);
    let columns = [name, bar, Column::right("", SHARE), bar.gap(GAP), Column::right("", SHARE)];
    let largest = fewer.iter().chain(more).copied().max().unwrap_or(1).max(1);
    Table::of_facts("shares of both", &columns, LINE).show(ui, Ratios::BANDS.len(), |rows, band| {
        let counts = [more[band], fewer[band]];
        let shares = counts.map(|count| words::percent(count, *hits));
        let spoken = names.iter().zip(&shares).map(|(name, share)| format!("{name} {}: {share}", band_name(band)));
        let row = rows.fact(band, &spoken.collect::<Vec<_>>().join("; "));
        row.write(0, theme.t2, band_name(band));
        for (which, (count, share)) in counts.into_iter().zip(shares).enumerate() {
            row.bar(1 + 2 * which, count as f32 / largest as f32, theme.bar);
            row.write(2 + 2 * which, theme.t1, share);
        }
    });
}

/// The means of both, and where each does best against the other, if they are compared.
fn extremes(ui: &mut Ui, duel: &Duel, names: &[String; 2]) {
    let Ratios { best, worst, .. } = &duel.ratios;
    let against = |extreme: &Option<Extreme>, wins: bool, visits: [usize; 2]| match extreme {
        Some(Extreme { visits: own, .. }) if wins => {
            let [fewer, more] = visits.map(|at| words::thousands(own[at].into()));
            format!("{fewer} vs {more}")
        }
        _ => "never fewer".to_owned(),
    };
    let [seconds, _, firsts] = duel.ratios.sides();
    let place_of = |extreme: &Option<Extreme>, wins: bool| {
        extreme.filter(|_| wins).map_or_else(String::new, |extreme| words::offset(extreme.offset))
    };
    let hits_mean = |summary: &Summary| summary.hits.spread.map_or("–".to_owned(), |spread| mean(spread.mean));
    let misses_mean = |summary: &Summary| summary.misses.spread.map_or("–".to_owned(), |spread| mean(spread.mean));
    let [first, second] = &duel.summaries;
    let lines = [
        ("mean of hits", [hits_mean(first), hits_mean(second)]),
        ("most in favour", [against(worst, firsts > 0, [0, 1]), against(best, seconds > 0, [1, 0])]),
        ("there, B at", [place_of(worst, firsts > 0), place_of(best, seconds > 0)]),
        ("mean of misses", [misses_mean(first), misses_mean(second)]),
    ];
    let is_shown = |(name, _): &(&str, _)| duel.is_compared() || name.starts_with("mean");
    let lines: Vec<_> = lines.into_iter().filter(is_shown).collect();
    let theme = Theme::of(ui);
    title_row(ui, LINE + 4.0, "In numbers", "");
    let value = Column::rest("", 0.0).font(theme::mono);
    let columns = [Column::left("", NAMES).font(theme::note), value, value.gap(GAP)];
    Table::of_facts("numbers of both", &columns, LINE).show(ui, lines.len(), |rows, at| {
        let (name, values) = &lines[at];
        let spoken = names.iter().zip(values).map(|(scan, value)| format!("{scan}, {name}: {value}"));
        let row = rows.fact(at, &spoken.collect::<Vec<_>>().join("; "));
        row.write(0, theme.t2, name);
        row.write(1, theme.t1, &values[0]);
        row.write(2, theme.t1, &values[1]);
    });
}

/// Paints the colour of a scan before its name.
fn swatched(row: &Row<'_>, column: usize, swatch: &Swatch, name: &str, theme: &Theme) {
    let Some(place) = row.place(column) else { return };
    paint_swatch(&row.painter, place.left_center(), swatch);
    let left = place.left_center() + vec2(20.0, 0.0);
    row.painter.text(left, Align2::LEFT_CENTER, name, theme::note(), theme.t1);
}

/// Returns the swatch with its strongest colour alone.
fn strongest(Swatch { colors, hatch }: Swatch) -> Swatch {
    Swatch { colors: colors.get(1).copied().into_iter().collect(), hatch }
}

/// Heights of the bars and of a line, in points.
const BARS: f32 = 44.0;
const ERROR_LINE: f32 = 18.0;
/// From this width of the table on, it has all its columns.
const WIDE: f32 = 372.0;

/// Shows the numbers from `top` on, as far as there is room; `shown` is the one whose answers are on the map. Returns the one
/// that was clicked.
pub fn show_errors(ui: &mut Ui, place: Rect, top: f32, errors: &Errors<'_>, shown: Witness) -> Option<Witness> {
    let mut y = top;
    if let Some(spread) = errors.missed.spread.filter(|_| y + BARS + 3.0 * ERROR_LINE <= place.bottom()) {
        y = missed(ui, place, y, errors.missed, spread) + ERROR_LINE;
    }
    let room = place.with_min_y(y - 3.0);
    if errors.rows.len() > 1 && room.height() > 4.0 * ERROR_LINE { table(ui, room, errors, shown) } else { None }
}

/// False misses by the pixels shared; returns where the next line begins.
fn missed(ui: &Ui, place: Rect, top: f32, missed: &Stats, Spread { median, worst: largest, .. }: Spread) -> f32 {
    let theme = Theme::of(ui);
    let note =
        format!("median {} px, largest {} px", words::thousands(median.into()), words::thousands(largest.into()));
    titled(ui, place, top, "Shared pixels of the false misses", &note);
    let bars = Rect::from_min_size(pos2(place.left(), top + 14.0), vec2(place.width(), BARS));
    let response = ui.interact(bars, ui.scope_id().with("missed"), Sense::hover());
    response
        .widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Shared pixels of the false misses; {note}")));
    let bins = missed.histogram.len().max(2) as f32;
    let x = |bin: f32| bars.left() + bars.width() * bin / bins;
    let most = missed.histogram.iter().copied().max().unwrap_or(1).max(1) as f32;
    for (bin, count) in missed.histogram.iter().enumerate().filter(|(_, count)| **count > 0) {
        let height = ((*count as f32 / most).sqrt() * BARS).max(1.0);
        let width = (x(1.0) - x(0.0) - 1.0).max(1.0);
        let bar = Rect::from_min_size(pos2(x(bin as f32), bars.bottom() - height), vec2(width, height));
        ui.painter().rect_filled(bar, 0.0, theme.bad);
    }
    ui.painter().hline(bars.x_range(), bars.bottom(), Stroke::new(1.0, theme.edge));
    ui.painter().vline(x(Stats::bar(median) as f32), bars.y_range(), Stroke::new(2.0, theme.t1));
    bars.bottom() + ERROR_LINE
}

/// A table of the same scan with other parameters; returns the one that was clicked.
fn table(ui: &mut Ui, place: Rect, errors: &Errors<'_>, shown: Witness) -> Option<Witness> {
    let theme = Theme::of(ui);
    let misses = errors.rows.iter().any(|row| row.false_misses > 0);
    let wrong = if misses { "false misses" } else { "false hits" };
    let is_wide = place.width() - 8.0 >= WIDE;
    let columns = [
        Column::left("scan", 100.0).gap(4.0).font(theme::note),
        Column::right("visits, mean", 60.0).from(WIDE),
        Column::right(wrong, if is_wide { 82.0 } else { 72.0 }),
        Column::right("largest", 68.0).gap(12.0).from(WIDE),
        Column::rest("", 8.0).gap(14.0).from(WIDE),
        Column::right("", 48.0).gap(if is_wide { 8.0 } else { 20.0 }),
    ];
    let mut clicked = None;
    ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
        title_row(ui, ERROR_LINE + 4.0, "Other parameters", &format!("of {}", words::plural(errors.hits, "hit")));
        let chosen = errors.rows.iter().position(|row| row.witness == shown).map(|at| (at, at));
        let room = ui.available_height();
        let table = Table {
            name: "other parameters",
            columns: &columns,
            heights: [ERROR_LINE, ERROR_LINE],
            edge: 4.0,
            room,
            chosen,
        };
        table.show(ui, errors.rows.len(), |rows, at| {
            let error = &errors.rows[at];
            let (name, is_shown) = (error.witness.display_name(), error.witness == shown);
            let count = if misses { error.false_misses } else { error.false_hits };
            let share = words::percent(count, errors.hits);
            let spoken = format!("{name}: {} {wrong}, {share} of hits", words::thousands(count));
            let row = rows.row(at, false, is_shown, &spoken);
            row.write(0, if is_shown { theme.t1 } else { theme.t2 }, &name);
            row.write(1, theme.t2, error.mean.map_or("–".to_owned(), mean));
            row.write(2, theme.bad_text, words::thousands(count));
            if let Some(place) = row.place(2).filter(|_| count > 0) {
                marks::triangle(&row.painter, place.right_center() + vec2(8.0, 0.0), 5.0, theme.bad_text, theme.bad_bg);
            }
            row.write(3, theme.t1, format!("{} px", words::thousands(error.largest_miss)));
            row.bar(4, count as f32 / errors.hits.max(1) as f32, theme.bad);
            row.write(5, theme.t1, share);
            if row.response.clicked() {
                clicked = Some(error.witness);
            }
            if row.response.hovered() {
                status::tell(rows.ui, Status::of(&name).can_if(!is_shown, "click", "show its answers"));
            }
        });
    });
    clicked
}
