//! Shapes that a game tests in place of pixels: boxes, circles, ellipses, capsules and polygons.
//!
//! The [`Hitbox`] of a sprite lists [`Shape`]s in the sprite's own pixels, its mask, or both. In the world it is a
//! [`PlacedHitbox`]; two of these overlap, touch or miss ([`Meeting`]), by a depth or a distance ([`Contact`]).
//!
//! Shapes overlap if their interiors share a point, and touch if only their edges do, within [`TOUCH`] px: engines differ in
//! what they answer then.

mod capsule;
mod cells;
mod contact;
mod convex;
mod ellipse;
pub mod fit;
mod hitbox;
mod pieces;
mod placed;
mod placed_hitbox;
mod polygon;
#[expect(clippy::module_inception, reason = "the module is named after what it holds")]
mod shape;
#[cfg(feature = "serde")]
mod stored;
#[cfg(test)]
mod tests;
mod way_out;

pub use contact::{Contact, Meeting};
pub use hitbox::{Hitbox, Part};
pub use placed::{PlacedShape, TOUCH};
#[cfg(feature = "surveys")]
pub(crate) use placed_hitbox::Sliding;
pub use placed_hitbox::{PlacedHitbox, PlacedPart};
pub use polygon::area as polygon_area;
#[cfg(feature = "replays")]
pub(crate) use polygon::edges as polygon_edges;
pub use shape::{Shape, ShapeFault};
