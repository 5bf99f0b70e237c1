//! The hitboxes of a scene, each with the frames of the sprite of its body.
//!
//! A body and a sprite belong together as they do where a scene is opened: the sprite is in the body, or the body is a child of
//! the sprite. The shapes of a body are one hitbox. A hitbox that lies beside the picture is of another, and is left out.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use super::frame_tracks::FrameTracks;
use super::project::GodotFile;
use super::scene::{Body, NodeTree, SceneNode, meets_picture, picture_from_sprite};
use super::shapes::{NodeShape, is_overridden};
use super::texture_frames::TextureFrames;
use crate::files::Reason;
use crate::files::atlas::format::AtlasFile;
use crate::files::atlas::layout::Layout;
use crate::files::atlas::paired::{NO_PICTURE, PairedHitbox, PairedLayout, PairedLayouts};
use crate::files::atlas::sheets::Sheets;
use maskscope_core::geom::Affine;
use maskscope_core::shape::{Hitbox, Shape};

/// Kinds of what is left out of scenes that are not hitboxes of their own.
const NO_HITBOXES: [&str; 2] = ["disabled shape", "instanced scene"];
/// The turn, in degrees, and the difference of scales that count as 0.
const NEAR: f64 = 1e-6;

/// Reads each body of a scene with the frames of its sprite.
pub(super) fn paired(file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<PairedLayouts, Reason> {
    let project = GodotFile::parsed(file.bytes)?;
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let scene = NodeTree::new(&project, project.version()?, folder);
    let mut paired = PairedLayouts::default();
    for (kind, amount) in scene.shapes.left_out().iter().filter(|(kind, _)| !NO_HITBOXES.contains(*kind)) {
        paired.leave_out(kind, *amount);
    }
    let tracks = FrameTracks::of(file.bytes);
    for (at, bodies) in by_sprite(&scene, &mut paired) {
        let (sprite, count) = (&scene.nodes[at], bodies.len() as u64);
        let Some(sprite_from_root) = sprite.place.inverse() else {
            paired.leave_out("sprite without a size", count);
            continue;
        };
        let mut pictures = TextureFrames { layout: Layout::default(), sheets: &mut *sheets, folder };
        let is_read = pictures.add_sprite(&project, sprite.section).is_ok();
        let layout = pictures.layout;
        if !is_read || layout.entries.is_empty() {
            paired.leave_out(NO_PICTURE, count);
            continue;
        }
        let frames = tested(sprite, &layout, &tracks);
        let mut hitboxes = Vec::new();
        for body in bodies {
            let hitbox = hitbox(&scene, body, (sprite, sprite_from_root), (&layout, &frames));
            let sizes = |(frame, hitbox): (&usize, &Hitbox)| meets_picture(hitbox, layout.entries[*frame].source);
            if hitbox.frames.iter().any(sizes) {
                hitboxes.push(hitbox);
            } else {
                paired.leave_out("shape beside the picture of its sprite", 1);
            }
        }
        if !hitboxes.is_empty() {
            paired.layouts.push(PairedLayout { layout, hitboxes });
        }
    }
    Ok(paired)
}

/// The bodies with a sprite, by the places of their sprites in the list of nodes; others are left out.
fn by_sprite<'a>(scene: &'a NodeTree<'_>, paired: &mut PairedLayouts) -> BTreeMap<usize, Vec<&'a Body>> {
    let mut in_body: HashMap<&str, usize> = HashMap::new();
    let mut likely: HashMap<&str, usize> = HashMap::new();
    for (at, sprite) in scene.sprites() {
        if is_overridden(sprite.section) || !sprite.is_likely(scene.project) {
            continue;
        }
        likely.insert(&sprite.path, at);
        if let Some(body) = scene.body_above(sprite) {
            in_body.entry(body).or_insert(at);
        }
    }
    let mut pairs: BTreeMap<usize, Vec<&Body>> = BTreeMap::new();
    for body in &scene.bodies {
        let is_here = |node: &SceneNode<'_>| !is_overridden(node.section);
        let is_whole = scene.node(&body.path).is_some_and(is_here)
            && body.shapes.iter().all(|shape| is_here(&scene.nodes[shape.node]));
        let above = || scene.sprite_above(body).and_then(|path| likely.get(path));
        match in_body.get(&*body.path).or_else(above) {
            _ if !is_whole => paired.leave_out("shape of an instanced scene", 1),
            Some(sprite) => pairs.entry(*sprite).or_default().push(body),
            None => paired.leave_out("shape of a body without a sprite", 1),
        }
    }
    pairs
}

/// The frames that a game shows: each picture of an animation once; of a sheet the one that the scene shows, and those of the
/// animations in the scene.
fn tested(sprite: &SceneNode<'_>, layout: &Layout, tracks: &FrameTracks) -> Vec<usize> {
    let count = layout.entries.len();
    let is_sheet = sprite.section.field("texture").is_some();
    let played = tracks.of_sprite(&sprite.section.attribute("name")).filter(|_| is_sheet);
    if let Some(mut frames) = played {
        if frames.is_empty() {
            frames.insert(sprite.drawn(&layout.tags, count).frame);
        }
        return frames.into_iter().filter(|frame| *frame < count).collect();
    }
    let mut seen = HashSet::new();
    let frames = layout.pages.iter().flat_map(|page| page.entries.clone().map(move |frame| (&page.image, frame)));
    let new = frames.filter(|(image, frame)| seen.insert((*image, layout.entries[*frame].on_sheet)));
    new.map(|(_, frame)| frame).collect()
}

/// The hitbox of a body in some frames of its sprite, which is inverted in `sprite_from_root`.
fn hitbox(
    scene: &NodeTree<'_>,
    body: &Body,
    (sprite, sprite_from_root): (&SceneNode<'_>, Affine),
    (layout, frames): (&Layout, &[usize]),
) -> PairedHitbox {
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
    let is_kept = |(shape, mapped): (&NodeShape, &Shape)| {
        matches!(
            (shape, mapped),
            (NodeShape::Box(..), Shape::Box(_))
                | (NodeShape::Circle(_), Shape::Circle(_))
                | (NodeShape::Capsule(..), Shape::Capsule(_))
                | (NodeShape::Polygon(_), Shape::Polygon(_))
        )
    };
    PairedHitbox {
        id: scene.name(&body.path).to_owned(),
        name: scene.name(&body.path).to_owned(),
        frames: frames.iter().filter_map(of_frame).collect(),
        is_free: body.shapes.iter().map(|shape| &shape.shape).zip(&first).all(is_kept),
        is_terrain: false,
        refusal: refusal(scene, body, sprite),
    }
}

/// The reason why the numbers of a body's shape cannot be written; `None` if they can.
fn refusal(scene: &NodeTree<'_>, body: &Body, sprite: &SceneNode<'_>) -> Option<&'static str> {
    let [only] = &body.shapes[..] else { return Some("it has several shapes") };
    let shape = scene.nodes[only.node].section.field("shape").and_then(|shape| scene.project.referred(shape));
    let (turn, scale, shear) = only.place.decomposed();
    let (sprite_turn, sprite_scale, sprite_shear) = sprite.place.decomposed();
    let differ = |one: f64, other: f64| (one - other).abs() > NEAR;
    let is_round = matches!(only.shape, NodeShape::Circle(_) | NodeShape::Capsule(..));
    if shape.is_some_and(|shape| shape.kind == "ext_resource") {
        Some("its shape is in another file")
    } else if [turn, shear, sprite_turn, sprite_shear].iter().any(|turn| differ(*turn, 0.0)) {
        Some("it or its sprite is turned")
    } else if differ(scale.0, 1.0) || differ(scale.1, 1.0) {
        Some("it is scaled")
    } else if is_round && differ(sprite_scale.0, sprite_scale.1) {
        Some("its sprite has unequal scales")
    } else {
        None
    }
}
