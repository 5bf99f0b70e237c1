//! The transport of a replay: buttons that go through the checks of a pair, and lanes over time: shared pixels, answers of
//! the game and of the masks, wrong checks.

use super::{empty::EmptyState, left::open_button, stops};
use crate::app::command::{Command, context_menu};
use crate::app::paint::{screen::whole_u32, write::left};
use crate::app::panels::transport::{ask_if_clicked, commands, row, track};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{Axis, Track, drop_down, gesture, marked_button, segmented, text_button};
use crate::exports::ROUTE;
use crate::session::{LogAction, LogPlayer, LogSource, Played, PlayerAction, RouteAction};
use maskscope_core::replay::{Clock, Incident};

/// Between groups of buttons, in points.
const GROUP: f32 = 12.0;

/// Shows the buttons and the lanes.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, state: EmptyState, out: &mut Vec<Request>) {
    let (played, log) = (window.session.played(), window.session.log());
    let left = |ui: &mut Ui, out: &mut Vec<Request>| {
        ui.add_enabled_ui(played.is_some_and(|played| played.count() > 0), |ui| checks(ui, window, played, out));
        if state == EmptyState::Drag {
            choice(ui, window, out);
        }
    };
    let right = |ui: &mut Ui, out: &mut Vec<Request>| match log {
        Some(log) if state == EmptyState::Log => to_live(ui, log, out),
        None if state == EmptyState::Drag => files(ui, played.is_some(), out),
        _ => {}
    };
    row(ui, out, left, right, |ui| {
        let has_checks = played.is_some_and(|played| played.count() > 0);
        let (theme, font) = (Theme::of(ui), if has_checks { theme::mono() } else { theme::text() });
        let ink = if has_checks { theme.t1 } else { theme.t3 };
        ui.label(RichText::new(place(window, played)).font(font).color(ink));
        if let Some(whose) = log.and_then(stops::whose).filter(|_| has_checks) {
            ui.add_space(4.0);
            ui.add(Label::new(RichText::new(whose).font(theme::note()).color(theme.t3)).truncate());
        }
    });
    track(ui, |ui| show_lanes(ui, played, log, state == EmptyState::Drag, out));
}

/// Adds the buttons that go from check to check.
fn checks(ui: &mut Ui, window: &WindowState<'_>, played: Option<Played<'_>>, out: &mut Vec<Request>) {
    commands(ui, window, out);
    let is_paused = window.session.log().and_then(LogPlayer::paused).is_some();
    if is_paused || played.is_none_or(|played| played.count() == 0) {
        return;
    }
    ui.add_space(GROUP);
    let next = if played.is_some_and(|played| played.is_drag) { "Next jump" } else { "Next incident" };
    let theme = Theme::of(ui);
    let triangle = |painter: &Painter, at| marks::triangle(painter, at, 5.0, theme.bad, theme.panel);
    let has_next = Command::NextWrong.is_enabled(window);
    let button = ui.add_enabled_ui(has_next, |ui| marked_button(ui, next, triangle)).inner;
    ask_if_clicked(Command::NextWrong, button, window, out);
}

/// Returns the time and the number of the shown check.
fn place(window: &WindowState<'_>, played: Option<Played<'_>>) -> String {
    let recorded = window.session.route().recorded().filter(|_| window.session.log().is_none());
    if let Some(route) = recorded {
        return format!("recording, {}", words::plural(route.steps.len() as u64, "check"));
    }
    let Some(played) = played else { return "no checks".to_owned() };
    let Some((_, step)) = played.step() else { return "no checks".to_owned() };
    let [at, all] = [played.at() + 1, played.count()].map(|count| words::thousands(count as u64));
    let of_game = window.session.log().and_then(stops::whose);
    if of_game.is_some() {
        return played.replay.when(step.at);
    }
    let of_pair = if played.is_drag { "" } else { " in this pair" };
    format!("{}, check {at} of {all}{of_pair}", played.replay.when(step.at))
}

/// Adds the button that jumps to the latest check of a log, and the choice of all pairs or one.
fn to_live(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    if log.source == LogSource::Ended {
        return;
    }
    if !log.is_live || log.paused().is_some() {
        let tip = "Jumps to the latest check, and to each new one. End.";
        if text_button(ui, "Latest check").on_hover_text(tip).clicked() {
            out.push(LogAction::GoLive.into());
        }
        return;
    }
    let mut is_pinned = log.is_pinned;
    let tip = "Shows the latest check of all pairs, or of the shown pair alone.";
    let choices = [(false, "all pairs"), (true, "this pair")];
    if segmented(ui, &mut is_pinned, &choices).on_hover_text(tip).changed() {
        out.push(LogAction::Pin(is_pinned).into());
    }
}

