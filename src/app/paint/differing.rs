//! Cells in which a shape differs from a mask: crossed where it covers a clear one, dotted where it leaves out a solid one.

use super::raster::PaintRaster;
use crate::app::prelude::*;

/// Distance of two of the crossed lines, and opacity of the ground and of the lines.
const APART: usize = 6;
const GROUND: f32 = 0.26;
const LINES: f32 = 0.6;
/// Sides of a dot and of its rim, in pixels at a scale of 1; at smaller cells it is a single pixel.
const DOT: [usize; 2] = [2, 4];

/// Ground and lines of cells that are crossed.
pub fn inks(theme: &Theme) -> [Color32; 2] {
    let [ground, lines] = [GROUND, LINES].map(|share| theme.bad.gamma_multiply(share));
    [ground, ground.blend(lines)]
}

/// Cells of a picture of pixels, in which those that differ are marked.
pub struct DifferingCells {
    /// Pixels along one side of a cell.
    pub side: usize,
    /// Pixels that are one at a scale of 1.
    pub line: usize,
    /// The cell of the first pixel.
    pub first: (i64, i64),
    /// Ground and lines of a crossed cell.
    pub unfair: [Color32; 2],
}

impl DifferingCells {
    /// Fills a cell with crossed lines, which go on in the next.
    pub fn cross(&self, raster: &mut PaintRaster, [left, top]: [usize; 2]) {
        let (side, apart) = (self.side, APART * self.line);
        // Lines that do not move with the part that is shown.
        let offset = |cell: i64| {
            let pixels = cell.rem_euclid(i64::try_from(apart).unwrap_or(1)) * i64::try_from(side).unwrap_or(1);
            usize::try_from(pixels).unwrap_or_default()
        };
        let (dx, dy) = (offset(self.first.0), offset(self.first.1));
        for y in top..top + side {
            for (x, pixel) in (left..).zip(&mut raster.row_mut(y)[left..left + side]) {
                let (x, y) = (x + dx, y + dy);
                let is_on = |at: usize| at % apart < self.line;
                *pixel = self.unfair[usize::from(is_on(x + y) || is_on(x + apart * y - y))];
            }
        }
    }

    /// Paints a dot in the middle of a cell.
    pub fn dot(&self, raster: &mut PaintRaster, [left, top]: [usize; 2]) {
        let side = self.side;
        let [dot, rim] = DOT.map(|width| width * self.line);
        let parts = match side {
            side if side > rim => [(rim, Color32::BLACK), (dot, Color32::WHITE)],
            side if side >= dot => [(side, Color32::from_black_alpha(140)), (dot / 2, Color32::WHITE)],
            // Every second pixel, both ways.
            _ if (left + top).is_multiple_of(2) => [(1, Color32::from_black_alpha(190)); 2],
            _ => [(1, Color32::from_white_alpha(190)); 2],
        };
        for (width, color) in parts {
            let inset = (side - width) / 2;
            for y in top + inset..top + inset + width {
                raster.row_mut(y)[left + inset..left + inset + width].fill(color);
            }
        }
    }
}

/// Fills a rectangle with crossed lines.
pub fn swatch_unfair(painter: &Painter, rect: Rect, theme: &Theme) {
    painter.rect_filled(rect, 0.0, theme.bad.gamma_multiply(GROUND));
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let stroke = Stroke::new(1.0, theme.bad.gamma_multiply(0.75));
    let apart = APART as f32;
    let mut x = rect.left() - apart * (rect.height() / apart).ceil();
    while x <= rect.right() {
        painter.line_segment([pos2(x, rect.top()), pos2(x + rect.height(), rect.bottom())], stroke);
        painter.line_segment([pos2(x, rect.bottom()), pos2(x + rect.height(), rect.top())], stroke);
        x += apart;
    }
}

/// Dots in a rectangle of 24 by 14 points.
pub fn swatch_forgiven(painter: &Painter, rect: Rect, _: &Theme) {
    for row in 0..2_u8 {
        for column in 0..4_u8 {
            let middle = rect.min + vec2(3.0 + 6.0 * f32::from(column), 4.0 + 6.0 * f32::from(row));
            painter.rect_filled(Rect::from_center_size(middle, vec2(4.0, 4.0)), 0.0, Color32::BLACK);
            painter.rect_filled(Rect::from_center_size(middle, vec2(2.0, 2.0)), 0.0, Color32::WHITE);
        }
    }
}
