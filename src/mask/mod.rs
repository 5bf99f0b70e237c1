//! Collision masks: one bit per pixel, set where the pixel is solid.
//!
//! [`Mask`] is the value, [`Prepared`] a mask with the tables derived from it, [`Packed`] Phaelax's continuous packing,
//! and [`Health`] a report on one mask. [`engine`] answers questions about two masks fast; [`truth`] answers them by
//! brute force and judges every other part of the crate.

mod alpha;
mod bits;
mod blocks;
mod distance;
pub mod engine;
mod health;
mod islands;
mod level;
mod overlap;
mod packed;
mod packing;
mod push_out;
mod runs;
mod solid;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod summed_area;
mod text;
mod transposed;
pub mod truth;

pub use bits::Mask;
pub use blocks::BlockPyramid;
pub use distance::{closest_cells, distance};
pub use engine::Prepared;
pub use health::{Borders, Health};
pub use islands::Islands;
pub use level::{Computation, Level};
pub use overlap::overlap_box;
pub use packed::Packed;
pub use packing::{Packing, WordAt};
pub use push_out::{push_out, shortest_push};
pub use runs::Runs;
pub use solid::Solid;
pub use summed_area::SummedAreaTable;
pub use text::lines;
