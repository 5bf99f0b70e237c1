//! The node of a project that has the shape of a kind, as logs of Godot name it: `player` is the root of `player.tscn`, and
//! `player Hurtbox` a node in it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::nested::{ROOT, path_of};
use super::project::GodotFile;
use super::shapes::drawn;
use super::text::GodotSection;
use crate::files::disk::FolderFiles;
use maskscope_core::geom::Affine;
use maskscope_core::replay::NodeFrame;
use maskscope_core::shape::Shape;

/// A node with the only shape of a body or an area.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeNode {
    /// The file of its scene, from the root of the project on.
    pub file: String,
    /// The path of the node from the root of its scene.
    pub node: String,
    /// Its shape, around its own origin.
    pub shape: Shape,
    /// The degrees by which the picture is turned against the node's parent, and by which the node itself is.
    turns: [f64; 2],
}

impl ShapeNode {
    /// The node with the shape of `kind` in the project in a folder; `None` if no scene or several are called so, or it has none or
    /// several shapes there.
    pub fn find(project: &Path, kind: &str) -> Option<Self> {
        let scenes = files_below(project, "tscn");
        // A name may hold a space itself.
        let mut ends = kind.match_indices(' ').map(|(at, _)| at).chain([kind.len()]);
        ends.find_map(|end| {
            let (scene, part) = kind.split_at(end);
            let mut named = scenes.iter().filter(|path| path.file_stem().is_some_and(|stem| stem == scene));
            let file = named.next().filter(|_| named.next().is_none())?;
            Self::of_part(project, file, part.trim_start())
        })
    }

    /// The node with the shape of a part of a scene, or of its root if the part has no name.
    fn of_part(project: &Path, path: &Path, part: &str) -> Option<Self> {
        let (file, folder) = (GodotFile::at(path)?, path.parent()?);
        let version = file.version().ok()?;
        let all: Vec<_> = file.sections.iter().filter(|section| section.kind == "node").collect();
        let nodes = || all.iter().copied();
        let body = if part.is_empty() {
            ROOT.to_owned()
        } else {
            // A node that another scene brings in may be named by what is in it alone.
            let is_part = |path: &String| {
                let name = path.rsplit('/').next().unwrap_or_default();
                name.trim_end_matches(|c: char| c.is_ascii_digit()) == part
            };
            let paths = nodes().flat_map(|node| [path_of(node), node.attribute("parent")]);
            let mut named: BTreeSet<_> = paths.filter(is_part).collect();
            named.pop_first().filter(|_| named.is_empty())?
        };
        let own = nodes().filter(|node| node.attribute("parent") == body && !node.is("disabled", false));
        let mut shapes = own.filter_map(|node| Some((node, drawn(&file, node, version, folder)?)));
        let (node, shape) = shapes.next().filter(|_| shapes.next().is_none())?;
        let inner = path.strip_prefix(project).unwrap_or(path);
        let names: Vec<_> = inner.iter().map(|name| name.to_string_lossy()).collect();
        let shape = shape.ok()?.mapped(Affine::IDENTITY);
        let turns = [picture_turn(&all, &body)?, node.number("rotation", 0.0).to_degrees()];
        Some(Self { file: names.join("/"), node: path_of(node), shape, turns })
    }

    /// The frame of the node whose shape is `tested` in the game; `None` if that is not its shape.
    pub fn frame(&self, tested: &Shape) -> Option<NodeFrame> {
        NodeFrame::of(&self.shape, tested, self.turns)
    }
}

/// The degrees by which a node is turned against the root of its file, as far as the file says.
fn turn_of(nodes: &[&GodotSection], path: &str) -> f64 {
    let is_above = |above: &str| path == above || path.strip_prefix(above).is_some_and(|rest| rest.starts_with('/'));
    let above = nodes.iter().filter(|node| !node.attribute("parent").is_empty() && is_above(&path_of(node)));
    above.map(|node| node.number("rotation", 0.0).to_degrees()).sum()
}

/// The degrees by which the pictures of a file are turned against a node, 0 without any; `None` if they differ.
fn picture_turn(nodes: &[&GodotSection], body: &str) -> Option<f64> {
    const NEAR: f64 = 0.1;
    let is_picture = |node: &&&GodotSection| ["Sprite2D", "AnimatedSprite2D"].contains(&&*node.attribute("type"));
    let mut turns = nodes.iter().filter(is_picture).map(|node| turn_of(nodes, &path_of(node)) - turn_of(nodes, body));
    let first = turns.next().unwrap_or(0.0);
    turns.all(|turn| (turn - first).abs() < NEAR).then_some(first)
}

