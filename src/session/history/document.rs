//! The document: what a person has made, and how it is looked at.

use serde::{Deserialize, Serialize};

use super::scenes::{Filed, OpenScene, Saved};
use crate::session::replays::{Drags, KeptLog};
use crate::session::stage::{Placed, Slot, Stage};
use crate::session::{animation::Animation, engines::Engines, playback::Playback, race::Race, scans::ScanList};
use crate::session::{surveys::Surveys, terrain::Game, view::View};
use maskscope_core::{scene::terrain::KeyList, words::name_of};

/// Work of a person, and how it is looked at. Cloning shares images, paths and keys.
///
/// It does not hold what follows from it, what only the pointer does, messages, and steps to undo. What is skipped has files of
/// its own in a saved session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Document {
    #[serde(skip)]
    pub(crate) stage: Stage,
    #[serde(skip)]
    pub(crate) route: Drags,
    /// The open scene, and what is in other files, as far as it matters: where it is kept.
    #[serde(skip)]
    pub(crate) saved: (OpenScene, Filed),
    #[serde(skip)]
    pub(crate) log: Option<KeptLog>,
    pub(crate) view: View,
    pub(crate) scans: ScanList,
    pub(crate) playback: Playback,
    pub(crate) race: Race,
    pub(crate) engines: Engines,
    pub(crate) animation: Animation,
    pub(crate) surveys: Surveys,
    pub(crate) terrain: Game,
}

/// The parts of a document that a step to undo brings back; the others stay as they are.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::session) enum Reach {
    /// The sprites and the paths.
    #[default]
    Work,
    /// The sprites, the paths, and the ball's keys, rules and steps.
    Game,
    /// The sprites, the paths, and the marked lines and ignored kinds of the game whose log is open.
    Marks,
    /// The sprites, the paths, and the scans of the table.
    Scans,
    /// Everything but the log: something else was opened.
    Look,
    /// Everything: another session was continued.
    All,
}

impl Document {
    /// The document with every number cut to the range that can be shown.
    #[must_use]
    pub(crate) fn cut_to_range(self) -> Self {
        Self {
            view: View { framing: self.view.framing.cut_to_range(), ..self.view },
            surveys: Surveys { variation: self.surveys.variation.cut_to_range(), ..self.surveys },
            ..self
        }
    }

    /// True if its sprites, paths and keys are those of `other`.
    pub fn has_work_of(&self, other: &Self) -> bool {
        self.stage == other.stage && self.route.kept() == other.route.kept() && self.terrain.keys == other.terrain.keys
    }

    /// True if something made by hand is in no file, as `Session::has_unsaved_changes`.
    pub fn is_unsaved(&self) -> bool {
        is_unsaved(&self.stage, &self.route, &self.terrain.keys, &self.saved.0, &self.saved.1)
    }

    /// The name under which it is offered: that of the scene; without one, those of its images.
    pub fn names(&self) -> String {
        names(&self.saved.0, &self.stage)
    }
}

/// True if something of this is in no file.
pub(in crate::session) fn is_unsaved(
    stage: &Stage,
    route: &Drags,
    keys: &KeyList,
    scene: &OpenScene,
    filed: &Filed,
) -> bool {
    let shown = Saved::of(stage, route.route());
    shown.stage != scene.saved.stage
        || scene.in_file.is_some() && shown.route != scene.saved.route
        || route.recorded().is_some()
        || route.routes().iter().any(|route| !filed.has(route))
        || !keys.events().is_empty() && *keys != filed.keys
}

/// The name under which a stage and its scene are offered.
pub(in crate::session) fn names(scene: &OpenScene, stage: &Stage) -> String {
    if let Some(path) = &scene.path {
        return name_of(path);
    }
    if !scene.title.is_empty() {
        return scene.title.clone();
    }
    let sprites = Slot::ALL.into_iter().filter_map(|slot| stage.get(slot)).map(Placed::sprite);
    sprites.map(|sprite| sprite.name.as_str()).collect::<Vec<_>>().join(", ")
}
