//! What undo brings back.

use serde::{Deserialize, Serialize};

use super::drags::{Drags, Routes};
use super::{animation::Animation, engines::Engines, playback::Playback, race::Race, scans::ScanList, stage::Stage};
use super::{surveys::Surveys, terrain::KeptGame, view::View};

/// What is made by hand with the sprites: what a scene holds, apart from the view. Cloning shares images and routes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Snapshot {
    pub stage: Stage,
    pub routes: Routes,
}

/// What a step to undo goes back to.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub work: Snapshot,
    pub beside: Beside,
    /// What the step did, in a word: `move`.
    pub deed: &'static str,
}

/// What a step changes besides the sprites and the routes.
#[derive(Clone, Debug)]
pub(super) enum Beside {
    /// Nothing else: how it is looked at stays as it is.
    Nothing,
    /// The ball's keys, rules and steps.
    Game(Box<KeptGame>),
    /// Everything: something else was opened.
    Look(Box<Look>),
}

/// How everything is looked at and played; not what only the pointer does.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Look {
    pub view: View,
    pub scans: ScanList,
    pub playback: Playback,
    pub race: Race,
    pub engines: Engines,
    pub animation: Animation,
    pub surveys: Surveys,
    /// Written apart: its routes have files of their own.
    #[serde(skip)]
    pub route: Drags,
    pub terrain: KeptGame,
}

impl Look {
    /// The same with every number cut to what can be looked at.
    #[must_use]
    pub fn cut_to_range(self) -> Self {
        Self {
            view: View { framing: self.view.framing.cut_to_range(), ..self.view },
            surveys: Surveys { variation: self.surveys.variation.cut_to_range(), ..self.surveys },
            ..self
        }
    }
}
