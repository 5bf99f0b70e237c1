//! The field of a person's own script: its id, by which the canvas knows that the script is edited.

use egui::{Context, Id};

/// The id of the field.
pub fn id() -> Id {
    Id::unique("script")
}

/// True while the script is edited.
pub fn is_edited(ctx: &Context) -> bool {
    ctx.memory(|memory| memory.has_focus(id()))
}
