//! The commands about the stage: one of the sprites or the one that keys move, its hitbox, and the files that are written of
//! both.

use super::declaration::{
    Declaration, Direction, Section, command, copied, ctrl, ctrl_shift, has_any, has_both, is_game, plain,
};
use super::{project, stops};
use crate::app::prelude::*;
use crate::app::request::{ExportSheet, Popup};
use crate::exports::{self, ExportRef, KEYS, MASK_OF_A, RACE, ROUTE, SCENE, SURVEY, mask_of};
use crate::files::HitboxFormat;
use crate::session::{Event, Placed, PlaybackAction};
use maskscope_core::scene::{Placement, Sprite, TestsAs};
use maskscope_core::shape::{Hitbox, Part, Shape, fit::Form};

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
        .asks(move |window| {
            // While a game is paused, the arrows look back.
            if cells == 1 && stops::is_paused(window) {
                let back = matches!(to, Direction::Left | Direction::Up);
                let step = if back { PlaybackAction::StepBack } else { PlaybackAction::StepOn };
                return step.into();
            }
            StageAction::Nudge { slot: window.session.stage().active, by: to.cells(cells) }.into()
        })
}

/// Declares the command that pins B, and then exchanges where it stands and where it is pinned.
pub fn pin() -> Declaration {
    let is_pinned = |window: &WindowState<'_>| window.session.stage().pinned().is_some();
    command(Section::Sprites, "")
        .called(move |window| if is_pinned(window) { "Swap with the pinned B" } else { "Pin B" }.into())
        .keys([plain(Key::P)])
        .when(|window| window.session.view().tab == Tab::Inspect && has_both(window))
        .asks_all(move |window, out| {
            let change = if is_pinned(window) { StageAction::SwapPinned } else { StageAction::Pin(true) };
            out.extend([StageAction::Settle, change].map(Request::from));
        })
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

/// Returns the sprite that keys move, if they move one that is shown.
pub fn active<'a>(window: &WindowState<'a>) -> Option<&'a Placed> {
    let stage = window.session.stage();
    stage.get(stage.active).filter(|_| !is_game(window) && !project::is_shown(window))
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

/// Both sprites with every format of code.
pub const CODES: [(Slot, HitboxFormat); 2 * HitboxFormat::ALL.len()] = {
    let formats = HitboxFormat::ALL;
    let mut all = [(Slot::A, HitboxFormat::Pygame); 2 * HitboxFormat::ALL.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = (Slot::ALL[at / formats.len()], formats[at % formats.len()]);
        at += 1;
    }
    all
};

/// Corners of a polygon in place of a circle or an ellipse; one in place of a capsule has two more.
const CORNERS: u16 = 16;

/// Declares the command that fits the hitbox of a sprite.
pub fn fit_hitbox(slot: Slot) -> Declaration {
    of_sprite(slot, String::new())
        .called(move |window| {
            let kind = form(window, slot).map_or("hitbox", |(shape, _)| shape.name());
            format!("Fit the {kind} of {}", slot.letter()).into()
        })
        .when(move |window| form(window, slot).is_some())
        .asks_all(move |window, out| {
            let fit = form(window, slot).map(|(_, form)| StageAction::Fit(Some((slot, form))));
            out.extend([Some(StageAction::Settle), fit].into_iter().flatten().map(Request::from));
        })
}

/// Declares the command that makes polygons of the shapes of a sprite.
pub fn hitbox_as_polygon(slot: Slot) -> Declaration {
    of_sprite(slot, format!("Edit {} as polygon", slot.letter()))
        .when(move |window| polygons(window, slot).is_some())
        .asks_all(move |window, out| {
            let hitboxes = polygons(window, slot).and_then(|hitbox| window.session.hitboxes_with(slot, Some(hitbox)));
            let Some(hitboxes) = hitboxes else { return };
            let actions = [StageAction::Settle, StageAction::SetHitboxes { slot, hitboxes }, StageAction::Settle];
            out.extend(actions.map(Request::from));
        })
}

