//! What panels ask for, and what they see.

use std::path::PathBuf;

use egui::{Rect, ThemePreference};

use super::inputs::Input;
use crate::session::{Action, Camera, Session, Slot};
use crate::{exports::ExportRef, geom::Cell};

/// What a panel may read. Panels change nothing themselves: they push [`Request`]s.
#[derive(Clone, Copy)]
pub struct WindowState<'a> {
    pub session: &'a Session,
    /// From where the canvas was last seen.
    pub camera: Camera,
    /// The world cell under the pointer, while it is over the canvas.
    pub hovered: Option<Cell>,
    /// The canvas on the screen, in points, as of the last frame.
    pub canvas: Rect,
    /// Whether it goes on from the last session, and nothing has been done since.
    pub continues: bool,
    /// The address of the page that copied links lead to; empty for none.
    pub page: &'a str,
    /// Whether something lies over the window, or will in this frame.
    pub has_popup: bool,
}

/// Something a panel, a key or a menu asks for.
#[derive(Clone, Debug)]
pub enum Request {
    /// Change the session.
    Session(Box<Action>),
    /// Show a built-in pair or scene, by its place in the list.
    ShowSample(usize),
    /// Open the lesson of this place in the list.
    OpenLesson(usize),
    /// Go to the next step of the lesson, or to the next lesson.
    GoOn {
        /// Even where something is left to do.
        even_unready: bool,
    },
    /// Go on with the lessons where they were left.
    GoOnWithLessons,
    /// See more or less.
    Zoom(ZoomRequest),
    /// Dark, light, or the system's choice.
    SetTheme(ThemePreference),
    /// Open a tab of the panel beside the canvas, by its title.
    Reveal(&'static str),
    /// Open something that lies over the window.
    Open(Popup),
    /// Open the menu of what is under the pointer.
    OpenMenu,
    /// Close whatever lies over the window.
    ClosePopup,
    /// Stop the work of a place in the list of what is under way, from 0.
    CancelWork(usize),
    /// Ask in a dialog for a file to open or to write.
    Pick(PathFor),
    /// Open or write the file that has been named.
    Named(PathFor, PathBuf),
    /// Put a text on the clipboard.
    Copy(String),
    /// Make a link to the scene, and copy it.
    CopyLink,
    /// Let copied links lead to the page with this address; empty for none.
    SetLinkPage(String),
    /// Write the scene into its file, as it was written there before.
    SaveScene(PathBuf),
    /// Open what a link leads to: a whole address, or what begins with its `#`.
    OpenLink(String),
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

/// How to see more or less, about the middle of the canvas.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Popup {
    /// Find any command.
    Find,
    /// All keys.
    Keys,
    /// The articles' slips.
    Traps,
    /// Name a file by its path.
    Path(PathFor),
    /// Cut the image of a sprite into frames by a grid.
    Sheet(Slot),
    /// Say what is solid in a sprite.
    Solid(Slot),
    /// Type where a sprite stands.
    MoveTo(Slot),
    /// See where two conventions disagree.
    Conventions,
    /// Say what the scene should answer.
    Expectation,
    /// Name the page that copied links lead to.
    LinkPage,
}

/// What a path is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathFor {
    /// Something to open.
    Open(Input),
    /// Something to write.
    Export(ExportRef),
}

/// Something that runs beside the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// What it is, in a line.
    pub title: String,
    /// Parts that are done.
    pub done: u64,
    /// All parts; 0 where it is not known.
    pub total: u64,
}
