//! Reading of a sprite: the scene's convention with the sprite's own filter.

use super::bake::{Call, SurfaceRule};
use crate::geom::{Affine, Point, Size};
use crate::scene::{Anchor, Convention, Placement, Snap, Unbaked};

/// Reading of a sprite: the scene's convention with the sprite's own filter, if it has one, and the sprite's turn, for
/// filters that make a new surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    convention: Convention,
    placement: Placement,
}

/// Reading of sprites without a filter that makes a new surface.
impl From<Convention> for Reading {
    fn from(convention: Convention) -> Self {
        Self { convention, placement: Placement::default() }
    }
}

impl Placement {
    /// The reading of a sprite with this placement in a scene with this convention.
    pub fn read_by(self, convention: Convention) -> Reading {
        let filter = self.filter.unwrap_or(convention.filter);
        Reading { convention: Convention { filter, ..convention }, placement: self }
    }
}

impl Reading {
    /// The convention with the sprite's own filter.
    pub const fn convention(self) -> Convention {
        self.convention
    }

    /// True if the sprite turns and scales about its middle instead of its anchor: so with filters that make a new
    /// surface.
    pub const fn about_middle(self) -> bool {
        self.rule().is_some()
    }

    /// True if the sprite has an anchor of its own; without one, its handle turns it about its middle.
    pub fn has_anchor(self) -> bool {
        self.placement.anchor != Anchor::TopLeft
    }

    /// The point of turning and scaling, in words.
    pub const fn about(self) -> &'static str {
        if self.about_middle() { "the middle" } else { "the anchor" }
    }

    /// True if the filter can turn a sprite.
    pub fn turns(self) -> bool {
        self.can(Placement { rotation: 1.0, ..Placement::default() })
    }

    /// True if the filter can scale a sprite.
    pub fn scales(self) -> bool {
        self.can(Placement { scale: (2.0, 2.0), ..Placement::default() })
    }

    fn can(self, placement: Placement) -> bool {
        self.rule().is_none_or(|rule| rule.refuses(Size::new(1, 1), Call::of(&placement)).is_none())
    }

    /// Map from points of a sprite of `size`, from its top left corner, to the space inside its innermost parent.
    pub fn parent_from_source(self, size: Size) -> Affine {
        if self.rule().is_none() {
            return self.placement.parent_from_source(size, self.convention.snap);
        }
        let (x, y) = half(size);
        let about_middle = Placement { position: self.pivot(size), anchor: Anchor::Custom(x, y), ..self.placement };
        about_middle.parent_from_source(size, Snap::Keep)
    }

    /// The fixed point of turning and scaling, in that space.
    pub fn pivot(self, size: Size) -> Point {
        let (x, y) = self.convention.snap.snap(self.placement.position);
        if self.rule().is_none() {
            return (x, y);
        }
        let (corner, half) = (self.corner(size), half(size));
        (corner.0 + half.0, corner.1 + half.1)
    }

    /// The top left corner of the unturned box in that space.
    pub fn corner(self, size: Size) -> Point {
        let ((x, y), anchor) = (self.convention.snap.snap(self.placement.position), self.placement.anchor.point(size));
        (x - anchor.0, y - anchor.1)
    }

    /// The engine's call that makes a new surface; `None` if the filter reads the sprite itself.
    pub(in crate::scene) const fn rule(self) -> Option<&'static SurfaceRule> {
        self.convention.filter.rule()
    }

    /// The arguments of that call.
    pub(super) fn call(self) -> Call {
        Call::of(&self.placement)
    }

    /// Error of a call that cannot make the surface: the filter and the reason.
    pub(in crate::scene) const fn refused(self, why: &'static str) -> Unbaked {
        Unbaked { filter: self.convention.filter, why }
    }
}

fn half(size: Size) -> Point {
    (f64::from(size.width) / 2.0, f64::from(size.height) / 2.0)
}
