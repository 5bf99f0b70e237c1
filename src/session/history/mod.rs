//! The documents of the past: what was made, what is saved, and what was there before.
//!
//! - `document`: what a person has made, and how it is looked at.
//! - `undo`: the earlier documents, and those after them; `scenes`: the scenes that were opened, and their saved content.

mod document;
mod scenes;
mod undo;

pub use document::Document;
pub(super) use document::{Reach, is_unsaved, names};
pub(crate) use scenes::{Filed, OpenScene, Saved};
pub(super) use scenes::{Filing, Saving, Scenes};
pub(super) use undo::{History, UndoStep};
