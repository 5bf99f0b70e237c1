//! Paths as they are written down: every one that the system can have.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

/// A path as it is written down: as text, or as bytes where it is not UTF-8.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "a path is a text, or a list of bytes")]
pub enum WrittenPath {
    /// UTF-8.
    Text(String),
    /// Anything else.
    Bytes(Vec<u8>),
}

impl From<&Path> for WrittenPath {
    fn from(path: &Path) -> Self {
        let bytes = || Self::Bytes(path.as_os_str().as_encoded_bytes().to_vec());
        path.to_str().map_or_else(bytes, |text| Self::Text(text.to_owned()))
    }
}

impl From<WrittenPath> for PathBuf {
    fn from(written: WrittenPath) -> Self {
        match written {
            WrittenPath::Text(text) => text.into(),
            WrittenPath::Bytes(bytes) => os_string(bytes).into(),
        }
    }
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

/// Elsewhere nothing but what is UTF-8 is understood.
#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}
