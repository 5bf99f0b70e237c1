//! Small projects of a game in a folder: files and pictures.

use std::fs;
use std::path::{Path, PathBuf};

use image::{Rgba, RgbaImage};
use tempfile::TempDir;

/// The folder of a project, which has the same name each time, as pictures show it.
pub struct SmallProject {
    folder: PathBuf,
    _above: TempDir,
}

impl SmallProject {
    pub fn new() -> Self {
        let above = tempfile::tempdir().expect("a folder");
        let folder = above.path().join("game");
        fs::create_dir(&folder).expect("a folder");
        Self { folder, _above: above }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file, and makes its folder.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, content).expect("a file");
        self
    }

    /// Writes a picture whose solid pixels are `#`.
    pub fn draw(&self, name: &str, rows: &[&str]) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        picture(rows).save(path).expect("a picture");
        self
    }
}

/// Returns a picture whose solid pixels are `#`.
pub fn picture(rows: &[&str]) -> RgbaImage {
    let side = |length: usize| u32::try_from(length).expect("a small picture");
    RgbaImage::from_fn(side(rows[0].len()), side(rows.len()), |x, y| {
        let is_solid = rows[y as usize].as_bytes()[x as usize] == b'#';
        Rgba([9, 9, 9, if is_solid { 255 } else { 0 }])
    })
}

/// 16 solid pixels in the middle of 8 × 8.
pub const HERO: [&str; 8] =
    ["........", "........", "..####..", "..####..", "..####..", "..####..", "........", "........"];

/// A scene of Godot 4: a hero with a box of this size at this place, whose art and shape have the ids 1 and `box`. A shape
/// with the id `blade` is at hand.
pub fn hero(size: &str, place: &str, more: &str) -> String {
    format!(
        "[gd_scene load_steps=3 format=3]
[ext_resource type=\"Texture2D\" path=\"res://hero.png\" id=\"1\"]
[sub_resource type=\"RectangleShape2D\" id=\"box\"]
size = Vector2({size})
[sub_resource type=\"RectangleShape2D\" id=\"blade\"]
size = Vector2(8, 2)
[node name=\"Hero\" type=\"CharacterBody2D\"]
[node name=\"Sprite\" type=\"Sprite2D\" parent=\".\"]
texture = ExtResource(\"1\")
[node name=\"Shape\" type=\"CollisionShape2D\" parent=\".\"]
position = Vector2({place})
shape = SubResource(\"box\")
{more}"
    )
}
