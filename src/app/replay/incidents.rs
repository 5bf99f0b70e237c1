//! The incidents of a log under their verdicts, each with a picture of its worst moment; then what counts separately.

use std::collections::HashSet;

use super::{apart, incident};
use crate::app::command::context_menu;
use crate::app::paint::write::{elided, left, right};
use crate::app::prelude::*;
use crate::app::widgets::paint_row;
use crate::app::widgets::status::{self, Status};
use crate::files::pair_names;
use crate::session::{LogAction, LogPlayer};
use maskscope_core::replay::{CheckQuestion, DeafArea, Incident, SuspectKind, Verdict};

/// Free space at both sides, and heights of a group's title, of a row, and of a row in a high window, in points.
const EDGE: f32 = 12.0;
const GROUP: f32 = 26.0;
const ROW: f32 = 46.0;
const HIGH_ROW: f32 = 54.0;
/// From this height of the window on, rows are higher.
const HIGH: f32 = 960.0;
/// Size of a small picture, and the left edge of the text beside it.
const PICTURE: Vec2 = vec2(56.0, 38.0);
const TEXT: f32 = 78.0;
/// From this width on, a row says that a depth is one.
const ROOMY: f32 = 280.0;
/// A verdict with more incidents than this shows those of a pair of kinds in one row, from this many on.
const FOLDED_ABOVE: usize = 8;
const FOLDED: usize = 4;

/// A row of the list.
enum ListRow {
    /// A title, with the number of rows below it.
    Title(Title, usize),
    Incident(usize),
    /// Several incidents of a pair of kinds, which a click shows or hides.
    Fold {
        key: (Title, u32),
        incidents: Vec<usize>,
        is_open: bool,
    },
    /// The place of a suspect.
    Suspect(usize),
    /// A step at which one flew through the other.
    Flight(usize),
    /// The place of an area that the engine does not test.
    Deaf(usize),
    /// The names of the titles without rows, in a sentence.
    None(String),
}

/// The title of a part of the list.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Title {
    Verdict(Verdict),
    Contact,
    Suspects,
    Flights,
    Deaf,
}

impl Title {
    /// Its name, what it means, and its sign; verdicts have marks.
    fn about(self) -> (String, &'static str, &'static str) {
        match self {
            Self::Verdict(verdict) => (incident::title(verdict), incident::meaning(verdict), ""),
            Self::Contact => (
                "Contact".to_owned(),
                "Sprites that are meant to touch. Their boxes decide, not the pixels: not wrong.",
                "=",
            ),
            Self::Suspects => {
                ("Suspect mask".to_owned(), "Sprites whose checks are worthless, whatever the game answers.", "?")
            }
            Self::Flights => (
                "Flew through".to_owned(),
                "They do not meet at either check, but did in between. Counted separately from what is wrong.",
                "↗",
            ),
            Self::Deaf => (
                "Never tested".to_owned(),
                "Areas that overlap something by their boxes, and that the engine does not test against it. Point at one for what to change.",
                "!",
            ),
        }
    }
}

type OpenGroups = HashSet<(Title, u32)>;

