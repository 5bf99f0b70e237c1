//! The time line of a race: a logarithmic axis with a flag where each scan stops.

mod labels;

use std::{ops::Range, sync::Arc};

use egui::emath::GuiRounding as _;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, Color32, Galley, Painter, Rangef, Rect, Response, Sense, Shape, Stroke, Ui, Widget, WidgetInfo, pos2, vec2,
};

use self::labels::{LANES, Label, arrange};
use super::keys;
use crate::app::cast::whole_u64;
use crate::app::theme::{self, Theme};
use crate::words;

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
const END: f32 = 50.0;
/// The pointer means a flag within this distance, in points.
const REACH: f32 = 5.0;
/// The most scans that a label names; it counts the others.
const NAMES: usize = 3;

/// How a scan ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// It found a hit.
    Hit,
    /// It rightly found nothing.
    Miss,
    /// Its answer is wrong.
    Wrong,
}

/// Where a scan stops.
#[derive(Clone, Debug)]
pub struct Flag {
    /// The number of the step, from 1.
    pub at: u64,
    /// Its name.
    pub name: String,
    /// How it ends.
    pub finish: Finish,
}

/// The time line, as wide as there is room; a click, a drag or the arrow keys move through it.
#[must_use = "add it with `ui.add`"]
pub struct Timeline<'a> {
    /// The name for screen readers.
    pub name: &'a str,
    /// How many steps are played: 0 is the start, `total` the end.
    pub position: &'a mut u64,
    /// How many steps there are.
    pub total: u64,
    /// Where the scans stop, in any order.
    pub flags: Vec<Flag>,
}

impl Widget for Timeline<'_> {
    fn ui(mut self, ui: &mut Ui) -> Response {
        let size = vec2(ui.available_width(), HEIGHT);
        let (rect, mut response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        let axis = Axis::new(ui.painter(), rect, self.total);
        let wanted = self.wanted_position(ui, &response, &axis);
        if wanted != *self.position {
            *self.position = wanted;
            response.mark_changed();
        }
        response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), wanted as f64, self.name));
        keys::describe(ui, &response, self.total as f64);
        self.flags.sort_by_key(|flag| flag.at);
        if ui.is_rect_visible(rect) {
            self.paint(ui.painter(), &axis, Theme::of(ui));
        }
        match response.hover_pos().and_then(|pointer| self.told_at(&axis, pointer.x)) {
            Some(told) => response.on_hover_text_at_pointer(told),
            None => response,
        }
    }
}

