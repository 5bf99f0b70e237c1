//! Lanes over time: shared pixels, what the game says, what the masks say, what is wrong.

use std::ops::RangeInclusive;

use egui::{Color32, InputState, Rect, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::span::Span;
use crate::app::theme::{self, Theme};
use crate::app::widgets::status::{self, Status};
use crate::app::{cast::whole_u32, marks, request::Request, write::left};
use crate::replay::Clock;
use crate::session::{Played, PlayerAction};
use crate::words;

/// The lanes from the top, each with its name and its height in points, and the space between two; a drag has no game that says
/// anything.
const LANES: [(&str, f32); 4] = [("shared px", 30.0), ("game says", 10.0), ("masks say", 10.0), ("wrong", 12.0)];
const GAP: f32 = 5.0;
/// Height of the axis, width of the names, and free space at the right.
const AXIS: f32 = 18.0;
const LABELS: f32 = 92.0;
const EDGE: f32 = 20.0;

/// What a column of the lanes shows: all checks of its time.
#[derive(Clone, Copy, Default)]
struct Column {
    is_checked: bool,
    area: u32,
    game_hits: bool,
    masks_hit: bool,
    is_wrong: bool,
    /// A wrong check begins here.
    begins_wrong: bool,
}

/// Shows the lanes; a click or a drag goes to a check, the wheel zooms about the pointer.
pub fn show(ui: &mut Ui, played: Option<Played<'_>>, span: &mut Span, out: &mut Vec<Request>) {
    let is_drag = played.is_none_or(|played| played.is_drag);
    let height = LANES.iter().map(|(_, height)| height + GAP).sum::<f32>() + AXIS;
    let (whole, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click_and_drag());
    let theme = Theme::of(ui);
    let rect = Rect::from_min_max(whole.min + vec2(LABELS, 0.0), whole.max - vec2(EDGE, 0.0));
    let mut top = rect.top();
    let lanes = LANES.map(|(name, height)| {
        let (name, height) = match name {
            "game says" if is_drag => (name, 0.0),
            "wrong" if is_drag => ("jumps", height),
            _ => (name, height),
        };
        let lane = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), height));
        if height > 0.0 {
            top += height + GAP;
            left(ui, whole.left() + 12.0, lane.center().y, name, theme::note(), theme.t3);
        }
        lane
    });
    for lane in &lanes[..3] {
        ui.painter().rect_filled(*lane, 0.0, theme.bar_bg);
    }
    let at = played.map_or(0, Played::at);
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), at as f64, "Check of the pair"));
    let axis = Rect::from_min_max(pos2(rect.left(), top), pos2(rect.right(), top + AXIS));
    ui.painter().hline(axis.x_range(), axis.top(), Stroke::new(1.0, theme.edge));
    let Some((played, times)) = played.and_then(|played| Some((played, Times::of(played)?))) else {
        left(ui, rect.left(), axis.center().y, "checks appear here", theme::note(), theme.t3);
        return;
    };
    if !ui.input(|input| input.pointer.any_down()) {
        span.reach(times.of_check(at));
    }
    let (from, to) = span.of(times.all());
    let x = |time: f64| rect.left() + share(time, from, to) * rect.width();
    let columns = columns(&times, rect.width(), from, to);
    paint(ui, &lanes, &columns, theme);
    ticks(ui, axis, from, to, &times, played.replay.clock);
    let playhead = x(times.of_check(at) + 0.5 * times.unit);
    if rect.x_range().contains(playhead) {
        ui.painter().vline(playhead, rect.top()..=axis.top(), Stroke::new(2.0, theme.t1));
        let knob = Rect::from_center_size(pos2(playhead, rect.top()), vec2(8.0, 5.0));
        ui.painter().rect_filled(knob, 0.0, theme.t1);
    }
    let time_at = |at: egui::Pos2| from + f64::from((at.x - rect.left()) / rect.width()) * (to - from);
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked()) {
        let check = times.check_at(time_at(pointer));
        if check != at || played.is_live {
            out.push(PlayerAction::Go(check).into());
        }
    }
    if let Some(pointer) = response.hover_pos() {
        let by = ui.input(InputState::smooth_scroll_delta);
        if by.y != 0.0 {
            span.zoom(times.all(), time_at(pointer), f64::from(-by.y * 0.005).exp());
        }
        if by.x != 0.0 {
            span.shift(times.all(), f64::from(-by.x / rect.width()) * (to - from));
        }
        let status = Status::of("time of the checks").can("click", "go to that check").can("wheel", "zoom");
        status::tell(ui.ctx(), status);
    }
}

/// The time of the shown pair's checks. Runs of the game follow one another, whatever its clock then shows.
struct Times<'a> {
    played: Played<'a>,
    checks: &'a [u32],
    /// Of every run its first step and what is added to its clock.
    runs: Vec<(usize, f64)>,
    /// One frame, or a sixtieth of a second.
    unit: f64,
}

impl<'a> Times<'a> {
    /// `None` without checks.
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

