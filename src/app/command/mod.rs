//! Every command once: what it is called, where it stands in the menus, when it can be given, what it asks for.
//!
//! The menus, the keys, the palette and the list of keys all read [`Command::ALL`], so none can forget one.

mod keys;
mod line;
mod menu;

use std::borrow::Cow;

use egui::{Context, ThemePreference};
use strum::EnumMessage as _;

pub use keys::{handle_keys, key_name};
pub use menu::{item, item_tip, items, tooltip};

use crate::app::request::{PathFor, Popup, Request, WindowState, ZoomRequest};
use crate::{
    choice::Choice as _,
    geom::Cell,
    scene::Collision,
    session::{Export, FileAction, Layer, PlaybackAction, ScanAction, Slot, Stage, StageAction, Tab, ViewAction},
};

/// Something a person can ask for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Choose an image in a dialog.
    Open(Slot),
    /// Name an image by its path.
    OpenPath(Slot),
    /// Choose a scene in a dialog.
    OpenScene,
    /// Open keys for the ball.
    OpenKeys,
    /// Write the scene where it came from, or wherever a dialog says.
    SaveScene,
    /// Cut the image of a sprite into frames by a grid.
    Sheet(Slot),
    /// Choose an image that says what is solid in a sprite.
    MaskImage(Slot),
    /// See where two conventions disagree.
    Conventions,
    /// Write something into a file.
    Export(Export),
    /// Put the table of scans on the clipboard.
    CopyTable,
    /// Put the command line that tests this placement on the clipboard.
    CopyLine,
    /// End the program.
    Quit,
    /// Take back the last change.
    Undo,
    /// Make it again.
    Redo,
    /// Exchange A and B.
    Swap,
    /// Make the other sprite the one that keys move.
    OtherSprite,
    /// Move the active sprite by one cell.
    Nudge(Direction),
    /// Move the active sprite by ten cells.
    NudgeFar(Direction),
    /// Go to one of the tabs along the top.
    Show(Tab),
    /// See both sprites, as large as they go.
    Fit,
    /// See one pixel per cell.
    One,
    /// See more of less.
    ZoomIn,
    /// See less of more.
    ZoomOut,
    /// Show or hide a layer.
    Layer(Layer),
    /// Show or hide the three layers of bits at once.
    Bits,
    /// Dark, light, or as the system says.
    Theme(ThemePreference),
    /// Play or pause.
    Play,
    /// One visit back.
    StepBack,
    /// One visit on.
    StepOn,
    /// Before the first visit.
    First,
    /// After the last visit.
    Last,
    /// To the visit that hit.
    ToTheHit,
    /// Play slower.
    Slower,
    /// Play faster.
    Faster,
    /// Start again at the end.
    Repeat,
    /// Select the scan of a place in the table, from 0.
    SelectScan(usize),
    /// Find any command.
    Find,
    /// Show all keys.
    Keys,
    /// Show the articles' slips.
    Traps,
}

/// Where to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// All four.
    const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Up => "up",
            Self::Down => "down",
        }
    }

    /// `cells` in this direction.
    const fn cells(self, cells: i64) -> Cell {
        match self {
            Self::Left => Cell::new(-cells, 0),
            Self::Right => Cell::new(cells, 0),
            Self::Up => Cell::new(0, -cells),
            Self::Down => Cell::new(0, cells),
        }
    }
}

/// A menu of the bar. The built-in pairs have one of their own, between View and Help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Images, masks, quitting.
    File,
    /// The sprites.
    Edit,
    /// What is shown and how it plays.
    View,
    /// How to find the rest.
    Help,
}

/// Commands that belong together: a part of a menu, a column of the list of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Images in.
    Images,
    /// Scenes, in and out.
    Scenes,
    /// Masks, orders, tables and pictures out.
    Exports,
    /// The program itself.
    Program,
    /// Undo and redo.
    History,
    /// The two sprites.
    Sprites,
    /// Moving the active one.
    Nudge,
    /// What fills the window.
    Views,
    /// How large.
    Zoom,
    /// What is drawn.
    Layers,
    /// Dark or light.
    Theme,
    /// The transport.
    Playback,
    /// The table.
    Scans,
    /// Finding one's way.
    Help,
}

