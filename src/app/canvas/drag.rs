//! A drag on the canvas: what it moves, and from where. Of a hitbox's handle also what has changed, and why a corner stays
//! where it is.

use crate::app::layers::pointing::handles::{self, Handle};
use crate::app::layers::pointing::hitbox_handles::{self, HitboxHandle};
use crate::app::layers::pointing::parent::{self, ParentHandle};
use crate::app::paint::{draw::*, lines::Lines, screen::Screen};
use crate::session::{Action, Camera, Framing, ParentRef, Placed};
use maskscope_core::scene::{Hitboxes, Placement, Reading, Shown};
use maskscope_core::shape::{Hitbox, Part};

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
    /// The handle that is dragged, if it is that of a hitbox, and its sprite.
    pub const fn hitbox_handle(&self) -> Option<(Slot, HitboxHandle)> {
        match *self {
            Self::Hitbox { slot, handle, .. } => Some((slot, handle.pulled())),
            _ => None,
        }
    }

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

    /// The action that the drag stands for now; `None` if what it makes is not a shape. With `fine`, sprites stop between pixels,
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

/// Free space around the text of a tag, and from the pointer to it, in points.
const PADDING: f32 = 8.0;
const BESIDE: Vec2 = vec2(12.0, 22.0);
const ABOVE: Vec2 = vec2(-110.0, -58.0);

/// Paints what is to be known of a drag of a hitbox's handle.
pub fn paint_hitbox_drag(draw: &DrawContext<'_>, drag: &Drag) {
    let &Drag::Hitbox { handle, ref from, shown, grabbed, shapes_from_world, differing, .. } = drag else { return };
    let pointer = draw.painter.ctx().pointer_interact_pos();
    let Some((((slot, hitbox, map), pointer), from)) = draw.edited_hitbox().zip(pointer).zip(from.of(shown)) else {
        return;
    };
    let to = shapes_from_world.map(draw.screen.world_from_screen(pointer));
    if handle.follow(from, grabbed, to, false).is_none() {
        // An edge may have no corner yet.
        let has_corner = !handle.is_edge() || hitbox != from;
        if has_corner {
            paint_refused(draw, handle.pulled(), (hitbox, map), pointer);
        }
        return;
    }
    let [now, before] = [hitbox, from].map(|hitbox| outlines(draw, hitbox, map));
    let stays = |from: &Pos2, to: &Pos2| now.iter().flat_map(|line| line.windows(2)).any(|edge| edge == [*from, *to]);
    for moved in before.iter().flat_map(|line| line.chunk_by(|from, to| !stays(from, to))) {
        for (width, color) in [(3.0, Color32::BLACK), (1.0, Color32::WHITE)] {
            draw.painter.extend(Shape::dashed_line(moved, Stroke::new(width, color), 2.0, 4.0));
        }
    }
    let mut lines = vec![handle.pulled().value(hitbox)];
    if let Some(((added, missed), (unfair, forgiven))) = draw.session.derived().differing(slot).zip(differing) {
        let changed = |now: u64, before: u64, what: &str| match now.abs_diff(before) {
            0 => None,
            by => Some(format!("{} px {} {what}", words::thousands(by), if now > before { "more" } else { "less" })),
        };
        lines.extend(changed(added, unfair, "unfair"));
        lines.extend(changed(missed, forgiven, "forgiven"));
    }
    tag(draw, pointer + BESIDE, lines.join("\n"), [Color32::WHITE, Color32::BLACK]);
}

/// The closed outlines of the shapes of a hitbox, on the screen.
fn outlines(draw: &DrawContext<'_>, hitbox: &Hitbox, map: Affine) -> Vec<Vec<Pos2>> {
    let shapes = hitbox.parts().iter().filter_map(|part| match part {
        Part::Shape(shape) => Some(shape.placed(&map).outline(60)),
        Part::Mask => None,
    });
    let closed = |corners: Vec<Point>| {
        let first = corners.first().copied();
        corners.into_iter().chain(first).map(|corner| draw.screen.point(corner)).collect()
    };
    shapes.map(closed).collect()
}

/// Paints the corner where the pointer asks for it, its edges, where they cross others, and the reason.
fn paint_refused(draw: &DrawContext<'_>, handle: HitboxHandle, (hitbox, map): (&Hitbox, Affine), pointer: Pos2) {
    let Some((corners, at)) = handle.corner_of(hitbox) else { return };
    let corners: Vec<Pos2> = corners.iter().map(|&[x, y]| draw.screen.point(map.map((x, y)))).collect();
    let (count, bad) = (corners.len(), draw.theme.bad);
    let ends = [at + count - 1, at + 1].map(|at| corners[at % count]);
    for end in ends {
        draw.painter.line_segment([end, pointer], Stroke::new(4.0, Color32::BLACK));
        draw.painter.extend(Shape::dashed_line(&[end, pointer], Stroke::new(2.0, bad), 6.0, 4.0));
    }
    // The edges that stay.
    for edge in (1..count - 1).map(|by| [at + by, at + by + 1].map(|at| corners[at % count])) {
        for place in ends.iter().filter_map(|&end| crossing([end, pointer], edge)) {
            for (width, color) in [(4.0, Color32::BLACK), (2.0, bad)] {
                draw.painter.circle_stroke(place, 5.0, Stroke::new(width, color));
            }
        }
    }
    let mut squares = Lines::default();
    for (place, opacity) in [(corners[at], 0.55), (pointer, 1.0)] {
        for (side, color) in [(12.0, Color32::BLACK), (10.0, Color32::WHITE)] {
            let square = Rect::from_center_size(place.round(), Vec2::splat(side));
            squares.rect(square, color.gamma_multiply(opacity));
        }
    }
    squares.paint(draw.painter);
    let text = format!("stays at {}: edges would cross", handle.value(hitbox));
    tag(draw, pointer + ABOVE, text, [draw.theme.bad_bg, draw.theme.bad_text]);
}

/// The point where two lines cross inside both.
fn crossing([a, b]: [Pos2; 2], [c, d]: [Pos2; 2]) -> Option<Pos2> {
    let cross = |one: Vec2, other: Vec2| one.x * other.y - one.y * other.x;
    let (along, other) = (b - a, d - c);
    let area = cross(along, other);
    let shares = [other, along].map(|way| cross(c - a, way) / area);
    // Neighbours meet at their ends.
    shares.iter().all(|share| (0.001..0.999).contains(share)).then(|| a + shares[0] * along)
}

/// Paints a tag with its corner at a place, inside the canvas.
fn tag(draw: &DrawContext<'_>, at: Pos2, text: String, [ground, ink]: [Color32; 2]) {
    let text = draw.painter.layout(text, theme::mono(), ink, f32::INFINITY);
    let size = text.size() + Vec2::splat(2.0 * PADDING);
    let canvas = draw.screen.canvas;
    let rect = Rect::from_min_size(at.min(canvas.max - size).max(canvas.min).round(), size);
    draw.painter.rect(rect, 0.0, ground, Stroke::new(1.0, Color32::BLACK), StrokeKind::Outside);
    draw.painter.galley(rect.min + Vec2::splat(PADDING), text, ink);
}
