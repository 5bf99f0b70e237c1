//! A placed shape as cells, by rows of columns whose centres lie inside it; and against a mask.

use std::{ops::Range, sync::Arc};

use super::contact::{Contact, Meeting};
use super::convex::{to_edges, to_polygon};
use super::ellipse::Ellipse;
use super::placed::{Outline, PlacedShape, TOUCH};
use super::polygon::{Edge, edges};
use super::{Hitbox, PlacedHitbox, PlacedPart, shape::Shape};
use crate::geom::{Affine, Cell, IntRect, Offset, Point, Size, whole};
use crate::mask::{self, Mask, Prepared};

impl PlacedShape {
    /// Returns whether the shape overlaps a mask whose top left lies in the cell `origin`: it does if the centre of a solid
    /// cell is inside the shape. Otherwise they touch if one is within [`TOUCH`] of its edge.
    pub fn meets_mask(&self, mask: &Mask, origin: Cell) -> Meeting {
        let meets =
            |grown: f64| self.columns(mask.size(), origin, grown).any(|(y, columns)| solid(mask, y, columns) > 0);
        match () {
            () if meets(-TOUCH) => Meeting::Overlaps,
            () if meets(TOUCH) => Meeting::Touches,
            () => Meeting::Apart,
        }
    }

    /// The contact of the shape with such a mask.
    ///
    /// The depth is the length of the shortest move of the mask by whole pixels after which no solid cell's centre is inside the
    /// shape; for shapes of more than [`PlacedShape::MOST_CELLS`] cells, of the shortest that parts the boxes around both. The
    /// distance is that of the shape from the nearest centre of a solid cell, infinite for a clear mask.
    pub fn contact_mask(&self, mask: &Mask, origin: Cell) -> Contact {
        match self.meets_mask(mask, origin) {
            Meeting::Overlaps => Contact::Overlaps { depth: self.depth_of(mask, origin) },
            Meeting::Touches => Contact::Touches,
            Meeting::Apart => Contact::Apart { distance: self.distance_to(mask, origin) },
        }
    }

    /// The most cells of a shape that is compared with a mask pixel by pixel to find its depth.
    pub const MOST_CELLS: u64 = 1 << 24;

    fn depth_of(&self, mask: &Mask, origin: Cell) -> f64 {
        let Some((cells, corner)) = self.mask(-TOUCH) else {
            let own = self.cells();
            let solid = mask.bounds().unwrap_or_default().translated(origin);
            let x = (own.right() - solid.x).min(solid.right() - own.x);
            return whole(x.min((own.bottom() - solid.y).min(solid.bottom() - own.y)));
        };
        let depth = Offset::of(origin - corner).and_then(|offset| mask::push_out(&cells, mask, offset));
        depth.unwrap_or_default()
    }

    /// The cells whose centres lie inside the shape after it has `grown` by a number of pixels, and the top left of their mask;
    /// `None` of more than [`PlacedShape::MOST_CELLS`].
    pub(super) fn mask(&self, grown: f64) -> Option<(Mask, Cell)> {
        let own = self.cells();
        let mut cells = (own.area() <= Self::MOST_CELLS).then(|| Mask::new(own.size()))?;
        for (y, columns) in self.columns(own.size(), own.origin(), grown) {
            cells.set_run(columns, y);
        }
        Some((cells, own.origin()))
    }

    /// The cells from that of the top left of its bounds to that of their bottom right.
    fn cells(&self) -> IntRect {
        let (top_left, bottom_right) = self.bounds();
        IntRect::spanning(cell_of(top_left), cell_of(bottom_right))
    }

    /// The distance of the shape from the nearest centre of a solid cell.
    fn distance_to(&self, mask: &Mask, origin: Cell) -> f64 {
        let ((_, top), (_, bottom)) = self.bounds();
        let middle = |y: u32| whole(origin.y + i64::from(y)) + 0.5;
        let vertical = |y: u32| (top - middle(y)).max(middle(y) - bottom).max(0.0);
        let mut rows: Vec<_> = (0..mask.height()).map(|y| (vertical(y), y)).collect();
        rows.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut nearest = f64::INFINITY;
        for (vertical, y) in rows {
            if vertical >= nearest {
                break;
            }
            for run in mask.runs(y) {
                let mut x = run.start;
                while x < run.end {
                    let distance = self.distance_of((whole(origin.x + i64::from(x)) + 0.5, middle(y)));
                    nearest = nearest.min(distance);
                    // No cell is nearer by more pixels than it is further on.
                    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
                    let step = (distance - nearest) as u32;
                    x = x.saturating_add(step).saturating_add(1);
                }
            }
        }
        nearest
    }

