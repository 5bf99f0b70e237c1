//! Scenes and resources of Godot 3 and 4, in their text form: the frames of a sprite, and the collision shapes around it.
//!
//! ```text
//! [gd_scene load_steps=3 format=2]
//! [ext_resource path="res://art/hero.png" type="Texture" id=1]
//! [sub_resource type="RectangleShape2D" id=1]
//! extents = Vector2( 8, 6 )
//! [node name="Hero" type="KinematicBody2D"]
//! [node name="Sprite" type="Sprite" parent="."]
//! texture = ExtResource( 1 )
//! hframes = 4
//! [node name="Hit" type="CollisionShape2D" parent="."]
//! position = Vector2( 0, 2 )
//! shape = SubResource( 1 )
//! ```
//!
//! Of several sprites the first is read that is shown, has an image, has shapes of its own, and is not called a shadow. Images are looked for in the
//! project, which is above the file, or beside the file. Fields that are left out have the defaults of Godot's class reference,
//! which is the source of all of this.
//!
//! - `text`, `project`: the parts of a file; `texture_frames`: the frames of a sprite;
//!   `frame_tracks`: those that animations show.
//! - `scene`, `shapes`: nodes, and the shapes of those that collide; `nested`: scenes inside of scenes; `pairs`: each body with
//!   its sprite; `lookup`: the node with the shape of a kind.

mod frame_tracks;
mod lookup;
mod nested;
mod pairs;
mod project;
mod scene;
mod shapes;
mod text;
mod texture_frames;

use std::path::Path;

use super::format::{AtlasFile, AtlasFormat};
use super::layout::Layout;
use super::sheets::Sheets;
use crate::files::Reason;
pub use lookup::{ShapeNode, files_below};
pub(in crate::files) use pairs::{PairedBodies, PairedBody, PairedShape, paired_bodies};
use project::{GodotFile, NAME, TexturePart};
pub(super) use project::{ROOT, file_of_project};
use scene::NodeTree;
pub(in crate::files) use text::GodotSection;
use texture_frames::TextureFrames;

/// Scenes and resources of Godot.
pub(super) const FORMAT: AtlasFormat = AtlasFormat {
    endings: &["tscn", "tres"],
    known: |text, _| text.starts_with(b"[gd_scene") || text.starts_with(b"[gd_resource"),
    is_sure: true,
    read,
    paired: Some(pairs::paired),
};

fn read(file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<Layout, Reason> {
    let refused = |why: String| Reason::unreadable(NAME, &why);
    let project = GodotFile::parsed(file.bytes)?;
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let scene = NodeTree::new(&project, project.version()?, folder);
    let mut pictures = TextureFrames { layout: Layout::default(), sheets, folder };
    match (scene.sprite(), project.resource()) {
        (Some(sprite), _) => pictures.add_sprite(&project, sprite)?,
        (None, Some(resource)) => match project.sections[0].attribute("type").as_str() {
            "AtlasTexture" => pictures.add(&TexturePart::of_atlas(&project, resource).map_err(refused)?, "")?,
            "SpriteFrames" => pictures.add_animations(&project, resource)?,
            kind => return Err(refused(format!("it is a {kind}, which has no frames; open the images that it names"))),
        },
        (None, None) => return Err(refused("it has no sprite with a texture".to_owned())),
    }
    let mut layout = pictures.layout;
    if layout.entries.is_empty() {
        return Err(refused("it has no frames".to_owned()));
    }
    scene.complete(&mut layout);
    Ok(layout)
}
