//! Every command once: what it is called, where it stands in the menus, when it can be given, what it asks for.
//!
//! To add a command: write the function that declares it, and its line in [`list`], which the menus, the keys, the palette
//! and the list of keys read.

mod declaration;
mod direction;
mod keys;
mod lessons;
mod line;
mod list;
mod menu;
mod playback;
mod program;
mod scans;
mod scenes;
mod section;
mod shell;
mod shortcut;
mod sprites;
mod view;

pub use keys::{handle_keys, key_names};
pub use list::Command;
pub use menu::{Item, item, items, list, separator, style_menu, tooltip};
pub use scans::inspect;
pub use section::{Menu, Section};
pub use shortcut::key_name;
