//! The three answers: fewest visits, fewest with one pixel per visit, fastest. And the visits of a few scans at the placement
//! under the pointer.

use super::parts::{self, Parts};
use crate::app::command::context_menu;
use crate::app::paint::write;
use crate::app::prelude::*;
use crate::app::widgets::{Column, Table, numbered, numbered_or_cut};
use crate::session::Subject;
use maskscope_core::scan::{Reads, Scan};
use maskscope_core::survey::{Among, CostAnswer, Stats, Survey as _, SurveyTimes};

/// Free space at the sides of a card, in points, and the size of a name that is too long for its usual one.
const SIDE: f32 = 12.0;
const SMALL: f32 = 16.0;

/// The text of a card.
#[derive(Default)]
pub(super) struct CardText {
    title: &'static str,
    /// The scan that a click chooses.
    scan: Option<usize>,
    pub(super) name: String,
    lines: [String; 2],
    pub(super) number: String,
    pub(super) unit: &'static str,
    pub(super) below: String,
    tip: String,
}

/// Shows the cards. A click on one chooses its scan, and `among` what it was compared.
pub fn show(ui: &mut Ui, parts: &Parts<'_>, places: [Rect; 3], among: &mut Among, out: &mut Vec<Request>) {
    let costs = parts.costs;
    let cards = [fewest(costs, Among::All), fewest(costs, Among::OnePixel), fastest(costs, &parts.times)];
    let maps = &parts.costs.survey.maps;
    let is_of = |card: &CardText| card.scan.is_some_and(|at| maps[at].asked == parts.selected);
    let sides = [Some(Among::All), Some(Among::OnePixel), None];
    let is_chosen = |at: usize| is_of(&cards[at]) && sides[at].is_none_or(|side| side == *among);
    let chosen = (0..3).find(|at| is_chosen(*at));
    for (at, (card, place)) in cards.iter().zip(places).enumerate() {
        let response = card.show(ui, parts, place, chosen == Some(at));
        if let Some(scan) = card.scan
            && (context_menu::on(ui, &response, context_menu::SCAN) || response.clicked())
        {
            *among = sides[at].unwrap_or_default();
            parts.choose(scan, out);
        }
    }
}

/// The card of an answer that is not known yet, or does not exist.
fn without(title: &'static str, name: &str, number: &str, below: &str, lines: [String; 2]) -> CardText {
    let [name, number, below] = [name, number, below].map(str::to_owned);
    CardText { title, name, number, below, lines, ..CardText::default() }
}

/// `3,208 of 7,134 placements`, while a survey counts.
fn counted(costs: &CostAnswer) -> Option<String> {
    let progress = costs.survey.progress();
    let [done, total] = [progress.done(), progress.total()].map(words::thousands);
    (!progress.is_complete()).then(|| format!("{done} of {total} placements"))
}

/// The scans with the fewest visits.
pub(super) fn fewest(costs: &CostAnswer, among: Among) -> CardText {
    let is_all = among == Among::All;
    let title = if is_all { "fewest visits" } else { "fewest, one px per visit" };
    let first = costs.ranking.first(among);
    let without_hit = |lines| without(title, "no winner", "–", "typical hit", lines);
    let without = |name, number, line: String| without(title, name, number, "typical hit", [line, String::new()]);
    if let Some(counted) = counted(costs) {
        return without("counting", "…", counted);
    }
    if costs.ranking.placements()[0] == 0 {
        return without_hit(["no hit to find".to_owned(), a_miss(costs, among)]);
    }
    let Some(&scan) = first.first() else {
        let none_reads = costs.survey.maps.iter().all(|map| !is_all && map.asked.reads() != Reads::Cell);
        let line = if none_reads { "no scan reads one px per visit" } else { "every scan is wrong somewhere" };
        return without("none", "–", line.to_owned());
    };
    let median = |stats: &Stats| stats.spread.map(|spread| words::thousands(spread.median.into()));
    let summary = &costs.summaries[scan];
    let shares = costs.ranking.shares(among).map(|shares| {
        let [alone, ties] = [shares.alone, shares.ties].map(|part| words::whole_percent(part, shares.all));
        let of = if is_all { "" } else { " of hits" };
        format!("alone at {alone}, ties at {ties}{of}")
    });
    let below = match median(&summary.misses) {
        Some(miss) => format!("typical hit · miss {miss}"),
        None => "typical hit".to_owned(),
    };
    CardText {
        title,
        scan: Some(scan),
        name: costs.named(first),
        lines: [reason(costs.survey.maps[scan].asked), shares.unwrap_or_default()],
        below,
        number: median(&summary.hits).unwrap_or_default(),
        unit: "",
        tip:
            "Of scans that are never wrong here: the fewest visits for a typical hit; of those, the fewest on average. \
              Alone: no other needs as few there."
                .to_owned(),
    }
}

