//! Lines between cells, where cells are large enough.

use crate::app::paint::{draw::*, lines::Lines};
use crate::session::Layer;

/// Shown at this zoom, in pixels per cell, and above.
const SHOWN_FROM: u32 = 8;

pub const LAYER: CanvasLayer =
    CanvasLayer { switches: &[Switch { layer: Layer::Grid, key: Some(Key::G), swatch }], paint: |draw, _| paint(draw) };

fn paint(draw: &DrawContext<'_>) {
    let screen = &draw.screen;
    if !draw.shows(Layer::Grid) || screen.whole_cell_pixels() < SHOWN_FROM {
        return;
    }
    let visible = screen.visible();
    let mut lines = Lines::default();
    for x in visible.x..=visible.right() {
        let left = screen.corner(Cell::new(x, 0)).x;
        lines.rect(Rect::from_x_y_ranges(left..=left + screen.points(1.0), screen.canvas.y_range()), draw.theme.grid);
    }
    for y in visible.y..=visible.bottom() {
        let top = screen.corner(Cell::new(0, y)).y;
        lines.rect(Rect::from_x_y_ranges(screen.canvas.x_range(), top..=top + screen.points(1.0)), draw.theme.grid);
    }
    lines.paint(draw.painter);
}

fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    let stroke = Stroke::new(1.0, theme.edge);
    for x in [0.5, 6.5, 12.5, 18.5] {
        painter.vline(rect.left() + x, rect.y_range(), stroke);
    }
    for y in [0.5, 6.5, 12.5] {
        painter.hline(rect.x_range(), rect.top() + y, stroke);
    }
}