/// Shows the list over what is left of `ui`.
pub fn show(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let id = Id::unique("open incidents");
    let mut open = ui.data(|data| data.get_temp::<OpenGroups>(id)).unwrap_or_default();
    let items = items(log, &open);
    let row = if ui.ctx().content_rect().height() < HIGH { ROW } else { HIGH_ROW };
    let shown = log.incidents.place_of_shown(log.played()).map(|place| log.incidents.ranked()[place]);
    let mut pictured = Vec::new();
    ScrollArea::vertical().id_salt("incidents").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for item in &items {
            let height = match item {
                ListRow::Incident(_) | ListRow::Flight(_) => row,
                ListRow::Fold { .. } | ListRow::Suspect(_) | ListRow::Deaf(_) | ListRow::None(_) => 40.0,
                ListRow::Title(..) => GROUP,
            };
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
            let is_shown = matches!(item, ListRow::Incident(number) if Some(*number) == shown);
            if is_shown && has_changed(ui, shown) {
                ui.scroll_to_rect(rect, None);
            }
            if !ui.is_rect_visible(rect) {
                continue;
            }
            let Some(entry) = VisibleRow::of(log, item, shown) else {
                match item {
                    ListRow::Title(title, count) => title_row(ui, log, &response, (*title, *count), out),
                    ListRow::None(text) => {
                        let ink = Theme::of(ui).t3;
                        let galley = ui.painter().layout(text.clone(), theme::note(), ink, rect.width() - 2.0 * EDGE);
                        ui.painter().galley(rect.min + vec2(EDGE, 4.0), galley, ink);
                        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
                    }
                    _ => {}
                }
                continue;
            };
            pictured.extend(entry.step.filter(|_| entry.sign == Sign::Picture));
            entry.show(ui, log, &response);
            if let (true, ListRow::Fold { key, .. }) = (response.clicked(), item)
                && !open.remove(key)
            {
                open.insert(*key);
            }
            let is_asked = entry.step.is_some() && context_menu::on(ui, &response, context_menu::CHECK);
            let is_chosen = response.clicked() || is_asked;
            out.extend(entry.step.filter(|_| is_chosen).map(|step| LogAction::Show(step).into()));
            if response.hovered() {
                let effect = if entry.step.is_some() { "show it" } else { "show its incidents, or hide them" };
                let status = Status::of(&entry.lines[0][0]).can("click", effect);
                status::tell(ui, status.can_if(entry.step.is_some(), "right click", "menu"));
            }
        }
        apart::show(ui, log, out);
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
fn items(log: &LogPlayer, open: &OpenGroups) -> Vec<ListRow> {
    let (mut items, mut without) = (Vec::new(), Vec::new());
    let mut part = |title: Title, rows: Vec<ListRow>, count: usize| {
        if rows.is_empty() {
            without.push(title);
            return;
        }
        items.push(ListRow::Title(title, count));
        items.extend(rows);
    };
    for verdict in Verdict::WRONG {
        // One can be muted, and is listed all the same.
        let of_verdict = |&&number: &&usize| log.replay.incidents[number].verdict == verdict;
        let incidents: Vec<_> = log.incidents.ranked().iter().filter(of_verdict).copied().collect();
        let count = incidents.len();
        let title = Title::Verdict(verdict);
        let rows = match count > FOLDED_ABOVE {
            true => folded(log, title, incidents, open, FOLDED),
            false => incidents.into_iter().map(ListRow::Incident).collect(),
        };
        part(title, rows, count);
    }
    let contact = log.incidents.contact().to_vec();
    let count = contact.len();
    // Contact is not among the titles without rows: it has a row of its own below.
    if count > 0 {
        part(Title::Contact, folded(log, Title::Contact, contact, open, 1), count);
    }
    let suspects = SuspectKind::all(&log.incidents.suspects).len();
    let suspects: Vec<_> = (0..suspects).map(ListRow::Suspect).collect();
    let replay = &log.replay;
    let is_elsewhere = |step: u32| {
        let site = &replay.sites[replay.steps[step as usize].site as usize];
        replay.asked(site).question == CheckQuestion::Elsewhere
    };
    let flights = replay.tunnels.iter().filter(|step| !is_elsewhere(**step));
    let flights: Vec<_> = flights.map(|&step| ListRow::Flight(step as usize)).collect();
    for (title, rows) in [(Title::Suspects, suspects), (Title::Flights, flights)] {
        let count = rows.len();
        part(title, rows, count);
    }
    let deaf: Vec<_> = (0..replay.deaf.len()).map(ListRow::Deaf).collect();
    let count = deaf.len();
    // Only Godot has such: they are not among the titles without rows.
    if count > 0 {
        part(Title::Deaf, deaf, count);
    }
    if !without.is_empty() {
        let names: Vec<_> = without.iter().map(|title| title.about().0.to_lowercase()).collect();
        items.push(ListRow::None(format!("No other kinds: {}", names.join(", "))));
    }
    items
}

/// Returns the incidents of a part; those of a pair of kinds in one row, from `least` on.
fn folded(log: &LogPlayer, title: Title, incidents: Vec<usize>, open: &OpenGroups, least: usize) -> Vec<ListRow> {
    let kinds = |number: usize| log.replay.kinds_of(log.replay.incidents[number].first);
    let mut groups: Vec<(u32, Vec<usize>)> = Vec::new();
    for number in incidents {
        let kinds = kinds(number);
        match groups.iter_mut().find(|(of, _)| *of == kinds) {
            Some((_, group)) => group.push(number),
            None => groups.push((kinds, vec![number])),
        }
    }
    let mut items = Vec::new();
    for (kinds, incidents) in groups {
        if incidents.len() < least {
            items.extend(incidents.into_iter().map(ListRow::Incident));
            continue;
        }
        let is_open = open.contains(&(title, kinds));
        let shown = if is_open { incidents.clone() } else { Vec::new() };
        items.push(ListRow::Fold { key: (title, kinds), incidents, is_open });
        items.extend(shown.into_iter().map(ListRow::Incident));
    }
    items
}

fn title_row(ui: &mut Ui, log: &LogPlayer, row: &Response, (title, count): (Title, usize), out: &mut Vec<Request>) {
    let (theme, rect) = (Theme::of(ui), row.rect);
    let (y, ink) = (rect.center().y, theme.t1);
    let (name, tip, sign) = title.about();
    left(ui, rect.left() + EDGE + 2.0, y, sign, theme::mono(), ink);
    left(ui, rect.left() + 34.0, y, &name, theme::text(), ink);
    let heading = format!("{name}, {}", words::thousands(count as u64));
    row.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &heading));
    row.clone().on_hover_text(tip);
    if let Title::Verdict(verdict) = title {
        incident::mark(ui.painter(), pos2(rect.left() + EDGE + 6.0, y), verdict, theme);
    }
    if title == Title::Verdict(Verdict::MissedTouch) {
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
        ui.painter().line_segment(cross, Stroke::new(1.5, theme.t2));
    }
    let tip = "Counts missed touches, or leaves them out: forgiving hitboxes are a design, not a fault.";
    if eye.on_hover_text(tip).clicked() {
        out.push(LogAction::Mute(!is_muted).into());
    }
}

