//! The outlines of both masks: a line of one pixel along the outside of every solid cell's free edge.

use std::sync::Arc;

use egui::{Mesh, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

use crate::{
    app::{draw::*, lines::Lines, screen::Screen, theme::Theme},
    geom::{Cell, IntRect},
    mask::{Mask, Prepared},
    session::{Layer, Slot},
};

/// Shown at this zoom, in pixels per cell, and above: below it, outlines would hide the cells.
const SHOWN_FROM: u32 = 4;

pub(super) const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch { layer: Layer::Outlines, key: None, swatch }],
    paint: |draw, kept| kept.of::<Outlines>().paint(draw),
};

/// The lines of both sprites, kept until mask, place or view change.
#[derive(Default)]
struct Outlines([Option<Kept>; 2]);

struct Kept {
    mask: Arc<Prepared>,
    position: Cell,
    screen: Screen,
    dark: bool,
    mesh: Arc<Mesh>,
}

impl Outlines {
    /// Paints the outlines of A, then of B.
    fn paint(&mut self, draw: &DrawContext<'_>) {
        if !draw.shows(Layer::Outlines) || draw.screen.whole_cell_pixels() < SHOWN_FROM {
            return;
        }
        for slot in Slot::ALL {
            if let Some(mesh) = self.mesh(draw, slot) {
                draw.painter.add(Shape::Mesh(mesh));
            }
        }
    }

    fn mesh(&mut self, draw: &DrawContext<'_>, slot: Slot) -> Option<Arc<Mesh>> {
        let placed = draw.session.stage().get(slot)?;
        let (mask, screen) = (placed.raster().mask(), draw.screen);
        let kept = &mut self.0[slot as usize];
        let is_fresh = |kept: &Kept| {
            Arc::ptr_eq(&kept.mask, mask)
                && (kept.position, kept.screen, kept.dark) == (placed.position(), screen, draw.theme.dark)
        };
        if !kept.as_ref().is_some_and(is_fresh) {
            let color = if slot == Slot::A { draw.theme.a } else { draw.theme.b };
            let shown = placed.bounding_box().intersection(screen.visible())?;
            let mut lines = Lines::default();
            for (edge, outside) in edges(mask.mask(), shown.translated(Cell::ORIGIN - placed.position())) {
                lines.rect(line(&screen, edge.translated(placed.position()), outside), color);
            }
            *kept = Some(Kept {
                mask: Arc::clone(mask),
                position: placed.position(),
                screen,
                dark: draw.theme.dark,
                mesh: Arc::new(lines.into_mesh()),
            });
        }
        kept.as_ref().map(|kept| Arc::clone(&kept.mesh))
    }
}

/// On which side of a run of solid cells the clear ones lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Above,
    Below,
    Left,
    Right,
}

/// The line along one side of a run of cells, outside it.
fn line(screen: &Screen, cells: IntRect, side: Side) -> Rect {
    let (rect, pixel) = (screen.rect(cells), screen.points(1.0));
    let (min, max) = (rect.min, rect.max);
    match side {
        Side::Above => Rect::from_min_max(pos2(min.x - pixel, min.y - pixel), pos2(max.x + pixel, min.y)),
        Side::Below => Rect::from_min_max(pos2(min.x - pixel, max.y), pos2(max.x + pixel, max.y + pixel)),
        Side::Left => Rect::from_min_max(pos2(min.x - pixel, min.y), pos2(min.x, max.y)),
        Side::Right => Rect::from_min_max(pos2(max.x, min.y), pos2(max.x + pixel, max.y)),
    }
}

/// The free edges of the solid cells in `part` of a mask, neighbours along one line joined into runs.
fn edges(mask: &Mask, part: IntRect) -> Vec<(IntRect, Side)> {
    let mut edges = Vec::new();
    for y in part.y..part.bottom() {
        for (side, step) in [(Side::Above, -1), (Side::Below, 1)] {
            let free = |x: &i64| mask.get_cell(Cell::new(*x, y)) && !mask.get_cell(Cell::new(*x, y + step));
            runs(part.x..part.right(), free, |first, last| {
                edges.push((IntRect::spanning(Cell::new(first, y), Cell::new(last, y)), side));
            });
        }
    }
    for x in part.x..part.right() {
        for (side, step) in [(Side::Left, -1), (Side::Right, 1)] {
            let free = |y: &i64| mask.get_cell(Cell::new(x, *y)) && !mask.get_cell(Cell::new(x + step, *y));
            runs(part.y..part.bottom(), free, |first, last| {
                edges.push((IntRect::spanning(Cell::new(x, first), Cell::new(x, last)), side));
            });
        }
    }
    edges
}

/// Calls `found(first, last)` for each unbroken run of places at which `is_in` holds.
fn runs(places: std::ops::Range<i64>, is_in: impl Fn(&i64) -> bool, mut found: impl FnMut(i64, i64)) {
    let mut start = None;
    for at in places.clone() {
        match (is_in(&at), start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                found(first, at - 1);
                start = None;
            }
            _ => {}
        }
    }
    if let Some(first) = start {
        found(first, places.end - 1);
    }
}

/// A step of A's outline, and one of B's that meets it.
fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    let steps = |corner: Pos2, dx: f32, dy: f32| -> Vec<Pos2> {
        let at = |x: f32, y: f32| corner + vec2(x * dx, y * dy);
        vec![at(0.0, 0.0), at(0.0, 6.0), at(5.0, 6.0), at(5.0, 11.0), at(11.0, 11.0)]
    };
    painter.line(steps(rect.min + vec2(0.5, 12.5), 1.0, -1.0), Stroke::new(1.0, theme.a));
    painter.line(steps(rect.min + vec2(23.5, 1.5), -1.0, 1.0), Stroke::new(1.0, theme.b));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_edges_are_one_run() {
        let mask: Mask = "##.\n##.".parse().expect("a mask");
        let edges = edges(&mask, mask.bounding_box());
        let run = |x, y, width, height, side| (IntRect { x, y, width, height }, side);
        assert_eq!(
            edges,
            [
                run(0, 0, 2, 1, Side::Above),
                run(0, 1, 2, 1, Side::Below),
                run(0, 0, 1, 2, Side::Left),
                run(1, 0, 1, 2, Side::Right),
            ]
        );
    }
}
