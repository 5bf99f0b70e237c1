//! What scans cost over all placements, a row for each: numbers, and how they are spread.

use egui::{Align2, Color32, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::map::rgb;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{paint_row, whole_rows};
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

/// The height of a table with this many rows, in `room` points of height: of as many as fit.
pub fn height(rows: usize, room: f32) -> f32 {
    let fitting = ((room - HEAD - BELOW) / ROW).floor();
    HEAD + ROW * fitting.min(rows as f32) + BELOW
}

pub fn show(ui: &mut Ui, window: &WindowState<'_>, cost: &CostAnswer, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let scale = Scale::of(cost, ui.available_width());
    head(ui, scale);
    whole_rows(ui, "scans", ROW, ui.available_height(), |ui| {
        let scans = window.session.scans();
        for (map, summary) in cost.survey.maps.iter().zip(&cost.summaries) {
            let is_selected = scans.selected() == map.asked;
            if row(ui, &Contest::of(map.asked, cost), summary, is_selected, scale)
                && let Some(place) = scans.scans().iter().position(|listed| *listed == map.asked)
            {
                out.push(ScanAction::Select(place).into());
            }
        }
    });
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
}

/// What the largest number of visits decides.
#[derive(Clone, Copy)]
struct Scale {
    /// How many powers of ten the strips span.
    decades: f32,
    /// Width of a number's column.
    number: f32,
}

impl Scale {
    fn of(cost: &CostAnswer, width: f32) -> Self {
        let decades = (cost.most_visits.max(10) as f32).log10() + 0.05;
        let wanted = if cost.most_visits < 1_000_000 { NUMBER } else { MILLIONS };
        // In a narrow window all columns still stand, closer to each other.
        let room = (width - 2.0 * EDGE - NAMES - SHARE) / COLUMNS.len() as f32;
        Self { decades, number: wanted.min(room) }
    }

    /// The right edge of a number's column.
    fn right_of(self, rect: Rect, column: usize) -> f32 {
        rect.left() + EDGE + NAMES + SHARE + self.number * (column as f32 + 1.0)
    }

    /// Where the strip is, if there is room for it.
    fn strip_of(self, rect: Rect) -> Option<Rect> {
        let left = self.right_of(rect, COLUMNS.len() - 1) + 24.0;
        let right = rect.right() - EDGE;
        (right - left >= LEAST_STRIP).then(|| Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom())))
    }
}

fn head(ui: &mut Ui, scale: Scale) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::hover());
    let theme = Theme::of(ui);
    let left = rect.left_center() + vec2(EDGE, 0.0);
    ui.painter().text(left, Align2::LEFT_CENTER, "scan", theme::note(), theme.t3);
    let fewest = left + vec2(NAMES, 0.0);
    let name = ui.painter().text(fewest, Align2::LEFT_CENTER, "best in", theme::note(), theme.t3);
    ui.interact(name, ui.scope_id().with("fewest"), Sense::hover()).on_hover_text(FEWEST);
    for (column, (name, tip)) in COLUMNS.into_iter().enumerate() {
        let right = pos2(scale.right_of(rect, column), rect.center().y);
        let ink = if name == "mean, hit" { theme.both_text } else { theme.t3 };
        ui.painter().text(right, Align2::RIGHT_CENTER, name, theme::note(), ink);
        let cell = Rect::from_min_max(pos2(right.x - scale.number, rect.top()), pos2(right.x, rect.bottom()));
        ui.interact(cell, ui.scope_id().with(name), Sense::hover()).on_hover_text(tip);
    }
    let Some(strip) = scale.strip_of(rect) else { return };
    let mut free = strip.left();
    for (power, name) in ["1", "10", "100", "1,000", "10,000", "100,000", "1,000,000"].into_iter().enumerate() {
        let x = strip.left() + strip.width() * power as f32 / scale.decades;
        let text = ui.painter().layout_no_wrap(name.to_owned(), theme::tag(), theme.t3);
        if x >= free && x + text.size().x <= rect.right() {
            free = x + text.size().x + 8.0;
            let top_left = Align2::LEFT_CENTER.anchor_size(pos2(x, rect.center().y), text.size()).min;
            ui.painter().galley(top_left, text, theme.t3);
        }
    }
}