/// A row that is in view.
struct VisibleRow {
    sign: Sign,
    /// The step that a click shows.
    step: Option<usize>,
    /// The first line, with its note at the right, and the parts of the second.
    lines: [[String; 2]; 2],
    is_shown: bool,
    spoken: String,
    tip: &'static str,
}

/// The left end of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Picture,
    Icon(Icon),
    None,
}

impl VisibleRow {
    /// Returns the row of an item; `None` for a title. `shown` is the incident that is shown.
    fn of(log: &LogPlayer, item: &ListRow, shown: Option<usize>) -> Option<Self> {
        let replay = &log.replay;
        let entry = match item {
            ListRow::Title(..) | ListRow::None(_) => return None,
            ListRow::Incident(number) => {
                let incident = &replay.incidents[*number];
                let names = pair_names(&replay.pairs[incident.pair as usize].names);
                // One is what every row stands for.
                let checks = match incident.checks {
                    0..=1 if is_stop(log, incident) => "paused here".to_owned(),
                    0..=1 => String::new(),
                    checks => words::plural(checks.into(), "check"),
                };
                let when = match replay.steps[incident.worst as usize].is_shown {
                    true => incident::span(replay, incident),
                    false => format!("{}, never drawn", incident::span(replay, incident)),
                };
                let lines = [[names, incident::worst(replay, incident)], [when, checks]];
                let title = incident::title(incident.verdict);
                Self::new(Sign::Picture, Some(incident.worst as usize), lines, Some(*number) == shown, &title)
            }
            ListRow::Fold { incidents, is_open, .. } => {
                let all = || incidents.iter().map(|&number| &replay.incidents[number]);
                let first = &replay.incidents[incidents[0]];
                let names = pair_names(&replay.kinds[replay.kinds_of(first.first) as usize].names);
                let count = words::plural(incidents.len() as u64, "incident");
                let checks = words::plural(all().map(|incident| u64::from(incident.checks)).sum(), "check");
                let is_shown = !is_open && shown.is_some_and(|shown| incidents.contains(&shown));
                let sign = Sign::Icon(if *is_open { Icon::Down } else { Icon::On });
                let title = incident::title(first.verdict);
                Self::new(sign, None, [[names, incident::worst(replay, first)], [count, checks]], is_shown, &title)
            }
            ListRow::Suspect(place) => {
                let kinds = SuspectKind::all(&log.incidents.suspects);
                let SuspectKind { first: suspect, sprites, checks } = *kinds.get(*place)?;
                let step = replay.steps.partition_point(|step| u64::from(step.line) < suspect.line);
                let reason = suspect.about.reason;
                let line = format!("line {}", words::thousands(suspect.line));
                let checks = words::plural(checks, "check");
                let name = match sprites {
                    1 => suspect.about.sprite.clone(),
                    _ => format!("{} ({sprites} sprites)", suspect.about.kind),
                };
                let lines = [[name, <&str>::from(reason).replace('-', " ")], [line, checks]];
                let step = Some(step).filter(|step| *step < replay.steps.len());
                Self {
                    tip: reason.cure(replay.engine_of_game()),
                    ..Self::new(Sign::None, step, lines, false, "Suspect mask")
                }
            }
            ListRow::Flight(number) => {
                let step = &replay.steps[*number];
                let pair = &replay.pairs[step.pair as usize];
                let place = pair.steps.partition_point(|&step| (step as usize) < *number);
                let before = place.checked_sub(1).map(|place| &replay.steps[pair.steps[place] as usize]);
                let way = before.map_or(0, |before| {
                    let (from, to) = (before.offset, step.offset);
                    from.x.abs_diff(to.x).max(from.y.abs_diff(to.y))
                });
                let when = replay.when(step.at);
                let lines = [[pair_names(&pair.names), String::new()], [when, format!("{way} px step")]];
                let is_shown = log.step().is_some_and(|(shown, _)| shown == *number);
                Self::new(Sign::Picture, Some(*number), lines, is_shown, "Flew through")
            }
            ListRow::Deaf(place) => {
                let DeafArea { line, at, reason, area, other } = replay.deaf.get(*place)?;
                let names = [format!("{} × {}", words::printable(area), words::printable(other)), String::new()];
                let lines = [names, [replay.when(*at), reason.why().to_owned()]];
                let step = replay.steps.partition_point(|step| u64::from(step.line) < *line).checked_sub(1);
                Self { tip: reason.cure(), ..Self::new(Sign::None, step, lines, false, "Never tested") }
            }
        };
        Some(entry)
    }

