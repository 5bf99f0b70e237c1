//! Two scans in numbers: their visits at a place, and how many times fewer each needs over all hits.

use super::map::palette;
use super::maps::paint_swatch;
use crate::app::paint::write::{mean, title_row};
use crate::app::prelude::*;
use crate::app::widgets::{Column, Row, Table};
use crate::scan::Scan;
use crate::survey::{Duel, Extreme, Ratios, Summary, Swatch, band_name, swatches};

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
        shares(ui, &duel.ratios, &names, &swatches);
        ui.add_space(LINE);
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

/// The means of both, and where each does best against the other.
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