/// A row; returns whether it was clicked.
fn row(ui: &mut Ui, contest: &Contest, summary: &Summary, is_selected: bool, scale: Scale) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let theme = Theme::of(ui);
    paint_row(ui, &response, false, is_selected);
    let left = rect.left_center() + vec2(EDGE, 0.0);
    let Contest { name, share } = contest;
    ui.painter().text(left, Align2::LEFT_CENTER, name, theme::text(), if is_selected { theme.t1 } else { theme.t2 });
    let fewest = left + vec2(NAMES, 0.0);
    let told = match share {
        Ok((color, share)) => {
            let swatch = Rect::from_center_size(fewest + vec2(5.0, 0.0), vec2(10.0, 10.0));
            ui.painter().rect_filled(swatch, 0.0, rgb(*color));
            let right = fewest + vec2(66.0, 0.0);
            ui.painter().text(right, Align2::RIGHT_CENTER, share, theme::mono(), theme.t1);
            format!("fewest in {share} of hits")
        }
        Err(why) => {
            let why_at = fewest + vec2(16.0, 0.0);
            ui.painter().text(why_at, Align2::LEFT_CENTER, *why, theme::note(), theme.t3);
            format!("does not compete: {why}")
        }
    };
    let number =
        |stats: &Stats, tell: fn(&Spread) -> String| stats.spread.as_ref().map_or_else(|| "–".to_owned(), tell);
    let mean = |spread: &Spread| write::mean(spread.mean);
    let texts = [
        number(&summary.all, mean),
        number(&summary.all, |spread| words::thousands(spread.median.into())),
        number(&summary.all, |spread| words::thousands(spread.p95.into())),
        number(&summary.all, |spread| words::thousands(spread.worst.into())),
        number(&summary.hits, mean),
        number(&summary.misses, mean),
        words::thousands(summary.wrong()),
    ];
    for (column, text) in texts.iter().enumerate() {
        let ink = match column {
            1 => theme.t1,
            4 => theme.both_text,
            6 if summary.wrong() > 0 => theme.bad_text,
            _ => theme.t2,
        };
        let right = pos2(scale.right_of(rect, column), rect.center().y);
        ui.painter().text(right, Align2::RIGHT_CENTER, text, theme::mono(), ink);
    }
    if let Some(place) = scale.strip_of(rect) {
        strip(ui, place, summary, scale.decades);
    }
    let numbers = COLUMNS.iter().zip(&texts).map(|((name, _), text)| format!("{name} {text}"));
    let told = std::iter::once(told).chain(numbers).collect::<Vec<_>>().join(", ");
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_selected, format!("{name}, {told}")));
    if response.hovered() {
        status::tell(ui, Status::of(name).can_if(!is_selected, "click", "show its visits"));
    }
    response.clicked()
}

/// Hits up, misses down, on a root scale; a white tick is the median.
fn strip(ui: &Ui, rect: Rect, summary: &Summary, decades: f32) {
    let (hits, misses) = (&summary.hits.histogram, &summary.misses.histogram);
    let theme = Theme::of(ui);
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
        ui.painter().rect_filled(bar, 0.0, color);
    };
    for (bin, count) in hits.iter().enumerate() {
        bar(bin, *count, true, theme.both);
    }
    for (bin, count) in misses.iter().enumerate() {
        bar(bin, *count, false, theme.bar);
    }
    if let Some(spread) = summary.all.spread {
        let x = rect.left() + rect.width() * (spread.median.max(1) as f32).log10() / decades;
        ui.painter().vline(x, rect.top() + 1.0..=rect.bottom() - 1.0, Stroke::new(2.0, theme.t1));
    }
}
