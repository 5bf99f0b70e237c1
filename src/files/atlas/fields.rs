//! Fields of the files of engines and editors, which are never trusted.

use std::path::{Component, Path};

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

use crate::files::Reason;
use maskscope_core::words::printable;

/// The most bytes of a file that describes hitboxes: the largest in public repositories have a few million.
const MOST_BYTES: usize = 16 << 20;

/// The most values of a file that are kept, and how deep they may stand in one another.
pub(super) const MOST_VALUES: usize = 1 << 19;
pub(super) const DEEPEST: usize = 32;

/// Refuses more values than that, and deeper ones, with the fault of the file.
pub(super) fn check_values(count: usize, depth: usize) -> Result<(), String> {
    if count > MOST_VALUES || depth > DEEPEST {
        return Err("it has too many values, or they are nested too deeply".to_owned());
    }
    Ok(())
}

/// The text of a file in the format `name`.
pub(super) fn text<'a>(bytes: &'a [u8], name: &'static str) -> Result<&'a str, Reason> {
    if bytes.len() > MOST_BYTES {
        return Err(Reason::unreadable(name, "it has more than 16 MiB"));
    }
    str::from_utf8(bytes).map_err(|_| Reason::NoText)
}

/// An image in the folder of the file that names it, or below: the file comes from anywhere.
pub(super) fn beside(image: &str) -> Result<String, Reason> {
    let is_below = Path::new(image).components().all(|part| matches!(part, Component::Normal(_)));
    if image.is_empty() || !is_below || image.contains(['\\', ':']) {
        return Err(Reason::Refused(format!("its image '{}' is not in its folder", printable(image))));
    }
    Ok(image.to_owned())
}

/// A whole number of pixels; `None` for a fraction, and for one out of range.
pub(super) fn whole(number: f64) -> Option<i64> {
    let is_whole = number.trunc() == number && number.abs() <= f64::from(i32::MAX);
    #[expect(clippy::cast_possible_truncation, reason = "whole and in range")]
    is_whole.then_some(number as i64)
}

/// A number of columns or rows; `None` for a fraction, and for one out of range.
pub(super) fn side(number: f64) -> Option<u32> {
    whole(number).and_then(|whole| u32::try_from(whole).ok())
}

/// A number; not a number where something else stands: the object is left out then, and the picture is not.
pub(super) fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(f64),
        Text(String),
        Other(IgnoredAny),
    }
    Ok(match Either::deserialize(deserializer)? {
        Either::Number(number) => number,
        Either::Text(text) => text.trim().parse().unwrap_or(f64::NAN),
        Either::Other(_) => f64::NAN,
    })
}
