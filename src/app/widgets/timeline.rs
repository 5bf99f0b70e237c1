//! The time line of a race: a logarithmic axis below lanes with a flag where each scan stops.

use std::ops::Range;

use egui::Galley;
use egui::text::{LayoutJob, TextFormat};

use super::flag_labels::{FlagLabel, LabelText, arrange};
use super::scrubber::End;
use super::status::{self, Status};
use super::track::{Axis, Track};
use crate::app::{paint::screen::whole_u64, paint::write, prelude::*};

/// Above the lanes, the height of a lane, and below the lanes, in points.
const ABOVE: f32 = 3.0;
const LANE: f32 = 14.0;
const BELOW: f32 = 2.0;
/// There is room for this number of lanes at least; fewer lie just above the bar.
const LANES: usize = 4;
/// From the upper edge of the bar to its lower edge, and to the edges of the other parts.
const BAR: f32 = 4.0;
const HEAD: Rangef = Rangef { min: -4.0, max: 6.0 };
const GRIP: f32 = 14.0;
const TICK: Rangef = Rangef { min: 6.0, max: 10.0 };
const TICK_TEXT: f32 = 17.0;
const FOOT: f32 = 25.0;
/// Free space after the last step.
const END: f32 = 12.0;
/// The pointer means a flag within this distance, in points.
const REACH: f32 = 5.0;

/// The last step of a scan.
#[derive(Clone, Debug)]
pub struct Flag {
    /// The number of the step, from 1.
    pub at: u64,
    /// Name of the scan.
    pub name: String,
    /// End of its run.
    pub end: End,
    /// Its lane, from 0 at the top.
    pub lane: usize,
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
    /// Number of lanes.
    pub lanes: usize,
}