/// Adds the buttons that open, save and discard a path.
fn files(ui: &mut Ui, has_path: bool, out: &mut Vec<Request>) {
    ui.add_enabled_ui(has_path, |ui| {
        if text_button(ui, "Discard path").on_hover_text("Discards the path; B stays where it is.").clicked() {
            out.push(RouteAction::Forget.into());
        }
        if text_button(ui, "Save path…").on_hover_text(ROUTE.sentence).clicked() {
            out.push(Request::Save(&ROUTE));
        }
    });
    open_button(ui, "Open path…", out);
}

/// Adds the list of paths, if there are several.
fn choice(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let drags = window.session.route();
    let count = drags.routes().len();
    if count < 2 {
        return;
    }
    ui.add_space(GROUP);
    let mut chosen = drags.chosen();
    let response = drop_down("path shown", format!("Path {} of {count}", chosen + 1), 104.0).show_ui(ui, |ui| {
        for (number, route) in drags.routes().iter().enumerate() {
            let checks = words::plural(route.steps.len() as u64, "check");
            ui.selectable_value(&mut chosen, number, format!("Path {}, {checks}", number + 1));
        }
    });
    response.response.accessible_name("Path shown").on_hover_text("Shows another of the recorded paths.");
    if chosen != drags.chosen() {
        out.push(RouteAction::Choose(chosen).into());
    }
}

/// Extents of the lanes and of the axis, in points below the top edge.
const AREA: Rangef = Rangef { min: 0.0, max: 12.0 };
const GAME: Rangef = Rangef { min: 14.0, max: 22.0 };
const MASKS: Rangef = Rangef { min: 26.0, max: 34.0 };
const WRONG: Rangef = Rangef { min: 38.0, max: 47.0 };
const AXIS: Rangef = Rangef { min: 51.0, max: 65.0 };
/// Width of the names, and free space at the right.
const LABELS: f32 = 80.0;
const EDGE: f32 = 8.0;
/// Name of the track for screen readers.
const NAME: &str = "Check of the pair";

/// A column of the lanes: all checks of its time.
#[derive(Clone, Copy, Default)]
struct LaneColumn {
    is_checked: bool,
    area: u32,
    /// The game says hit, or, where no game has answered, the boxes do.
    game_hits: bool,
    masks_hit: bool,
}

/// Shows the lanes; a click or a drag goes to a check, the wheel zooms about the pointer.
fn show_lanes(ui: &mut Ui, played: Option<Played<'_>>, log: Option<&LogPlayer>, is_drag: bool, out: &mut Vec<Request>) {
    let track = Track::new(ui, AXIS.max);
    let Track { rect, painter, theme, .. } = &track;
    let x = Rangef::new(rect.left() + LABELS, rect.right() - EDGE);
    let name = |lane: Rangef, name: &str| {
        left(ui, rect.left(), rect.top() + lane.center(), name, theme::note(), theme.t3);
    };
    let [answers, wrong] = if is_drag { ["boxes say", "jumps"] } else { ["game says", "wrong"] };
    for (lane, text) in [(AREA, "shared px"), (GAME, answers), (MASKS, "masks say")] {
        name(lane, text);
        painter.rect_filled(track.part(x, lane), 0.0, theme.bar_bg);
    }
    name(WRONG, wrong);
    painter.hline(x, rect.top() + AXIS.min, Stroke::new(1.0, theme.edge));
    let Some((played, times)) = played.and_then(|played| Some((played, CheckTimes::of(played)?))) else {
        track.moved(ui, NAME, 0, 0, |_| 0);
        left(ui, x.min, rect.top() + AXIS.center(), "frames appear here", theme::note(), theme.t3);
        return;
    };
    let at = played.at();
    let axis = track.zoomed(ui, x, times.of_check(0)..=times.of_check(usize::MAX) + times.unit, times.of_check(at));
    paint(&track, axis, &columns(&times, axis));
    if let Some(log) = log {
        incidents(&track, axis, &times, log);
    }
    jumps(&track, axis, &times);
    ticks(&track, axis, &times);
    let playhead = axis.x(times.of_check(at) + 0.5 * times.unit);
    if x.contains(playhead) {
        track.playhead(playhead, Rangef::new(-2.0, AXIS.min));
    }
    let check = |x: f32| times.check_at(axis.value(x)) as u64;
    let moved = track.moved(ui, NAME, at as u64, played.count().saturating_sub(1) as u64, check);
    if gesture::before(&track.response, played.is_live) == Some(true) {
        return out.push(LogAction::GoLive.into());
    }
    // Even a click on the latest check pauses a log that shows each new one.
    let paused = (played.is_live && track.response.is_pointer_button_down_on()).then_some(at as u64);
    let to = moved.or(paused).and_then(|check| usize::try_from(check).ok());
    out.extend(to.map(|check| PlayerAction::Go(check).into()));
    context_menu::on(ui, &track.response, context_menu::CHECK);
    if track.response.hovered() {
        let status = Status::of("time of the checks").can("click", "go to that check").can("wheel", "zoom");
        status::tell(ui.ctx(), status.can("arrows", "step").can("right click", "menu"));
    }
}

