//! A placed shape against a mask: by the cells whose centres lie inside the shape.

use std::{ops::Range, sync::Arc};

use super::contact::{Contact, Meeting, TOUCH};
use super::convex::to_polygon;
use super::placed::{Outline, PlacedShape};
use super::{Hitbox, PlacedHitbox, PlacedPart, shape::Shape};
use crate::geom::{Affine, Cell, IntRect, Offset, Point, whole};
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
        let both = covered.overlap(mask, Offset::of(Cell::ORIGIN - area.origin())?).map_or(0, |both| both.count());
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
