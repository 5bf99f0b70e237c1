//! Known engines side by side: which two are compared, which one is marked on the canvas, what all of them answer.

use serde::{Deserialize, Serialize};

use maskscope_core::scene::{Profile, gilbert};
use maskscope_core::{geom::Cell, scan::Count};

/// The choice of engines.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Engines {
    /// The two that are compared.
    pub compared: [Profile; 2],
    /// The one that was selected.
    pub selected: Option<Profile>,
    /// The one under the pointer.
    #[serde(skip)]
    pub pointed: Option<Profile>,
    /// True if the answers are shown.
    pub is_watched: bool,
}

/// An action on the choice of engines.
#[derive(Clone, Copy, Debug)]
pub enum EngineAction {
    /// Compares these two.
    Compare([Profile; 2]),
    /// Marks the first hit of an engine on the canvas, or of none.
    Select(Option<Profile>),
    /// Marks it only while the pointer is on its row.
    Point(Option<Profile>),
    /// Says whether the answers are shown: otherwise no engine runs.
    Watch(bool),
}

/// Answer of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EngineRow {
    /// The engine.
    pub profile: Profile,
    /// The cell it names, in A's space.
    pub first_hit: Option<Cell>,
    /// Further answer of Gilbert's test; `None` if it answers null, and for all other engines.
    pub answer: Option<gilbert::GilbertAnswer>,
    /// The visits it made.
    pub count: Count,
}

impl Default for Engines {
    fn default() -> Self {
        let compared = [Profile::Pygame, Profile::Scratch];
        Self { compared, selected: None, pointed: None, is_watched: false }
    }
}

impl Engines {
    /// The one whose first hit is marked on the canvas.
    pub fn marked(&self) -> Option<Profile> {
        self.pointed.or(self.selected).filter(|_| self.is_watched)
    }

    pub(super) const fn apply(&mut self, action: EngineAction) {
        match action {
            EngineAction::Compare(compared) => self.compared = compared,
            EngineAction::Select(profile) => self.selected = profile,
            EngineAction::Point(profile) => self.pointed = profile,
            EngineAction::Watch(is_watched) => self.is_watched = is_watched,
        }
    }
}
