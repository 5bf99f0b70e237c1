//! Files of a page in a browser, which has no disk.

mod held;

#[cfg(target_family = "wasm")]
pub use held::{Change, files_in, folders_in, give, restore, take_changes};
#[cfg(target_family = "wasm")]
pub(super) use held::{has, names_in, read, remove, rename, write};
