//! A small picture of a check: both silhouettes, what the game tested, and its overlap.

use egui::{Color32, Mesh, Painter, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

use crate::app::theme::Theme;
use crate::geom::{Cell, IntRect};
use crate::replay::Check;
use crate::scene::PlacedSprite;

/// Free space inside the frame, in points.
const MARGIN: f32 = 3.0;

/// Paints the check into `rect`, as large as it fits.
pub fn paint(painter: &Painter, rect: Rect, check: &Check, theme: &Theme) {
    painter.rect(rect, 0.0, theme.canvas, Stroke::new(1.0, theme.edge), StrokeKind::Inside);
    let [a, b] = &check.pair.sprites;
    let world = a.extent.union(b.extent);
    let inside = rect.shrink(MARGIN);
    let scale = (inside.width() / world.width.max(1) as f32).min(inside.height() / world.height.max(1) as f32);
    let size = vec2(world.width as f32, world.height as f32) * scale;
    let corner = inside.center() - 0.5 * size;
    #[expect(clippy::cast_possible_truncation, reason = "px of a small picture")]
    let at = |x: f64, y: f64| corner + vec2((x - world.x as f64) as f32, (y - world.y as f64) as f32) * scale;
    silhouettes(painter, Rect::from_min_size(corner, size), world, [a, b], theme);
    for outline in [0, 1].into_iter().flat_map(|slot| check.tested_outlines(slot)) {
        let points = outline.into_iter().map(|(x, y)| at(x, y)).collect();
        painter.add(Shape::closed_line(points, Stroke::new(1.0, theme.t1)));
    }
    let boxes = [0, 1].map(|slot| check.tested_box(slot));
    let boxes = boxes.map(|it| it.map(|[x, y, w, h]| Rect::from_min_max(at(x, y), at(x + w, y + h))));
    if let [Some(a), Some(b)] = boxes {
        let shared = a.intersect(b);
        if shared.is_positive() {
            painter.rect_filled(shared, 0.0, theme.bad);
        }
    }
}

/// Paints both masks point by point: A, B, and both.
fn silhouettes(painter: &Painter, rect: Rect, world: IntRect, sprites: [&PlacedSprite; 2], theme: &Theme) {
    let mut mesh = Mesh::default();
    let inks = [theme.a, theme.b, theme.both];
    let cell = |n: f32, from: f32, span: f32, low: i64, cells: u32| {
        #[expect(clippy::cast_possible_truncation, reason = "a cell between both ends")]
        let along = ((n + 0.5 - from) / span.max(1.0) * cells as f32) as i64;
        low + along
    };
    let mut y = rect.top();
    while y < rect.bottom() {
        let (mut x, mut run): (f32, Option<(f32, Color32)>) = (rect.left(), None);
        loop {
            let is_inside = x < rect.right();
            let at = Cell::new(
                cell(x, rect.left(), rect.width(), world.x, world.width),
                cell(y, rect.top(), rect.height(), world.y, world.height),
            );
            let [a, b] = sprites
                .map(|placed| is_inside && placed.posed().raster.mask().mask().get_cell(at - placed.extent.origin()));
            let ink = match (a, b) {
                (true, true) => Some(inks[2]),
                (true, false) => Some(inks[0]),
                (false, true) => Some(inks[1]),
                (false, false) => None,
            };
            if run.map(|(_, ink)| ink) != ink {
                if let Some((from, ink)) = run {
                    mesh.add_colored_rect(Rect::from_min_max(pos2(from, y), pos2(x, y + 1.0)), ink);
                }
                run = ink.map(|ink| (x, ink));
            }
            if !is_inside {
                break;
            }
            x += 1.0;
        }
        y += 1.0;
    }
    painter.add(Shape::mesh(mesh));
}
