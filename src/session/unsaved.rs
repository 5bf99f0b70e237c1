//! What is made by hand and is in no file.
//!
//! - The stage differs from what the open scene's file holds, or, without a file, from what was opened.
//! - A path of B was not read from a file and is in none; or the path that is shown is not that of the scene's file.
//! - The ball was moved by keys that were not read from a file and are in none.
//!
//! How everything is looked at is no such thing.

use std::{path::PathBuf, sync::Arc};

use super::saved::{Filed, Saved};
use super::stage::{Stage, StageAction};
use super::{drags::Drags, file_action::Made, scenes::OpenScene, session::Session};
use crate::scene::{Route, terrain::KeyList};

/// Whether something of this is in no file.
pub(super) fn is_unsaved(stage: &Stage, route: &Drags, keys: &KeyList, scene: &OpenScene, filed: &Filed) -> bool {
    let shown = Saved::of(stage, route.route());
    shown.stage != scene.saved.stage
        || scene.in_file.is_some() && shown.route != scene.saved.route
        || route.recorded().is_some()
        || route.routes().iter().any(|route| !filed.has(route))
        || !keys.events().is_empty() && *keys != filed.keys
}

impl Session {
    /// Whether something made by hand is in no file: a sprite, where it stands, what is solid, a path, the keys that moved the
    /// ball. Images that were just opened, and built-in ones, are not.
    /// What is done in a lesson is not, either.
    pub fn has_unsaved_changes(&self) -> bool {
        self.lessons.open().is_none()
            && is_unsaved(&self.stage, &self.route, self.terrain.keys(), self.open_scene(), &self.filed)
    }

    /// What is shown now, to be compared with what is shown later.
    pub(super) fn saved(&self) -> Saved {
        Saved::of(&self.stage, self.route.route())
    }

    /// Takes what is on the stage for what the file of the open scene holds.
    pub(super) fn nothing_is_unsaved(&mut self) {
        let saved = self.saved();
        self.scenes.opened[self.stage.scene].saved.stage = saved.stage;
    }

    /// Closes the open scene after `opening` other sprites.
    pub(super) fn leave_scene(&mut self, opening: StageAction) {
        let saved = self.open_scene().saved.after(opening);
        self.stage.scene = self.scenes.add(OpenScene { saved, ..OpenScene::default() });
    }

    /// The path that is shown is in a file.
    pub(super) fn file_route(&mut self, route: Option<Arc<Route>>) {
        self.filed.add(Filed::route(route));
    }

    /// The keys that move the ball are in a file.
    pub(super) fn file_keys(&mut self) {
        self.filed.keys = self.terrain.keys().clone();
    }

    /// What was made is about to be written to `path`.
    pub(super) fn is_filed_to(&mut self, made: Made, path: PathBuf) {
        let filed = match made {
            Made::Route => Filed::route(self.route.route().cloned()),
            Made::Keys => Filed { keys: self.terrain.keys().clone(), ..Filed::default() },
        };
        self.filing.push((path, filed));
    }

    /// It has been written to `path`.
    pub(super) fn was_filed_to(&mut self, path: &PathBuf) {
        if let Some(at) = self.filing.iter().rposition(|(target, _)| target == path) {
            let (_, filed) = self.filing.remove(at);
            self.filed.add(filed);
        }
        self.filing.retain(|(target, _)| target != path);
    }
}
