//! JSON: where its text begins, and how choices are written.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::choice::{Choice, UnknownName};

/// The UTF-8 text in `bytes` without the byte order mark that some editors leave before it.
pub(super) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// Fields of every version of the format of scenes.
#[derive(Deserialize)]
pub(super) struct SceneVersion {
    pub maskscope: u64,
}

/// True where `bytes` are a scene, of whatever version.
pub fn is_scene(bytes: &[u8]) -> bool {
    serde_json::from_slice::<SceneVersion>(without_mark(bytes)).is_ok()
}

/// A choice that a file names. Unknown names are kept until [`Named::of`] refuses them together with their field.
#[derive(Clone, Debug)]
pub(super) struct Named<T>(Result<T, UnknownName>);

impl<T: Choice> Named<T> {
    /// The choice that the field `field` names.
    ///
    /// # Errors
    /// Where the name is unknown: a sentence with the field, the name and the known names.
    pub(super) fn of(self, field: &str) -> Result<T, String> {
        self.0.map_err(|UnknownName { name, known }| format!("{field} is '{name}'; there are {known}"))
    }
}

impl<T> From<T> for Named<T> {
    fn from(choice: T) -> Self {
        Self(Ok(choice))
    }
}

impl<'de, T: Choice> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|name| Self(T::named(&name)))
    }
}

impl<T: Choice> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_ref().map_or_else(|unknown| unknown.name.as_str(), |choice| choice.name()))
    }
}
