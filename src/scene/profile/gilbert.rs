//! Gilbert's test: bounds of both objects in their common parent's space, whatever turns, scales or nests them, and
//! both drawn at the phase at which those bounds intersect.

use crate::{
    geom::{Affine, Cell, IntRect, Offset, Point, Rounding, Size},
    mask::Solid,
    scan::{Probe, Visit},
    scene::{
        Filter, Posed, SampleAt,
        resample::{GridBox, mended},
    },
};

/// A rectangle between cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Its top left corner.
    pub origin: Point,
    /// Its sides.
    pub size: (f64, f64),
}

impl Area {
    /// Its middle: Gilbert's collision point, which need not lie on a solid pixel.
    pub fn centre(self) -> Point {
        (self.origin.0 + self.size.0 / 2.0, self.origin.1 + self.size.1 / 2.0)
    }
}

/// Where the bounds of both intersect, in the parent's space; `None` where they are apart or only touch.
pub fn bounds_intersection(a: &Posed, b: &Posed) -> Option<Area> {
    let bounds = |posed: &Posed| {
        let size = posed.source.size();
        let (low, high) = posed.parent_from_source.bounds((f64::from(size.width), f64::from(size.height)));
        [low.0, low.1, high.0, high.1].map(mended)
    };
    let (a, b) = (bounds(a), bounds(b));
    let (left, top) = (a[0].max(b[0]), a[1].max(b[1]));
    let (right, bottom) = (a[2].min(b[2]), a[3].min(b[3]));
    (left < right && top < bottom).then_some(Area { origin: (left, top), size: (right - left, bottom - top) })
}

/// The bounds of all pixels at which both are solid, in the parent's space, of size 0 if no pixel is; `None` if the
/// bounds of the objects are apart. All of the intersection is read: there is no early exit.
///
/// The sides of the intersection are rounded up, its fractional origin stays, and each pixel is read in its middle.
pub fn collide<P: Probe>(a: &Posed, b: &Posed, solid: Solid, probe: &mut P) -> Option<Area> {
    let (shared, grid, pixels) = pixels(a, b, solid)?;
    for y in 0..grid.size.height {
        for x in 0..grid.size.width {
            let near = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
            probe.visit(Visit { x: near(x), y: near(y), width: 1, height: 1 });
        }
    }
    let nothing = Area { origin: shared.origin, size: (0.0, 0.0) };
    let Some(IntRect { x, y, width, height }) = pixels.bounds() else { return Some(nothing) };
    #[expect(clippy::cast_precision_loss, reason = "cells of a mask are far below 2^52")]
    let origin = (grid.origin.0 + x as f64, grid.origin.1 + y as f64);
    Some(Area { origin, size: (f64::from(width), f64::from(height)) })
}

/// The first pixel row by row at which both are solid, as the world cell in which its middle lies, from A's top left.
pub(super) fn first<P: Probe>(a: &Posed, b: &Posed, solid: Solid, probe: &mut P) -> Option<Cell> {
    collide(a, b, solid, probe)?;
    let (_, grid, pixels) = pixels(a, b, solid)?;
    let first = pixels.first()?;
    #[expect(clippy::cast_precision_loss, reason = "cells of a mask are far below 2^52")]
    let middle = (grid.origin.0 + first.x as f64 + 0.5, grid.origin.1 + first.y as f64 + 0.5);
    let (x, y) = a.world_from_parent.map(middle);
    let cell = |n: f64| Rounding::Floor.round(mended(n)).map(i64::from);
    Some(Cell::new(cell(x)?, cell(y)?) - a.origin)
}

/// The intersection, the grid that is laid over it, and the pixels of that grid at which both are solid.
fn pixels(a: &Posed, b: &Posed, solid: Solid) -> Option<(Area, GridBox, crate::mask::Mask)> {
    let shared = bounds_intersection(a, b)?;
    let side = |n: f64| Rounding::Floor.round(n.ceil()).and_then(|side| u32::try_from(side).ok());
    let size = Size::new(side(shared.size.0)?, side(shared.size.1)?);
    let grid = GridBox { origin: shared.origin, size };
    let drawn = |posed: &Posed| {
        let map: Affine = posed.parent_from_source;
        posed.source.resampled(map, grid, Filter::Nearest, SampleAt::Centre).mask_by(solid)
    };
    let both = drawn(a).mask().overlap(drawn(b).mask(), Offset::default())?;
    Some((shared, grid, both))
}
