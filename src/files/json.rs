//! JSON: where its text begins, what is wrong with it in words, and how places stand in it.

use serde::{Deserialize, Serialize};

use crate::{
    geom::{Cell, IntRect, Point},
    words::thousands,
};

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

/// The message of `error` in `bytes`, for people: without the types of the program, and with a position in characters.
pub fn json_fault(error: &serde_json::Error, bytes: &[u8]) -> String {
    let (line, column) = (error.line(), error.column());
    let said = error.to_string();
    let said = plain(said.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&said));
    let Some(text) = line.checked_sub(1).and_then(|above| bytes.split(|byte| *byte == b'\n').nth(above)) else {
        return said;
    };
    let character = String::from_utf8_lossy(&text[..column.min(text.len())]).chars().count().max(1);
    format!("{said}, at character {} of line {}", thousands(character as u64), thousands(line as u64))
}

/// The words of the JSON reader in those of its users.
fn plain(said: &str) -> String {
    let mismatch = ["invalid type: ", "invalid value: ", "invalid length "].iter().find_map(|it| said.strip_prefix(it));
    // What is found may quote the file, what is expected is the program's own.
    if let Some((found, expected)) = mismatch.and_then(|mismatch| mismatch.rsplit_once(", expected ")) {
        return format!("{} stands where {} is expected", plainly_found(found), plainly_expected(expected));
    }
    match said {
        "EOF while parsing a list" => "it ends inside a list",
        "EOF while parsing an object" => "it ends inside an object",
        "EOF while parsing a string" => "it ends inside a text",
        "EOF while parsing a value" => "it ends where a value is expected",
        "expected value" => "there is no value",
        "expected ident" => "only the words true, false and null stand for themselves",
        "recursion limit exceeded" => "it is nested too deeply",
        _ if said.starts_with("control character") => {
            "a text goes over the end of its line, or has a control character"
        }
        _ => said,
    }
    .to_owned()
}

fn plainly_found(found: &str) -> String {
    match found {
        "null" => found.to_owned(),
        "map" => "an object".to_owned(),
        "sequence" => "a list".to_owned(),
        _ if found.starts_with("string ") => "a text".to_owned(),
        _ if found.bytes().all(|byte| byte.is_ascii_digit()) => format!("a list of {found}"),
        // integer `256`
        _ => found.split('`').nth(1).unwrap_or("something else").to_owned(),
    }
}

fn plainly_expected(expected: &str) -> String {
    let whole = |most: u64| format!("a whole number from 0 to {}", thousands(most));
    match expected {
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
        _ if expected.starts_with("struct ") => "an object with named fields".to_owned(),
        _ => expected.replace("an array of length", "a list of"),
    }
}

/// A box: `{"x","y","width","height"}`, half-open.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BoxJson {
    x: i64,
    y: i64,
    width: u32,
    height: u32,
}

impl From<IntRect> for BoxJson {
    fn from(IntRect { x, y, width, height }: IntRect) -> Self {
        Self { x, y, width, height }
    }
}

/// A rectangle between cells: the same fields, which may have fractions.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AreaJson {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl AreaJson {
    /// The rectangle of this size with its top left corner at `origin`.
    pub const fn new((x, y): Point, (width, height): (f64, f64)) -> Self {
        Self { x, y, width, height }
    }
}

/// A point between cells: `{"x","y"}`, which may have fractions.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlaceJson {
    x: f64,
    y: f64,
}

impl From<Point> for PlaceJson {
    fn from((x, y): Point) -> Self {
        Self { x, y }
    }
}

/// A cell: `{"x","y"}`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PointJson {
    x: i64,
    y: i64,
}

impl From<Cell> for PointJson {
    fn from(Cell { x, y }: Cell) -> Self {
        Self { x, y }
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
            ("", "it ends where a value is expected, at character 1 of line 1"),
            ("x", "there is no value, at character 1 of line 1"),
            ("{\"number\":\n  \"3, expected\"}", "a text stands where a number is expected, at character 15 of line 2"),
            (
                "{\"é\":1}",
                "unknown field `é`, expected one of `number`, `byte`, `pair`, `inner`, at character 4 of line 1",
            ),
            (
                "{\"number\":1,\"byte\":256}",
                "256 stands where a whole number from 0 to 255 is expected, at character 22 of line 1",
            ),
            (
                "{\"number\":1,\"byte\":1.5}",
                "1.5 stands where a whole number from 0 to 255 is expected, at character 22 of line 1",
            ),
            (
                "{\"number\":1,\"pair\":[1]}",
                "a list of 1 stands where a list of 2 is expected, at character 22 of line 1",
            ),
            (
                "{\"number\":1,\"inner\":7}",
                "7 stands where an object with named fields is expected, at character 21 of line 1",
            ),
            ("{\"number\":null}", "null stands where a number is expected, at character 14 of line 1"),
            (
                "{\"number\":\"a\nb\"}",
                "a text goes over the end of its line, or has a control character, at character 1 of line 2",
            ),
        ] {
            let error = serde_json::from_str::<File>(text).expect_err(text);
            assert_eq!(json_fault(&error, text.as_bytes()), told);
        }
    }
}
