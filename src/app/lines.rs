//! Lines of whole physical pixels, of the number that makes one pixel at a scale of 1: rectangles of colour, so that
//! nothing blurs them.

use egui::{Color32, Mesh, Painter, Rect, Shape, pos2};

use super::screen::Screen;

/// Collects rectangles of colour and paints them as one shape.
#[derive(Default)]
pub struct Lines(Mesh);

impl Lines {
    /// Adds a rectangle, in points.
    pub fn rect(&mut self, rect: Rect, color: Color32) {
        if rect.is_positive() {
            self.0.add_colored_rect(rect, color);
        }
    }

    /// Adds the outline of `rect`, `pixels` wide, on the outside of its edges; only what shows on the canvas.
    pub fn outline(&mut self, screen: &Screen, rect: Rect, pixels: f64, color: Color32) {
        let width = screen.line(pixels);
        let outer = rect.expand(width);
        for side in [
            Rect::from_min_max(outer.min, pos2(outer.max.x, rect.min.y)),
            Rect::from_min_max(pos2(outer.min.x, rect.max.y), outer.max),
            Rect::from_min_max(pos2(outer.min.x, rect.min.y), pos2(rect.min.x, rect.max.y)),
            Rect::from_min_max(pos2(rect.max.x, rect.min.y), pos2(outer.max.x, rect.max.y)),
        ] {
            self.rect(side.intersect(screen.canvas), color);
        }
    }

    /// Adds a dashed outline, one pixel wide, on the outside of the edges of `rect`: `on` pixels drawn, `off` left out.
    pub fn dashed_outline(&mut self, screen: &Screen, rect: Rect, (on, off): (f64, f64), color: Color32) {
        let pixel = screen.line(1.0);
        let outer = rect.expand(pixel);
        let (on, period) = (screen.line(on), screen.line(on + off));
        for top in [outer.min.y, rect.max.y] {
            for left in dashes(outer.min.x, outer.max.x, screen.canvas.x_range(), period) {
                let dash = Rect::from_min_max(pos2(left, top), pos2((left + on).min(outer.max.x), top + pixel));
                self.rect(dash.intersect(screen.canvas), color);
            }
        }
        for left in [outer.min.x, rect.max.x] {
            for top in dashes(outer.min.y, outer.max.y, screen.canvas.y_range(), period) {
                let dash = Rect::from_min_max(pos2(left, top), pos2(left + pixel, (top + on).min(outer.max.y)));
                self.rect(dash.intersect(screen.canvas), color);
            }
        }
    }

    /// Everything collected, as one shape.
    pub fn paint(self, painter: &Painter) {
        if !self.0.is_empty() {
            painter.add(Shape::mesh(self.0));
        }
    }

    /// Everything collected, to be painted again and again.
    pub fn into_mesh(self) -> Mesh {
        self.0
    }
}

/// The starts of the dashes from `start` to `end` that show in `shown`: a few thousand at most.
fn dashes(start: f32, end: f32, shown: egui::Rangef, period: f32) -> impl Iterator<Item = f32> {
    let skipped = ((shown.min - start) / period).floor().max(0.0);
    let first = start + skipped * period;
    let end = end.min(shown.max);
    std::iter::successors(Some(first), move |at| Some(at + period)).take_while(move |at| *at < end)
}