/// Declares the command that copies the hitbox of a sprite as code.
pub fn copy_hitbox((slot, format): (Slot, HitboxFormat)) -> Declaration {
    let label = format!("Copy hitbox of {}: {}", slot.letter(), format.title());
    command(Section::HitboxCode, label)
        .with_sentence(format!("Copies the hitbox of {} as code: {}", slot.letter(), format.sentence()))
        .when(move |window| hitbox(window, slot).is_some())
        .asks_all(move |window, out| {
            let Some((sprite, hitbox)) = hitbox(window, slot) else { return };
            out.push(match format.code(hitbox, &sprite.name, sprite.size()) {
                Ok(code) => copied("Hitbox", code),
                Err(why) => {
                    let title = format!("The hitbox of {} is not copied", slot.letter());
                    Event::failed(title, words::sentence(&why.to_string())).into()
                }
            });
        })
}

/// Returns a sprite and its hitbox, if it has one.
fn hitbox<'a>(window: &WindowState<'a>, slot: Slot) -> Option<(&'a Sprite, &'a Hitbox)> {
    let sprite = window.session.stage().get(slot)?.sprite();
    Some((sprite, sprite.hitbox()?))
}

/// Returns the only shape of a sprite, and the form to fit in its place.
fn form<'a>(window: &WindowState<'a>, slot: Slot) -> Option<(&'a Shape, Form)> {
    let (sprite, hitbox) = hitbox(window, slot)?;
    let [Part::Shape(shape)] = hitbox.parts() else { return None };
    Some((shape, TestsAs::of(Some(hitbox), sprite.mask())?.form(Some(shape))?))
}

/// Returns the hitbox of a sprite with polygons in place of other shapes, if it has any.
fn polygons(window: &WindowState<'_>, slot: Slot) -> Option<Hitbox> {
    let (_, hitbox) = hitbox(window, slot)?;
    let hundredths = |(x, y): Point| [x, y].map(|n| (n * 100.0).round() / 100.0);
    let polygon = |part: &Part| match part {
        Part::Shape(shape) if !matches!(shape, Shape::Polygon(_)) => {
            let corners = shape.placed(&Affine::IDENTITY).outline(CORNERS);
            Part::Shape(Shape::Polygon(corners.into_iter().map(hundredths).collect()))
        }
        other => other.clone(),
    };
    let new = Hitbox::new(hitbox.parts().iter().map(polygon).collect()).ok()?;
    (new != *hitbox).then_some(new)
}

pub fn save_scene() -> Declaration {
    command(Section::Scenes, "Save scene").keys([ctrl(Key::S)]).when(has_both).asks(|window| {
        match window.session.scene_path() {
            Some(path) => Request::SaveScene(path.to_owned()),
            None => Request::Save(&SCENE),
        }
    })
}

pub fn export(export: ExportRef) -> Declaration {
    let is_scene = *export == SCENE;
    command(if is_scene { Section::Scenes } else { Section::Exports }, export.label)
        .with_sentence(export.sentence)
        .keys(is_scene.then(|| ctrl_shift(Key::S)))
        .when(move |window| (export.is_possible)(window.session))
        .asks(move |_| Request::Save(export))
}

/// Declares the command that opens the sheet of exports at what the tab shows.
pub fn exports() -> Declaration {
    command(Section::Scenes, "Export…").keys([ctrl(Key::E)]).when(has_any).asks(|window| {
        let session = window.session;
        let shown = match session.view().tab {
            Tab::Race => &RACE,
            Tab::Survey => &SURVEY,
            Tab::Replay => &ROUTE,
            Tab::Terrain => &KEYS,
            Tab::Inspect | Tab::Project => mask_of(session.stage().active),
        };
        let is_possible = |export: &ExportRef| (export.is_possible)(session);
        let export = [shown, mask_of(session.stage().active)].into_iter().find(is_possible).unwrap_or(&MASK_OF_A);
        Request::Open(Popup::Export(ExportSheet::of(window.last_choice(export), session)))
    })
}

/// Declares the command that writes the last export again.
pub fn export_again() -> Declaration {
    command(Section::Scenes, "Export again")
        .keys([ctrl_shift(Key::E)])
        .shows(|window| window.exported.map(|(_, path)| exports::name_of(path)))
        .when(|window| window.exported.is_some_and(|(chosen, _)| (chosen.export.is_possible)(window.session)))
        .asks(|_| Request::ExportAgain)
}
