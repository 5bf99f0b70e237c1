//! The items on the canvas by name, the one under the pointer, and the effects of mouse and keys on it.

use crate::app::command::context_menu::{self, MenuTarget};
use crate::app::layers::pointing::handles::{self, Handle};
use crate::app::layers::pointing::{
    hitbox_handles::{self, HitboxHandle},
    parent,
};
use crate::app::prelude::*;
use crate::app::{paint::draw::DrawContext, widgets::status::Status};
use crate::session::{Action, Placed};

/// Names the canvas and both sprites for screen readers.
pub fn describe(ui: &Ui, response: &Response, draw: &DrawContext<'_>) {
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Canvas"));
    for sprite in draw.sprites().into_iter().flatten() {
        let rect = draw.screen.rect(sprite.place()).intersect(draw.screen.canvas);
        let part = ui.interact(rect, response.id.with(sprite.slot.letter()), Sense::hover());
        part.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Sprite {}", sprite.slot.letter())));
    }
}

/// The subject of a menu that opens over a cell.
pub fn target(session: &Session, cell: Cell) -> MenuTarget {
    let is_shared = session.collision().and_then(|it| it.overlap_box).is_some_and(|overlap| overlap.contains(cell));
    match session.sprite_at(cell) {
        _ if session.view().is_game() => context_menu::GAME,
        Some(_) if is_shared => MenuTarget::Cell(cell, None),
        Some(slot) => MenuTarget::Sprite(slot),
        None => context_menu::EMPTY,
    }
}

/// Opens the menu of the item clicked with the right button or, for a key, of the item under the pointer, or of the
/// active sprite.
pub fn open_menu(ui: &Ui, response: &Response, draw: &DrawContext<'_>, out: &mut Vec<Request>) {
    let clicked = response.secondary_clicked().then(|| response.interact_pointer_pos()).flatten();
    let session = draw.session;
    let (at, target) =
        if let Some(at) = clicked.or_else(|| response.hover_pos()).filter(|at| draw.screen.canvas.contains(*at)) {
            if clicked.is_none() && !context_menu::take_asked(ui) {
                return;
            }
            (at, target(session, draw.screen.cell_at(at)))
        } else {
            if response.hovered() || !context_menu::take_asked(ui) {
                return;
            }
            let slot = session.stage().active;
            let middle = |placed: &Placed| draw.screen.rect(placed.bounding_box()).center();
            match session.stage().get(slot) {
                _ if session.view().is_game() => (draw.screen.canvas.center(), context_menu::GAME),
                Some(placed) => (draw.screen.canvas.clamp(middle(placed)), MenuTarget::Sprite(slot)),
                None => (draw.screen.canvas.center(), context_menu::EMPTY),
            }
        };
    if let MenuTarget::Sprite(slot) = target {
        out.push(Action::Stage(StageAction::Activate(slot)).into());
    }
    let current = draw.current_visit_rect().filter(|rect| rect.width() < 64.0).map(|rect| rect.expand(8.0));
    context_menu::open(ui, target, at, current);
}

/// The effects of keys on the ball.
pub fn game_keys() -> Status {
    Status::default().can("arrows", "walk").can("Space", "jump").can("P", "pause")
}

/// The status line of a point on the canvas.
pub fn status(draw: &DrawContext<'_>, at: Pos2) -> Status {
    let (session, cell) = (draw.session, draw.screen.cell_at(at));
    let zoom = |status: Status| status.can("wheel", "zoom").can("right click", "menu");
    if session.view().is_game() {
        return zoom(game_keys());
    }
    if session.view().picking.is_some() {
        return Status::of(format!("cell {}", session.origin().point(cell))).can("click", "take its colour");
    }
    if let Some((_, handle)) = parent::at(draw, at) {
        return match handle {
            parent::ParentHandle::Move => Status::of("parent").can("drag", "move").can("Shift", "by hundredths"),
            parent::ParentHandle::Turn => Status::of("parent").can("drag", "turn").can("Shift", "by 15°"),
        };
    }
    if let Some(status) = hitbox_handles::grabbed(draw, at).and_then(|grabbed| status_of_handle(draw, grabbed)) {
        return status;
    }
    if let Some((slot, handle, _)) = handles::at(draw, at) {
        let status = about_sprite(session, slot, draw.theme);
        return match handle {
            Handle::Turn => status.can("drag", "turn").can("Shift", "by 15°"),
            Handle::Corner(_) => status.can("drag", "scale").can("Shift", "each axis by itself"),
            Handle::Anchor => status.can("drag", "move the anchor"),
        };
    }
    let Some(slot) = session.sprite_at(cell) else {
        let is_empty = session.stage().bounds().is_none();
        return Status::default()
            .can("drag", "move the view")
            .can("wheel", "zoom")
            .can_if(!is_empty, "F", "fit")
            .can("right click", "menu");
    };
    let drag = format!("move {}", slot.letter());
    if session.collision().and_then(|it| it.overlap_box).is_some_and(|overlap| overlap.contains(cell)) {
        return zoom(about_cell(session, cell).can("drag", drag));
    }
    let is_active = session.stage().active == slot;
    let status = about_sprite(session, slot, draw.theme).can("drag", "move");
    let status = status.can_if(is_active, "arrows", "1 px").can_if(is_active, "Shift arrows", "10 px");
    zoom(status.can_if(!is_active, "click", "choose it"))
}

/// The status line of a handle of the edited hitbox.
pub fn status_of_handle(draw: &DrawContext<'_>, (slot, handle): (Slot, HitboxHandle)) -> Option<Status> {
    let (_, hitbox, _) = draw.edited_hitbox()?;
    let (name, effect) = handle.description(hitbox);
    let status = Status { name, ..about_sprite(draw.session, slot, draw.theme) }.can("drag", effect);
    if handle.is_edge() {
        return Some(status.can("double click", "add a corner").can("right click", "menu"));
    }
    let status = status.can("Shift", "whole px");
    Some(status.can_if(handle.is_corner(), "Delete", "remove it").can("right click", "menu"))
}

fn about_sprite(session: &Session, slot: Slot, theme: &Theme) -> Status {
    let name = session.stage().get(slot).map_or_else(String::new, |placed| placed.sprite().name.clone());
    let colors = theme.sprite(slot);
    Status { chip: Some((slot.letter(), colors.chip, colors.on_chip)), ..Status::of(name) }
}

/// A cell of the intersection: when it is visited, and whether it is the first hit.
fn about_cell(session: &Session, cell: Cell) -> Status {
    let point = session.origin().point(cell);
    let is_first_hit = session.first_hit() == Some(cell);
    let name = if is_first_hit { format!("first hit {point}") } else { format!("cell {point}") };
    match (session.visit_at(cell), session.visits_of(cell)) {
        (Some(rank), _) => Status::of(name).can("click", format!("go to visit {}", words::visit(rank))),
        (None, Some(_)) => Status::of(name).note("never visited"),
        (None, None) => Status::of(name),
    }
}
