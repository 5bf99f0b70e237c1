//! The scene: both sprites, where they stand, and how they are tested.

use std::path::Path;

use super::{Content, Export, Files, NEEDS_TWO, stems};
use crate::{
    files::encode_scene,
    session::{FileAction, Session},
};

/// The scene, which names its images by their paths or holds their masks.
pub struct SceneFile {
    /// Whether the masks stand in the file, which then needs no images.
    pub embeds: bool,
}

impl Export for SceneFile {
    fn name(&self) -> String {
        if self.embeds { "Scene with masks inside" } else { "Scene" }.to_owned()
    }

    fn label(&self) -> String {
        if self.embeds { "Save scene with masks inside…" } else { "Save scene as…" }.to_owned()
    }

    fn is_scene(&self) -> bool {
        true
    }

    fn sentence(&self) -> &'static str {
        if self.embeds {
            "Writes a scene that needs no images, for a bug report: their masks stand in it."
        } else {
            "Writes the scene into another file."
        }
    }

    fn endings(&self) -> Vec<&'static str> {
        vec!["json"]
    }

    fn suggestion(&self, session: &Session) -> String {
        format!("{}.scene.json", stems(session))
    }

    fn is_possible(&self, session: &Session) -> bool {
        session.stage().both().is_some()
    }

    fn content(&self, session: &Session) -> Result<Content, String> {
        let (scene, embeds) = (session.scene().ok_or(NEEDS_TWO)?, self.embeds);
        Ok(Content::Files(Box::new(move |path| {
            Ok(Files::One(encode_scene(&scene, path.parent(), embeds).into_bytes()))
        })))
    }

    fn begins(&self, path: &Path) -> Option<FileAction> {
        Some(FileAction::SavingScene(path.to_owned()))
    }

    fn saved(&self, path: &Path, _files: String) -> FileAction {
        FileAction::SceneSaved(path.to_owned())
    }
}
