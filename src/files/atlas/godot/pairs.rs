//! The hitboxes of a scene, each with the frames of the sprite of its body.
//!
//! A body and a sprite belong together as they do where a scene is opened: the sprite is in the body, or the body is a child of
//! the sprite. The shapes of a body are one hitbox. A hitbox that lies beside the picture is of another, and is left out; so is an
//! area far around the picture, a body that is drawn as several sprites side by side, and one of several shapes that are all
//! disabled.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use super::frame_tracks::{FrameTracks, changed_nodes};
use super::nested::ROOT;
use super::project::{GodotFile, GodotVersion};
use super::scene::{Body, BodyShape, NodeTree, SceneNode, above, meets_picture, picture_from_sprite, place};
use super::shapes::{NodeShape, is_overridden};
use super::text::GodotSection;
use super::texture_frames::TextureFrames;
use crate::files::Reason;
use crate::files::atlas::format::AtlasFile;
use crate::files::atlas::layout::{Layout, PackedFrame};
use crate::files::atlas::paired::{NO_PICTURE, PairedHitbox, PairedLayout, PairedLayouts};
use crate::files::atlas::sheets::Sheets;
use maskscope_core::geom::{Affine, Point, Size};
use maskscope_core::shape::{Hitbox, Part, Shape};

/// Kinds of what is left out of scenes that are not hitboxes of their own.
const NO_HITBOXES: [&str; 2] = ["disabled shape", "instanced scene"];
/// The shear, and the difference of scales, that count as 0.
const NEAR: f64 = 1e-6;

/// The reason why the picture of a body is not known: as a phrase about its hitbox, and as a clause about its file.
type UnpairedReason = (&'static str, &'static str);

const INSTANCED: UnpairedReason = ("shape of an instanced scene", "its shape is a node of an instanced scene");
const ALONE: UnpairedReason =
    ("shape of a body without a sprite", "the picture of its hitbox is not known: no sprite is in the same body");
const UNPLACED: UnpairedReason =
    ("shape below a scene that cannot be read", "a scene that cannot be read says where its hitbox is");
const DISABLED: UnpairedReason = (
    "body whose shapes are all disabled in the scene",
    "all shapes of its hitbox are disabled in the scene, and a script says which are tested together",
);
const SIZELESS: UnpairedReason = ("sprite drawn without a size", "its sprite is drawn without a size");
const BESIDE: UnpairedReason = (
    "shape beside the picture of its sprite",
    "its hitbox lies beside or far around the picture of its sprite, or over several, or the picture cannot be read",
);
/// The reason for an area that is not drawn, such as one in which an enemy sees the player.
const ZONE: &str = "area at least 8 times as large as the picture of its sprite";
/// The reason for a body that is drawn as several pictures side by side, such as a platform of three tiles.
const SEVERAL: &str = "body whose picture is made of several sprites";
/// The least ratio of such an area to a picture.
const LARGE: f64 = 8.0;
/// The least size at which a sprite is drawn: one that grows may begin at nearly nothing.
const LEAST_SCALE: f64 = 0.02;

