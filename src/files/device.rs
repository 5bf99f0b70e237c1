//! Names that Windows keeps for devices, in every folder.

use std::path::Path;

/// True if Windows takes the name of the file `path` for a device. It does so in any case of letters, and whatever
/// follows a dot.
pub(super) fn is_device(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    let before_dot = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let numbered = before_dot.strip_prefix("COM").or_else(|| before_dot.strip_prefix("LPT"));
    let has_number = |rest: &str| {
        let mut letters = rest.chars();
        matches!(letters.next(), Some('0'..='9' | '¹' | '²' | '³')) && letters.next().is_none()
    };
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&&*before_dot) || numbered.is_some_and(has_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_known_by_what_stands_before_the_dot() {
        for name in ["NUL", "nul.png", "art/NUL .tar.gz", "Com1", "LPT9.txt", "com².scene.json", "CONOUT$"] {
            assert!(is_device(Path::new(name)), "{name}");
        }
        for name in ["null.png", "ship.nul", "com", "com10.png", "lpt.txt", "COM1/ship.png", "console", "", ".."] {
            assert!(!is_device(Path::new(name)), "{name}");
        }
    }
}
