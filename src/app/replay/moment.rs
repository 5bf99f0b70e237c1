//! A small picture of a check: both silhouettes, what the game tested, and its overlap.

use crate::app::paint::screen::whole_u32;
use crate::app::prelude::*;
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
    let [columns, rows] = [rect.width(), rect.height()].map(|side| whole_u32(side.ceil()).max(1));
    // The cell in the middle of a point.
    let cell = |at: u32, count: u32, low: i64, cells: u32| {
        low + (2 * i64::from(at) + 1) * i64::from(cells) / (2 * i64::from(count))
    };
    for row in 0..rows {
        let y = cell(row, rows, world.y, world.height);
        let ink = |column| {
            let at = Cell::new(cell(column, columns, world.x, world.width), y);
            match sprites.map(|placed| placed.posed().raster.mask().mask().get_cell(at - placed.extent.origin())) {
                [true, true] => Some(theme.both),
                [true, false] => Some(theme.a),
                [false, true] => Some(theme.b),
                [false, false] => None,
            }
        };
        let inks: Vec<_> = (0..columns).map(ink).collect();
        let mut at = pos2(rect.left(), rect.top() + row as f32);
        for run in inks.chunk_by(|one, next| one == next) {
            let size = vec2(run.len() as f32, 1.0);
            if let Some(ink) = run[0] {
                mesh.add_colored_rect(Rect::from_min_size(at, size), ink);
            }
            at.x += size.x;
        }
    }
    painter.add(Shape::mesh(mesh));
}
