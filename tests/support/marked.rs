//! Generated parts of pages: what stands between two marks.

use std::path::Path;
use std::{env, fs};

/// Asserts that `page` shows `text` between the marks called `name`;
/// `UPDATE_SNAPSHOTS=1 cargo test --test` with `command` writes it there. The package holds no such page.
#[track_caller]
pub fn assert_marked(page: &str, name: &str, text: &str, command: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    // A checkout may have the line ends of Windows.
    let read = || fs::read_to_string(&path).map(|text| text.replace("\r\n", "\n"));
    let Ok(stored) = read() else {
        eprintln!("skipped: {page} is not packed");
        return;
    };
    let [begin, end] = [format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n")];
    let (before, rest) = stored.split_once(&begin).expect("the first mark");
    let (_, after) = rest.split_once(&end).expect("the second mark");
    let expected = format!("{before}{begin}{text}{end}{after}");
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, &expected).expect("a page to write to");
    }
    let stored = read().unwrap_or_default();
    assert!(stored == expected, "{page} is out of date: UPDATE_SNAPSHOTS=1 cargo test --test {command}");
}
