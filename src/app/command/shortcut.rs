//! Keys with their modifiers, their names, and the directions of the arrow keys.

use egui::{Key, KeyboardShortcut, Modifiers};
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use crate::geom::Cell;

/// A key on its own.
pub const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

/// A key with Shift.
pub const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

/// A key with Ctrl, or with Command on a Mac.
pub const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

/// The same with Shift.
pub const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

/// True if what was `pressed` is the `shortcut`.
pub fn matches(shortcut: KeyboardShortcut, pressed: KeyboardShortcut) -> bool {
    let modifiers = pressed.modifiers;
    // Many keyboards have `+` over another key.
    let is_close = shortcut.logical_key == Key::Plus && modifiers.matches_logically(shortcut.modifiers);
    shortcut.logical_key == pressed.logical_key && (is_close || modifiers.matches_exact(shortcut.modifiers))
}

/// A key in words, as tooltips and menus write it: `Ctrl K`, `Shift ←`, `Space`.
pub fn key_name(shortcut: KeyboardShortcut) -> String {
    let modifiers = shortcut.modifiers;
    let ctrl = if modifiers.command { "Ctrl " } else { "" };
    let shift = if modifiers.shift { "Shift " } else { "" };
    let key = match shortcut.logical_key {
        Key::ArrowLeft => "←",
        Key::ArrowRight => "→",
        Key::ArrowUp => "↑",
        Key::ArrowDown => "↓",
        Key::Escape => "Esc",
        key => key.symbol_or_name(),
    };
    format!("{ctrl}{shift}{key}")
}

/// Direction of an arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Direction {
    /// To smaller x.
    Left,
    /// To larger x.
    Right,
    /// To smaller y.
    Up,
    /// To larger y.
    Down,
}

impl Direction {
    /// Returns `cells` in this direction.
    pub const fn cells(self, cells: i64) -> Cell {
        match self {
            Self::Left => Cell::new(-cells, 0),
            Self::Right => Cell::new(cells, 0),
            Self::Up => Cell::new(0, -cells),
            Self::Down => Cell::new(0, cells),
        }
    }

    /// Returns the arrow key.
    pub(super) const fn key(self) -> Key {
        match self {
            Self::Left => Key::ArrowLeft,
            Self::Right => Key::ArrowRight,
            Self::Up => Key::ArrowUp,
            Self::Down => Key::ArrowDown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plus_is_plus_wherever_the_keyboard_has_it() {
        assert!(matches(plain(Key::Plus), shift(Key::Plus)));
        assert!(!matches(plain(Key::Tab), shift(Key::Tab)));
        assert!(!matches(ctrl(Key::O), ctrl_shift(Key::O)));
    }
}
