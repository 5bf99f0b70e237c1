//! The page that answers which scan to use for this art: three cards, two maps, a table, and the pair under the pointer.

mod cards;
mod parts;
mod table;
#[cfg(test)]
mod tests;

use self::parts::{Parts, TITLE};
use super::detail::Detail;
use super::map::Textures;
use super::{headline, maps};
use crate::app::paint::write::titled;
use crate::app::prelude::*;
use crate::app::widgets::segmented;
use crate::session::Subject;
use maskscope_core::survey::{Among, Answered, CostAnswer, Map, choice_maps};

/// Free space around the parts and between them, and height of a legend, in points.
const EDGE: f32 = 12.0;
const LEGEND: f32 = 24.0;
/// The least height of the pair with its title, in points.
const PAIR: f32 = 128.0;

/// Choices that change only what the page shows.
#[derive(Debug, Default)]
pub struct CostChoices {
    among: Among,
    /// The column that sorts the table.
    sorted: table::Sorted,
    /// True if the table lists every scan.
    has_all: bool,
    /// True if the spread of the visits stands in place of the table.
    is_spread: bool,
    /// The map and the tab shown where there is room for only one.
    shows_visits: bool,
    shows_pair: bool,
}

impl CostChoices {
    /// Shows the page over all that is left of `ui`.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        window: &WindowState<'_>,
        (answered, costs): (&Answered, &CostAnswer),
        (textures, detail): (&mut Textures, &mut Detail),
        out: &mut Vec<Request>,
    ) {
        let Some(now) = window.session.derived().subject() else { return };
        let width = ui.ctx().content_rect().width();
        let (is_narrow, is_wide) = (width < 1_000.0, width >= 1_600.0);
        let times = window.session.derived().survey_times();
        let selected = window.session.scans().selected();
        let among = self.among;
        let parts = Parts { window, answered, costs, times, selected, among, is_narrow, is_wide };
        let gap = if is_wide { 16.0 } else { EDGE };
        let whole = ui.max_rect().shrink2(vec2(gap, EDGE));
        let right = match width {
            ..1_000.0 => whole.width() / 2.0 - gap,
            ..1_600.0 => 368.0,
            _ => 536.0,
        };
        let column = if is_narrow { (whole.width() - 2.0 * gap) / 3.0 } else { (whole.width() - right) / 2.0 - gap };
        let height = if is_narrow { 64.0 } else { 88.0 + if is_wide { 16.0 } else { 0.0 } };
        let places = [0.0, 1.0, 2.0].map(|at| {
            let left = whole.left() + at * (column + gap);
            let end = if at == 2.0 { whole.right() } else { left + column };
            Rect::from_x_y_ranges(left..=end, whole.top()..=whole.top() + height)
        });
        cards::show(ui, &parts, places, &mut self.among, out);
        let below = whole.with_min_y(places[0].bottom() + EDGE);
        let maps = choice_maps(costs, self.among, selected);
        let (left, side) = below.split_left_right_at_x(whole.right() - right);
        let left = left.with_max_x(left.right() - gap);
        if is_narrow {
            self.one_map(ui, &parts, left, maps, textures, out);
            self.side(ui, &parts, side, (now, detail), out);
            return;
        }
        let bottom = self.two_maps(ui, &parts, left, &maps, textures, out);
        let [first, second] = [places[0].x_range(), places[1].x_range()];
        let below = |x: Rangef| Rect::from_x_y_ranges(x, bottom..=whole.bottom());
        let offset = detail.pair(ui, window, answered, now, below(first), out);
        cards::show_here(ui, below(second), &parts, now, offset);
        self.column(ui, &parts, side, out);
    }

    /// Both maps beside each other, each under its title; returns where they end.
    fn two_maps(
        &mut self,
        ui: &mut Ui,
        parts: &Parts<'_>,
        room: Rect,
        maps: &[Map<'_>],
        textures: &mut Textures,
        out: &mut Vec<Request>,
    ) -> f32 {
        let gap = if parts.is_wide { 16.0 } else { EDGE };
        let column = (room.width() - gap) / 2.0;
        let most = room.height() - TITLE - LEGEND - PAIR;
        let mut bottom = room.top();
        for (at, map) in maps.iter().enumerate() {
            let x = room.left() + at as f32 * (column + gap);
            let title = Rect::from_min_size(pos2(x, room.top()), vec2(column, TITLE));
            if at == 0 {
                self.switch(ui, title, map);
            } else {
                picker(ui, title, parts, out);
            }
            let place = Rect::from_min_size(title.left_bottom(), vec2(column, most));
            bottom = maps::picture(ui, parts.window, parts.answered, (at, map), place, textures, out).bottom();
        }
        bottom + LEGEND
    }

    /// The title of the map of the fewest visits, with the scans that are compared.
    fn switch(&mut self, ui: &mut Ui, title: Rect, map: &Map<'_>) {
        titled(ui, title, title.center().y, &map.title, "");
        let layout = Layout::right_to_left(Align::Center);
        let among = [(Among::All, "all scans"), (Among::OnePixel, "one px per visit")];
        segmented(&mut ui.new_child(UiBuilder::new().max_rect(title).layout(layout)), &mut self.among, &among);
    }

    /// The one map for which a narrow window has room.
    fn one_map(
        &mut self,
        ui: &mut Ui,
        parts: &Parts<'_>,
        room: Rect,
        mut maps: Vec<Map<'_>>,
        textures: &mut Textures,
        out: &mut Vec<Request>,
    ) {
        let title = Rect::from_min_size(room.min, vec2(room.width(), TITLE));
        let layout = Layout::left_to_right(Align::Center);
        let switch = &mut ui.new_child(UiBuilder::new().max_rect(title).layout(layout));
        switch.spacing_mut().item_spacing.x = 8.0;
        segmented(switch, &mut self.shows_visits, &[(false, "fewest"), (true, "visits")]);
        if self.shows_visits {
            headline::scan_list(switch, parts.window, 120.0, out);
        } else {
            segmented(switch, &mut self.among, &[(Among::All, "all"), (Among::OnePixel, "one px per visit")]);
        }
        let at = usize::from(self.shows_visits).min(maps.len() - 1);
        let place = Rect::from_min_max(title.left_bottom(), room.max - vec2(0.0, LEGEND));
        maps::picture(ui, parts.window, parts.answered, (at, &maps.swap_remove(at)), place, textures, out);
    }

    /// The table or the pair beside the one map.
    fn side(
        &mut self,
        ui: &mut Ui,
        parts: &Parts<'_>,
        room: Rect,
        (now, detail): (&Subject, &mut Detail),
        out: &mut Vec<Request>,
    ) {
        let title = Rect::from_min_size(room.min, vec2(room.width(), TITLE));
        let layout = Layout::left_to_right(Align::Center);
        let switch = &mut ui.new_child(UiBuilder::new().max_rect(title).layout(layout));
        segmented(switch, &mut self.shows_pair, &[(false, "table"), (true, "pair")]);
        let below = room.with_min_y(title.bottom());
        if !self.shows_pair {
            table::show(ui, below, parts, (&mut self.sorted, &mut self.has_all), out);
            return;
        }
        let (pair, list) = below.split_top_bottom_at_y(below.center().y);
        let offset = detail.pair(ui, parts.window, parts.answered, now, pair, out);
        cards::show_here(ui, list, parts, now, offset);
    }

    /// The table, what a visit reads, and the spread of the visits, which takes the place of both.
    fn column(&mut self, ui: &mut Ui, parts: &Parts<'_>, room: Rect, out: &mut Vec<Request>) {
        if self.is_spread {
            let below = table::disclosure(ui, room, &mut self.is_spread);
            return table::show_spread(ui, below, parts);
        }
        let foot = parts::legend_height(parts.costs) + 2.0 * EDGE + table::SPREAD_HEAD;
        let table = room.with_max_y(room.bottom() - foot);
        let bottom = table::show(ui, table, parts, (&mut self.sorted, &mut self.has_all), out);
        let below = parts::legend(ui, room.with_min_y(bottom + EDGE), parts.costs);
        table::disclosure(ui, room.with_min_y(below + EDGE), &mut self.is_spread);
    }
}

/// The title of the map of visits, with a list of all scans.
fn picker(ui: &mut Ui, title: Rect, parts: &Parts<'_>, out: &mut Vec<Request>) {
    let layout = Layout::left_to_right(Align::Center);
    let ui = &mut ui.new_child(UiBuilder::new().max_rect(title).layout(layout));
    ui.spacing_mut().item_spacing.x = 8.0;
    ui.label(RichText::new("Visits of").font(theme::text()).color(Theme::of(ui).t1));
    headline::scan_list(ui, parts.window, 116.0, out);
}
