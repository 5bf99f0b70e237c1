//! The time line of a race: a logarithmic axis with a flag where each scan stops.

use std::ops::Range;

use egui::Galley;
use egui::text::{LayoutJob, TextFormat};

use super::scrubber::End;
use super::status::{self, Status};
use super::track::{Axis, Track};
use crate::app::{paint::screen::whole_u64, prelude::*};

/// Height of the widget, and where its parts lie below the top edge, in points.
const HEIGHT: f32 = 68.0;
const LANE: f32 = 14.0;
const BAR: Rangef = Rangef { min: 42.0, max: 46.0 };
const HEAD: Rangef = Rangef { min: 38.0, max: 48.0 };
const GRIP: f32 = 56.0;
const TICK: Rangef = Rangef { min: 48.0, max: 52.0 };
const TICK_TEXT: f32 = 59.0;
/// Free space before the first step, which is where the race starts, and after the last.
const START: f32 = 8.0;
const END: f32 = 16.0;
/// The pointer means a flag within this distance, in points.
const REACH: f32 = 5.0;
/// Opacity of the flags that are to come.
const TO_COME: f32 = 0.5;
/// The most scans that a label names; it counts the others.
const NAMES: usize = 3;

/// The last step of a scan.
#[derive(Clone, Debug)]
pub struct Flag {
    /// The number of the step, from 1.
    pub at: u64,
    /// Name of the scan.
    pub name: String,
    /// End of its run.
    pub end: End,
}

/// The time line, as wide as there is room; a click, a drag or the arrow keys move through it.
#[must_use = "show it"]
pub struct Timeline<'a> {
    /// The name for screen readers.
    pub name: &'a str,
    /// Number of played steps: 0 is the start, `total` the end.
    pub position: u64,
    /// Number of steps.
    pub total: u64,
    /// The last steps of the scans, in any order.
    pub flags: Vec<Flag>,
}