    /// The distance of a point from the shape; 0 inside it.
    fn distance_of(&self, point: Point) -> f64 {
        match &self.outline {
            Outline::Box => to_polygon(point, &self.corners()).max(0.0),
            Outline::Circle((x, y), radius) => ((point.0 - x).hypot(point.1 - y) - radius).max(0.0),
            Outline::Ellipse(ellipse) => ellipse.distance_of(point),
            Outline::Capsule(capsule) => match capsule.radius() {
                Some(radius) => (to_edges(point, &capsule.ends) - radius).max(0.0),
                None => {
                    let from_trunk = to_polygon(point, &capsule.trunk()).max(0.0);
                    capsule.caps().iter().map(|cap| cap.distance_of(point)).fold(from_trunk, f64::min)
                }
            },
            Outline::Polygon(_, pieces) => {
                pieces.iter().map(|piece| to_polygon(point, piece).max(0.0)).fold(f64::INFINITY, f64::min)
            }
        }
    }
}

impl Shape {
    /// The clear cells of a mask that the shape covers, those around the mask among them, and the solid cells that it leaves out.
    pub fn differing(&self, mask: &Mask) -> (u64, u64) {
        let placed = self.placed(&Affine::IDENTITY);
        let own = placed.cells();
        let all =
            placed.columns(own.size(), own.origin(), -TOUCH).map(|(_, columns)| columns.len() as u64).sum::<u64>();
        let covered =
            placed.columns(mask.size(), Cell::ORIGIN, -TOUCH).map(|(y, columns)| solid(mask, y, columns)).sum::<u64>();
        (all - covered, mask.count() - covered)
    }
}

impl PlacedHitbox {
    /// The cells of `area` whose centres lie inside a shape, and those that are solid in a mask.
    pub fn covered(&self, area: IntRect) -> Mask {
        let mut covered = Mask::new(area.size());
        for part in self.parts() {
            match part {
                PlacedPart::Shape(shape) => {
                    let columns = shape.columns(area.size(), area.origin(), -TOUCH);
                    columns.for_each(|(y, columns)| covered.set_run(columns, y));
                }
                PlacedPart::Mask(mask, origin) => {
                    let whole = mask.mask().bounding_box().translated(*origin);
                    let Some(shared) = whole.intersection(area) else { continue };
                    let cells = mask.mask().cut_out(shared.translated(Cell::ORIGIN - *origin));
                    let Some(by) = Offset::of(shared.origin() - area.origin()) else { continue };
                    let (left, top) = (by.x.unsigned_abs(), by.y.unsigned_abs());
                    for y in 0..cells.height() {
                        cells.runs(y).for_each(|run| covered.set_run(left + run.start..left + run.end, top + y));
                    }
                }
            }
        }
        covered
    }
}

impl Hitbox {
    /// The most cells of a hitbox and its mask together that are compared.
    pub const MOST_CELLS: u64 = 1 << 29;

    /// The clear cells of its sprite's mask that the parts cover together, those around the mask among them, and the solid cells
    /// that they leave out; `None` if that is more than 2²⁹ cells, or nothing at all.
    pub fn differing(&self, mask: &Arc<Prepared>) -> Option<(u64, u64)> {
        let placed = self.placed(&Affine::IDENTITY, || (Arc::clone(mask), Cell::ORIGIN));
        let mask = mask.mask();
        let area = placed.cells()?.union(mask.bounding_box());
        if area.area() > Self::MOST_CELLS {
            return None;
        }
        let covered = placed.covered(area);
        let both = covered.overlap_area(mask, Offset::of(Cell::ORIGIN - area.origin())?);
        Some((covered.count() - both, mask.count() - both))
    }
}

/// The number of solid cells in a range of columns of a row.
fn solid(mask: &Mask, y: u32, columns: Range<u32>) -> u64 {
    let word = |x: u32| {
        let left = u64::from(columns.end - x);
        let bits = mask.bits_from(x.into(), y);
        u64::from(if left < 64 { bits & ((1 << left) - 1) } else { bits }.count_ones())
    };
    columns.clone().step_by(64).map(word).sum()
}

