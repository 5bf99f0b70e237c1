//! The scene: both sprites, their placements, and the rules of their test.

use std::path::Path;

use super::export::{Export, ExportContent, NEEDS_TWO, Target, stems};
use crate::files::{FormatKind, encode_scene, encode_scene_with_art};
use crate::session::{Made, Session};
use maskscope_core::scene::Scene;

/// The scene, which names its images by their paths.
pub const SCENE: Export = Export {
    name: "Scene",
    group: "scene",
    label: "Save scene as…",
    sentence: "Writes the scene to another file.",
    target: Target::Made(Made::Scene),
    is_mask: false,
    kinds: || vec![FormatKind::only("json", "Scene", "paths", "json save images")],
    suggestion: |session| format!("{}.scene.json", stems(session)),
    is_possible: |session| session.stage().both().is_some(),
    content: |session, _| content(session, |scene, path| encode_scene(scene, path.parent(), false)),
};

/// The scene with its images in the file, which then needs no other.
pub const SCENE_WITH_ART: Export = Export {
    name: "Scene with art inside",
    label: "Save scene with art inside…",
    sentence: "Writes a scene that holds its images: one file to send, with every frame and colour.",
    kinds: || vec![FormatKind::only("json", "With art", "inside", "json share embed images")],
    content: |session, _| content(session, |scene, _| encode_scene_with_art(scene)),
    ..SCENE
};

/// The scene with the masks in the file, which then needs no images.
pub const SCENE_WITH_MASKS: Export = Export {
    name: "Scene with masks inside",
    label: "Save scene with masks inside…",
    sentence: "Writes a scene that holds the masks instead of the images, for a bug report.",
    kinds: || vec![FormatKind::only("json", "With masks", "inside", "json share embed bug report")],
    content: |session, _| content(session, |scene, path| encode_scene(scene, path.parent(), true)),
    ..SCENE
};

fn content(session: &Session, encode: fn(&Scene, &Path) -> String) -> Result<ExportContent, String> {
    let scene = session.scene().ok_or(NEEDS_TWO)?;
    Ok(ExportContent::one(move |path| Ok(encode(&scene, path).into_bytes())))
}
