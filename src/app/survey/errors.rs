//! Wrong answers in numbers: how much is missed, and how often other parameters err.

use egui::{Align2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::app::theme::{self, Theme};
use crate::app::widgets::paint_row;
use crate::app::widgets::status::{self, Status};
use crate::app::write::{bar, left, mean, right, titled};
use crate::survey::{Errors, Spread, Stats, Witness};
use crate::words;

/// Heights of the bars and of a line, in points.
const BARS: f32 = 44.0;
const LINE: f32 = 18.0;

/// Shows the numbers from `top` on, as far as there is room; `shown` is the one whose answers are on the map. Returns the one
/// that was clicked.
pub fn show(ui: &Ui, place: Rect, top: f32, errors: &Errors<'_>, shown: Witness) -> Option<Witness> {
    let mut y = top;
    if let Some(spread) = errors.missed.spread.filter(|_| y + BARS + 3.0 * LINE <= place.bottom()) {
        y = missed(ui, place, y, errors.missed, spread) + LINE;
    }
    if errors.rows.len() > 1 { table(ui, place, y, errors, shown) } else { None }
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
    let at = |area: u32| x(Stats::bar(area) as f32);
    ui.painter().vline(at(median), bars.y_range(), Stroke::new(2.0, theme.t1));
    let mut free = bars.left();
    for power in (0..8).map(|power| 10_u32.pow(power)).filter(|area| *area <= largest) {
        let text =
            ui.painter().layout_no_wrap(format!("{} px", words::thousands(power.into())), theme::tag(), theme.t3);
        let corner = pos2(at(power), bars.bottom() + 3.0);
        if corner.x >= free && corner.x + text.size().x <= bars.right() {
            free = corner.x + text.size().x + 8.0;
            ui.painter().galley(corner, text, theme.t3);
        }
    }
    bars.bottom() + LINE
}

/// The same scan with other parameters.
fn table(ui: &Ui, place: Rect, top: f32, errors: &Errors<'_>, shown: Witness) -> Option<Witness> {
    let theme = Theme::of(ui);
    let misses = errors.rows.iter().any(|row| row.false_misses > 0);
    let mut y = top + 6.0;
    titled(ui, place, y, "Other parameters", &format!("of {}", words::plural(errors.hits, "hit")));
    y += LINE + 4.0;
    let is_wide = place.width() > 380.0;
    let columns = if is_wide { [168.0, 250.0, 318.0] } else { [0.0, 160.0, 0.0] }.map(|x| place.left() + x);
    let wrong = if misses { "false misses" } else { "false hits" };
    left(ui, place.left() + 8.0, y, "scan", theme::note(), theme.t3);
    right(ui, columns[1], y, wrong, theme::note(), theme.t3);
    if is_wide {
        right(ui, columns[0], y, "visits, mean", theme::note(), theme.t3);
        right(ui, columns[2], y, "largest", theme::note(), theme.t3);
    }
    let mut clicked = None;
    for row in &errors.rows {
        y += LINE;
        if y + LINE / 2.0 > place.bottom() {
            return clicked;
        }
        let name = row.witness.display_name();
        let rect = Rect::from_center_size(pos2(place.center().x, y), vec2(place.width(), LINE));
        let response = ui.interact(rect, ui.scope_id().with(("alternative", &name)), Sense::click());
        let is_shown = row.witness == shown;
        paint_row(ui, &response, false, is_shown);
        let count = if misses { row.false_misses } else { row.false_hits };
        let share = words::percent(count, errors.hits);
        left(ui, place.left() + 8.0, y, &name, theme::note(), if is_shown { theme.t1 } else { theme.t2 });
        right(ui, columns[1], y, &words::thousands(count), theme::mono(), theme.bad_text);
        if is_wide {
            let mean_visits = row.mean.map_or("–".to_owned(), mean);
            right(ui, columns[0], y, &mean_visits, theme::mono(), theme.t2);
            let largest = format!("{} px", words::thousands(row.largest_miss));
            right(ui, columns[2], y, &largest, theme::mono(), theme.t1);
            bar(ui, columns[2] + 14.0..=place.right() - 60.0, y, count as f32 / errors.hits.max(1) as f32, theme.bad);
        }
        let end = pos2(place.right() - 4.0, y);
        ui.painter().text(end, Align2::RIGHT_CENTER, &share, theme::mono(), theme.t1);
        let told = format!("{name}: {} {wrong}, {share} of hits", words::thousands(count));
        response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_shown, &told));
        if response.hovered() {
            status::tell(ui, Status::of(&name).can_if(!is_shown, "click", "show its answers"));
        }
        if response.clicked() {
            clicked = Some(row.witness);
        }
    }
    clicked
}
