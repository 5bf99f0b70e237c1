//! The scene: both sprites, where they stand, and how they are tested.

use super::{Content, Export, Files, NEEDS_TWO, Target, stems};
use crate::{files::encode_scene, session::Session};

/// The scene, which names its images by their paths.
pub const SCENE: Export = Export {
    name: "Scene",
    label: "Save scene as…",
    sentence: "Writes the scene into another file.",
    target: Target::Scene,
    endings: || vec!["json"],
    suggestion: |session| format!("{}.scene.json", stems(session)),
    is_possible: |session| session.stage().both().is_some(),
    content: |session| content(session, false),
};

/// The scene with the masks in the file, which then needs no images.
pub const SCENE_WITH_MASKS: Export = Export {
    name: "Scene with masks inside",
    label: "Save scene with masks inside…",
    sentence: "Writes a scene that needs no images, for a bug report: their masks stand in it.",
    content: |session| content(session, true),
    ..SCENE
};

fn content(session: &Session, embeds: bool) -> Result<Content, String> {
    let scene = session.scene().ok_or(NEEDS_TWO)?;
    Ok(Content::made(move |path| Ok(Files::One(encode_scene(&scene, path.parent(), embeds).into_bytes()))))
}
