//! The scans on the checks of a pair, the best first.

use egui::{Color32, RichText, Ui};

use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{Column, Table};
use crate::app::{timing, write::mean};
use crate::replay::{CheckedPair, Ranked};
use crate::session::{Played, ScanAction};
use crate::words;

/// Heights of the head and of a row, in points.
const HEAD: f32 = 20.0;
const ROW: f32 = 17.0;

/// The columns of numbers and their widths: of a log, and of a drag, for whose shown check all scans are measured.
const OF_LOG: &[(&str, f32)] = &[("visits", 60.0), ("per check", 60.0), ("wrong", 46.0)];
const OF_DRAG: &[(&str, f32)] = &[("visits", 60.0), ("here", 56.0), ("time here", 68.0), ("wrong", 44.0)];
/// Index of the column with the bars; the numbers follow it.
const BAR: usize = 2;

/// Shows the cost of each scan over all checks of the shown pair; the first row of a log is the game.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, played: Played<'_>, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let Some(pair) = played.pair() else { return };
    let note = format!("boxes overlap in {}", words::thousands(pair.boxes_overlap));
    let tip = "The cost of each scan over all checks of this pair. Where the boxes miss, no scan visits anything.";
    ui.label(RichText::new(note).font(theme::note()).color(theme.t3)).on_hover_text(tip);
    let numbers = if played.is_drag { OF_DRAG } else { OF_LOG };
    let scan = [
        Column::right("#", 10.0).font(theme::tag),
        Column::left("scan", 86.0).gap(8.0),
        Column::rest("", 8.0).gap(6.0),
    ];
    let columns: Vec<_> =
        scan.into_iter().chain(numbers.iter().map(|(name, width)| Column::right(name, *width))).collect();
    let ranking = played.replay.ranking([pair]);
    let most = ranking.iter().map(|ranked| ranked.cost.visits).max().unwrap_or(0).max(1) as f32;
    let selected = window.session.scans().selected();
    let games = usize::from(!played.is_drag);
    let chosen = ranking.iter().position(|ranked| ranked.scan == selected).map(|place| (place, place + games));
    let room = f32::INFINITY;
    let table =
        Table { name: "scans on this replay", columns: &columns, heights: [HEAD, ROW], edge: 0.0, room, chosen };
    table.show(ui, ranking.len() + games, |rows, at| {
        let Some(ranked) = at.checked_sub(games).map(|place| &ranking[place]) else {
            let row = rows.fact(at, &format!("the game, 0 visits, {} wrong", pair.disagreements));
            row.write(1, theme.t2, "the game");
            let (text, ink) = wrong(pair.disagreements, theme);
            return row.write(columns.len() - 1, ink, text);
        };
        let (is_selected, name) = (selected == ranked.scan, ranked.scan.display_name());
        let told = format!("{name}, {} visits, {} wrong", ranked.cost.visits, ranked.cost.wrong);
        let row = rows.row(at, false, is_selected, &told);
        row.write(0, theme.t3, ranked.rank.to_string());
        row.write(1, if is_selected { theme.t1 } else { theme.t2 }, name);
        row.bar(BAR, ranked.cost.visits as f32 / most, theme.bar);
        let numbers = numbers_of(window, played, pair, ranked, theme);
        for (at, (text, ink)) in numbers.into_iter().enumerate() {
            row.write(BAR + 1 + at, ink, text);
        }
        if row.response.clicked() {
            out.push(ScanAction::Use(ranked.scan).into());
        }
    });
}

/// Returns the numbers of a scan in the order of their columns, each with its ink.
fn numbers_of(
    window: &WindowState<'_>,
    played: Played<'_>,
    pair: &CheckedPair,
    ranked: &Ranked,
    theme: &Theme,
) -> Vec<(String, Color32)> {
    let all = (words::thousands(ranked.cost.visits), theme.t1);
    if !played.is_drag {
        let mean = mean(ranked.cost.visits as f64 / pair.boxes_overlap.max(1) as f64);
        return vec![all, (mean, theme.t2), wrong(ranked.cost.wrong, theme)];
    }
    let derived = window.session.derived();
    let row = derived.rows().iter().find(|row| row.scan == ranked.scan).filter(|_| !derived.rows_are_stale());
    let memory = window.session.walk().and_then(|walk| walk.memories.get(played.at()));
    let remembered = memory.filter(|_| ranked.scan.remembers()).map(|memory| u64::from(memory.cost.visits));
    let here = remembered.or_else(|| Some(row?.count.visits)).map_or_else(String::new, words::thousands);
    let timing = row.and_then(|row| row.timing);
    let time = timing.as_ref().map_or_else(String::new, timing::median);
    let time_ink = timing::ink(timing, theme.t1, theme);
    vec![all, (here, theme.t1), (time, time_ink), wrong(ranked.cost.wrong, theme)]
}

fn wrong(count: u64, theme: &Theme) -> (String, Color32) {
    (words::thousands(count), if count > 0 { theme.bad_text } else { theme.t3 })
}
