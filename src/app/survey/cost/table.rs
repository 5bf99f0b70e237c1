//! The scans in numbers, the best first: visits of a typical hit, of a typical miss and at worst, and times. Below it the
//! spread of the visits of each scan over hits and misses. The command line has columns of its own, in `survey::questions::cost`.

use super::parts::{self, Parts, TITLE};
use crate::app::command::context_menu;
use crate::app::paint::write;
use crate::app::prelude::*;
use crate::app::survey::map::rgb;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{Column, Row, Table};
use maskscope_core::survey::{Among, CostAnswer, Stats, Summary, SurveyTimes};

/// Heights of a line of the head and of a row, in points; free space at both sides.
const HEAD: f32 = 18.0;
const ROW: f32 = 20.0;
const EDGE: f32 = 6.0;
/// Of more rows than this, the rest is only named.
const MOST: usize = 12;

/// The place of the first number's column.
const NUMBERS: usize = 3;
const TIPS: [&str; 5] = [
    "Half of the placements with overlapping masks need no more.",
    "Half of the placements with overlapping boxes only need no more.",
    "No placement needs more.",
    "The mean time of a test at placements spread over the survey, hits and misses weighted by their numbers, in nanoseconds.",
    "The standard error of the mean time. Scans are compared by their differences at the same placements.",
];

/// The column that sorts the table, the smallest first.
#[derive(Debug, Default)]
pub struct Sorted(usize);

/// A scan in numbers: visits and times.
pub(super) struct ScanNumbers {
    at: usize,
    pub(super) name: String,
    numbers: [Option<f64>; 5],
    /// The last two of them in words; without a time what is known instead.
    pub(super) time: [String; 2],
    wrong: u64,
    /// True if its time is the least, or too close to the least.
    pub(super) is_fastest: bool,
}

/// Shows the table in `room`; returns where it ends.
pub fn show(
    ui: &mut Ui,
    room: Rect,
    parts: &Parts<'_>,
    (sorted, has_all): (&mut Sorted, &mut bool),
    out: &mut Vec<Request>,
) -> f32 {
    let theme = Theme::of(ui);
    let fastest = parts.costs.ranking.fastest(Among::All, &parts.times);
    let line = |at: &usize| ScanNumbers::of(parts.costs, &parts.times, *at, fastest.contains(at));
    let mut lines: Vec<ScanNumbers> = parts.costs.ranking.order.iter().map(line).collect();
    if sorted.0 > 0 {
        let key = |line: &ScanNumbers| line.numbers[sorted.0].unwrap_or(f64::INFINITY);
        lines.sort_by(|one, other| key(one).total_cmp(&key(other)));
    }
    let row = if parts.is_wide { 24.0 } else { ROW };
    let fitting = crate::app::paint::screen::whole_u32((room.height() - 2.0 * HEAD) / row) as usize;
    let most = if parts.is_wide { fitting } else { MOST.min(fitting.saturating_sub(1)) };
    let is_chosen = |line: &ScanNumbers| parts.costs.survey.maps[line.at].asked == parts.selected;
    // The chosen scan is always listed.
    let hidden = lines.iter().position(is_chosen).filter(|at| most > 0 && *at >= most && !*has_all);
    if let Some(at) = hidden {
        let chosen = lines.remove(at);
        lines.insert(most - 1, chosen);
    }
    let rest = if *has_all || lines.len() <= most { Vec::new() } else { lines.split_off(most) };
    let widths = if parts.is_wide {
        [118.0, 72.0, 56.0, 58.0, 60.0, 58.0, 58.0]
    } else {
        [84.0, 28.0, 34.0, 48.0, 50.0, 46.0, 46.0]
    };
    // In a narrow window the numbers stand closer.
    let less = (widths.iter().sum::<f32>() + 18.0 + 2.0 * EDGE - room.width()).max(0.0) / 5.0;
    let names = ["hit", "miss", "worst", "mean", "±"];
    let number = |at: usize| {
        let is_sorted = (sorted.0 == at).then_some(true);
        Column::right(names[at], widths[2 + at] - less).tip(TIPS[at]).sorted(is_sorted)
    };
    let first = [Column::left("", 18.0), Column::left("scan", widths[0]), Column::left("", widths[1])];
    let columns: Vec<_> = first.into_iter().chain((0..5).map(number)).collect();
    let chosen = lines.iter().position(is_chosen).map(|at| (lines[at].at, at));
    let below = room.with_min_y(room.top() + HEAD);
    let table =
        Table { name: "scans", columns: &columns, heights: [HEAD, row], edge: EDGE, room: below.height(), chosen };
    let places = table.places(below);
    heading(ui, room, &places[NUMBERS..NUMBERS + 2], "typical");
    heading(ui, room, &places[NUMBERS + 3..], "ns per test");
    let ground = below.with_min_y(below.top() + HEAD).with_max_y(below.top() + HEAD + row * lines.len() as f32);
    ui.painter().rect_filled(ground.intersect(room), 0.0, theme.panel);
    let ui = &mut ui.new_child(UiBuilder::new().max_rect(below));
    let clicked = table.show(ui, lines.len(), |rows, at| {
        let line = &lines[at];
        let (is_chosen, scan) = (is_chosen(line), parts.costs.survey.maps[line.at].asked);
        let row = rows.row(line.at, line.wrong > 0, is_chosen, &line.spoken());
        line.paint(&row, parts, is_chosen, theme);
        let response = row.response;
        if response.hovered() {
            let status = Status::of(line.name.clone()).can_if(!is_chosen, "click", "show its visits");
            status::tell(rows.ui, status.can("right click", "menu"));
        }
        let response = response.on_hover_text(scan.about().sentence);
        if context_menu::on(rows.ui, &response, context_menu::SCAN) || response.clicked() {
            parts.choose(line.at, out);
        }
    });
    if let Some(column) = clicked.and_then(|column| column.checked_sub(NUMBERS)) {
        sorted.0 = column;
    }
    let end = ui.min_rect().bottom();
    if rest.is_empty() {
        return end;
    }
    let place = Rect::from_min_size(pos2(room.left(), end), vec2(room.width(), row));
    more(ui, place, &rest, has_all);
    place.bottom()
}

