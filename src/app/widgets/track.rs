//! A time axis: a playhead that the pointer, keys and screen readers move, over what is painted on it.

use std::ops::{Range, RangeInclusive};

use egui::accesskit::{Action, ActionData};
use egui::emath::GuiRounding as _;
use egui::{Event, EventFilter, InputState};

use super::gesture;
use crate::app::paint::screen::whole_u64;
use crate::app::prelude::*;

/// Half the width of the playhead's grip, and its height, in points.
const GRIP: [f32; 2] = [5.0, 5.0];

/// Mapping of values to places along a track.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// Extent on the screen from the first value to the last, in points.
    pub x: Rangef,
    /// The first value.
    pub from: f64,
    /// The last value.
    pub to: f64,
    is_log: bool,
}

impl Axis {
    /// Returns an axis on which equal differences are equally long.
    pub fn linear(x: Rangef, from: f64, to: f64) -> Self {
        Self { x, from, to, is_log: false }
    }

    /// Returns a logarithmic axis that begins at 1.
    pub fn log(x: Rangef, to: f64) -> Self {
        Self { x, from: 1.0, to, is_log: true }
    }

    /// Returns the place of a value.
    pub fn x(&self, value: f64) -> f32 {
        let share = match (self.is_log, self.to > self.from) {
            (_, false) => 1.0,
            (true, _) => value.ln() / self.to.ln(),
            (false, _) => (value - self.from) / (self.to - self.from),
        };
        #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
        let share = share as f32;
        egui::lerp(self.x, share)
    }

    /// Returns the value at a place.
    pub fn value(&self, x: f32) -> f64 {
        let share = f64::from((x - self.x.min) / self.x.span());
        if self.is_log {
            (share.clamp(0.0, 1.0) * self.to.ln()).exp()
        } else {
            self.from + share * (self.to - self.from)
        }
    }
}

/// An area of the window with a time axis.
pub struct Track<'a> {
    /// The whole area.
    pub rect: Rect,
    /// Drags, clicks and hovering of the track.
    pub response: Response,
    /// Paints on it.
    pub painter: Painter,
    /// The colours to paint with.
    pub theme: &'a Theme,
}

