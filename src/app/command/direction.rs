//! The directions of the arrow keys.

use egui::Key;
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use crate::geom::Cell;

/// A direction.
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
    /// `cells` in this direction.
    pub const fn cells(self, cells: i64) -> Cell {
        match self {
            Self::Left => Cell::new(-cells, 0),
            Self::Right => Cell::new(cells, 0),
            Self::Up => Cell::new(0, -cells),
            Self::Down => Cell::new(0, cells),
        }
    }

    /// The arrow key.
    pub(super) const fn key(self) -> Key {
        match self {
            Self::Left => Key::ArrowLeft,
            Self::Right => Key::ArrowRight,
            Self::Up => Key::ArrowUp,
            Self::Down => Key::ArrowDown,
        }
    }
}