/// Names the scans that are not listed; a click lists them.
fn more(ui: &Ui, place: Rect, rest: &[ScanNumbers], has_all: &mut bool) {
    let theme = Theme::of(ui);
    let names: Vec<_> = rest.iter().map(|line| &*line.name).collect();
    let text = format!("{} more: {}", rest.len(), names.join(", "));
    let response = ui.interact(place, ui.scope_id().with("more scans"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &text));
    ui.painter().rect_filled(place, 0.0, theme.panel);
    let ink = if response.hovered() { theme.t1 } else { theme.t3 };
    Icon::Down.paint(ui.painter(), place.left_center() + vec2(12.0, 0.0), ink);
    let shown = write::elided(ui, &text, place.width() - 26.0, &theme::note());
    write::left(ui, place.left() + 20.0, place.center().y, &shown, theme::note(), ink);
    *has_all |= response.on_hover_text("Lists every scan.").clicked();
}

/// Writes what two columns have in common over a line that spans both.
fn heading(ui: &Ui, room: Rect, places: &[Option<Rect>], text: &str) {
    let theme = Theme::of(ui);
    let &[Some(left), .., Some(right)] = places else { return };
    let x = Rangef::new(left.left() + 4.0, right.right());
    let at = pos2(x.center(), room.top() + HEAD / 2.0 - 1.0);
    ui.painter().text(at, Align2::CENTER_CENTER, text, theme::note(), theme.t3);
    ui.painter().hline(x, room.top() + HEAD - 1.0, Stroke::new(1.0, theme.line));
}

impl ScanNumbers {
    pub(super) fn of(costs: &CostAnswer, times: &SurveyTimes, at: usize, is_fastest: bool) -> Self {
        let (scan, summary) = (costs.survey.maps[at].asked, &costs.summaries[at]);
        let median = |stats: &Stats| stats.spread.map(|spread| f64::from(spread.median));
        let worst = summary.all.spread.map(|spread| f64::from(spread.worst));
        let mean = costs.ranking.mean(at, times);
        let time = match mean {
            Some(mean) => words::nanos(mean.nanos, mean.error),
            None if !scan.is_built_in() => ["", "script"].map(str::to_owned),
            // Times are on their way.
            None if costs.ranking.timed().contains(&at) => ["…", ""].map(str::to_owned),
            None => ["–", ""].map(str::to_owned),
        };
        Self {
            at,
            name: scan.display_name() + if scan.is_approximate() { " ≈" } else { "" },
            numbers: [
                median(&summary.hits),
                median(&summary.misses),
                worst,
                mean.map(|mean| mean.nanos),
                mean.map(|mean| mean.error),
            ],
            time,
            wrong: summary.wrong(),
            is_fastest,
        }
    }

    fn text(number: Option<f64>) -> String {
        number.map_or_else(|| "–".to_owned(), |number| words::number(number, 0..=0))
    }

