//! Engines' reading of sprites that are turned, scaled or between cells: each by its own map from the world to a pixel.
//!
//! All of them visit the world's cells, relative to A's top left.

use std::task::Poll;

use super::super::{Filter, Posed, SampleAt};
use crate::geom::{Affine, Cell, Point, Rounding, Size, whole};
use crate::mask::{Mask, Prepared, Solid};
use crate::scan::{Probe, Visit, walk};
use crate::scene::posing::{Bands, GridBox, cut, mended};

/// First cell that an engine finds, once its test is through.
pub(super) type FirstCell = Poll<Option<Cell>>;

/// Both sprites as an engine reads them.
pub(super) struct TurnedPair<'a> {
    a: EngineReading<'a>,
    b: EngineReading<'a>,
    /// The world cell of A's top left on the grid: the origin of answers.
    origin: Cell,
}

/// A sprite as an engine reads it.
struct EngineReading<'a> {
    posed: &'a Posed,
    mask: std::sync::Arc<Prepared>,
    world_from_source: Affine,
    source_from_world: Affine,
    /// Its box in the world: left, top, right, bottom.
    bounds: [f64; 4],
}

impl<'a> EngineReading<'a> {
    fn new(posed: &'a Posed, solid: Solid) -> Option<Self> {
        let mask = posed.source.mask_by(solid);
        let world_from_source = posed.world_from_source();
        let size = mask.mask().size();
        let (low, high) = world_from_source.bounds((f64::from(size.width), f64::from(size.height)));
        let bounds = [low.0, low.1, high.0, high.1].map(mended);
        let source_from_world = world_from_source.inverse()?;
        (!size.is_empty()).then_some(Self { posed, mask, world_from_source, source_from_world, bounds })
    }

    fn mask(&self) -> &Mask {
        self.mask.mask()
    }

    /// True if a point of the image lies in it.
    fn contains(&self, (x, y): Point) -> bool {
        let size = self.mask().size();
        x >= 0.0 && y >= 0.0 && x < f64::from(size.width) && y < f64::from(size.height)
    }

    /// The sprite as HaxeFlixel draws it: turned before it is scaled, about the centre of its box. HaxeFlixel has no
    /// parents: a sheared sprite is drawn as it lies.
    fn drawn_turned_first(&self) -> Affine {
        let Affine { xx, xy, yx, yy, .. } = self.world_from_source;
        let (wide, high) = (xx.hypot(yx), xy.hypot(yy));
        if (xx * xy + yx * yy).abs() > 1e-9 * wide * high {
            return self.world_from_source;
        }
        let turn = Affine { xx: xx / wide, xy: -yx / wide, yx: yx / wide, yy: xx / wide, tx: 0.0, ty: 0.0 };
        let high = if xx * yy - xy * yx < 0.0 { -high } else { high };
        let Size { width, height } = self.mask().size();
        let middle = (f64::from(width) / 2.0, f64::from(height) / 2.0);
        Affine::translation(self.world_from_source.map(middle))
            .after(Affine::scaling(wide, high))
            .after(turn)
            .after(Affine::translation((-middle.0, -middle.1)))
    }

    /// The point of the image at a point of the world.
    fn source(&self, point: Point) -> Point {
        let (x, y) = self.source_from_world.map(point);
        (mended(x), mended(y))
    }
}

/// The intersection of two spans: from the larger low end to the smaller high end.
fn shared(a: &[f64; 4], b: &[f64; 4]) -> [f64; 4] {
    [a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])]
}

/// The whole numbers `from`, `from + 1`, … below `to`.
fn below(from: f64, to: f64) -> impl Iterator<Item = f64> + Clone {
    std::iter::successors(Some(from), |at| Some(at + 1.0)).take_while(move |at| *at < to)
}

/// About the number of cells from `from` to `to`.
fn cells(from: f64, to: f64) -> u32 {
    Rounding::Floor.round(to - from).map_or(u32::MAX, i32::unsigned_abs)
}

/// The pixel of a point whose coordinates are cast to whole numbers.
fn truncated((x, y): Point) -> Cell {
    cell((x.trunc(), y.trunc()))
}

fn cell((x, y): Point) -> Cell {
    let whole = |n: f64| i64::from(Rounding::Floor.round(n).unwrap_or(i32::MIN));
    Cell::new(whole(x), whole(y))
}

