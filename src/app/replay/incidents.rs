//! The incidents of a log under their verdicts, each with a picture of its worst moment; then what stands apart.

use std::collections::HashSet;

use egui::{Align2, Id, Rect, Response, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use super::{moment, said};
use crate::app::icons::Icon;
use crate::app::request::Request;
use crate::app::theme::{self, Theme};
use crate::app::widgets::paint_row;
use crate::app::write::{elided, left, right};
use crate::replay::{Incident, SuspectReason, Verdict};
use crate::session::{LogAction, LogPlayer};
use crate::words;

/// Free space at both sides, and heights of a group's title, of a row, and of a row in a high window, in points.
const EDGE: f32 = 12.0;
const GROUP: f32 = 26.0;
const ROW: f32 = 46.0;
const HIGH_ROW: f32 = 54.0;
/// From this height of the window on, rows are higher.
const HIGH: f32 = 960.0;
/// Size of a small picture, and the left edge of the text beside it.
const PICTURE: egui::Vec2 = vec2(56.0, 38.0);
const TEXT: f32 = 78.0;
/// From this width on, a row says that a depth is one.
const ROOMY: f32 = 280.0;
/// A verdict with more incidents than this shows those of a pair of kinds in one row, from this many on.
const FOLDED_ABOVE: usize = 8;
const FOLDED: usize = 4;

/// A row of the list.
enum Item {
    /// The title of a verdict, with the number of its incidents.
    Verdict(Verdict, usize),
    Incident(usize),
    /// Several incidents of a pair of kinds, which a click shows or hides.
    Fold {
        key: (Verdict, u32),
        incidents: Vec<usize>,
        is_open: bool,
    },
    /// The title of what stands apart, and the number of its rows.
    Apart(&'static str, usize),
    /// The place of a suspect.
    Suspect(usize),
    /// A step at which one flew through the other.
    Flight(usize),
}

type Open = HashSet<(Verdict, u32)>;

/// Shows the list over what is left of `ui`.
pub fn show(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let id = Id::unique("open incidents");
    let mut open = ui.data(|data| data.get_temp::<Open>(id)).unwrap_or_default();
    let items = items(log, &open);
    let row = if ui.ctx().content_rect().height() < HIGH { ROW } else { HIGH_ROW };
    let shown = log.incidents.place_of_shown(log.played()).map(|place| log.incidents.ranked()[place]);
    let mut pictured = Vec::new();
    ScrollArea::vertical().id_salt("incidents").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for item in &items {
            let height = match item {
                Item::Incident(_) | Item::Flight(_) => row,
                Item::Fold { .. } | Item::Suspect(_) => 40.0,
                Item::Verdict(..) | Item::Apart(..) => GROUP,
            };
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
            let is_shown = matches!(item, Item::Incident(number) if Some(*number) == shown);
            if is_shown && has_changed(ui, shown) {
                ui.scroll_to_rect(rect, None);
            }
            if !ui.is_rect_visible(rect) {
                continue;
            }
            match item {
                Item::Verdict(verdict, count) => verdict_row(ui, log, &response, (*verdict, *count), out),
                Item::Incident(number) => {
                    let incident = &log.replay.incidents[*number];
                    pictured.push(incident.worst as usize);
                    incident_row(ui, log, &response, incident, is_shown);
                    if response.clicked() {
                        out.push(LogAction::Show(incident.worst as usize).into());
                    }
                }
                Item::Fold { key, incidents, is_open } => {
                    let is_shown = !is_open && shown.is_some_and(|shown| incidents.contains(&shown));
                    fold_row(ui, log, &response, incidents, (*is_open, is_shown));
                    if response.clicked() && !open.remove(key) {
                        open.insert(*key);
                    }
                }
                Item::Apart(name, count) => apart_row(ui, &response, name, *count),
                Item::Suspect(place) => suspect_row(ui, log, &response, *place, out),
                Item::Flight(step) => {
                    pictured.push(*step);
                    flight_row(ui, log, &response, *step);
                    if response.clicked() {
                        out.push(LogAction::Show(*step).into());
                    }
                }
            }
        }
    });
    ui.data_mut(|data| data.insert_temp(id, open));
    if pictured.iter().any(|step| log.moment(*step).is_none()) && !log.asks_for(&pictured) {
        out.push(LogAction::Picture(pictured).into());
    }
}

