//! A sprite laid on the world's grid.

use std::sync::Arc;

use thiserror::Error;

use super::{bake::SurfaceRule, poses::Pose, resample::mended};
use crate::geom::{Affine, Cell, IntRect, Offset, Point, Rounding, Size, whole};
use crate::memory::{OutOfMemory, ask};
use crate::scene::{Convention, Filter, Raster, Reading, SampleAt, Unbaked};
use crate::words::thousands;

/// A frame of a sprite on the world's grid: the input of every strategy.
///
/// Turned, scaled and nested sprites are resampled once; quarter turns and flips only move pixels, whose top left
/// corner is then rounded by the convention's rule.
#[derive(Clone, Debug)]
pub struct Posed {
    /// The frame as it is in its image.
    pub source: Raster,
    /// Map from points of the frame, in pixels from its top left corner, to the space inside the common parent.
    pub common_from_source: Affine,
    /// Map from the common parent's space to the world.
    pub world_from_common: Affine,
    /// The pixels on the world's grid.
    pub raster: Raster,
    /// The world cell of their top left.
    pub origin: Cell,
}

/// Reason for which a sprite cannot be resampled on the world's grid.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum LayError {
    /// It would have more cells than allowed.
    #[error("it would have {width:.0} × {height:.0} cells, the limit is {} in all", thousands(Posed::MOST_CELLS))]
    TooLarge {
        /// Its columns.
        width: f64,
        /// Its rows.
        height: f64,
    },
    /// It would lie beyond the world's cells, or too far from the other sprite for an offset.
    #[error("it would lie too far away: the world ends {} cells from its origin", thousands(i32::MAX.unsigned_abs().into()))]
    TooFar,
    /// It would be squeezed to a line.
    #[error("its scale and its parents flatten it to a line")]
    Flat,
    /// Its filter cannot make this surface.
    #[error(transparent)]
    Unbaked(#[from] Unbaked),
    /// Too little memory is left for its pixels there.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

impl Posed {
    /// The most cells of a sprite in the world.
    pub const MOST_CELLS: u64 = 100_000_000;

    /// Resamples `source` on the world's grid. A pose that is kept is looked up: a sprite keeps up to 256, of 4,194,304 cells
    /// together.
    ///
    /// # Errors
    /// If it would cover more than [`Posed::MOST_CELLS`] or than fit into memory, lie beyond the world's cells, or be squeezed
    /// to a line.
    pub fn new(
        source: &Raster,
        common_from_source: Affine,
        world_from_common: Affine,
        reading: impl Into<Reading>,
    ) -> Result<Self, LayError> {
        let reading = reading.into();
        let (unread, grid) = Self::unread(source, common_from_source, world_from_common, reading)?;
        let Some(pose) = unread.pose(reading, grid) else { return Ok(unread) };
        // The pixels, and clear ones in their place until then.
        let room = || {
            let size = grid.size();
            let what = format_args!("a sprite turned or scaled to {size} px");
            ask(8 * size.area(), "a smaller image or scale takes less", what)
        };
        Ok(Self { raster: source.posed(pose, room)?, ..unread })
    }

    /// The sprite where it lies, with its cells there, but still with the pixels of its image.
    ///
    /// # Errors
    /// As [`Posed::new`].
    pub(in crate::scene) fn unread(
        source: &Raster,
        common_from_source: Affine,
        world_from_common: Affine,
        reading: Reading,
    ) -> Result<(Self, IntRect), LayError> {
        let grid = Self::extent(source.size(), common_from_source, world_from_common, reading)?;
        let (raster, source, origin) = (source.clone(), source.clone(), grid.origin());
        Ok((Self { source, common_from_source, world_from_common, raster, origin }, grid))
    }

    /// The way in which `reading` lays the pixels on the cells of `grid`; `None` if they are as in the image.
    pub(super) fn pose(&self, reading: Reading, grid: IntRect) -> Option<Pose> {
        let (size, convention, world_from_source) =
            (self.source.size(), reading.convention(), self.world_from_source());
        if let Some(rule) = reading.rule() {
            let stays = rule.keeps_upright && reading.call().is_upright();
            return (!stays).then(|| Pose::Baked(convention.filter, reading.call()));
        }
        if whole_origin(world_from_source, world_from_source.bounds(sides(size)).0, convention).is_some() {
            let stays = (world_from_source.xx, world_from_source.yy) == (1.0, 1.0) || size.is_empty();
            let turned = Affine { tx: 0.0, ty: 0.0, ..world_from_source };
            let ((left, top), _) = turned.bounds(sides(size));
            let (map, size) = (Affine { tx: -left, ty: -top, ..turned }, grid.size());
            return (!stays).then_some(Pose::Resampled { map, size, filter: Filter::Nearest, at: SampleAt::Centre });
        }
        // The grid's own corner is the origin: far from the world's origin, no precision is lost.
        let (tx, ty) = phase(world_from_source, self.origin);
        let map = Affine { tx, ty, ..world_from_source };
        Some(Pose::Resampled { map, size: grid.size(), filter: convention.filter, at: convention.at })
    }

    /// The cells of the world's grid that a sprite of `size` would cover.
    ///
    /// # Errors
    /// As [`Posed::new`].
    pub fn extent(
        size: Size,
        common_from_source: Affine,
        world_from_common: Affine,
        reading: impl Into<Reading>,
    ) -> Result<IntRect, LayError> {
        let reading = reading.into();
        let convention = reading.convention();
        let world_from_source = world_from_common.after(common_from_source);
        if common_from_source.inverse().and(world_from_source.inverse()).is_none() {
            return Err(LayError::Flat);
        }
        if let Some(rule) = reading.rule() {
            return baked_extent(size, world_from_source, reading, rule);
        }
        let (top_left, bottom_right) = world_from_source.bounds(sides(size));
        if let Some(origin) = whole_origin(world_from_source, top_left, convention) {
            let turned = if world_from_source.xx == 0.0 { Size::new(size.height, size.width) } else { size };
            return Ok(IntRect::new(origin, turned));
        }
        let (left, top) = (mended(top_left.0).floor(), mended(top_left.1).floor());
        let (width, height) = (mended(bottom_right.0).ceil() - left, mended(bottom_right.1).ceil() - top);
        #[expect(clippy::cast_precision_loss, reason = "a limit need not be exact")]
        let fits = width * height <= Self::MOST_CELLS as f64;
        let side = |n: f64| Rounding::Floor.round(n).and_then(|side| u32::try_from(side).ok());
        let size = side(width).zip(side(height)).filter(|_| fits).ok_or(LayError::TooLarge { width, height })?;
        let origin = cell(left, top).ok_or(LayError::TooFar)?;
        Ok(IntRect::new(origin, Size::new(size.0, size.1)))
    }

    /// An upright sprite, its top left pixel on a cell of the world.
    pub fn upright(source: &Raster, origin: Cell) -> Self {
        Self {
            source: source.clone(),
            common_from_source: Affine::translation(origin.point()),
            world_from_common: Affine::IDENTITY,
            raster: source.clone(),
            origin,
        }
    }

    /// Map from points of the frame to the world.
    pub fn world_from_source(&self) -> Affine {
        self.world_from_common.after(self.common_from_source)
    }

    /// True if its pixels lie on the world's cells as they are in the image.
    pub fn is_upright(&self) -> bool {
        let map = self.world_from_source();
        Arc::ptr_eq(self.raster.picture(), self.source.picture())
            && (map.xx, map.xy, map.yx, map.yy) == (1.0, 0.0, 0.0, 1.0)
            && (map.tx, map.ty) == self.origin.point()
    }

    /// True if another sprite lies on the grid's cells at the same angle, scale and fraction: every reader reads both
    /// the same way.
    pub fn lies_like(&self, other: &Self) -> bool {
        let phase = |posed: &Self| {
            let map = posed.world_from_source();
            (map.xx, map.xy, map.yx, map.yy, map.tx - whole(posed.origin.x), map.ty - whole(posed.origin.y))
        };
        phase(self) == phase(other)
    }

    /// Its box in the world.
    pub fn bounding_box(&self) -> IntRect {
        IntRect::new(self.origin, self.raster.size())
    }

    /// The top left of `b` relative to this sprite's; `None` if the distance does not fit an offset.
    pub fn offset_of(&self, b: &Self) -> Option<Offset> {
        Offset::of(b.origin - self.origin)
    }
}

/// The cells of the surface that `rule` makes of a sprite of `size`: its centre is that of the unturned box, both
/// truncated to whole pixels, as pygame's rectangles are.
fn baked_extent(
    size: Size,
    world_from_source: Affine,
    reading: Reading,
    rule: &SurfaceRule,
) -> Result<IntRect, LayError> {
    let own = reading.parent_from_source(size);
    let linear = |map: Affine| (map.xx, map.xy, map.yx, map.yy);
    if linear(own) != linear(world_from_source) {
        return Err(reading.refused("cannot be inside parents that turn or scale").into());
    }
    if let Some(why) = rule.refuses(size, reading.call()) {
        return Err(reading.refused(why).into());
    }
    let (x, y) = reading.corner(size);
    let by_parents = (world_from_source.tx - own.tx, world_from_source.ty - own.ty);
    let rounding = reading.convention().snap.rounding().unwrap_or(Rounding::Truncate);
    let corner = |n: f64| rounding.round(mended_half(n)).map(i64::from).ok_or(LayError::TooFar);
    let new = rule.size(size, reading.call());
    let origin = |corner: i64, side: u32, new: u32| corner + i64::from(side / 2) - i64::from(new / 2);
    let x = origin(corner(x + by_parents.0)?, size.width, new.width);
    let y = origin(corner(y + by_parents.1)?, size.height, new.height);
    if new.area() > Posed::MOST_CELLS {
        return Err(LayError::TooLarge { width: new.width.into(), height: new.height.into() });
    }
    Ok(IntRect::new(Cell::new(x, y), new))
}

/// `n`, or the whole or half number within a rounding error of it: both are where roundings differ.
fn mended_half(n: f64) -> f64 {
    mended(2.0 * n) / 2.0
}

/// The cell of the top left corner of a sprite whose pixels keep their shape; `None` for all others.
fn whole_origin(world_from_source: Affine, (x, y): (f64, f64), convention: Convention) -> Option<Cell> {
    if !world_from_source.permutes_cells() {
        return None;
    }
    let (x, y) = (mended_half(x), mended_half(y));
    match convention.snap.rounding() {
        Some(rule) => Some(Cell::new(rule.round(x)?.into(), rule.round(y)?.into())),
        // Read at the centres of its cells, a sprite that lies on whole cells is unchanged.
        None if convention.at == SampleAt::Centre && (x, y) == (x.floor(), y.floor()) => cell(x, y),
        None => None,
    }
}

/// The distance of the map's origin from the corner of the cell `origin`, in steps larger than the rounding errors of
/// sums near the stage, and smaller than the tolerance of [`mended`].
fn phase(world_from_source: Affine, origin: Cell) -> Point {
    const STEPS: f64 = (1_u64 << 32) as f64;
    let step = |t: f64, cell: i64| ((t - whole(cell)) * STEPS).round() / STEPS;
    (step(world_from_source.tx, origin.x), step(world_from_source.ty, origin.y))
}

fn sides(size: Size) -> (f64, f64) {
    (f64::from(size.width), f64::from(size.height))
}

fn cell(x: f64, y: f64) -> Option<Cell> {
    Some(Cell::new(Rounding::Floor.round(x)?.into(), Rounding::Floor.round(y)?.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Choice as _;
    use crate::scene::{Anchor, Parents, Picture, PictureFormat, Placement, Snap, Sprite, Stand};
    use proptest::prelude::*;

    fn sprite(size: Size, seed: u32) -> Sprite {
        let pixels = (0..size.area()).flat_map(|at| {
            let bits = (at + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15 ^ u64::from(seed)) >> 33;
            [0, 0, 0, if bits % 3 == 0 { 0 } else { 255 }]
        });
        Sprite::new("sprite", Picture::new(size, pixels.collect(), PictureFormat::Png, true), 0)
    }

    fn posed(sprite: &Sprite, placement: Placement, parents: Vec<Placement>, convention: Convention) -> Posed {
        let parents = Parents::new(parents).expect("parents that turn");
        let stand = Stand { placement, parents, common: Parents::NONE, convention };
        stand.posed(sprite.raster()).expect("it is near")
    }

    #[test]
    fn half_a_quarter_turn_in_half_a_quarter_turn_is_a_quarter_turn() {
        let sprite = sprite(Size::new(9, 7), 1);
        let turned = |degrees| Placement { rotation: degrees, ..Placement::default() };
        let nested = posed(&sprite, turned(45.0), vec![turned(45.0)], Convention::default());
        assert_eq!(nested.bounding_box().size(), Size::new(7, 9));
    }

    fn side() -> impl Strategy<Value = u32> {
        proptest::sample::select(vec![1, 2, 7, 63, 64, 65])
    }

    fn coordinate() -> impl Strategy<Value = f64> {
        proptest::sample::select(vec![0.0, 3.0, -2.5, 0.3, 1_000_000.0, -2_000_000_000.0])
    }

    proptest! {
        #![proptest_config(crate::cases::cases(256))]
        #[test]
        fn turns_that_add_up_to_quarters_lie_as_one_turn(
            (width, height, seed) in (side(), side(), any::<u32>()),
            turns in proptest::collection::vec(-36_000..36_000_i32, 1..16),
            (x, y) in (coordinate(), coordinate()),
            (snap, at, anchor, quarters) in (0..Snap::ALL.len(), 0..SampleAt::ALL.len(), 0..2_usize, 0..4_i32),
        ) {
            let sprite = sprite(Size::new(width, height), seed);
            let anchor = [Anchor::TopLeft, Anchor::Custom(3.0, 1.0)][anchor];
            let convention = Convention { snap: Snap::ALL[snap], at: SampleAt::ALL[at], ..Convention::default() };
            let turned = |hundredths: i32| Placement { rotation: f64::from(hundredths) / 100.0, ..Placement::default() };
            let rest = 9000 * quarters - turns.iter().sum::<i32>();
            let mut parents: Vec<_> = turns.iter().map(|&turn| turned(turn)).collect();
            let last = parents.len() - 1;
            parents[last].position = (x, y);
            let nested = posed(&sprite, Placement { anchor, ..turned(rest) }, parents, convention);
            let at = Placement::at((x, y));
            let direct = posed(&sprite, Placement { anchor, ..turned(9000 * quarters) }, vec![at], convention);
            prop_assert_eq!(nested.bounding_box(), direct.bounding_box());
            prop_assert_eq!(nested.raster.mask().mask(), direct.raster.mask().mask());
        }
    }
}
