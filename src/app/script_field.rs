//! The field of a person's own script: its id, by which the canvas knows that the script is edited.

use egui::{Context, Id};

/// The id of the field.
pub fn id() -> Id {
    Id::unique("script")
}

/// True while the script is edited: while the field has the focus, and while what took it from there is still held.
pub fn is_edited(ctx: &Context) -> bool {
    let has_focus = ctx.memory(|memory| memory.has_focus(id()));
    let is_held = ctx.input(|input| input.pointer.any_down() || input.pointer.any_released());
    let key = id().with("edited");
    let is_edited = has_focus || is_held && ctx.data(|data| data.get_temp(key)).unwrap_or(false);
    ctx.data_mut(|data| data.insert_temp(key, is_edited));
    is_edited
}
