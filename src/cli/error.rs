//! Why a command has no answer, and the exit code for it.

use std::io::{self, Write};

use crate::{
    files::{FileError, printable},
    memory::OutOfMemory,
};

/// Why a command has no answer.
#[derive(Debug)]
pub(super) enum CliError {
    /// The arguments cannot be understood.
    Arguments(clap::Error),
    /// The arguments are understood, but ask for what cannot be.
    Usage(String),
    /// A file could not be read, understood or written.
    File(FileError),
    /// There is less memory than it takes.
    Memory(OutOfMemory),
    /// A scene expects something else, or a game says something else than its masks.
    Unexpected(String),
    /// The answer could not be written.
    Output(io::Error),
}

impl CliError {
    /// Says what went wrong, on `err`, whatever names and files have in them; returns the exit code.
    pub(super) fn report(&self, err: &mut dyn Write) -> u8 {
        let (message, code) = match self {
            Self::Arguments(error) => (error.to_string().trim_start_matches("error: ").trim_end().to_owned(), 2),
            Self::Usage(message) => (message.clone(), 2),
            Self::File(error) => (error.to_string(), 1),
            Self::Memory(refused) => (refused.to_string(), 1),
            Self::Unexpected(message) => (message.clone(), 3),
            // The reader has closed the pipe: it has seen enough.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Self::Output(error) => (format!("the answer cannot be written: {error}"), 1),
        };
        let message = message.split('\n').map(printable).collect::<Vec<_>>().join("\n");
        // Where standard error is closed, too, the exit code is all that is left to say.
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
