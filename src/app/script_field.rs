//! The field of a person's own script: its id, by which the canvas knows that the script is edited, and the help over it.

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

/// True while the help covers the script.
pub fn has_help(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(id().with("help"))).unwrap_or(false)
}

/// Covers the script with the help, or gives the focus back to the script.
pub fn toggle_help(ctx: &Context) {
    let is_shown = !has_help(ctx);
    ctx.data_mut(|data| data.insert_temp(id().with("help"), is_shown));
    if !is_shown {
        ctx.memory_mut(|memory| memory.request_focus(id()));
    }
}