/// The files below `folder` whose names end as `ending`, in the order of their paths; without those in folders that Godot passes
/// over.
pub fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let is_wanted = |path: &Path| path.extension().is_some_and(|it| it == ending);
    FolderFiles::below(folder, &is_wanted).map(|found| found.files).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files::write_whole;
    use maskscope_core::replay::ShapeChange;

    const MOB: &str = "[gd_scene format=3]\n[sub_resource type=\"CapsuleShape2D\" id=\"2\"]\nradius = 37.0\nheight = 100.0\n\
        [sub_resource type=\"RectangleShape2D\" id=\"3\"]\n[node name=\"Mob\" type=\"RigidBody2D\"]\n\
        [node name=\"Round\" type=\"CollisionShape2D\" parent=\".\"]\nrotation = 1.5708\nshape = SubResource(\"2\")\n\
        [node name=\"Hurtbox2\" type=\"Area2D\" parent=\".\"]\n\
        [node name=\"Box\" type=\"CollisionShape2D\" parent=\"Hurtbox2\"]\nshape = SubResource(\"3\")\n";

    #[test]
    fn kinds_name_a_scene_and_a_part_of_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let scenes = folder.path().join("scenes");
        fs::create_dir(&scenes).expect("a folder");
        write_whole(&scenes.join("big mob.tscn"), MOB.as_bytes()).expect("written");
        let find = |kind: &str| ShapeNode::find(folder.path(), kind);
        let mob = find("big mob").expect("its root has a shape");
        assert_eq!((&*mob.file, &*mob.node), ("scenes/big mob.tscn", "Round"));
        assert_eq!(mob.frame(&Shape::Capsule([0.0, 0.0, 0.0, 20.0, 18.5])), None, "of other sides");
        let half = Shape::Capsule([-6.5, 0.0, 6.5, 0.0, 18.5]);
        let change = ShapeChange { side: 0, tested: half.clone(), fitted: Shape::Capsule([0.0, -6.0, 0.0, 6.0, 8.0]) };
        let words = change.words(mob.frame(&half).as_ref());
        assert_eq!(words, "radius 37 → 16, height 100 → 56, turned by 90°", "half as large in the game");
        let hurtbox = find("big mob Hurtbox").expect("it has a shape");
        assert_eq!((&*hurtbox.node, hurtbox.frame(&half)), ("Hurtbox2/Box", None));
        assert!(hurtbox.frame(&Shape::Box([0.0, 0.0, 20.0, 20.0])).is_some());
        assert_eq!([find("big"), find("big mob Sword"), find("mob")], [None, None, None]);
    }

    #[test]
    fn a_part_may_come_from_an_inherited_scene() {
        const GREEN: &str = "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://mob.tscn\" id=\"1\"]\n\
            [sub_resource type=\"CircleShape2D\" id=\"2\"]\nradius = 8.0\n\
            [sub_resource type=\"CircleShape2D\" id=\"3\"]\nradius = 6.0\n\
            [node name=\"Green\" instance=ExtResource(\"1\")]\n\
            [node name=\"Shape\" type=\"CollisionShape2D\" parent=\"Hurtbox\" index=\"0\"]\nshape = SubResource(\"2\")\n\
            [node name=\"Shape\" type=\"CollisionShape2D\" parent=\"Hitbox\" index=\"0\"]\nshape = SubResource(\"3\")\n";
        let folder = tempfile::tempdir().expect("a folder");
        write_whole(&folder.path().join("green.tscn"), GREEN.as_bytes()).expect("written");
        let hurtbox = ShapeNode::find(folder.path(), "green Hurtbox").expect("it has a shape");
        assert_eq!((&*hurtbox.node, hurtbox.shape), ("Hurtbox/Shape", Shape::Circle([0.0, 0.0, 8.0])));
    }

    #[test]
    fn ways_are_along_the_axes_of_a_body_whose_picture_is_turned() {
        const SHIP: &str = "[gd_scene format=3]\n[sub_resource type=\"CircleShape2D\" id=\"1\"]\nradius = 8.0\n\
            [node name=\"Ship\" type=\"Area2D\"]\n[node name=\"Picture\" type=\"Sprite2D\" parent=\".\"]\nrotation = 1.5708\n\
            [node name=\"Shape\" type=\"CollisionShape2D\" parent=\".\"]\nshape = SubResource(\"1\")\n";
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("ship.tscn");
        write_whole(&file, SHIP.as_bytes()).expect("written");
        let (tested, fitted) = (Shape::Circle([0.0, 0.0, 8.0]), Shape::Circle([0.0, -3.0, 6.0]));
        let node = ShapeNode::find(folder.path(), "ship").expect("it has a shape");
        let change = ShapeChange { side: 0, fitted, tested: tested.clone() };
        assert_eq!(change.words(node.frame(&tested).as_ref()), "radius 8 → 6, moved by 3, 0");
        let other = format!("{SHIP}[node name=\"Flame\" type=\"Sprite2D\" parent=\".\"]\n");
        write_whole(&file, other.as_bytes()).expect("written");
        assert_eq!(ShapeNode::find(folder.path(), "ship"), None, "pictures turned in two ways");
    }
}
