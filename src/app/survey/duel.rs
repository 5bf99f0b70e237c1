//! Two scans in numbers: their visits at a place, and how many times fewer each needs over all hits.

use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2};

use super::maps::{paint_swatch, palette};
use crate::app::theme::{self, Theme};
use crate::app::write::{bar, left, mean, right, titled};
use crate::geom::Offset;
use crate::scan::Scan;
use crate::survey::{Duel, Extreme, Ratios, Summary, Swatch, band_name, swatches};
use crate::words;

/// The height of a line, in points, and the width of what stands before the numbers.
const LINE: f32 = 18.0;
const NAMES: f32 = 104.0;
const GAP: f32 = 16.0;

/// Shows the numbers from `top` on, as far as there is room.
pub fn show(ui: &Ui, place: Rect, top: f32, duel: &Duel, offset: Offset) {
    let theme = Theme::of(ui);
    let swatches = swatches(palette(ui));
    let names = duel.scans().map(Scan::display_name);
    let mut told = Vec::new();
    let mut y = top;
    if let Some((x, row)) = duel.survey.found_at(offset) {
        let visits = duel.visits(x, row);
        let most = visits.into_iter().max().unwrap_or(1).max(1);
        for ((swatch, name), visits) in swatches.iter().zip(&names).zip(visits) {
            one_color(ui, place.left(), y, swatch);
            left(ui, place.left() + 20.0, y, name, theme::note(), theme.t1);
            right(ui, place.left() + 160.0, y, &words::thousands(visits.into()), theme::mono(), theme.t1);
            let share = visits as f32 / most as f32;
            bar(ui, place.left() + 172.0..=place.right(), y, share, theme.bar);
            told.push(format!("{name} {}", words::plural(visits.into(), "visit")));
            y += LINE + 2.0;
        }
    }
    let Ratios { hits, fewer, more, best, worst, .. } = &duel.ratios;
    let column = |which: usize| {
        let width = (place.width() - NAMES - GAP) / 2.0;
        let start = place.left() + NAMES + (width + GAP) * which as f32;
        start..=start + width
    };
    y += LINE;
    titled(ui, place, y, "Ratio of visits", &format!("share of {}", words::plural(*hits, "hit")));
    y += LINE + 4.0;
    for (which, (swatch, name)) in swatches.iter().zip(&names).enumerate() {
        one_color(ui, *column(which).start(), y, swatch);
        left(ui, column(which).start() + 20.0, y, name, theme::note(), theme.t2);
    }
    y += LINE + 2.0;
    let largest = fewer.iter().chain(more).copied().max().unwrap_or(1).max(1);
    for band in 0..Ratios::BANDS.len() {
        if y + LINE / 2.0 > place.bottom() {
            return;
        }
        left(ui, place.left(), y, &band_name(band), theme::note(), theme.t2);
        for (which, count) in [more[band], fewer[band]].into_iter().enumerate() {
            let (start, end) = column(which).into_inner();
            let share = words::percent(count, *hits);
            bar(ui, start..=end - 56.0, y, count as f32 / largest as f32, theme.bar);
            right(ui, end, y, &share, theme::mono(), theme.t1);
            told.push(format!("{} {}: {share}", names[which], band_name(band)));
        }
        y += LINE;
    }
    y += LINE;
    titled(ui, place, y, "In numbers", "");
    y += LINE + 4.0;
    let against = |extreme: &Option<Extreme>, wins: bool, visits: [usize; 2]| match extreme {
        Some(Extreme { visits: own, .. }) if wins => {
            let [fewer, more] = visits.map(|at| words::thousands(own[at].into()));
            format!("{fewer} against {more}")
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
    let rows = [
        ("mean of hits", [hits_mean(first), hits_mean(second)]),
        ("most in favour", [against(worst, firsts > 0, [0, 1]), against(best, seconds > 0, [1, 0])]),
        ("there, B at", [place_of(worst, firsts > 0), place_of(best, seconds > 0)]),
        ("mean of misses", [misses_mean(first), misses_mean(second)]),
    ];
    for (name, values) in rows {
        if y + LINE / 2.0 > place.bottom() {
            break;
        }
        left(ui, place.left(), y, name, theme::note(), theme.t2);
        for (which, value) in values.iter().enumerate() {
            left(ui, *column(which).start(), y, value, theme::mono(), theme.t1);
            told.push(format!("{}, {name}: {value}", names[which]));
        }
        y += LINE;
    }
    let numbers = Rect::from_min_max(pos2(place.left(), top), pos2(place.right(), y.min(place.bottom())));
    let response = ui.interact(numbers, ui.scope_id().with("duel"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, told.join("; ")));
}

/// The strongest colour of a swatch.
fn one_color(ui: &Ui, x: f32, y: f32, swatch: &Swatch) {
    let strongest = swatch.colors.get(1).copied();
    let swatch = Swatch { colors: strongest.into_iter().collect(), ..swatch.clone() };
    paint_swatch(ui.painter(), pos2(x, y), &swatch);
}
