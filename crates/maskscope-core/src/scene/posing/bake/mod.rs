//! Engines that draw a turned or scaled sprite to a new surface and take the mask of that surface: one file for each of
//! their calls.
//!
//! A call moves or blends whole pixels, red, green, blue and alpha alike, in the engine's own arithmetic. The sprite's
//! rule then decides which pixels of the new surface are solid.

mod rotate;
mod rotozoom;
mod rule;
mod scale;
mod smoothscale;

use crate::scene::Filter;

pub use rule::Unbaked;
pub(super) use rule::{Call, Surface, SurfaceRule};

impl Filter {
    /// The engine's call, for filters that are calls of an engine.
    pub(in crate::scene) const fn rule(self) -> Option<&'static SurfaceRule> {
        match self {
            Self::Nearest | Self::Bilinear => None,
            Self::PygameRotate => Some(&rotate::RULE),
            Self::PygameRotozoom => Some(&rotozoom::RULE),
            Self::PygameScale => Some(&scale::RULE),
            Self::PygameSmoothscale => Some(&smoothscale::RULE),
        }
    }
}
