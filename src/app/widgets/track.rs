//! A time axis: a playhead that the pointer, keys and screen readers move, over what is painted on it.

use std::ops::Range;

use egui::emath::GuiRounding as _;
use egui::{Color32, Painter, Rangef, Rect, Response, Sense, Shape, Stroke, Ui, pos2, vec2};

use super::keys;
use crate::app::cast::whole_u64;
use crate::app::theme::Theme;

/// Half the width of the playhead's grip, and its height, in points.
const GRIP: [f32; 2] = [5.0, 5.0];

/// Where values lie along a track.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// From the first value to the last, on the screen, in points.
    pub x: Rangef,
    from: f64,
    to: f64,
    is_log: bool,
}

impl Axis {
    /// Returns an axis on which all values between two are as long.
    pub fn linear(x: Rangef, from: f64, to: f64) -> Self {
        Self { x, from, to, is_log: false }
    }

    /// Returns an axis from 1 on on which each next step is shorter.
    pub fn log(x: Rangef, to: f64) -> Self {
        Self { x, from: 1.0, to, is_log: true }
    }

    /// Returns where a value lies.
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

/// A place in the window for a time axis.
pub struct Track<'a> {
    /// The whole of it.
    pub rect: Rect,
    /// What a person does with it.
    pub response: Response,
    /// Paints on it.
    pub painter: Painter,
    /// The colours to paint with.
    pub theme: &'a Theme,
}

impl Track<'_> {
    /// Takes all the width there is, and a height in points.
    pub fn new(ui: &mut Ui, height: f32) -> Self {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click_and_drag());
        let rect = rect.round_to_pixels(ui.pixels_per_point());
        Self { rect, response, painter: ui.painter().clone(), theme: Theme::of(ui) }
    }

    /// Returns the position, of 0 to `last`, to which the pointer, whose place `at` turns into one, keys or a screen reader have
    /// moved it; `None` where it stays.
    pub fn moved(&self, ui: &Ui, name: &str, position: u64, last: u64, at: impl Fn(f32) -> u64) -> Option<u64> {
        keys::moved(ui, &self.response, name, position, last, at)
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
    /// that it stands for.
    pub fn columns(&self, x: Rangef, count: u64) -> impl Iterator<Item = (Rangef, Range<u64>)> + use<'_> {
        let pixels = whole_u64(f64::from(x.span() * self.painter.pixels_per_point()).round());
        let columns = pixels.min(count);
        let edge = move |column: u64| self.snap(egui::lerp(x, column as f32 / columns as f32));
        (0..columns).map(move |column| {
            let parts = share_of(column, columns, count)..share_of(column + 1, columns, count);
            (Rangef::new(edge(column), edge(column + 1)), parts)
        })
    }

    /// Paints an upright line of whole pixels.
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

    /// Paints the playhead with its grip below, where something else stands on top.
    pub fn playhead_from_below(&self, x: f32, y: Rangef, grip: f32) {
        let x = self.snap(x);
        self.line(x, 4.0, y, self.theme.panel);
        self.line(x, 2.0, y, self.theme.t1);
        let at = |dx: f32, y: f32| pos2(x + dx, self.rect.top() + y);
        let corners = vec![at(0.0, y.max - 1.0), at(6.0, grip), at(-6.0, grip)];
        self.painter.add(Shape::convex_polygon(corners, self.theme.t1, Stroke::new(1.0, self.theme.panel)));
    }
}

/// Returns how many of `all` lie before part `at` of `parts` equal parts.
pub fn share_of(at: u64, parts: u64, all: u64) -> u64 {
    let count = u128::from(at) * u128::from(all) / u128::from(parts.max(1));
    u64::try_from(count).unwrap_or(all)
}
