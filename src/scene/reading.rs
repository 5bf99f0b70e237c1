//! How a sprite is read: by the scene's convention and the sprite's own filter.

use super::{
    Anchor, Convention, Placement, Snap, Unbaked,
    bake::{Call, Rule},
};
use crate::geom::{Affine, Point, Size};

/// How a sprite is read: the scene's convention, in which the sprite's own filter stands in place of the scene's, and how
/// the sprite is turned, which filters that make a new surface must know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    convention: Convention,
    placement: Placement,
}

/// For sprites that no filter makes a new surface of.
impl From<Convention> for Reading {
    fn from(convention: Convention) -> Self {
        Self { convention, placement: Placement::default() }
    }
}

impl Placement {
    /// How a sprite that is placed so is read in a scene with this convention.
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

    /// Whether it is the middle about which it turns and scales, and not the anchor: so where a new surface is made.
    pub const fn about_middle(self) -> bool {
        self.rule().is_some()
    }

    /// What it turns and scales about, in words.
    pub const fn about(self) -> &'static str {
        if self.about_middle() { "the middle" } else { "the anchor" }
    }

    /// Whether the filter can turn a sprite.
    pub fn turns(self) -> bool {
        self.can(Placement { rotation: 1.0, ..Placement::default() })
    }

    /// Whether the filter can scale a sprite.
    pub fn scales(self) -> bool {
        self.can(Placement { scale: (2.0, 2.0), ..Placement::default() })
    }

    fn can(self, placement: Placement) -> bool {
        self.rule().is_none_or(|rule| rule.refuses(Size::new(1, 1), Call::of(&placement)).is_none())
    }

    /// Where points of a sprite of `size`, from its top left corner, come to lie in the space inside its innermost parent.
    pub fn parent_from_source(self, size: Size) -> Affine {
        if self.rule().is_none() {
            return self.placement.parent_from_source(size, self.convention.snap);
        }
        let (x, y) = half(size);
        let about_middle = Placement { position: self.pivot(size), anchor: Anchor::Custom(x, y), ..self.placement };
        about_middle.parent_from_source(size, Snap::Keep)
    }

    /// The point of that space about which it turns and scales.
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

    /// The engine's call that makes a new surface; `None` where the filter reads the sprite itself.
    pub(super) const fn rule(self) -> Option<&'static Rule> {
        self.convention.filter.rule()
    }

    /// What that call is asked for.
    pub(super) fn call(self) -> Call {
        Call::of(&self.placement)
    }

    /// Why that call cannot make what is asked for: the filter and what it cannot do.
    pub(super) const fn refused(self, why: &'static str) -> Unbaked {
        Unbaked { filter: self.convention.filter, why }
    }
}

fn half(size: Size) -> Point {
    (f64::from(size.width) / 2.0, f64::from(size.height) / 2.0)
}
