//! The nodes of a scene: where they are, which of them is the sprite, and the bodies around it.
//!
//! A shape belongs to the body that is its parent: an `Area2D`, a `CharacterBody2D`, or the root of an instanced scene. All shapes
//! of a body are one hitbox. It is the sprite's own if that body is the nearest one above the sprite, or if the sprite is the
//! nearest one above the body; the hitboxes of other bodies are offered by their names alone.

use std::collections::HashMap;
use std::iter::successors;
use std::path::Path;
use std::sync::Arc;

use super::nested::{NestedScenes, ROOT, path_of, paths_of};
use super::project::{GodotFile, GodotVersion, TexturePart, whole};
use super::shapes::{NodeShape, drawn, is_overridden};
use super::text::{GodotSection, GodotValue, of};
use crate::files::atlas::fields::DEEPEST;
use crate::files::atlas::layout::{Layout, PackedFrame};
use crate::files::reading::{HitboxCollector, remark};
use maskscope_core::geom::{Affine, Point, Size};
use maskscope_core::scene::{Drawn, Editor, OfferedHitboxes, Tag};
use maskscope_core::shape::{Hitbox, Part, Shape};
use maskscope_core::words::{plural, printable};

const SPRITES: [&str; 4] = ["Sprite", "Sprite2D", "AnimatedSprite", "AnimatedSprite2D"];
const BODIES: [&str; 7] = [
    "AnimatableBody2D",
    "Area2D",
    "CharacterBody2D",
    "KinematicBody2D",
    "PhysicalBone2D",
    "RigidBody2D",
    "StaticBody2D",
];
const EDITOR: Editor = Editor { name: "Godot", tested: Some("collision shape") };

/// The shear below which a sprite counts as not sheared.
const NEAR: f64 = 1e-6;

/// The nodes of a scene; none for a resource.
pub(super) struct NodeTree<'a> {
    pub project: &'a GodotFile,
    pub nodes: Vec<SceneNode<'a>>,
    /// Places in the list, by path.
    places: HashMap<String, usize>,
    pub bodies: Vec<Body>,
    /// Places in the list of bodies, by path.
    body_places: HashMap<String, usize>,
    /// The sprite that is read, by its place in the list.
    sprite: Option<usize>,
    /// The name of the root.
    root: String,
    pub shapes: HitboxCollector,
}

pub(super) struct SceneNode<'a> {
    pub section: &'a GodotSection,
    /// Its path from the root, which has the path `.`.
    pub path: String,
    /// Its place in the root.
    pub place: Affine,
    /// False if a scene that cannot be read has a part of it.
    pub is_known: bool,
    /// True if it and all nodes above it are shown.
    is_shown: bool,
}

/// A node with shapes.
pub(super) struct Body {
    pub path: String,
    /// Those that are enabled in the scene, or all if none is.
    pub shapes: Vec<BodyShape>,
    /// Those that are disabled: a script may enable them.
    disabled: Vec<BodyShape>,
    /// True if none is enabled in the scene.
    pub is_disabled: bool,
}

/// A shape of a body.
pub(super) struct BodyShape {
    pub shape: NodeShape,
    /// The place of its node in the list of nodes.
    pub node: usize,
    /// Its place in the root.
    pub place: Affine,
}

impl<'a> NodeTree<'a> {
    /// The nodes of a file in `folder`.
    pub(super) fn new(project: &'a GodotFile, version: GodotVersion, folder: &Path) -> Self {
        let mut tree = Self {
            project,
            nodes: Vec::new(),
            places: HashMap::new(),
            bodies: Vec::new(),
            body_places: HashMap::new(),
            sprite: None,
            root: String::new(),
            shapes: HitboxCollector::default(),
        };
        let (mut nested, paths) = (NestedScenes::new(folder), paths_of(project));
        for section in project.sections.iter().filter(|section| section.kind == "node") {
            let path = path_of(section);
            let outer = above(&path).find_map(|path| tree.node(path));
            let (mut place, mut is_known, is_shown) =
                outer.map_or((Affine::IDENTITY, true, true), |node| (node.place, node.is_known, node.is_shown));
            // Nodes of instanced scenes are in other files, and so are parts of those that this one changes.
            let between: Vec<_> = above(&path).take_while(|path| tree.node(path).is_none()).collect();
            for path in between.into_iter().rev().chain([&*path]) {
                let (fields, is_whole) = nested.placing(project, &paths, path);
                place = place.after(self::place(&fields));
                is_known &= is_whole;
            }
            let is_shown = is_shown && section.is("visible", true);
            tree.places.insert(path.clone(), tree.nodes.len());
            tree.nodes.push(SceneNode { section, path, place, is_known, is_shown });
        }
        tree.root = tree.node(ROOT).map(|root| root.section.attribute("name")).unwrap_or_default();
        tree.collect_bodies(version, folder);
        tree.sprite = tree.likeliest();
        tree
    }

