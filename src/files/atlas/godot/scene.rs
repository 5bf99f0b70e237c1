//! The nodes of a scene: where they are, which of them is the sprite, and the shapes around it.

use std::collections::HashMap;
use std::iter::successors;

use super::project::{GodotFile, GodotVersion, TexturePart};
use super::shapes::{drawn, is_overridden};
use super::text::{GodotSection, of};
use crate::files::atlas::fields::DEEPEST;
use crate::files::atlas::layout::PackedFrame;
use crate::words::printable;
use crate::files::reading::{HitboxCollector, remark};
use crate::geom::{Affine, Point};
use crate::scene::{Editor, HitboxOffers};
use crate::words::plural;

const SPRITES: [&str; 4] = ["Sprite", "Sprite2D", "AnimatedSprite", "AnimatedSprite2D"];
const EDITOR: Editor = Editor { name: "Godot", tested: Some("collision shape") };

/// The nodes of a scene; none for a resource.
pub(super) struct NodeTree<'a> {
    project: &'a GodotFile,
    /// Each with its place in the root.
    nodes: Vec<(&'a GodotSection, Affine)>,
}

impl<'a> NodeTree<'a> {
    pub(super) fn new(project: &'a GodotFile) -> Self {
        let mut places: HashMap<String, Affine> = HashMap::new();
        let mut nodes = Vec::new();
        for node in project.sections.iter().filter(|section| section.kind == "node") {
            let (parent, name) = (node.attribute("parent"), node.attribute("name"));
            let (path, place) = match parent.as_str() {
                // The root, where everything starts.
                "" => (".".to_owned(), Affine::IDENTITY),
                "." => (name, place(node)),
                _ => (format!("{parent}/{name}"), nearest(&places, &parent).after(place(node))),
            };
            places.insert(path, place);
            nodes.push((node, place));
        }
        Self { project, nodes }
    }

    fn sprites(&self) -> impl Iterator<Item = &(&'a GodotSection, Affine)> {
        let has_frames =
            |node: &GodotSection| ["texture", "sprite_frames", "frames"].iter().any(|it| node.field(it).is_some());
        let is_sprite = |node: &GodotSection| {
            let is_called_so = || is_overridden(node) && node.attribute("name").contains("Sprite");
            SPRITES.contains(&&*node.attribute("type")) || is_called_so()
        };
        self.nodes.iter().filter(move |(node, _)| is_sprite(node) && has_frames(node))
    }

    /// The sprite that is read, with its place: a likely one, or the first.
    fn chosen(&self) -> Option<&(&'a GodotSection, Affine)> {
        self.sprites().find(|(node, _)| self.is_likely(node)).or_else(|| self.sprites().next())
    }

    /// True for a sprite that is shown, whose texture is an image, and that is not the shadow of another one.
    fn is_likely(&self, sprite: &GodotSection) -> bool {
        let has_image = sprite.field("texture").is_none_or(|it| TexturePart::of(self.project, it).is_ok());
        has_image && sprite.is("visible", true) && !sprite.attribute("name").to_lowercase().contains("shadow")
    }

