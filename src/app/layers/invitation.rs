//! The text of an empty canvas: ways to open images.

use egui::{Align2, Color32, vec2};

use crate::app::{draw::DrawContext, theme};

/// From the first line to the second, in points.
const LINE: f32 = 24.0;

/// Paints two lines in the middle of the canvas.
pub fn paint(draw: &DrawContext<'_>) {
    let middle = draw.screen.canvas.center();
    let lines = [
        ("Drop two images here", theme::answer(), draw.theme.t1),
        ("or press Ctrl O and Ctrl Shift O, or choose a pair from the menu Scene", theme::text(), draw.theme.t2),
    ];
    for (at, (words, font, ink)) in (0_u8..).zip(lines) {
        let text = draw.painter.layout_no_wrap(words.to_owned(), font, ink);
        let place = Align2::CENTER_CENTER.anchor_size(middle + vec2(0.0, LINE * f32::from(at)), text.size());
        draw.painter.galley(place.min.round(), text, Color32::PLACEHOLDER);
    }
}
