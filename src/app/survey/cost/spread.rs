//! The spread of the visits of each scan over hits and misses.

use super::parts::{Parts, TITLE};
use crate::app::prelude::*;
use crate::app::widgets::{Column, Row, Table};
use crate::survey::{Stats, Summary};

/// Heights of the disclosure and of a row, and the width of the names, in points.
pub const HEAD: f32 = 28.0;
const ROW: f32 = 20.0;
const NAMES: f32 = 96.0;

/// The button that opens and closes the strips; returns the room below it.
pub fn disclosure(ui: &mut Ui, room: Rect, is_open: &mut bool) -> Rect {
    const TITLE: &str = "How the visits spread";
    let theme = Theme::of(ui);
    let place = Rect::from_min_size(room.min, vec2(room.width(), HEAD));
    let response = ui.interact(place, ui.scope_id().with(TITLE), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), *is_open, TITLE));
    let ground = if response.hovered() { theme.raise } else { theme.panel };
    ui.painter().rect(place, 3.0, ground, Stroke::new(1.0, theme.line), StrokeKind::Inside);
    let at = place.left_center() + vec2(14.0, 0.0);
    let corners = [vec2(-2.0, -4.0), vec2(2.0, 0.0), vec2(-2.0, 4.0)];
    let turned = |by: Vec2| at + if *is_open { vec2(by.y, by.x) } else { by };
    ui.painter().line(corners.map(turned).to_vec(), Stroke::new(1.5, theme.t2));
    ui.painter().text(at + vec2(13.0, 0.0), Align2::LEFT_CENTER, TITLE, theme::text(), theme.t1);
    *is_open ^= response.on_hover_text("The visits of every scan: hits up, misses down.").clicked();
    room.with_min_y(place.bottom())
}

/// Shows a strip for each scan.
pub fn show(ui: &mut Ui, room: Rect, parts: &Parts<'_>) {
    let (costs, theme) = (parts.costs, Theme::of(ui));
    let decades = (costs.most_visits.max(10) as f32).log10() + 0.05;
    let head = Rect::from_min_size(room.min, vec2(room.width(), TITLE));
    let strip = head.with_min_x(head.left() + NAMES);
    paint_scale(ui, strip, decades, strip.width());
    let columns = [Column::left("", NAMES), Column::rest("", 48.0)];
    let order = &costs.ranking.order;
    let below = room.with_min_y(head.bottom());
    let table = Table { room: below.height(), ..Table::of_facts("spread", &columns, ROW) };
    let ui = &mut ui.new_child(UiBuilder::new().max_rect(below));
    table.show(ui, order.len(), |rows, at| {
        let name = costs.survey.maps[order[at]].asked.display_name();
        let row = rows.fact(at, &name);
        row.write(0, theme.t2, &name);
        if let Some(place) = row.place(1) {
            paint_strip(&row, place, &costs.summaries[order[at]], decades, theme);
        }
    });
}

/// Powers of ten over strips `width` wide, and which bars are hits and which misses.
fn paint_scale(ui: &Ui, head: Rect, decades: f32, width: f32) {
    let (theme, painter) = (Theme::of(ui), ui.painter());
    let middle = head.center().y;
    let mut end = head.right();
    for (name, down) in [("misses", 1.0), ("hits", -1.0)] {
        let corners = [vec2(-4.0, -3.0 * down), vec2(4.0, -3.0 * down), vec2(0.0, 3.0 * down)];
        let points = corners.map(|corner| pos2(end - 4.0, middle) + corner).to_vec();
        let text = painter.layout_no_wrap(name.to_owned(), theme::note(), theme.t2);
        let left = end - 13.0 - text.size().x;
        if left < head.left() {
            break;
        }
        painter.add(Shape::convex_polygon(points, theme.t2, Stroke::NONE));
        painter.galley(pos2(left, middle - text.size().y / 2.0), text, theme.t2);
        end = left - 10.0;
    }
    let mut free = head.left();
    for (power, name) in ["1", "10", "100", "1,000", "10,000", "100,000", "1,000,000"].into_iter().enumerate() {
        let x = head.left() + width * power as f32 / decades;
        let text = painter.layout_no_wrap(name.to_owned(), theme::tag(), theme.t3);
        if x >= free && x + text.size().x <= end {
            free = x + text.size().x + 8.0;
            let top_left = Align2::LEFT_CENTER.anchor_size(pos2(x, middle), text.size()).min;
            painter.galley(top_left, text, theme.t3);
        }
    }
}

/// Hits up, misses down, on a root scale; a white tick is the typical hit.
fn paint_strip(row: &Row<'_>, rect: Rect, summary: &Summary, decades: f32, theme: &Theme) {
    let (hits, misses) = (&summary.hits.histogram, &summary.misses.histogram);
    let middle = rect.center().y + 2.0;
    let most = hits.iter().chain(misses).copied().max().unwrap_or(1).max(1) as f32;
    let per_decade = f32::from(u8::try_from(Stats::PER_DECADE).unwrap_or(30));
    let width = rect.width() / (decades * per_decade);
    let bar = |bin: usize, count: u64, up: bool, color: Color32| {
        if count == 0 {
            return;
        }
        let x = rect.left() + width * bin as f32;
        let height = ((count as f32 / most).sqrt() * if up { 8.0 } else { 5.0 }).max(1.0);
        let (top, bottom) = if up { (middle - height, middle) } else { (middle, middle + height) };
        let bar = Rect::from_min_max(pos2(x, top), pos2(x + (width - 0.5).max(1.0), bottom));
        row.painter.rect_filled(bar, 0.0, color);
    };
    for (bin, count) in hits.iter().enumerate() {
        bar(bin, *count, true, theme.both);
    }
    for (bin, count) in misses.iter().enumerate() {
        bar(bin, *count, false, theme.bar);
    }
    if let Some(spread) = summary.hits.spread {
        let x = rect.left() + rect.width() * (spread.median.max(1) as f32).log10() / decades;
        row.painter.vline(x, rect.top() + 1.0..=rect.bottom() - 1.0, Stroke::new(2.0, theme.t1));
    }
}