    /// Collects the shapes by their bodies, in the order of the file.
    fn collect_bodies(&mut self, version: GodotVersion, folder: &Path) {
        let instanced = self.nodes.iter().filter(|node| of(&node.section.attributes, "instance").is_some()).count();
        self.shapes.leave_out("instanced scene", instanced);
        let mut unplaced = 0;
        for (number, node) in self.nodes.iter().enumerate() {
            let shape = match drawn(self.project, node.section, version, folder) {
                None => continue,
                Some(Err(kind)) => {
                    self.shapes.leave_out(kind, 1);
                    continue;
                }
                Some(Ok(shape)) => BodyShape { shape, node: number, place: node.place },
            };
            let parent = above(&node.path).next().unwrap_or(ROOT);
            let kind = self.places.get(parent).map(|&at| self.nodes[at].section.attribute("type"));
            if kind.is_some_and(|kind| !kind.is_empty() && !BODIES.contains(&&*kind)) {
                // Godot warns of it, and tests nothing.
                self.shapes.leave_out("shape outside a body", 1);
                continue;
            }
            let is_placed = node.is_known || node.section.field("position").is_some();
            unplaced += u64::from(is_overridden(node.section) && !is_placed);
            let at = *self.body_places.entry(parent.to_owned()).or_insert_with_key(|path| {
                self.bodies.push(Body {
                    path: path.clone(),
                    shapes: Vec::new(),
                    disabled: Vec::new(),
                    is_disabled: false,
                });
                self.bodies.len() - 1
            });
            let body = &mut self.bodies[at];
            if node.section.is("disabled", false) { body.disabled.push(shape) } else { body.shapes.push(shape) }
        }
        for body in &mut self.bodies {
            // A body may be enabled as a whole: an attack.
            if body.shapes.is_empty() {
                (body.shapes, body.is_disabled) = (std::mem::take(&mut body.disabled), true);
            }
            self.shapes.leave_out("disabled shape", body.disabled.len());
        }
        if unplaced > 0 {
            let shapes = plural(unplaced, "shape");
            remark(&format!("{shapes} of instanced scenes, which are not read, may be moved in those"));
        }
    }

