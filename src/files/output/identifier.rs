//! Identifiers in source code, from names of files.

use std::{ffi::OsStr, path::Path};

/// `name` as the start of an identifier in each of the languages: words of ASCII letters and digits in lower case, an
/// underscore between them, a letter first. Without any letter first, it begins with `default`.
///
/// ```text
/// Ship -> ship      ship-2 (left) -> ship_2_left      2nd -> mask_2nd      船 -> mask
/// ```
pub(in crate::files) fn identifier(name: &str, default: &'static str) -> String {
    let name = name.to_ascii_lowercase();
    let mut words: Vec<&str> =
        name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.first().is_none_or(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
        words.insert(0, default);
    }
    words.join("_")
}

/// The identifier of a sprite called `sprite`, mostly by its file.
pub(super) fn sprite_identifier(sprite: &str) -> String {
    let stem = Path::new(sprite).file_stem().map(OsStr::to_string_lossy).unwrap_or_default();
    identifier(&stem, "sprite")
}

/// `ship_2_left` as `ship2Left`.
pub(super) fn camel_case(identifier: &str) -> String {
    let mut after_underscore = false;
    let mut camel = String::with_capacity(identifier.len());
    for c in identifier.chars() {
        if c != '_' {
            camel.push(if after_underscore { c.to_ascii_uppercase() } else { c });
        }
        after_underscore = c == '_';
    }
    camel
}
