//! [`HitboxRole`]: what a hitbox is for, and so which of its pixels are wrong.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::counts::PixelCounts;
use maskscope_core::geom::Affine;
use maskscope_core::mask::Mask;
use maskscope_core::shape::Shape;
use maskscope_core::shape::fit::Rule;

/// The purpose of a hitbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum HitboxRole {
    /// As the picture: clear pixels that it covers and solid ones that it leaves out are wrong.
    #[default]
    Fit,
    /// Small on purpose, such as the hurtbox of a player: only clear pixels that it covers are wrong.
    Inside,
    /// Large on purpose, such as a pickup: only solid pixels that it leaves out are wrong.
    Outside,
    /// The feet of a figure: as `fit`, by the rows of the picture from the top of the shape down.
    Feet,
    /// Part of the ground: listed, and never wrong.
    Terrain,
    /// Left out.
    Ignore,
}

/// Words in the names of hitboxes, and the roles that they suggest.
const SUGGESTED: [(&str, HitboxRole); 6] = [
    ("hurt", HitboxRole::Inside),
    ("pickup", HitboxRole::Outside),
    ("coin", HitboxRole::Outside),
    ("collect", HitboxRole::Outside),
    ("feet", HitboxRole::Feet),
    ("foot", HitboxRole::Feet),
];

impl HitboxRole {
    /// The number of wrong pixels among these.
    pub const fn wrong(self, counts: PixelCounts) -> u64 {
        match self {
            Self::Fit | Self::Feet => counts.covered + counts.left_out,
            Self::Inside => counts.covered,
            Self::Outside => counts.left_out,
            Self::Terrain | Self::Ignore => 0,
        }
    }

    /// True unless no picture judges it.
    pub(in crate::files) const fn is_judged(self) -> bool {
        !matches!(self, Self::Terrain | Self::Ignore)
    }

    /// The solid pixels that count for shapes over a picture.
    pub(in crate::files) fn solid_of(self, mask: Mask, shapes: &[Shape]) -> Mask {
        if self != Self::Feet {
            return mask;
        }
        let tops = shapes.iter().map(|shape| shape.placed(&Affine::IDENTITY).bounds().0.1);
        let top = tops.reduce(f64::min).unwrap_or_default();
        // A row is the shape's if its middle is.
        Mask::from_fn(mask.size(), |x, y| f64::from(y) + 0.5 > top && mask.get(x, y))
    }

    /// The rule by which a shape for this role is fitted.
    pub(in crate::files) const fn rule(self) -> Rule {
        match self {
            Self::Inside => Rule::Inside,
            Self::Outside => Rule::Outside,
            _ => Rule::Fewest,
        }
    }

    /// The role that the name of a hitbox suggests; `None` for most names.
    pub fn suggested(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        SUGGESTED.iter().find(|(word, _)| name.contains(word)).map(|(_, role)| *role)
    }
}
