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

mod lookup;
mod nested;
mod project;
mod scene;
mod shapes;
mod text;

use std::path::Path;

use super::format::{AtlasFile, AtlasFormat};
use super::layout::{Layout, PackedFrame};
use super::sheets::Sheets;
use crate::files::Reason;
pub use lookup::{ShapeNode, files_below};
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::{Frames, Tag};
use project::{GodotFile, NAME, TexturePart, whole};
pub(super) use project::{ROOT, file_of_project};
use scene::NodeTree;
pub(in crate::files) use scene::{PairedBodies, PairedShape};
pub(in crate::files) use text::GodotSection;
use text::{GodotValue, of};

/// Scenes and resources of Godot.
pub(super) const FORMAT: AtlasFormat = AtlasFormat {
    endings: &["tscn", "tres"],
    known: |text, _| text.starts_with(b"[gd_scene") || text.starts_with(b"[gd_resource"),
    is_sure: true,
    read,
};

fn read(file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<Layout, Reason> {
    let refused = |why: String| Reason::unreadable(NAME, &why);
    let project = GodotFile::parsed(file.bytes)?;
    let version = project.version().map_err(refused)?;
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let scene = NodeTree::new(&project, version, folder);
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

/// The bodies of the scene `bytes` in the file `path` that have the sprite that is read as theirs, over its picture of this size;
/// `None` if it shows no sprite.
///
/// # Errors
/// If it cannot be read.
pub(in crate::files) fn paired_bodies(bytes: &[u8], path: &Path, size: Size) -> Result<Option<PairedBodies>, Reason> {
    let project = GodotFile::parsed(bytes)?;
    let version = project.version().map_err(|why| Reason::unreadable(NAME, &why))?;
    let scene = NodeTree::new(&project, version, path.parent().unwrap_or(Path::new("")));
    Ok(scene.paired(size, version))
}

/// The frames while they are collected.
struct TextureFrames<'a, 'b> {
    layout: Layout,
    sheets: &'a mut Sheets<'b>,
    /// The folder of the file.
    folder: &'a Path,
}

impl TextureFrames<'_, '_> {
    /// Adds the frames of a sprite.
    fn add_sprite(&mut self, project: &GodotFile, sprite: &GodotSection) -> Result<(), Reason> {
        let refused = |why: String| Reason::unreadable(NAME, &why);
        let Some(texture) = sprite.field("texture") else {
            let frames = sprite.field("sprite_frames").or(sprite.field("frames"));
            let frames = frames.and_then(|frames| project.referred(frames));
            let frames = frames.ok_or_else(|| refused("a sprite of it has no frames".to_owned()))?;
            if frames.kind != "ext_resource" {
                return self.add_animations(project, frames);
            }
            return match GodotFile::outside(self.folder, frames) {
                Some(other) => other.resource().map_or(Ok(()), |resource| self.add_animations(&other, resource)),
                None => TexturePart::of_image(frames).map_err(refused).map(|_| ()),
            };
        };
        let mut texture = TexturePart::of(project, texture).map_err(refused)?;
        if sprite.is("region_enabled", false) {
            let region = sprite.field("region_rect").and_then(GodotValue::numbers).and_then(|all| all.try_into().ok());
            let inner: [f64; 4] = region.ok_or_else(|| refused("its region_rect is not a rect".to_owned()))?;
            let [x, y, ..] = texture.region.unwrap_or_default();
            texture.region = Some([x + inner[0], y + inner[1], inner[2], inner[3]]);
        }
        let (columns, rows) = (whole(sprite.number("hframes", 1.0))?, whole(sprite.number("vframes", 1.0))?);
        if (columns, rows) == (1, 1) {
            return self.add(&texture, "");
        }
        let area = self.area(&texture)?;
        let cell = Size::new(area.width / columns.max(1), area.height / rows.max(1));
        if u64::from(columns) * u64::from(rows) > Frames::MOST as u64 || cell.is_empty() {
            return Err(refused(format!("its {columns} × {rows} frames are too many for its image")));
        }
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let (x, y) = (i64::from(column) * i64::from(cell.width), i64::from(row) * i64::from(cell.height));
            self.push(&texture.image, IntRect::new(area.origin() + Cell::new(x, y), cell), Cell::default(), cell, "")?;
        }
        Ok(())
    }

    /// Adds the frames of the animations of a `SpriteFrames`: each animation is a tag.
    fn add_animations(&mut self, project: &GodotFile, frames: &GodotSection) -> Result<(), Reason> {
        for animation in frames.field("animations").map_or(&[][..], GodotValue::list) {
            let GodotValue::Dict(animation) = animation else { continue };
            let (first, name) =
                (self.layout.entries.len(), of(animation, "name").map(GodotValue::text).unwrap_or_default());
            for frame in of(animation, "frames").map_or(&[][..], GodotValue::list) {
                // Godot 4 adds a duration.
                let texture = if let GodotValue::Dict(frame) = frame { of(frame, "texture") } else { Some(frame) };
                let texture = texture.ok_or("a frame of it has no texture".to_owned());
                let texture = texture.and_then(|texture| TexturePart::of(project, texture));
                self.add(&texture.map_err(|why| Reason::unreadable(NAME, &why))?, "")?;
            }
            let count = self.layout.entries.len();
            self.layout.tags.extend(Tag::within(&name, first, count.saturating_sub(1), count));
        }
        Ok(())
    }

    /// Adds a texture as a frame.
    fn add(&mut self, texture: &TexturePart, name: &str) -> Result<(), Reason> {
        let area = self.area(texture)?;
        let [left, top, width, height] = texture.margin;
        let in_source = Cell::new(whole(left)?.into(), whole(top)?.into());
        let side = |side: u32, more: f64| Ok::<_, Reason>(side.saturating_add(whole(more)?));
        let source = Size::new(side(area.width, width)?, side(area.height, height)?);
        self.push(&texture.image, area, in_source, source, name)
    }

    /// The area of a texture on its image, in whole pixels.
    fn area(&mut self, texture: &TexturePart) -> Result<IntRect, Reason> {
        let Some([x, y, width, height]) = texture.region else {
            return Ok(IntRect::new(Cell::default(), self.sheets.size(&texture.image)?));
        };
        let origin = Cell::new(whole(x)?.into(), whole(y)?.into());
        Ok(IntRect::new(origin, Size::new(whole(width)?, whole(height)?)))
    }

    fn push(
        &mut self,
        image: &str,
        on_sheet: IntRect,
        in_source: Cell,
        source: Size,
        name: &str,
    ) -> Result<(), Reason> {
        if self.layout.entries.len() == Frames::MOST {
            return Err(Reason::unreadable(NAME, &format!("it has more than {} frames", Frames::MOST)));
        }
        if self.layout.pages.last().is_none_or(|page| page.image != image) {
            self.layout.begin(image.to_owned());
        }
        self.layout.push(PackedFrame { name: name.into(), on_sheet, in_source, source, ..PackedFrame::default() });
        Ok(())
    }
}