    /// When the step with this number was made.
    fn of_step(&self, number: u32) -> f64 {
        let number = number as usize;
        let run = self.runs.partition_point(|(first, _)| *first <= number).saturating_sub(1);
        self.played.replay.steps[number].at + self.runs.get(run).map_or(0.0, |(_, added)| *added)
    }

    /// When the check of the pair with this place, from 0, was made.
    fn of_check(&self, at: usize) -> f64 {
        self.of_step(self.checks[at.min(self.checks.len() - 1)])
    }

    /// From the first check to the end of the last.
    fn all(&self) -> RangeInclusive<f64> {
        self.of_check(0)..=self.of_check(usize::MAX) + self.unit
    }

    /// The check that is shown at a time: the latest that was made before.
    fn check_at(&self, time: f64) -> usize {
        self.checks.partition_point(|&step| self.of_step(step) <= time).saturating_sub(1)
    }
}

/// What each point across `width` shows of the time between `from` and `to`.
fn columns(times: &Times<'_>, width: f32, from: f64, to: f64) -> Vec<Column> {
    let mut columns = vec![Column::default(); whole_u32(width.max(1.0)) as usize];
    let last = columns.len() - 1;
    let column = |time: f64| ((time - from) / (to - from) * columns_f64(last + 1)).clamp(0.0, columns_f64(last));
    let first = times.checks.partition_point(|&step| times.of_step(step) + times.unit < from);
    for &number in &times.checks[first..] {
        let time = times.of_step(number);
        if time > to {
            break;
        }
        let step = &times.played.replay.steps[number as usize];
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the columns")]
        let (begin, end) = (column(time) as usize, column(time + times.unit).ceil() as usize);
        columns[begin].begins_wrong |= step.is_wrong();
        for column in &mut columns[begin..end.clamp(begin + 1, last + 1)] {
            column.is_checked = true;
            column.area = column.area.max(step.overlap_area);
            column.game_hits |= step.game == Some(true);
            column.masks_hit |= step.masks_overlap();
            column.is_wrong |= step.is_wrong();
        }
    }
    columns
}

/// How far `time` lies on the way between two others, from 0 to 1.
fn share(time: f64, from: f64, to: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
    let share = ((time - from) / (to - from)) as f32;
    share
}

fn columns_f64(count: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "as many as the window has points")]
    let count = count as f64;
    count
}

fn paint(ui: &Ui, lanes: &[Rect; 4], columns: &[Column], theme: &Theme) {
    let most = columns.iter().map(|column| column.area).max().unwrap_or(0).max(1) as f32;
    let bar = |lane: &Rect, at: usize, height: f32, ink: Color32| {
        let left = lane.left() + at as f32;
        let rect = Rect::from_min_max(pos2(left, lane.bottom() - height), pos2(left + 1.0, lane.bottom()));
        ui.painter().rect_filled(rect, 0.0, ink);
    };
    let mut free = f32::NEG_INFINITY;
    for (at, column) in columns.iter().enumerate().filter(|(_, column)| column.is_checked) {
        let [area, game, masks, wrong] = lanes;
        if column.area > 0 {
            bar(area, at, (column.area as f32 / most).sqrt() * area.height(), theme.both);
        }
        for (lane, hits) in [(game, column.game_hits), (masks, column.masks_hit)] {
            let (height, ink) = if hits { (lane.height(), theme.both) } else { (1.0, theme.edge) };
            bar(lane, at, height, ink);
        }
        let x = wrong.left() + at as f32;
        if column.is_wrong {
            // Marks that would hide one another are one; the line stays true.
            bar(wrong, at, 3.0, theme.bad);
            if column.begins_wrong && x >= free {
                marks::triangle(ui.painter(), pos2(x, wrong.center().y - 2.0), 4.5, theme.bad, theme.canvas);
                free = x + 10.0;
            }
        }
    }
}

/// Numbers along the game's time, at round distances.
fn ticks(ui: &Ui, axis: Rect, from: f64, to: f64, times: &Times<'_>, clock: Option<Clock>) {
    let theme = Theme::of(ui);
    // Over several runs the clock starts again: no number would be true.
    if times.runs.len() > 1 {
        left(ui, axis.left(), axis.center().y + 1.0, "several runs, one after the other", theme::tag(), theme.t3);
        return;
    }
    let least = (to - from) * 90.0 / f64::from(axis.width());
    let power = 10.0_f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|step| *step >= least).unwrap_or(power);
    let step = if clock == Some(Clock::Frame) { step.max(1.0) } else { step };
    let mut time = (from / step).ceil() * step;
    while time <= to {
        let x = axis.left() + share(time, from, to) * axis.width();
        ui.painter().vline(x, axis.top()..=axis.top() + 4.0, Stroke::new(1.0, theme.edge));
        let text = words::number(time, 0..=3);
        let galley = ui.painter().layout_no_wrap(text, theme::tag(), theme.t3);
        let corner = pos2(x - galley.size().x / 2.0, axis.top() + 5.0);
        if corner.x >= axis.left() - 8.0 && corner.x + galley.size().x <= axis.right() + EDGE {
            ui.painter().galley(corner, galley, theme.t3);
        }
        time += step;
    }
}