impl<'a> TurnedPair<'a> {
    /// Both sprites; `None` if one has no pixels.
    pub(super) fn new(a: &'a Posed, b: &'a Posed, solid: Solid) -> Option<Self> {
        Some(Self { a: EngineReading::new(a, solid)?, b: EngineReading::new(b, solid)?, origin: a.origin })
    }

    /// Reports a read at a point of the world to the probe; returns its cell, relative to A's top left.
    fn look<P: Probe>(&self, point: Point, probe: &mut P) -> Cell {
        let cell = cell((mended(point.0), mended(point.1))) - self.origin;
        let near = |n: i64| i32::try_from(n).unwrap_or(i32::MAX);
        probe.visit(Visit { x: near(cell.x), y: near(cell.y), width: 1, height: 1 });
        cell
    }

    /// GameMaker: the centres of the cells in both boxes, column by column; a point outside an image is skipped before
    /// it is truncated to a pixel, so that -0.5 is not pixel 0.
    pub(super) fn gamemaker<P: Probe>(&self, bands: Bands<'_>, probe: &mut P) -> FirstCell {
        let [left, top, right, bottom] = shared(&self.a.bounds, &self.b.bounds);
        if left >= right || top >= bottom {
            return Poll::Ready(None);
        }
        bands.find(below(left.floor() + 0.5, right), cells(top, bottom), |x| {
            below(top.floor() + 0.5, bottom).find_map(|y| {
                let [in_a, in_b] = [&self.a, &self.b].map(|sprite| sprite.source((x, y)));
                if !self.a.contains(in_a) {
                    return None;
                }
                let seen = self.look((x, y), probe);
                (self.a.mask().get_cell(cell(in_a)) && self.b.mask().get_cell(cell(in_b))).then_some(seen)
            })
        })
    }

    /// XNA: every pixel of A, row by row, its top left corner mapped to B and rounded, halves to even.
    pub(super) fn xna<P: Probe>(&self, bands: Bands<'_>, probe: &mut P) -> FirstCell {
        // The boxes are rectangles of whole numbers, truncated from the real ones.
        let cut = |[left, top, right, bottom]: [f64; 4]| {
            let (x, y) = (left.trunc(), top.trunc());
            [x, y, x + (right - left).trunc(), y + (bottom - top).trunc()]
        };
        let [left, top, right, bottom] = shared(&cut(self.a.bounds), &cut(self.b.bounds));
        if left >= right || top >= bottom {
            return Poll::Ready(None);
        }
        let [size_a, size_b] = [&self.a, &self.b].map(|sprite| sprite.mask().size());
        bands.find(0..size_a.height, size_a.width, |y| {
            (0..size_a.width).find_map(|x| {
                let point = self.a.world_from_source.map((f64::from(x), f64::from(y)));
                let (u, v) = self.b.source(point);
                let (u, v) = (u.round_ties_even(), v.round_ties_even());
                // Pixels of A that map outside B are skipped unread.
                if u < 0.0 || v < 0.0 || u >= f64::from(size_b.width) || v >= f64::from(size_b.height) {
                    return None;
                }
                let seen = self.look(point, probe);
                (self.a.mask().get(x, y) && self.b.mask().get_cell(cell((u, v)))).then_some(seen)
            })
        })
    }

    /// SFML: whole points within the shared box, column by column; a point counts only above 0 along both axes.
    pub(super) fn sfml<P: Probe>(&self, bands: Bands<'_>, probe: &mut P) -> FirstCell {
        let [left, top, right, bottom] = shared(&self.a.bounds, &self.b.bounds);
        if left >= right || top >= bottom {
            return Poll::Ready(None);
        }
        let is_within = |sprite: &EngineReading, (x, y): Point| {
            let size = sprite.mask().size();
            x > 0.0 && y > 0.0 && x < f64::from(size.width) && y < f64::from(size.height)
        };
        bands.find(below(left.trunc(), right), cells(top, bottom), |x| {
            below(top.trunc(), bottom).find_map(|y| {
                let (in_a, in_b) = (self.a.source((x, y)), self.b.source((x, y)));
                if !is_within(&self.a, in_a) || !is_within(&self.b, in_b) {
                    return None;
                }
                let seen = self.look((x, y), probe);
                (self.a.mask().get_cell(truncated(in_a)) && self.b.mask().get_cell(truncated(in_b))).then_some(seen)
            })
        })
    }