    pub(super) fn node(&self, path: &str) -> Option<&SceneNode<'a>> {
        self.places.get(path).map(|&at| &self.nodes[at])
    }

    /// True for a node whose shapes are tested, and for one of another file that has some here.
    fn is_body(&self, path: &str) -> bool {
        let is_one = |node: &SceneNode<'_>| BODIES.contains(&&*node.section.attribute("type"));
        self.node(path).is_some_and(is_one) || self.body_places.contains_key(path)
    }

    /// The path of the nearest body above a sprite.
    pub(super) fn body_above<'b>(&self, sprite: &'b SceneNode<'_>) -> Option<&'b str> {
        above(&sprite.path).find(|path| self.is_body(path))
    }

    /// The path of the nearest sprite above a body, if no other body is nearer.
    pub(super) fn sprite_above<'b>(&self, body: &'b Body) -> Option<&'b str> {
        let is_sprite = |path: &str| self.node(path).is_some_and(SceneNode::is_sprite);
        above(&body.path).find(|path| self.is_body(path) || is_sprite(path)).filter(|path| is_sprite(path))
    }

    /// True if the shapes of `body` are those of `sprite`.
    fn are_of(&self, body: &Body, sprite: &SceneNode<'_>) -> bool {
        self.body_above(sprite) == Some(&body.path) || self.sprite_above(body) == Some(&sprite.path)
    }

    pub(super) fn sprites(&self) -> impl Iterator<Item = (usize, &SceneNode<'a>)> {
        self.nodes.iter().enumerate().filter(|(_, node)| node.is_sprite())
    }

    /// The sprite that is read: shown, and with shapes of its own, as far as there is one.
    fn likeliest(&self) -> Option<usize> {
        let likely = || self.sprites().filter(|(_, sprite)| sprite.is_likely(self.project));
        let has_shapes = |sprite: &SceneNode<'_>| self.bodies.iter().any(|body| self.are_of(body, sprite));
        let best = likely().find(|(_, sprite)| has_shapes(sprite)).or_else(|| likely().next());
        best.or_else(|| self.sprites().next()).map(|(at, _)| at)
    }

    /// The sprite that is read; `None` if none has a texture or frames.
    pub(super) fn sprite(&self) -> Option<&'a GodotSection> {
        self.sprite.map(|at| self.nodes[at].section)
    }

    /// Adds to `layout`, the frames of the sprite, how the scene draws it, and the bodies as hitboxes. The anchors of its frames
    /// become the origin of its body, or its own if it is in none.
    pub(super) fn complete(mut self, layout: &mut Layout) {
        let mut shapes = std::mem::take(&mut self.shapes);
        let further = self.sprites().count().saturating_sub(1);
        shapes.leave_out("further sprite", further);
        let count = layout.entries.len();
        let Some(sprite) = self.sprite.map(|at| &self.nodes[at]) else {
            layout.offers = shapes.offers(EDITOR, count);
            return;
        };
        let name = printable(&sprite.section.attribute("name"));
        if further > 0 {
            remark(&format!("of its {} sprites, {name} is read", further + 1));
        }
        let Some(sprite_from_root) = sprite.place.inverse() else {
            remark(&format!("{name} is drawn without a size, which is not shown"));
            shapes.leave_out("body of a sprite without a size", self.bodies.len());
            layout.offers = shapes.offers(EDITOR, count);
            return;
        };
        if !sprite.is_known {
            remark(&format!(
                "{name} is in an instanced scene that cannot be read, and that may move, turn or scale it"
            ));
        }
        layout.drawn = sprite.drawn(&layout.tags, count);
        let own: Vec<_> = self.bodies.iter().filter(|body| self.are_of(body, sprite)).map(|body| &*body.path).collect();
        let origin = own.first().and_then(|path| self.node(path)).unwrap_or(sprite).place.map((0.0, 0.0));
        let mut stretched = 0;
        for (number, frame) in layout.entries.iter_mut().enumerate() {
            let picture_from_root = picture_from_sprite(sprite.section, frame).after(sprite_from_root);
            frame.anchor = Some(picture_from_root.map(origin));
            for body in &self.bodies {
                for BodyShape { shape, place, .. } in &body.shapes {
                    let mapped = shape.mapped(picture_from_root.after(*place));
                    let is_stretched = matches!((shape, &mapped), (NodeShape::Capsule(..), Shape::Polygon(_)));
                    stretched += u64::from(number == 0 && is_stretched);
                    shapes.add("body", self.name(&body.path), number, mapped);
                }
            }
        }
        if stretched > 0 {
            remark(&format!("{} under unequal scales taken for a polygon of 24 corners", plural(stretched, "capsule")));
        }
        layout.offers = shapes.offers(EDITOR, count);
        for offered in &mut layout.offers.hitboxes {
            let is_own = own.iter().any(|path| offered.is_called(self.name(path)));
            Arc::make_mut(offered).is_paired = is_own && meets(offered, &layout.entries);
        }
        layout.offers.hitboxes.sort_by_key(|offered| !offered.is_paired);
        if !layout.offers.hitboxes.is_empty() && !layout.offers.hitboxes[0].is_paired {
            remark(&format!("none of its bodies has {name} as its sprite, so none is tested unless it is named"));
        }
    }

    /// The name of the node `path`: its path, or that of the root.
    pub(super) fn name<'b>(&'b self, path: &'b str) -> &'b str {
        if path == ROOT { &self.root } else { path }
    }
}

