//! The commands, in the order of the menus.

use std::sync::OnceLock;

use egui::ThemePreference;
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use crate::{
    app::outside,
    choice::Choice as _,
    exports::{self, ExportRef},
    geom::Cell,
    session::{Layer, Slot, Tab},
};

/// Lists the commands, each with the values it carries.
macro_rules! commands {
    ($($(#[$doc:meta])* $name:ident $(($value:ty) in $values:expr)?,)*) => {
        /// Something a person can ask for by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Command {
            $($(#[$doc])* $name $(($value))?,)*
        }

        /// Every command, in order.
        fn listed() -> Vec<Command> {
            let mut all = Vec::new();
            $(commands!(@list all, $name $(, $values)?);)*
            all
        }
    };
    (@list $all:ident, $name:ident) => { $all.push(Command::$name) };
    (@list $all:ident, $name:ident, $values:expr) => { $all.extend($values.iter().map(|&value| Command::$name(value))) };
}

commands! {
    /// Choose an image in a dialog.
    Open(Slot) in Slot::ALL,
    /// Name an image by its path.
    OpenPath(Slot) in Slot::ALL,
    /// Cut the image of a sprite into frames by a grid.
    Sheet(Slot) in Slot::ALL,
    /// Choose an image that says what is solid in a sprite.
    MaskImage(Slot) in Slot::ALL,
    /// Say what is solid in a sprite.
    Solid(Slot) in Slot::ALL,
    /// Choose a scene in a dialog.
    OpenScene,
    /// Open keys for the ball.
    OpenKeys,
    /// Write the scene where it came from, or wherever a dialog says.
    SaveScene,
    /// Write something into a file.
    Export(ExportRef) in exports::ALL,
    /// Put a link to the scene on the clipboard.
    CopyLink,
    /// Name the page that copied links lead to.
    LinkPage,
    /// Say what the scene should answer.
    Expectation,
    /// Put the table of scans on the clipboard.
    CopyTable,
    /// Put the command line that tests this placement on the clipboard.
    CopyLine,
    /// End the program.
    Quit,
    /// Undo the last change.
    Undo,
    /// Redo what was undone.
    Redo,
    /// Exchange A and B.
    Swap,
    /// Move the active sprite the shortest way out of the other.
    PushOut,
    /// Type where the active sprite stands.
    MoveTo,
    /// Mirror the active sprite left to right.
    FlipX,
    /// Mirror it upside down.
    FlipY,
    /// Turn it by a quarter.
    QuarterTurn,
    /// Put both sprites where they stand in their files.
    ResetPlacement,
    /// Make the other sprite the one that keys move.
    OtherSprite,
    /// Move the active sprite by one cell.
    Nudge(Direction) in Direction::VARIANTS,
    /// Move the active sprite by ten cells.
    NudgeFar(Direction) in Direction::VARIANTS,
    /// Go to one of the tabs along the top.
    Show(Tab) in Tab::ALL,
    /// Bring a section of the right panel into view.
    Reveal(&'static str) in ["Words", "Overlap", "Engines", "Masks"],
    /// Fit both sprites into the view.
    Fit,
    /// Show one pixel per cell.
    One,
    /// Show cells larger.
    ZoomIn,
    /// Show cells smaller.
    ZoomOut,
    /// Count places from A, or in the world.
    CountFromA,
    /// Show or hide the three layers of bits at once.
    Bits,
    /// Show or hide a layer.
    Layer(Layer) in Layer::ALL,
    /// Switch to the dark or the light theme, or to the system's.
    Theme(ThemePreference) in [ThemePreference::Dark, ThemePreference::Light, ThemePreference::System],
    /// Play or pause.
    Play,
    /// Play or pause the ball, where Space makes it jump.
    PlayGame,
    /// Go one visit back.
    StepBack,
    /// Go one visit on.
    StepOn,
    /// Go to before the first visit.
    First,
    /// Go to after the last visit.
    Last,
    /// Go to the visit that hit.
    ToTheHit,
    /// Go to the next wrong check of a log.
    NextWrong,
    /// Go to the wrong check before.
    PreviousWrong,
    /// Play slower.
    Slower,
    /// Play faster.
    Faster,
    /// Start again at the end.
    Repeat,
    /// Go to where the selected scan loses.
    ShowWorst,
    /// Time the selected scan again.
    TimeAgain,
    /// List the selected scan once more.
    DuplicateScan,
    /// Take the selected row out of the table.
    RemoveScan,
    /// Put the command line that runs the selected scan on the clipboard.
    CopyScanLine,
    /// Select the scan at a place in the table, from 0; the first nine have keys.
    SelectScan(usize) in [0, 1, 2, 3, 4, 5, 6, 7, 8],
    /// Go on with the lessons.
    Lessons,
    /// Go to the next step of the lesson.
    NextStep,
    /// Close the lesson.
    CloseLesson,
    /// Find any command.
    Find,
    /// Open the menu of what is under the pointer.
    Menu,
    /// Show all keys.
    Keys,
    /// Show the errors in the articles.
    Traps,
    /// Show where two conventions disagree.
    Conventions,
}

impl Command {
    /// The layers of bits, which one key shows and hides together.
    pub(super) const BITS: [Layer; 3] = [Layer::BitsA, Layer::BitsB, Layer::BitsBoth];

    /// Every command, in the order of the menus.
    pub fn all() -> &'static [Self] {
        static ALL: OnceLock<Vec<Command>> = OnceLock::new();
        ALL.get_or_init(|| {
            let mut all = listed();
            // Among the layers, the command for all bits stands right before the first of them.
            let place = |all: &[Self], command| all.iter().position(|listed| *listed == command);
            if let Some((bits, first)) = place(&all, Self::Bits).zip(place(&all, Self::Layer(Self::BITS[0]))) {
                all[bits..first].rotate_left(1);
            }
            all.retain(|command| command.is_offered());
            all
        })
    }

    /// Whether it can be given where the program runs: nothing ends a page, it has no shell and no paths, and its links lead to
    /// itself.
    pub const fn is_offered(self) -> bool {
        outside::HAS_SYSTEM
            || !matches!(self, Self::Quit | Self::OpenPath(_) | Self::CopyLine | Self::CopyScanLine | Self::LinkPage)
    }
}

/// Where to.
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
}
