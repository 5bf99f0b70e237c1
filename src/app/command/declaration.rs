//! The declaration of a command: its place in the menus, its keys, and the conditions that many share.

use std::borrow::Cow;

use egui::{Context, Key, KeyboardShortcut, Modifiers};
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use crate::app::request::{Request, WindowState};
use crate::session::{Event, PlaybackAction, Tab};
use maskscope_core::geom::Cell;

type SeenState<'a> = &'a WindowState<'a>;
/// True if a switch is on.
type IsOn = dyn Fn(&Context, SeenState<'_>) -> bool;
/// Pushes what is asked for.
type Asking = dyn Fn(SeenState<'_>, &mut Vec<Request>);

/// Everything the program knows about a command.
pub struct Declaration {
    pub section: Section,
    /// Effect, if it depends on its value.
    pub sentence: Option<Cow<'static, str>>,
    pub keys: Vec<KeyboardShortcut>,
    pub repeats: bool,
    pub label: Box<dyn Fn(SeenState<'_>) -> Cow<'static, str>>,
    /// Its present effect, in short: `1,−1`.
    pub value: Box<dyn Fn(SeenState<'_>) -> Option<String>>,
    pub is_enabled: Box<dyn Fn(SeenState<'_>) -> bool>,
    pub is_on: Option<Box<IsOn>>,
    pub ask: Box<Asking>,
}

/// Declares a command that is always possible and has no key.
pub fn command(section: Section, label: impl Into<Cow<'static, str>>) -> Declaration {
    let label = label.into();
    Declaration {
        section,
        sentence: None,
        keys: Vec::new(),
        repeats: false,
        label: Box::new(move |_| label.clone()),
        value: Box::new(|_| None),
        is_enabled: Box::new(|_| true),
        is_on: None,
        ask: Box::new(|_, _| {}),
    }
}

impl Declaration {
    /// Says what it does in a sentence of its own, in place of that in the list of commands.
    pub fn with_sentence(self, sentence: impl Into<Cow<'static, str>>) -> Self {
        Self { sentence: Some(sentence.into()), ..self }
    }

    /// The keys that give it, the usual one first.
    pub fn keys(self, keys: impl IntoIterator<Item = KeyboardShortcut>) -> Self {
        Self { keys: keys.into_iter().collect(), ..self }
    }

    /// Holding its key gives it again and again.
    pub fn repeats(self) -> Self {
        Self { repeats: true, ..self }
    }

    /// A label that depends on what is shown.
    pub fn called(self, label: impl Fn(SeenState<'_>) -> Cow<'static, str> + 'static) -> Self {
        Self { label: Box::new(label), ..self }
    }

    /// Sets its present effect, in short.
    pub fn shows(self, value: impl Fn(SeenState<'_>) -> Option<String> + 'static) -> Self {
        Self { value: Box::new(value), ..self }
    }

    /// Sets the condition under which it has an effect.
    pub fn when(self, is_enabled: impl Fn(SeenState<'_>) -> bool + 'static) -> Self {
        Self { is_enabled: Box::new(is_enabled), ..self }
    }

    /// Makes it a switch, and says when it is on.
    pub fn switch(self, is_on: impl Fn(&Context, SeenState<'_>) -> bool + 'static) -> Self {
        Self { is_on: Some(Box::new(is_on)), ..self }
    }

    /// Sets its request.
    pub fn asks(self, request: impl Fn(SeenState<'_>) -> Request + 'static) -> Self {
        self.asks_all(move |window, out| out.push(request(window)))
    }

    /// Sets its requests, any number of them.
    pub fn asks_all(self, ask: impl Fn(SeenState<'_>, &mut Vec<Request>) + 'static) -> Self {
        Self { ask: Box::new(ask), ..self }
    }
}

/// Copies a text, and says what was copied.
pub fn copied(what: &str, text: String) -> Request {
    Request::Copy(text, Event::Done { title: format!("{what} copied"), detail: "It is on the clipboard.".to_owned() })
}

pub fn is_game(window: &WindowState<'_>) -> bool {
    window.session.view().is_game()
}

pub fn shows_canvas(window: &WindowState<'_>) -> bool {
    matches!(window.session.view().tab, Tab::Inspect | Tab::Replay)
}

/// True if the checks of a log or of a drag are shown.
pub fn plays_checks(window: &WindowState<'_>) -> bool {
    window.session.view().tab == Tab::Replay && window.session.played().is_some()
}

/// True if the shown checks have an incident or a jump to go to.
pub fn has_wrong_checks(window: &WindowState<'_>) -> bool {
    let has_incident = window.session.log().is_some_and(|log| !log.incidents.ranked().is_empty());
    let has_jump = window.session.played().is_some_and(|played| !played.replay.tunnels.is_empty());
    plays_checks(window) && (has_incident || has_jump)
}

pub fn has_any(window: &WindowState<'_>) -> bool {
    window.session.stage().bounds().is_some()
}

/// True if there is something on the canvas.
pub fn has_view(window: &WindowState<'_>) -> bool {
    let is_game_shown = is_game(window) && window.session.terrain().actors.is_some();
    is_game_shown || shows_canvas(window) && has_any(window)
}

pub fn has_both(window: &WindowState<'_>) -> bool {
    window.session.stage().both().is_some()
}

/// Declares a command for whatever plays.
pub fn plays(label: &'static str, action: PlaybackAction) -> Declaration {
    let is_enabled = |window: &WindowState<'_>| {
        let session = window.session;
        if session.view().tab == Tab::Project {
            false
        } else if is_game(window) {
            session.terrain().run().is_some()
        } else if plays_checks(window) {
            session.played().is_some_and(|played| played.count() > 0)
        } else {
            session.steps() > 0 || session.hides_selected()
        }
    };
    command(Section::Playback, label).when(is_enabled).asks(move |_| action.into())
}

/// Returns true if there is a hit to go to, or to guess.
pub fn may_show_hit(window: &WindowState<'_>) -> bool {
    let session = window.session;
    let has_hit = session.derived().recording().is_some_and(|run| run.hit.is_some());
    // Before a guess, a disabled command would give the answer away.
    shows_canvas(window) && (has_hit || session.hides_selected())
}

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
    /// A game that can be stopped: its keys come before those of the transport.
    #[strum(serialize = "Running game")]
    Stops,
    /// The hitboxes of a project: its keys come before those of the others.
    Project,
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
            | Self::Stops
            | Self::Project
            | Self::Scans => Some(Menu::View),
            Self::Sharing => Some(Menu::Scene),
            Self::Help | Self::Learning | Self::About => Some(Menu::Help),
        }
    }

    /// True if it is long enough to fold away behind its title in the menu.
    pub const fn is_submenu(self) -> bool {
        use Section as S;
        matches!(self, S::Nudge | S::Details | S::Layers | S::Theme | S::Playback | S::Stops | S::Project | S::Scans)
    }
}

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

/// A key with Ctrl, on a Mac with Command, and Shift.
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