impl SceneNode<'_> {
    fn is_sprite(&self) -> bool {
        let node = self.section;
        let is_called_so = || is_overridden(node) && node.attribute("name").contains("Sprite");
        let has_frames = ["texture", "sprite_frames", "frames"].iter().any(|it| node.field(it).is_some());
        has_frames && (SPRITES.contains(&&*node.attribute("type")) || is_called_so())
    }

    /// True for a sprite that is shown, whose texture is an image, and that is not the shadow of another one.
    pub(super) fn is_likely(&self, project: &GodotFile) -> bool {
        let has_image = self.section.field("texture").is_none_or(|it| TexturePart::of(project, it).is_ok());
        has_image && self.is_shown && !self.section.attribute("name").to_lowercase().contains("shadow")
    }

    /// The frame, turn and scale of a sprite with these animations.
    pub(super) fn drawn(&self, animations: &[Tag], count: usize) -> Drawn {
        let frame = usize::try_from(whole(self.section.number("frame", 0.0)).unwrap_or_default()).unwrap_or_default();
        let animation = self.section.field("animation").map_or_else(|| "default".to_owned(), GodotValue::text);
        let frames = animations.iter().find(|tag| tag.name == animation).map_or(0..count, |tag| tag.frames.clone());
        let frame = (frames.start + frame).min(frames.end.saturating_sub(1));
        let (rotation, scale, shear) = self.place.decomposed();
        if shear.abs() > NEAR {
            remark(&format!("{} is skewed, which is not shown", printable(&self.section.attribute("name"))));
        }
        let flip = ["flip_h", "flip_v"].map(|name| self.section.is(name, false));
        Drawn { frame, rotation, scale, flip: flip.into() }
    }
}

/// The paths above `path`, from the inside out: `a/b`, `a` and the root for `a/b/c`.
pub(super) fn above(path: &str) -> impl Iterator<Item = &str> {
    successors(Some(path), |path| match path.rsplit_once('/') {
        _ if *path == ROOT => None,
        outer => Some(outer.map_or(ROOT, |(outer, _)| outer)),
    })
    .skip(1)
    .take(DEEPEST)
}

/// True if a hitbox reaches into the picture of a frame.
fn meets(offered: &OfferedHitboxes, frames: &[PackedFrame]) -> bool {
    let hitbox = |frame| offered.frames.get(&frame).or(offered.otherwise.as_ref());
    let meets = |(number, frame): (usize, &PackedFrame)| {
        hitbox(number).is_some_and(|hitbox| meets_picture(hitbox, frame.source))
    };
    frames.iter().enumerate().any(meets)
}

/// True if a hitbox reaches into a picture of this size.
pub(super) fn meets_picture(hitbox: &Hitbox, size: Size) -> bool {
    let shapes =
        hitbox.parts().iter().filter_map(|part| if let Part::Shape(shape) = part { Some(shape) } else { None });
    let (width, height) = (f64::from(size.width), f64::from(size.height));
    shapes
        .map(|shape| shape.placed(&Affine::IDENTITY).bounds())
        .any(|((left, top), (right, bottom))| left < width && right > 0.0 && top < height && bottom > 0.0)
}

/// The place of a node in its parent.
pub(super) fn place(node: &GodotSection) -> Affine {
    let (x, y) = node.pair("scale").unwrap_or((1.0, 1.0));
    let (turn, skew) = (node.number("rotation", 0.0), node.number("skew", 0.0));
    // The y axis is turned further by the skew.
    let (across, down) = (Affine::rotation(turn.to_degrees()), Affine::rotation((turn + skew).to_degrees()));
    let (tx, ty) = node.pair("position").unwrap_or_default();
    Affine { xx: across.xx * x, yx: across.yx * x, xy: down.xy * y, yy: down.yy * y, tx, ty }
}

/// Maps points of a sprite to pixels of a frame, from its top left.
pub(super) fn picture_from_sprite(sprite: &GodotSection, frame: &PackedFrame) -> Affine {
    let (width, height) = (f64::from(frame.source.width), f64::from(frame.source.height));
    let offset: Point = sprite.pair("offset").unwrap_or_default();
    let centre = if sprite.is("centered", true) { (width / 2.0, height / 2.0) } else { (0.0, 0.0) };
    let moved = Affine::translation((centre.0 - offset.0, centre.1 - offset.1));
    let flip = |name: &str, side: f64| if sprite.is(name, false) { (-1.0, side) } else { (1.0, 0.0) };
    let ((sx, x), (sy, y)) = (flip("flip_h", width), flip("flip_v", height));
    Affine::translation((x, y)).after(Affine::scaling(sx, sy)).after(moved)
}