/// The time of the shown pair's checks. Runs of the game follow one another, although its clock starts again.
struct CheckTimes<'a> {
    played: Played<'a>,
    checks: &'a [u32],
    /// The first step of each run, and the time added to its clock.
    runs: Vec<(usize, f64)>,
    /// One frame, or a sixtieth of a second.
    unit: f64,
}

impl<'a> CheckTimes<'a> {
    /// Returns `None` without checks.
    fn of(played: Played<'a>) -> Option<Self> {
        let checks = &*played.pair()?.steps;
        let unit = if played.replay.clock == Some(Clock::Second) { 1.0 / 60.0 } else { 1.0 };
        let (steps, mut runs, mut end) = (&played.replay.steps, Vec::new(), None);
        for (number, run) in played.replay.runs.iter().enumerate().filter(|(_, run)| run.first < steps.len()) {
            let last = played.replay.runs.get(number + 1).map_or(steps.len(), |next| next.first);
            let (first, last) = (steps[run.first].at, steps[last.max(run.first + 1) - 1].at);
            let added = end.map_or(0.0, |end: f64| end + unit - first);
            runs.push((run.first, added));
            end = Some(last + added);
        }
        (!checks.is_empty()).then_some(Self { played, checks, runs, unit })
    }

    /// Returns the time of a step, by its number.
    fn of_step(&self, number: u32) -> f64 {
        let number = number as usize;
        let run = self.runs.partition_point(|(first, _)| *first <= number).saturating_sub(1);
        self.played.replay.steps[number].at + self.runs.get(run).map_or(0.0, |(_, added)| *added)
    }

    /// Returns the time of a check of the pair, by its number from 0.
    fn of_check(&self, at: usize) -> f64 {
        self.of_step(self.checks[at.min(self.checks.len() - 1)])
    }

    /// Returns the latest check made by a time.
    fn check_at(&self, time: f64) -> usize {
        self.checks.partition_point(|&step| self.of_step(step) <= time).saturating_sub(1)
    }
}

/// Returns a column for each point of the axis.
fn columns(times: &CheckTimes<'_>, axis: Axis) -> Vec<LaneColumn> {
    let mut columns = vec![LaneColumn::default(); whole_u32(axis.x.span().max(1.0)) as usize];
    let last = columns.len() - 1;
    let place = |time: f64| (axis.x(time) - axis.x.min).max(0.0);
    let first = times.checks.partition_point(|&step| times.of_step(step) + times.unit < axis.from);
    for &number in &times.checks[first..] {
        let time = times.of_step(number);
        if time > axis.to {
            break;
        }
        let step = &times.played.replay.steps[number as usize];
        let begin = (whole_u32(place(time)) as usize).min(last);
        let end = whole_u32(place(time + times.unit).ceil()) as usize;
        for column in &mut columns[begin..end.clamp(begin + 1, last + 1)] {
            column.is_checked = true;
            column.area = column.area.max(step.overlap_area);
            column.game_hits |= if times.played.is_drag { step.boxes_overlap() } else { step.game == Some(true) };
            column.masks_hit |= step.masks_overlap();
        }
    }
    columns
}

