//! Scenes that a scene instances or inherits: where their nodes are.
//!
//! A file has only what it changes of such nodes:
//!
//! ```text
//! [node name="Mob" parent="." instance=ExtResource("1")]
//! [node name="Sprite2D" parent="Mob" index="0"]
//! texture = ExtResource("2")
//! ```
//!
//! The sprite's scale may stand in the file of the mob.

use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use super::project::GodotFile;
use super::text::{GodotSection, GodotValue, of};

/// The path of the root, in which all others begin.
pub(super) const ROOT: &str = ".";

/// Fields that say where a node is in its parent.
const PLACING: [&str; 4] = ["position", "rotation", "scale", "skew"];

/// The most scenes inside of each other, and the most files of them.
const DEEPEST: usize = 8;
const MOST_FILES: usize = 64;

/// The scenes inside of one in a folder.
pub(super) struct NestedScenes<'a> {
    folder: &'a Path,
    /// Those so far, by their paths in the project; `None` for one that cannot be read.
    files: HashMap<String, Option<Rc<NodeFile>>>,
}

/// A scene, and its nodes by their paths.
struct NodeFile {
    file: GodotFile,
    nodes: NodePaths,
}

/// The places of nodes among the sections of their file, by path.
pub(super) type NodePaths = HashMap<String, usize>;

/// The path of a node from the root, which has the path `.`.
pub(super) fn path_of(node: &GodotSection) -> String {
    let (parent, name) = (node.attribute("parent"), node.attribute("name"));
    match parent.as_str() {
        "" => ROOT.to_owned(),
        ROOT => name,
        _ => format!("{parent}/{name}"),
    }
}

/// The nodes of a file by their paths.
pub(super) fn paths_of(file: &GodotFile) -> NodePaths {
    let nodes = file.sections.iter().enumerate().filter(|(_, section)| section.kind == "node");
    nodes.map(|(at, section)| (path_of(section), at)).collect()
}

impl<'a> NestedScenes<'a> {
    /// None read yet of those inside of a scene in `folder`.
    pub(super) fn new(folder: &'a Path) -> Self {
        Self { folder, files: HashMap::new() }
    }

    /// The fields by which the node `path` of a scene is placed, those of instanced scenes among them; and true unless one of these
    /// cannot be read.
    pub(super) fn placing(&mut self, scene: &GodotFile, nodes: &NodePaths, path: &str) -> (GodotSection, bool) {
        let mut found = GodotSection::default();
        add_placing(&mut found, scene, nodes, path);
        let Some((instance, inner)) = instance_of(scene, nodes, path) else { return (found, true) };
        let mut next = self.open(scene, instance).map(|file| (file, inner));
        for _ in 0..DEEPEST {
            let Some((nested, path)) = next.take() else { return (found, false) };
            add_placing(&mut found, &nested.file, &nested.nodes, &path);
            let Some((instance, inner)) = instance_of(&nested.file, &nested.nodes, &path) else { return (found, true) };
            next = self.open(&nested.file, instance).map(|file| (file, inner));
        }
        (found, false)
    }

    /// The scene that a value of `scene` names; `None` if it cannot be read.
    fn open(&mut self, scene: &GodotFile, value: &GodotValue) -> Option<Rc<NodeFile>> {
        let section = scene.referred(value)?;
        let path = section.attribute("path");
        if let Some(known) = self.files.get(&path) {
            return known.clone();
        }
        let is_read = self.files.len() < MOST_FILES;
        let file = if is_read { GodotFile::scene_outside(self.folder, section) } else { None };
        let file = file.map(|file| Rc::new(NodeFile { nodes: paths_of(&file), file }));
        self.files.insert(path, file.clone());
        file
    }
}

/// Adds those placing fields of the node `path` that are not there yet.
fn add_placing(found: &mut GodotSection, scene: &GodotFile, nodes: &NodePaths, path: &str) {
    let Some(node) = nodes.get(path).map(|&at| &scene.sections[at]) else { return };
    for name in PLACING {
        if found.field(name).is_none()
            && let Some(value) = node.field(name)
        {
            found.fields.push((name.to_owned(), value.clone()));
        }
    }
}

/// The scene that has the rest of the node `path`, and its path in there; `None` for a node that is all in its file.
fn instance_of<'a>(scene: &'a GodotFile, nodes: &NodePaths, path: &str) -> Option<(&'a GodotValue, String)> {
    let instance = |path: &str| of(&scene.sections[*nodes.get(path)?].attributes, "instance");
    if let Some(own) = instance(path) {
        return Some((own, ROOT.to_owned()));
    }
    let is_whole = nodes.get(path).is_some_and(|&at| !scene.sections[at].attribute("type").is_empty());
    if is_whole || path == ROOT {
        return None;
    }
    let mut outer = path;
    while let Some((above, _)) = outer.rsplit_once('/') {
        if let Some(found) = instance(above) {
            return Some((found, path[above.len() + 1..].to_owned()));
        }
        outer = above;
    }
    instance(ROOT).map(|found| (found, path.to_owned()))
}