/// True in the frame in which another incident is shown than before.
fn has_changed(ui: &Ui, shown: Option<usize>) -> bool {
    let id = Id::unique("incident in view");
    let before = ui.data(|data| data.get_temp::<Option<usize>>(id)).flatten();
    ui.data_mut(|data| data.insert_temp(id, shown));
    before != shown
}

/// Returns the rows: the verdicts with incidents, what stands apart, then the titles without rows.
fn items(log: &LogPlayer, open: &Open) -> Vec<Item> {
    let (mut items, mut without) = (Vec::new(), Vec::new());
    let of = |verdict: Verdict| {
        let of_verdict = |&&number: &&usize| log.replay.incidents[number].verdict == verdict;
        log.incidents.ranked().iter().filter(of_verdict).copied().collect::<Vec<_>>()
    };
    for verdict in Verdict::WRONG {
        let incidents = of(verdict);
        // One can be muted, and is listed all the same.
        if incidents.is_empty() {
            without.push(Item::Verdict(verdict, 0));
            continue;
        }
        items.push(Item::Verdict(verdict, incidents.len()));
        add(&mut items, log, verdict, incidents, open);
    }
    let (suspects, flights) = (log.replay.suspects.iter().count(), log.replay.tunnels.len());
    for (name, count) in [("Suspect mask", suspects), ("Flew through", flights)] {
        let (list, place) = (if count > 0 { &mut items } else { &mut without }, Item::Apart(name, count));
        list.push(place);
        match name {
            "Flew through" => items.extend(log.replay.tunnels.iter().map(|&step| Item::Flight(step as usize))),
            _ => items.extend((0..count).map(Item::Suspect)),
        }
    }
    items.extend(without);
    items
}

/// Adds the incidents of a verdict; of many, those of a pair of kinds in one row.
fn add(items: &mut Vec<Item>, log: &LogPlayer, verdict: Verdict, incidents: Vec<usize>, open: &Open) {
    if incidents.len() <= FOLDED_ABOVE {
        return items.extend(incidents.into_iter().map(Item::Incident));
    }
    let kinds = |number: usize| log.replay.kinds_of(log.replay.incidents[number].first);
    let mut groups: Vec<(u32, Vec<usize>)> = Vec::new();
    for number in incidents {
        let kinds = kinds(number);
        match groups.iter_mut().find(|(of, _)| *of == kinds) {
            Some((_, group)) => group.push(number),
            None => groups.push((kinds, vec![number])),
        }
    }
    for (kinds, incidents) in groups {
        if incidents.len() < FOLDED {
            items.extend(incidents.into_iter().map(Item::Incident));
            continue;
        }
        let is_open = open.contains(&(verdict, kinds));
        let shown = if is_open { incidents.clone() } else { Vec::new() };
        items.push(Item::Fold { key: (verdict, kinds), incidents, is_open });
        items.extend(shown.into_iter().map(Item::Incident));
    }
}

fn verdict_row(
    ui: &mut Ui,
    log: &LogPlayer,
    response: &Response,
    (verdict, count): (Verdict, usize),
    out: &mut Vec<Request>,
) {
    let (theme, rect) = (Theme::of(ui), response.rect);
    let y = rect.center().y;
    let is_quiet = count == 0;
    said::mark(ui.painter(), pos2(rect.left() + EDGE + 6.0, y), verdict, theme, is_quiet);
    let ink = if is_quiet { theme.t3 } else { theme.t1 };
    left(ui, rect.left() + 34.0, y, &said::title(verdict), theme::text(), ink);
    let note = if is_quiet { "0" } else { "worst first" };
    right(ui, rect.right() - EDGE, y, note, theme::note(), theme.t3);
    let told = format!("{}, {}", said::title(verdict), words::plural(count as u64, "incident"));
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &told));
    response.clone().on_hover_text(said::meaning(verdict));
    if verdict == Verdict::MissedTouch {
        mute(ui, log, rect, out);
    }
}

