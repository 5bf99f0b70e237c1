//! The scans along the checks of a pair, the best first.

use egui::{Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::heading::{HEIGHT as TITLE, heading};
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::write::{bar, left, mean, right};
use crate::app::{timing, widgets::paint_row};
use crate::replay::{Pair, Ranked};
use crate::session::{Played, ScanAction};
use crate::words;

/// Free space at both sides, and heights of the heading and of a row, in points.
const EDGE: f32 = 12.0;
const LINE: f32 = 20.0;
const ROW: f32 = 17.0;

/// The columns at the right, each with its distance from the right edge: of a log, and of a drag, where the numbers of the check
/// that is shown belong to it.
const OF_LOG: &[(&str, f32)] = &[("visits", 106.0), ("a check", 46.0), ("wrong", 0.0)];
const OF_DRAG: &[(&str, f32)] = &[("visits", 168.0), ("here", 112.0), ("time here", 44.0), ("wrong", 0.0)];

/// How high [`show`] is.
pub fn height(played: Played<'_>) -> f32 {
    TITLE + LINE + ROW * (played.replay.scans.len() + 1) as f32 + 6.0
}

/// Shows what each scan needs over all checks of the pair that is shown; the game first of all.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, played: Played<'_>, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let Some(pair) = played.pair() else { return };
    let columns = if played.is_drag { OF_DRAG } else { OF_LOG };
    let note = format!("boxes overlap in {}", words::thousands(pair.boxes_overlap));
    let tip = "What each scan needs over all checks of this pair. Where the boxes are apart, none visits anything.";
    heading(ui, "Scans along the replay", "", &note, tip);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    left(ui, rect.left() + 30.0, rect.center().y, "scan", theme::note(), theme.t3);
    for (name, by) in columns {
        right(ui, rect.right() - EDGE - by, rect.center().y, name, theme::note(), theme.t3);
    }
    let ranking = played.replay.ranking([pair]);
    let most = ranking.iter().map(|ranked| ranked.cost.visits).max().unwrap_or(0).max(1) as f32;
    let line = |ui: &mut Ui, rank: &str, name: &str, ranked: Option<&Ranked>, wrong: u64, is_selected: bool| {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let y = rect.center().y;
        paint_row(ui, &response, false, is_selected);
        right(ui, rect.left() + 22.0, y, rank, theme::tag(), theme.t3);
        left(ui, rect.left() + 30.0, y, name, theme::text(), if is_selected { theme.t1 } else { theme.t2 });
        let visits = ranked.map(|ranked| ranked.cost.visits);
        if let Some(visits) = visits {
            let all = rect.right() - EDGE - columns[0].1;
            bar(ui, rect.left() + 122.0..=all - 60.0, y, visits as f32 / most, theme.bar);
        }
        for (column, by) in columns {
            let cell = match (*column, ranked) {
                ("wrong", _) => (words::thousands(wrong), if wrong > 0 { theme.bad_text } else { theme.t3 }),
                (_, None) => continue,
                (column, Some(ranked)) => cell(window, played, pair, ranked, column, theme),
            };
            right(ui, rect.right() - EDGE - by, y, &cell.0, theme::mono(), cell.1);
        }
        let told = format!("{name}, {} visits, {wrong} wrong", visits.unwrap_or(0));
        response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_selected, &told));
        response.clicked()
    };
    if !played.is_drag {
        line(ui, "", "the game", None, pair.disagreements, false);
    }
    let list = ScrollArea::vertical().id_salt("scans along").auto_shrink([false, true]);
    list.show(ui, |ui| {
        for ranked in &ranking {
            let is_selected = window.session.scans().selected() == ranked.scan;
            let (rank, name) = (ranked.rank.to_string(), ranked.scan.display_name());
            if line(ui, &rank, &name, Some(ranked), ranked.cost.wrong, is_selected) {
                out.push(ScanAction::Use(ranked.scan).into());
            }
        }
    });
}

/// The text and the ink of a number of a scan.
fn cell(
    window: &WindowState<'_>,
    played: Played<'_>,
    pair: &Pair,
    ranked: &Ranked,
    column: &str,
    theme: &Theme,
) -> (String, egui::Color32) {
    let derived = window.session.derived();
    let row = || derived.rows().iter().find(|row| row.scan == ranked.scan).filter(|_| !derived.rows_are_stale());
    match column {
        "visits" => (words::thousands(ranked.cost.visits), theme.t1),
        "a check" => (mean(ranked.cost.visits as f64 / pair.boxes_overlap.max(1) as f64), theme.t2),
        "here" => {
            let memory = window.session.walk().and_then(|walk| walk.memories.get(played.at()));
            let remembered = memory.filter(|_| ranked.scan.remembers()).map(|memory| u64::from(memory.cost.visits));
            let visits = remembered.or_else(|| Some(row()?.count.visits));
            (visits.map_or_else(String::new, words::thousands), theme.t1)
        }
        _ => {
            let timing = row().and_then(|row| row.timing);
            (timing.as_ref().map_or_else(String::new, timing::median), timing::ink(timing, theme.t1, theme))
        }
    }
}
