//! The scans in the order in which they do along the path, and what `last-hit` remembers at this step.

use egui::{Align2, Label, Rect, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use super::heading::heading;
use crate::app::panels::padded;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::timing;
use crate::app::widgets::paint_row;
use crate::app::write::{bar, left, mean, right};
use crate::session::{LogPlayer, Published, ScanAction};
use crate::survey::{Ranked, RouteAnswer};
use crate::words;

/// Height of a line, in points, and free space at both sides.
const LINE: f32 = 20.0;
const EDGE: f32 = 12.0;

pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let theme = Theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 32.0), Sense::hover());
    let left = rect.left_center() + vec2(EDGE, 0.0);
    ui.painter().text(left, Align2::LEFT_CENTER, "Along the path", theme::text(), theme.t1);
    let published = window.session.derived().published();
    let Some(found) = published.and_then(|published| published.found::<RouteAnswer>()) else {
        let refusal = published.and_then(Published::refusal);
        let told = refusal.as_deref().unwrap_or("Asking…");
        padded(ui, 0, 0, |ui| ui.add(Label::new(RichText::new(told).font(theme::note()).color(theme.t3)).wrap()));
        return;
    };
    let steps = words::plural(found.run.walked.len() as u64, "step");
    let right = rect.right_center() - vec2(EDGE, 0.0);
    ui.painter().text(right, Align2::RIGHT_CENTER, steps, theme::note(), theme.t3);
    head(ui);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let most = found.ranking.iter().map(|ranked| ranked.visits).max().unwrap_or(1).max(1);
        for ranked in &found.ranking {
            row(ui, window, found, ranked, most, out);
        }
        ui.add_space(12.0);
        memory(ui, window, found);
    });
}

/// Right edges of the columns: visits of all steps, visits and time at this step, wrong.
fn columns(rect: Rect) -> [f32; 4] {
    let right = rect.right() - EDGE;
    [right - 168.0, right - 112.0, right - 44.0, right]
}

fn head(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    let theme = Theme::of(ui);
    let left = rect.left_center() + vec2(EDGE, 0.0);
    ui.painter().text(left, Align2::LEFT_CENTER, "rank, strategy", theme::note(), theme.t3);
    for (x, name) in columns(rect).into_iter().zip(["visits", "here", "time here", "wrong"]) {
        ui.painter().text(pos2(x, rect.center().y), Align2::RIGHT_CENTER, name, theme::note(), theme.t3);
    }
}

fn row(ui: &mut Ui, window: &WindowState<'_>, found: &RouteAnswer, ranked: &Ranked, most: u64, out: &mut Vec<Request>) {
    let scans = window.session.scans();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    let theme = Theme::of(ui);
    let is_selected = scans.selected() == ranked.scan;
    if is_selected || response.hovered() {
        ui.painter().rect_filled(rect, 0.0, if is_selected { theme.ctl } else { theme.raise });
    }
    let left = rect.left_center() + vec2(EDGE, 0.0);
    let rank = ranked.rank.to_string();
    ui.painter().text(left + vec2(16.0, 0.0), Align2::RIGHT_CENTER, &rank, theme::tag(), theme.t3);
    let name = ranked.scan.display_name();
    let ink = if is_selected { theme.t1 } else { theme.t2 };
    ui.painter().text(left + vec2(24.0, 0.0), Align2::LEFT_CENTER, &*name, theme::text(), ink);
    let place = found.run.scans.iter().position(|scan| *scan == ranked.scan);
    let here = place.and_then(|place| found.run.costs(step(window, found)).get(place));
    let rows = window.session.derived().rows().iter().find(|row| row.scan == ranked.scan);
    let timing = rows.filter(|_| !window.session.derived().rows_are_stale()).and_then(|row| row.timing);
    let texts = [
        words::thousands(ranked.visits),
        here.map_or(String::new(), |cost| words::thousands(cost.visits.into())),
        timing.map_or(String::new(), |timing| timing::median(&timing)),
        if ranked.wrong == 0 { String::new() } else { words::thousands(ranked.wrong) },
    ];
    for (column, (x, text)) in columns(rect).into_iter().zip(&texts).enumerate() {
        let ink = match column {
            2 => timing::ink(timing, theme.t1, theme),
            3 => theme.bad_text,
            _ => theme.t1,
        };
        ui.painter().text(pos2(x, rect.center().y), Align2::RIGHT_CENTER, text, theme::mono(), ink);
    }
    let [visits, ..] = columns(rect);
    let share = ranked.visits as f32 / most as f32;
    bar(ui, rect.left() + 128.0..=visits - 56.0, rect.center().y, share, theme.bar);
    let told = format!("{rank}, {name}, {} visits, {} wrong", texts[0], ranked.wrong);
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_selected, &told));
    let response = match timing {
        Some(timing) if timing.is_disturbed() => response.on_hover_text(timing::DISTURBED),
        _ => response,
    };
    if response.clicked()
        && let Some(place) = scans.scans().iter().position(|listed| *listed == ranked.scan)
    {
        out.push(ScanAction::Select(place).into());
    }
}