impl Timeline<'_> {
    /// Free space before the first step, which is where the race starts.
    pub const START: f32 = 8.0;

    /// The height of a time line with this number of lanes.
    pub const fn height(lanes: usize) -> f32 {
        bar(lanes) + FOOT
    }

    /// The middle of a lane of a time line in `rect`.
    pub fn lane_middle(rect: Rect, lane: usize, lanes: usize) -> f32 {
        rect.top() + lane_top(lane, lanes) + LANE / 2.0
    }

    /// Shows it; returns its interaction, and the position to which a person has moved it.
    pub fn show(mut self, ui: &mut Ui) -> (Response, Option<u64>) {
        let track = Track::new(ui, Self::height(self.lanes));
        let x = Rangef::new(track.snap(track.rect.left() + Self::START), track.snap(track.rect.right() - END));
        let steps = StepAxis(Axis::log(x, self.total as f64));
        let moved = track.moved(ui, self.name, self.position, self.total, |x| steps.at(x));
        self.position = moved.unwrap_or(self.position);
        self.flags.sort_by_key(|flag| (flag.lane, flag.at));
        self.paint(ui, &track, &steps);
        let Some(pointer) = track.response.hover_pos() else { return (track.response, moved) };
        let status = Status::of(self.name).can("click", "go there").can("arrows", "step").can("right click", "menu");
        status::tell(ui, status);
        match self.tooltip_at(&steps, pointer.x, self.lane_at(pointer.y - track.rect.top())) {
            Some(tooltip) => (track.response.on_hover_text_at_pointer(tooltip), moved),
            None => (track.response, moved),
        }
    }

    /// The lane at a height; `None` above the lanes and below them.
    fn lane_at(&self, y: f32) -> Option<usize> {
        (0..self.lanes).find(|&lane| {
            let top = lane_top(lane, self.lanes);
            (top..top + LANE).contains(&y)
        })
    }

    /// The flags under the pointer in words: `words, stripes: stopped after 17 steps`. Outside the lanes they may lie in
    /// any.
    fn tooltip_at(&self, steps: &StepAxis, x: f32, lane: Option<usize>) -> Option<String> {
        let flags = || self.flags.iter().filter(|flag| lane.is_none_or(|lane| flag.lane == lane));
        let nearest = flags().map(|flag| (flag.at, (steps.x(flag.at) - x).abs()));
        let (at, _) = nearest.filter(|(_, far)| *far <= REACH).min_by(|one, other| one.1.total_cmp(&other.1))?;
        let names: Vec<_> = flags().filter(|flag| flag.at == at).map(|flag| &*flag.name).collect();
        let verb = if at <= self.position { "stopped" } else { "will stop" };
        let steps = if at == 1 { "step" } else { "steps" };
        Some(format!("{}: {verb} after {} {steps}", names.join(", "), words::thousands(at)))
    }

    fn paint(&self, ui: &Ui, track: &Track<'_>, steps: &StepAxis) {
        let Track { rect, painter, theme, .. } = track;
        let (all, top) = (steps.0.x, bar(self.lanes));
        let bar = Rangef::new(top, top + BAR);
        painter.rect_filled(track.part(all, bar), 0.0, theme.bar_bg);
        if self.position > 0 {
            painter.rect_filled(track.part(Rangef::new(all.min, steps.x(self.position)), bar), 0.0, theme.t2);
        }
        if self.total == 0 {
            let place = pos2(all.min, rect.top() + top + TICK_TEXT);
            painter.text(place, Align2::LEFT_CENTER, "no visits", theme::mono(), theme.t3);
            return;
        }
        self.paint_ticks(track, steps);
        let mut first = 0;
        for lane in self.flags.chunk_by(|one, other| one.lane == other.lane) {
            self.paint_lane(ui, track, steps, lane, first);
            first += lane.len();
        }
        track.playhead_from_below(steps.x(self.position), Rangef::new(top + HEAD.min, top + HEAD.max), top + GRIP);
    }

    /// The flags of a lane, from left to right, with their labels; the first flag is the one at `first`.
    fn paint_lane(&self, ui: &Ui, track: &Track<'_>, steps: &StepAxis, flags: &[Flag], first: usize) {
        let Track { rect, painter, theme, .. } = track;
        let (lane, all) = (flags[0].lane, steps.0.x);
        let top = lane_top(lane, self.lanes);
        track.line(all.center(), all.span(), Rangef::new(top + LANE - 1.0, top + LANE), theme.line);
        let poles: Vec<f32> = flags.iter().map(|flag| steps.x(flag.at)).collect();
        for (flag, pole) in flags.iter().zip(&poles) {
            track.line(*pole, 2.0, Rangef::new(top + 1.0, top + LANE - 1.0), self.pole_color(flag, theme));
        }
        let (widths, separator) = (name_widths(ui, flags), write::width(ui, ", ", theme::note()));
        let width = |flags: Range<usize>, text| match text {
            LabelText::Names => widths[flags.clone()].iter().sum::<f32>() + separator * (flags.len() - 1) as f32,
            LabelText::First => widths[flags.start] + write::width(ui, others(flags.len() - 1), theme::note()),
            LabelText::Count => write::width(ui, scans(flags.len()), theme::note()),
        };
        for FlagLabel { flags, text, left } in arrange(&poles, rect.x_range(), width) {
            let words = self.words(painter, first + flags.start..first + flags.end, text, theme);
            let middle = pos2(left, Self::lane_middle(*rect, lane, self.lanes));
            let place = Align2::LEFT_CENTER.anchor_size(middle, words.size());
            painter.galley(place.min, words, theme.t3);
        }
    }

    /// 1, 2, 5, 10 and so on; ticks too near to the next are left out.
    fn paint_ticks(&self, track: &Track<'_>, steps: &StepAxis) {
        let Track { rect, painter, theme, .. } = track;
        let top = bar(self.lanes);
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
            track.line(x, 1.0, Rangef::new(top + TICK.min, top + TICK.max), theme.edge);
            let place = Align2::CENTER_CENTER.anchor_size(pos2(x, rect.top() + top + TICK_TEXT), words.size());
            painter.galley(place.min, words, theme.t3);
        }
    }

    /// The text of some flags, each name in the colour of how its scan ended.
    fn words(&self, painter: &Painter, flags: Range<usize>, text: LabelText, theme: &Theme) -> Arc<Galley> {
        let mut job = LayoutJob::default();
        let flags = &self.flags[flags];
        let mut append = |text: &str, color| job.append(text, 0.0, TextFormat::simple(theme::note(), color));
        let color = self.text_color(&flags[0], theme);
        match text {
            LabelText::Names => {
                for (at, flag) in flags.iter().enumerate() {
                    let color = self.text_color(flag, theme);
                    append(if at == 0 { "" } else { ", " }, color);
                    append(&flag.name, color);
                }
            }
            LabelText::First => {
                append(&flags[0].name, color);
                append(&others(flags.len() - 1), color);
            }
            LabelText::Count => append(&scans(flags.len()), color),
        }
        painter.layout_job(job)
    }

    fn pole_color(&self, flag: &Flag, theme: &Theme) -> Color32 {
        match flag.end {
            _ if flag.at > self.position => theme.t3,
            End::Hit => theme.both,
            End::Miss => theme.t1,
            End::Wrong { .. } => theme.bad,
        }
    }

    fn text_color(&self, flag: &Flag, theme: &Theme) -> Color32 {
        match flag.end {
            _ if flag.at > self.position => theme.t3,
            End::Hit | End::Miss => theme.t1,
            End::Wrong { .. } => theme.bad,
        }
    }
}

