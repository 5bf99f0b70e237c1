//! Engines that make a new surface of a turned or scaled sprite, and take the mask of that: one file for each of their calls.
//!
//! A call moves or blends whole pixels, red, green, blue and alpha alike, in the engine's own arithmetic. Which pixels of
//! the new surface are solid is decided afterwards, by the sprite's rule.

mod rotate;
mod rotozoom;
mod rule;
mod scale;
mod smoothscale;
mod surface;

pub use rule::Unbaked;
pub(super) use rule::{Call, Rule};
pub(super) use surface::Surface;

use super::Filter;

impl Filter {
    /// The engine's call, for those that are one.
    pub(super) const fn rule(self) -> Option<&'static Rule> {
        match self {
            Self::Nearest | Self::Bilinear => None,
            Self::PygameRotate => Some(&rotate::RULE),
            Self::PygameRotozoom => Some(&rotozoom::RULE),
            Self::PygameScale => Some(&scale::RULE),
            Self::PygameSmoothscale => Some(&smoothscale::RULE),
        }
    }
}
