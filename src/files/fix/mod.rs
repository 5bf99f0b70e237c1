//! Hitboxes written into the files of a game: the numbers of a better shape in place of those that are there.
//!
//! A file is changed in the numbers of its shape alone, or not at all: parts of its bytes are replaced, never printed again from
//! a tree. What was written is read back by the ordinary reader before it gets to the disk.
//!
//! - `fixing`: the command: reads, fits, writes, and answers; `judge`: the better shape; `polygon`: how polygons
//!   stay as they were meant.
//! - `list`: the formats, one file each: `godot`, `game_maker`, `unity`, `tiled`. To add one: write `fix/<name>.rs` with its
//!   [`FixFormat`](format::FixFormat), and its line in the list.
//! - `format`: what a format has to find; `edits`: bytes that are replaced; `numbers`: how numbers are written; `json`, `xml`:
//!   where values stand in a text.
//! - `undo`: the copies by which it is undone.

mod edits;
mod fixing;
mod format;
mod game_maker;
mod godot;
mod json;
mod judge;
mod list;
mod numbers;
mod polygon;
mod tiled;
mod undo;
mod unity;
mod xml;

pub use fixing::{FixAnswer, fix_hitbox};
pub use judge::{FixRequest, FixedShape};
pub use undo::{Undone, undo_fix};
