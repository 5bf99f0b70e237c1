//! Paths as JSON, including those that are not UTF-8.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A path in JSON: a text, or numbers where it is not UTF-8.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "a path is a text, or a list of numbers")]
pub enum WrittenPath {
    /// UTF-8.
    Text(String),
    /// Anything else: bytes, or on Windows units of UTF-16.
    Units(Vec<u16>),
}

impl From<&Path> for WrittenPath {
    fn from(path: &Path) -> Self {
        let units = || Self::Units(units(path.as_os_str()));
        path.to_str().map_or_else(units, |text| Self::Text(text.to_owned()))
    }
}

impl From<WrittenPath> for PathBuf {
    fn from(written: WrittenPath) -> Self {
        match written {
            WrittenPath::Text(text) => text.into(),
            WrittenPath::Units(units) => os_string(&units).into(),
        }
    }
}

#[cfg(unix)]
fn units(name: &OsStr) -> Vec<u16> {
    std::os::unix::ffi::OsStrExt::as_bytes(name).iter().copied().map(u16::from).collect()
}

#[cfg(unix)]
fn os_string(units: &[u16]) -> OsString {
    // What is not a byte was written by another system, whose names this one cannot have.
    std::os::unix::ffi::OsStringExt::from_vec(units.iter().map(|unit| u8::try_from(*unit).unwrap_or(b'?')).collect())
}

#[cfg(not(unix))]
fn units(name: &OsStr) -> Vec<u16> {
    #[cfg(windows)]
    return std::os::windows::ffi::OsStrExt::encode_wide(name).collect();
    #[cfg(not(windows))]
    name.to_string_lossy().encode_utf16().collect()
}

#[cfg(not(unix))]
fn os_string(units: &[u16]) -> OsString {
    #[cfg(windows)]
    return std::os::windows::ffi::OsStringExt::from_wide(units);
    #[cfg(not(windows))]
    String::from_utf16_lossy(units).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_comes_back() {
        #[cfg(unix)]
        let odd: OsString = std::os::unix::ffi::OsStringExt::from_vec(b"a/\xff\x00".to_vec());
        #[cfg(windows)]
        let odd: OsString = std::os::windows::ffi::OsStringExt::from_wide(&[u16::from(b'C'), 0xD800, 0x20AC, 0xDC00]);
        for name in [odd, "art/ship.png".into(), r"C:\é\☃.png".into()] {
            let written = serde_json::to_string(&WrittenPath::from(Path::new(&name))).expect("JSON");
            let read: WrittenPath = serde_json::from_str(&written).expect("what was written");
            assert_eq!(PathBuf::from(read).as_os_str(), name, "{written}");
        }
    }
}