impl Timeline<'_> {
    /// The position as pointer, keyboard and screen reader change it.
    fn wanted_position(&self, ui: &Ui, response: &Response, axis: &Axis) -> u64 {
        let moved = self.position.saturating_add_signed(keys::steps(ui, response));
        let pointed = response.interact_pointer_pos().map(|pointer| axis.step_at(pointer.x));
        let requested = keys::requested_value(ui, response).map(whole_u64);
        requested.or(pointed).unwrap_or(moved).min(self.total)
    }

    /// The flags under the pointer in words: `words, stripes: stopped after 17 steps`.
    fn told_at(&self, axis: &Axis, x: f32) -> Option<String> {
        let nearest = self.flags.iter().map(|flag| (flag.at, (axis.x(flag.at) - x).abs()));
        let (at, _) = nearest.filter(|(_, far)| *far <= REACH).min_by(|one, other| one.1.total_cmp(&other.1))?;
        let names: Vec<_> = self.flags.iter().filter(|flag| flag.at == at).map(|flag| &*flag.name).collect();
        let verb = if at <= *self.position { "stopped" } else { "will stop" };
        let steps = if at == 1 { "step" } else { "steps" };
        Some(format!("{}: {verb} after {} {steps}", names.join(", "), words::thousands(at)))
    }

    fn paint(&self, painter: &Painter, axis: &Axis, theme: &Theme) {
        axis.paint_bar(painter, *self.position, theme);
        if self.total == 0 {
            let place = pos2(axis.track.min, axis.rect.top() + TICK_TEXT);
            painter.text(place, Align2::LEFT_CENTER, "no visits", theme::mono(), theme.t3);
            return;
        }
        axis.paint_ticks(painter, theme);
        let poles: Vec<f32> = self.flags.iter().map(|flag| axis.x(flag.at)).collect();
        let room = Rangef::new(axis.rect.left(), axis.rect.right());
        let labels = arrange(&poles, room, |flags| self.words(painter, flags, theme).size().x);
        for (flag, pole) in self.flags.iter().zip(&poles) {
            axis.paint_pole(painter, *pole, Rangef::new(BAR.min - 2.0, BAR.min), self.pole_color(flag, theme));
        }
        for label in &labels {
            self.paint_label(painter, axis, label, &labels, theme);
        }
        axis.paint_head(painter, *self.position, theme);
    }

    /// A pole down to the first label that stands in its way, and the names beside it.
    fn paint_label(&self, painter: &Painter, axis: &Axis, label: &Label, all: &[Label], theme: &Theme) {
        let is_in_the_way = |lane: usize| {
            let covers = |other: &Label| other.lane == lane && other != label && other.extent.contains(label.pole());
            all.iter().any(covers)
        };
        let lowest = (0..label.lane).rev().take_while(|&lane| !is_in_the_way(lane)).last().unwrap_or(label.lane);
        let end = if lowest == 0 { BAR.min } else { lane_top(lowest) + LANE - 1.0 };
        let color = self.pole_color(&self.flags[label.flags.start], theme);
        axis.paint_pole(painter, label.pole(), Rangef::new(lane_top(label.lane) + 1.0, end), color);
        let words = self.words(painter, label.flags.clone(), theme);
        let middle = pos2(label.text_left(), axis.rect.top() + lane_top(label.lane) + LANE / 2.0);
        let place = Align2::LEFT_CENTER.anchor_size(middle, words.size());
        painter.galley(place.min, words, theme.t3);
    }

    /// The names of some flags, each in the colour of how it ended.
    fn words(&self, painter: &Painter, flags: Range<usize>, theme: &Theme) -> Arc<Galley> {
        let format = |color| TextFormat::simple(theme::note(), color);
        let mut job = LayoutJob::default();
        let (named, counted) = if flags.len() > NAMES + 1 { (NAMES, flags.len() - NAMES) } else { (flags.len(), 0) };
        for (at, flag) in self.flags[flags].iter().take(named).enumerate() {
            let color = self.text_color(flag, theme);
            job.append(if at == 0 { "" } else { ", " }, 0.0, format(color));
            job.append(&flag.name, 0.0, format(color));
        }
        if counted > 0 {
            job.append(&format!(" and {counted} more"), 0.0, format(theme.t3));
        }
        painter.layout_job(job)
    }

    fn pole_color(&self, flag: &Flag, theme: &Theme) -> Color32 {
        match flag.finish {
            _ if flag.at > *self.position => theme.edge,
            Finish::Hit => theme.both,
            Finish::Miss => theme.t1,
            Finish::Wrong => theme.bad,
        }
    }

    fn text_color(&self, flag: &Flag, theme: &Theme) -> Color32 {
        match flag.finish {
            _ if flag.at > *self.position => theme.t3,
            Finish::Hit | Finish::Miss => theme.t1,
            Finish::Wrong => theme.bad,
        }
    }
}

/// The top of a lane, below the top edge of the widget.
fn lane_top(lane: usize) -> f32 {
    (LANES - 1 - lane) as f32 * LANE
}

/// Where steps lie on the screen, in points.
struct Axis {
    /// The whole widget.
    rect: Rect,
    /// From step 1 to the last.
    track: Rangef,
    total: u64,
}

impl Axis {
    fn new(painter: &Painter, rect: Rect, total: u64) -> Self {
        let snap = |x: f32| x.round_to_pixels(painter.pixels_per_point());
        let rect = rect.round_to_pixels(painter.pixels_per_point());
        Self { rect, track: Rangef::new(snap(rect.left() + START), snap(rect.right() - END)), total }
    }

