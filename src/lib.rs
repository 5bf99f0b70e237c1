//! maskscope shows what a pixel-perfect collision test sees.
//!
//! The floors of the house, from the ground up; a room imports lower floors only:
//!
//! - [`geom`]: cells, offsets, sizes, half-open boxes, rounding, affine maps. Knows std only.
//! - [`choice`]: enums whose names, order and help are declared once. Knows std only.
//! - [`mask`]: masks of one bit per pixel, their packings and health, what two of them share, the brute-force truth.
//! - [`scan`]: the strategies, one file each, generic over the probe that watches. **The heart.**
//! - [`scene`]: images as sprites, and what a collision test of two of them answers.
//! - [`measure`]: how long a scan takes, timed in batches, never with a probe that records.
//! - [`survey`]: a question asked over many placements: costs, wrong answers, areas, thresholds, frames.
//! - [`words`]: numbers as people read them. Knows `geom` only.
//! - [`palette`]: the colours that stand for something, in the window and in files. Knows std only.
//! - [`session`]: the one thing that changes. Knows no disk and no window.
//! - [`files`]: the porch. Images in; masks and visit orders out, as data and as plates; the built-in samples.
//! - [`cli`]: the porch. The headless commands, for people and as JSON.
//! - `app`: the window. Only here is egui named.
//!
//! ```
//! use maskscope::{geom::Offset, mask::{Mask, truth::Truth}};
//!
//! let a: Mask = "..##\n.##.".parse()?;
//! let truth = Truth::of(&a, &a, Offset::new(1, 0));
//! assert_eq!(truth.area, 2);          // . . # X #
//!                                     // . # X # .
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "window")]
pub mod app;
pub mod choice;
pub mod cli;
pub mod files;
pub mod geom;
pub mod mask;
pub mod measure;
pub mod palette;
pub mod scan;
pub mod scene;
pub mod session;
pub mod survey;
pub mod words;