/// `a miss: 352 visits, all alike`: the fewest visits of an exact scan for a typical miss.
fn a_miss(costs: &CostAnswer, among: Among) -> String {
    let competes = |scan: Scan| scan.is_exact() && (among == Among::All || scan.reads() == Reads::Cell);
    let all = costs.survey.maps.iter().zip(&costs.summaries).filter(|(map, _)| competes(map.asked));
    let medians: Vec<u32> = all.filter_map(|(_, summary)| Some(summary.misses.spread?.median)).collect();
    let Some(&least) = medians.iter().min() else { return String::new() };
    let are_alike = medians.len() > 1 && medians.iter().all(|median| *median == least);
    format!("a miss: {}{}", words::plural(least.into(), "visit"), if are_alike { ", all alike" } else { "" })
}

/// The scans that are fastest by their mean times.
pub(super) fn fastest(costs: &CostAnswer, times: &SurveyTimes) -> CardText {
    let title = "fastest";
    let without = |name, number, line: &str, other: &str| {
        without(title, name, number, "mean of a test", [line, other].map(str::to_owned))
    };
    if counted(costs).is_some() {
        return without("counting", "…", "", "");
    }
    if costs.ranking.placements()[0] == 0 {
        return without("no winner", "–", "not measured without a hit", "");
    }
    let fastest = costs.ranking.fastest(Among::All, times);
    let first = fastest.first().and_then(|at| Some((*at, times.of_scan(*at)?, costs.ranking.mean(*at, times)?)));
    let Some((scan, timed, mean)) = first else {
        return match (costs.ranking.right(Among::All), costs.ranking.timed()) {
            ([], _) => without("none", "–", "every scan is wrong somewhere", ""),
            (_, []) => without("none", "–", "scripts are not timed", ""),
            _ => {
                let (done, all) = (times.progress()[0], costs.samples().count() as u64);
                let timed = format!("{} of {} timed", words::thousands(done), words::plural(all, "placement"));
                without("measuring", "…", &timed, "nothing is said before all are")
            }
        };
    };
    let tables = match timed.preparing_nanos {
        0.0 => "nothing to prepare".to_owned(),
        nanos => format!("tables first: {} a mask", words::duration(nanos / 2.0)),
    };
    let samples = words::plural(costs.samples().count() as u64, "placement");
    let tip = format!(
        "The mean time of a test over {samples}, hits and misses weighted by their numbers, and its standard error. Scans \
         are compared by their differences at the same placements."
    );
    let [number, error, unit] = words::duration_with_error(mean.nanos, mean.error);
    let lines = match fastest.len() {
        1 => [reason(costs.survey.maps[scan].asked), tables],
        _ => ["too close to tell apart".to_owned(), tables],
    };
    CardText {
        title,
        scan: Some(scan),
        name: costs.named(&fastest),
        lines,
        number,
        unit: ["ns", "µs", "ms", "s"].into_iter().find(|known| *known == unit).unwrap_or_default(),
        below: format!("mean of a test · ± {error}"),
        tip,
    }
}

/// The reason for few visits or little time.
fn reason(scan: Scan) -> String {
    match scan.reads() {
        Reads::Cell if scan.remembers() => "starts at the last hit, else in the middle".to_owned(),
        Reads::Cell => format!("good when {}", scan.about().good_when),
        reads => format!("a visit is {}", parts::sign_sentence(reads)),
    }
}

