//! The pairs of a log: pairs of kinds, with the fit of what the game tests of them, and their instances below the one that is
//! shown.

use crate::app::command::context_menu;
use crate::app::paint::write::{left, width};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{Column, Rows, Table};
use crate::files::pair_names;
use crate::replay::{CheckedKinds, TestedFit};
use crate::session::{LogAction, LogPlayer};

/// Heights of the head and of a row, in points.
const HEAD: f32 = 24.0;
const ROW: f32 = 20.0;

/// A row: a pair of kinds, the fit of what the game tests of them, or a pair of instances of the kinds above it.
#[derive(Clone, Copy)]
enum Item {
    Kinds(usize),
    Fit(usize),
    Pair(usize),
}

/// Shows both over what is left of `ui`, those with the most wrong checks first.
pub fn show(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let replay = &log.replay;
    let mut kinds: Vec<_> = (0..replay.kinds.len()).collect();
    kinds.sort_by_key(|&number| {
        std::cmp::Reverse((replay.kinds[number].tally.total_disagreements(), replay.kinds[number].tally.checks))
    });
    let shown_kinds = replay.pairs.get(log.pair).map(|pair| replay.kinds_of_pair(pair));
    let ranked = log.ranked_pairs();
    let mut items = Vec::new();
    for number in kinds {
        items.push(Item::Kinds(number));
        items.extend((!replay.kinds[number].fit.is_empty()).then_some(Item::Fit(number)));
        if Some(number) == shown_kinds {
            let of_kinds = ranked.iter().filter(|&&pair| replay.kinds_of_pair(&replay.pairs[pair]) == number);
            items.extend(of_kinds.map(|&pair| Item::Pair(pair)));
        }
    }
    // As wide as the largest number, from a usual width on.
    let most = |of: fn(&CheckedKinds) -> u64| words::thousands(replay.kinds.iter().map(of).max().unwrap_or(0));
    let [checks, wrongs] = [most(|kinds| kinds.tally.checks), most(|kinds| kinds.tally.total_disagreements())];
    let columns = [
        Column::rest("pair", 0.0),
        Column::right("checks", width(ui, checks, theme::mono()).max(52.0)).gap(8.0),
        Column::middle(12.0).gap(4.0),
        Column::right("wrong", width(ui, wrongs, theme::mono()).max(38.0)),
    ];
    let place = items.iter().position(|item| matches!(item, Item::Pair(pair) if *pair == log.pair));
    let chosen = place.map(|place| (log.pair, place));
    let room = ui.available_height();
    let table = Table { name: "pairs", columns: &columns, heights: [HEAD, ROW], edge: 12.0, room, chosen };
    table.show(ui, items.len(), |rows, at| {
        let (names, checks, wrong, key, is_shown) = match items[at] {
            Item::Kinds(number) => {
                let kinds = &replay.kinds[number];
                (&kinds.names, kinds.tally.checks, kinds.tally.total_disagreements(), usize::MAX - number, false)
            }
            Item::Fit(number) => return fit(rows, number, &replay.kinds[number].fit),
            Item::Pair(number) => {
                let pair = &replay.pairs[number];
                (&pair.names, pair.steps.len() as u64, pair.disagreements, number, number == log.pair)
            }
        };
        let title = pair_names(names);
        let [checks, wrongs] = [checks, wrong].map(words::thousands);
        let row = rows.row(key, false, is_shown, &format!("{title}, {checks} checks, {wrongs} wrong"));
        let is_kinds = matches!(items[at], Item::Kinds(_));
        let indented = if is_kinds { title.clone() } else { format!("   {title}") };
        row.write(0, if is_kinds || is_shown { theme.t1 } else { theme.t2 }, indented);
        row.write(1, theme.t1, checks);
        row.write(3, if wrong == 0 { theme.t3 } else { theme.bad_text }, wrongs);
        if let Some(mark) = row.place(2).filter(|_| wrong > 0) {
            marks::triangle(&row.painter, mark.center(), 4.0, theme.bad, theme.canvas);
        }
        let response = row.response;
        if response.hovered() {
            status::tell(rows.ui, Status::of(title).can("click", "show its worst check").can("right click", "menu"));
        }
        if context_menu::on(rows.ui, &response, context_menu::CHECK) || response.clicked() {
            let of_kinds = |number: usize| {
                ranked.iter().copied().find(|&pair| replay.kinds_of_pair(&replay.pairs[pair]) == number)
            };
            let pair = match items[at] {
                Item::Kinds(number) | Item::Fit(number) => of_kinds(number),
                Item::Pair(number) => Some(number),
            };
            out.extend(pair.map(|pair| LogAction::Choose(pair).into()));
        }
    });
}

/// Shows the fit of what the game tests of a pair of kinds to their pixels.
fn fit(rows: &mut Rows<'_>, number: usize, fit: &TestedFit) {
    let TestedFit { hits, unfair, missed, widest_gap, deepest_miss } = *fit;
    let [unfair_share, missed_share] = [unfair, missed].map(|wrong| words::percent(wrong, wrong + hits));
    let text = format!("unfair {unfair_share}, missed {missed_share}");
    let up_to = |px: f64, way: &str| match px > 0.0 {
        true => format!(", up to {} px {way}", words::number(px, 0..=1)),
        false => String::new(),
    };
    let tip = format!(
        "What the game tests hits in {}, without a shared pixel in {}{}. Pixels are shared in {}; it misses {}{}.",
        words::plural(hits + unfair, "check"),
        words::thousands(unfair),
        up_to(widest_gap, "apart"),
        words::plural(hits + missed, "check"),
        words::thousands(missed),
        up_to(deepest_miss, "deep"),
    );
    let response = rows.fact(usize::MAX / 2 - number, &format!("{text}. {tip}")).response.on_hover_text(tip);
    let place = response.rect.left_center();
    left(rows.ui, place.x + 24.0, place.y, &text, theme::note(), Theme::of(rows.ui).t3);
}
