//! Lines of text, marks, bars and timings, as the numbers beside the pictures are written.

use crate::app::prelude::*;
use maskscope_core::measure::Timing;

/// Words that begin at a place; where they end.
pub fn left(ui: &Ui, x: f32, y: f32, text: &str, font: FontId, ink: Color32) -> f32 {
    ui.painter().text(pos2(x, y), Align2::LEFT_CENTER, text, font, ink).right()
}

/// Words that end at a place; where they begin.
pub fn right(ui: &Ui, x: f32, y: f32, text: &str, font: FontId, ink: Color32) -> f32 {
    ui.painter().text(pos2(x, y), Align2::RIGHT_CENTER, text, font, ink).left()
}

/// The width of a text in points.
pub fn width(ui: &Ui, text: impl Into<String>, font: FontId) -> f32 {
    ui.painter().layout_no_wrap(text.into(), font, Color32::PLACEHOLDER).size().x
}

/// `text`, or its beginning and end if it is wider than `room`: names often differ at the end.
pub fn elided(ui: &Ui, text: &str, room: f32, font: &FontId) -> String {
    let fits = |text: &str| width(ui, text, font.clone()) <= room;
    if fits(text) {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let kept = |count: usize| -> String {
        let (head, tail) = (count.div_ceil(2), count / 2);
        letters[..head].iter().chain(&['…']).chain(&letters[letters.len() - tail..]).collect()
    };
    (0..letters.len()).rev().map(kept).find(|text| fits(text)).unwrap_or_default()
}

/// A title, and a note at the right where it fits.
pub fn titled(ui: &Ui, place: Rect, y: f32, title: &str, note: &str) {
    let theme = Theme::of(ui);
    let end = left(ui, place.left(), y, title, theme::text(), theme.t1);
    aside(ui, end, place.right(), y, note, theme.t3);
}

/// Paints a title and a note in a row of their own, `height` points high.
pub fn title_row(ui: &mut Ui, height: f32, title: &str, note: &str) {
    let (rect, row) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    row.widget_info(|| WidgetInfo::labeled(Role::Heading, true, format!("{title} {note}").trim_end()));
    titled(ui, rect, rect.center().y, title, note);
}

/// A note at the right, where it does not touch what ends at `end`: what does not fit is left out whole.
pub fn aside(ui: &Ui, end: f32, right: f32, y: f32, note: &str, ink: Color32) {
    let note = ui.painter().layout_no_wrap(note.to_owned(), theme::note(), ink);
    let corner = pos2(right - note.size().x, y - note.size().y / 2.0);
    if corner.x >= end + 10.0 {
        ui.painter().galley(corner, note, ink);
    }
}

/// A mean, with one digit after the point where it is small.
pub fn mean(value: f64) -> String {
    words::number(value, if value < 99.95 { 1..=1 } else { 0..=0 })
}

/// The reason why a timing is dimmed.
pub const DISTURBED: &str = "Other work disturbed this timing. It is repeated while the window is idle, up to twice.";

/// The median of a timing; with a tilde where it was disturbed: `453 ns`, `~453 ns`.
pub fn median(timing: &Timing) -> String {
    let mark = if timing.is_disturbed() { "~" } else { "" };
    format!("{mark}{}", words::duration(timing.median_nanos))
}

/// The `ink` in which a timing is written: dimmed where it was disturbed.
pub fn ink(timing: Option<Timing>, ink: Color32, theme: &Theme) -> Color32 {
    if timing.is_some_and(|timing| timing.is_disturbed()) { theme.t3 } else { ink }
}
