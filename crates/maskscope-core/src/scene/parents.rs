//! Parents: spaces that move, turn and scale everything inside them.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Placement, Snap};
use crate::geom::{Affine, Size};

/// Parents inside one another, the innermost first: they move, turn and scale all sprites inside them.
///
/// ```text
/// world ⟵ common parents ⟵ the sprite's own parents ⟵ the sprite
/// ```
///
/// A parent has no pixels, so it has no anchor and no flips either: a negative scale mirrors it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Placement>", into = "Vec<Placement>")]
pub struct Parents(Vec<Placement>);

/// Fault of parents inside one another.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum ParentsFault {
    /// There are more than [`Parents::MOST`].
    #[error("{0} parents are inside one another, the limit is {most}", most = Parents::MOST)]
    TooMany(usize),
    /// They squeeze the plane to a line.
    #[error("together the parents flatten everything to a line")]
    Flat,
}

impl TryFrom<Vec<Placement>> for Parents {
    type Error = ParentsFault;

    fn try_from(parents: Vec<Placement>) -> Result<Self, ParentsFault> {
        Self::new(parents)
    }
}

impl From<Parents> for Vec<Placement> {
    fn from(parents: Parents) -> Self {
        parents.0
    }
}

impl Parents {
    /// No parents.
    pub const NONE: Self = Self(Vec::new());
    /// The most parents inside one another.
    pub const MOST: usize = 16;

    /// Parents, the innermost first; their anchors and flips are ignored, their numbers clamped to what can be shown.
    ///
    /// # Errors
    /// If there are too many, or they squeeze the plane to a line together.
    pub fn new(parents: impl IntoIterator<Item = Placement>) -> Result<Self, ParentsFault> {
        let bodiless = |placement: Placement| {
            let Placement { position, rotation, scale, .. } = placement.cut_to_range();
            Placement { rotation, scale, ..Placement::at(position) }
        };
        let parents = Self(parents.into_iter().map(bodiless).collect());
        match parents.0.len() {
            too_many if too_many > Self::MOST => Err(ParentsFault::TooMany(too_many)),
            _ if parents.outside_from_inside().inverse().is_none() => Err(ParentsFault::Flat),
            _ => Ok(parents),
        }
    }

    /// All of them, the innermost first.
    pub fn all(&self) -> &[Placement] {
        &self.0
    }

    /// Map from points inside the innermost to points outside the outermost.
    pub fn outside_from_inside(&self) -> Affine {
        self.outside_from(0)
    }

    /// Map from points inside the parent `first`, counted from the innermost as 0, to points outside the outermost.
    pub fn outside_from(&self, first: usize) -> Affine {
        let maps = self.0.iter().skip(first).map(|parent| parent.parent_from_source(Size::default(), Snap::Keep));
        maps.fold(Affine::IDENTITY, |inner, outer| outer.after(inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_acts_first() {
        let turned = Placement { rotation: 90.0, ..Placement::at((10.0, 0.0)) };
        let wide = Placement { scale: (2.0, 1.0), ..Placement::default() };
        let parents = Parents::new([turned, wide]).expect("two");
        assert_eq!(parents.outside_from_inside().map((3.0, 0.0)), (20.0, 3.0), "turned and moved, then widened");
        assert_eq!(parents.outside_from(1).map((3.0, 0.0)), (6.0, 0.0), "in the space of the turned one");
        assert_eq!(parents.outside_from(2), Affine::IDENTITY);
        assert_eq!(Parents::default().outside_from_inside(), Affine::IDENTITY);
    }

    #[test]
    fn too_many_and_flat_ones_are_refused() {
        let plain = Placement::default();
        assert!(Parents::new(vec![plain; 16]).is_ok());
        assert_eq!(Parents::new(vec![plain; 17]), Err(ParentsFault::TooMany(17)));
        let squeezed = |rotation| Placement { scale: (100.0, 0.01), rotation, ..plain };
        assert!(Parents::new([squeezed(0.0), squeezed(0.0)]).is_ok(), "to a ten-thousandth by two");
        assert_eq!(Parents::new([squeezed(0.0); 3]), Err(ParentsFault::Flat));
        assert!(Parents::new([squeezed(0.0), squeezed(90.0), squeezed(0.0), squeezed(90.0)]).is_ok(), "undone again");
        assert!(Parents::new([Placement { scale: (0.01, 0.01), ..plain }; 16]).is_ok(), "small, but not flat");
    }

    #[test]
    fn a_parent_has_neither_an_anchor_nor_flips() {
        let odd = Placement {
            anchor: crate::scene::Anchor::Custom(3.0, 4.0),
            flip: (true, true),
            ..Placement::at((1.0, f64::NAN))
        };
        assert_eq!(Parents::new([odd]).expect("one").all(), [Placement::at((1.0, 0.0))]);
    }
}
