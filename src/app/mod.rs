//! The window: the only place that names egui.
//!
//! A frame goes one way: panels and canvas read the session and push `Request`s, [`App`] applies them, what
//! lies `outside` does what became necessary, and a repaint is asked for only if something moves.
//!
//! From the bottom up:
//!
//! - `prelude`: the names that nearly every file shares. `rest`: how long the window has been idle.
//! - `request`: the requests of panels, and the state that they read. `samples`: the built-in pairs, scenes and lessons.
//! - [`theme`]: colours, fonts, the look of egui's own controls, the ring round the focus.
//! - `paint`: icons, marks, lines of whole pixels, pictures, the map from the world to the screen.
//! - [`widgets`]: buttons, fields, tables, tabs, time axes, the status line.
//! - `layers`: what is drawn on the canvas, a layer a file.
//! - `command`: every command, with its place in the menus, its keys and its condition; the menus of a right click.
//! - `panels`: the panels around the canvas of *Inspect*: sprites, placement, scans, details, the bars.
//! - `popups`: sheets over the window: the palette, keys, exports, paths.
//! - `lesson`: the panel of the lesson that is open.
//! - `canvas`: what the pointer does on the canvas, its rulers and hints.
//! - `race`, `survey`, `replay`, `project`, `terrain`: the other tabs, one folder each.
//! - `outside`: disks, dialogs, threads and clocks, on a desktop and in a browser.
//! - `window`: the frame: shows all this, does what was asked for. `run` and `page` open it on a desktop and in a page.
//! - `tests`: the window, found by the names of its controls.

mod canvas;
mod command;
mod layers;
mod lesson;
mod outside;
mod paint;
mod panels;
mod popups;
mod prelude;
mod project;
mod race;
mod replay;
mod request;
mod rest;
#[cfg_attr(target_family = "wasm", path = "page.rs")]
mod run;
mod samples;
mod script_field;
mod survey;
mod terrain;
#[cfg(test)]
mod tests;
pub mod theme;
pub mod widgets;
mod window;

pub use command::advice::{ADVICE, Advice, Topic};
pub use outside::Platform;
pub use run::run;
pub use window::App;