impl Timeline<'_> {
    /// Shows it; returns its interaction, and the position to which a person has moved it.
    pub fn show(mut self, ui: &mut Ui) -> (Response, Option<u64>) {
        let track = Track::new(ui, HEIGHT);
        let x = Rangef::new(track.snap(track.rect.left() + START), track.snap(track.rect.right() - END));
        let steps = StepAxis(Axis::log(x, self.total as f64));
        let moved = track.moved(ui, self.name, self.position, self.total, |x| steps.at(x));
        self.position = moved.unwrap_or(self.position);
        self.flags.sort_by_key(|flag| flag.at);
        self.paint(&track, &steps);
        let Some(pointer) = track.response.hover_pos() else { return (track.response, moved) };
        let status = Status::of(self.name).can("click", "go there").can("arrows", "step").can("right click", "menu");
        status::tell(ui, status);
        match self.tooltip_at(&steps, pointer.x) {
            Some(tooltip) => (track.response.on_hover_text_at_pointer(tooltip), moved),
            None => (track.response, moved),
        }
    }

    /// The flags under the pointer in words: `words, stripes: stopped after 17 steps`.
    fn tooltip_at(&self, steps: &StepAxis, x: f32) -> Option<String> {
        let nearest = self.flags.iter().map(|flag| (flag.at, (steps.x(flag.at) - x).abs()));
        let (at, _) = nearest.filter(|(_, far)| *far <= REACH).min_by(|one, other| one.1.total_cmp(&other.1))?;
        let names: Vec<_> = self.flags.iter().filter(|flag| flag.at == at).map(|flag| &*flag.name).collect();
        let verb = if at <= self.position { "stopped" } else { "will stop" };
        let steps = if at == 1 { "step" } else { "steps" };
        Some(format!("{}: {verb} after {} {steps}", names.join(", "), words::thousands(at)))
    }

    fn paint(&self, track: &Track<'_>, steps: &StepAxis) {
        let Track { rect, painter, theme, .. } = track;
        let all = steps.0.x;
        painter.rect_filled(track.part(all, BAR), 0.0, theme.bar_bg);
        if self.position > 0 {
            painter.rect_filled(track.part(Rangef::new(all.min, steps.x(self.position)), BAR), 0.0, theme.t2);
        }
        if self.total == 0 {
            let place = pos2(all.min, rect.top() + TICK_TEXT);
            painter.text(place, Align2::LEFT_CENTER, "no visits", theme::mono(), theme.t3);
            return;
        }
        self.paint_ticks(track, steps);
        let poles: Vec<f32> = self.flags.iter().map(|flag| steps.x(flag.at)).collect();
        let labels = arrange(&poles, rect.x_range(), |flags| self.words(painter, flags, theme).size().x);
        for (flag, pole) in self.flags.iter().zip(&poles) {
            track.line(*pole, 2.0, Rangef::new(BAR.min - 2.0, BAR.min), self.pole_color(flag, theme));
        }
        for label in &labels {
            self.paint_label(track, label);
        }
        track.playhead_from_below(steps.x(self.position), HEAD, GRIP);
    }

    /// A pole down to the line, and the names beside it.
    fn paint_label(&self, track: &Track<'_>, label: &FlagLabel) {
        let Track { rect, painter, theme, .. } = track;
        let color = self.pole_color(&self.flags[label.flags.start], theme);
        track.line(label.pole(), 2.0, Rangef::new(lane_top(label.lane) + 1.0, BAR.min), color);
        let words = self.words(painter, label.flags.clone(), theme);
        let middle = pos2(label.text_left(), rect.top() + lane_top(label.lane) + LANE / 2.0);
        let place = Align2::LEFT_CENTER.anchor_size(middle, words.size());
        painter.galley(place.min, words, theme.t3);
    }

    /// 1, 2, 5, 10 and so on; ticks too near to the next are left out.
    fn paint_ticks(&self, track: &Track<'_>, steps: &StepAxis) {
        let Track { rect, painter, theme, .. } = track;
        let decades = std::iter::successors(Some(1_u64), |decade| decade.checked_mul(10));
        let round = decades.flat_map(|decade| [1, 2, 5].map(|digit| decade.saturating_mul(digit)));
        let mut free_until = rect.right();
        let rounded: Vec<u64> = round.take_while(|step| *step <= self.total).collect();
        for step in rounded.into_iter().rev() {
            let x = steps.x(step);
            let words = painter.layout_no_wrap(words::thousands(step), theme::ruler(), theme.t3);
            let left = x - words.size().x / 2.0;
            if x + words.size().x / 2.0 > free_until {
                continue;
            }
            free_until = left - 8.0;
            track.line(x, 1.0, TICK, theme.edge);
            let place = Align2::CENTER_CENTER.anchor_size(pos2(x, rect.top() + TICK_TEXT), words.size());
            painter.galley(place.min, words, theme.t3);
        }
    }

    /// The names of some flags, each in the colour of how it ended.
    fn words(&self, painter: &Painter, flags: Range<usize>, theme: &Theme) -> Arc<Galley> {
        let format = |color| TextFormat::simple(theme::note(), color);
        let mut job = LayoutJob::default();
        let first = self.flags.get(flags.start);
        let (named, counted) = if flags.len() > NAMES + 1 { (NAMES, flags.len() - NAMES) } else { (flags.len(), 0) };
        for (at, flag) in self.flags[flags].iter().take(named).enumerate() {
            let color = self.text_color(flag, theme);
            job.append(if at == 0 { "" } else { ", " }, 0.0, format(color));
            job.append(&flag.name, 0.0, format(color));
        }
        if counted > 0 {
            let color = first.map_or(theme.t3, |flag| self.text_color(flag, theme));
            job.append(&format!(" and {counted} more"), 0.0, format(color));
        }
        painter.layout_job(job)
    }

    fn pole_color(&self, flag: &Flag, theme: &Theme) -> Color32 {
        match flag.end {
            _ if flag.at > self.position => theme.t3.gamma_multiply(TO_COME),
            End::Hit => theme.both,
            End::Miss => theme.t1,
            End::Wrong { .. } => theme.bad,
        }
    }

    fn text_color(&self, flag: &Flag, theme: &Theme) -> Color32 {
        match flag.end {
            _ if flag.at > self.position => theme.t3.gamma_multiply(TO_COME),
            End::Hit | End::Miss => theme.t1,
            End::Wrong { .. } => theme.bad,
        }
    }
}

