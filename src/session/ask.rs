//! Requests to the outside, such as files, dialogs and copies, and events from it: files that were read and written, links,
//! copies, failures.

use std::path::PathBuf;
use std::sync::Arc;

use super::stage::{Newer, Slot};
use maskscope_core::geom::Point;
use maskscope_core::replay::Skipped;
use maskscope_core::scene::terrain::KeyList;
use maskscope_core::scene::{MaskImage, Route, Scene, Sprite};

/// As what a file is opened.
#[derive(Clone, Debug, PartialEq)]
pub enum OpenAs {
    /// An image in a place, a scene, or a log.
    Image(Slot),
    /// An image as B, at an offset from A, or beside it.
    Beside(Option<Point>),
    /// The sheet of this atlas, whose own is missing, in a place.
    Sheet(Slot, PathBuf),
    /// These files, the frames of one sprite in this order, in a place.
    Frames(Slot, Vec<PathBuf>),
    /// The chosen layers of the image in a place, by their names, or those that the file shows.
    Layers(Slot, Option<Vec<String>>),
    /// The mask image of a sprite, or this layer of it.
    MaskImage(Slot, Option<String>),
    /// A scene.
    Scene,
    /// The log of a game, or a route of B, as CSV.
    Route,
    /// A game that is to be started, and to be judged while it runs.
    Game {
        /// It stops at its wrong hits, for which its clocks are replaced.
        stops: bool,
    },
    /// The folder of a project, whose hitboxes are audited.
    Project,
    /// Keys that move the ball.
    Keys,
}

/// A copy with unsaved work that another window has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftCopy {
    /// Its folder.
    pub folder: PathBuf,
    /// The name of its scene, or of its images: `ship.png, rock.png`.
    pub names: String,
}

/// Something that is wanted from outside. The result comes back as an [`Event`](super::Event).
#[derive(Clone, Debug)]
pub enum Ask {
    /// Read a file.
    Open(OpenAs, PathBuf),
    /// Choose a file in a dialog, and read it.
    Choose(OpenAs),
    /// Read a file again whose earlier content is shown.
    Reload(PathBuf),
    /// See whether a file still holds what an earlier run has read from it.
    Compare(PathBuf),
    /// Write over this file, although another program has changed it.
    SaveAnyway(PathBuf),
    /// Choose where to write what was not written to this file.
    SaveElsewhere(PathBuf),
    /// Choose where to write the scene with its images inside.
    SaveWithArt,
    /// Read a copy that another window has left, and go on with it.
    Restore(LeftCopy),
    /// Delete such a copy.
    Discard(LeftCopy),
    /// Run the scripts that are held since a start died.
    RunScripts,
    /// Show what a first start shows.
    StartFresh,
    /// Choose where to write the scene.
    SaveScene,
    /// Close the window, whatever is lost.
    Close,
}

/// Handmade work with files of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// The scene.
    Scene,
    /// The shown path of B.
    Route,
    /// The keys that move the ball.
    Keys,
}

/// An event from outside, mostly the result of an [`Ask`](super::Ask).
#[derive(Clone, Debug)]
pub enum Event {
    /// An image has been read.
    Loaded(Slot, Sprite),
    /// An image has been read that belongs to A: B comes to stand at this offset from it, or beside it.
    LoadedBeside(Sprite, Option<Point>),
    /// Other layers of the image in a place have been read.
    LayersLoaded(Slot, Sprite),
    /// An image could not be read, and why; another one is offered to be chosen.
    NotOpened {
        /// For which sprite it was.
        slot: Slot,
        /// The atlas whose sheet is missing, if that is why: its sheet is offered to be chosen.
        atlas: Option<PathBuf>,
        /// Failure, in a line.
        title: String,
        /// Reason, and the kept state.
        detail: String,
    },
    /// Files were given together that may be two sprites, or the frames of one: which of both is asked.
    Given {
        /// The place for the frames.
        slot: Slot,
        /// The files of A and B, and then those that a pair leaves out.
        files: Vec<PathBuf>,
        /// All the files in the order of frames.
        frames: Vec<PathBuf>,
    },
    /// The offer to cut a sprite by the grid that it suggests is declined.
    DeclineCut(Slot),
    /// An image has been read that is the first of these files, which are numbered on: to open them all as frames is offered.
    Numbered(Slot, Vec<PathBuf>),
    /// A route of B has been read, except some rows.
    RouteLoaded(Route, Vec<Skipped>),
    /// Keys for the ball have been read.
    KeysLoaded(KeyList),
    /// A scene has been read; `None` for one that came from no file.
    SceneLoaded(Box<Scene>, Option<PathBuf>),
    /// The file of the open scene has been read again, after another program has changed it.
    SceneChanged(Box<Scene>, PathBuf),
    /// Handmade work is about to be written.
    Saving(Made, PathBuf),
    /// It has been written.
    Saved(Made, PathBuf),
    /// Nothing was written to this path: another program has changed the file since it was read or written.
    NotSaved {
        /// The file that would have been overwritten.
        path: PathBuf,
        /// Time of its change, in words, if known.
        when: Option<String>,
    },
    /// A link of this many characters is on the clipboard, unless it is longer than [`LONGEST_LINK`](super::LONGEST_LINK).
    Linked(usize),
    /// A mask image has been read.
    MaskImageLoaded(Slot, Arc<MaskImage>),
    /// A file has been read again that has changed on the disk.
    Reloaded(Newer),
    /// A file has changed since what is shown of it was kept by an earlier run.
    ChangedSince(Newer),
    /// A file that is shown is no longer there.
    Gone(PathBuf),
    /// It can no longer be read; why, and what is kept.
    NotReloaded(PathBuf, String),
    /// The window is to be closed, and unsaved work would be lost, for this reason.
    WorkAtRisk(String),
    /// Other windows have left copies with unsaved work, the newest first.
    CopiesFound(Vec<LeftCopy>),
    /// Such a copy is restored or discarded.
    CopyAnswered(LeftCopy),
    /// Something failed.
    Failed {
        /// Title, in a line.
        title: String,
        /// Reason, advice, and the kept state.
        detail: String,
    },
    /// Something was written.
    Done {
        /// Title, in a line.
        title: String,
        /// The place it was written to.
        detail: String,
    },
    /// A message has been read.
    Close(u64),
}

impl Event {
    /// Something failed: its title, in a line; the reason, advice, and the kept state.
    pub fn failed(title: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Failed { title: title.into(), detail: detail.into() }
    }
}
