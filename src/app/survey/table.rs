//! The costs of scans over all placements, one row for each: numbers, and their distribution.

use egui::{Align2, Color32, Rect, Stroke, Ui, pos2, vec2};

use super::map::rgb;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{Column, Row, Table};
use crate::app::write;
use crate::palette::Rgb;
use crate::scan::{self, Scan};
use crate::session::ScanAction;
use crate::survey::{CostAnswer, Spread, Stats, Summary, Winners};
use crate::words;

/// Height of the head and of a row, in points, and free space at both sides.
const HEAD: f32 = 24.0;
const ROW: f32 = 18.0;
const EDGE: f32 = 12.0;
/// Width of the names, of a number, and of one of a million and more.
const NAMES: f32 = 96.0;
/// Width of the share of hits at which a scan needs the fewest visits, or why it does not compete.
const SHARE: f32 = 138.0;
const NUMBER: f32 = 68.0;
const MILLIONS: f32 = 80.0;
/// A strip that would be narrower is not shown.
const LEAST_STRIP: f32 = 48.0;
/// The place of the first number's column, and that of the strip.
const NUMBERS: usize = 2;
const STRIP: usize = NUMBERS + COLUMNS.len();
/// The numbers, in their order.
const FEWEST: &str = "The share of hits with the fewest visits of all, or the reason why it does not compete.";
const COLUMNS: [(&str, &str); 7] = [
    ("mean", "The mean of the visits over all placements."),
    ("median", "Half of the placements need no more."),
    ("95th", "95 % of the placements need no more."),
    ("worst", "No placement needs more."),
    ("mean, hit", "The mean over placements with overlapping masks."),
    ("mean, miss", "The mean over placements with overlapping boxes only."),
    ("wrong", "Placements with a wrong answer."),
];

/// Free space below the rows.
const BELOW: f32 = 2.0;

/// The height of a table with this many rows, or of those that fit into `room` points.
pub fn height(rows: usize, room: f32) -> f32 {
    let fitting = ((room - HEAD - BELOW) / ROW).floor();
    HEAD + ROW * fitting.min(rows as f32) + BELOW
}

pub fn show(ui: &mut Ui, window: &WindowState<'_>, cost: &CostAnswer, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let wanted = if cost.most_visits < 1_000_000 { NUMBER } else { MILLIONS };
    // In a narrow window all columns still stand, closer to each other.
    let number = wanted.min((ui.available_width() - 2.0 * EDGE - NAMES - SHARE) / COLUMNS.len() as f32);
    let scan = [Column::left("scan", NAMES), Column::left("fewest, of hits", SHARE).font(theme::note).tip(FEWEST)];
    let numbers = COLUMNS.map(|(name, tip)| {
        let column = Column::right(name, number).tip(tip);
        if name == "mean, hit" { column.ink(theme.both_text) } else { column }
    });
    let strip = Column::rest("", LEAST_STRIP).gap(24.0);
    let columns: Vec<_> = scan.into_iter().chain(numbers).chain([strip]).collect();
    let scans = window.session.scans();
    let maps = &cost.survey.maps;
    let chosen = maps.iter().position(|map| map.asked == scans.selected()).map(|at| (at, at));
    let room = ui.available_height();
    let table = Table { name: "scans", columns: &columns, heights: [HEAD, ROW], edge: EDGE, room, chosen };
    let decades = (cost.most_visits.max(10) as f32).log10() + 0.05;
    let head = ui.available_rect_before_wrap();
    if let Some(strip) = table.places(head.with_max_y(head.top() + HEAD))[STRIP] {
        paint_scale(ui, strip, decades);
    }
    table.show(ui, maps.len(), |rows, at| {
        let scan = maps[at].asked;
        let is_selected = scans.selected() == scan;
        let (contest, texts) = (Contest::of(scan, cost), numbers_of(&cost.summaries[at]));
        let row = rows.row(at, false, is_selected, &contest.spoken(&texts));
        let summary = &cost.summaries[at];
        contest.show(&row, is_selected, theme);
        for (number, text) in texts.iter().enumerate() {
            let ink = match number {
                1 => theme.t1,
                4 => theme.both_text,
                6 if summary.wrong() > 0 => theme.bad_text,
                _ => theme.t2,
            };
            row.write(NUMBERS + number, ink, text);
        }
        if let Some(place) = row.place(STRIP) {
            paint_strip(&row, place, summary, decades, theme);
        }
        let (is_hovered, is_clicked) = (row.response.hovered(), row.response.clicked());
        if is_hovered {
            status::tell(rows.ui, Status::of(&contest.name).can_if(!is_selected, "click", "show its visits"));
        }
        let listed = scans.scans().iter().position(|listed| *listed == scan).filter(|_| is_clicked);
        out.extend(listed.map(|place| ScanAction::Select(place).into()));
    });
}