    fn new(sign: Sign, step: Option<usize>, lines: [[String; 2]; 2], is_shown: bool, title: &str) -> Self {
        let spoken = format!("{title}: {}", enumerated(lines.as_flattened()));
        Self { sign, step, lines, is_shown, spoken, tip: "" }
    }

    /// Paints the sign, and two lines beside it.
    fn show(&self, ui: &Ui, log: &LogPlayer, response: &Response) {
        paint_row(ui, response, false, self.is_shown);
        let (theme, rect) = (Theme::of(ui), response.rect);
        let from = match self.sign {
            Sign::Picture => {
                let place = Rect::from_center_size(rect.left_center() + vec2(EDGE + PICTURE.x / 2.0, 0.0), PICTURE);
                match self.step.and_then(|step| log.moment(step)) {
                    Some(check) => incident::paint(ui.painter(), place, check, theme),
                    None => _ = ui.painter().rect_filled(place, 0.0, theme.canvas),
                }
                TEXT
            }
            Sign::Icon(icon) => {
                icon.paint(ui.painter(), rect.left_center() + vec2(EDGE + 6.0, 0.0), theme.t2);
                34.0
            }
            Sign::None => EDGE,
        };
        let [[name, worst], second] = &self.lines;
        // Under its title the number says enough where the names need the room.
        let worst = if rect.width() < ROOMY { worst.trim_end_matches(" deep") } else { worst };
        let (begin, end, y) = (rect.left() + from, rect.right() - EDGE, rect.center().y);
        let end_of_name = right(ui, end, y - 9.0, worst, theme::mono(), theme.t1) - 6.0;
        let line = |y: f32, text: &str, end: f32, font: FontId, ink: Color32| {
            left(ui, begin, y, &elided(ui, text, end - begin, &font), font, ink);
        };
        line(y - 9.0, name, end_of_name, theme::text(), theme.t1);
        line(y + 9.0, &enumerated(second), end, theme::note(), theme.t3);
        response.widget_info(|| WidgetInfo::selected(Role::Row, true, self.is_shown, &self.spoken));
        if !self.tip.is_empty() {
            response.clone().on_hover_text(self.tip);
        }
    }
}

/// True if an incident has stopped the game, which waits.
fn is_stop(log: &LogPlayer, incident: &Incident) -> bool {
    log.stopped_step().is_some_and(|number| incident.holds(number, &log.replay.steps[number]))
}

/// Joins the parts that say something: `frames 49–63, 15 checks`.
fn enumerated(parts: &[String]) -> String {
    let parts: Vec<_> = parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect();
    parts.join(", ")
}
