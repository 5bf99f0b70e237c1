//! Every command once: its name, its place in the menus, its condition, and its requests.
//!
//! To add a command: write its line in [`list`], which the menus, the keys, the palette and the list of keys read.
//!
//! - `list`: all commands, in the order of the menus.
//! - `declaration`: what a command declares: label, section of a menu, keys, condition, requests.
//! - `scans`, `stage`, `view`, `stops`, `project`: the longer declarations: of scans; of sprites, hitboxes and files; of tabs,
//!   zoom and layers; of a game that can be stopped; of a project.
//! - `keys`: which command a key gives. `menu`: commands as rows of menus and as tooltips.
//! - `context_menu`: the menus that a right click opens.
//! - [`advice`]: answers in the words of those who ask, each with what helps.
//! - `line`: the command line that tests what is on the stage.

pub mod advice;
pub mod context_menu;
mod declaration;
mod keys;
mod line;
mod list;
mod menu;
mod project;
mod scans;
mod stage;
mod stops;
mod view;

pub use declaration::{Menu, Section, copied, key_name};
pub use keys::{handle_keys, key_names};
pub use list::Command;
pub use menu::{Item, item, items, list, separator, style_menu, tooltip};
pub use scans::{inspect, test, way_to_hit};
pub use view::CODE;

use std::{borrow::Cow, sync::OnceLock};

use egui::{Context, KeyboardShortcut};

use crate::app::outside;
use crate::app::request::{Request, WindowState};

impl Command {
    /// Every command, in the order of the menus.
    pub fn all() -> &'static [Self] {
        static ALL: OnceLock<Vec<Command>> = OnceLock::new();
        ALL.get_or_init(|| {
            let mut all = list::listed();
            // Among the layers, the command for all bits stands right before the first of them.
            let place = |all: &[Self], command| all.iter().position(|listed| *listed == command);
            if let Some((bits, first)) = place(&all, Self::Bits).zip(place(&all, Self::Layer(view::BITS[0]))) {
                all[bits..first].rotate_left(1);
            }
            all.retain(|command| command.is_offered());
            all
        })
    }

    /// True if it can be given where the program runs: nothing ends a page, it has no shell, no paths, no folders and no
    /// game that runs beside it, and its links lead to itself.
    pub fn is_offered(self) -> bool {
        outside::HAS_SYSTEM
            || self.section() != Section::Project
                && !matches!(
                    self,
                    Self::Quit
                        | Self::OpenProject
                        | Self::OpenPath(_)
                        | Self::CopyLine
                        | Self::CopyScanLine
                        | Self::LinkPage
                        | Self::NextFrame
                        | Self::NextWrongHit
                        | Self::GoOn
                        | Self::StopAtWrong
                        | Self::IgnoreLine
                        | Self::IgnorePair
                )
    }

    /// The part of the menu that it stands in.
    pub fn section(self) -> Section {
        self.declaration().section
    }

    /// The present label in menus and in the palette.
    pub fn label(self, window: &WindowState<'_>) -> Cow<'static, str> {
        (self.declaration().label)(window)
    }

    /// The effect, in a sentence.
    pub fn sentence(self) -> Cow<'static, str> {
        self.declaration().sentence.unwrap_or(Cow::Borrowed(self.listed_sentence()))
    }

    /// True if it has an effect now.
    pub fn is_enabled(self, window: &WindowState<'_>) -> bool {
        (self.declaration().is_enabled)(window)
    }

    /// The text behind the label in a menu: the present effect, in short.
    pub fn value(self, window: &WindowState<'_>) -> Option<String> {
        (self.declaration().value)(window)
    }

    /// True if it is switched on; `None` if it is not a switch.
    pub fn is_on(self, ctx: &Context, window: &WindowState<'_>) -> Option<bool> {
        self.declaration().is_on.map(|is_on| is_on(ctx, window))
    }

    /// Asks for it.
    pub fn ask(self, window: &WindowState<'_>, out: &mut Vec<Request>) {
        (self.declaration().ask)(window, out);
    }

    /// The keys that give the command, the usual one first. Where two share a key, the first that is enabled gets it.
    pub fn keys(self) -> Vec<KeyboardShortcut> {
        self.declaration().keys
    }

    /// Its usual key in words, `Ctrl Shift O`; empty for a command without.
    pub fn key(self) -> String {
        self.keys().first().map(|&shortcut| key_name(shortcut)).unwrap_or_default()
    }

    /// True if another command may have its keys, and stands behind it: it is possible only in Terrain, in Project, in a
    /// script, or while a game can be stopped.
    pub fn has_shared_keys(self) -> bool {
        matches!(self, Self::PlayGame | Self::ScriptHelp) || matches!(self.section(), Section::Stops | Section::Project)
    }

    /// True if holding its key gives it again and again.
    fn repeats(self) -> bool {
        self.declaration().repeats
    }
}

impl Section {
    /// Its commands, in order.
    pub fn commands(self) -> impl Iterator<Item = Command> {
        Command::all().iter().copied().filter(move |command| command.section() == self)
    }
}

#[cfg(test)]
mod tests {
    use declaration::Direction;

    use super::*;
    use crate::session::{Layer, Slot};

    #[test]
    fn no_key_stands_for_two_commands() {
        for (at, one) in Command::all().iter().enumerate() {
            for other in &Command::all()[at + 1..] {
                let are_alike = one.has_shared_keys() == other.has_shared_keys();
                // A game can be stopped in one tab, a project is shown in another.
                if !are_alike || one.has_shared_keys() && one.section() != other.section() {
                    continue;
                }
                let shared = one.keys().into_iter().any(|key| other.keys().contains(&key));
                assert!(!shared, "{one:?} and {other:?}");
            }
        }
    }

    #[test]
    fn every_command_is_listed_once() {
        let all = Command::all();
        let is_repeated = |at: usize| all[at + 1..].contains(&all[at]);
        assert_eq!((0..all.len()).find(|&at| is_repeated(at)), None);
        let place = |command| all.iter().position(|listed| *listed == command);
        assert_eq!(place(Command::Bits).map(|at| at + 1), place(Command::Layer(Layer::BitsA)));
    }

    #[test]
    fn keys_are_written_in_words() {
        assert_eq!(Command::Open(Slot::B).key(), "Ctrl Shift O");
        assert_eq!(Command::NudgeFar(Direction::Left).key(), "Shift ←");
        assert_eq!(Command::Play.key(), "Space");
        assert_eq!(Command::ZoomOut.key(), "−");
        assert_eq!(Command::Swap.key(), "");
    }
}
