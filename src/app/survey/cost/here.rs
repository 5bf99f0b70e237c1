//! The visits of a few scans at the placement under the pointer.

use super::{parts::Parts, sign};
use crate::app::paint::write;
use crate::app::prelude::*;
use crate::app::widgets::{Column, Table};
use crate::scan::{Reads, Scan};
use crate::session::Subject;
use crate::survey::Among;

/// Heights of the title and of a row, in points.
const TITLE: f32 = 28.0;
const ROW: f32 = 18.0;

/// Shows the scans of the cards, the next of all and the next two with one pixel a visit, rows, and the chosen one, with B at `offset`.
pub fn show(ui: &mut Ui, room: Rect, parts: &Parts<'_>, now: &Subject, offset: Offset) {
    let (costs, theme) = (parts.costs, Theme::of(ui));
    write::titled(ui, room, room.top() + TITLE / 2.0, "Visits here", "");
    let below = room.with_min_y(room.top() + TITLE);
    let Some((x, y)) = costs.survey.found_at(offset) else {
        let text =
            if costs.survey.lattice.place(offset).is_some() { "not answered" } else { "the boxes do not overlap" };
        write::left(ui, below.left(), below.top() + ROW / 2.0, text, theme::note(), theme.t3);
        return;
    };
    let shown = shown(parts);
    let count = shown.len().min(crate::app::paint::screen::whole_u32(below.height() / ROW) as usize);
    let [a, b] = now.posed.each_ref().map(|posed| posed.raster.size());
    let cells = crate::mask::overlap_box(a, b, offset).map_or(1, IntRect::area).max(1);
    let columns = [
        Column::middle(sign::WIDTH + 8.0),
        Column::left("", 76.0).font(theme::note),
        Column::right("", 40.0),
        Column::rest("", 8.0).gap(12.0),
    ];
    let ui = &mut ui.new_child(UiBuilder::new().max_rect(below));
    Table::of_facts("visits here", &columns, ROW).show(ui, count, |rows, at| {
        let map = &costs.survey.maps[shown[at]];
        let (name, visits) = (map.asked.display_name(), map.costs.at(x, y).visits);
        let row = rows.fact(at, &format!("{name}: {} here", words::plural(visits.into(), "visit")));
        if map.asked == parts.selected {
            row.painter.rect_filled(row.response.rect, 0.0, theme.raise);
        }
        if let Some(place) = row.place(0) {
            sign::paint(&row.painter, place.center(), map.asked.reads(), theme, theme.t2);
        }
        row.write(1, theme.t2, &name);
        row.write(2, theme.t1, words::short_count(visits.into()));
        if map.asked.reads() == Reads::Cell {
            row.bar(3, visits as f32 / cells as f32, theme.bar);
        }
    });
}

/// The places of the scans that are listed, in the order of the ranking.
fn shown(parts: &Parts<'_>) -> Vec<usize> {
    let (costs, ranking) = (parts.costs, &parts.costs.ranking);
    let firsts = [Among::All, Among::OnePixel].into_iter().filter_map(|among| ranking.first(among).first().copied());
    let mut shown: Vec<usize> = firsts.chain(ranking.fastest(&parts.times).first().copied()).collect();
    for (among, next) in [(Among::All, 1), (Among::OnePixel, 2)] {
        let next: Vec<_> = ranking.right(among).iter().filter(|at| !shown.contains(at)).take(next).copied().collect();
        shown.extend(next);
    }
    let asked = |scan: Scan| costs.survey.maps.iter().position(|map| map.asked == scan);
    shown.extend([Scan::ROWS, parts.selected].into_iter().filter_map(asked));
    ranking.order.iter().copied().filter(|at| shown.contains(at)).collect()
}