    /// The row for screen readers.
    fn spoken(&self) -> String {
        let names = ["typical hit", "typical miss", "worst"];
        let numbers =
            names.into_iter().zip(self.numbers).map(|(name, number)| format!("{name} {}", Self::text(number)));
        let [mean, error] = &self.time;
        let is_timed = self.numbers[3].is_some();
        let fastest = if self.is_fastest { ", the fastest" } else { "" };
        let time = is_timed.then(|| format!("mean {mean} ns ± {error}{fastest}"));
        let wrong = (self.wrong > 0).then(|| format!("wrong at {}", words::thousands(self.wrong)));
        [self.name.clone()].into_iter().chain(numbers).chain(time).chain(wrong).collect::<Vec<_>>().join(", ")
    }

    fn paint(&self, row: &Row<'_>, parts: &Parts<'_>, is_chosen: bool, theme: &Theme) {
        let (costs, reads) = (parts.costs, parts.costs.survey.maps[self.at].asked.reads());
        let is_wrong = self.wrong > 0;
        if let Some(place) = row.place(0).filter(|_| costs.ranking.wins(parts.among, self.at)) {
            let swatch = Rect::from_center_size(place.left_center() + vec2(4.0, 0.0), Vec2::splat(8.0));
            row.painter.rect_filled(swatch, 0.0, rgb(costs.ranking.color(self.at)));
        }
        row.write(1, if is_chosen { theme.t1 } else { theme.t2 }, &self.name);
        if let Some(place) = row.place(2) {
            let at = pos2(place.left() + parts::SIGN_WIDTH / 2.0, place.center().y);
            let ink = if is_wrong { theme.bad_text } else { theme.t2 };
            parts::paint_sign(&row.painter, at, reads, theme, ink);
            if parts.is_wide {
                let at = pos2(place.left() + parts::SIGN_WIDTH + 4.0, place.center().y);
                row.painter.text(at, Align2::LEFT_CENTER, parts::sign_word(reads), theme::note(), theme.t3);
            }
        }
        // What is wrong takes the room of the worst number and of the time.
        let shown = if is_wrong { 2 } else { 3 };
        for (at, number) in self.numbers.iter().enumerate().take(shown) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
            let large = number.filter(|number| *number >= 1e6).map(|number| words::short_count(number as u64));
            let text = large.unwrap_or_else(|| Self::text(*number));
            row.write(NUMBERS + at, if at == 0 { theme.t1 } else { theme.t2 }, text);
        }
        let inks = [if self.is_fastest { theme.t1 } else { theme.t2 }, theme.t3];
        for (at, text) in self.time.iter().enumerate().filter(|_| !is_wrong) {
            let sign = if at == 1 && self.numbers[4].is_some() { "±" } else { "" };
            let written = row.write(NUMBERS + 3 + at, inks[at], format!("{sign}{text}"));
            if let Some(time) = written.filter(|_| at == 0 && self.is_fastest) {
                Icon::Check.paint(&row.painter, time.left_center() - vec2(10.0, 0.0), theme.t1);
            }
        }
        if let Some(place) = row.place(NUMBERS + 4).filter(|_| is_wrong) {
            let text = format!("wrong at {}", words::thousands(self.wrong));
            let text =
                row.painter.text(place.right_center(), Align2::RIGHT_CENTER, text, theme::note(), theme.bad_text);
            let mark = text.left_center() - vec2(10.0, 0.0);
            marks::triangle(&row.painter, mark, 5.0, theme.bad_text, theme.bad_bg);
        }
    }
}

/// Heights of the disclosure and of a row, and the width of the names, in points.
pub const SPREAD_HEAD: f32 = 28.0;
const SPREAD_ROW: f32 = 20.0;
const NAMES: f32 = 96.0;

/// The button that opens and closes the strips; returns the room below it.
pub fn disclosure(ui: &mut Ui, room: Rect, is_open: &mut bool) -> Rect {
    const TITLE: &str = "How the visits spread";
    let theme = Theme::of(ui);
    let place = Rect::from_min_size(room.min, vec2(room.width(), SPREAD_HEAD));
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
pub fn show_spread(ui: &mut Ui, room: Rect, parts: &Parts<'_>) {
    let (costs, theme) = (parts.costs, Theme::of(ui));
    let decades = (costs.most_visits.max(10) as f32).log10() + 0.05;
    let head = Rect::from_min_size(room.min, vec2(room.width(), TITLE));
    let strip = head.with_min_x(head.left() + NAMES);
    paint_scale(ui, strip, decades, strip.width());
    let columns = [Column::left("", NAMES), Column::rest("", 48.0)];
    let order = &costs.ranking.order;
    let below = room.with_min_y(head.bottom());
    let table = Table { room: below.height(), ..Table::of_facts("spread", &columns, SPREAD_ROW) };
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
