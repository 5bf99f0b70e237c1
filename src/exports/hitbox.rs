//! The hitbox of a sprite, as code for an engine.

use super::export::{Export, ExportContent, Target, format_of, stem};
use crate::files::{FileFormat as _, HitboxFormat};
use crate::session::{Session, Slot};
use maskscope_core::scene::Sprite;
use maskscope_core::shape::Hitbox;
use maskscope_core::words::sentence;

/// The hitbox of A.
pub const HITBOX_OF_A: Export = of::<0>("Hitbox of A", "hitbox of A", "Export hitbox of A…");
/// The hitbox of B.
pub const HITBOX_OF_B: Export = of::<1>("Hitbox of B", "hitbox of B", "Export hitbox of B…");

/// The hitbox of the sprite in slot `SLOT`.
const fn of<const SLOT: usize>(name: &'static str, group: &'static str, label: &'static str) -> Export {
    Export {
        name,
        group,
        label,
        sentence: "Writes this hitbox as code for an engine.",
        target: Target::File,
        is_mask: false,
        kinds: HitboxFormat::kinds,
        suggestion: |session| format!("{}-hitbox.py", stem(session, Slot::ALL[SLOT])),
        is_possible: |session| hitbox(session, Slot::ALL[SLOT]).is_some(),
        content: |session, options| {
            let slot = Slot::ALL[SLOT];
            let none = || format!("{} is tested by its mask: give it a shape first.", slot.letter());
            let (sprite, hitbox) = hitbox(session, slot).ok_or_else(none)?;
            let (name, size, hitbox) = (sprite.name.clone(), sprite.size(), hitbox.clone());
            Ok(ExportContent::one(move |path| {
                let code = format_of::<HitboxFormat>(path, options)?.code(&hitbox, &name, size);
                code.map(String::into_bytes).map_err(|why| sentence(&why.to_string()))
            }))
        },
    }
}

fn hitbox(session: &Session, slot: Slot) -> Option<(&Sprite, &Hitbox)> {
    let sprite = session.stage().get(slot)?.sprite();
    Some((sprite, sprite.hitbox()?))
}
