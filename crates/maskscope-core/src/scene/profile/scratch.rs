//! Scratch's "touching sprite": points on the corners of cells, both ends of the boxes included.
//!
//! ```text
//! point    0   1   2   3   4        a sprite 4 pixels wide is looked at in 5 places: the first pixel
//! pixel    0   0   1   2   3        counts twice, every other one lies a cell further right
//! ```
//!
//! Source: scratch-render, `RenderWebGL.isTouchingDrawables` and `Silhouette`: a coordinate `u` between 0 and 1 along a
//! side of `w` pixels is pixel `floor(u * (w - 1))`. Boxes that only touch share a column or a row of points, and may
//! hit there. Scratch's y grows upwards, so each column is walked from the bottom. Costumes that are bitmaps are read so at any angle; only vector costumes ask any of four pixels when
//! turned.

use crate::geom::{Cell, Offset};
use crate::mask::Prepared;
use crate::scan::{Probe, Visit};

/// The first point, column by column from the bottom up, at which both sprites are solid, in A's space. A visit is one point.
pub(super) fn look<P: Probe>(a: &Prepared, b: &Prepared, offset: Offset, probe: &mut P) -> Option<Cell> {
    let (box_a, box_b) = (a.mask().bounding_box(), b.mask().bounding_box().translated(offset.cell()));
    if box_a.is_empty() || box_b.is_empty() {
        return None;
    }
    for x in box_a.x.max(box_b.x)..=box_a.right().min(box_b.right()) {
        for y in (box_a.y.max(box_b.y)..=box_a.bottom().min(box_b.bottom())).rev() {
            let point = Cell::new(x, y);
            probe.visit(visit_of(point));
            if is_solid_at(a, point) && is_solid_at(b, point - offset.cell()) {
                return Some(point);
            }
        }
    }
    None
}

/// True if the pixel that Scratch reads at `point`, in the sprite's own space, is set.
fn is_solid_at(sprite: &Prepared, point: Cell) -> bool {
    let mask = sprite.mask();
    mask.get_cell(Cell::new(texel(point.x, mask.width()), texel(point.y, mask.height())))
}

/// The pixel at the share `at / side` of a side, from 0 to 1.
fn texel(at: i64, side: u32) -> i64 {
    let side = i64::from(side);
    at * (side - 1) / side
}

/// A point as a visit of the cell whose top left corner it is.
fn visit_of(point: Cell) -> Visit {
    let near = |n: i64| i32::try_from(n).expect("at a mask in memory");
    Visit { x: near(point.x), y: near(point.y), width: 1, height: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pixel_counts_twice() {
        assert_eq!([0, 1, 2, 3, 4].map(|at| texel(at, 4)), [0, 0, 1, 2, 3]);
        assert_eq!([0, 1].map(|at| texel(at, 1)), [0, 0]);
    }
}
