//! maskscope shows what a pixel-perfect collision test sees.
//!
//! ```
//! use maskscope::files::{Limits, load};
//! use maskscope::scan::{Count, Scan};
//! use maskscope::{geom::Offset, mask::truth::Truth, scene::Sprite};
//!
//! let read = |path: &str| load(path.as_ref(), &Limits::default());
//! let [ship, rock] = [read("samples/ship.png")?, read("samples/rock.png")?].map(|image| Sprite::new("", image, 0));
//! let (a, b, offset) = (ship.mask(), rock.mask(), Offset::new(10, -17));
//! assert_eq!(Truth::of(a.mask(), b.mask(), offset).area, 13);
//! let mut count = Count::default();
//! assert!(Scan::ROWS.run(a, b, offset, None, &mut count).is_some());
//! assert_eq!(count.visits, 499);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A program that needs the library alone depends on it by `maskscope = { version = "…", default-features = false }`. The
//! feature `cli` adds the commands, `window` also the window.
//!
//! The modules, from the bottom up. Each uses only modules listed above it, and only `app` knows egui; `tests/floors.rs`
//! checks both.
//!
//! - [`choice`]: enums whose order, names and help are declared once.
//! - [`geom`]: cells, offsets, sizes, half-open boxes, rounding, affine maps.
//! - [`words`]: numbers as text for people; text from outside as messages print it.
//! - [`versioned`]: the version of the fields of answers in JSON.
//! - [`memory`]: large pieces of memory, refused in words where too little is left.
//! - [`panics`]: panics of decoders and interpreters that become errors.
//! - [`mask`]: masks of one bit per pixel, their packings and statistics, their overlaps, the brute-force truth.
//! - [`shape`]: boxes, circles, ellipses and polygons that games test in place of masks: how they meet, and which fits.
//! - [`palette`]: colours that have a meaning, in the window and in files.
//! - [`scan`]: the strategies, one file each, generic over the probe that watches them. **The heart of the crate.**
//! - [`scene`]: images as sprites, their placement, and the result of their collision test.
//! - [`measure`]: timings, taken in batches and never with a probe that records.
//! - [`survey`]: questions about many placements: costs, wrong answers, areas, thresholds, frames.
//! - [`replay`]: the checks of a running game or of a drag over time, judged by the masks.
//! - [`session`]: the state of the window, lessons among it, and the actions that change it. Knows no disk and no window.
//! - [`files`]: images and scenes in; masks, visit orders, pictures and tables out; the built-in samples and lessons.
//! - [`exports`]: exports of a session to files, one file each.
//! - `cli`: the commands, for people and as JSON.
//! - `app`: the window, on a desktop and in a browser.

#[cfg(feature = "window")]
pub mod app;
pub mod choice;
#[cfg(feature = "cli")]
pub mod cli;
pub mod exports;
pub mod files;
pub mod geom;
pub mod mask;
pub mod measure;
pub mod memory;
pub mod palette;
pub mod panics;
pub mod replay;
pub mod scan;
pub mod scene;
pub mod session;
pub mod shape;
pub mod survey;
pub mod versioned;
pub mod words;
