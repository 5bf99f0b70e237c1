//! The labels of a first start: what the sample pair shows.

use crate::app::paint::draw::*;
use maskscope_core::scene::MaskContact;

/// Height of a label and free space at its sides; its distance from the intersection, in points.
const HEIGHT: f32 = 32.0;
const PADDING: f32 = 4.0;
const AWAY: f32 = 32.0;
/// Below this width of the window the labels are smaller.
const NARROW: f32 = 1_000.0;

pub const LAYER: CanvasLayer = CanvasLayer { switches: &[], paint: |draw, _| paint(draw) };

fn paint(draw: &DrawContext<'_>) {
    let is_shown = draw.session.view().greets && draw.session.view().tab == Tab::Inspect;
    let Some(overlap) = draw.overlap().filter(|_| is_shown).map(|overlap| draw.screen.rect(overlap)) else { return };
    let at = pos2(overlap.left(), overlap.lerp_inside(vec2(0.0, 0.45)).y);
    let boxes = label(draw, at - vec2(AWAY, 0.0), Align2::RIGHT_CENTER, "boxes: hit");
    leader(draw, &[boxes.right_center(), at], 2.0);
    square(draw, at, 8.0);
    let contact = draw.session.derived().contact().and_then(MaskContact::nearest);
    let Some((pixels, distance)) = draw.closest_pixels().zip(contact) else { return };
    let middle = pixels[0].center().lerp(pixels[1].center(), 0.5);
    let text = format!("pixels: miss, {} px apart", words::number(distance, 1..=1));
    let beside = pos2(overlap.right() + AWAY * 0.75, overlap.center().y);
    let label = label(draw, beside, Align2::LEFT_CENTER, &text);
    let elbow = pos2(middle.x + 20.0, label.center().y);
    leader(draw, &[label.left_center(), elbow, middle], 1.0);
    square(draw, middle, 6.0);
}

/// Paints a label; returns what it covers.
fn label(draw: &DrawContext<'_>, at: Pos2, align: Align2, text: &str) -> Rect {
    let is_narrow = draw.painter.ctx().content_rect().width() < NARROW;
    let font = FontId::proportional(if is_narrow { 16.0 } else { 20.0 });
    let text = draw.painter.layout_no_wrap(text.to_owned(), font, Color32::BLACK);
    let size = vec2(text.size().x + 2.0 * PADDING, if is_narrow { 26.0 } else { HEIGHT }).ceil();
    let canvas = draw.screen.canvas;
    let corner = align.anchor_size(at, size).min.min(canvas.max - size).max(canvas.min).round();
    let rect = Rect::from_min_size(corner, size);
    draw.painter.rect(rect, 0.0, Color32::WHITE, Stroke::new(1.0, Color32::BLACK), StrokeKind::Outside);
    draw.painter.galley(Align2::CENTER_CENTER.anchor_size(rect.center(), text.size()).min, text, Color32::BLACK);
    rect
}

fn leader(draw: &DrawContext<'_>, line: &[Pos2], width: f32) {
    for (width, color) in [(width + 2.0, Color32::BLACK), (width, Color32::WHITE)] {
        draw.painter.line(line.to_vec(), Stroke::new(width, color));
    }
}

fn square(draw: &DrawContext<'_>, at: Pos2, side: f32) {
    for (side, color) in [(side + 2.0, Color32::BLACK), (side, Color32::WHITE)] {
        draw.painter.rect_filled(Rect::from_center_size(at, Vec2::splat(side)), 0.0, color);
    }
}
