//! The commands about the sprites: of one of them, or of the one that keys move.

use egui::Key;

use super::declaration::{Declaration, command, has_any, is_game};
use super::shortcut::{ctrl, ctrl_shift, plain, shift};
use super::{direction::Direction, section::Section};
use crate::app::inputs::Input;
use crate::app::request::{PathFor, Popup, Request, WindowState};
use crate::session::{Placed, Slot, StageAction};
use crate::{geom::Cell, scene::Placement, words};

pub fn open(slot: Slot) -> Declaration {
    command(Section::Images, format!("Open {}…", slot.letter()))
        .says(format!("Opens an image as {}.", slot.letter()))
        .keys([if slot == Slot::A { ctrl(Key::O) } else { ctrl_shift(Key::O) }])
        .asks(move |_| Request::Pick(PathFor::Open(Input::Image(slot))))
}

pub fn open_path(slot: Slot) -> Declaration {
    command(Section::OneSprite, format!("Open {} by path…", slot.letter()))
        .says(format!("Opens an image as {} by its path, without a dialog.", slot.letter()))
        .asks(move |_| Request::Open(Popup::Path(PathFor::Open(Input::Image(slot)))))
}

/// A command that needs a sprite in its place.
fn of_sprite(slot: Slot, label: String) -> Declaration {
    command(Section::OneSprite, label).when(move |window| window.session.stage().get(slot).is_some())
}

pub fn sheet(slot: Slot) -> Declaration {
    of_sprite(slot, format!("Cut {} by a grid…", slot.letter())).asks(move |_| Request::Open(Popup::Sheet(slot)))
}

pub fn mask_image(slot: Slot) -> Declaration {
    of_sprite(slot, format!("Mask image of {}…", slot.letter()))
        .asks(move |_| Request::Pick(PathFor::Open(Input::MaskImage(slot))))
}

pub fn solid(slot: Slot) -> Declaration {
    of_sprite(slot, format!("Solid pixels of {}…", slot.letter())).asks(move |_| Request::Open(Popup::Solid(slot)))
}

pub fn swap() -> Declaration {
    command(Section::Sprites, "Swap A and B").when(has_any).asks(|_| StageAction::Swap.into())
}

pub fn other_sprite() -> Declaration {
    command(Section::Sprites, "")
        .called(|window| format!("Arrow keys move {}", other(window).letter()).into())
        .keys([plain(Key::Tab)])
        .when(|window| !is_game(window) && window.session.stage().get(other(window)).is_some())
        .asks(|window| StageAction::Activate(other(window)).into())
}

pub fn nudge(to: Direction) -> Declaration {
    nudge_by(to, 1).keys([plain(to.key())])
}

pub fn nudge_far(to: Direction) -> Declaration {
    nudge_by(to, 10).keys([shift(to.key())])
}

fn nudge_by(to: Direction, cells: i64) -> Declaration {
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

pub fn move_to() -> Declaration {
    of_active("Move to…")
        .shows(|window| active(window).map(|placed| window.session.origin().point(placed.position())))
        .asks(|window| Request::Open(Popup::MoveTo(window.session.stage().active)))
}

pub fn flip_x() -> Declaration {
    posing("Flip left to right", |placed| {
        let old = *placed.placement();
        Placement { flip: (!old.flip.0, old.flip.1), ..old }
    })
}

pub fn flip_y() -> Declaration {
    posing("Flip upside down", |placed| {
        let old = *placed.placement();
        Placement { flip: (old.flip.0, !old.flip.1), ..old }
    })
}

pub fn quarter_turn() -> Declaration {
    posing("Turn by 90°", quarter_turned)
}

/// Turned by 90° about its middle; a position on a pixel's corner stays on one.
fn quarter_turned(placed: &Placed) -> Placement {
    let old = *placed.placement();
    let turned = Placement { rotation: (old.rotation + 90.0).rem_euclid(360.0), ..old };
    let size = placed.sprite().size();
    let middle = |placement: &Placement| {
        let (x, y) = (f64::from(size.width) / 2.0, f64::from(size.height) / 2.0);
        placement.parent_from_source(size, crate::scene::Snap::Keep).map((x, y))
    };
    let (from, to) = (middle(&turned), middle(&old));
    let step = |n: f64, by: f64| if n.fract() == 0.0 { n + by.round() } else { n + by };
    let (x, y) = old.position;
    Placement { position: (step(x, to.0 - from.0), step(y, to.1 - from.1)), ..turned }
}

pub fn reset() -> Declaration {
    command(Section::Sprites, "Reset placement")
        .when(|window| !is_game(window) && has_any(window))
        .asks(|_| StageAction::ResetPlacement.into())
}

/// A command about the sprite that keys move.
fn of_active(label: &'static str) -> Declaration {
    command(Section::Sprites, label).when(|window| active(window).is_some())
}

/// A command that places the active sprite in another way, as a step to undo of its own.
fn posing(label: &'static str, pose: fn(&Placed) -> Placement) -> Declaration {
    of_active(label).asks_all(move |window, out| {
        let Some(placed) = active(window) else { return };
        let pose = StageAction::Pose { slot: window.session.stage().active, placement: pose(placed) };
        out.extend([StageAction::Settle, pose, StageAction::Settle].map(Request::from));
    })
}

/// The sprite that keys move, where they do.
fn active<'a>(window: &WindowState<'a>) -> Option<&'a Placed> {
    let stage = window.session.stage();
    stage.get(stage.active).filter(|_| !is_game(window))
}

/// The sprite that keys do not move.
fn other(window: &WindowState<'_>) -> Slot {
    window.session.stage().active.other()
}

/// The shortest way of the active sprite out of the other; `None` if they share nothing.
fn way_out(window: &WindowState<'_>) -> Option<Cell> {
    active(window)?;
    let of_b = window.session.derived().contact()?.push_out?;
    Some(match window.session.stage().active {
        Slot::A => Cell::ORIGIN - of_b,
        Slot::B => of_b,
    })
}
