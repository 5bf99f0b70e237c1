//! Answers, for people or as JSON.

use std::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;

use super::error::CliError;

/// Writes an answer: its JSON on one line, or its text.
pub(super) fn answer(out: &mut dyn Write, json: bool, answer: &(impl Serialize + Display)) -> Result<(), CliError> {
    if json { write_json(out, answer) } else { write!(out, "{answer}").map_err(CliError::Output) }
}

/// Writes `value` as JSON on one line.
pub(super) fn write_json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), CliError> {
    let written = serde_json::to_writer(&mut *out, value).map_err(io::Error::from);
    written.and_then(|()| writeln!(out)).map_err(CliError::Output)
}
