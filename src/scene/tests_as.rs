//! [`TestsAs`]: the kinds of shapes that a sprite can be tested as.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::PreCheck;
use crate::mask::Prepared;
use crate::shape::{Hitbox, Part, Shape, fit::Form};

/// A kind of hitbox: what a game tests in place of a sprite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, IntoStaticStr, EnumMessage)]
pub enum TestsAs {
    /// Tests the sprite's own pixels.
    #[strum(serialize = "mask")]
    Mask,
    /// Tests the whole box of the image.
    #[strum(serialize = "box")]
    Box,
    /// Tests the smallest box around the solid pixels.
    #[strum(serialize = "tight box")]
    TightBox,
    /// Tests a circle with half the longer side as radius.
    #[strum(serialize = "circle")]
    Circle,
    /// Tests the ellipse that fills the box.
    #[strum(serialize = "ellipse")]
    Ellipse,
    /// Tests a polygon of eight corners, fitted to the solid pixels.
    #[strum(serialize = "polygon")]
    Polygon,
}

impl TestsAs {
    /// The corners of a polygon that is fitted.
    pub const CORNERS: usize = 8;

    /// The kind of a hitbox of a sprite with this mask; `None` for several parts.
    pub fn of(hitbox: Option<&Hitbox>, mask: &Prepared) -> Option<Self> {
        let Some(hitbox) = hitbox else { return Some(Self::Mask) };
        match hitbox.parts() {
            [Part::Mask] => Some(Self::Mask),
            [Part::Shape(shape)] => Some(match shape {
                Shape::Box(_) => {
                    let is_of = |check: PreCheck| check.shape(mask).as_ref() == Some(shape);
                    if is_of(PreCheck::TightBox) && !is_of(PreCheck::Box) { Self::TightBox } else { Self::Box }
                }
                Shape::Circle(_) => Self::Circle,
                Shape::Ellipse(_) => Self::Ellipse,
                Shape::Polygon(_) => Self::Polygon,
            }),
            _ => None,
        }
    }

    /// The shape that it has by rule; of a polygon the corners of the tight box. `None` for the mask, and for a sprite that
    /// has no such box.
    pub fn shape(self, mask: &Prepared) -> Option<Shape> {
        match self {
            Self::Mask => None,
            Self::Box => PreCheck::Box.shape(mask),
            Self::TightBox => PreCheck::TightBox.shape(mask),
            Self::Circle => PreCheck::Circle.shape(mask),
            Self::Ellipse => PreCheck::Ellipse.shape(mask),
            Self::Polygon => match PreCheck::TightBox.shape(mask)? {
                Shape::Box([x, y, w, h]) => Some(Shape::Polygon(vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]])),
                _ => None,
            },
        }
    }

    /// The form to fit, a polygon with the corners of `shape`, at least 8 of them; `None` for the mask.
    pub fn form(self, shape: Option<&Shape>) -> Option<Form> {
        match self {
            Self::Mask => None,
            Self::Box | Self::TightBox => Some(Form::Box),
            Self::Circle => Some(Form::Circle),
            Self::Ellipse => Some(Form::Ellipse),
            Self::Polygon => {
                let corners = if let Some(Shape::Polygon(corners)) = shape { corners.len() } else { 0 };
                Some(Form::Polygon(corners.max(Self::CORNERS)))
            }
        }
    }
}
