//! The keys that are held: of the keyboard, and as buttons on the screen.

use egui::{Event, Key as Pressed};

use crate::app::prelude::*;
use crate::scene::terrain::{Key, Keys};
use crate::session::TerrainAction;

/// The buttons that are held in this frame.
#[derive(Default)]
pub struct HeldKeys {
    buttons: Keys,
}

/// The keys of the keyboard, the usual one first.
pub const fn keys_of(key: Key) -> &'static [Pressed] {
    match key {
        Key::Left => &[Pressed::ArrowLeft],
        Key::Right => &[Pressed::ArrowRight],
        Key::Jump => &[Pressed::Space, Pressed::ArrowUp],
    }
}

impl HeldKeys {
    /// A button is held.
    pub fn button(&mut self, key: Key) {
        self.buttons.set(key, true);
    }

    /// Asks for what has changed since the session last knew: `then`.
    pub fn end(&self, ctx: &Context, then: Keys, out: &mut Vec<Request>) {
        let is_free = !ctx.egui_wants_keyboard_input()
            && !egui::Popup::is_any_open(ctx)
            && ctx.memory(|memory| memory.top_modal_layer().is_none());
        for &key in Key::ALL {
            let (was_struck, is_down) = ctx.input(|input| {
                let strikes = |event: &Event| {
                    matches!(event, Event::Key { key: struck, pressed: true, repeat: false, modifiers, .. }
                        if keys_of(key).contains(struck) && modifiers.is_none())
                };
                (
                    input.events.iter().any(strikes),
                    keys_of(key).iter().any(|key| input.key_down(*key)) && input.modifiers.is_none(),
                )
            });
            let (was_struck, is_down) = (was_struck && is_free, is_down && is_free);
            let held = self.buttons.has(key);
            let was = then.has(key);
            // A quick tap goes down and up within one frame.
            if !was && (was_struck || held) {
                out.push(TerrainAction::Press(key, true).into());
            }
            if (was || was_struck) && !is_down && !held {
                out.push(TerrainAction::Press(key, false).into());
            }
        }
    }
}
