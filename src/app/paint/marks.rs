//! The marks of the three verdicts: a diamond for a hit, a ring for a miss, a triangle for a wrong answer.
//!
//! No icon has these shapes, so a verdict can be recognised without its colour.

use egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

/// A filled diamond; `radius` in points from the centre to a corner.
pub fn diamond(painter: &Painter, center: Pos2, radius: f32, fill: Color32) {
    let corners = [vec2(0.0, -1.0), vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(-1.0, 0.0)];
    let points = corners.map(|corner| center + corner * radius).to_vec();
    painter.add(Shape::convex_polygon(points, fill, Stroke::NONE));
}

/// The outline of a diamond, 1.5 points wide; `radius` in points from the centre to a corner.
pub fn open_diamond(painter: &Painter, center: Pos2, radius: f32, color: Color32) {
    let corners = [vec2(0.0, -1.0), vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(-1.0, 0.0)];
    let points = corners.map(|corner| center + corner * radius).to_vec();
    painter.add(Shape::closed_line(points, Stroke::new(1.5, color)));
}

/// A diamond that reads on any art: a white rim of 1 point, then a black one, both outside `radius`.
pub fn rimmed_diamond(painter: &Painter, center: Pos2, radius: f32, fill: Color32) {
    // A corner of a square diamond moves out by the root of 2 when its edges move out by 1.
    let rim = std::f32::consts::SQRT_2;
    diamond(painter, center, radius + 2.0 * rim, Color32::BLACK);
    diamond(painter, center, radius + rim, Color32::WHITE);
    diamond(painter, center, radius, fill);
}

/// A warning triangle that reads on any art: a white rim of 1 point, then a black one, both outside `radius`.
pub fn rimmed_triangle(painter: &Painter, center: Pos2, radius: f32, fill: Color32) {
    for (wider, color) in [(3.5, Color32::BLACK), (1.75, Color32::WHITE)] {
        // Its edges move out by as much at its foot as at its sides.
        triangle(painter, center - vec2(0.0, 0.25 * wider), radius + wider, color, color);
    }
    triangle(painter, center, radius, fill, Color32::BLACK);
}

/// A ring; `radius` in points to the middle of its 1.5 point stroke.
pub fn ring(painter: &Painter, center: Pos2, radius: f32, color: Color32) {
    painter.circle_stroke(center, radius, Stroke::new(1.5, color));
}

/// An arrow that reads on any art, white with a dark rim, and a ring around its end: there nothing is in the way. Its head
/// is left out where the way is shorter than both.
pub fn rimmed_arrow(painter: &Painter, from: Pos2, to: Pos2) {
    const RING: f32 = 3.5;
    const HEAD: f32 = 7.0;
    let rim = Color32::from_black_alpha(180);
    let way = to - from;
    let along = way.normalized();
    let end = to - along * (RING + 1.0);
    let has_head = way.length() > 2.0 * (RING + HEAD);
    for (width, color) in [(3.5, rim), (1.5, Color32::WHITE)] {
        if way.length() > RING {
            painter.line_segment([from, end], Stroke::new(width, color));
        }
        if has_head {
            let side = along.rot90() * 0.5 * HEAD;
            let head = vec![end, end - along * HEAD + side, end - along * HEAD - side];
            painter.add(Shape::convex_polygon(head, color, Stroke::new(width - 1.5, color)));
        }
        painter.circle_stroke(to, RING, Stroke::new(width, color));
    }
}

/// A warning triangle, `radius` high above and below its centre, with an `!` in `ink`.
pub fn triangle(painter: &Painter, center: Pos2, radius: f32, fill: Color32, ink: Color32) {
    let half_width = radius * 1.15;
    let points =
        vec![center - vec2(0.0, radius), center + vec2(half_width, radius), center + vec2(-half_width, radius)];
    painter.add(Shape::convex_polygon(points, fill, Stroke::NONE));

    let stem = Rect::from_center_size(pos2(center.x, center.y + 0.1 * radius), Vec2::new(1.5, 0.8 * radius));
    let dot = Rect::from_center_size(pos2(center.x, center.y + 0.75 * radius), Vec2::splat(1.5));
    painter.rect_filled(stem, 0.0, ink);
    painter.rect_filled(dot, 0.0, ink);
}

/// A checker board over a rectangle, of squares with a side in points.
pub fn checker(rect: Rect, side: f32, colors: [Color32; 2]) -> Mesh {
    let mut mesh = Mesh::default();
    let starts = |from: f32, to: f32| (0_u16..).map(move |n| from + side * f32::from(n)).take_while(move |at| *at < to);
    for (row, y) in starts(rect.top(), rect.bottom()).enumerate() {
        for (column, x) in starts(rect.left(), rect.right()).enumerate() {
            let square = Rect::from_min_size(pos2(x, y), Vec2::splat(side)).intersect(rect);
            mesh.add_colored_rect(square, colors[(row + column) % 2]);
        }
    }
    mesh
}
