//! [`Candidate`]: shapes that could be tested in place of a sprite's mask.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use crate::geom::IntRect;
use crate::mask::Prepared;
use crate::scene::PreCheck;
use crate::shape::Shape;
use crate::shape::fit::{Form, Rule};

/// A shape that could be tested in place of a sprite's mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum Candidate {
    /// Its box.
    #[strum(message = "its box")]
    Box,
    /// Its tight box.
    #[strum(message = "tight box")]
    TightBox,
    /// Its tight box, 4 px smaller on each side.
    #[strum(message = "box, 4 px smaller")]
    InsetBox,
    /// Its best circle.
    #[strum(message = "circle, best")]
    BestCircle,
    /// Its largest circle that covers no clear pixel.
    #[strum(message = "circle, inscribed")]
    InscribedCircle,
    /// Its best ellipse.
    #[strum(message = "ellipse, best")]
    BestEllipse,
    /// Its best capsule that is upright or lies.
    #[strum(message = "capsule, best")]
    BestCapsule,
    /// Its best polygon of 8 corners.
    #[strum(serialize = "polygon:8", message = "polygon, 8 corners")]
    Polygon8,
    /// Its best polygon of 4 corners.
    #[strum(serialize = "polygon:4", message = "polygon, 4 corners")]
    Polygon4,
    /// Its best polygon of 6 corners.
    #[strum(serialize = "polygon:6", message = "polygon, 6 corners")]
    Polygon6,
    /// Its best polygon of 12 corners.
    #[strum(serialize = "polygon:12", message = "polygon, 12 corners")]
    Polygon12,
}

/// The number of pixels by which the inset box is smaller on each side.
const INSET: i64 = 4;

impl Candidate {
    /// True if it is listed without being asked for; the others are polygons of other numbers of corners.
    pub const fn is_usual(self) -> bool {
        !matches!(self, Self::Polygon4 | Self::Polygon6 | Self::Polygon12)
    }

    /// The shape that a sprite of this mask has by rule; `None` if it has none, and where one is to be fitted.
    pub fn shape(self, mask: &Prepared) -> Option<Shape> {
        match self {
            Self::Box => PreCheck::Box.shape(mask),
            Self::TightBox => PreCheck::TightBox.shape(mask),
            Self::InsetBox => {
                let IntRect { x, y, width, height } = mask.bounds()?;
                let less = |side: u32| side.checked_sub(8).filter(|&side| side > 0);
                Some(Shape::of(IntRect { x: x + INSET, y: y + INSET, width: less(width)?, height: less(height)? }))
            }
            _ => None,
        }
    }

    /// The form to fit, and the cells in which it may differ; `None` of a shape by rule.
    pub const fn form(self) -> Option<(Form, Rule)> {
        match self {
            Self::Box | Self::TightBox | Self::InsetBox => None,
            Self::BestCircle => Some((Form::Circle, Rule::Fewest)),
            Self::InscribedCircle => Some((Form::Circle, Rule::Inside)),
            Self::BestEllipse => Some((Form::Ellipse, Rule::Fewest)),
            Self::BestCapsule => Some((Form::Capsule, Rule::Fewest)),
            Self::Polygon8 => Some((Form::Polygon(8), Rule::Fewest)),
            Self::Polygon4 => Some((Form::Polygon(4), Rule::Fewest)),
            Self::Polygon6 => Some((Form::Polygon(6), Rule::Fewest)),
            Self::Polygon12 => Some((Form::Polygon(12), Rule::Fewest)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;
    use crate::mask::Mask;

    #[test]
    fn the_smaller_box_is_the_tight_box_without_4_px_on_each_side() {
        let smaller = |width: u32, height: u32| {
            let is_solid = |x: u32, y: u32| (3..3 + width).contains(&x) && (2..2 + height).contains(&y);
            let mask = Mask::from_fn(Size::new(64, 32), is_solid).into();
            Candidate::InsetBox.shape(&mask)
        };
        assert_eq!(smaller(20, 11), Some(Shape::Box([7.0, 6.0, 12.0, 3.0])));
        assert_eq!(smaller(9, 9), Some(Shape::Box([7.0, 6.0, 1.0, 1.0])));
        assert_eq!([smaller(8, 20), smaller(20, 8), smaller(7, 7), smaller(0, 0)], [None, None, None, None]);
    }
}
