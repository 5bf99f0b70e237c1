//! Results of command lines: answers, for people or as JSON, what the window opens with, and errors with their exit codes.

use std::io::{self, Write};
use std::{fmt::Display, path::PathBuf};

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::json_text::EscapedJson;
use crate::files::{FileError, Limits};
use maskscope_core::geom::Point;
use maskscope_core::memory::OutOfMemory;
use maskscope_core::replay::StopRules;
use maskscope_core::versioned::Versioned;
use maskscope_core::words::{plain_minus, printable, shortened};

/// Result of the arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A command has answered or failed; the program ends with this code.
    Exit(u8),
    /// The window is to be opened.
    Open(WindowStart),
}

/// Content of the window at its start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WindowStart {
    /// The image of sprite A; `None` for a built-in sample.
    pub a: Option<PathBuf>,
    /// The image of sprite B.
    pub b: Option<PathBuf>,
    /// The position of B's top left relative to A's; `None` for boxes that overlap by a third.
    pub at: Option<Point>,
    /// A scene instead of both.
    pub scene: Option<PathBuf>,
    /// The name of a lesson.
    pub lesson: Option<String>,
    /// The log of a running game, to be followed; `-` for standard input.
    pub follow: Option<PathBuf>,
    /// The rules by which the game whose log is followed is stopped; `None` if it cannot be. The window writes to standard
    /// output where the game finds it, as a variable of its environment.
    pub stops: Option<Box<StopRules>>,
    /// Limits for images.
    pub limits: Limits,
}

/// Writes an answer that has a text for people, or with `is_json` its JSON on one line.
pub(in crate::cli) fn answer(
    out: &mut dyn Write,
    is_json: bool,
    (json, text): (&impl Serialize, &impl Display),
) -> Result<(), CliError> {
    if is_json { write_json(out, json) } else { write_text(out, text) }
}

/// Writes `text` for people, who may paste its numbers into options.
pub(in crate::cli) fn write_text(out: &mut dyn Write, text: &impl Display) -> Result<(), CliError> {
    write!(out, "{}", plain_minus(&text.to_string())).map_err(CliError::Output)
}

/// Writes `value`, an object, as JSON on one line, with the version of its fields in front.
pub(in crate::cli) fn write_json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), CliError> {
    let written = serde_json::to_writer(EscapedJson::new(out), &Versioned::new(value)).map_err(io::Error::from);
    written.and_then(|()| writeln!(out)).map_err(CliError::Output)
}

/// A point between cells, which may have fractions.
pub(in crate::cli) fn point_json((x, y): Point) -> Value {
    json!({ "x": x, "y": y })
}

/// The fields of several objects as one object.
pub(in crate::cli) fn joined(objects: impl IntoIterator<Item = Value>) -> Value {
    let fields = |object| if let Value::Object(fields) = object { fields } else { serde_json::Map::new() };
    objects.into_iter().flat_map(fields).collect()
}

/// A list in JSON whose entries are made when they are written.
pub(in crate::cli) struct Listed<F>(pub(in crate::cli) F);

impl<F: Fn() -> I, I: Iterator<Item = Value>> Serialize for Listed<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// The reason why a command has no answer.
#[derive(Debug)]
pub(in crate::cli) enum CliError {
    /// The arguments cannot be understood.
    Arguments(clap::Error),
    /// The arguments are understood, but ask for something impossible.
    Usage(String),
    /// A file could not be read, understood or written.
    File(FileError),
    /// There is not enough memory.
    Memory(OutOfMemory),
    /// The exit code 3: a scene's expectation does not hold, a game and its masks disagree, or a hitbox of a project is too wrong.
    FoundWrong(String),
    /// A program that the command has started ended by an error: its exit code.
    #[cfg(any(unix, windows))]
    Failed(String, u8),
    /// The answer could not be written.
    Output(io::Error),
}

impl CliError {
    /// Writes the error to `err`, with any names and files in printable form; returns the exit code.
    pub(in crate::cli) fn report(&self, err: &mut dyn Write) -> u8 {
        let (message, code) = match self {
            Self::Arguments(error) => (error.to_string().trim_start_matches("error: ").trim_end().to_owned(), 2),
            Self::Usage(message) => (message.clone(), 2),
            Self::File(error) => (error.to_string(), 1),
            Self::Memory(refused) => (refused.to_string(), 1),
            Self::FoundWrong(message) => (message.clone(), 3),
            #[cfg(any(unix, windows))]
            Self::Failed(message, code) => (message.clone(), *code),
            // The reader has closed the pipe: it has read enough.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Self::Output(error) => (format!("the answer cannot be written: {error}"), 1),
        };
        let message = message.split('\n').map(printable).collect::<Vec<_>>().join("\n");
        // If standard error is closed, too, only the exit code is left.
        let _ = writeln!(err, "{}", plain_minus(&shortened(format!("maskscope: {message}"))));
        code
    }
}

impl From<OutOfMemory> for CliError {
    fn from(refused: OutOfMemory) -> Self {
        Self::Memory(refused)
    }
}

impl From<FileError> for CliError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}
