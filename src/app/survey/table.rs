//! The costs of scans over all placements, one row for each: numbers, and their distribution.

use super::map::rgb;
use crate::app::context_menu;
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{Column, Row, Table, bare_icon_button};
use crate::app::write;
use crate::palette::Rgb;
use crate::scan::{self, Scan};
use crate::session::ScanAction;
use crate::survey::{CostAnswer, Spread, Stats, Summary, Winners};

/// Height of the head and of a row, in points, and free space at both sides.
const HEAD: f32 = 24.0;
const ROW: f32 = 18.0;
const EDGE: f32 = 12.0;
/// Width of the names, of a number, and of one of a million and more.
const NAMES: f32 = 96.0;
/// Width of the share of hits at which a scan needs the fewest visits.
const SHARE: f32 = 72.0;
const NUMBER: f32 = 84.0;
const MILLIONS: f32 = 90.0;
/// Room in the head for the button.
const MORE: f32 = 28.0;
/// A strip that would be narrower is not shown.
const LEAST_STRIP: f32 = 48.0;
/// The place of the first number's column.
const NUMBERS: usize = 2;
const FEWEST: &str =
    "The share of hits at which it alone needs the fewest visits of those that compete; empty for the others.";

const MORE_TIPS: [&str; 2] = ["Shows the numbers of hits and misses together, too.", "Shows the usual numbers."];

/// A number of a scan: its name, what it says, and how it is found.
type Number = (&'static str, &'static str, fn(&Summary) -> String);

/// The numbers in their order; those after the [usual](USUAL) ones are shown when asked for.
const ALL: [Number; 10] = [
    ("typical hit", "Half of the placements with overlapping masks need no more.", |it| median(&it.hits)),
    ("worst hit", "No placement with overlapping masks needs more.", |it| number(&it.hits, |spread| spread.worst)),
    ("typical miss", "Half of the placements with overlapping boxes only need no more.", |it| median(&it.misses)),
    (WRONG, "Placements with a wrong answer; empty for a scan that is never wrong.", |it| words::thousands(it.wrong())),
    ("mean hit", "The mean over placements with overlapping masks.", |it| mean(&it.hits)),
    ("mean miss", "The mean over placements with overlapping boxes only.", |it| mean(&it.misses)),
    ("mean", "The mean over all placements.", |it| mean(&it.all)),
    ("median", "Half of all placements need no more.", |it| median(&it.all)),
    ("95th", "95 % of all placements need no more.", |it| number(&it.all, |spread| spread.p95)),
    ("worst", "No placement needs more.", |it| number(&it.all, |spread| spread.worst)),
];
const USUAL: usize = 4;
const WRONG: &str = "wrong";

fn number(stats: &Stats, of: fn(&Spread) -> u32) -> String {
    stats.spread.as_ref().map_or("–".to_owned(), |spread| words::thousands(of(spread).into()))
}

fn median(stats: &Stats) -> String {
    number(stats, |spread| spread.median)
}

fn mean(stats: &Stats) -> String {
    stats.spread.as_ref().map_or("–".to_owned(), |spread| write::mean(spread.mean))
}

/// Free space below the rows.
const BELOW: f32 = 2.0;

/// The height of a table with this many rows, or of those that fit into `room` points.
pub fn height(rows: usize, room: f32) -> f32 {
    let fitting = ((room - HEAD - BELOW) / ROW).floor();
    HEAD + ROW * fitting.min(rows as f32) + BELOW
}

