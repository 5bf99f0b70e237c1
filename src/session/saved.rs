//! What is saved of what is made by hand, to be compared with what is shown.

use std::{path::PathBuf, sync::Arc};

use super::stage::{Stage, StageAction};
use crate::scene::{Route, terrain::KeyList};

/// What was shown when a scene was opened or saved: what differs from it was made by hand since.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Saved {
    pub stage: Stage,
    /// The path that its file holds.
    pub route: Option<Arc<Route>>,
}

/// What is in files of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Filed {
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

    /// The same after `opening` other sprites: they stand where they would if nothing had been moved by hand before.
    pub fn after(&self, opening: StageAction) -> Self {
        let mut stage = self.stage.clone();
        // Where they cannot stand so, everything counts as made by hand.
        stage.apply(opening).map_or_else(|_| Self::default(), |()| Self::of(&stage, None))
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
