//! The panel of a log: its file, and tabs with its incidents, its pairs and its lines. Pairs are those of kinds, with the
//! fit of what the game tests of them, and their instances below the one that is shown.

use super::{incidents, lines, stops};
use crate::app::command::context_menu;
use crate::app::paint::write::{left, width};
use crate::app::panels::padded;
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{Column, Table, TableRows, divider, icon_button, tab_row, text_button};
use crate::files::{LOG_VERSION, pair_names};
use crate::session::{LogAction, LogPlayer, LogSource};
use maskscope_core::replay::{Tally, TestedFit};

/// Height of the row with the file, in points.
const FILE: f32 = 44.0;
/// The tabs.
const TABS: [&str; 3] = ["Incidents", "Pairs", "Lines"];

/// Shows the panel.
pub fn show(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    file(ui, log, out);
    notes(ui, log);
    let counts = [log.incidents.ranked().len(), log.replay.kinds.len(), lines::count(&log.replay)];
    let counts = counts.map(|count| words::thousands(count as u64));
    let open = tab_row(ui, "replay", &TABS, &counts.each_ref().map(String::as_str));
    match open {
        "Pairs" => show_pairs(ui, log, out),
        "Lines" => lines::show(ui, log, out),
        _ => incidents::show(ui, log, out),
    }
}

/// Shows the log's name and state, and the buttons that open another one and close it.
fn file(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let (name, state) = (log.name(), state(log));
    let row = vec2(ui.available_width(), FILE);
    let response = ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_height(FILE);
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.add_space(12.0);
        open_button(ui, "Open…", out);
        if icon_button(ui, Icon::Close, "Close")
            .on_hover_text("Closes the log. The sprites stay as they are.")
            .clicked()
        {
            out.push(LogAction::Close.into());
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(12.0);
            let (first, second) = (RichText::new(&name).font(theme::text()), RichText::new(&state).font(theme::note()));
            ui.vertical(|ui| {
                ui.add_space(4.0);
                ui.add(Label::new(first.color(theme.t1)).truncate());
                let ink = if is_dropped(log) { theme.bad_text } else { theme.t3 };
                ui.add(Label::new(second.color(ink)).truncate());
            });
        });
    });
    let response = response.response;
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, format!("{name}: {state}")));
    response.on_hover_text(log.path.display().to_string());
    divider(ui);
}

/// Adds a button that opens a log.
pub fn open_button(ui: &mut Ui, text: &str, out: &mut Vec<Request>) {
    if text_button(ui, text).on_hover_text("Opens the log of a game, or a path as CSV.").clicked() {
        out.push(Ask::Choose(OpenAs::Route).into());
    }
}

/// Shows what is odd about the log, a line each.
pub fn notes(ui: &mut Ui, log: &LogPlayer) {
    let theme = Theme::of(ui);
    if let LogSource::Failed(why) = &log.source {
        line(ui, why, theme.bad_text).on_hover_text(why);
    }
    if let Some(dropped) = &log.dropped {
        let kib = words::thousands(dropped.bytes.div_ceil(1 << 10));
        line(ui, &format!("{kib} KiB not kept: {}", dropped.why), theme.bad_text).on_hover_text(&dropped.why);
    }
    let (far, checks) = (log.replay.far, log.replay.checks());
    if far > 0 {
        let tip = "The game wrote only their number: they are misses, and no pair lists them.";
        line(ui, &format!("{} far apart", words::of(far, checks, "checks")), theme.t3).on_hover_text(tip);
    }
    let skipped = log.replay.skipped_lines;
    if skipped > 0 {
        let listed = log.replay.skipped.iter().take(12);
        let lines: Vec<_> = listed.map(|skipped| format!("Line {}: {}", skipped.line, skipped.reason)).collect();
        line(ui, &format!("{} skipped", words::plural(skipped, "line")), theme.bad_text)
            .on_hover_text(lines.join("\n"));
    }
    if log.notes.unknown_fields > 0 {
        let tip = "Fields that are not part of the log's format. They are ignored.";
        line(ui, &format!("{} ignored", words::plural(log.notes.unknown_fields, "unknown field")), theme.t3)
            .on_hover_text(tip);
    }
    if let Some(newer) = log.notes.newer {
        let tip = "Fields newer than this version are ignored.";
        line(ui, &format!("version {newer}, read as version {LOG_VERSION}"), theme.t2).on_hover_text(tip);
    }
}

fn line(ui: &mut Ui, text: &str, ink: Color32) -> Response {
    let text = RichText::new(text).font(theme::note()).color(ink);
    padded(ui, 2, 2, |ui| ui.add(Label::new(text).truncate()))
}

