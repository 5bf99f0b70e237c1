//! The lines of the game that test: below each its pairs of kinds, with the question that their checks ask.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::apart::{self, ApartGroup};
use crate::app::command::context_menu;
use crate::app::paint::write::width;
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{Column, Table};
use crate::files::pair_names;
use crate::session::{LineMark, LogAction, LogPlayer};
use maskscope_core::replay::{Replay, Site};

/// Heights of the head and of a row, in points.
const HEAD: f32 = 24.0;
const ROW: f32 = 20.0;

/// A line of the game, or all checks for which the log names no line.
#[derive(Default)]
struct GameLine<'a> {
    at: Option<&'a str>,
    /// The numbers of its sites, those with the most wrong checks first.
    sites: Vec<usize>,
    checks: u64,
    /// The number of its checks that count as wrong.
    wrong: u64,
    /// The number of its checks that look wrong, whether or not they count.
    alike: u64,
}

/// A row: a line, or a site of the line above it.
#[derive(Clone, Copy)]
enum LineRow {
    Line(usize),
    Site(usize),
}

/// Returns the number of lines.
pub fn count(replay: &Replay) -> usize {
    replay.sites.iter().map(|site| site.at.as_deref()).collect::<HashSet<_>>().len()
}

/// Shows the lines over what is left of `ui`, those with the most wrong checks first.
pub fn show(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let (theme, replay) = (Theme::of(ui), &log.replay);
    let wrong_at = wrong_of_sites(log);
    let lines = lines(log, &wrong_at);
    let mut items = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        items.push(LineRow::Line(number));
        items.extend(line.sites.iter().map(|&site| LineRow::Site(site)));
    }
    let shown = log.step().map(|(_, step)| step.site as usize);
    // The width of their contents.
    let asked: BTreeSet<_> = replay.sites.iter().map(|site| question(log, site)).chain(["asks"]).collect();
    let asked = asked.into_iter().map(|word| width(ui, word, theme::note())).fold(0.0, f32::max);
    let most = words::thousands(lines.iter().map(|line| line.wrong).max().unwrap_or(0));
    let columns = [
        Column::rest("line", 0.0),
        Column::left("asks", asked).gap(8.0).font(theme::note),
        Column::middle(12.0).gap(4.0),
        Column::right("wrong", width(ui, most, theme::mono()).max(38.0)),
    ];
    let place = items.iter().position(|item| matches!(item, LineRow::Site(site) if Some(*site) == shown));
    let (chosen, room) = (shown.zip(place), ui.available_height());
    let table = Table { name: "lines", columns: &columns, heights: [HEAD, ROW], edge: 12.0, room, chosen };
    table.show(ui, items.len(), |rows, at| {
        let (site, title, wrong, row) = match items[at] {
            LineRow::Line(number) => {
                let line = &lines[number];
                let title = line.at.unwrap_or("no line is logged").to_owned();
                let checks = words::plural(line.checks, "check");
                let spoken = format!("{title}, {checks}, {} wrong", words::thousands(line.wrong));
                let row = rows.row(usize::MAX - number, false, false, &spoken);
                row.write(0, theme.t1, &title);
                (line.sites[0], title, line.wrong, row)
            }
            LineRow::Site(number) => {
                let site = &replay.sites[number];
                let title = pair_names(&replay.kinds[site.kinds as usize].names);
                let is_shown = Some(number) == shown;
                let spoken = format!("{title}{}", spoken(log, site, wrong_at[number]));
                let row = rows.row(number, false, is_shown, &spoken);
                row.write(0, if is_shown { theme.t1 } else { theme.t2 }, format!("   {title}"));
                row.write(1, theme.t3, question(log, site));
                (number, title, wrong_at[number], row)
            }
        };
        row.write(3, if wrong == 0 { theme.t3 } else { theme.bad_text }, words::thousands(wrong));
        if let Some(mark) = row.place(2).filter(|_| wrong > 0) {
            marks::triangle(&row.painter, mark.center(), 4.0, theme.bad, theme.canvas);
        }
        let mut response = row.response;
        if matches!(items[at], LineRow::Site(_)) && !replay.asks_here(&replay.sites[site]) {
            response = response.on_hover_text(words::sentence(&apart::reason(replay, &replay.sites[site])));
        }
        if response.hovered() {
            status::tell(rows.ui, Status::of(title).can("click", "show its worst check").can("right click", "menu"));
        }
        if context_menu::on(rows.ui, &response, context_menu::CHECK) || response.clicked() {
            out.extend(log.example_of(site).map(|step| LogAction::Show(step).into()));
        }
    });
}

/// Returns the number of the wrong checks at each site that count.
fn wrong_of_sites(log: &LogPlayer) -> Vec<u64> {
    let mut wrong = vec![0; log.replay.sites.len()];
    for &number in log.incidents.ranked() {
        let incident = &log.replay.incidents[number];
        wrong[incident.site as usize] += u64::from(incident.checks);
    }
    wrong
}

/// Returns the lines, those with the most wrong checks first. `wrong` is their number at each site.
fn lines<'a>(log: &'a LogPlayer, wrong: &[u64]) -> Vec<GameLine<'a>> {
    let sites = &log.replay.sites;
    let (mut lines, mut places) = (Vec::<GameLine<'a>>::new(), HashMap::new());
    for (number, site) in sites.iter().enumerate() {
        let at = site.at.as_deref();
        let place = *places.entry(at).or_insert(lines.len());
        if place == lines.len() {
            lines.push(GameLine { at, ..GameLine::default() });
        }
        let line = &mut lines[place];
        line.sites.push(number);
        line.checks += site.tally.checks;
        line.wrong += wrong[number];
        line.alike += site.tally.total_disagreements();
    }
    for line in &mut lines {
        let tally = |number: usize| &sites[number].tally;
        let key = |number: usize| (wrong[number], tally(number).total_disagreements(), tally(number).checks);
        line.sites.sort_by_key(|&number| Reverse(key(number)));
    }
    lines.sort_by_key(|line| Reverse((line.wrong, line.alike, line.checks)));
    lines
}

/// Returns the question of a site in a word or two, as a person judges its line, else by its signs.
fn question(log: &LogPlayer, site: &Site) -> &'static str {
    match log.incidents.mark_of(site) {
        Some(LineMark::Ignored) => "ignored",
        _ if log.incidents.ignores_kinds(&log.replay, site) => "ignored",
        Some(LineMark::Contact) => "contact",
        Some(LineMark::Here) => "here",
        None => ApartGroup::of(log.replay.asked(site)).map_or("here", ApartGroup::name),
    }
}

/// Returns what a screen reader reads behind the kinds of a site: ` at level.py:24, asks here, 8 checks, 2 wrong`.
fn spoken(log: &LogPlayer, site: &Site, wrong: u64) -> String {
    let at = site.at.as_deref().map_or_else(String::new, |at| format!(" at {at}"));
    let reason = apart::reason(&log.replay, site);
    let asks = match log.incidents.mark_of(site) {
        Some(LineMark::Ignored) => "ignored".to_owned(),
        _ if log.incidents.ignores_kinds(&log.replay, site) => "ignored".to_owned(),
        Some(LineMark::Contact) => "taken for contact".to_owned(),
        Some(LineMark::Here) => "counted as wrong".to_owned(),
        None if reason.is_empty() => "asks here".to_owned(),
        None => format!("{reason}, {} look wrong", apart::share(site)),
    };
    format!("{at}, {asks}, {}, {} wrong", words::plural(site.tally.checks, "check"), words::thousands(wrong))
}