/// The numbers of a scan, in the order of their columns.
fn numbers_of(summary: &Summary) -> [String; COLUMNS.len()] {
    let number =
        |stats: &Stats, tell: fn(&Spread) -> String| stats.spread.as_ref().map_or_else(|| "–".to_owned(), tell);
    let mean = |spread: &Spread| write::mean(spread.mean);
    [
        number(&summary.all, mean),
        number(&summary.all, |spread| words::thousands(spread.median.into())),
        number(&summary.all, |spread| words::thousands(spread.p95.into())),
        number(&summary.all, |spread| words::thousands(spread.worst.into())),
        number(&summary.hits, mean),
        number(&summary.misses, mean),
        words::thousands(summary.wrong()),
    ]
}

/// A scan, and how it does among those that compete for the fewest visits.
struct Contest {
    name: String,
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
        Self { name: scan.display_name() + mark, share }
    }

    /// The row for screen readers.
    fn spoken(&self, texts: &[String]) -> String {
        let share = match &self.share {
            Ok((_, share)) => format!("fewest in {share} of hits"),
            Err(why) => format!("does not compete: {why}"),
        };
        let numbers = COLUMNS.iter().zip(texts).map(|((name, _), text)| format!("{name} {text}"));
        [self.name.clone(), share].into_iter().chain(numbers).collect::<Vec<_>>().join(", ")
    }

    fn show(&self, row: &Row<'_>, is_selected: bool, theme: &Theme) {
        row.write(0, if is_selected { theme.t1 } else { theme.t2 }, &self.name);
        let Some(place) = row.place(1) else { return };
        let (left, painter) = (place.left_center(), &row.painter);
        match &self.share {
            Ok((color, share)) => {
                painter.rect_filled(Rect::from_center_size(left + vec2(5.0, 0.0), vec2(10.0, 10.0)), 0.0, rgb(*color));
                painter.text(left + vec2(66.0, 0.0), Align2::RIGHT_CENTER, share, theme::mono(), theme.t1);
            }
            Err(why) => {
                painter.text(left + vec2(16.0, 0.0), Align2::LEFT_CENTER, *why, theme::note(), theme.t3);
            }
        }
    }
}

/// Powers of ten over the strips.
fn paint_scale(ui: &Ui, strip: Rect, decades: f32) {
    let theme = Theme::of(ui);
    let mut free = strip.left();
    for (power, name) in ["1", "10", "100", "1,000", "10,000", "100,000", "1,000,000"].into_iter().enumerate() {
        let x = strip.left() + strip.width() * power as f32 / decades;
        let text = ui.painter().layout_no_wrap(name.to_owned(), theme::tag(), theme.t3);
        if x >= free && x + text.size().x <= strip.right() + EDGE {
            free = x + text.size().x + 8.0;
            let top_left = Align2::LEFT_CENTER.anchor_size(pos2(x, strip.center().y), text.size()).min;
            ui.painter().galley(top_left, text, theme.t3);
        }
    }
}

/// Hits up, misses down, on a root scale; a white tick is the median.
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
    if let Some(spread) = summary.all.spread {
        let x = rect.left() + rect.width() * (spread.median.max(1) as f32).log10() / decades;
        row.painter.vline(x, rect.top() + 1.0..=rect.bottom() - 1.0, Stroke::new(2.0, theme.t1));
    }
}
