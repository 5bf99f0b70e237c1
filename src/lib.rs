//! maskscope shows what a pixel-perfect collision test sees.
//!
//! ```
//! use maskscope::files::{Limits, load};
//! use maskscope_core::scan::{Count, Scan};
//! use maskscope_core::{geom::Offset, mask::truth::Truth, scene::Sprite};
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
//! Masks, scans, surveys and the judge of checks are a crate of their own, [`maskscope_core`], which knows no file, no clock
//! of a window and nothing of what is here. This crate is the program on top of it: a game depends on that one, a tool that
//! reads the same files on this one, by `maskscope = { version = "…", default-features = false }`. The feature `cli` adds the
//! commands, `window` also the window.
//!
//! The modules, from the bottom up. Each uses only modules listed above it, and only `app` knows egui; `tests/floors.rs`
//! checks both.
//!
//! - `session`: the state of the window, lessons among it, and the actions that change it. Knows no disk and no window.
//! - [`files`]: images and scenes in; masks, visit orders, pictures and tables out; the built-in samples. Knows no
//!   session.
//! - `kept`: copies of a session on the disk, out and in again.
//! - `lessons`: lessons from the texts of their files.
//! - `exports`: exports of a session to files, one file each.
//! - `stops`: a running game that waits at its wrong hits.
//! - `cli`: the commands, for people and as JSON.
//! - `app`: the window, on a desktop and in a browser.

#[cfg(feature = "window")]
#[doc(hidden)]
pub mod app;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod exports;
pub mod files;
#[doc(hidden)]
pub mod kept;
#[doc(hidden)]
pub mod lessons;
#[doc(hidden)]
pub mod session;
#[cfg(all(feature = "cli", any(unix, windows)))]
#[doc(hidden)]
pub mod stops;