impl Track<'_> {
    /// Takes the available width, and a height in points.
    pub fn new(ui: &mut Ui, height: f32) -> Self {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click_and_drag());
        let rect = rect.round_to_pixels(ui.pixels_per_point());
        Self { rect, response, painter: ui.painter().clone(), theme: Theme::of(ui) }
    }

    /// Returns a new position, set by the pointer or by a key.
    pub fn moved(&self, ui: &Ui, name: &str, position: u64, last: u64, at: impl Fn(f32) -> u64) -> Option<u64> {
        moved(ui, &self.response, name, position, last, at)
    }

    /// Returns a linear axis along `x` over the part of `all` values that the wheel has chosen; the part moves to `shown` when
    /// that changes.
    pub fn zoomed(&self, ui: &Ui, x: Rangef, all: RangeInclusive<f64>, shown: f64) -> Axis {
        let id = self.response.id.with("zoom");
        let mut zoom: AxisZoom = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        if !ui.input(|input| input.pointer.any_down()) {
            zoom.reach(shown);
        }
        if let Some(pointer) = self.response.hover_pos() {
            let (from, to) = zoom.part(&all);
            let by = ui.input(InputState::smooth_scroll_delta);
            if by.y != 0.0 {
                zoom.scale(&all, Axis::linear(x, from, to).value(pointer.x), f64::from(-by.y * 0.005).exp());
            }
            if by.x != 0.0 {
                zoom.shift(&all, f64::from(-by.x / x.span()) * (to - from));
            }
        }
        ui.data_mut(|data| data.insert_temp(id, zoom));
        let (from, to) = zoom.part(&all);
        Axis::linear(x, from, to)
    }

    /// Returns `x` on a whole pixel.
    pub fn snap(&self, x: f32) -> f32 {
        x.round_to_pixels(self.painter.pixels_per_point())
    }

    /// Returns a part of the track: `y` counts from its top.
    pub fn part(&self, x: Rangef, y: Rangef) -> Rect {
        Rect::from_x_y_ranges(x, y.min + self.rect.top()..=y.max + self.rect.top())
    }

    /// Returns a column for each of `count` equal parts of `x`, or one for each pixel where parts are narrower, and the parts
    /// in it.
    pub fn columns(&self, x: Rangef, count: u64) -> impl Iterator<Item = (Rangef, Range<u64>)> + use<'_> {
        let pixels = whole_u64(f64::from(x.span() * self.painter.pixels_per_point()).round());
        let columns = pixels.min(count);
        let edge = move |column: u64| self.snap(egui::lerp(x, column as f32 / columns as f32));
        (0..columns).map(move |column| {
            let parts = share_of(column, columns, count)..share_of(column + 1, columns, count);
            (Rangef::new(edge(column), edge(column + 1)), parts)
        })
    }

    /// Paints a vertical line on whole pixels.
    pub fn line(&self, x: f32, width: f32, y: Rangef, color: Color32) {
        let left = self.snap(x - width / 2.0);
        self.painter.rect_filled(self.part(Rangef::new(left, left + width), y), 0.0, color);
    }

    /// Paints the playhead: 2 points wide with a keyline, and a grip on top.
    pub fn playhead(&self, x: f32, y: Rangef) {
        let (x, [half, height]) = (self.snap(x), GRIP);
        let shaft = Rangef::new(y.min + height, y.max);
        self.line(x, 4.0, shaft, self.theme.panel);
        self.line(x, 2.0, shaft, self.theme.t1);
        let grip = self.part(Rangef::new(x - half, x + half), Rangef::new(y.min, y.min + height));
        self.painter.rect_filled(grip, 0.0, self.theme.t1);
    }

    /// Paints the playhead with its grip below, for tracks with something else on top.
    pub fn playhead_from_below(&self, x: f32, y: Rangef, grip: f32) {
        let x = self.snap(x);
        self.line(x, 4.0, y, self.theme.panel);
        self.line(x, 2.0, y, self.theme.t1);
        let at = |dx: f32, y: f32| pos2(x + dx, self.rect.top() + y);
        let corners = vec![at(0.0, y.max - 1.0), at(6.0, grip), at(-6.0, grip)];
        self.painter.add(Shape::convex_polygon(corners, self.theme.t1, Stroke::new(1.0, self.theme.panel)));
    }
}

/// Returns the number of values before part `at`, of `all` values in `parts` equal parts.
pub fn share_of(at: u64, parts: u64, all: u64) -> u64 {
    let count = u128::from(at) * u128::from(all) / u128::from(parts.max(1));
    u64::try_from(count).unwrap_or(all)
}

/// The shown part of an axis: all of it, or a part that the wheel has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct AxisZoom {
    part: Option<(f64, f64)>,
    /// The last value reached.
    reached: Option<f64>,
}

impl AxisZoom {
    /// Returns the shown part of `all`.
    fn part(self, all: &RangeInclusive<f64>) -> (f64, f64) {
        let (first, last) = (*all.start(), all.end().max(all.start() + 1.0));
        match self.part {
            Some((from, to)) if to > first && from < last => (from.max(first), to.min(last)),
            _ => (first, last),
        }
    }

    /// Makes the part `factor` times as long about `middle`, which stays in place.
    fn scale(&mut self, all: &RangeInclusive<f64>, middle: f64, factor: f64) {
        let [from, to] = <[f64; 2]>::from(self.part(all)).map(|end| middle + (end - middle) * factor);
        let whole = all.end() - all.start();
        // Fewer than ten units would be all bars.
        self.part = (to - from < whole && to - from >= 10.0_f64.min(whole))
            .then_some((from, to))
            .or(self.part.filter(|_| factor < 1.0));
    }

    /// Moves the part by `units` of the axis.
    fn shift(&mut self, all: &RangeInclusive<f64>, units: f64) {
        if let Some((from, to)) = &mut self.part {
            let by = units.clamp((all.start() - *from).min(0.0), (all.end() - *to).max(0.0));
            (*from, *to) = (*from + by, *to + by);
        }
    }