fn paint(track: &Track<'_>, axis: Axis, columns: &[LaneColumn]) {
    let Track { painter, theme, .. } = track;
    let most = columns.iter().map(|column| column.area).max().unwrap_or(0).max(1) as f32;
    for (at, column) in columns.iter().enumerate().filter(|(_, column)| column.is_checked) {
        let x = axis.x.min + at as f32;
        let bar = |lane: Rangef, height: f32, ink: Color32| {
            let part = track.part(Rangef::new(x, x + 1.0), Rangef::new(lane.max - height, lane.max));
            painter.rect_filled(part, 0.0, ink);
        };
        if column.area > 0 {
            bar(AREA, (column.area as f32 / most).sqrt() * AREA.span(), theme.both);
        }
        for (lane, hits) in [(GAME, column.game_hits), (MASKS, column.masks_hit)] {
            let (height, ink) = if hits { (lane.span(), theme.both) } else { (1.0, theme.edge) };
            bar(lane, height, ink);
        }
    }
}

/// Paints a bar for each incident of the pair, the one that is shown framed.
fn incidents(track: &Track<'_>, axis: Axis, times: &CheckTimes<'_>, log: &LogPlayer) {
    let Track { painter, theme, .. } = track;
    let (replay, ranked) = (&log.replay, log.incidents.ranked());
    let shown = log.incidents.place_of_shown(log.played()).map(|place| ranked[place]);
    let pair = |incident: &Incident| incident.pair as usize == log.pair;
    for &number in ranked.iter().filter(|&&number| pair(&replay.incidents[number])) {
        let incident = &replay.incidents[number];
        let (from, to) = (times.of_step(incident.first), times.of_step(incident.last) + times.unit);
        let x = Rangef::new(axis.x(from).max(axis.x.min), axis.x(to).min(axis.x.max));
        if x.max <= x.min {
            continue;
        }
        let bar = track.part(Rangef::new(x.min, x.max.max(x.min + 2.0)), WRONG);
        if Some(number) == shown {
            painter.rect_filled(bar, 0.0, theme.bad);
            painter.rect_stroke(bar.expand(2.0), 0.0, Stroke::new(1.0, theme.t1), StrokeKind::Inside);
        } else {
            painter.rect_filled(bar, 0.0, theme.bad.gamma_multiply(0.55));
        }
    }
}

/// Paints a mark at each check of the pair at which one flew through the other.
fn jumps(track: &Track<'_>, axis: Axis, times: &CheckTimes<'_>) {
    let Track { rect, painter, theme, .. } = track;
    let ink = if times.played.is_drag { theme.bad } else { theme.t2 };
    let mut free = f32::NEG_INFINITY;
    for &step in &times.played.replay.tunnels {
        let x = axis.x(times.of_step(step) + 0.5 * times.unit);
        // One mark stands for those that it would hide.
        if axis.x.contains(x) && x >= free && times.checks.binary_search(&step).is_ok() {
            marks::triangle(painter, pos2(x, rect.top() + WRONG.center()), 4.5, ink, theme.canvas);
            free = x + 10.0;
        }
    }
}

/// Paints round numbers of the game's time along the axis.
fn ticks(track: &Track<'_>, axis: Axis, times: &CheckTimes<'_>) {
    let Track { rect, painter, theme, .. } = track;
    let top = rect.top() + AXIS.min;
    // Over several runs the clock starts again: no number would be true.
    if times.runs.len() > 1 {
        let place = pos2(axis.x.min, top + AXIS.span() / 2.0 + 1.0);
        painter.text(place, Align2::LEFT_CENTER, "several runs, one after the other", theme::tag(), theme.t3);
        return;
    }
    let least = (axis.to - axis.from) * 200.0 / f64::from(axis.x.span());
    let power = 10.0_f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|step| *step >= least).unwrap_or(power);
    let step = if times.played.replay.clock == Some(Clock::Frame) { step.max(1.0) } else { step };
    let mut time = (axis.from / step).ceil() * step;
    while time <= axis.to {
        let x = axis.x(time);
        painter.vline(x, top..=top + 4.0, Stroke::new(1.0, theme.edge));
        let galley = painter.layout_no_wrap(words::number(time, 0..=3), theme::tag(), theme.t3);
        // Beside the tick where it would leave the axis.
        let most = (rect.right() - galley.size().x).max(axis.x.min);
        let left = (x - galley.size().x / 2.0).clamp(axis.x.min, most);
        painter.galley(pos2(left, top + 1.0), galley, theme.t3);
        time += step;
    }
}
