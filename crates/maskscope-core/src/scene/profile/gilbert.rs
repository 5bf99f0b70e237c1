//! Gilbert's test: bounds of both objects in their common parent's space, with any turns, scales and parents, and both
//! drawn at the phase of the intersection of those bounds.

use std::task::Poll;

use crate::geom::{Affine, Cell, IntRect, Offset, Point, Rounding, Size, whole};
use crate::mask::{Mask, Solid};
use crate::scan::{Probe, Visit, walk};
use crate::scene::posing::{Bands, GridBox, cut, mended};
use crate::scene::{Filter, Posed, SampleAt};

/// A rectangle between cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatRect {
    /// Its top left corner.
    pub origin: Point,
    /// Its sides.
    pub size: (f64, f64),
}

impl FloatRect {
    /// Its centre: Gilbert's collision point, which need not lie on a solid pixel.
    pub fn centre(self) -> Point {
        (self.origin.0 + self.size.0 / 2.0, self.origin.1 + self.size.1 / 2.0)
    }

    /// The smallest upright rectangle around its image by `map`; of size 0 for one of size 0.
    #[must_use]
    pub fn seen_through(self, map: Affine) -> Self {
        let (low, high) = map.after(Affine::translation(self.origin)).bounds(self.size);
        Self { origin: low, size: (high.0 - low.0, high.1 - low.1) }
    }
}

/// The intersection of both bounds, in the parent's space; `None` if they do not overlap.
pub fn bounds_intersection(a: &Posed, b: &Posed) -> Option<FloatRect> {
    let bounds = |posed: &Posed| {
        let size = posed.source.size();
        let (low, high) = posed.common_from_source.bounds((f64::from(size.width), f64::from(size.height)));
        [low.0, low.1, high.0, high.1].map(mended)
    };
    let (a, b) = (bounds(a), bounds(b));
    let (left, top) = (a[0].max(b[0]), a[1].max(b[1]));
    let (right, bottom) = (a[2].min(b[2]), a[3].min(b[3]));
    (left < right && top < bottom).then_some(FloatRect { origin: (left, top), size: (right - left, bottom - top) })
}

/// Answer of the test for bounds that overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GilbertAnswer {
    /// The bounds of all pixels that are solid in both; of size 0 without any.
    pub bounds: FloatRect,
    /// The intersection of the objects' bounds: the answer to `pixelPrecise = false`.
    pub shared: FloatRect,
    /// Map from the space of the test, inside the common parent, to the world.
    pub world_from_common: Affine,
    /// The first pixel, row by row, that is solid in both, as the world cell of its centre.
    pub first: Option<Cell>,
}

impl GilbertAnswer {
    /// True if the objects collide.
    pub fn is_hit(&self) -> bool {
        self.bounds.size != (0.0, 0.0)
    }

    /// The collision point; `None` if no pixel is solid in both.
    pub fn centre(&self) -> Option<Point> {
        self.is_hit().then(|| self.bounds.centre())
    }

    /// The space of the answer in words.
    pub fn space(&self) -> &'static str {
        if self.world_from_common == Affine::IDENTITY { "the world" } else { "the common parent's space" }
    }
}

/// The answer of the test, in the space inside the common parent; `None` if the bounds of the objects do not overlap.
/// All of their intersection is read: there is no early exit.
///
/// The sides of the intersection are rounded up, its fractional origin stays, and each pixel is read at its centre.
pub fn collide<P: Probe>(a: &Posed, b: &Posed, solid: Solid, probe: &mut P) -> Option<GilbertAnswer> {
    let (shared, grid) = shared_grid(a, b)?;
    let size = grid.size;
    for (x, y) in walk::rows(size) {
        let near = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        probe.visit(Visit { x: near(x), y: near(y), width: 1, height: 1 });
    }
    let both = pixels(a, b, grid, solid)?;
    let point = |x: i64, y: i64| (shared.origin.0 + whole(x), shared.origin.1 + whole(y));
    let nothing = FloatRect { origin: shared.origin, size: (0.0, 0.0) };
    let bounds = both.bounds().map_or(nothing, |IntRect { x, y, width, height }| FloatRect {
        origin: point(x, y),
        size: (width.into(), height.into()),
    });
    let first = both.first().and_then(|first| {
        let (x, y) = point(first.x, first.y);
        let (x, y) = a.world_from_common.map((x + 0.5, y + 0.5));
        let cell = |n: f64| Rounding::Floor.round(mended(n)).map(i64::from);
        Some(Cell::new(cell(x)?, cell(y)?))
    });
    Some(GilbertAnswer { bounds, shared, world_from_common: a.world_from_common, first })
}

/// True if the test finds a pixel that is solid in both; it is left at the first one.
pub(super) fn hits(a: &Posed, b: &Posed, solid: Solid, bands: Bands<'_>) -> Poll<bool> {
    let Some((_, grid)) = shared_grid(a, b) else { return Poll::Ready(false) };
    let found = bands.find(cut(grid.size), Bands::CELLS, |band| {
        let origin = (grid.origin.0, grid.origin.1 + whole(band.y));
        pixels(a, b, GridBox { origin, size: band.size() }, solid)?.first()
    });
    found.map(|first| first.is_some())
}

/// The intersection of both bounds, and the pixels in which it is drawn.
fn shared_grid(a: &Posed, b: &Posed) -> Option<(FloatRect, GridBox)> {
    let shared = bounds_intersection(a, b)?;
    let side = |n: f64| Rounding::Floor.round(n.ceil()).and_then(|side| u32::try_from(side).ok());
    let size = Size::new(side(shared.size.0)?, side(shared.size.1)?);
    Some((shared, GridBox { origin: shared.origin, size }))
}

/// True if the pixels in which it draws are the world's cells and those of both images.
pub(super) fn reads_cells(a: &Posed, b: &Posed) -> bool {
    a.world_from_common == Affine::IDENTITY && a.is_upright() && b.is_upright()
}

/// The pixels of `grid` that are solid in both.
fn pixels(a: &Posed, b: &Posed, grid: GridBox, solid: Solid) -> Option<Mask> {
    // Nothing has to be drawn: the grid is the overlap box.
    if reads_cells(a, b) {
        return a.source.mask_by(solid).mask().overlap_mask(b.source.mask_by(solid).mask(), a.offset_of(b)?);
    }
    let drawn = |posed: &Posed| {
        posed.source.resampled(posed.common_from_source, grid, Filter::Nearest, SampleAt::Centre).mask_by(solid)
    };
    drawn(a).mask().overlap_mask(drawn(b).mask(), Offset::default())
}
