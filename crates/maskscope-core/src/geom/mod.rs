//! Half-open integer geometry: cells, sizes, boxes, rounding of sub-pixel positions to cells, and affine maps.
//!
//! x grows to the right, y grows downwards, and a box holds its left and top edge but not its right and bottom one.
//! Everything is computed in `i64`, so that an offset at either end of `i32` plus any image side stays exact.

mod affine;
mod cell;
#[cfg(feature = "serde")]
mod number;
mod offsets;
mod rect;
mod rounding;
mod size;

pub use affine::{Affine, Point};
pub use cell::{Cell, Offset, whole};
#[cfg(feature = "serde")]
pub use number::Number;
pub use offsets::Offsets;
pub use rect::IntRect;
pub use rounding::Rounding;
pub use size::Size;