/// The top of a lane, below the top edge of the widget.
fn lane_top(lane: usize) -> f32 {
    (LANES - 1 - lane) as f32 * LANE
}

/// The places of steps on the screen.
struct StepAxis(Axis);

impl StepAxis {
    /// Returns the place of a step; the start lies before the first.
    fn x(&self, step: u64) -> f32 {
        if step == 0 { self.0.x.min - START } else { self.0.x(step as f64) }
    }

    /// Returns the step at a place.
    fn at(&self, x: f32) -> u64 {
        if x < self.0.x.min - START / 2.0 { 0 } else { whole_u64(self.0.value(x).round()) }
    }
}

/// The most labels that fit above one another.
const LANES: usize = 3;

/// Between a flag's pole and its label, and between two labels, in points.
const GAP: f32 = 4.0;
/// Flags no farther apart than this always share a label; others where their labels would not fit.
const NEAR: f32 = 8.0;

/// A label of some neighbouring flags.
#[derive(Clone, Debug, PartialEq)]
pub struct FlagLabel {
    /// The flags it names, by their places from left to right.
    pub flags: Range<usize>,
    /// Its lane; 0 is the lowest.
    pub lane: usize,
    /// From the pole to the other end of the text, or the other way round.
    pub extent: Rangef,
    /// True if the text stands left of the pole, at the end of the line.
    pub is_left: bool,
}

impl FlagLabel {
    /// The position of its pole.
    pub const fn pole(&self) -> f32 {
        if self.is_left { self.extent.max } else { self.extent.min }
    }

    /// The start of its text.
    pub const fn text_left(&self) -> f32 {
        if self.is_left { self.extent.min } else { self.extent.min + GAP }
    }
}

/// Labels for flags at `poles`, from left to right, within `room`; `width` is that of the text for some of them.
fn arrange(poles: &[f32], room: Rangef, width: impl Fn(Range<usize>) -> f32) -> Vec<FlagLabel> {
    let mut groups = groups(poles);
    loop {
        match place(&groups, poles, room, &width) {
            Ok(labels) => return labels,
            Err(_) if groups.len() <= 1 => return Vec::new(),
            Err(stuck) => join_nearest(&mut groups, stuck, poles),
        }
    }
}

/// Joins a group with its nearer neighbour.
fn join_nearest(groups: &mut Vec<Range<usize>>, at: usize, poles: &[f32]) {
    let distance = |left: usize| match (groups.get(left), groups.get(left + 1)) {
        (Some(left), Some(right)) => poles[right.start] - poles[left.end - 1],
        _ => f32::INFINITY,
    };
    let left = if at > 0 && distance(at - 1) <= distance(at) { at - 1 } else { at };
    groups[left].end = groups.remove(left + 1).end;
}

/// Neighbours that lie no farther than [`NEAR`] from the first of them.
fn groups(poles: &[f32]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (at, pole) in poles.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if pole - poles[group.start] <= NEAR => group.end = at + 1,
            _ => groups.push(at..at + 1),
        }
    }
    groups
}

