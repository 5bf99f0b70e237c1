//! The requests of panels, the state that they read, and what dialogs say of the files that can be opened.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use egui::{Rect, TextureHandle, ThemePreference};

use crate::exports::{Chosen, ExportRef, Make, Preview};
use crate::files::{HitboxRole, atlas_endings, image_endings};
use crate::session::{Action, Ask, Event, OpenAs, Session, Slot, Zoom};
use maskscope_core::geom::Cell;
use maskscope_core::scene::Picture;

/// The state that panels read. Panels change nothing themselves: they push [`Request`]s.
#[derive(Clone, Copy)]
pub struct WindowState<'a> {
    pub session: &'a Session,
    /// The zoom of the canvas in the last frame that showed it.
    pub zoom: Option<Zoom>,
    /// The world cell under the pointer, while it is over the canvas.
    pub hovered: Option<Cell>,
    /// The canvas on the screen, in points, as of the last frame.
    pub canvas: Rect,
    /// The boxes of both sprites on the screen, as of the last frame.
    pub sprites: [Option<Rect>; 2],
    /// True if it continues the last session, and nothing has been done since.
    pub continues: bool,
    /// The file that the sheet of exports would write.
    pub preview: Option<&'a Previewed>,
    /// The last export, and its file.
    pub exported: Option<&'a (Chosen, PathBuf)>,
    /// The address of the page that copied links open; may be empty.
    pub page: &'a str,
    /// True if something lies over the window, or will in this frame.
    pub has_popup: bool,
    /// True if a script is edited, or the help covers it.
    pub has_script: bool,
}

impl WindowState<'_> {
    /// An export as it was last written, or in its suggested format.
    pub fn last_choice(&self, export: ExportRef) -> Chosen {
        Chosen::last(export, self.exported, self.session)
    }
}

/// Something a panel, a key or a menu asks for, or that follows from what came from outside.
#[derive(Debug)]
pub enum Request {
    /// Change the session.
    Session(Box<Action>),
    /// Bring something from outside, or put it there.
    Ask(Ask),
    /// Show a built-in pair or scene, by its place in the list.
    ShowSample(usize),
    /// Show the checks of the built-in game.
    ShowExample,
    /// Open the lesson of this place in the list.
    OpenLesson(usize),
    /// Go to the next step of the lesson, or to the next lesson.
    GoOn {
        /// Even where something is left to do.
        even_unready: bool,
    },
    /// Go on with the lessons where they were left.
    GoOnWithLessons,
    /// Zoom the canvas.
    Zoom(ZoomRequest),
    /// Dark, light, or the system's choice.
    SetTheme(ThemePreference),
    /// Open a tab of the panel beside the canvas, by its title.
    Reveal(&'static str),
    /// Give the focus to the script.
    EditScript,
    /// Cover the script with the help, or uncover it.
    ToggleScriptHelp,
    /// Give the focus to a field, by its accessible name.
    Focus(String),
    /// Open something that lies over the window.
    Open(Popup),
    /// Open the menu of the item under the pointer.
    OpenMenu,
    /// Close whatever lies over the window.
    ClosePopup,
    /// Stop work, by its place in the list of work under way, from 0.
    CancelWork(usize),
    /// Write an export: ask for its format, where there are several, and then for its file.
    Save(ExportRef),
    /// Ask in a dialog for the file of an export; with its suggested name.
    SaveAs(Chosen, String),
    /// Write it into the file that has been named, in the chosen format unless its extension stands for another one;
    /// ask first about files that this would replace.
    SaveTo {
        chosen: Chosen,
        path: PathBuf,
        /// The files that a person has agreed to replace.
        agreed: Vec<PathBuf>,
        /// True if the path comes from the field for paths, which shows the outcome.
        is_typed: bool,
    },
    /// Open the file whose path comes from the field for paths, which shows the outcome.
    OpenTyped(OpenAs, PathBuf),
    /// Do what came of a path in the field for paths, which closes unless something failed.
    AnswerField(Vec<Self>),
    /// Write the last export again, as it is now.
    ExportAgain,
    /// Show the file of an export that has been made to be looked at, or the reason for its absence.
    ShowPreview(ExportSheet, Result<Preview, String>),
    /// Write an export that is made of this picture of the canvas.
    SavePicture(PictureWanted, Picture),
    /// Write the better shape of the project's shown hitbox into its file.
    SaveHitbox,
    /// Undo the last change of the file of the project's shown hitbox.
    UndoSaved,
    /// Say in the project's `maskscope.toml` what the shown hitbox is for.
    Intend(HitboxRole),
    /// Accept the project's hitboxes as they are.
    WriteBaseline,
    /// Put a text on the clipboard; the action follows once it is there.
    Copy(String, Event),
    /// Make a link to the scene, and copy it.
    CopyLink,
    /// Set the address of the page that copied links open; may be empty.
    SetLinkPage(String),
    /// Write the scene into its file, as it was written there before.
    SaveScene(PathBuf),
    /// Open a link: a whole address, or its part from the `#` on.
    OpenLink(String),
    /// Go on with the copy that has been read.
    Restore,
    /// Show what a first start shows.
    StartFresh,
    /// End the program.
    Quit,
}

impl<A: Into<Action>> From<A> for Request {
    fn from(action: A) -> Self {
        Self::Session(Box::new(action.into()))
    }
}

impl From<Ask> for Request {
    fn from(ask: Ask) -> Self {
        Self::Ask(ask)
    }
}

impl Request {
    /// These requests, the outcome of opening or writing a file; one for the field if its path was typed there.
    pub fn outcome(is_typed: bool, requests: Vec<Self>) -> Vec<Self> {
        if is_typed { vec![Self::AnswerField(requests)] } else { requests }
    }
}

/// An export that is made of a picture of the canvas, and where it is written to.
#[derive(Debug)]
pub struct PictureWanted {
    pub chosen: Chosen,
    pub make: fn(Picture) -> Make,
    pub path: PathBuf,
    /// True if the path comes from the field for paths.
    pub is_typed: bool,
}

/// The choices of the sheet of exports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportSheet {
    pub chosen: Chosen,
    /// Name of the file, without its extension.
    pub name: String,
}

