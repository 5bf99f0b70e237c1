//! The window: the only place that names egui.

pub mod icons;
pub mod marks;
mod request;
pub mod theme;
pub mod widgets;

pub use request::{Frame, Popup, Request, ZoomRequest};
