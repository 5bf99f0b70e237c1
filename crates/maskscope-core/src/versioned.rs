//! The version of the fields of answers in JSON: within one, fields are added, and none is renamed or dropped.

use serde::Serialize;

/// The name of the first field of every answer, and its value, the version.
pub const ANSWER: (&str, u32) = ("maskscope_answer", 1);

/// An answer of fields with the version in front of them.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Versioned<'a, T> {
    maskscope_answer: u32,
    #[serde(flatten)]
    fields: &'a T,
}

impl<'a, T: Serialize> Versioned<'a, T> {
    /// An answer of these `fields`.
    pub const fn new(fields: &'a T) -> Self {
        Self { maskscope_answer: ANSWER.1, fields }
    }
}
