//! The scenes that were opened, and their saved content.

use std::{path::PathBuf, sync::Arc};

use crate::session::stage::{Stage, StageAction};
use maskscope_core::scan::{Scan, own::KeptScript};
use maskscope_core::scene::terrain::KeyList;
use maskscope_core::scene::{Route, Scene};

/// The stage and the path when a scene was opened or saved: all that differs from them was made by hand since.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Saved {
    pub stage: Stage,
    /// The path that its file holds.
    pub route: Option<Arc<Route>>,
}

/// Handmade work that is in files of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Filed {
    pub routes: Vec<Arc<Route>>,
    pub keys: KeyList,
}

/// Files that are being written, and what they hold.
pub(in crate::session) type Filing = Vec<(PathBuf, Filed)>;

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

    /// The documents that are in a file: those of these `routes`, and the keys.
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

/// The parts of a scene besides its sprites.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenScene {
    pub title: String,
    pub about: String,
    pub path: Option<PathBuf>,
    /// The content of its file, as it was last read or written; `None` if it came from no file.
    pub in_file: Option<Arc<Scene>>,
    /// The scripts of that content, which stay as long as it does.
    #[expect(dead_code, reason = "they are kept, not read")]
    pub scripts: Vec<KeptScript>,
    /// The stage and the path when it was opened, or last read or written.
    pub saved: Saved,
}

impl OpenScene {
    /// The open scene with this content of its file.
    pub fn with_file(self, in_file: Option<Arc<Scene>>) -> Self {
        let scripts = Scan::keep_scripts(in_file.iter().flat_map(|scene| scene.scans.iter().copied()));
        Self { in_file, scripts, ..self }
    }
}

/// Two are equal only where they were read or written at the same time.
impl PartialEq for OpenScene {
    fn eq(&self, other: &Self) -> bool {
        let is_same_file = match (&self.in_file, &other.in_file) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        is_same_file
            && (&self.title, &self.about, &self.path) == (&other.title, &other.about, &other.path)
            && self.saved == other.saved
    }
}

/// A scene that is being written: where to, its number, what its file will hold, and what was shown.
pub(in crate::session) type Saving = (PathBuf, usize, Option<Arc<Scene>>, Saved);

/// The scenes that were opened. A stage knows which one it belongs to: when an opening is undone, the scene before is
/// open again, and is what is saved.
#[derive(Debug)]
pub(in crate::session) struct Scenes {
    pub opened: Vec<OpenScene>,
    /// Those that are being written.
    pub saving: Vec<Saving>,
}

impl Default for Scenes {
    /// The stage does not belong to a scene yet.
    fn default() -> Self {
        Self { opened: vec![OpenScene::default()], saving: Vec::new() }
    }
}

impl Scenes {
    pub fn add(&mut self, scene: OpenScene) -> usize {
        self.opened.push(scene);
        self.opened.len() - 1
    }
}
