//! The window: the only place that names egui.
//!
//! A frame goes one way: panels and canvas read the session and push `Request`s, [`App`] applies them, what
//! lies `outside` does what became necessary, and a repaint is asked for only if something moves.

mod canvas;
mod command;
mod layers;
mod lesson;
mod outside;
mod paint;
mod panels;
mod popups;
mod prelude;
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

pub use outside::Platform;
pub use run::run;
pub use window::App;
