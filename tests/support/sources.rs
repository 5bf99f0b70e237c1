//! The Rust sources of both crates, for tests that read them.

use std::{fs, path::Path};

/// The sources of the core, which know nothing of the program. The program's package does not contain them.
pub const CORE: &str = "crates/maskscope-core/src";

/// A source file.
pub struct Source {
    /// Its path below the root of the repository: `src/files/link.rs`.
    pub name: String,
    pub text: String,
}

impl Source {
    #[allow(dead_code, reason = "not every test looks at code")]
    /// Its text without comments and tests.
    pub fn code(&self) -> String {
        let tests = ["#[cfg(test)]", "#[cfg(all(test"].into_iter().filter_map(|cfg| self.text.find(cfg)).min();
        let text = &self.text[..tests.unwrap_or(self.text.len())];
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
    }
}

/// Returns the sources below a folder of the repository, sorted by name, or the one source of that name; empty if the
/// package does not contain it.
pub fn sources(of: &str) -> Vec<Source> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(of);
    if path.is_dir() {
        let names =
            fs::read_dir(&path).expect("a folder of the crate").map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<_> = names.map(|name| name.into_string().expect("a name")).collect();
        names.sort_unstable();
        return names.iter().flat_map(|name| sources(&format!("{of}/{name}"))).collect();
    }
    let is_source = path.is_file() && path.extension().is_some_and(|ending| ending == "rs");
    // A checkout may have the line ends of Windows.
    let text = || fs::read_to_string(&path).expect("a source file").replace("\r\n", "\n");
    let read = || Source { name: of.to_owned(), text: text() };
    is_source.then(read).into_iter().collect()
}
