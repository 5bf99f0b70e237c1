//! The disk: the only place that reads and the only place that writes.
//!
//! - `read`, `write`: files in and out; `page`: their other halves in a browser.
//! - `seen`, `inputs`: what was read or written before, so that nothing is overwritten by mistake.
//! - `folder`: the files of a folder and of those in it.
//! - `names`: names of files; `progress`: progress of reading and writing.

mod folder;
mod inputs;
pub(super) mod names;
#[cfg(any(test, target_family = "wasm"))]
pub(crate) mod page;
mod progress;
#[cfg_attr(target_family = "wasm", path = "page/read.rs")]
mod read;
mod seen;
#[cfg_attr(target_family = "wasm", path = "page/write.rs")]
mod write;

pub(super) use folder::FolderFiles;
pub use inputs::{FileIdentity, identity_of_file, note_inputs, spare_inputs};
pub use names::{are_numbered, by_number, numbered};
pub use progress::listen_to_progress;
pub(super) use progress::{WatchedBytes, report};
pub use read::{RegularFile, is_file, open_regular, read_whole};
pub(crate) use read::{absolute, names_in};
pub(super) use read::{is_link, read};
pub use seen::{JOURNAL, Seen};
pub(crate) use write::make_folder;
pub use write::{check_target, remove, set_aside, stop_writing, write_series, write_whole, write_whole_with};
#[cfg(any(unix, windows))]
pub use write::{hold, remove_left_folders};