impl Section {
    /// Every section, in the order of the menus.
    pub const ALL: [Self; 14] = [
        Self::Images,
        Self::Scenes,
        Self::Exports,
        Self::Program,
        Self::History,
        Self::Sprites,
        Self::Nudge,
        Self::Views,
        Self::Zoom,
        Self::Layers,
        Self::Theme,
        Self::Playback,
        Self::Scans,
        Self::Help,
    ];

    /// What it is called where it has a title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Images => "Images",
            Self::Scenes => "Scenes",
            Self::Exports => "Exports",
            Self::Program => "Program",
            Self::History => "History",
            Self::Sprites => "Sprites",
            Self::Nudge => "Move",
            Self::Views => "Views",
            Self::Zoom => "Zoom",
            Self::Layers => "Layers",
            Self::Theme => "Theme",
            Self::Playback => "Playback",
            Self::Scans => "Scans",
            Self::Help => "Help",
        }
    }

    /// The menu it is a part of.
    pub const fn menu(self) -> Menu {
        match self {
            Self::Images | Self::Scenes | Self::Exports | Self::Program => Menu::File,
            Self::History | Self::Sprites | Self::Nudge => Menu::Edit,
            Self::Views | Self::Zoom | Self::Layers | Self::Theme | Self::Playback | Self::Scans => Menu::View,
            Self::Help => Menu::Help,
        }
    }

    /// Whether it is long enough to fold away behind its title in the menu.
    pub const fn is_submenu(self) -> bool {
        matches!(self, Self::Nudge | Self::Layers | Self::Theme | Self::Playback | Self::Scans)
    }

    /// Its commands, in order.
    pub fn commands(self) -> impl Iterator<Item = Command> {
        Command::ALL.into_iter().filter(move |command| command.section() == self)
    }
}

impl Command {
    /// Every command, in the order of the menus.
    pub const ALL: [Self; 89] = {
        use Command as C;
        use Direction as D;
        [
            C::Open(Slot::A),
            C::Open(Slot::B),
            C::OpenPath(Slot::A),
            C::OpenPath(Slot::B),
            C::Sheet(Slot::A),
            C::Sheet(Slot::B),
            C::MaskImage(Slot::A),
            C::MaskImage(Slot::B),
            C::OpenScene,
            C::OpenKeys,
            C::SaveScene,
            C::Export(Export::Scene { embeds: false }),
            C::Export(Export::Scene { embeds: true }),
            C::Export(Export::Overlap),
            C::Export(Export::Mask(Slot::A)),
            C::Export(Export::Mask(Slot::B)),
            C::Export(Export::Frames(Slot::A)),
            C::Export(Export::Frames(Slot::B)),
            C::Export(Export::Order),
            C::Export(Export::Table),
            C::Export(Export::View),
            C::Export(Export::Survey),
            C::Export(Export::Keys),
            C::CopyTable,
            C::CopyLine,
            C::Quit,
            C::Undo,
            C::Redo,
            C::Swap,
            C::OtherSprite,
            C::Nudge(D::Left),
            C::Nudge(D::Right),
            C::Nudge(D::Up),
            C::Nudge(D::Down),
            C::NudgeFar(D::Left),
            C::NudgeFar(D::Right),
            C::NudgeFar(D::Up),
            C::NudgeFar(D::Down),
            C::Show(Tab::Inspect),
            C::Show(Tab::Race),
            C::Show(Tab::Survey),
            C::Show(Tab::Path),
            C::Show(Tab::Terrain),
            C::Fit,
            C::One,
            C::ZoomIn,
            C::ZoomOut,
            C::Layer(Layer::Boxes),
            C::Layer(Layer::TightBounds),
            C::Layer(Layer::BoundsUsed),
            C::Layer(Layer::Intersection),
            C::Layer(Layer::Outlines),
            C::Bits,
            C::Layer(Layer::BitsA),
            C::Layer(Layer::BitsB),
            C::Layer(Layer::BitsBoth),
            C::Layer(Layer::Channels),
            C::Layer(Layer::Words),
            C::Layer(Layer::Visits),
            C::Layer(Layer::CurrentVisit),
            C::Layer(Layer::FirstHit),
            C::Layer(Layer::Grid),
            C::Layer(Layer::OnionSkin),
            C::Layer(Layer::Handles),
            C::Theme(ThemePreference::Dark),
            C::Theme(ThemePreference::Light),
            C::Theme(ThemePreference::System),
            C::Play,
            C::StepBack,
            C::StepOn,
            C::First,
            C::Last,
            C::ToTheHit,
            C::Slower,
            C::Faster,
            C::Repeat,
            C::SelectScan(0),
            C::SelectScan(1),
            C::SelectScan(2),
            C::SelectScan(3),
            C::SelectScan(4),
            C::SelectScan(5),
            C::SelectScan(6),
            C::SelectScan(7),
            C::SelectScan(8),
            C::Find,
            C::Keys,
            C::Traps,
            C::Conventions,
        ]
    };

