//! The drag of a hitbox's handle: the shape as it was, what has changed, and why a corner stays where it is.

use super::drag::Drag;
use super::layers::hitbox_handles::HitboxHandle;
use super::lines::Lines;
use crate::app::draw::*;
use crate::shape::{Hitbox, Part};

/// Free space around the text of a tag, and from the pointer to it, in points.
const PADDING: f32 = 8.0;
const BESIDE: Vec2 = vec2(12.0, 22.0);
const ABOVE: Vec2 = vec2(-110.0, -58.0);

/// Paints what is to be known of a drag of a hitbox's handle.
pub fn paint(draw: &DrawContext<'_>, drag: &Drag) {
    let &Drag::Hitbox { handle, ref from, shown, grabbed, shapes_from_world, differing, .. } = drag else { return };
    let pointer = draw.painter.ctx().pointer_interact_pos();
    let Some((((slot, hitbox, map), pointer), from)) = draw.edited_hitbox().zip(pointer).zip(from.of(shown)) else {
        return;
    };
    let to = shapes_from_world.map(draw.screen.world_from_screen(pointer));
    if handle.follow(from, grabbed, to, false).is_none() {
        // An edge may have no corner yet.
        let has_corner = !handle.is_edge() || hitbox != from;
        if has_corner {
            paint_refused(draw, handle.pulled(), (hitbox, map), pointer);
        }
        return;
    }
    for part in from.parts() {
        let Part::Shape(shape) = part else { continue };
        let corners = shape.placed(&map).outline(60);
        let mut line: Vec<Pos2> = corners.into_iter().map(|point| draw.screen.point(point)).collect();
        line.extend(line.first().copied());
        for (width, color) in [(3.0, Color32::BLACK), (1.0, Color32::WHITE)] {
            draw.painter.extend(Shape::dashed_line(&line, Stroke::new(width, color), 2.0, 4.0));
        }
    }
    let mut lines = vec![handle.pulled().value(hitbox)];
    if let Some(((added, missed), (unfair, forgiven))) = draw.session.derived().differing(slot).zip(differing) {
        let changed = |now: u64, before: u64, what: &str| match now.abs_diff(before) {
            0 => None,
            by => Some(format!("{} px {} {what}", words::thousands(by), if now > before { "more" } else { "less" })),
        };
        lines.extend(changed(added, unfair, "unfair"));
        lines.extend(changed(missed, forgiven, "forgiven"));
    }
    tag(draw, pointer + BESIDE, lines.join("\n"), [Color32::WHITE, Color32::BLACK]);
}

/// Paints the corner where the pointer asks for it, its edges, where they cross others, and the reason.
fn paint_refused(draw: &DrawContext<'_>, handle: HitboxHandle, (hitbox, map): (&Hitbox, Affine), pointer: Pos2) {
    let Some((corners, at)) = handle.corner_of(hitbox) else { return };
    let corners: Vec<Pos2> = corners.iter().map(|&[x, y]| draw.screen.point(map.map((x, y)))).collect();
    let (count, bad) = (corners.len(), draw.theme.bad);
    let ends = [at + count - 1, at + 1].map(|at| corners[at % count]);
    for end in ends {
        draw.painter.line_segment([end, pointer], Stroke::new(4.0, Color32::BLACK));
        draw.painter.extend(Shape::dashed_line(&[end, pointer], Stroke::new(2.0, bad), 6.0, 4.0));
    }
    // The edges that stay.
    for edge in (1..count - 1).map(|by| [at + by, at + by + 1].map(|at| corners[at % count])) {
        for place in ends.iter().filter_map(|&end| crossing([end, pointer], edge)) {
            for (width, color) in [(4.0, Color32::BLACK), (2.0, bad)] {
                draw.painter.circle_stroke(place, 5.0, Stroke::new(width, color));
            }
        }
    }
    let mut squares = Lines::default();
    for (place, opacity) in [(corners[at], 0.55), (pointer, 1.0)] {
        for (side, color) in [(12.0, Color32::BLACK), (10.0, Color32::WHITE)] {
            let square = Rect::from_center_size(place.round(), Vec2::splat(side));
            squares.rect(square, color.gamma_multiply(opacity));
        }
    }
    squares.paint(draw.painter);
    let text = format!("stays at {}: edges would cross", handle.value(hitbox));
    tag(draw, pointer + ABOVE, text, [draw.theme.bad_bg, draw.theme.bad_text]);
}

/// The point where two lines cross inside both.
fn crossing([a, b]: [Pos2; 2], [c, d]: [Pos2; 2]) -> Option<Pos2> {
    let cross = |one: Vec2, other: Vec2| one.x * other.y - one.y * other.x;
    let (along, other) = (b - a, d - c);
    let area = cross(along, other);
    let shares = [other, along].map(|way| cross(c - a, way) / area);
    // Neighbours meet at their ends.
    shares.iter().all(|share| (0.001..0.999).contains(share)).then(|| a + shares[0] * along)
}

/// Paints a tag with its corner at a place, inside the canvas.
fn tag(draw: &DrawContext<'_>, at: Pos2, text: String, [ground, ink]: [Color32; 2]) {
    let text = draw.painter.layout(text, theme::mono(), ink, f32::INFINITY);
    let size = text.size() + Vec2::splat(2.0 * PADDING);
    let canvas = draw.screen.canvas;
    let rect = Rect::from_min_size(at.min(canvas.max - size).max(canvas.min).round(), size);
    draw.painter.rect(rect, 0.0, ground, Stroke::new(1.0, Color32::BLACK), StrokeKind::Outside);
    draw.painter.galley(rect.min + Vec2::splat(PADDING), text, ink);
}
