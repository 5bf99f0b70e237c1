//! The program with its window.

mod export;
mod requests;
#[expect(clippy::module_inception, reason = "the room is named after what it holds")]
mod window;

pub use window::App;