    /// The layers of bits, which one key shows and hides together.
    const BITS: [Layer; 3] = [Layer::BitsA, Layer::BitsB, Layer::BitsBoth];

    /// Which part of which menu it stands in.
    pub const fn section(self) -> Section {
        match self {
            Self::Open(_) | Self::OpenPath(_) | Self::Sheet(_) | Self::MaskImage(_) => Section::Images,
            Self::OpenScene | Self::OpenKeys | Self::SaveScene | Self::Export(Export::Scene { .. }) => Section::Scenes,
            Self::Export(_) | Self::CopyTable | Self::CopyLine => Section::Exports,
            Self::Quit => Section::Program,
            Self::Undo | Self::Redo => Section::History,
            Self::Swap | Self::OtherSprite => Section::Sprites,
            Self::Nudge(_) | Self::NudgeFar(_) => Section::Nudge,
            Self::Show(_) => Section::Views,
            Self::Fit | Self::One | Self::ZoomIn | Self::ZoomOut => Section::Zoom,
            Self::Layer(_) | Self::Bits => Section::Layers,
            Self::Theme(_) => Section::Theme,
            Self::Play
            | Self::StepBack
            | Self::StepOn
            | Self::First
            | Self::Last
            | Self::ToTheHit
            | Self::Slower
            | Self::Faster
            | Self::Repeat => Section::Playback,
            Self::SelectScan(_) => Section::Scans,
            Self::Find | Self::Keys | Self::Traps | Self::Conventions => Section::Help,
        }
    }

