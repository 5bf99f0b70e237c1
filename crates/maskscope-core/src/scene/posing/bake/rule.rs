//! An engine's call that makes a new surface, with its arguments and its pixels.

use thiserror::Error;

use crate::scene::{Filter, Placement};
use crate::{choice::Choice as _, geom::Size};

/// An engine's call that makes a new surface.
pub(in crate::scene) struct SurfaceRule {
    /// Reason for which it cannot make a surface, with the filter that can, as a sentence without its subject.
    pub(super) refuses: fn(Size, Call) -> Option<&'static str>,
    /// Columns and rows of the new surface; the old one has pixels.
    pub(super) size: fn(Size, Call) -> Size,
    /// The new surface, of that size. Pixels that the old one does not cover get the background, if the call fills it.
    pub(super) bake: fn(&Surface, Call, [u8; 4]) -> Surface,
    /// True if it leaves a sprite alone that is neither turned nor scaled.
    pub keeps_upright: bool,
    /// True if the new surface has an alpha channel even if the old one has none.
    pub adds_alpha: bool,
}

/// Arguments of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::scene) struct Call {
    /// Mirrored left to right and top to bottom, before the call.
    flip: (bool, bool),
    /// Degrees, clockwise.
    rotation: f64,
    /// Factors above 0.
    pub(super) scale: (f64, f64),
}

/// A sprite that cannot be laid by its filter.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{name} {why}", name = filter.name())]
pub struct Unbaked {
    /// The filter.
    pub filter: Filter,
    /// Reason, as a sentence without its subject.
    pub why: &'static str,
}

impl Call {
    /// The call for `placement`. A negative factor is a flip.
    pub(in crate::scene) fn of(placement: &Placement) -> Self {
        let (x, y) = placement.scale;
        let flip = (placement.flip.0 != (x < 0.0), placement.flip.1 != (y < 0.0));
        Self { flip, rotation: placement.rotation, scale: (x.abs(), y.abs()) }
    }

    /// The angle counter-clockwise, in pygame's precision.
    #[expect(clippy::cast_possible_truncation, reason = "pygame takes angles in 32 bits")]
    pub(super) const fn angle(self) -> f32 {
        -self.rotation as f32
    }

    /// The size `int(side * factor)`, at least 1.
    pub(super) fn scaled(self, size: Size) -> Size {
        let side = |side: u32, factor: f64| int_side(f64::from(side) * factor).max(1);
        Size::new(side(size.width, self.scale.0), side(size.height, self.scale.1))
    }

    pub(super) fn is_turned(self) -> bool {
        self.rotation != 0.0
    }

    /// True if it leaves a sprite as it is in its image.
    pub(in crate::scene) fn is_upright(self) -> bool {
        self == Self::of(&Placement::default())
    }
}

impl SurfaceRule {
    /// Reason for which it cannot make `call` with a surface of `size`.
    pub(in crate::scene) fn refuses(&self, size: Size, call: Call) -> Option<&'static str> {
        (self.refuses)(size, call)
    }

    /// Columns and rows of the new surface.
    pub(in crate::scene) fn size(&self, size: Size, call: Call) -> Size {
        if size.is_empty() { size } else { (self.size)(size, call) }
    }

    /// The new surface, of that size: `surface` flipped, then passed to the call. One without pixels stays as it is.
    pub(in crate::scene) fn bake(&self, surface: Surface, call: Call, background: Option<[u8; 4]>) -> Surface {
        let flipped = surface.flipped(call.flip);
        let Some(&[red, green, blue, _]) = flipped.pixels.first() else { return flipped };
        (self.bake)(&flipped, call, background.unwrap_or([red, green, blue, 0]))
    }
}

/// A number truncated to a side, as in C.
pub(super) fn int_side(n: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sides are not negative; a cast clamps"
    )]
    let side = n as u32;
    side
}

/// A number truncated to 32 bits, as on x86: a number that does not fit becomes the least of all.
pub(super) fn int(n: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "it fits")]
    let fits = |n: f64| n as i32;
    if n > -2_147_483_649.0 && n < 2_147_483_648.0 { fits(n) } else { i32::MIN }
}

/// Pixels in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::scene) struct Surface {
    /// Columns and rows.
    pub size: Size,
    /// Red, green, blue and alpha of each, row by row.
    pub pixels: Vec<[u8; 4]>,
}

impl Surface {
    /// A surface whose pixel at column `x` and row `y` is `pixel(x, y)`.
    pub(super) fn from_fn(size: Size, mut pixel: impl FnMut(u32, u32) -> [u8; 4]) -> Self {
        let cells = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
        Self { size, pixels: cells.map(|(x, y)| pixel(x, y)).collect() }
    }

    /// The pixel at column `x` and row `y`.
    pub(super) fn at(&self, x: u32, y: u32) -> [u8; 4] {
        let index = u64::from(y) * u64::from(self.size.width) + u64::from(x);
        self.pixels[usize::try_from(index).expect("a pixel in memory")]
    }

    /// Mirrors left to right, top to bottom.
    pub(super) fn flipped(self, flip: (bool, bool)) -> Self {
        let Size { width, height } = self.size;
        let along = |flip: bool, at: u32, side: u32| if flip { side - 1 - at } else { at };
        match flip {
            (false, false) => self,
            (x_flips, y_flips) => {
                Self::from_fn(self.size, |x, y| self.at(along(x_flips, x, width), along(y_flips, y, height)))
            }
        }
    }

    /// Exchanges columns and rows.
    pub(super) fn transposed(&self) -> Self {
        Self::from_fn(Size::new(self.size.height, self.size.width), |x, y| self.at(y, x))
    }
}
