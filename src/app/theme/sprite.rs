//! The colours of one of the two sprites.

use egui::Color32;

use super::Theme;
use crate::session::Slot;

/// The colours that tell one sprite from the other.
#[derive(Clone, Copy, Debug)]
pub struct SpriteColors {
    /// Lines, hatches, spans.
    pub line: Color32,
    /// Text about it.
    pub text: Color32,
    /// Ground of its chip and its tag.
    pub chip: Color32,
    /// Text on its chip and its tag.
    pub on_chip: Color32,
}

impl Theme {
    /// The colours of the sprite in a place.
    pub const fn sprite(&self, slot: Slot) -> SpriteColors {
        match slot {
            Slot::A => SpriteColors { line: self.a, text: self.a_text, chip: self.a_chip, on_chip: self.on_a },
            Slot::B => SpriteColors { line: self.b, text: self.b_text, chip: self.b_chip, on_chip: self.on_b },
        }
    }
}
