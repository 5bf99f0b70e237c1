//! The content of the tab: checks, or what is there in their place.

use crate::app::prelude::*;
use crate::session::{LogPlayer, LogSource};

/// True once somebody has asked to drag: then the canvas shows in place of the cards.
pub fn drags(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(id())).unwrap_or(false)
}

/// Shows the cards again, or the canvas.
pub fn set_drags(ui: &Ui, drags: bool) {
    ui.data_mut(|data| data.insert_temp(id(), drags));
}

fn id() -> Id {
    Id::unique("drags in the replay tab")
}

/// The content of the tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyState {
    /// The ways to begin.
    Empty,
    /// A log that is followed, and has no check yet.
    Waiting,
    /// The checks of a log.
    Log,
    /// A path, or one that will be dragged.
    Drag,
}

impl EmptyState {
    /// Returns the present one.
    pub fn of(ui: &Ui, window: &WindowState<'_>) -> Self {
        let session = window.session;
        let comes = |log: &LogPlayer| {
            use LogSource as Of;
            matches!(log.source, Of::Awaited | Of::Reading | Of::Following | Of::Resting)
        };
        match session.log() {
            Some(log) if log.replay.steps.is_empty() && comes(log) => Self::Waiting,
            Some(_) => Self::Log,
            None if session.route().route().is_some() || session.route().recorded().is_some() => Self::Drag,
            None if drags(ui) => Self::Drag,
            None => Self::Empty,
        }
    }
}
