//! Names of files and sprites as messages print them.

use std::path::Path;

use maskscope_core::words::printable;

/// The name as messages print it: control characters and what is not UTF-8 as escapes, the rest as it is.
pub fn shown(path: &Path) -> String {
    let chunks = path.as_os_str().as_encoded_bytes().utf8_chunks();
    let hexadecimal = |bytes: &[u8]| bytes.iter().map(|byte| format!(r"\x{byte:02X}")).collect::<String>();
    chunks.map(|chunk| printable(chunk.valid()) + hexadecimal(chunk.invalid()).as_str()).collect()
}

/// Two names as messages print them: `Ship × Rock 4`.
pub fn pair_names(names: &[String; 2]) -> String {
    names.each_ref().map(|name| printable(name)).join(" × ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn odd_names_are_escaped() {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
        assert_eq!(shown(Path::new("a\nb\u{1b}[31m.png")), r"a\nb\u{1b}[31m.png");
        assert_eq!(shown(Path::new(OsStr::from_bytes(b"\xff\x61.png"))), r"\xFFa.png");
        assert_eq!(shown(Path::new(r#"a "big" ship\1.png"#)), r#"a "big" ship\1.png"#);
    }
}