/// The step that is shown, as far as it is known.
fn step(window: &WindowState<'_>, found: &RouteAnswer) -> usize {
    window.session.route().at().min(found.run.walked.len().saturating_sub(1))
}

/// Height of the title, the heading and of a row of the scans along a log.
const TITLE: f32 = 28.0;
const ROW: f32 = 17.0;

/// How high [`along`] is.
pub fn height_along(log: &LogPlayer) -> f32 {
    TITLE + LINE + ROW * (log.replay.scans.len() + 1) as f32 + 6.0
}

/// What each scan needs over all checks of the pair that is shown, the best first; the game first of all.
pub fn along(ui: &mut Ui, window: &WindowState<'_>, log: &LogPlayer, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let Some(pair) = log.pair() else { return };
    let note = format!("boxes overlap in {}", words::thousands(pair.boxes_overlap));
    let tip = "What each scan needs over all checks of this pair. Where the boxes are apart, none visits anything.";
    heading(ui, "Scans along the replay", "", &note, tip);
    let columns = |rect: Rect| [rect.right() - 118.0, rect.right() - 58.0, rect.right() - EDGE];
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    left(ui, rect.left() + 30.0, rect.center().y, "scan", theme::note(), theme.t3);
    for (x, name) in columns(rect).into_iter().zip(["visits", "a check", "wrong"]) {
        right(ui, x, rect.center().y, name, theme::note(), theme.t3);
    }
    let mut ranked: Vec<_> = log.replay.scans.iter().zip(&pair.costs).collect();
    ranked.sort_by_key(|(_, cost)| (cost.wrong, cost.visits));
    let most = pair.costs.iter().map(|cost| cost.visits).max().unwrap_or(0).max(1) as f32;
    let line = |ui: &mut Ui, rank: &str, name: &str, visits: Option<u64>, wrong: u64, is_selected: bool| {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let y = rect.center().y;
        paint_row(ui, &response, false, is_selected);
        right(ui, rect.left() + 22.0, y, rank, theme::tag(), theme.t3);
        left(ui, rect.left() + 30.0, y, name, theme::text(), if is_selected { theme.t1 } else { theme.t2 });
        let [all, each, errors] = columns(rect);
        if let Some(visits) = visits {
            bar(ui, rect.left() + 122.0..=all - 60.0, y, visits as f32 / most, theme.bar);
            right(ui, all, y, &words::thousands(visits), theme::mono(), theme.t1);
            let per_check = visits as f64 / pair.boxes_overlap.max(1) as f64;
            right(ui, each, y, &mean(per_check), theme::mono(), theme.t2);
        }
        let ink = if wrong > 0 { theme.bad_text } else { theme.t3 };
        right(ui, errors, y, &words::thousands(wrong), theme::mono(), ink);
        let told = format!("{name}, {} visits, {wrong} wrong", visits.unwrap_or(0));
        response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_selected, &told));
        response.clicked()
    };
    line(ui, "", "the game", None, pair.disagreements, false);
    let list = ScrollArea::vertical().id_salt("scans along").auto_shrink([false, true]);
    list.show(ui, |ui| {
        for (scan, cost) in &ranked {
            let key = (cost.wrong, cost.visits);
            let rank = 1 + ranked.iter().filter(|(_, other)| (other.wrong, other.visits) < key).count();
            let selected = window.session.scans().selected() == **scan;
            let name = scan.display_name();
            if line(ui, &rank.to_string(), &name, Some(cost.visits), cost.wrong, selected) {
                out.push(ScanAction::Use(**scan).into());
            }
        }
    });
}

/// What `last-hit` starts from here, and what it gains.
fn memory(ui: &mut Ui, window: &WindowState<'_>, found: &RouteAnswer) {
    let at = step(window, found);
    let (origin, corner_of_a) = (window.session.origin(), window.session.corner_of_a());
    let mut lines = Vec::new();
    if let Some(memory) = found.run.memory(at) {
        let from = memory.hint.map_or_else(
            || "last-hit remembers nothing yet".to_owned(),
            |hint| format!("last-hit starts from {}", origin.point(hint + corner_of_a)),
        );
        let ends = if memory.is_hit { "hits" } else { "misses" };
        lines.push(format!("{from}, {ends} after {}", words::plural(memory.visits.into(), "visit")));
    }
    if let Some(step) = found.run.walked.get(at) {
        lines.push(match step.tunnel {
            Some(offset) => {
                format!(
                    "B jumped over A: masks overlap with B at {} on the way",
                    origin.point(offset.cell() + corner_of_a)
                )
            }
            None => format!("{} shared at this step", words::plural(step.overlap_area, "pixel")),
        });
    }
    let tunnels = found.run.tunnelled().count() as u64;
    if tunnels > 0 {
        lines.push(format!("{} of the path jump over A", words::plural(tunnels, "step")));
    }
    let theme = Theme::of(ui);
    for line in lines {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
        let left = rect.left_center() + vec2(EDGE, 0.0);
        let ink = if line.contains("jump") { theme.bad_text } else { theme.t2 };
        ui.painter().text(left, Align2::LEFT_CENTER, &line, theme::note(), ink);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &line));
    }
}