    /// Moves the part to `at` if that has changed: a person may look at another part meanwhile.
    fn reach(&mut self, at: f64) {
        if self.reached.replace(at) == Some(at) {
            return;
        }
        if let Some((from, to)) = &mut self.part
            && !(*from..=*to).contains(&at)
        {
            let half = (*to - *from) / 2.0;
            (*from, *to) = (at - half, at + half);
        }
    }
}

/// Returns the position from 0 to `last` to which a slider was moved: by the pointer, whose x `at` converts, by the arrow keys,
/// with Shift by ten, or by a screen reader. Returns `None` if it stays.
///
/// A focused slider takes the keys left and right; they do not move the focus.
pub(super) fn moved(
    ui: &Ui,
    response: &Response,
    name: &str,
    position: u64,
    last: u64,
    at: impl Fn(f32) -> u64,
) -> Option<u64> {
    let mut keyboard = 0;
    if response.has_focus() {
        let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        keyboard = arrow_steps(ui);
    }
    let by_steps = position.saturating_add_signed(keyboard + requested_steps(ui, response));
    let before = gesture::before(response, position);
    // Other buttons move nothing: one opens a menu.
    let is_primary = ui.input(|input| input.pointer.primary_down() || input.pointer.primary_released());
    let follows = is_primary && !gesture::is_cancelled(ui);
    let pointed = response.interact_pointer_pos().filter(|_| follows).map(|pointer| at(pointer.x));
    let wanted = requested_value(ui, response).or(before).or(pointed).unwrap_or(by_steps).min(last);
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), wanted as f64, name));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(last as f64);
        node.set_numeric_value_step(1.0);
        node.add_action(Action::SetValue);
        node.add_action(Action::Increment);
        node.add_action(Action::Decrement);
    });
    (wanted != position).then_some(wanted)
}

/// The value that a screen reader sets directly, if any.
fn requested_value(ui: &Ui, response: &Response) -> Option<u64> {
    ui.input(|input| {
        let requests = input.accesskit_action_requests(response.id, Action::SetValue);
        let values = requests.filter_map(|request| match request.data {
            Some(ActionData::NumericValue(value)) => Some(whole_u64(value.round())),
            _ => None,
        });
        values.last()
    })
}

fn arrow_steps(ui: &Ui) -> i64 {
    let step = |event: &Event| match event {
        Event::Key { key, pressed: true, modifiers, .. } => {
            let size = if modifiers.shift { 10 } else { 1 };
            match key {
                Key::ArrowLeft => -size,
                Key::ArrowRight => size,
                _ => 0,
            }
        }
        _ => 0,
    };
    ui.input(|input| input.events.iter().map(step).sum())
}

fn requested_steps(ui: &Ui, response: &Response) -> i64 {
    ui.input(|input| {
        let requests = |action| input.accesskit_action_requests(response.id, action);
        let net = |more: usize, fewer: usize| i64::try_from(more).unwrap_or(0) - i64::try_from(fewer).unwrap_or(0);
        net(requests(Action::Increment).count(), requests(Action::Decrement).count())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: RangeInclusive<f64> = 0.0..=1_000.0;

    #[test]
    fn the_middle_stays_where_it_is() {
        let mut zoom = AxisZoom::default();
        zoom.scale(&ALL, 250.0, 0.5);
        assert_eq!(zoom.part(&ALL), (125.0, 625.0));
        zoom.scale(&ALL, 250.0, 4.0);
        assert_eq!(zoom.part(&ALL), (0.0, 1_000.0), "no more than all");
    }

    #[test]
    fn what_is_shown_is_reached() {
        let mut zoom = AxisZoom::default();
        zoom.scale(&ALL, 0.0, 0.1);
        zoom.reach(500.0);
        assert_eq!(zoom.part(&ALL), (450.0, 550.0));
        zoom.shift(&ALL, 1e9);
        assert_eq!(zoom.part(&ALL), (900.0, 1_000.0));
        zoom.reach(500.0);
        assert_eq!(zoom.part(&ALL), (900.0, 1_000.0), "nothing else is to be shown");
        zoom.reach(501.0);
        assert_eq!(zoom.part(&ALL), (451.0, 551.0));
    }
}
