//! The script of the selected own scan.

use super::export::{Export, ExportContent, Target};
use crate::files::FormatKind;
use maskscope_core::scan::own::{Own, UNNAMED};

/// The script of the selected own scan.
pub const SCRIPT: Export = Export {
    name: "Script",
    group: "script",
    label: "Save script…",
    sentence: "Writes the script of your own scan as text: the command line takes it as --scan own:FILE.",
    target: Target::File,
    is_mask: false,
    kinds: || vec![FormatKind::only("rhai", "Rhai", "script", "own scan order")],
    suggestion: |session| {
        format!("{}.rhai", session.scans().selected().own().map_or_else(|| UNNAMED.to_owned(), Own::name))
    },
    is_possible: |session| session.scans().selected().is_own(),
    content: |session, _| {
        let own = session.scans().selected().own().ok_or("The selected scan has no script of your own.")?;
        Ok(ExportContent::one(move |_| Ok(own.text().as_bytes().to_vec())))
    },
};
