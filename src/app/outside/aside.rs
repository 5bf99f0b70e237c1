//! Files that cannot be used.

use std::path::Path;

use crate::files::{set_aside, shown};

/// Sets a file aside that cannot be used; returns a sentence that says where it is now.
pub fn kept_aside(path: &Path) -> String {
    match set_aside(path) {
        Ok(aside) => format!("It was set aside as {}.", shown(&aside)),
        Err(error) => format!("It stays as it is, and nothing is written over it: {error}."),
    }
}
