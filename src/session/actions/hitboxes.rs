//! The hitboxes on the stage: their judgement by the masks, and a shape that is being fitted to one.

use std::sync::Arc;

use crate::session::stage::{Slot, StageAction};
use crate::session::{derived::Fitted, session::Session};
use maskscope_core::geom::Cell;
use maskscope_core::scene::{Hitboxes, MaskContact, ShapeCheck};
use maskscope_core::shape::{Hitbox, Part, fit::Form};

impl Session {
    /// The judgement of the hitboxes at the present placement; `None` until known, and while neither sprite has one.
    pub fn shape_check(&self) -> Option<ShapeCheck> {
        let (met, masks) = (self.derived.shared_by_shapes()?, self.derived.collision()?);
        let contact = self.derived.contact();
        let depth = || contact.and_then(|contact| contact.push_out).map_or(0.0, Cell::length);
        Some(ShapeCheck::of(met.meeting, masks.masks_overlap(), || contact.and_then(MaskContact::nearest), depth))
    }

    /// The sprites that are tested by shapes, with the names of these: `circle`, or `shapes` of several.
    pub fn tested_shapes(&self) -> Vec<(Slot, &'static str)> {
        let name = |slot: Slot| {
            let hitbox = self.stage.get(slot)?.sprite().hitbox()?;
            match hitbox.parts() {
                [Part::Mask] => None,
                [Part::Shape(shape)] => Some((slot, shape.name())),
                _ => Some((slot, "shapes")),
            }
        };
        Slot::ALL.into_iter().filter_map(name).collect()
    }

    /// The tested shapes in words: `the circle of B`, `the box of A and the circle of B`.
    pub fn shapes_text(&self) -> String {
        let text = |(slot, name): (Slot, &str)| format!("the {name} of {}", slot.letter());
        self.tested_shapes().into_iter().map(text).collect::<Vec<_>>().join(" and ")
    }

    /// The sprite to whose mask a shape is being fitted.
    pub fn fits(&self) -> Option<Slot> {
        self.fitting.as_ref().map(|(slot, _)| *slot)
    }

    /// The hitboxes of a sprite with another one for the frame that is tested.
    pub fn hitboxes_with(&self, slot: Slot, hitbox: Option<Hitbox>) -> Option<Hitboxes> {
        let sprite = self.stage.get(slot)?.sprite();
        Some(sprite.hitboxes.with(sprite.shown(), hitbox))
    }

    /// Begins to fit a form to the mask of a sprite, or gives up.
    pub(in crate::session) fn fit(&mut self, asked: Option<(Slot, Form)>) {
        if asked.is_none() {
            self.settle();
        }
        self.fitting = asked.and_then(|(slot, form)| {
            let mask = Arc::clone(self.stage.get(slot)?.sprite().mask());
            Some((slot, Fitted { mask, form, begun: Arc::default() }))
        });
    }

    /// The shape that is being fitted, as long as the sprite has the mask that it is for.
    pub(in crate::session) fn fitted(&self) -> Option<Fitted> {
        let (slot, fitted) = self.fitting.as_ref()?;
        let mask = self.stage.get(*slot)?.sprite().mask();
        Arc::ptr_eq(mask, &fitted.mask).then(|| fitted.clone())
    }

    /// Takes the shape that was being fitted, once it is found; a step to undo together with the choice of its kind. Returns
    /// whether there was one.
    pub(super) fn take_fit(&mut self) -> bool {
        if self.fitted().is_none() {
            self.fitting = None;
            return false;
        }
        let Some(found) = self.derived.fitted().cloned() else { return false };
        let fit = self.fitting.take().map(|(slot, _)| slot).zip(found);
        if let Some((slot, fit)) = fit
            && let Some(hitboxes) = self.hitboxes_with(slot, Some(Hitbox::from(fit.shape)))
        {
            self.change_stage(StageAction::SetHitboxes { slot, hitboxes });
            self.settle();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::geom::{Offset, Size};
    use maskscope_core::scene::{Picture, PictureFormat, Sprite};
    use maskscope_core::shape::Shape;

    /// Squares of 80 px: too large to be fitted at once.
    fn session() -> Session {
        let square =
            || Sprite::new("a.png", Picture::new(Size::new(80, 80), vec![255; 25_600], PictureFormat::Png, true), 0);
        let mut session = Session::default();
        session.apply(StageAction::ShowPair { a: square(), b: square(), offset: Offset::new(9, 9) }.into());
        session
    }

    fn set(session: &mut Session, numbers: [f64; 4]) -> Option<Hitbox> {
        let hitbox = Hitbox::from(Shape::Box(numbers));
        let hitboxes = session.hitboxes_with(Slot::B, Some(hitbox.clone())).expect("B is there");
        session.apply(StageAction::SetHitboxes { slot: Slot::B, hitboxes }.into());
        Some(hitbox)
    }

    fn of_b(session: &Session) -> Option<Hitbox> {
        session.stage().get(Slot::B)?.sprite().hitbox().cloned()
    }

    #[test]
    fn a_fit_is_taken_once_found_and_undone_with_the_choice() {
        let mut session = session();
        set(&mut session, [1.0; 4]);
        session.apply(StageAction::Fit(Some((Slot::B, Form::Box))).into());
        assert_eq!((session.fits(), of_b(&session)), (Some(Slot::B), Some(Shape::Box([1.0; 4]).into())));
        session.run_wanted();
        assert_eq!((session.fits(), of_b(&session)), (None, Some(Shape::Box([0.0, 0.0, 80.0, 80.0]).into())));
        session.apply(StageAction::Undo.into());
        assert_eq!(of_b(&session), None);
    }

    #[test]
    fn another_choice_or_a_stop_ends_a_fit() {
        let mut session = session();
        for stop in [false, true] {
            let before = set(&mut session, [1.0; 4]);
            session.apply(StageAction::Fit(Some((Slot::B, Form::Box))).into());
            let chosen = if stop { before } else { set(&mut session, [2.0; 4]) };
            if stop {
                session.apply(StageAction::Fit(None).into());
            }
            session.run_wanted();
            assert_eq!((session.fits(), of_b(&session)), (None, chosen));
        }
    }
}
