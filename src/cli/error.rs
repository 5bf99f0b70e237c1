//! The reason why a command has no answer, and the exit code for it.

use std::io::{self, Write};

use crate::files::{FileError, printable};
use crate::memory::OutOfMemory;

/// The reason why a command has no answer.
#[derive(Debug)]
pub(super) enum CliError {
    /// The arguments cannot be understood.
    Arguments(clap::Error),
    /// The arguments are understood, but ask for something impossible.
    Usage(String),
    /// A file could not be read, understood or written.
    File(FileError),
    /// There is not enough memory.
    Memory(OutOfMemory),
    /// A scene's expectation does not hold, or a game and its masks disagree.
    Unexpected(String),
    /// The answer could not be written.
    Output(io::Error),
}

impl CliError {
    /// Writes the error to `err`, with any names and files in printable form; returns the exit code.
    pub(super) fn report(&self, err: &mut dyn Write) -> u8 {
        let (message, code) = match self {
            Self::Arguments(error) => (error.to_string().trim_start_matches("error: ").trim_end().to_owned(), 2),
            Self::Usage(message) => (message.clone(), 2),
            Self::File(error) => (error.to_string(), 1),
            Self::Memory(refused) => (refused.to_string(), 1),
            Self::Unexpected(message) => (message.clone(), 3),
            // The reader has closed the pipe: it has read enough.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Self::Output(error) => (format!("the answer cannot be written: {error}"), 1),
        };
        let message = message.split('\n').map(printable).collect::<Vec<_>>().join("\n");
        // If standard error is closed, too, only the exit code is left.
        let _ = writeln!(err, "maskscope: {message}");
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
