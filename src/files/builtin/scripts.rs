//! The built-in scripts: scans to start one's own from.

use std::path::Path;

use crate::files::{FileError, Limits, Reason, disk::read};
use maskscope_core::scan::own::{LONGEST_TEXT, free_name, written_name};
use maskscope_core::scan::{Own, Scan};

/// Lists the built-in scripts, by the names of their files in `samples/scans/`.
macro_rules! built_in {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../../samples/scans/", $name, ".rhai")))),*] };
}

/// In the order of the scans; one of ours at the end.
const SCRIPTS: &[(&str, &str)] = built_in! {
    "rows"
    "columns"
    "incremental"
    "combined"
    "edge-in"
    "center-out"
    "cross"
    "x"
    "sample"
    "summed-area"
    "words"
    "stripes"
    "hilbert"
    "last-hit"
    "golden"
};

/// The script that a new scan begins with.
pub const FIRST_SCRIPT: &str = "\
// rows from the bottom
for y in 0..h {
    for x in 0..w {
        if visit(x, h - 1 - y) {
            return true
        }
    }
}
";

/// The names and texts of the built-in scripts: those of scans, in the order of the list, and one of ours.
pub const fn scripts() -> &'static [(&'static str, &'static str)] {
    SCRIPTS
}

/// The order of a scan with its default parameters as a script; `None` for scans that no script can follow.
pub fn script_of(scan: Scan) -> Option<&'static str> {
    SCRIPTS.iter().find(|(name, _)| *name == scan.strategy()).map(|(_, text)| *text)
}

/// The own scan whose script is in the file `path`, to stand beside `others`: it has the name that its first line gives
/// it; otherwise `yours`, `yours-2` …
///
/// # Errors
/// If the file cannot be read, the script does not compile, or its name is that of another scan.
pub fn load_script(path: &Path, others: &[Scan]) -> Result<Own, FileError> {
    let limits = Limits { max_bytes: LONGEST_TEXT as u64, ..Limits::default() };
    let bytes = read(path, &limits).map_err(|reason| reason.at(path))?;
    let refused = |why: String| Reason::Refused(why).at(path);
    let text = String::from_utf8(bytes).map_err(|_| refused("a script is text in UTF-8".to_owned()))?;
    let is_taken = |name: &str| {
        let mut own = others.iter().filter_map(|scan| scan.own());
        Scan::is_strategy(name) || own.any(|other| other.name() == name)
    };
    let name = match written_name(&text).map_err(|failure| refused(failure.to_string()))? {
        Some(name) if is_taken(name) => return Err(refused(format!("line 1: {name} is the name of another scan"))),
        Some(name) => name.to_owned(),
        None => free_name(is_taken),
    };
    let own = Own::new(&name, &text);
    own.check().map_err(|failure| refused(failure.to_string()))?;
    Ok(own)
}