/// Adds the eye that leaves missed touches out.
fn mute(ui: &mut Ui, log: &LogPlayer, row: Rect, out: &mut Vec<Request>) {
    let is_muted = log.incidents.is_muted;
    let place = Rect::from_center_size(pos2(row.right() - 88.0, row.center().y), vec2(20.0, 20.0));
    let eye = ui.interact(place, Id::unique("mute missed touches"), Sense::click());
    eye.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, !is_muted, "Missed touches count"));
    let theme = Theme::of(ui);
    let ink = if eye.hovered() || !is_muted { theme.t2 } else { theme.edge };
    Icon::Eye.paint(ui.painter(), place.center(), ink);
    if is_muted {
        let cross = [place.left_bottom() + vec2(3.0, -3.0), place.right_top() + vec2(-3.0, 3.0)];
        ui.painter().line_segment(cross, egui::Stroke::new(1.5, theme.t2));
    }
    let tip = "Counts missed touches, or leaves them out: forgiving hitboxes are a design, not a fault.";
    if eye.on_hover_text(tip).clicked() {
        out.push(LogAction::Mute(!is_muted).into());
    }
}

/// Paints a row of two lines beside a small picture, if there is one.
fn two_lines(ui: &Ui, response: &Response, from: f32, first: [&str; 2], second: [&str; 2]) {
    let (theme, rect) = (Theme::of(ui), response.rect);
    let (top, bottom) = (rect.center().y - 9.0, rect.center().y + 9.0);
    let note = |text: &str, font: egui::FontId, y: f32, ink| {
        let galley = ui.painter().layout_no_wrap(text.to_owned(), font, ink);
        let place = Align2::RIGHT_CENTER.anchor_size(pos2(rect.right() - EDGE, y), galley.size());
        ui.painter().galley(place.min, galley, ink);
        place.left() - rect.left() - from - 6.0
    };
    let room = note(first[1], theme::mono(), top, theme.t1);
    left(ui, rect.left() + from, top, &elided(ui, first[0], room, &theme::text()), theme::text(), theme.t1);
    let room = note(second[1], theme::note(), bottom, theme.t3);
    left(ui, rect.left() + from, bottom, &elided(ui, second[0], room, &theme::note()), theme::note(), theme.t3);
}

fn picture(ui: &Ui, log: &LogPlayer, row: Rect, step: usize) {
    let theme = Theme::of(ui);
    let place = Rect::from_center_size(pos2(row.left() + EDGE + PICTURE.x / 2.0, row.center().y), PICTURE);
    match log.moment(step) {
        Some(check) => moment::paint(ui.painter(), place, check, theme),
        None => _ = ui.painter().rect_filled(place, 0.0, theme.canvas),
    }
}

fn incident_row(ui: &Ui, log: &LogPlayer, response: &Response, incident: &Incident, is_shown: bool) {
    paint_row(ui, response, false, is_shown);
    let replay = &log.replay;
    let names = said::pair(&replay.pairs[incident.pair as usize].names);
    let (worst, span) = (said::worst(replay, incident), said::span(replay, incident));
    let checks = words::plural(incident.checks.into(), "check");
    picture(ui, log, response.rect, incident.worst as usize);
    // Under its title the number says enough where the names need the room.
    let short = if response.rect.width() < ROOMY { worst.trim_end_matches(" deep") } else { &*worst };
    two_lines(ui, response, TEXT, [&names, short], [&span, &checks]);
    let told = format!("{}: {names}, {worst}, {span}, {checks}", said::title(incident.verdict));
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_shown, &told));
}

