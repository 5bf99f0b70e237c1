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

/// True while the script is worked on: it is edited, or the help is seen over it.
pub fn is_open(ctx: &Context) -> bool {
    let seen = ctx.data(|data| data.get_temp::<u64>(id().with("help seen")));
    is_edited(ctx) || seen.is_some_and(|seen| seen + 1 >= ctx.cumulative_pass_nr())
}

/// Notes that the help is shown in this frame.
pub fn note_help(ctx: &Context) {
    let now = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(id().with("help seen"), now));
}

/// Gives the focus to the field once it is shown.
pub fn ask_for_focus(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(id().with("asked for"), true));
}

/// True once after the focus was asked for.
pub fn is_asked_for(ctx: &Context) -> bool {
    ctx.data_mut(|data| data.remove_temp(id().with("asked for"))).unwrap_or(false)
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
        ask_for_focus(ctx);
    }
}
