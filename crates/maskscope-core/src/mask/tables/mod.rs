//! Tables that are derived from a mask, each for a kind of question.
//!
//! - `summed_area`: set bits in a box; `blocks`: a pyramid of blocks; `runs`: runs of set bits in each row.
//! - `packed`: rows packed one after the other; `transposed`: columns as rows; `islands`: connected parts.

mod blocks;
mod islands;
mod packed;
mod runs;
mod summed_area;
mod transposed;

pub use blocks::BlockPyramid;
pub(super) use blocks::by_eights;
pub use islands::Islands;
pub(super) use islands::root;
pub use packed::Packed;
pub use runs::Runs;
pub(super) use runs::{RunList, count_runs};
pub use summed_area::SummedAreaTable;
