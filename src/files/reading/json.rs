//! JSON: where its text begins, and what is a scene.

use serde::Deserialize;

/// The UTF-8 text in `bytes` without the byte order mark that some editors leave before it.
pub(in crate::files) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// Fields of every version of the format of scenes.
#[derive(Deserialize)]
pub(in crate::files) struct SceneVersion {
    pub maskscope: u64,
}

/// True where `bytes` are a scene, of whatever version.
pub fn is_scene(bytes: &[u8]) -> bool {
    serde_json::from_slice::<SceneVersion>(without_mark(bytes)).is_ok()
}