/// The cell that a point is in.
fn cell_of((x, y): Point) -> Cell {
    #[expect(clippy::cast_possible_truncation, reason = "shapes end far from the ends of i64")]
    let floor = |n: f64| n.floor() as i64;
    Cell::new(floor(x), floor(y))
}

/// From one point of a row to another.
type RowSpan = (f64, f64);

impl PlacedShape {
    /// The cells whose centres lie inside the shape after it has `grown` by [`TOUCH`], or shrunk by it, of a grid of `size` whose
    /// top left is the cell `origin`: by rows and ranges of columns. Ranges of a grown shape may overlap.
    fn columns(&self, size: Size, origin: Cell, grown: f64) -> impl Iterator<Item = (u32, Range<u32>)> {
        let ((_, top), (_, bottom)) = self.bounds();
        cells((top - TOUCH, bottom + TOUCH), origin.y, size.height).flat_map(move |y| {
            let spans = self.spans(whole(origin.y + i64::from(y)) + 0.5, grown);
            let columns = spans.map(move |span| (y, cells(span, origin.x, size.width)));
            columns.filter(|(_, columns)| !columns.is_empty())
        })
    }

    /// The parts of the line at `y` inside the shape after it has grown by a number of pixels.
    fn spans(&self, y: f64, grown: f64) -> impl Iterator<Item = RowSpan> {
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
            Outline::Capsule(capsule) => (capsule.grown(grown).columns(y), Vec::new()),
            Outline::Polygon(corners, _) => (None, polygon_spans(corners, y, grown)),
        };
        span.into_iter().chain(spans)
    }
}

/// The cells with their centres in `span`, counted from `origin`, in a row or column of `count` cells.
fn cells((from, to): RowSpan, origin: i64, count: u32) -> Range<u32> {
    let first = (from - whole(origin) - 0.5).ceil();
    let end = (to - whole(origin) - 0.5).floor() + 1.0;
    let count = f64::from(count);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a u32")]
    let cell = |n: f64| n.clamp(0.0, count) as u32;
    cell(first)..cell(end)
}

/// The parts of the line at `y` inside a polygon. Cells near an edge are added where it has grown, and taken away where it has
/// shrunk.
fn polygon_spans(corners: &[Point], y: f64, grown: f64) -> Vec<RowSpan> {
    let crossing = |(from, to): Edge| {
        let is_crossed = (from.1 <= y) != (to.1 <= y);
        is_crossed.then(|| from.0 + (y - from.1) / (to.1 - from.1) * (to.0 - from.0))
    };
    let mut crossings: Vec<f64> = edges(corners).filter_map(crossing).collect();
    crossings.sort_by(f64::total_cmp);
    let mut spans: Vec<RowSpan> = crossings.as_chunks().0.iter().map(|&[from, to]| (from, to)).collect();
    let near_edges = edges(corners).filter_map(|edge| near(edge, y, grown.abs()));
    if grown > 0.0 {
        spans.extend(near_edges);
        return spans;
    }
    for (low, high) in near_edges {
        // Open ends: the end of a span near an edge is not part of what is left.
        let without = |&(from, to): &RowSpan| [(from, to.min(low.next_down())), (from.max(high.next_up()), to)];
        spans = spans.iter().flat_map(without).filter(|(from, to)| from <= to).collect();
    }
    spans
}

/// The part of the line at `y` that is at most `reach` away from an edge.
fn near((from, to): Edge, y: f64, reach: f64) -> Option<RowSpan> {
    if y < from.1.min(to.1) - reach || y > from.1.max(to.1) + reach {
        return None;
    }
    let mut near = (f64::INFINITY, f64::NEG_INFINITY);
    let mut add = |(low, high): RowSpan| near = (near.0.min(low), near.1.max(high));
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
fn solved(factor: f64, more: f64, (low, high): RowSpan) -> RowSpan {
    if factor == 0.0 {
        let is_inside = (low..=high).contains(&more);
        return if is_inside { (f64::NEG_INFINITY, f64::INFINITY) } else { (f64::INFINITY, f64::NEG_INFINITY) };
    }
    let (one, other) = ((low - more) / factor, (high - more) / factor);
    (one.min(other), one.max(other))
}
