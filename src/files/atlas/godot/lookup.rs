//! The node of a project that has the shape of a kind, as logs of Godot name it: `player` is the root of `player.tscn`, and
//! `player Hurtbox` a node in it.

use std::path::{Path, PathBuf};

use super::nested::{ROOT, path_of};
use super::project::GodotFile;
use super::shapes::drawn;
use crate::files::disk::FolderFiles;
use maskscope_core::geom::Affine;
use maskscope_core::shape::Shape;

/// Sizes whose ratios differ by less are those of one scale.
const NEAR: f64 = 0.01;

/// A node with the only shape of a body or an area.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeNode {
    /// The file of its scene, from the root of the project on.
    pub file: String,
    /// The name of the node.
    pub node: String,
    /// Its shape, around its own origin.
    pub shape: Shape,
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
        let nodes = || file.sections.iter().filter(|section| section.kind == "node");
        let body = if part.is_empty() {
            ROOT.to_owned()
        } else {
            let is_part = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()) == part;
            let mut named = nodes().filter(|node| is_part(&node.attribute("name")));
            named.next().filter(|_| named.next().is_none()).map(path_of)?
        };
        let own = nodes().filter(|node| node.attribute("parent") == body && !node.is("disabled", false));
        let mut shapes = own.filter_map(|node| Some((node, drawn(&file, node, version, folder)?)));
        let (node, shape) = shapes.next().filter(|_| shapes.next().is_none())?;
        let inner = path.strip_prefix(project).unwrap_or(path);
        let names: Vec<_> = inner.iter().map(|name| name.to_string_lossy()).collect();
        let shape = shape.ok()?.mapped(Affine::IDENTITY);
        Some(Self { file: names.join("/"), node: node.attribute("name"), shape })
    }

    /// The px of the world in a unit of the node whose shape is `tested` there; `None` if that is not its shape.
    pub fn scale(&self, tested: &Shape) -> Option<f64> {
        let ([across, down], [own_across, own_down]) = (sides(tested)?, sides(&self.shape)?);
        let (scale, other) = (across / own_across, down / own_down);
        let is_even = std::mem::discriminant(tested) == std::mem::discriminant(&self.shape)
            && (scale - other).abs() <= NEAR * scale.abs();
        (is_even && scale.is_normal()).then_some(scale)
    }
}

/// Two lengths of a shape; `None` of an ellipse.
fn sides(shape: &Shape) -> Option<[f64; 2]> {
    Some(match *shape {
        Shape::Box([.., width, height]) => [width, height],
        Shape::Circle([.., radius]) => [radius; 2],
        Shape::Capsule([x1, y1, x2, y2, radius]) => [radius, (x2 - x1).hypot(y2 - y1) + 2.0 * radius],
        Shape::Polygon(_) => {
            let ((left, top), (right, bottom)) = shape.placed(&Affine::IDENTITY).bounds();
            [right - left, bottom - top]
        }
        Shape::Ellipse(_) => return None,
    })
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
        assert_eq!(mob.scale(&Shape::Capsule([0.0, 0.0, 0.0, 20.0, 18.5])), None, "of other sides");
        let half = Shape::Capsule([0.0, 0.0, 13.0, 0.0, 18.5]);
        assert_eq!(mob.scale(&half), Some(0.5));
        let hurtbox = find("big mob Hurtbox").expect("it has a shape");
        assert_eq!((&*hurtbox.node, hurtbox.scale(&half)), ("Box", None));
        assert_eq!(hurtbox.scale(&Shape::Box([0.0, 0.0, 20.0, 20.0])), Some(1.0));
        assert_eq!([find("big"), find("big mob Sword"), find("mob")], [None, None, None]);
    }
}