    /// The sprite that is read; `None` if none has a texture or frames.
    pub(super) fn sprite(&self) -> Option<&'a GodotSection> {
        self.chosen().map(|(sprite, _)| *sprite)
    }

    /// The shapes, as hitboxes of `frames`, whose anchors become the origin of the sprite.
    pub(super) fn offers(&self, frames: &mut [PackedFrame], version: GodotVersion) -> HitboxOffers {
        let mut shapes = HitboxCollector::default();
        let further = self.sprites().count().saturating_sub(1);
        shapes.leave_out("further sprite", further);
        let instanced = self.nodes.iter().filter(|(node, _)| of(&node.attributes, "instance").is_some());
        shapes.leave_out("instanced scene", instanced.count());
        let Some(&(sprite, sprite_place)) = self.chosen() else {
            return shapes.offers(EDITOR, frames.len());
        };
        if further > 0 {
            remark(&format!("of its {} sprites, {} is read", further + 1, printable(&sprite.attribute("name"))));
        }
        let (mut found, mut unplaced) = (Vec::new(), 0);
        for (node, place) in &self.nodes {
            match drawn(self.project, node, version) {
                None => {}
                Some(Err(kind)) => shapes.leave_out(kind, 1),
                Some(Ok(shape)) => {
                    unplaced += u64::from(is_overridden(node) && node.field("position").is_none());
                    found.push((self.title(node), shape, *place));
                }
            }
        }
        if unplaced > 0 {
            let shapes = plural(unplaced, "shape");
            remark(&format!("{shapes} of instanced scenes, which are not read, may be moved in those"));
        }
        let Some(sprite_from_root) = sprite_place.inverse() else {
            shapes.leave_out("shape beside a sprite without a size", found.len());
            return shapes.offers(EDITOR, frames.len());
        };
        for (number, frame) in frames.iter_mut().enumerate() {
            let picture_from_sprite = picture_from_sprite(sprite, frame);
            frame.anchor = Some(picture_from_sprite.map((0.0, 0.0)));
            for (title, shape, place) in &found {
                let placed = picture_from_sprite.after(sprite_from_root).after(*place);
                shapes.add(shape.kind(), title, number, shape.mapped(placed));
            }
        }
        shapes.offers(EDITOR, frames.len())
    }

    /// The names of a node and its parent: nodes of shapes are seldom renamed.
    fn title(&self, node: &GodotSection) -> String {
        let (parent, name) = (node.attribute("parent"), node.attribute("name"));
        let root = || self.nodes.first().map(|(root, _)| root.attribute("name")).unwrap_or_default();
        match parent.rsplit('/').next() {
            None | Some("") => name,
            Some(".") => format!("{}/{name}", root()),
            Some(parent) => format!("{parent}/{name}"),
        }
    }
}

/// The place of the node `path`, or of the innermost known one that it is in: nodes of instanced scenes are in another file.
fn nearest(places: &HashMap<String, Affine>, path: &str) -> Affine {
    let outwards = successors(Some(path), |path| path.rsplit_once('/').map(|(outer, _)| outer));
    outwards.take(DEEPEST).find_map(|path| places.get(path)).copied().unwrap_or(Affine::IDENTITY)
}

/// The place of a node in its parent.
fn place(node: &GodotSection) -> Affine {
    let (x, y) = node.pair("scale").unwrap_or((1.0, 1.0));
    let (turn, skew) = (node.number("rotation", 0.0), node.number("skew", 0.0));
    // The y axis is turned further by the skew.
    let (across, down) = (Affine::rotation(turn.to_degrees()), Affine::rotation((turn + skew).to_degrees()));
    let (tx, ty) = node.pair("position").unwrap_or_default();
    Affine { xx: across.xx * x, yx: across.yx * x, xy: down.xy * y, yy: down.yy * y, tx, ty }
}

/// Maps points of a sprite to pixels of a frame, from its top left.
fn picture_from_sprite(sprite: &GodotSection, frame: &PackedFrame) -> Affine {
    let (width, height) = (f64::from(frame.source.width), f64::from(frame.source.height));
    let offset: Point = sprite.pair("offset").unwrap_or_default();
    let centre = if sprite.is("centered", true) { (width / 2.0, height / 2.0) } else { (0.0, 0.0) };
    let moved = Affine::translation((centre.0 - offset.0, centre.1 - offset.1));
    let flip = |name: &str, side: f64| if sprite.is(name, false) { (-1.0, side) } else { (1.0, 0.0) };
    let ((sx, x), (sy, y)) = (flip("flip_h", width), flip("flip_v", height));
    Affine::translation((x, y)).after(Affine::scaling(sx, sy)).after(moved)
}
