//! The commands about the sprites: of one of them, or of the one that keys move.

use super::declaration::{Declaration, command, is_game};
use super::section::Section;
use super::shortcut::{Direction, plain};
use crate::app::prelude::*;
use crate::session::{Placed, StageAction, Tab};
use crate::{geom::Cell, scene::Placement};

/// Declares a command that needs a sprite in its place.
pub fn of_sprite(slot: Slot, label: String) -> Declaration {
    command(Section::OneSprite, label).when(move |window| window.session.stage().get(slot).is_some())
}

pub fn other_sprite() -> Declaration {
    command(Section::Sprites, "")
        .called(|window| format!("Arrow keys move {}", other(window).letter()).into())
        .keys([plain(Key::Tab)])
        .when(|window| window.session.view().tab == Tab::Inspect && window.session.stage().get(other(window)).is_some())
        .asks(|window| StageAction::Activate(other(window)).into())
}

/// Declares a command that moves the active sprite by some cells.
pub fn nudge(to: Direction, cells: i64) -> Declaration {
    command(Section::Nudge, format!("Move {} by {cells} px", <&str>::from(to)))
        .repeats()
        .when(|window| active(window).is_some())
        .asks(move |window| StageAction::Nudge { slot: window.session.stage().active, by: to.cells(cells) }.into())
}

pub fn push_out() -> Declaration {
    command(Section::Sprites, "")
        .called(|window| format!("Push out of {}", other(window).letter()).into())
        .shows(|window| way_out(window).map(words::point))
        .when(|window| way_out(window).is_some())
        .asks_all(|window, out| {
            let Some(by) = way_out(window) else { return };
            let slot = window.session.stage().active;
            out.extend([StageAction::Settle, StageAction::Nudge { slot, by }, StageAction::Settle].map(Request::from));
        })
}

/// Returns the placement mirrored along the x axis, the y axis or both.
pub fn flipped(placed: &Placed, x: bool, y: bool) -> Placement {
    let old = *placed.placement();
    Placement { flip: (old.flip.0 ^ x, old.flip.1 ^ y), ..old }
}

/// Returns the placement turned by 90° about its middle; a position on a pixel's corner stays on one.
pub fn quarter_turned(placed: &Placed) -> Placement {
    placed.turned_about_middle(placed.placement().rotation + 90.0)
}

/// Declares a command for the sprite that keys move.
pub fn of_active(label: &'static str) -> Declaration {
    command(Section::Sprites, label).when(|window| active(window).is_some())
}

/// Declares a command that places the active sprite in another way, as its own step to undo.
pub fn posing(label: &'static str, pose: fn(&Placed) -> Placement) -> Declaration {
    of_active(label).asks_all(move |window, out| {
        let Some(placed) = active(window) else { return };
        let pose = StageAction::Pose { slot: window.session.stage().active, placement: pose(placed) };
        out.extend([StageAction::Settle, pose, StageAction::Settle].map(Request::from));
    })
}

/// Returns the sprite that keys move, if they move one.
pub fn active<'a>(window: &WindowState<'a>) -> Option<&'a Placed> {
    let stage = window.session.stage();
    stage.get(stage.active).filter(|_| !is_game(window))
}

/// Returns the sprite that keys do not move.
fn other(window: &WindowState<'_>) -> Slot {
    window.session.stage().active.other()
}

/// Returns the shortest way of the active sprite out of the other; `None` if they share nothing.
fn way_out(window: &WindowState<'_>) -> Option<Cell> {
    active(window)?;
    let of_b = window.session.derived().contact()?.push_out?;
    Some(match window.session.stage().active {
        Slot::A => Cell::ORIGIN - of_b,
        Slot::B => of_b,
    })
}