/// Each group in the lowest lane in which its label meets no other label and crosses no pole, or the first group that has
/// no such lane.
///
/// A label lies above every pole that it would cross: those labels come first, from the right.
fn place(
    groups: &[Range<usize>],
    poles: &[f32],
    room: Rangef,
    width: &impl Fn(Range<usize>) -> f32,
) -> Result<Vec<FlagLabel>, usize> {
    let mut labels: Vec<FlagLabel> = Vec::new();
    for group in groups {
        let length = GAP + width(group.clone());
        let (first, last) = (poles[group.start], poles[group.end - 1]);
        let is_left = first + length > room.max;
        let extent = if is_left { Rangef::new(last - length, last) } else { Rangef::new(first, first + length) };
        labels.push(FlagLabel { flags: group.clone(), lane: 0, extent, is_left });
    }
    // Every round settles at least one lane.
    for _ in 0..=LANES {
        for at in (0..labels.len()).rev() {
            let label = &labels[at];
            let is_crossed = |other: &&FlagLabel| *other != label && label.extent.expand(GAP).contains(other.pole());
            let least = labels.iter().filter(is_crossed).map(|other| other.lane + 1).max();
            let overlaps = |other: &FlagLabel| {
                let apart = other.extent.max + GAP < label.extent.min || label.extent.max + GAP < other.extent.min;
                other != label && other.lane == label.lane && !apart
            };
            let lane = labels[at].lane.max(least.unwrap_or(0));
            let is_taken = lane == label.lane && labels[at + 1..].iter().any(overlaps);
            labels[at].lane = lane + usize::from(is_taken);
        }
    }
    match labels.iter().position(|label| label.lane >= LANES || label.extent.min < room.min) {
        Some(stuck) => Err(stuck),
        None => Ok(labels),
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    fn harness() -> Harness<'static, u64> {
        let flag = |at, name: &str| Flag { at, name: name.to_owned(), end: End::Hit };
        Harness::new_ui_state(
            move |ui, position: &mut u64| {
                let flags = vec![flag(100, "rows"), flag(10, "words")];
                let timeline = Timeline { name: "steps", position: *position, total: 100, flags };
                *position = timeline.show(ui).1.unwrap_or(*position);
            },
            0,
        )
    }

    #[test]
    fn the_axis_is_logarithmic_and_has_a_start_before_the_first_step() {
        let mut harness = harness();
        let rect = harness.get_by_label("steps").rect();
        let track = Rangef::new(rect.left() + START, rect.right() - END);
        for (x, expected) in [(track.center(), 10), (rect.left(), 0), (track.min, 1), (rect.right() - 1.0, 100)] {
            harness.drag_at(pos2(x, rect.center().y));
            harness.run();
            harness.drop_at(pos2(x, rect.center().y));
            harness.run();
            assert_eq!(*harness.state(), expected);
        }
    }

    #[test]
    fn arrows_step() {
        let mut harness = harness();
        harness.get_by_label("steps").focus();
        harness.run();
        harness.key_press(Key::ArrowRight);
        harness.run();
        assert_eq!(*harness.state(), 1);
    }

    const ROOM: Rangef = Rangef { min: 0.0, max: 400.0 };

    /// Every name is 40 wide.
    fn arranged(poles: &[f32]) -> Vec<(Range<usize>, usize)> {
        let labels = arrange(poles, ROOM, |flags| 40.0 * flags.len() as f32);
        labels.into_iter().map(|label| (label.flags, label.lane)).collect()
    }

    #[test]
    fn near_flags_share_a_label() {
        assert_eq!(arranged(&[10.0, 12.0, 17.0, 200.0]), [(0..3, 0), (3..4, 0)]);
    }

    #[test]
    fn labels_that_would_overlap_rise_to_the_next_lane() {
        assert_eq!(arranged(&[10.0, 30.0, 50.0]), [(0..1, 2), (1..2, 1), (2..3, 0)]);
        assert_eq!(arranged(&[10.0, 30.0, 90.0]), [(0..1, 1), (1..2, 0), (2..3, 0)]);
    }

    #[test]
    fn where_three_lanes_do_not_suffice_more_flags_share_a_label() {
        assert_eq!(arranged(&[10.0, 20.0, 30.0, 41.0, 200.0]), [(0..2, 2), (2..3, 1), (3..4, 0), (4..5, 0)]);
    }

    #[test]
    fn at_the_end_of_the_line_the_label_stands_left_of_its_pole() {
        let labels = arrange(&[390.0], ROOM, |_| 40.0);
        assert!(labels[0].is_left);
        assert_eq!((labels[0].pole(), labels[0].text_left()), (390.0, 346.0));
    }

    #[test]
    fn a_name_without_room_is_left_out() {
        assert_eq!(arrange(&[5.0], Rangef::new(0.0, 20.0), |_| 40.0), []);
    }
}
