//! Rows of a placed shape: the columns whose centres lie inside it.

use std::ops::Range;

use super::contact::TOUCH;
use super::ellipse::Ellipse;
use super::placed::{Outline, PlacedShape};
use super::polygon::{Edge, edges};
use crate::geom::{Cell, Point, Size, whole};

/// From one point of a row to another.
type Span = (f64, f64);

impl PlacedShape {
    /// The cells whose centres lie inside the shape after it has `grown` by [`TOUCH`], or shrunk by it, of a grid of `size` whose
    /// top left is the cell `origin`: by rows and ranges of columns. Ranges of a grown shape may overlap.
    pub(super) fn columns(&self, size: Size, origin: Cell, grown: f64) -> impl Iterator<Item = (u32, Range<u32>)> {
        let ((_, top), (_, bottom)) = self.bounds();
        cells((top - TOUCH, bottom + TOUCH), origin.y, size.height).flat_map(move |y| {
            let spans = self.spans(whole(origin.y + i64::from(y)) + 0.5, grown);
            let columns = spans.map(move |span| (y, cells(span, origin.x, size.width)));
            columns.filter(|(_, columns)| !columns.is_empty())
        })
    }

    /// The parts of the line at `y` inside the shape after it has grown by a number of pixels.
    fn spans(&self, y: f64, grown: f64) -> impl Iterator<Item = Span> {
        let ((left, top), (right, bottom)) = self.bounds();
        let (span, spans) = match &self.outline {
            Outline::Box => {
                let is_inside = (top - grown..=bottom + grown).contains(&y);
                (is_inside.then_some((left - grown, right + grown)), Vec::new())
            }
            Outline::Circle(centre, radius) => {
                let circle = Ellipse { centre: *centre, radii: (*radius, *radius), along: (1.0, 0.0) };
                (circle.grown(grown).columns(y), Vec::new())
            }
            Outline::Ellipse(ellipse) => (ellipse.grown(grown).columns(y), Vec::new()),
            Outline::Polygon(corners, _) => (None, polygon_spans(corners, y, grown)),
        };
        span.into_iter().chain(spans)
    }
}

/// The cells with their centres in `span`, counted from `origin`, in a row or column of `count` cells.
fn cells((from, to): Span, origin: i64, count: u32) -> Range<u32> {
    let first = (from - whole(origin) - 0.5).ceil();
    let end = (to - whole(origin) - 0.5).floor() + 1.0;
    let count = f64::from(count);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a u32")]
    let cell = |n: f64| n.clamp(0.0, count) as u32;
    cell(first)..cell(end)
}

/// The parts of the line at `y` inside a polygon. Cells near an edge are added where it has grown, and taken away where it has
/// shrunk.
fn polygon_spans(corners: &[Point], y: f64, grown: f64) -> Vec<Span> {
    let crossing = |(from, to): Edge| {
        let is_crossed = (from.1 <= y) != (to.1 <= y);
        is_crossed.then(|| from.0 + (y - from.1) / (to.1 - from.1) * (to.0 - from.0))
    };
    let mut crossings: Vec<f64> = edges(corners).filter_map(crossing).collect();
    crossings.sort_by(f64::total_cmp);
    let mut spans: Vec<Span> = crossings.as_chunks().0.iter().map(|&[from, to]| (from, to)).collect();
    let near_edges = edges(corners).filter_map(|edge| near(edge, y, grown.abs()));
    if grown > 0.0 {
        spans.extend(near_edges);
        return spans;
    }
    for (low, high) in near_edges {
        // Open ends: the end of a span near an edge is no part of what is left.
        let without = |&(from, to): &Span| [(from, to.min(low.next_down())), (from.max(high.next_up()), to)];
        spans = spans.iter().flat_map(without).filter(|(from, to)| from <= to).collect();
    }
    spans
}

/// The part of the line at `y` that is at most `reach` away from an edge.
fn near((from, to): Edge, y: f64, reach: f64) -> Option<Span> {
    if y < from.1.min(to.1) - reach || y > from.1.max(to.1) + reach {
        return None;
    }
    let mut near = (f64::INFINITY, f64::NEG_INFINITY);
    let mut add = |(low, high): Span| near = (near.0.min(low), near.1.max(high));
    for (x, corner_y) in [from, to] {
        let dy = (y - corner_y).abs();
        if dy <= reach {
            let half = ((reach - dy) * (reach + dy)).sqrt();
            add((x - half, x + half));
        }
    }
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length > 0.0 {
        let (x, y) = ((dx / length, dy / length), y - from.1);
        // Beside the edge, and not beyond its ends.
        let beside = solved(-x.1, y * x.0, (-reach, reach));
        let between = solved(x.0, y * x.1, (0.0, length));
        let (low, high) = (beside.0.max(between.0), beside.1.min(between.1));
        if low <= high {
            add((from.0 + low, from.0 + high));
        }
    }
    (near.0 <= near.1).then_some(near)
}

/// The numbers that, times `factor` and plus `more`, are in a range; from a larger one to a smaller one if the range is never met.
fn solved(factor: f64, more: f64, (low, high): Span) -> Span {
    if factor == 0.0 {
        let is_inside = (low..=high).contains(&more);
        return if is_inside { (f64::NEG_INFINITY, f64::INFINITY) } else { (f64::INFINITY, f64::NEG_INFINITY) };
    }
    let (one, other) = ((low - more) / factor, (high - more) / factor);
    (one.min(other), one.max(other))
}