/// The bodies of a scene, with the shapes of those that have a picture.
pub(in crate::files) struct PairedBodies {
    pub bodies: Vec<PairedBody>,
    /// The names of all others, each with the reason as a clause about the file.
    pub others: Vec<(String, &'static str)>,
    /// True for a scene of Godot 3.
    pub is_old: bool,
}

/// A body, and its shapes.
pub(in crate::files) struct PairedBody {
    pub name: String,
    pub shapes: Vec<PairedShape>,
}

/// A shape over the picture of its sprite.
#[derive(Clone)]
pub(in crate::files) struct PairedShape {
    /// The path of its node.
    pub path: String,
    pub node: GodotSection,
    /// The resource in the file that has its sizes; `None` for a polygon of the node itself.
    pub resource: Option<GodotSection>,
    /// The shape, in pixels of the picture.
    pub shape: Shape,
    pub picture_from_parent: Affine,
    pub picture_from_node: Affine,
    /// The reason why its numbers are not to be written, as a clause about the file.
    pub fault: Option<&'static str>,
}

/// Reads each body of a scene with the frames of its sprite.
pub(super) fn paired(file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<PairedLayouts, Reason> {
    let project = GodotFile::parsed(file.bytes)?;
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let scene = NodeTree::new(&project, project.version()?, folder);
    let bodies = SceneBodies::of(&scene, file.text()?);
    let mut paired = PairedLayouts::default();
    for (kind, amount) in scene.shapes.left_out().iter().filter(|(kind, _)| !NO_HITBOXES.contains(*kind)) {
        paired.leave_out(kind, *amount);
    }
    for (_, (reason, _)) in &bodies.unpaired {
        paired.leave_out(reason, 1);
    }
    let tracks = FrameTracks::of(file.bytes);
    for (at, own) in &bodies.by_sprite {
        let (sprite, count) = (&scene.nodes[*at], own.len() as u64);
        let mut pictures = TextureFrames { layout: Layout::default(), sheets: &mut *sheets, folder };
        let is_read = pictures.add_sprite(&project, sprite.section).is_ok();
        let mut layout = pictures.layout;
        if !is_read || layout.entries.is_empty() {
            paired.leave_out(NO_PICTURE, count);
            continue;
        }
        layout.drawn = sprite.drawn(&layout.tags, layout.entries.len());
        let frames = tested(sprite, &layout, &tracks);
        let mut hitboxes = Vec::new();
        for body in own {
            let hitbox = bodies.hitbox(body, sprite, (&layout, &frames));
            let meets = |(frame, hitbox): (&usize, &Hitbox)| meets_picture(hitbox, layout.entries[*frame].source);
            let is_around = |(frame, hitbox): (&usize, &Hitbox)| is_around(hitbox, layout.entries[*frame].source);
            let is_part =
                |(frame, hitbox): (&usize, &Hitbox)| bodies.is_part(body, (sprite, &layout.entries[*frame]), hitbox);
            if !hitbox.frames.iter().any(meets) {
                paired.leave_out(BESIDE.0, 1);
            } else if hitbox.frames.iter().all(is_part) {
                paired.leave_out(SEVERAL, 1);
            } else if bodies.is_area(body) && hitbox.frames.iter().all(is_around) {
                paired.leave_out(ZONE, 1);
            } else {
                hitboxes.push(hitbox);
            }
        }
        if !hitboxes.is_empty() {
            paired.layouts.push(PairedLayout { layout, hitboxes });
        }
    }
    Ok(paired)
}

/// The bodies of the scene `bytes` in the file `path`, with their shapes over a picture of the size that `size_of` says for a body
/// by its name.
///
/// # Errors
/// If it cannot be read.
pub(in crate::files) fn paired_bodies(
    bytes: &[u8],
    path: &Path,
    size_of: &dyn Fn(&str) -> Option<Size>,
) -> Result<PairedBodies, Reason> {
    let (project, file) = (GodotFile::parsed(bytes)?, AtlasFile { bytes, path });
    let version = project.version()?;
    let scene = NodeTree::new(&project, version, path.parent().unwrap_or(Path::new("")));
    let bodies = SceneBodies::of(&scene, file.text()?);
    let name = |body: &Body| scene.name(&body.path).to_owned();
    let mut paired = PairedBodies { bodies: Vec::new(), others: Vec::new(), is_old: version == GodotVersion::Three };
    for (body, (_, clause)) in &bodies.unpaired {
        paired.others.push((name(body), *clause));
    }
    for (sprite, body) in bodies.by_sprite.iter().flat_map(|(at, all)| all.iter().map(move |body| (*at, *body))) {
        let (name, sprite) = (name(body), &scene.nodes[sprite]);
        let Some(size) = size_of(&name) else {
            paired.others.push((name, BESIDE.1));
            continue;
        };
        let frame = PackedFrame { source: size, ..PackedFrame::default() };
        let shapes = body.shapes.iter().filter_map(|shape| bodies.shape(shape, sprite, &frame)).collect();
        paired.bodies.push(PairedBody { name, shapes });
    }
    Ok(paired)
}

/// The frames that a game shows: each picture of an animation once; of a sheet the one that the scene shows, and those of the
/// animations in the scene.
fn tested(sprite: &SceneNode<'_>, layout: &Layout, tracks: &FrameTracks) -> Vec<usize> {
    let count = layout.entries.len();
    let is_sheet = sprite.section.field("texture").is_some();
    let played = tracks.of_sprite(&sprite.section.attribute("name")).filter(|_| is_sheet);
    if let Some(mut frames) = played {
        if frames.is_empty() {
            frames.insert(layout.drawn.frame);
        }
        return frames.into_iter().filter(|frame| *frame < count).collect();
    }
    let mut seen = HashSet::new();
    let frames = layout.pages.iter().flat_map(|page| page.entries.clone().map(move |frame| (&page.image, frame)));
    let new = frames.filter(|(image, frame)| seen.insert((*image, layout.entries[*frame].on_sheet)));
    new.map(|(_, frame)| frame).collect()
}

/// The bodies of a scene, by their sprites.
struct SceneBodies<'a> {
    scene: &'a NodeTree<'a>,
    /// The names of the nodes that animations change.
    changed: HashSet<&'a str>,
    /// The bodies with a sprite, by its place in the list of nodes.
    by_sprite: BTreeMap<usize, Vec<&'a Body>>,
    /// The places of all sprites of each body that may be shown.
    sprites: HashMap<&'a str, Vec<usize>>,
    /// All others.
    unpaired: Vec<(&'a Body, UnpairedReason)>,
}

impl<'a> SceneBodies<'a> {
    fn of(scene: &'a NodeTree<'a>, text: &'a str) -> Self {
        let mut in_body: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut likely: HashMap<&str, usize> = HashMap::new();
        for (at, sprite) in scene.sprites() {
            if is_overridden(sprite.section) || !sprite.is_likely(scene.project) {
                continue;
            }
            likely.insert(&sprite.path, at);
            if let Some(body) = scene.body_above(sprite) {
                in_body.entry(body).or_default().push(at);
            }
        }
        let mut bodies = Self {
            scene,
            changed: changed_nodes(text),
            by_sprite: BTreeMap::new(),
            sprites: HashMap::new(),
            unpaired: Vec::new(),
        };
        let is_here = |node: &SceneNode<'_>| !is_overridden(node.section);
        // Below a root that cannot be read, nodes lie where they lie in it.
        let is_root_known = scene.node(ROOT).is_none_or(|root| root.is_known);
        for body in &scene.bodies {
            let nodes = || body.shapes.iter().map(|shape| &scene.nodes[shape.node]);
            let is_whole = scene.node(&body.path).is_some_and(is_here) && nodes().all(is_here);
            let above = || scene.sprite_above(body).and_then(|path| likely.get(path));
            let sprite =
                in_body.get(&*body.path).and_then(|all| all.first()).or_else(above).map(|at| (*at, &scene.nodes[*at]));
            match sprite {
                _ if !is_whole => bodies.unpaired.push((body, INSTANCED)),
                None => bodies.unpaired.push((body, ALONE)),
                Some((_, sprite)) if nodes().chain([sprite]).any(|node| node.is_known != is_root_known) => {
                    bodies.unpaired.push((body, UNPLACED));
                }
                Some((_, sprite)) if !is_drawn(sprite) => bodies.unpaired.push((body, SIZELESS)),
                Some(_) if body.is_disabled && body.shapes.len() > 1 => bodies.unpaired.push((body, DISABLED)),
                Some((at, _)) => bodies.by_sprite.entry(at).or_default().push(body),
            }
        }
        bodies.sprites = in_body;
        bodies
    }

    /// True for a body that other bodies pass through.
    fn is_area(&self, body: &Body) -> bool {
        self.scene.node(&body.path).is_some_and(|node| node.section.attribute("type") == "Area2D")
    }

    /// True if a frame of a sprite is only a part of what is drawn under a hitbox: it reaches to the middle of another sprite of the
    /// same body, which lies beside the frame.
    fn is_part(&self, body: &Body, (sprite, frame): (&SceneNode<'_>, &PackedFrame), hitbox: &Hitbox) -> bool {
        let sprite_from_root = sprite.place.inverse().unwrap_or(Affine::IDENTITY);
        let picture_from_root = picture_from_sprite(sprite.section, frame).after(sprite_from_root);
        let (width, height) = (f64::from(frame.source.width), f64::from(frame.source.height));
        let Some(((left, top), (right, bottom))) = bounds(hitbox) else { return false };
        let is_beside = |at: &usize| {
            let other = &self.scene.nodes[*at];
            let middle = other.section.pair("offset").unwrap_or_default();
            let (x, y) = picture_from_root.map(other.place.map(middle));
            let is_in =
                |(left, top): Point, (right, bottom): Point| (left..right).contains(&x) && (top..bottom).contains(&y);
            is_in((left, top), (right, bottom)) && !is_in((0.0, 0.0), (width, height))
        };
        self.sprites.get(&*body.path).is_some_and(|all| all.iter().any(is_beside))
    }

    /// The hitbox of a body in some frames of its sprite.
    fn hitbox(&self, body: &Body, sprite: &SceneNode<'_>, (layout, frames): (&Layout, &[usize])) -> PairedHitbox {
        let sprite_from_root = sprite.place.inverse().unwrap_or(Affine::IDENTITY);
        let mapped = |frame: usize| {
            let picture_from_root = picture_from_sprite(sprite.section, &layout.entries[frame]).after(sprite_from_root);
            let shapes = body.shapes.iter().map(move |shape| shape.shape.mapped(picture_from_root.after(shape.place)));
            shapes.collect::<Vec<_>>()
        };
        let of_frame = |&frame: &usize| {
            let parts = mapped(frame).into_iter().map(Into::into).collect();
            Some((frame, Hitbox::new(parts).ok()?))
        };
        let first = frames.first().map(|frame| mapped(*frame)).unwrap_or_default();
        let refusal = match &body.shapes[..] {
            [only] => self.fault(only, sprite),
            _ => Some("it has several shapes"),
        };
        PairedHitbox {
            id: self.scene.name(&body.path).to_owned(),
            name: self.scene.name(&body.path).to_owned(),
            frames: frames.iter().filter_map(of_frame).collect(),
            is_free: body.shapes.iter().map(|shape| &shape.shape).zip(&first).all(is_kept),
            is_terrain: false,
            refusal,
        }
    }

    /// A shape over a frame of its sprite; `None` if that has no size.
    fn shape(&self, shape: &BodyShape, sprite: &SceneNode<'_>, frame: &PackedFrame) -> Option<PairedShape> {
        let Self { scene, .. } = self;
        let node = &scene.nodes[shape.node];
        let parent = above(&node.path).find_map(|path| scene.node(path)).map_or(Affine::IDENTITY, |it| it.place);
        let picture_from_root = picture_from_sprite(sprite.section, frame).after(sprite.place.inverse()?);
        let picture_from_node = picture_from_root.after(shape.place);
        let resource = node.section.field("shape").and_then(|field| scene.project.referred(field));
        Some(PairedShape {
            path: node.path.clone(),
            node: node.section.clone(),
            resource: resource.filter(|resource| resource.kind != "ext_resource").cloned(),
            shape: shape.shape.mapped(picture_from_node),
            picture_from_parent: picture_from_root.after(parent),
            picture_from_node,
            fault: self.fault(shape, sprite),
        })
    }

    /// The reason why the numbers of a shape are not to be written, as a clause about the file; `None` if they can be.
    fn fault(&self, shape: &BodyShape, sprite: &SceneNode<'_>) -> Option<&'static str> {
        let Self { scene, changed, .. } = self;
        let node = &scene.nodes[shape.node];
        let name = node.path.rsplit('/').next().unwrap_or_default();
        let resource = node.section.field("shape").and_then(|field| scene.project.referred(field));
        let is_outside = resource.is_some_and(|resource| resource.kind == "ext_resource");
        let own_place = |path: &str| scene.node(path).map(|node| place(node.section));
        let outer = || above(&node.path).chain([&*node.path]);
        let is_turned = |path: &str| own_place(path).is_some_and(|place| place.xy != 0.0 || place.yx != 0.0);
        let is_scaled = |path: &str| own_place(path).is_some_and(|place| (place.xx, place.yy) != (1.0, 1.0));
        let is_inside = |node: &SceneNode<'_>| is_overridden(node.section) && node.path != ROOT;
        let is_of_other_file = |path: &str| scene.node(path).is_none_or(is_inside);
        let key = |section: &GodotSection| (section.kind.clone(), section.attribute("id"));
        let uses = |section: &GodotSection| {
            let used = section.field("shape").and_then(|field| scene.project.referred(field));
            used.zip(resource).is_some_and(|(used, own)| key(used) == key(own))
        };
        let is_shared = || scene.nodes.iter().filter(|node| uses(node.section)).count() > 1;
        let sprite_from_node = sprite.place.inverse().unwrap_or(Affine::IDENTITY).after(shape.place);
        let is_round = matches!(shape.shape, NodeShape::Circle(_) | NodeShape::Capsule(..));
        let is_uneven = (sprite_from_node.xx.abs() - sprite_from_node.yy.abs()).abs() > NEAR;
        let faults = [
            (is_outside, "its shape is in another file"),
            (!is_outside && is_shared(), "its shape is that of several nodes"),
            (outer().any(is_of_other_file), "its shape is a node of an instanced scene"),
            (outer().any(is_turned), "the node of its shape, or one above it, is turned"),
            (outer().any(is_scaled), "the node of its shape, or one above it, is scaled"),
            (sprite_from_node.xy.abs() > NEAR || sprite_from_node.yx.abs() > NEAR, "its sprite is turned"),
            (is_round && is_uneven, "its shape is round, and its sprite has unequal scales"),
            (changed.contains(name), "an animation of it moves or changes the shape"),
        ];
        faults.into_iter().find(|(is_so, _)| *is_so).map(|(_, fault)| fault)
    }
}

/// True for a sprite that is drawn large enough to be seen.
fn is_drawn(sprite: &SceneNode<'_>) -> bool {
    let (_, (x, y), _) = sprite.place.decomposed();
    sprite.place.inverse().is_some() && x.abs() >= LEAST_SCALE && y.abs() >= LEAST_SCALE
}

/// True if the box around a hitbox is far larger than a picture of this size.
fn is_around(hitbox: &Hitbox, size: Size) -> bool {
    bounds(hitbox).is_some_and(|((left, top), (right, bottom))| {
        (right - left) * (bottom - top) >= LARGE * f64::from(size.width) * f64::from(size.height)
    })
}

/// The box around the shapes of a hitbox: its top left and bottom right corner.
fn bounds(hitbox: &Hitbox) -> Option<(Point, Point)> {
    let of_part = |part: &Part| match part {
        Part::Shape(shape) => Some(shape.placed(&Affine::IDENTITY).bounds()),
        Part::Mask => None,
    };
    let union = |((left, top), (right, bottom)): (Point, Point), ((l, t), (r, b)): (Point, Point)| {
        ((left.min(l), top.min(t)), (right.max(r), bottom.max(b)))
    };
    hitbox.parts().iter().filter_map(of_part).reduce(union)
}

/// True for a shape that is of the same kind in the picture.
const fn is_kept((shape, mapped): (&NodeShape, &Shape)) -> bool {
    matches!(
        (shape, mapped),
        (NodeShape::Box(..), Shape::Box(_))
            | (NodeShape::Circle(_), Shape::Circle(_))
            | (NodeShape::Capsule(..), Shape::Capsule(_))
            | (NodeShape::Polygon(_), Shape::Polygon(_))
    )
}