/// Shows the usual numbers, or every one where `has_all` says so, which a button in the head changes.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, cost: &CostAnswer, has_all: &mut bool, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let shown = &ALL[..if *has_all { ALL.len() } else { USUAL }];
    let wanted = if cost.most_visits < 1_000_000 { NUMBER } else { MILLIONS };
    // In a narrow window all columns still stand, closer to each other.
    let width = wanted.min((ui.available_width() - 2.0 * EDGE - NAMES - SHARE) / shown.len() as f32);
    let scan = [Column::left("scan", NAMES), Column::left("best in", SHARE).font(theme::note).tip(FEWEST)];
    let numbers = shown.iter().map(|(name, tip, _)| Column::right(name, width).tip(tip));
    let strip = Column::rest("", LEAST_STRIP).gap(24.0);
    let columns: Vec<_> = scan.into_iter().chain(numbers).chain([strip]).collect();
    let scans = window.session.scans();
    let maps = &cost.survey.maps;
    let chosen = maps.iter().position(|map| map.asked == scans.selected()).map(|at| (at, at));
    let room = ui.available_height();
    let table = Table { name: "scans", columns: &columns, heights: [HEAD, ROW], edge: EDGE, room, chosen };
    let decades = (cost.most_visits.max(10) as f32).log10() + 0.05;
    let head = ui.available_rect_before_wrap();
    let head = head.with_max_y(head.top() + HEAD);
    let strip = NUMBERS + shown.len();
    if let Some(strip) = table.places(head)[strip] {
        paint_scale(ui, strip.with_max_x(strip.right() - MORE), decades, strip.width());
    }
    more(ui, head, "More numbers", MORE_TIPS, has_all);
    table.show(ui, maps.len(), |rows, at| {
        let (scan, summary) = (maps[at].asked, &cost.summaries[at]);
        let is_selected = scans.selected() == scan;
        let contest = Contest::of(scan, cost);
        let texts: Vec<_> = shown.iter().map(|(name, _, found)| (*name, found(summary))).collect();
        let row = rows.row(at, false, is_selected, &contest.spoken(&texts));
        contest.show(&row, is_selected, theme);
        for (at, (name, text)) in texts.iter().enumerate() {
            let is_wrong = *name == WRONG && summary.wrong() > 0;
            let ink = match at {
                0 => theme.t1,
                _ if is_wrong => theme.bad_text,
                _ => theme.t2,
            };
            if is_wrong || *name != WRONG {
                row.write(NUMBERS + at, ink, text);
            }
            if let Some(place) = row.place(NUMBERS + at).filter(|_| is_wrong) {
                let mark = place.right_center() + vec2(11.0, 0.0);
                marks::triangle(&row.painter, mark, 5.0, theme.bad_text, theme.bad_bg);
            }
        }
        if let Some(place) = row.place(strip) {
            paint_strip(&row, place, summary, decades, theme);
        }
        let response = row.response;
        if response.hovered() {
            let status = Status::of(contest.title()).can_if(!is_selected, "click", "show its visits");
            status::tell(rows.ui, status.can("right click", "menu"));
        }
        let is_chosen = context_menu::on(rows.ui, &response, context_menu::SCAN) || response.clicked();
        let listed = scans.scans().iter().position(|listed| *listed == scan).filter(|_| is_chosen);
        out.extend(listed.map(|place| ScanAction::Select(place).into()));
    });
}

/// A button in the head of a table that shows all there is, and only the usual again.
pub fn more(ui: &mut Ui, head: Rect, name: &str, [more, usual]: [&str; 2], has_all: &mut bool) {
    let place = Rect::from_min_max(pos2(head.right() - EDGE - 24.0, head.top()), head.max - vec2(EDGE, 0.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(place));
    let button = bare_icon_button(&mut ui, Icon::More, name);
    *has_all ^= button.on_hover_text(if *has_all { usual } else { more }).clicked();
}

/// A scan, and how it does among those that compete for the fewest visits.
struct Contest {
    name: String,
    /// The number of scans that compete.
    rivals: usize,
    /// Its colour on the map, and its share of hits; or why it does not compete.
    share: Result<(Rgb, String), &'static str>,
}

impl Contest {
    fn of(scan: Scan, cost: &CostAnswer) -> Self {
        let Winners { contenders, colors, wins, hits, .. } = &cost.winners;
        let share = match contenders.iter().position(|own| *own == scan) {
            Some(at) => Ok((colors[at], words::percent(wins[at], *hits))),
            None => Err(match scan.about().contest {
                scan::Contest::Borrows(why) | scan::Contest::Absent(why) => why,
                scan::Contest::Hue(_) => "can be wrong",
            }),
        };
        let mark = if scan.is_exact() { "" } else { " ≈" };
        Self { name: scan.display_name() + mark, rivals: contenders.len(), share }
    }

    /// The name, and how it does: `sample:10 ≈, does not compete: can be wrong`.
    fn title(&self) -> String {
        match &self.share {
            Ok((_, share)) => format!("{}, best of {} in {share} of hits", self.name, self.rivals),
            Err(why) => format!("{}, does not compete: {why}", self.name),
        }
    }

    /// The row for screen readers.
    fn spoken(&self, texts: &[(&str, String)]) -> String {
        let numbers = texts.iter().map(|(name, text)| format!("{name} {text}"));
        [self.title()].into_iter().chain(numbers).collect::<Vec<_>>().join(", ")
    }

    fn show(&self, row: &Row<'_>, is_selected: bool, theme: &Theme) {
        row.write(0, if is_selected { theme.t1 } else { theme.t2 }, &self.name);
        let Some(place) = row.place(1) else { return };
        if let Ok((color, share)) = &self.share {
            let (left, painter) = (place.left_center(), &row.painter);
            painter.rect_filled(Rect::from_center_size(left + vec2(5.0, 0.0), vec2(10.0, 10.0)), 0.0, rgb(*color));
            painter.text(left + vec2(66.0, 0.0), Align2::RIGHT_CENTER, share, theme::mono(), theme.t1);
        }
    }
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