impl ExportSheet {
    /// A choice with its suggested name.
    pub fn of(chosen: Chosen, session: &Session) -> Self {
        Self { chosen, name: chosen.suggested_stem(session) }
    }
}

/// The file that the sheet of exports would write.
pub struct Previewed {
    /// The choices that it belongs to.
    pub sheet: ExportSheet,
    /// Set once nobody waits for it.
    pub is_outdated: Arc<AtomicBool>,
    /// The file, once it has been made, or the reason for its absence.
    pub made: Option<Result<Preview, String>>,
    /// The picture of the preview; `None` until it is made, and for text.
    pub texture: Option<TextureHandle>,
}

impl Drop for Previewed {
    fn drop(&mut self) {
        self.is_outdated.store(true, Ordering::Relaxed);
    }
}

/// A change of the zoom about the middle of the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoomRequest {
    /// Both sprites as large as they fit.
    Fit,
    /// One physical pixel per cell.
    One,
    /// A step larger.
    In,
    /// A step smaller.
    Out,
}

/// Something that lies over the window until it is closed.
#[derive(Clone, Debug, PartialEq)]
pub enum Popup {
    /// Find any command.
    Find,
    /// Choose what to write into a file, and how.
    Export(ExportSheet),
    /// The selected scan as code.
    Code,
    /// The orders of the scans, in words.
    Ideas,
    /// The articles and engines that the scans come from.
    Sources,
    /// The version and the licences.
    About,
    /// The licences, in full.
    Licences,
    /// All keys.
    Keys,
    /// The articles' slips.
    Traps,
    /// Name a file by its path.
    Path(PathField),
    /// Cut the image of a sprite into frames by a grid.
    Sheet(Slot),
    /// Set the solid pixels of a sprite.
    Solid(Slot),
    /// Type the position of a sprite.
    MoveTo(Slot),
    /// Compare two conventions.
    Conventions,
    /// Set the expected answer of the scene.
    Expectation,
    /// Set the page that copied links open.
    LinkPage,
}

