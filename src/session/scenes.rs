//! The scenes that were opened.

use std::path::PathBuf;

use crate::scene::Expectation;

/// What a scene holds besides its sprites.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenScene {
    pub title: String,
    pub about: String,
    pub path: Option<PathBuf>,
    pub expectation: Option<Expectation>,
}

/// The scenes that were opened. A stage knows which one it belongs to: when an opening is undone, the scene before is
/// open again, and is what is saved.
#[derive(Debug)]
pub(super) struct Scenes {
    pub opened: Vec<OpenScene>,
    /// Which of them are being written, and where to.
    pub saving: Vec<(PathBuf, usize)>,
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
