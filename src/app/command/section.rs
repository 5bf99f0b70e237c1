//! The menus and their parts.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

/// A menu of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Images, masks, quitting.
    File,
    /// The sprites.
    Edit,
    /// Content of the window, and its playback.
    View,
    /// The scene to others; the built-in pairs stand below.
    Scene,
    /// Ways to find the rest.
    Help,
}

/// Commands that belong together, in the order of the menus: a part of a menu, a column of the list of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
pub enum Section {
    /// Images in.
    Images,
    /// Commands for one sprite, in the menu of its card.
    #[strum(serialize = "A and B")]
    OneSprite,
    /// Hitboxes as code for engines.
    #[strum(serialize = "Copy hitbox as code")]
    HitboxCode,
    /// Scenes, in and out.
    Scenes,
    /// Scenes with their images, for others.
    Sharing,
    /// Masks, orders, tables and pictures out: a list of their own.
    Exports,
    /// The program itself.
    Program,
    /// Undo and redo.
    History,
    /// The two sprites.
    Sprites,
    /// Moving the active one.
    #[strum(serialize = "Move")]
    Nudge,
    /// Contents of the window.
    Views,
    /// Sections of the right panel.
    Details,
    /// Zoom of the canvas.
    Zoom,
    /// From where places are counted.
    Coordinates,
    /// Layers of the canvas.
    Layers,
    /// Dark or light.
    Theme,
    /// The transport.
    Playback,
    /// The table.
    Scans,
    /// The lesson that is open.
    Lesson,
    /// Mistakes and differences of engines.
    Engines,
    /// Finding one's way.
    Help,
    /// Background.
    Learning,
    /// The program, its version and its licences.
    About,
}

impl Section {
    /// The menu of the bar that it is a part of, if it is.
    pub const fn menu(self) -> Option<Menu> {
        match self {
            Self::OneSprite | Self::HitboxCode | Self::Exports | Self::Lesson | Self::Engines => None,
            Self::Images | Self::Scenes | Self::Program => Some(Menu::File),
            Self::History | Self::Sprites | Self::Nudge => Some(Menu::Edit),
            Self::Views
            | Self::Details
            | Self::Zoom
            | Self::Coordinates
            | Self::Layers
            | Self::Theme
            | Self::Playback
            | Self::Scans => Some(Menu::View),
            Self::Sharing => Some(Menu::Scene),
            Self::Help | Self::Learning | Self::About => Some(Menu::Help),
        }
    }

    /// True if it is long enough to fold away behind its title in the menu.
    pub const fn is_submenu(self) -> bool {
        matches!(self, Self::Nudge | Self::Details | Self::Layers | Self::Theme | Self::Playback | Self::Scans)
    }
}