    /// Scratch: whole points within both boxes, which are first widened to whole numbers, column by column from the bottom
    /// up, both ends included; a coordinate `u` from 0 to 1 along a side of `w` pixels is pixel `floor(u * (w - 1))`.
    pub(super) fn scratch<P: Probe>(&self, bands: Bands<'_>, probe: &mut P) -> FirstCell {
        let snapped = |[left, top, right, bottom]: [f64; 4]| [left.floor(), top.floor(), right.ceil(), bottom.ceil()];
        let [left, top, right, bottom] = shared(&snapped(self.a.bounds), &snapped(self.b.bounds));
        bands.find(below(left, right + 1.0), cells(top, bottom), |x| {
            below(-bottom, 1.0 - top).map(|y| -y).find_map(|y| {
                let seen = self.look((x, y), probe);
                (scratch_pixel(&self.a, (x, y)) && scratch_pixel(&self.b, (x, y))).then_some(seen)
            })
        })
    }

    /// HaxeFlixel: each sprite is drawn into a bitmap of its own box, truncated to whole sides, first turned and then
    /// scaled; the shared part of both is read, even indices first.
    pub(super) fn haxeflixel<P: Probe>(&self, bands: Bands<'_>, probe: &mut P) -> FirstCell {
        let [left, top, right, bottom] = shared(&self.a.bounds, &self.b.bounds);
        if right - left < 1.0 || bottom - top < 1.0 {
            return Poll::Ready(None);
        }
        let side = |n: f64| Rounding::Truncate.round(n).and_then(|side| u32::try_from(side).ok()).unwrap_or(0);
        let size = Size::new(side(right - left), side(bottom - top));
        let sprites = [&self.a, &self.b].map(|sprite| {
            let [x, y, ..] = sprite.bounds;
            // The corner of the shared part, from which the bands count.
            let corner = (x + mended(left - x).trunc(), y + mended(top - y).trunc());
            (sprite, sprite.drawn_turned_first(), corner)
        });
        let passes = (0..2).flat_map(|pass| cut(size).map(move |band| (pass, band)));
        bands.find(passes, Bands::CELLS, |(pass, band)| {
            let drawn = sprites.map(|(sprite, map, corner)| {
                let grid = GridBox { origin: (corner.0, corner.1 + whole(band.y)), size: band.size() };
                let raster = sprite.posed.source.resampled(map, grid, Filter::Nearest, SampleAt::Centre);
                raster.mask_by(Solid::AtLeast(1))
            });
            let first = (pass + band.y * i64::from(size.width)) & 1;
            let mut cells = walk::rows(band.size()).skip(usize::from(first != 0)).step_by(2);
            cells.find_map(|(x, y)| {
                let seen = self.look((left + f64::from(x), top + whole(band.y + i64::from(y))), probe);
                drawn.iter().all(|mask| mask.mask().get(x, y)).then_some(seen)
            })
        })
    }
}

/// True if Scratch takes the sprite for solid at a point of the world.
fn scratch_pixel(sprite: &EngineReading<'_>, point: Point) -> bool {
    let size = sprite.mask().size();
    let (x, y) = sprite.source(point);
    let texel = |at: f64, side: u32| mended(at / f64::from(side) * f64::from(side - 1)).floor();
    sprite.mask().get_cell(cell((texel(x, size.width), texel(y, size.height))))
}

/// Row by row, every other cell, regardless of the ends of rows; then the cells left out.
///
/// ```text
/// 0 8 1 9 2
/// a 3 b 4 c
/// 5 d 6 e 7
/// ```
///
/// Source: HaxeFlixel's `FlxCollision.pixelPerfectCheck`, which reads even indices first, then odd ones.
pub(super) fn even_then_odd(size: Size) -> impl Iterator<Item = (u32, u32)> {
    walk::rows(size).step_by(2).chain(walk::rows(size).skip(1).step_by(2))
}

/// Column by column without the first column and the first row.
///
/// ```text
/// . . . .
/// . 0 2 4
/// . 1 3 5
/// ```
///
/// Source: the SFML wiki's pixel-perfect test reads a pixel only if its coordinates are above 0 in both sprites, along
/// both axes. The overlap begins with column 0 and row 0 of one sprite or the other, so its own first column and row
/// are left out.
pub(super) fn above_zero(size: Size) -> impl Iterator<Item = (u32, u32)> {
    walk::columns(size).filter(|&(x, y)| x > 0 && y > 0)
}
