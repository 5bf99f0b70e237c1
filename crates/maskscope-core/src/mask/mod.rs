//! Collision masks: one bit per pixel, set where the pixel is solid.
//!
//! [`Mask`] is the value, [`Prepared`] a mask with the tables derived from it, [`Packed`] Phaelax's continuous packing,
//! and [`Health`] a report on one mask. [`engine`] answers questions about two masks fast; [`truth`] answers them by
//! brute force and judges every other part of the crate.
//!
//! - `bits`, `text`: the mask, and its text; `pixels`: masks of images; `tables`: tables derived from a mask.
//! - `algebra`, `transforms`: masks combined by `&`, `|`, `^` and `!`; flipped, scaled and turned.
//! - `components`, `outline`, `centroid`: connected parts, border and middle of one mask.
//! - `overlap`, `distance`, `push_out`: two masks; `health`, `packing`: one mask, and the words that hold its pixels.

mod algebra;
mod bits;
mod centroid;
mod components;
mod distance;
pub mod engine;
mod health;
mod outline;
mod overlap;
mod packing;
mod pixels;
mod push_out;
mod tables;
mod text;
mod transforms;
pub mod truth;

pub use bits::Mask;
pub use distance::{closest_cells, distance};
pub use engine::Prepared;
pub use health::{Borders, Health};
pub use overlap::overlap_box;
pub use packing::{Packing, WordAt};
pub use pixels::{Computation, Level, Solid};
pub use push_out::{push_out, shortest_push};
pub use tables::{BlockPyramid, Islands, Packed, Runs, SummedAreaTable};
pub use text::{TextMaskError, lines};
