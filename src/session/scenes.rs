//! The scenes that were opened.

use std::{path::PathBuf, sync::Arc};

use super::snapshot::Snapshot;
use crate::scene::Scene;

/// What a scene holds besides its sprites.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenScene {
    pub title: String,
    pub about: String,
    pub path: Option<PathBuf>,
    pub in_file: Option<InFile>,
}

/// What the file of a scene holds, as it was last read or written.
#[derive(Clone, Debug)]
pub(super) struct InFile {
    /// The scene, as the file has it.
    pub scene: Arc<Scene>,
    /// What the session showed then.
    pub shown: Snapshot,
}

/// The scenes that were opened. A stage knows which one it belongs to: when an opening is undone, the scene before is
/// open again, and is what is saved.
#[derive(Debug)]
pub(super) struct Scenes {
    pub opened: Vec<OpenScene>,
    /// Which of them are being written, and where to.
    pub saving: Vec<(PathBuf, usize, Option<InFile>)>,
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