/// Returns the state of the log in a few words.
pub fn state(log: &LogPlayer) -> String {
    if let Some(state) = stops::state(log) {
        return state;
    }
    match &log.source {
        LogSource::Awaited => "waiting for the file".to_owned(),
        LogSource::Reading => "reading".to_owned(),
        LogSource::Ended if log.table.is_some() => "a table".to_owned(),
        // Nobody knows whether the game of a log at rest is over.
        LogSource::Ended | LogSource::Resting => "read to its end".to_owned(),
        LogSource::Gone => "deleted".to_owned(),
        LogSource::Failed(_) => "reading failed".to_owned(),
        LogSource::Following if log.is_live => "live".to_owned(),
        LogSource::Following => match log.behind() {
            0 => "paused at the latest check".to_owned(),
            newer => format!("paused, {}", words::plural(newer as u64, "newer check")),
        },
    }
}

const fn is_dropped(log: &LogPlayer) -> bool {
    matches!(log.source, LogSource::Gone | LogSource::Failed(_))
}

/// Heights of the head and of a row, in points.
const HEAD: f32 = 24.0;
const ROW: f32 = 20.0;

/// A row: a pair of kinds, the fit of what the game tests of them, or a pair of instances of the kinds above it.
#[derive(Clone, Copy)]
enum KindRow {
    Kinds(usize),
    Fit(usize),
    Pair(usize),
}

/// Shows kinds and pairs over what is left of `ui`, those with the most wrong checks first.
fn show_pairs(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let replay = &log.replay;
    let wrong_of_kinds: Vec<_> = replay.kinds_here().iter().map(Tally::total_disagreements).collect();
    let mut kinds: Vec<_> = (0..replay.kinds.len()).collect();
    kinds.sort_by_key(|&number| std::cmp::Reverse((wrong_of_kinds[number], replay.kinds[number].tally.checks)));
    let shown_kinds = replay.pairs.get(log.pair).map(|pair| replay.kinds_of_pair(pair));
    let ranked = log.ranked_pairs();
    let mut items = Vec::new();
    for number in kinds {
        items.push(KindRow::Kinds(number));
        items.extend((!replay.kinds[number].fit.is_empty()).then_some(KindRow::Fit(number)));
        if Some(number) == shown_kinds {
            let of_kinds = ranked.iter().filter(|&&pair| replay.kinds_of_pair(&replay.pairs[pair]) == number);
            items.extend(of_kinds.map(|&pair| KindRow::Pair(pair)));
        }
    }
    // As wide as the largest number, from a usual width on.
    let checks = replay.kinds.iter().map(|kinds| kinds.tally.checks).max();
    let wrongs = wrong_of_kinds.iter().copied().max();
    let [checks, wrongs] = [checks, wrongs].map(|most| words::thousands(most.unwrap_or(0)));
    let columns = [
        Column::rest("pair", 0.0),
        Column::right("checks", width(ui, checks, theme::mono()).max(52.0)).gap(8.0),
        Column::middle(12.0).gap(4.0),
        Column::right("wrong", width(ui, wrongs, theme::mono()).max(38.0)),
    ];
    let place = items.iter().position(|item| matches!(item, KindRow::Pair(pair) if *pair == log.pair));
    let chosen = place.map(|place| (log.pair, place));
    let room = ui.available_height();
    let table = Table { name: "pairs", columns: &columns, heights: [HEAD, ROW], edge: 12.0, room, chosen };
    table.show(ui, items.len(), |rows, at| {
        let (names, checks, wrong, key, is_shown) = match items[at] {
            KindRow::Kinds(number) => {
                let kinds = &replay.kinds[number];
                (&kinds.names, kinds.tally.checks, wrong_of_kinds[number], usize::MAX - number, false)
            }
            KindRow::Fit(number) => return fit(rows, number, &replay.kinds[number].fit),
            KindRow::Pair(number) => {
                let pair = &replay.pairs[number];
                let wrong = replay.disagreements_of(pair);
                (&pair.names, pair.steps.len() as u64, wrong, number, number == log.pair)
            }
        };
        let title = pair_names(names);
        let [checks, wrongs] = [checks, wrong].map(words::thousands);
        let row = rows.row(key, false, is_shown, &format!("{title}, {checks} checks, {wrongs} wrong"));
        let is_kinds = matches!(items[at], KindRow::Kinds(_));
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
                KindRow::Kinds(number) | KindRow::Fit(number) => of_kinds(number),
                KindRow::Pair(number) => Some(number),
            };
            out.extend(pair.map(|pair| LogAction::Choose(pair).into()));
        }
    });
}

/// Shows the fit of what the game tests of a pair of kinds to their pixels.
fn fit(rows: &mut TableRows<'_>, number: usize, fit: &TestedFit) {
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