    /// Where a step is; the start lies before the first.
    fn x(&self, step: u64) -> f32 {
        match step {
            0 => self.track.min - START,
            _ if self.total <= 1 => self.track.max,
            _ => egui::lerp(self.track, (step as f32).ln() / (self.total as f32).ln()),
        }
    }

    /// The step at a place.
    fn step_at(&self, x: f32) -> u64 {
        if x < self.track.min - START / 2.0 {
            return 0;
        }
        let share = f64::from(((x - self.track.min) / self.track.span()).clamp(0.0, 1.0));
        whole_u64((share * (self.total as f64).ln()).exp().round())
    }

    fn paint_bar(&self, painter: &Painter, position: u64, theme: &Theme) {
        let y = BAR.min + self.rect.top()..=BAR.max + self.rect.top();
        let all = Rect::from_x_y_ranges(self.track, y.clone());
        painter.rect_filled(all, 0.0, theme.bar_bg);
        if position > 0 {
            painter.rect_filled(Rect::from_x_y_ranges(self.track.min..=self.x(position), y), 0.0, theme.t2);
        }
    }

    /// 1, 2, 5, 10 and so on, and the last step; ticks too near to that are left out.
    fn paint_ticks(&self, painter: &Painter, theme: &Theme) {
        let decades = std::iter::successors(Some(1_u64), |decade| decade.checked_mul(10));
        let round = decades.flat_map(|decade| [1, 2, 5].map(|digit| decade.saturating_mul(digit)));
        let mut free_until = self.rect.right();
        let steps: Vec<u64> = round.take_while(|step| *step < self.total).collect();
        for step in std::iter::once(self.total).chain(steps.into_iter().rev()) {
            let x = self.x(step);
            let words = painter.layout_no_wrap(words::thousands(step), theme::ruler(), theme.t3);
            let left = x - words.size().x / 2.0;
            if x + words.size().x / 2.0 > free_until {
                continue;
            }
            free_until = left - 8.0;
            self.paint_line(painter, x, 1.0, TICK, theme.edge);
            let place = Align2::CENTER_CENTER.anchor_size(pos2(x, self.rect.top() + TICK_TEXT), words.size());
            painter.galley(place.min, words, theme.t3);
        }
        let end = pos2(self.rect.right(), self.rect.top() + BAR.center());
        painter.text(end, Align2::RIGHT_CENTER, "log", theme::note(), theme.t3);
    }

    fn paint_pole(&self, painter: &Painter, x: f32, y: Rangef, color: Color32) {
        self.paint_line(painter, x, 2.0, y, color);
    }

    /// An upright line of whole pixels.
    fn paint_line(&self, painter: &Painter, x: f32, width: f32, y: Rangef, color: Color32) {
        let left = (x - width / 2.0).round_to_pixels(painter.pixels_per_point());
        let line = Rect::from_x_y_ranges(left..=left + width, self.rect.top() + y.min..=self.rect.top() + y.max);
        painter.rect_filled(line, 0.0, color);
    }

    /// The playhead: a line of 2 points with a keyline, and a grip below.
    fn paint_head(&self, painter: &Painter, position: u64, theme: &Theme) {
        let x = self.x(position).round_to_pixels(painter.pixels_per_point());
        self.paint_line(painter, x, 4.0, HEAD, theme.panel);
        self.paint_line(painter, x, 2.0, HEAD, theme.t1);
        let at = |dx: f32, y: f32| pos2(x + dx, self.rect.top() + y);
        let grip = vec![at(0.0, HEAD.max - 1.0), at(6.0, GRIP), at(-6.0, GRIP)];
        painter.add(Shape::convex_polygon(grip, theme.t1, Stroke::new(1.0, theme.panel)));
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    fn harness() -> Harness<'static, u64> {
        let flag = |at, name: &str| Flag { at, name: name.to_owned(), finish: Finish::Hit };
        Harness::new_ui_state(
            move |ui, position: &mut u64| {
                let flags = vec![flag(100, "rows"), flag(10, "words")];
                ui.add(Timeline { name: "steps", position, total: 100, flags });
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
        harness.key_press(egui::Key::ArrowRight);
        harness.run();
        assert_eq!(*harness.state(), 1);
    }
}