fn fold_row(ui: &Ui, log: &LogPlayer, response: &Response, incidents: &[usize], (is_open, is_shown): (bool, bool)) {
    paint_row(ui, response, false, is_shown);
    let replay = &log.replay;
    let all = || incidents.iter().map(|&number| &replay.incidents[number]);
    let kinds = replay.kinds_of(replay.incidents[incidents[0]].first);
    let names = said::pair(&replay.kinds[kinds as usize].names);
    let count = words::plural(incidents.len() as u64, "incident");
    let checks = words::plural(all().map(|incident| u64::from(incident.checks)).sum(), "check");
    let worst = said::worst(replay, &replay.incidents[incidents[0]]);
    let at = response.rect.left_center() + vec2(EDGE + 6.0, 0.0);
    let icon = if is_open { Icon::Down } else { Icon::On };
    icon.paint(ui.painter(), at, Theme::of(ui).t2);
    two_lines(ui, response, 34.0, [&names, &worst], [&count, &checks]);
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_open, format!("{names}, {count}, {checks}")));
}

fn apart_row(ui: &Ui, response: &Response, name: &str, count: usize) {
    let (theme, rect) = (Theme::of(ui), response.rect);
    let ink = if count == 0 { theme.t3 } else { theme.t1 };
    let sign = if name == "Flew through" { "↗" } else { "?" };
    left(ui, rect.left() + EDGE + 2.0, rect.center().y, sign, theme::mono(), ink);
    left(ui, rect.left() + 34.0, rect.center().y, name, theme::text(), ink);
    right(ui, rect.right() - EDGE, rect.center().y, &words::thousands(count as u64), theme::note(), theme.t3);
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, format!("{name}, {count}")));
    let tip = match name {
        "Flew through" => "Apart before and after, not between. Counted apart from what is wrong.",
        _ => "Sprites whose checks are worthless, whatever the game answers.",
    };
    response.clone().on_hover_text(tip);
}

fn suspect_row(ui: &Ui, log: &LogPlayer, response: &Response, place: usize, out: &mut Vec<Request>) {
    let Some(suspect) = log.replay.suspects.iter().nth(place) else { return };
    paint_row(ui, response, false, false);
    let reason = match suspect.about.reason {
        SuspectReason::Full => "full",
        SuspectReason::Empty => "empty",
        SuspectReason::UnlikePicture => "unlike picture",
        SuspectReason::UnlikeSize => "unlike size",
        SuspectReason::NoPicture => "no picture",
    };
    let (line, checks) = (format!("line {}", words::thousands(suspect.line)), words::plural(suspect.checks, "check"));
    two_lines(ui, response, EDGE, [&suspect.about.sprite, reason], [&line, &checks]);
    let told = format!("{}: {reason}, {checks}. {}", suspect.about.sprite, suspect.about.reason.cure());
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, &told));
    let clicked = response.clone().on_hover_text(suspect.about.reason.cure()).clicked();
    let step = log.replay.steps.partition_point(|step| u64::from(step.line) < suspect.line);
    if clicked && step < log.replay.steps.len() {
        out.push(LogAction::Show(step).into());
    }
}

fn flight_row(ui: &Ui, log: &LogPlayer, response: &Response, number: usize) {
    let is_shown = log.step().is_some_and(|(shown, _)| shown == number);
    paint_row(ui, response, false, is_shown);
    let step = &log.replay.steps[number];
    let pair = &log.replay.pairs[step.pair as usize];
    let names = said::pair(&pair.names);
    let place = pair.steps.partition_point(|&step| (step as usize) < number);
    let before = place.checked_sub(1).map(|place| &log.replay.steps[pair.steps[place] as usize]);
    let way = before.map_or(0, |before| {
        let along = |from: i32, to: i32| from.abs_diff(to);
        along(before.offset.x, step.offset.x).max(along(before.offset.y, step.offset.y))
    });
    let (way, when) = (format!("{way} px step"), said::when(log.replay.clock, step.at));
    picture(ui, log, response.rect, number);
    two_lines(ui, response, TEXT, [&names, &way], [&when, ""]);
    response.widget_info(|| {
        WidgetInfo::selected(Role::Row, true, is_shown, format!("Flew through: {names}, {when}, {way}"))
    });
}
