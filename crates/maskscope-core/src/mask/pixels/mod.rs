//! Solid pixels of an image: what makes a pixel solid, and the masks of many levels at once.
//!
//! - `solid`: the rule for one pixel; `alpha`, `level`: masks from alpha, and from each of its levels.
//! - `sse2`: the same for 16 pixels at a time.

mod alpha;
mod level;
mod solid;
#[cfg(target_arch = "x86_64")]
mod sse2;

pub use level::{Computation, Level};
pub use solid::Solid;
