//! Wrong answers in numbers: how much is missed, and how often other parameters err.

use crate::app::paint::write::{mean, title_row, titled};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{Column, Table};
use crate::survey::{Errors, Spread, Stats, Witness};

/// Heights of the bars and of a line, in points.
const BARS: f32 = 44.0;
const LINE: f32 = 18.0;
/// From this width of the table on, it has all its columns.
const WIDE: f32 = 372.0;

/// Shows the numbers from `top` on, as far as there is room; `shown` is the one whose answers are on the map. Returns the one
/// that was clicked.
pub fn show(ui: &mut Ui, place: Rect, top: f32, errors: &Errors<'_>, shown: Witness) -> Option<Witness> {
    let mut y = top;
    if let Some(spread) = errors.missed.spread.filter(|_| y + BARS + 3.0 * LINE <= place.bottom()) {
        y = missed(ui, place, y, errors.missed, spread) + LINE;
    }
    let room = place.with_min_y(y - 3.0);
    if errors.rows.len() > 1 && room.height() > 4.0 * LINE { table(ui, room, errors, shown) } else { None }
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
    bars.bottom() + LINE
}

/// The same scan with other parameters.
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
        Column::right("", 48.0).gap(8.0),
    ];
    let mut clicked = None;
    ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
        title_row(ui, LINE + 4.0, "Other parameters", &format!("of {}", words::plural(errors.hits, "hit")));
        let chosen = errors.rows.iter().position(|row| row.witness == shown).map(|at| (at, at));
        let room = ui.available_height();
        let table =
            Table { name: "other parameters", columns: &columns, heights: [LINE, LINE], edge: 4.0, room, chosen };
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
