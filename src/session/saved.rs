//! What is saved of what is made by hand, to be compared with what is shown.

use std::{path::PathBuf, sync::Arc};

use super::{
    slot::Slot,
    stage::{Family, Placed, Stage},
};
use crate::scene::{Route, terrain::KeyList};

/// What was shown when a scene was opened or saved: what differs from it was made by hand since.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Saved {
    pub stage: Stage,
    /// The path that its file holds.
    pub route: Option<Arc<Route>>,
}

/// What is in files of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Filed {
    pub routes: Vec<Arc<Route>>,
    pub keys: KeyList,
}

/// Files that are being written, and what they hold.
pub(super) type Filing = Vec<(PathBuf, Filed)>;

impl Saved {
    /// The stage as it is compared: which sprite is active is not made by hand.
    pub fn of(stage: &Stage, route: Option<&Arc<Route>>) -> Self {
        let mut stage = stage.clone();
        (stage.active, stage.scene) = Default::default();
        Self { stage, route: route.cloned() }
    }

    /// The same after other images have been opened, as they are on the stage `now`: what of the others was saved still is.
    pub fn with_opened(&self, now: &Stage) -> Self {
        let frames = |stage: &Stage, slot| stage.get(slot).map(|placed| Arc::clone(placed.sprite().file_frames()));
        let is_other = |slot| match (frames(&self.stage, slot), frames(now, slot)) {
            (Some(old), Some(new)) => !Arc::ptr_eq(&old, &new),
            (old, new) => old.is_some() != new.is_some(),
        };
        if Slot::ALL.into_iter().all(is_other) {
            return Self::of(now, None);
        }
        let actors =
            Slot::ALL.map(|slot| (if is_other(slot) { now } else { &self.stage }).get(slot).map(Placed::actor));
        let stage = Stage::of(actors, self.stage.convention(), self.stage.parents(Family::Common).clone());
        // Where they cannot stand so, everything counts as made by hand.
        stage.map_or_else(
            |_| Self::default(),
            |mut stage| {
                stage.expectation = self.stage.expectation;
                Self::of(&stage, None)
            },
        )
    }
}

impl Filed {
    /// A path, where there is one.
    pub fn route(route: Option<Arc<Route>>) -> Self {
        Self { routes: Vec::from_iter(route), ..Self::default() }
    }

    /// The same as far as it matters beside these `routes`.
    pub fn among(&self, routes: &[Arc<Route>]) -> Self {
        let routes = routes.iter().filter(|route| self.has(route)).cloned().collect();
        Self { routes, keys: self.keys.clone() }
    }

    pub fn has(&self, route: &Arc<Route>) -> bool {
        self.routes.contains(route)
    }

    /// `more` is in files, too.
    pub fn add(&mut self, more: Self) {
        self.routes.extend(more.routes);
        if more.keys != KeyList::default() {
            self.keys = more.keys;
        }
    }
}
