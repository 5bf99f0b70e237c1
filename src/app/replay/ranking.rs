//! The scans on the checks of a pair, the best first.

use crate::app::paint::write::mean;
use crate::app::prelude::*;
use crate::app::widgets::{Column, Table};
use crate::session::{Played, ScanAction};

/// Heights of the head and of a row, in points.
const HEAD: f32 = 20.0;
const ROW: f32 = 17.0;

/// Index of the column with the bars; the numbers follow it.
const BAR: usize = 2;

/// Shows the cost of each scan over all checks of the shown pair; the first row of a log is the game.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, played: Played<'_>, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let Some(pair) = played.pair() else { return };
    let note = format!("boxes overlap in {}", words::thousands(pair.boxes_overlap));
    let tip = "The cost of each scan over all checks of this pair. Where the boxes miss, no scan visits anything.";
    ui.label(RichText::new(note).font(theme::note()).color(theme.t3)).on_hover_text(tip);
    let columns = [
        Column::right("#", 10.0).font(theme::tag),
        Column::left("scan", 86.0).gap(8.0),
        Column::rest("", 8.0).gap(6.0),
        Column::right("visits", 60.0),
        Column::right("per check", 60.0),
        Column::right("wrong", 46.0),
    ];
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
        row.write(BAR + 1, theme.t1, words::thousands(ranked.cost.visits));
        row.write(BAR + 2, theme.t2, mean(ranked.cost.visits as f64 / pair.boxes_overlap.max(1) as f64));
        let (text, ink) = wrong(ranked.cost.wrong, theme);
        row.write(BAR + 3, ink, text);
        if row.response.clicked() {
            out.push(ScanAction::Use(ranked.scan).into());
        }
    });
}

fn wrong(count: u64, theme: &Theme) -> (String, Color32) {
    (words::thousands(count), if count > 0 { theme.bad_text } else { theme.t3 })
}
