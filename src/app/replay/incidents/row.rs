//! A row in view: what it says, and how it is painted.

use super::super::incident;
use super::list::ListRow;
use crate::app::paint::write::{elided, left, right};
use crate::app::prelude::*;
use crate::app::widgets::paint_row;
use crate::files::pair_names;
use crate::session::LogPlayer;
use maskscope_core::replay::{DeafArea, Incident, Replay, SuspectKind};

/// Free space at both sides, in points.
pub(super) const EDGE: f32 = 12.0;
/// Size of a small picture, and the left edge of the text beside it.
const PICTURE: Vec2 = vec2(56.0, 38.0);
const TEXT: f32 = 78.0;
/// From this width on, a row says that a depth is one.
const ROOMY: f32 = 280.0;

/// A row that is in view.
pub(super) struct VisibleRow {
    pub sign: Sign,
    /// The step that a click shows.
    pub step: Option<usize>,
    /// The first line, with its note at the right, and the parts of the second.
    pub lines: [[String; 2]; 2],
    is_shown: bool,
    spoken: String,
    tip: &'static str,
}

/// The left end of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Picture,
    Icon(Icon),
    None,
}

impl VisibleRow {
    /// Returns the row of an item; `None` for a title. `shown` is the incident that is shown.
    pub(super) fn of(log: &LogPlayer, item: &ListRow, shown: Option<usize>) -> Option<Self> {
        match item {
            ListRow::Title(..) | ListRow::None(_) => None,
            ListRow::Incident(number) => Some(Self::of_incident(log, *number, shown)),
            ListRow::Fold { incidents, is_open, .. } => Some(Self::of_fold(log, incidents, *is_open, shown)),
            ListRow::Suspect(place) => Self::of_suspect(log, *place),
            ListRow::Flight(number) => Some(Self::of_flight(log, *number)),
            ListRow::Deaf(place) => Self::of_deaf(&log.replay, *place),
        }
    }

    fn of_incident(log: &LogPlayer, number: usize, shown: Option<usize>) -> Self {
        let replay = &log.replay;
        let incident = &replay.incidents[number];
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
        Self::new(Sign::Picture, Some(incident.worst as usize), lines, Some(number) == shown, &title)
    }

    fn of_fold(log: &LogPlayer, incidents: &[usize], is_open: bool, shown: Option<usize>) -> Self {
        let replay = &log.replay;
        let first = &replay.incidents[incidents[0]];
        let names = pair_names(&replay.kinds[replay.kinds_of(first.first) as usize].names);
        let count = words::plural(incidents.len() as u64, "incident");
        let checks = incidents.iter().map(|&number| u64::from(replay.incidents[number].checks)).sum();
        let checks = words::plural(checks, "check");
        let is_shown = !is_open && shown.is_some_and(|shown| incidents.contains(&shown));
        let sign = Sign::Icon(if is_open { Icon::Down } else { Icon::On });
        let title = incident::title(first.verdict);
        Self::new(sign, None, [[names, incident::worst(replay, first)], [count, checks]], is_shown, &title)
    }

    fn of_suspect(log: &LogPlayer, place: usize) -> Option<Self> {
        let replay = &log.replay;
        let kinds = SuspectKind::all(&log.incidents.suspects);
        let SuspectKind { first: suspect, sprites, checks } = *kinds.get(place)?;
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
        let tip = reason.cure(replay.engine_of_game());
        Some(Self { tip, ..Self::new(Sign::None, step, lines, false, "Suspect mask") })
    }

    fn of_flight(log: &LogPlayer, number: usize) -> Self {
        let replay = &log.replay;
        let step = &replay.steps[number];
        let pair = &replay.pairs[step.pair as usize];
        let place = pair.steps.partition_point(|&step| (step as usize) < number);
        let before = place.checked_sub(1).map(|place| &replay.steps[pair.steps[place] as usize]);
        let way = before.map_or(0, |before| {
            let (from, to) = (before.offset, step.offset);
            from.x.abs_diff(to.x).max(from.y.abs_diff(to.y))
        });
        let lines = [[pair_names(&pair.names), String::new()], [replay.when(step.at), format!("{way} px step")]];
        let is_shown = log.step().is_some_and(|(shown, _)| shown == number);
        Self::new(Sign::Picture, Some(number), lines, is_shown, "Flew through")
    }

    fn of_deaf(replay: &Replay, place: usize) -> Option<Self> {
        let DeafArea { line, at, reason, area, other } = replay.deaf.get(place)?;
        let names = [format!("{} × {}", words::printable(area), words::printable(other)), String::new()];
        let lines = [names, [replay.when(*at), reason.why().to_owned()]];
        let step = replay.steps.partition_point(|step| u64::from(step.line) < *line).checked_sub(1);
        Some(Self { tip: reason.cure(), ..Self::new(Sign::None, step, lines, false, "Never tested") })
    }

    fn new(sign: Sign, step: Option<usize>, lines: [[String; 2]; 2], is_shown: bool, title: &str) -> Self {
        let spoken = format!("{title}: {}", enumerated(lines.as_flattened()));
        Self { sign, step, lines, is_shown, spoken, tip: "" }
    }

    /// Paints the sign, and two lines beside it.
    pub(super) fn show(&self, ui: &Ui, log: &LogPlayer, response: &Response) {
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