    /// What menus and the palette call it now.
    pub fn label(self, window: &WindowState<'_>) -> Cow<'static, str> {
        match self {
            Self::Open(slot) => format!("Open {}…", slot.letter()).into(),
            Self::OpenPath(slot) => format!("Open {} by path…", slot.letter()).into(),
            Self::Export(Export::Overlap) => "Export overlap mask…".into(),
            Self::Export(Export::Mask(slot)) => format!("Export mask of {}…", slot.letter()).into(),
            Self::OpenScene => "Open scene…".into(),
            Self::SaveScene => "Save scene".into(),
            Self::Export(Export::Scene { embeds: false }) => "Save scene as…".into(),
            Self::Export(Export::Scene { embeds: true }) => "Save scene with masks inside…".into(),
            Self::Sheet(slot) => format!("Cut {} by a grid…", slot.letter()).into(),
            Self::MaskImage(slot) => format!("Mask image of {}…", slot.letter()).into(),
            Self::Conventions => "Where conventions disagree…".into(),
            Self::Export(Export::Frames(slot)) => format!("Export masks of all frames of {}…", slot.letter()).into(),
            Self::Export(Export::Order) => "Export visit order…".into(),
            Self::Export(Export::Table) => "Export table of scans…".into(),
            Self::Export(Export::View) => "Export view…".into(),
            Self::Export(Export::Survey) => "Export survey…".into(),
            Self::Export(Export::Keys) => "Save keys of the run…".into(),
            Self::OpenKeys => "Open keys for the ball…".into(),
            Self::CopyTable => "Copy table of scans".into(),
            Self::CopyLine => "Copy command line".into(),
            Self::Quit => "Quit".into(),
            Self::Undo => "Undo".into(),
            Self::Redo => "Redo".into(),
            Self::Swap => "Swap A and B".into(),
            Self::OtherSprite => format!("Take {} for the keys", window.session.stage().active.other().letter()).into(),
            Self::Nudge(direction) => format!("Move {} by 1 px", direction.name()).into(),
            Self::NudgeFar(direction) => format!("Move {} by 10 px", direction.name()).into(),
            Self::Show(tab) => tab.title().into(),
            Self::Fit => "Fit".into(),
            Self::One => "1:1".into(),
            Self::ZoomIn => "Zoom in".into(),
            Self::ZoomOut => "Zoom out".into(),
            Self::Layer(layer) => layer.title().into(),
            Self::Bits => "Bits: all three".into(),
            Self::Theme(ThemePreference::Dark) => "Dark".into(),
            Self::Theme(ThemePreference::Light) => "Light".into(),
            Self::Theme(ThemePreference::System) => "As the system".into(),
            Self::Play if window.session.is_playing() => "Pause".into(),
            Self::Play => "Play".into(),
            Self::StepBack => "Step back".into(),
            Self::StepOn => "Step on".into(),
            Self::First => "To the start".into(),
            Self::Last => "To the end".into(),
            Self::ToTheHit => "To the hit".into(),
            Self::Slower => "Slower".into(),
            Self::Faster => "Faster".into(),
            Self::Repeat => "Repeat".into(),
            Self::SelectScan(place) => match window.session.scans().scans().get(place) {
                Some(scan) => scan.display_name().into(),
                None => format!("Scan {}", place + 1).into(),
            },
            Self::Find => "Find a command…".into(),
            Self::Keys => "Keys".into(),
            Self::Traps => "Traps…".into(),
        }
    }

    /// What it does, in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Open(Slot::A) => "Opens an image as A.",
            Self::Open(Slot::B) => "Opens an image as B.",
            Self::OpenPath(Slot::A) => "Opens an image as A by its path, without a dialog.",
            Self::OpenPath(Slot::B) => "Opens an image as B by its path, without a dialog.",
            Self::Export(Export::Overlap) => "Writes the pixels solid in both into a file.",
            Self::Export(Export::Mask(Slot::A)) => "Writes the mask of A into a file.",
            Self::Export(Export::Mask(Slot::B)) => "Writes the mask of B into a file.",
            Self::OpenScene => "Opens a scene: both sprites, where they stand, and how they are tested.",
            Self::SaveScene => "Writes the scene into its file: it opens here, and the command line tests it.",
            Self::Export(Export::Scene { embeds: false }) => "Writes the scene into another file.",
            Self::Export(Export::Scene { embeds: true }) => {
                "Writes a scene that needs no images, for a bug report: their masks stand in it."
            }
            Self::Sheet(_) => "Cuts the image into frames: cells of one size with a margin and a spacing.",
            Self::MaskImage(_) => "Takes another image of the same size to say what is solid.",
            Self::Conventions => "Shows at which angles or fractions of a pixel two conventions answer differently.",
            Self::Export(Export::Frames(_)) => "Writes the mask of every frame into a file of its own.",
            Self::Export(Export::Order) => {
                "Writes the order of the selected scan: a plate, an animation, text or data."
            }
            Self::Export(Export::Table) => "Writes what every scan answered and cost as CSV, TSV or JSON.",
            Self::Export(Export::Survey) => {
                "Writes the survey that is shown as a picture, PNG, or its numbers, CSV or JSON."
            }
            Self::Export(Export::Keys) => {
                "Writes the keys that moved the ball as a text: it opens here, and maskscope terrain replays it."
            }
            Self::OpenKeys => "Plays the ball from the start by the keys in a file.",
            Self::Export(Export::View) => "Writes the canvas as it is seen into a PNG file.",
            Self::CopyLine => {
                "Puts the command on the clipboard that tests this placement without a window; a turned sprite needs a saved scene."
            }
            Self::CopyTable => "Puts what every scan answered and cost on the clipboard, for a spreadsheet.",
            Self::Quit => "Ends the program.",
            Self::Undo => "Takes back the last change of the scene.",
            Self::Redo => "Makes the change again that was taken back.",
            Self::Swap => "Exchanges A and B; nothing moves.",
            Self::OtherSprite => "Makes the other sprite the one that keys move.",
            Self::Nudge(_) => "Moves the active sprite by a cell.",
            Self::NudgeFar(_) => "Moves the active sprite by ten cells.",
            Self::Show(tab) => tab.get_documentation().unwrap_or_default(),
            Self::Fit => "Shows both sprites, as large as they go.",
            Self::One => "Shows one pixel per cell.",
            Self::ZoomIn => "Shows cells larger.",
            Self::ZoomOut => "Shows cells smaller.",
            Self::Layer(layer) => layer.get_documentation().unwrap_or_default(),
            Self::Bits => "Shows or hides all three layers of bits.",
            Self::Theme(ThemePreference::Dark) => "Light marks on a dark ground.",
            Self::Theme(ThemePreference::Light) => "Dark marks on a light ground.",
            Self::Theme(ThemePreference::System) => "Dark or light, as the system says.",
            Self::Play => "Plays the selected scan, the race or the ball, or pauses it.",
            Self::StepBack => "Goes one visit back, or one step of the ball.",
            Self::StepOn => "Goes one visit on, or one step of the ball.",
            Self::First => "Goes to before the first visit, or to where the ball starts.",
            Self::Last => "Goes to after the last visit, or to the ball's last step.",
            Self::ToTheHit => "Goes to the visit that hit.",
            Self::Slower => "Plays slower.",
            Self::Faster => "Plays faster.",
            Self::Repeat => "Starts again when the scan ends.",
            Self::SelectScan(_) => "Selects this scan: canvas and transport follow.",
            Self::Find => "Finds any command or sample by its name.",
            Self::Keys => "Shows all keys.",
            Self::Traps => "Shows the slips in the articles, and switches them on.",
        }
    }

    /// Whether it would do anything now.
    pub fn is_enabled(self, window: &WindowState<'_>) -> bool {
        let session = window.session;
        let stage = session.stage();
        let is_game = session.view().tab() == Tab::Terrain;
        let inspects = matches!(session.view().tab(), Tab::Inspect | Tab::Path);
        match self {
            Self::Export(Export::Overlap | Export::Order) => {
                session.derived().collision().is_some_and(Collision::boxes_overlap)
            }
            Self::Export(Export::Table) | Self::CopyTable => !session.derived().rows().is_empty(),
            Self::Export(Export::Survey) => session.derived().answer().is_some(),
            Self::Export(Export::Keys) => is_game && session.terrain().steps() > 0,
            Self::OpenKeys => is_game,
            Self::Export(Export::View) => session.view().tab() == Tab::Inspect && stage.bounds().is_some(),
            Self::Export(Export::Mask(slot)) | Self::Sheet(slot) | Self::MaskImage(slot) => stage.get(slot).is_some(),
            Self::Export(Export::Frames(slot)) => {
                stage.get(slot).is_some_and(|placed| placed.sprite().frames().all().len() > 1)
            }
            Self::SaveScene | Self::Export(Export::Scene { .. }) | Self::Conventions => stage.both().is_some(),
            Self::CopyLine => line::command_line(session).is_some(),
            Self::Undo => session.can_undo_redo().0,
            Self::Redo => session.can_undo_redo().1,
            Self::Swap => stage.bounds().is_some(),
            Self::Fit | Self::One => inspects && stage.bounds().is_some(),
            Self::ZoomIn | Self::ZoomOut | Self::Layer(_) | Self::Bits => inspects,
            Self::OtherSprite => !is_game && stage.get(stage.active.other()).is_some(),
            Self::Nudge(_) | Self::NudgeFar(_) => !is_game && stage.get(stage.active).is_some(),
            Self::Play | Self::StepBack | Self::StepOn | Self::First | Self::Last if is_game => {
                session.terrain().run().is_some()
            }
            Self::Repeat => !is_game,
            Self::Play | Self::StepBack | Self::StepOn | Self::First | Self::Last => session.steps() > 0,
            Self::ToTheHit => {
                inspects && session.derived().recording().is_some_and(|recording| recording.hit.is_some())
            }
            Self::SelectScan(place) => place < session.scans().scans().len(),
            _ => true,
        }
    }

    /// Whether it is switched on; `None` for what is no switch.
    pub fn is_on(self, ctx: &Context, window: &WindowState<'_>) -> Option<bool> {
        match self {
            Self::Layer(layer) => Some(window.session.view().layers().has(layer)),
            Self::Bits => Some(Self::shows_bits(window)),
            Self::Theme(theme) => Some(ctx.options(|options| options.theme_preference) == theme),
            Self::Repeat => Some(window.session.transport().repeats()),
            Self::Show(tab) => Some(window.session.view().tab() == tab),
            Self::SelectScan(place) => Some(window.session.scans().selected_index() == place),
            _ => None,
        }
    }

    /// Whether any layer of bits is shown.
    fn shows_bits(window: &WindowState<'_>) -> bool {
        Self::BITS.into_iter().any(|layer| window.session.view().layers().has(layer))
    }

    /// Asks for it.
    pub fn ask(self, window: &WindowState<'_>, out: &mut Vec<Request>) {
        let show = |layer, shown| Request::from(ViewAction::ShowLayer(layer, shown));
        match self {
            Self::Open(slot) => out.push(FileAction::Open(slot).into()),
            Self::OpenPath(slot) => out.push(Request::Open(Popup::Path(PathFor::Image(slot)))),
            Self::OpenScene => out.push(FileAction::OpenScene.into()),
            Self::OpenKeys => out.push(FileAction::OpenKeys.into()),
            Self::SaveScene => out.push(FileAction::SaveScene.into()),
            Self::Sheet(slot) => out.push(Request::Open(Popup::Sheet(slot))),
            Self::MaskImage(slot) => out.push(FileAction::PickMaskImage(slot).into()),
            Self::Conventions => out.push(Request::Open(Popup::Conventions)),
            Self::Export(export) => out.push(FileAction::Export(export).into()),
            Self::CopyTable => out.push(FileAction::CopyTable.into()),
            Self::CopyLine => out.extend(line::command_line(window.session).map(Request::Copy)),
            Self::Quit => out.push(Request::Quit),
            Self::Undo => out.push(StageAction::Undo.into()),
            Self::Redo => out.push(StageAction::Redo.into()),
            Self::Swap => out.push(StageAction::Swap.into()),
            Self::OtherSprite => out.push(StageAction::Activate(window.session.stage().active.other()).into()),
            Self::Nudge(direction) => out.push(nudge(window.session.stage(), direction.cells(1))),
            Self::NudgeFar(direction) => out.push(nudge(window.session.stage(), direction.cells(10))),
            Self::Show(tab) => out.push(ViewAction::Show(tab).into()),
            Self::Fit => out.push(Request::Zoom(ZoomRequest::Fit)),
            Self::One => out.push(Request::Zoom(ZoomRequest::One)),
            Self::ZoomIn => out.push(Request::Zoom(ZoomRequest::In)),
            Self::ZoomOut => out.push(Request::Zoom(ZoomRequest::Out)),
            Self::Layer(layer) => out.push(show(layer, !window.session.view().layers().has(layer))),
            Self::Bits => out.extend(Self::BITS.map(|layer| show(layer, !Self::shows_bits(window)))),
            Self::Theme(theme) => out.push(Request::SetTheme(theme)),
            Self::Play => out.push(PlaybackAction::Toggle.into()),
            Self::StepBack => out.push(PlaybackAction::StepBack.into()),
            Self::StepOn => out.push(PlaybackAction::StepOn.into()),
            Self::First => out.push(PlaybackAction::First.into()),
            Self::Last => out.push(PlaybackAction::Last.into()),
            Self::ToTheHit => out.push(PlaybackAction::ToTheHit.into()),
            Self::Slower => out.push(PlaybackAction::Slower.into()),
            Self::Faster => out.push(PlaybackAction::Faster.into()),
            Self::Repeat => out.push(PlaybackAction::SetRepeat(!window.session.transport().repeats()).into()),
            Self::SelectScan(place) => inspect(window, place, out),
            Self::Find => out.push(Request::Open(Popup::Find)),
            Self::Keys => out.push(Request::Open(Popup::Keys)),
            Self::Traps => out.push(Request::Open(Popup::Traps)),
        }
    }
}

/// Selects the scan of a place in the table and goes where it can be watched.
pub fn inspect(window: &WindowState<'_>, place: usize, out: &mut Vec<Request>) {
    out.push(ScanAction::Select(place).into());
    if window.session.view().tab() != Tab::Inspect {
        out.push(ViewAction::Show(Tab::Inspect).into());
    }
}

fn nudge(stage: &Stage, by: Cell) -> Request {
    StageAction::Nudge { slot: stage.active, by }.into()
}
