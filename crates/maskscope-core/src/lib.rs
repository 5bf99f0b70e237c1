//! Pixel-perfect sprite collision: masks of one bit per pixel, their overlaps, shapes that are fitted to them, and scans.
//!
//! ```
//! use maskscope_core::{geom::Offset, mask::{Mask, truth::Truth}};
//!
//! let a: Mask = "..##\n.##.".parse()?;
//! let truth = Truth::of(&a, &a, Offset::new(1, 0));
//! assert_eq!(truth.area, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It knows no file format and no window. By default it has no clock, no thread and no environment either; the features
//! `serde`, `scenes`, `scripts`, `surveys` and `replays` add what the visual debugger `maskscope` is built on.
//!
//! The modules, from the bottom up. Each uses only modules listed above it.
//!
//! - `cases`: the number of cases of a property, for tests.
//! - [`choice`]: enums whose order, names and help are declared once.
//! - [`geom`]: cells, offsets, sizes, half-open boxes, rounding, affine maps.
//! - [`words`]: numbers as text for people; text from outside as messages print it.
//! - `versioned` (with `surveys`): the version of the fields of answers in JSON.
//! - [`memory`]: large pieces of memory, refused in words where too little is left.
//! - `panics` (with `scripts`): panics of decoders and interpreters that become errors.
//! - [`mask`]: masks of one bit per pixel, their packings and statistics, their overlaps, the brute-force truth.
//! - [`shape`]: boxes, circles, ellipses, capsules and polygons that games test in place of masks: how they meet, and which fits.
//! - [`palette`]: colours that have a meaning, in the window and in files.
//! - [`scan`]: the strategies, one file each, generic over the probe that watches them. **The heart of the crate.**
//! - `scene` (with `scenes`): images as sprites, their placement, and the result of their collision test.
//! - `measure` (with `surveys`): timings, taken in batches and never with a probe that records.
//! - `survey` (with `surveys`): questions about many placements: costs, wrong answers, areas, thresholds, frames.
//! - `replay` (with `replays`): the checks of a running game or of a drag over time, judged by the masks.

#[cfg(test)]
mod cases;
pub mod choice;
pub mod geom;
pub mod mask;
#[cfg(feature = "surveys")]
pub mod measure;
pub mod memory;
pub mod palette;
#[cfg(feature = "scripts")]
pub mod panics;
#[cfg(feature = "replays")]
pub mod replay;
pub mod scan;
#[cfg(feature = "scenes")]
pub mod scene;
pub mod shape;
#[cfg(feature = "surveys")]
pub mod survey;
#[cfg(feature = "surveys")]
pub mod versioned;
pub mod words;

/// The example of the README, which is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
