//! A drag on the canvas: what it moves, and from where.

use egui::Pos2;

use super::draw::DrawContext;
use super::layers::handles::{self, Handle};
use super::layers::hitbox_handles::{self, HitboxHandle};
use super::layers::parent::{self, ParentHandle};
use super::screen::Screen;
use crate::geom::{Affine, Point};
use crate::scene::{Hitboxes, Placement, Reading, Shown};
use crate::session::{Action, Camera, Framing, ParentRef, Placed, Slot, StageAction, ViewAction};

/// Stops per pixel of a sprite that is dragged with Shift.
const FINE_STEPS: f64 = 100.0;

/// A drag in progress. It keeps its start, so that rounding errors do not add up.
pub enum Drag {
    /// A sprite follows the pointer.
    Sprite { slot: Slot, from: Placement, grabbed: Point, parent_from_world: Affine },
    /// A mark of a sprite follows the pointer.
    Handle {
        slot: Slot,
        handle: Handle,
        from: Box<Placed>,
        reading: Reading,
        grabbed: Point,
        parent_from_world: Affine,
    },
    /// A handle of a hitbox follows the pointer.
    Hitbox {
        slot: Slot,
        handle: HitboxHandle,
        from: Hitboxes,
        shown: Shown,
        grabbed: Point,
        shapes_from_world: Affine,
        /// The pixels outside the mask and those left out before, where they were known.
        differing: Option<(u64, u64)>,
    },
    /// A mark of a parent follows the pointer.
    Parent { of: ParentRef, handle: ParentHandle, from: Vec<Placement>, grabbed: Point, around_from_world: Affine },
    /// The view follows the pointer.
    Pan { from: Camera, grabbed: Pos2 },
}

/// The drag that begins at a place of the canvas.
pub fn start(draw: &DrawContext<'_>, camera: Camera, at: Pos2) -> Drag {
    let (stage, screen) = (draw.session.stage(), &draw.screen);
    let from_world = |map: Affine| {
        let inverse = map.inverse().unwrap_or(Affine::IDENTITY);
        (inverse, inverse.map(screen.world_from_screen(at)))
    };
    if let Some((of, handle)) = parent::at(draw, at) {
        let (around_from_world, grabbed) = from_world(stage.world_around(of));
        return Drag::Parent { of, handle, from: stage.parents(of.family).all().to_vec(), grabbed, around_from_world };
    }
    if let Some((slot, handle)) = hitbox_handles::grabbed(draw, at)
        && let Some((sprite, map)) = stage.get(slot).map(Placed::sprite).zip(stage.world_from_shapes(slot))
    {
        let (shapes_from_world, grabbed) = from_world(map);
        let (from, shown) = (Hitboxes::clone(&sprite.hitboxes), sprite.shown());
        let differing = draw.session.derived().differing(slot);
        return Drag::Hitbox { slot, handle, from, shown, grabbed, shapes_from_world, differing };
    }
    if let Some((slot, handle, from)) = handles::at(draw, at) {
        let (parent_from_world, grabbed) = from_world(stage.world_from_parent(slot));
        let (reading, from) = (handles::reading(draw.session, from), Box::new(from.clone()));
        return Drag::Handle { slot, handle, from, reading, grabbed, parent_from_world };
    }
    let slot = draw.session.sprite_at(screen.cell_at(at));
    match slot.and_then(|slot| Some((slot, stage.get(slot)?))) {
        Some((slot, placed)) => {
            let (parent_from_world, grabbed) = from_world(stage.world_from_parent(slot));
            Drag::Sprite { slot, from: *placed.placement(), grabbed, parent_from_world }
        }
        None => Drag::Pan { from: camera, grabbed: at },
    }
}

impl Drag {
    /// The action that takes the drag back.
    pub fn back(self) -> Action {
        match self {
            Self::Sprite { slot, from, .. } => Action::Stage(StageAction::Move { slot, position: from.position }),
            Self::Handle { slot, from, .. } => Action::Stage(StageAction::Pose { slot, placement: *from.placement() }),
            Self::Hitbox { slot, from, .. } => Action::Stage(StageAction::SetHitboxes { slot, hitboxes: from }),
            Self::Parent { of, from, .. } => {
                Action::Stage(StageAction::SetParents { family: of.family, parents: from })
            }
            Self::Pan { from, .. } => Action::View(ViewAction::Frame(Framing::Free(from))),
        }
    }

    /// The action that the drag stands for now; `None` if what it makes is no shape. With `fine`, sprites stop between pixels,
    /// and marks follow in whole steps.
    pub fn follow(&self, screen: &Screen, at: Pos2, fine: bool) -> Option<Action> {
        Some(match self {
            Self::Sprite { slot, from, grabbed, parent_from_world } => {
                let (x, y) = parent_from_world.map(screen.world_from_screen(at));
                let (x, y) = (from.position.0 + x - grabbed.0, from.position.1 + y - grabbed.1);
                let steps = if fine { FINE_STEPS } else { 1.0 };
                let step = |n: f64| (n * steps).round() / steps;
                Action::Stage(StageAction::Move { slot: *slot, position: (step(x), step(y)) })
            }
            Self::Handle { slot, handle, from, reading, grabbed, parent_from_world } => {
                let to = parent_from_world.map(screen.world_from_screen(at));
                let placement = handle.follow(from, *reading, *grabbed, to, fine);
                Action::Stage(StageAction::Pose { slot: *slot, placement })
            }
            Self::Hitbox { slot, handle, from, shown, grabbed, shapes_from_world, .. } => {
                let to = shapes_from_world.map(screen.world_from_screen(at));
                let hitbox = handle.follow(from.of(*shown)?, *grabbed, to, fine)?;
                Action::Stage(StageAction::SetHitboxes { slot: *slot, hitboxes: from.with(*shown, Some(hitbox)) })
            }
            Self::Parent { of, handle, from, grabbed, around_from_world } => {
                let to = around_from_world.map(screen.world_from_screen(at));
                let mut parents = from.clone();
                parents[of.index] = handle.follow(from[of.index], *grabbed, to, fine);
                Action::Stage(StageAction::SetParents { family: of.family, parents })
            }
            Self::Pan { from, grabbed } => {
                let (x, y) = screen.cells_from_points(at - *grabbed);
                let centre = (from.centre.0 - x, from.centre.1 - y);
                Action::View(ViewAction::Frame(Framing::Free(Camera { centre, zoom: from.zoom })))
            }
        })
    }
}
