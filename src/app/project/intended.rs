//! The button whose menu says what the shown hitbox is for.

use egui::containers::menu::MenuButton;

use crate::app::command::{Command, context_menu, item};
use crate::app::prelude::*;
use crate::files::HitboxRole;

/// Its name.
pub const INTENDED: &str = "Intended…";

/// Adds the button whose menu has the roles of the shown hitbox; its key opens the menu of a right click beside it.
pub fn intended_button(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let (button, _) = MenuButton::new((INTENDED, Icon::Down.atom())).ui(ui, |ui| {
        HitboxRole::ALL.iter().for_each(|role| item(ui, Command::Intend(*role), window, out));
    });
    let tip = "Says in maskscope.toml what the hitbox is for, and so which of its pixels are wrong. I";
    let button = button.on_hover_text(tip);
    if context_menu::take_asked(ui) {
        context_menu::open(ui, context_menu::HITBOX, button.rect.left_bottom(), None);
    }
}
