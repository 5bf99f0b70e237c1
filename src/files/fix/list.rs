//! The list of the formats whose shapes are written.

use std::path::Path;

use super::format::FixFormat;
use super::{game_maker, godot, tiled, unity};

/// Every format, in the order in which they are tried.
const ALL: &[FixFormat] = &[unity::FORMAT, godot::FORMAT, game_maker::FORMAT, tiled::XML, tiled::JSON];

/// The format of a text in the file `path`; `None` for others.
pub(super) fn format_of(text: &str, path: &Path) -> Option<&'static FixFormat> {
    ALL.iter().find(|format| (format.is_known)(text, path))
}