/// The widths of the names of some flags.
fn name_widths(ui: &Ui, flags: &[Flag]) -> Vec<f32> {
    flags.iter().map(|flag| write::width(ui, &*flag.name, theme::note())).collect()
}

/// ` and 3 more`.
fn others(count: usize) -> String {
    format!(" and {count} more")
}

/// `4 scans`.
fn scans(count: usize) -> String {
    words::plural(count as u64, "scan")
}

/// The upper edge of the bar below the top edge of a time line with this number of lanes.
const fn bar(lanes: usize) -> f32 {
    let lanes = if lanes < LANES { LANES } else { lanes };
    ABOVE + LANE * lanes as f32 + BELOW
}

/// The top of a lane, below the top edge.
const fn lane_top(lane: usize, lanes: usize) -> f32 {
    bar(lanes) - BELOW - LANE * (lanes - lane) as f32
}

/// The places of steps on the screen.
struct StepAxis(Axis);

impl StepAxis {
    /// Returns the place of a step; the start lies before the first.
    fn x(&self, step: u64) -> f32 {
        if step == 0 { self.0.x.min - Timeline::START } else { self.0.x(step as f64) }
    }

    /// Returns the step at a place.
    fn at(&self, x: f32) -> u64 {
        if x < self.0.x.min - Timeline::START / 2.0 { 0 } else { whole_u64(self.0.value(x).round()) }
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    fn harness() -> Harness<'static, u64> {
        let flag = |at, name: &str, lane| Flag { at, name: name.to_owned(), end: End::Hit, lane };
        Harness::new_ui_state(
            move |ui, position: &mut u64| {
                let flags = vec![flag(100, "rows", 0), flag(10, "words", 1)];
                let timeline = Timeline { name: "steps", position: *position, total: 100, flags, lanes: 2 };
                *position = timeline.show(ui).1.unwrap_or(*position);
            },
            0,
        )
    }

    #[test]
    fn the_axis_is_logarithmic_and_has_a_start_before_the_first_step() {
        let mut harness = harness();
        let rect = harness.get_by_label("steps").rect();
        let track = Rangef::new(rect.left() + Timeline::START, rect.right() - END);
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

    #[test]
    fn lanes_lie_above_the_bar_and_more_than_four_make_it_higher() {
        assert_eq!([1, 4, 5].map(Timeline::height), [86.0, 86.0, 100.0]);
        for lanes in 1..=6 {
            let tops: Vec<f32> = (0..lanes).map(|lane| lane_top(lane, lanes)).collect();
            assert!(tops[0] >= ABOVE && tops.windows(2).all(|tops| tops[1] - tops[0] == LANE));
            assert_eq!(tops[lanes - 1] + LANE + BELOW, bar(lanes));
        }
    }
}
