//! The scenes that were opened.

use std::{path::PathBuf, sync::Arc};

use super::saved::Saved;
use crate::scene::Scene;

/// What a scene holds besides its sprites.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenScene {
    pub title: String,
    pub about: String,
    pub path: Option<PathBuf>,
    /// What its file holds, as it was last read or written; `None` where it came from no file.
    pub in_file: Option<Arc<Scene>>,
    /// What was shown when it was opened, or last read or written.
    pub saved: Saved,
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
pub(super) type Saving = (PathBuf, usize, Option<Arc<Scene>>, Saved);

/// The scenes that were opened. A stage knows which one it belongs to: when an opening is undone, the scene before is
/// open again, and is what is saved.
#[derive(Debug)]
pub(super) struct Scenes {
    pub opened: Vec<OpenScene>,
    /// Which of them are being written, and where to.
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
