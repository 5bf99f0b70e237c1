//! The commands about the hitbox of a sprite.

use super::declaration::{Declaration, command, copied};
use super::section::Section;
use super::sprites::of_sprite;
use crate::app::prelude::*;
use crate::files::HitboxFormat;
use crate::scene::{Sprite, TestsAs};
use crate::session::Event;
use crate::shape::fit::Form;
use crate::shape::{Hitbox, Part, Shape};

/// Both sprites with every format of code.
pub const CODES: [(Slot, HitboxFormat); 10] = {
    let mut all = [(Slot::A, HitboxFormat::Pygame); 10];
    let mut at = 0;
    while at < all.len() {
        all[at] = (Slot::ALL[at / 5], HitboxFormat::ALL[at % 5]);
        at += 1;
    }
    all
};

/// Corners of a polygon in place of a circle or an ellipse.
const CORNERS: u16 = 16;

/// Declares the command that fits the hitbox of a sprite.
pub fn fit(slot: Slot) -> Declaration {
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
pub fn as_polygon(slot: Slot) -> Declaration {
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
pub fn copy((slot, format): (Slot, HitboxFormat)) -> Declaration {
    let label = format!("Copy hitbox of {}: {}", slot.letter(), format.title());
    command(Section::HitboxCode, label)
        .says(format!("Copies the hitbox of {} as code: {}", slot.letter(), format.sentence()))
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
