//! While a file hovers over the window, the canvas halves: left for A, right for B.

use egui::{Align2, Color32, Rect, Stroke, StrokeKind, vec2};

use crate::{
    app::{draw::DrawContext, theme},
    session::Slot,
};

/// The half of the canvas on which a file becomes `slot`.
pub fn half(canvas: Rect, slot: Slot) -> Rect {
    let (left, right) = canvas.split_left_right_at_fraction(0.5);
    if slot == Slot::A { left } else { right }
}

pub fn paint(draw: &DrawContext<'_>) {
    let pointer = draw.painter.ctx().pointer_latest_pos();
    draw.painter.rect_filled(draw.screen.canvas, 0.0, draw.theme.canvas.gamma_multiply(0.85));
    for slot in Slot::ALL {
        let (ground, ink) = match slot {
            Slot::A => (draw.theme.a_chip, draw.theme.on_a),
            Slot::B => (draw.theme.b_chip, draw.theme.on_b),
        };
        let rect = half(draw.screen.canvas, slot).shrink(12.0);
        let is_under_pointer = pointer.is_some_and(|at| rect.contains(at));
        let edge = if is_under_pointer { ground } else { draw.theme.edge };
        draw.painter.rect_stroke(rect, 2.0, Stroke::new(2.0, edge), StrokeKind::Inside);
        let words = format!("drop as {}", slot.letter());
        let text = draw.painter.layout_no_wrap(words, theme::answer(), draw.theme.t1);
        let chip = Rect::from_center_size(rect.center() - vec2(text.size().x / 2.0 + 18.0, 0.0), vec2(20.0, 20.0));
        draw.painter.rect_filled(chip, 2.0, ground);
        draw.painter.text(chip.center(), Align2::CENTER_CENTER, slot.letter(), theme::mono(), ink);
        let place = Align2::CENTER_CENTER.anchor_size(rect.center(), text.size());
        draw.painter.galley(place.min, text, Color32::PLACEHOLDER);
    }
}
