//! The outcome of a command line.

use std::path::PathBuf;

use crate::files::Limits;

/// Result of the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A command has answered or failed; the program ends with this code.
    Exit(u8),
    /// The window is to be opened.
    Open(Open),
}

/// Content of the window at its start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// The image of sprite A; `None` for a built-in sample.
    pub a: Option<PathBuf>,
    /// The image of sprite B.
    pub b: Option<PathBuf>,
    /// A scene instead of both.
    pub scene: Option<PathBuf>,
    /// The name of a lesson.
    pub lesson: Option<String>,
    /// The log of a running game, to be followed; `-` for standard input.
    pub follow: Option<PathBuf>,
    /// Limits for images.
    pub limits: Limits,
}