impl CardText {
    fn show(&self, ui: &mut Ui, parts: &Parts<'_>, place: Rect, is_chosen: bool) -> Response {
        let theme = Theme::of(ui);
        let response = ui.interact(place, ui.scope_id().with(("card", self.title)), Sense::click());
        let parts_of_name = [self.title, &self.name, &self.number, &self.below, &self.lines[1]];
        let spoken: Vec<_> = parts_of_name.into_iter().filter(|part| !part.is_empty()).collect();
        let spoken = spoken.join(", ");
        response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), is_chosen, &spoken));
        let ground = if response.hovered() { theme.raise } else { theme.panel };
        ui.painter().rect(place, 3.0, ground, Stroke::new(1.0, theme.line), StrokeKind::Inside);
        if is_chosen {
            ui.painter().rect_filled(place.with_max_x(place.left() + 2.0), 0.0, theme.t1);
        }
        let (left, right, top) = (place.left() + SIDE, place.right() - SIDE, place.top());
        let [name, number] = match (parts.is_narrow, parts.is_wide) {
            (true, _) => [16.0, 28.0],
            (_, true) => [24.0, 48.0],
            _ => [20.0, 40.0],
        };
        let scale = place.height() / 88.0;
        let middle = |y: f32| top + if parts.is_narrow { y } else { y * scale };
        write::left(ui, left, middle(16.0), self.title, theme::note(), theme.t3);
        let ink = if self.scan.is_some() { theme.t1 } else { theme.t3 };
        let unit = if self.unit.is_empty() {
            right
        } else {
            write::right(ui, right, middle(38.0), self.unit, FontId::monospace(14.0), theme.t2) - 6.0
        };
        let digits = write::right(ui, unit, middle(30.0), &self.number, FontId::monospace(number), ink);
        let room = digits - left - 8.0 - parts::SIGN_WIDTH - 12.0;
        // A longer name is smaller before it is cut.
        let width =
            |size| ui.painter().layout_no_wrap(self.name.clone(), FontId::proportional(size), theme.t1).size().x;
        let font = FontId::proportional(if width(name) > room { SMALL } else { name });
        let end = write::left(ui, left, middle(38.0), &write::elided(ui, &self.name, room, &font), font, ink);
        if let Some(at) = self.scan {
            let reads = parts.costs.survey.maps[at].asked.reads();
            parts::paint_sign(
                ui.painter(),
                pos2(end + 10.0 + parts::SIGN_WIDTH / 2.0, middle(38.0)),
                reads,
                theme,
                theme.t2,
            );
        }
        if !parts.is_narrow {
            let below = numbered(ui.painter(), &self.below, theme.t3, None);
            let end = right - below.size().x;
            ui.painter().galley(pos2(end, middle(72.0) - below.size().y / 2.0), below, theme.t3);
            for (line, y) in self.lines.iter().zip([57.0, 72.0]) {
                let room = if y > 60.0 { end } else { right } - left - 8.0;
                let text = numbered_or_cut(ui, line, theme.t2, room);
                ui.painter().galley(pos2(left, middle(y) - text.size().y / 2.0), text, theme.t2);
            }
        }
        if self.tip.is_empty() { response } else { response.on_hover_text(&self.tip) }
    }
}

/// Heights of the title and of a row, in points.
const HERE_TITLE: f32 = 28.0;
const HERE_ROW: f32 = 18.0;

/// Shows the scans of the cards, the next of all and the next two with one pixel per visit, rows, and the chosen one, with B at `offset`.
pub fn show_here(ui: &mut Ui, room: Rect, parts: &Parts<'_>, now: &Subject, offset: Offset) {
    let (costs, theme) = (parts.costs, Theme::of(ui));
    write::titled(ui, room, room.top() + HERE_TITLE / 2.0, "Visits here", "");
    let below = room.with_min_y(room.top() + HERE_TITLE);
    let Some((x, y)) = costs.survey.found_at(offset) else {
        let text =
            if costs.survey.lattice.place(offset).is_some() { "not answered" } else { "the boxes do not overlap" };
        write::left(ui, below.left(), below.top() + HERE_ROW / 2.0, text, theme::note(), theme.t3);
        return;
    };
    let shown = shown(parts);
    let count = shown.len().min(crate::app::paint::screen::whole_u32(below.height() / HERE_ROW) as usize);
    let [a, b] = now.posed.each_ref().map(|posed| posed.raster.size());
    let cells = maskscope_core::mask::overlap_box(a, b, offset).map_or(1, IntRect::area).max(1);
    let columns = [
        Column::middle(parts::SIGN_WIDTH + 8.0),
        Column::left("", 76.0).font(theme::note),
        Column::right("", 40.0),
        Column::rest("", 8.0).gap(12.0),
    ];
    let ui = &mut ui.new_child(UiBuilder::new().max_rect(below));
    Table::of_facts("visits here", &columns, HERE_ROW).show(ui, count, |rows, at| {
        let map = &costs.survey.maps[shown[at]];
        let (name, visits) = (map.asked.display_name(), map.costs.at(x, y).visits);
        let row = rows.fact(at, &format!("{name}: {} here", words::plural(visits.into(), "visit")));
        if map.asked == parts.selected {
            row.painter.rect_filled(row.response.rect, 0.0, theme.raise);
        }
        if let Some(place) = row.place(0) {
            parts::paint_sign(&row.painter, place.center(), map.asked.reads(), theme, theme.t2);
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
    let mut shown: Vec<usize> = firsts.chain(ranking.fastest(Among::All, &parts.times).first().copied()).collect();
    for (among, next) in [(Among::All, 1), (Among::OnePixel, 2)] {
        let next: Vec<_> = ranking.right(among).iter().filter(|at| !shown.contains(at)).take(next).copied().collect();
        shown.extend(next);
    }
    let asked = |scan: Scan| costs.survey.maps.iter().position(|map| map.asked == scan);
    shown.extend([Scan::ROWS, parts.selected].into_iter().filter_map(asked));
    ranking.order.iter().copied().filter(|at| shown.contains(at)).collect()
}
