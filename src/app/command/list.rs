//! The commands, in the order of the menus.

use std::{borrow::Cow, sync::OnceLock};

use egui::{Context, KeyboardShortcut, ThemePreference};
use strum::VariantArray as _;

use super::{declaration::Declaration, direction::Direction, lessons, playback, program, scans, scenes, sprites, view};
use super::{section::Section, shortcut::key_name};
use crate::app::outside;
use crate::app::request::{Request, WindowState};
use crate::choice::Choice as _;
use crate::exports::{self, ExportRef};
use crate::session::{Layer, Slot, Tab};

/// Lists the commands, each with what it does, the values it carries, and the function that declares it.
macro_rules! commands {
    ($($(#[doc = $sentence:literal])+ $name:ident $(($value:ident: $type:ty) in $values:expr)? => $declare:expr,)*) => {
        /// Something a person can ask for by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Command {
            $($(#[doc = $sentence])+ $name $(($type))?,)*
        }

        /// Every command, in order.
        fn listed() -> Vec<Command> {
            let mut all = Vec::new();
            $(commands!(@list all, $name $(, $values)?);)*
            all
        }

        impl Command {
            fn declaration(self) -> Declaration {
                match self {
                    $(Self::$name $(($value))? => $declare($($value)?),)*
                }
            }

            /// The effect, as in the list.
            const fn listed_sentence(self) -> &'static str {
                match self {
                    $(Self::$name { .. } => concat!($($sentence),+).trim_ascii(),)*
                }
            }
        }
    };
    (@list $all:ident, $name:ident) => { $all.push(Command::$name) };
    (@list $all:ident, $name:ident, $values:expr) => { $all.extend($values.iter().map(|&value| Command::$name(value))) };
}

// The list, in the order of the menus: what a command does, and what declares the rest of it.
commands! {
    /// Opens an image.
    Open(slot: Slot) in Slot::ALL => sprites::open,
    /// Opens an image by its path, without a dialog.
    OpenPath(slot: Slot) in Slot::ALL => sprites::open_path,
    /// Cuts the image into frames: cells of one size with a margin and a spacing.
    Sheet(slot: Slot) in Slot::ALL => sprites::sheet,
    /// Takes the solid pixels from another image, as large as this one or its sheet.
    MaskImage(slot: Slot) in Slot::ALL => sprites::mask_image,
    /// Sets the rule for solid pixels: alpha, a key colour or another image, and a threshold.
    Solid(slot: Slot) in Slot::ALL => sprites::solid,
    /// Opens a scene: both sprites, their placement and the rules of their test.
    OpenScene => scenes::open,
    /// Plays the ball from the start with the keys in a file.
    OpenKeys => scenes::open_keys,
    /// Writes the scene into its file: it opens here, and the command line tests it.
    SaveScene => scenes::save,
    /// Writes something into a file.
    Export(export: ExportRef) in exports::ALL => scenes::export,
    /// Copies a link that opens this scene with its images, without any file. Ctrl V opens one here.
    CopyLink => scenes::copy_link,
    /// Sets the web page that copied links open.
    LinkPage => scenes::link_page,
    /// Sets the expected answer: it is saved with the scene, and maskscope replay checks it.
    Expectation => scenes::expectation,
    /// Copies every scan's answer and cost, for a spreadsheet.
    CopyTable => scenes::copy_table,
    /// Copies the command that tests this placement with every scan, without a window.
    CopyLine => scans::copy_line_of_all,
    /// Ends the program.
    Quit => program::quit,
    /// Undoes the last change of the scene.
    Undo => program::undo,
    /// Redoes the change that was undone.
    Redo => program::redo,
    /// Exchanges A and B; nothing moves.
    Swap => sprites::swap,
    /// Moves it the shortest way to where no pixel is shared.
    PushOut => sprites::push_out,
    /// Moves it to x and y, which you type.
    MoveTo => sprites::move_to,
    /// Mirrors it left to right, in place.
    FlipX => sprites::flip_x,
    /// Mirrors it upside down, in place.
    FlipY => sprites::flip_y,
    /// Turns it clockwise about its middle.
    QuarterTurn => sprites::quarter_turn,
    /// Puts both sprites at 0,0 as they are in their files: neither turned nor scaled nor flipped.
    ResetPlacement => sprites::reset,
    /// Lets the arrow keys move the other sprite.
    OtherSprite => sprites::other_sprite,
    /// Moves the active sprite by a cell.
    Nudge(to: Direction) in Direction::VARIANTS => sprites::nudge,
    /// Moves the active sprite by ten cells.
    NudgeFar(to: Direction) in Direction::VARIANTS => sprites::nudge_far,
    /// Shows another tab.
    Show(tab: Tab) in Tab::ALL => view::show_tab,
    /// Shows a section of the right panel.
    Reveal(title: &'static str) in view::SECTIONS => view::reveal,
    /// Shows both sprites as large as they fit.
    Fit => view::fit,
    /// Shows one pixel per cell.
    One => view::one,
    /// Shows cells larger.
    ZoomIn => view::zoom_in,
    /// Shows cells smaller.
    ZoomOut => view::zoom_out,
    /// Measures coordinates from A's top left pixel instead of the world's 0,0. Files and the command line always use the
    /// world's.
    CountFromA => view::count_from_a,
    /// Shows or hides all three layers of solid pixels.
    Bits => view::bits,
    /// Shows or hides a layer.
    Layer(layer: Layer) in Layer::ALL => view::layer,
    /// Switches to a theme.
    Theme(theme: ThemePreference) in [ThemePreference::Dark, ThemePreference::Light, ThemePreference::System] => view::theme,
    /// Plays the selected scan, the race, the log or the ball, or pauses it.
    Play => playback::play,
    /// Plays or pauses the ball; Space makes it jump.
    PlayGame => playback::play_game,
    /// Goes back by one visit, check of a log, or step of the ball.
    StepBack => playback::step_back,
    /// Goes on by one visit, check of a log, or step of the ball.
    StepOn => playback::step_on,
    /// Goes to before the first visit, or to the ball's start.
    First => playback::first,
    /// Goes to the last visit, the latest check of a log, or the ball's last step.
    Last => playback::last,
    /// Goes to the visit that hit.
    ToTheHit => playback::to_the_hit,
    /// Goes to the next check on which the game and the masks disagree.
    NextWrong => playback::next_wrong,
    /// Goes to the previous check on which the game and the masks disagree.
    PreviousWrong => playback::previous_wrong,
    /// Plays slower.
    Slower => playback::slower,
    /// Plays faster.
    Faster => playback::faster,
    /// Starts again when the scan ends.
    Repeat => playback::repeat,
    /// Moves B to the selected scan's worst case.
    ShowWorst => scans::show_worst,
    /// Times the selected scan again.
    TimeAgain => scans::time_again,
    /// Lists the selected scan once more, to compare another parameter.
    DuplicateScan => scans::duplicate,
    /// Removes the row of a scan that is listed more than once.
    RemoveScan => scans::remove,
    /// Copies the command that runs the selected scan on this placement, without a window.
    CopyScanLine => scans::copy_line,
    /// Selects this scan: canvas and transport follow.
    SelectScan(place: usize) in scans::PLACES => scans::select,
    /// Teaches in short lessons the orders of scans, and their costs.
    Lessons => lessons::go_on,
    /// Goes to the next step of the lesson.
    NextStep => lessons::next_step,
    /// Closes the lesson and restores the earlier scene.
    CloseLesson => lessons::close,
    /// Finds any command or sample by its name.
    Find => program::find,
    /// Opens the menu of the item under the pointer, or of the active sprite.
    Menu => program::menu,
    /// Shows all keys.
    Keys => program::keys,
    /// Lists the mistakes in the articles, and switches them on.
    Traps => program::traps,
    /// Shows the angles or fractions of a pixel at which two sets of rules disagree.
    Conventions => program::conventions,
}

impl Command {
    /// Every command, in the order of the menus.
    pub fn all() -> &'static [Self] {
        static ALL: OnceLock<Vec<Command>> = OnceLock::new();
        ALL.get_or_init(|| {
            let mut all = listed();
            // Among the layers, the command for all bits stands right before the first of them.
            let place = |all: &[Self], command| all.iter().position(|listed| *listed == command);
            if let Some((bits, first)) = place(&all, Self::Bits).zip(place(&all, Self::Layer(view::BITS[0]))) {
                all[bits..first].rotate_left(1);
            }
            all.retain(|command| command.is_offered());
            all
        })
    }

    /// True if it can be given where the program runs: nothing ends a page, it has no shell and no paths, and its links
    /// lead to itself.
    pub const fn is_offered(self) -> bool {
        outside::HAS_SYSTEM
            || !matches!(self, Self::Quit | Self::OpenPath(_) | Self::CopyLine | Self::CopyScanLine | Self::LinkPage)
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

    /// True if holding its key gives it again and again.
    pub(super) fn repeats(self) -> bool {
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
    use super::*;

    #[test]
    fn no_key_stands_for_two_commands() {
        for (at, one) in Command::all().iter().enumerate() {
            for other in &Command::all()[at + 1..] {
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
