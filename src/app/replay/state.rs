//! The content of the tab: nothing yet, a log that is waited for, a log, or a drag.

use super::empty;
use crate::app::prelude::*;
use crate::session::{LogPlayer, LogSource};

/// The content of the tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Three ways to begin.
    Empty,
    /// A log that is followed, and has no check yet.
    Waiting,
    /// The checks of a log.
    Log,
    /// A path, or one that will be dragged.
    Drag,
}

impl State {
    /// Returns the present one.
    pub fn of(ui: &Ui, window: &WindowState<'_>) -> Self {
        let session = window.session;
        let comes =
            |log: &LogPlayer| matches!(log.source, LogSource::Awaited | LogSource::Reading | LogSource::Following);
        match session.log() {
            Some(log) if log.replay.steps.is_empty() && comes(log) => Self::Waiting,
            Some(_) => Self::Log,
            None if session.route().route().is_some() || session.route().recorded().is_some() => Self::Drag,
            None if empty::drags(ui) => Self::Drag,
            None => Self::Empty,
        }
    }
}
