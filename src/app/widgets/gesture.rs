//! Gestures of the pointer that Escape ends: what was dragged goes back to where it was.

use egui::Modifiers;

use crate::app::prelude::*;

/// Stage of a gesture that Escape has ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EscapeStage {
    /// In this frame.
    Now,
    /// In an earlier one; the button is still held.
    Before,
}

fn id() -> Id {
    Id::unique("gesture cancelled")
}

fn cancelled(ctx: &Context) -> Option<EscapeStage> {
    ctx.data(|data| data.get_temp(id()))
}

/// Takes Escape while a button of the pointer is held; returns true in the frame in which that ends a gesture. To be called
/// before anything is shown.
pub fn take_escape(ctx: &Context) -> bool {
    let (is_held, is_released) = ctx.input(|input| (input.pointer.any_down(), input.pointer.any_released()));
    let escapes = is_held && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    // The release itself is part of the gesture.
    let goes_on = cancelled(ctx).is_some() && (is_held || is_released);
    let now = if escapes { Some(EscapeStage::Now) } else { goes_on.then_some(EscapeStage::Before) };
    ctx.data_mut(|data| match now {
        Some(now) => _ = data.insert_temp(id(), now),
        None => data.remove::<EscapeStage>(id()),
    });
    escapes
}

/// True from the frame in which Escape ends a gesture until its button is released.
pub fn is_cancelled(ctx: &Context) -> bool {
    cancelled(ctx).is_some()
}

/// Remembers the value `now` of what `response` drags; returns it in the frame in which Escape ends the gesture.
pub fn before<T: Clone + Send + Sync + 'static>(response: &Response, now: T) -> Option<T> {
    let (ctx, id) = (&response.ctx, response.id.with("before the gesture"));
    if ctx.input(|input| input.pointer.any_pressed() || !input.pointer.any_down()) {
        ctx.data_mut(|data| data.insert_temp(id, now));
        return None;
    }
    let is_dragged = response.is_pointer_button_down_on() || response.drag_stopped();
    let ends = is_dragged && cancelled(ctx) == Some(EscapeStage::Now);
    ctx.data(|data| data.get_temp(id)).filter(|_| ends)
}
