//! [`Hitbox`]: the shapes of a sprite that are tested in place of its mask.

use std::{fmt, sync::Arc};

use super::{PlacedHitbox, PlacedPart, Shape, ShapeFault, shape};
use crate::geom::{Affine, Cell};
use crate::mask::Prepared;
use crate::words::plural;

/// The shapes of a sprite that its game tests: 1 to 64 parts. Any of them may hit.
///
/// In files it is a part (`{"box": [x, y, w, h]}`, `"mask"`), or a list of parts.
///
/// ```
/// use maskscope_core::geom::Affine;
/// use maskscope_core::shape::{Contact, Hitbox, Meeting, Shape};
///
/// let chest = Hitbox::from(Shape::Box([0.0, 0.0, 4.0, 4.0]));
/// let at = |x: f64| chest.placed(&Affine::translation((x, 0.0)), || unreachable!("no part is a mask"));
/// assert_eq!([3.0, 4.0, 6.0].map(|x| at(0.0).meets(&at(x))), [Meeting::Overlaps, Meeting::Touches, Meeting::Apart]);
/// assert_eq!(at(0.0).contact(&at(3.0)), Contact::Overlaps { depth: 1.0 });
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Hitbox(Vec<Part>);

/// A part of a hitbox.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A shape in the sprite's own pixels.
    Shape(Shape),
    /// The sprite's own mask.
    Mask,
}

impl Hitbox {
    /// The most parts.
    pub const MOST_PARTS: usize = shape::MOST_PARTS;

    /// A hitbox of these parts.
    ///
    /// # Errors
    /// If there are 0 or more than 64, or if the numbers of one are not a shape.
    pub fn new(parts: Vec<Part>) -> Result<Self, ShapeFault> {
        match parts.len() {
            0 => return Err(ShapeFault::Empty),
            1..=Self::MOST_PARTS => {}
            _ => return Err(ShapeFault::TooMany),
        }
        for part in &parts {
            if let Part::Shape(shape) = part {
                shape.check()?;
            }
        }
        Ok(Self(parts))
    }

    /// Its parts.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    /// The hitbox in the world, where `mask`, the sprite's own, has its top left on a cell. `world_from_source` maps points of
    /// the sprite, from its top left corner, to the world. The mask is only asked for where a part is the mask.
    pub fn placed(&self, world_from_source: &Affine, mask: impl FnOnce() -> (Arc<Prepared>, Cell)) -> PlacedHitbox {
        let is_tested = self.0.contains(&Part::Mask);
        let mask = is_tested.then(mask);
        let part = |part: &Part| match part {
            Part::Shape(shape) => Some(PlacedPart::Shape(shape.placed(world_from_source))),
            Part::Mask => mask.clone().map(|(mask, origin)| PlacedPart::Mask(mask, origin)),
        };
        PlacedHitbox::new(self.0.iter().filter_map(part).collect())
    }
}

impl From<Shape> for Part {
    fn from(shape: Shape) -> Self {
        Self::Shape(shape)
    }
}

/// A hitbox of one part: the numbers of a shape are those of a person or a fit, and not checked.
impl<P: Into<Part>> From<P> for Hitbox {
    fn from(part: P) -> Self {
        Self(vec![part.into()])
    }
}

/// `box 48 × 48`, `mask`, `3 shapes`.
impl fmt::Display for Hitbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0[..] {
            [Part::Shape(shape)] => shape.fmt(f),
            [Part::Mask] => f.write_str("mask"),
            parts => f.write_str(&plural(parts.len() as u64, "shape")),
        }
    }
}
