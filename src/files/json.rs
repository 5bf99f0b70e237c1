//! JSON: where its text begins, what is wrong with it in words and how choices are written.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::error::Category;

use crate::choice::{Choice, UnknownName};
use crate::words::thousands;

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

/// Returns the message of `error` in `bytes`, for people: without the types of the program, and with a position in characters.
pub fn json_fault(error: &serde_json::Error, bytes: &[u8]) -> String {
    let (line, column) = (error.line(), error.column());
    let said = match error.classify() {
        Category::Eof => "it ends too early".to_owned(),
        Category::Syntax | Category::Io => "it cannot be read any further".to_owned(),
        Category::Data => {
            let said = error.to_string();
            mismatch(said.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&said))
        }
    };
    let Some(text) = line.checked_sub(1).and_then(|above| bytes.split(|byte| *byte == b'\n').nth(above)) else {
        return said;
    };
    let character = String::from_utf8_lossy(&text[..column.min(text.len())]).chars().count().max(1);
    format!("{said}, at character {} of line {}", thousands(character as u64), thousands(line as u64))
}

/// `said`, the message of an error without its place, for people: without the types of the program.
pub(super) fn mismatch(said: &str) -> String {
    // What is found may quote the file, what is expected is the program's own.
    let mismatch = said.strip_prefix("invalid ").and_then(|mismatch| mismatch.rsplit_once(", expected "));
    mismatch.map_or_else(|| said.to_owned(), |(_, it)| format!("{} is expected", expected(it)))
}

/// Returns the name of a type that is expected, as people call it.
fn expected(name: &str) -> String {
    let whole = |most: u64| format!("a whole number from 0 to {}", thousands(most));
    match name {
        "f32" | "f64" => "a number".to_owned(),
        "u8" => whole(u8::MAX.into()),
        "u16" => whole(u16::MAX.into()),
        "u32" => whole(u32::MAX.into()),
        "u64" | "usize" => "a whole number from 0".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number in range".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" => "a text".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "an object".to_owned(),
        "enum" => "an object with one named field".to_owned(),
        _ if name.starts_with("struct ") => "an object with named fields".to_owned(),
        _ => name.replace("an array of length", "a list of"),
    }
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

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only what is wrong with it is asked for")]
    struct File {
        number: f64,
        byte: Option<u8>,
        pair: Option<[f64; 2]>,
        inner: Option<Box<File>>,
    }

    #[test]
    fn what_is_wrong_is_said_without_types_and_with_its_place() {
        for (text, told) in [
            ("", "it ends too early, at character 1 of line 1"),
            ("x", "it cannot be read any further, at character 1 of line 1"),
            ("{\"number\":\n  \"3, expected\"}", "a number is expected, at character 15 of line 2"),
            (
                "{\"é\":1}",
                "unknown field `é`, expected one of `number`, `byte`, `pair`, `inner`, at character 4 of line 1",
            ),
            ("{\"number\":1,\"byte\":256}", "a whole number from 0 to 255 is expected, at character 22 of line 1"),
            ("{\"number\":1,\"byte\":1.5}", "a whole number from 0 to 255 is expected, at character 22 of line 1"),
            ("{\"number\":1,\"pair\":[1]}", "a list of 2 is expected, at character 22 of line 1"),
            ("{\"number\":1,\"inner\":7}", "an object with named fields is expected, at character 21 of line 1"),
            ("{\"number\":null}", "a number is expected, at character 14 of line 1"),
            ("{\"number\":\"a\nb\"}", "it cannot be read any further, at character 1 of line 2"),
        ] {
            let error = serde_json::from_str::<File>(text).expect_err(text);
            assert_eq!(json_fault(&error, text.as_bytes()), told);
        }
    }
}
