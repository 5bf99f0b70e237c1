//! The window: the only place that names egui.
//!
//! A frame goes one way: panels and canvas read the session and push `Request`s, [`App`] applies them, what
//! lies `outside` does what became necessary, and a repaint is asked for only if something moves.

mod canvas;
mod cast;
mod command;
mod context_menu;
mod drag;
mod draw;
mod dropped_files;
mod hints;
mod hitbox_drag;
pub mod icons;
mod inputs;
mod inspect;
mod layers;
mod lesson;
mod lines;
pub mod marks;
mod outline;
mod outside;
mod panels;
mod pointed;
mod popups;
mod prelude;
mod race;
mod raster;
mod replay;
mod request;
mod rest;
#[cfg_attr(target_family = "wasm", path = "page.rs")]
mod run;
mod samples;
mod screen;
mod script_field;
mod survey;
mod terrain;
#[cfg(test)]
mod tests;
pub mod theme;
mod timing;
pub mod widgets;
mod window;
mod write;

pub use outside::Platform;
pub use run::run;
pub use window::App;