/// Purpose of a path that is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum PathFor {
    /// Something to open.
    Open(OpenAs),
    /// Something to write, in the chosen format unless the extension of the path stands for another one.
    Export(Chosen),
}

/// The field that asks for the path of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct PathField {
    pub purpose: PathFor,
    /// The text in it.
    pub text: String,
    /// The path of an export at which files exist, and these files: naming it again replaces them.
    pub taken: Option<(PathBuf, Vec<PathBuf>)>,
    /// The message about the path that failed last, by its id.
    pub error: Option<u64>,
}

impl PathField {
    /// A field that begins with a text: the suggested name, or an empty one.
    pub const fn new(purpose: PathFor, text: String) -> Self {
        Self { purpose, text, taken: None, error: None }
    }

    /// A field that asks whether to replace these files at the `path` of an export.
    pub fn replacing(chosen: Chosen, path: PathBuf, files: Vec<PathBuf>) -> Self {
        let text = path.to_string_lossy().into_owned();
        Self { taken: Some((path, files)), ..Self::new(PathFor::Export(chosen), text) }
    }

    /// The files that the field has said would be replaced, if its path is still the same.
    pub fn replaced(&self) -> &[PathBuf] {
        match (&self.purpose, &self.taken) {
            (PathFor::Export(chosen), Some((path, files))) if chosen.completed(self.path()) == *path => files,
            _ => &[],
        }
    }

    /// The request for the path in the field.
    pub fn entered(&self) -> Request {
        let path = self.path().to_owned();
        match &self.purpose {
            PathFor::Open(input) => Request::OpenTyped(input.clone(), path),
            PathFor::Export(chosen) => {
                Request::SaveTo { chosen: *chosen, path, agreed: self.replaced().to_vec(), is_typed: true }
            }
        }
    }

    fn path(&self) -> &Path {
        Path::new(self.text.trim())
    }
}

/// Texts of dialogs for a kind of file.
pub struct InputTexts {
    /// The object of *Open*.
    pub what: String,
    /// Name of such files.
    pub files: &'static str,
    /// The endings of such files, without the dot.
    pub endings: Vec<&'static str>,
    /// Effect of opening one.
    pub sentence: &'static str,
}

/// Effect of opening an image or a scene.
const SHOWN: &str = "Opens this file; if it cannot be read, nothing changes.";

impl OpenAs {
    /// The texts of dialogs for it.
    pub fn about(&self) -> InputTexts {
        let about = |what: String, files, endings, sentence| InputTexts { what, files, endings, sentence };
        let images = || image_endings().chain(atlas_endings()).chain(["txt"]).collect();
        match self {
            Self::Image(slot) => about(slot.letter().to_string(), "Images", images(), SHOWN),
            Self::Beside(_) => Self::Image(Slot::B).about(),
            Self::Frames(slot, _) | Self::Layers(slot, _) => Self::Image(*slot).about(),
            Self::MaskImage(slot, _) => about(
                format!("the mask image of {}", slot.letter()),
                "Images",
                images(),
                "Takes the solid pixels from this image, which must be as large as the sprite or its sheet.",
            ),
            Self::Sheet(..) => about(
                "the sheet of the atlas".to_owned(),
                "Images",
                images(),
                "Cuts the frames of the atlas from this image; if it cannot be read, nothing changes.",
            ),
            Self::Scene => about("a scene".to_owned(), "Scenes", vec!["json"], SHOWN),
            Self::Route => about(
                "a log or a table".to_owned(),
                "Logs and tables",
                vec!["jsonl", "csv"],
                "Opens a game log, or a table of frame, x, y for B.",
            ),
            Self::Game { .. } => about(
                "a game".to_owned(),
                "Games in Python, projects of Godot",
                vec!["py", "godot"],
                "Starts this game, and follows the log that it writes next to it, or next to the folder of a project.",
            ),
            Self::Project => about(
                "a project".to_owned(),
                "Folders",
                Vec::new(),
                "Lists the hitboxes in this folder, worst first. Nothing is written before you say so.",
            ),
            Self::Keys => about(
                "keys for the ball".to_owned(),
                "Keys",
                vec!["txt"],
                "Replays keys: one “STEP left|right|jump down|up” per line.",
            ),
        }
    }
}
