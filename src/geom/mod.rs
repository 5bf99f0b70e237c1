//! Half-open integer geometry: cells, sizes, boxes, and how a sub-pixel position becomes a cell.
//!
//! x grows to the right, y grows downwards, and a box holds its left and top edge but not its right and bottom one.
//! Everything is computed in `i64`, so that an offset at either end of `i32` plus any image side stays exact.

mod cell;
mod rect;
mod rounding;
mod size;

pub use cell::{Cell, Offset};
pub use rect::IntRect;
pub use rounding::Rounding;
pub use size::Size;
