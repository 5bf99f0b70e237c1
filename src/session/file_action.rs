//! Events about files, and the effects that follow outside.

use std::path::PathBuf;
use std::sync::Arc;

use super::stage::{Newer, Slot};
use crate::geom::Point;
use crate::replay::{Moves, Skipped};
use crate::scene::terrain::KeyList;
use crate::scene::{Frames, MaskImage, Route, Scene, Sprite};

/// A copy with unsaved work that another window has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftCopy {
    /// Its folder.
    pub folder: PathBuf,
    /// The name of its scene, or of its images: `ship.png, rock.png`.
    pub names: String,
}

/// Something to be done outside the session.
#[derive(Debug)]
pub enum Effect {
    /// Read the route of B.
    LoadRoute(PathBuf),
    /// Read the keys that move the ball.
    LoadKeys(PathBuf),
    /// Start a game, which writes a log.
    RunGame {
        /// The game.
        game: PathBuf,
        /// The log.
        log: PathBuf,
    },
    /// Write over this file, although another program has changed it.
    SaveAnyway(PathBuf),
    /// Ask where to write what was not written to this file.
    SaveElsewhere(PathBuf),
    /// Put a text on the clipboard; the action follows once it is there.
    CopyText(String, Box<FileAction>),
    /// Ask where to write the scene with its images inside.
    SaveWithArt,
    /// Ask which image to open.
    ChooseImage(Slot),
    /// Ask which image is the sheet of an atlas.
    ChooseSheet(Slot),
    /// Read an image again that has changed on the disk.
    Reload {
        /// The sprite that shows it.
        slot: Slot,
        /// The file.
        path: PathBuf,
        /// The sheet of an atlas, in place of one that is missing.
        sheet: Option<PathBuf>,
    },
    /// Read the mask image of a sprite.
    LoadMaskImage {
        /// The sprite.
        slot: Slot,
        /// The file.
        path: PathBuf,
        /// Frames for it.
        frames: Arc<Frames>,
    },
    /// Read a copy that another window has left, and go on with it.
    RestoreCopy(LeftCopy),
    /// Delete the copy in this folder.
    DiscardCopy(PathBuf),
    /// See whether the file of the scene still holds it.
    CompareScene {
        /// The file.
        path: PathBuf,
        /// Known content.
        known: Arc<Scene>,
    },
    /// See whether the file of a sprite still holds its frames.
    CompareImage(Sprite),
    /// See whether the file of a mask image still holds it.
    CompareMaskImage {
        /// The mask image.
        image: Arc<MaskImage>,
        /// Frames for it.
        frames: Arc<Frames>,
    },
    /// Read and decode an image, or a scene.
    LoadImage {
        /// For which place.
        slot: Slot,
        /// From where.
        path: PathBuf,
        /// The sheet of an atlas, in place of one that is missing.
        sheet: Option<PathBuf>,
    },
}

/// Handmade work with files of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// The shown path of B.
    Route,
    /// The keys that move the ball.
    Keys,
}

/// Event about files.
#[derive(Clone, Debug)]
pub enum FileAction {
    /// The file is the log of a game, to be read.
    LogFound(PathBuf),
    /// The file is a table of checks that moves both sprites; its rows that could not be read.
    TableFound(PathBuf, Arc<Moves>, Vec<Skipped>),
    /// An image was named.
    OpenPath(Slot, PathBuf),
    /// An image has been read.
    Loaded(Slot, Sprite),
    /// The images that are opened next belong together: B comes to stand at this offset from A, or beside it.
    AwaitPair(Option<Point>),
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
    /// An image is to be chosen in a dialog.
    Choose(Slot),
    /// The sheet of an atlas is to be chosen in a dialog.
    ChooseSheet(Slot, PathBuf),
    /// The sheet of the atlas that it was last to be chosen for.
    SheetPath(Slot, PathBuf),
    /// The offer to cut a sprite by the grid that it suggests is declined.
    DeclineCut(Slot),
    /// A file with the route of B was named.
    OpenRoute(PathBuf),
    /// It has been read, except some rows.
    RouteLoaded(Route, Vec<Skipped>),
    /// A game was chosen that is to be started, and to be judged while it runs.
    RunGame(PathBuf),
    /// A file of keys for the ball was named.
    OpenKeysPath(PathBuf),
    /// It has been read.
    KeysLoaded(KeyList),
    /// A scene has been read; `None` for one that came from no file.
    SceneLoaded(Box<Scene>, Option<PathBuf>),
    /// The file of the open scene has been read again, after another program has changed it.
    SceneChanged(Box<Scene>, PathBuf),
    /// Something else that was made by hand is about to be written.
    SavingMade(Made, PathBuf),
    /// It has been written.
    MadeSaved(Made, PathBuf),
    /// The scene is about to be written.
    SavingScene(PathBuf),
    /// It has been written.
    SceneSaved(PathBuf),
    /// Nothing was written to this path: another program has changed the file since it was read or written.
    NotSaved {
        /// The file that would have been overwritten.
        path: PathBuf,
        /// Time of its change, in words, if known.
        when: Option<String>,
    },
    /// The work for this path is written over the file all the same.
    SaveAnyway(PathBuf),
    /// The work for this path is written to another one, to be chosen.
    SaveElsewhere(PathBuf),
    /// A link to the scene has been made, to be copied.
    LinkMade(String),
    /// A link of this many characters is on the clipboard.
    LinkCopied(usize),
    /// The scene is to be written with its images inside.
    SaveWithArt,
    /// The mask image of a sprite was named.
    MaskImagePath(Slot, PathBuf),
    /// A mask image has been read.
    MaskImageLoaded(Slot, Arc<MaskImage>),
    /// A file has changed on the disk: the image of this sprite, or its mask image, may come from it.
    ChangedOnDisk(Slot, PathBuf),
    /// It has been read again.
    Reloaded(Slot, Sprite),
    /// A file has changed since what is shown of it was kept by an earlier run.
    ChangedSince(Newer),
    /// The newer content is to be shown.
    TakeNewer(Newer),
    /// It is no longer there.
    Gone(PathBuf),
    /// It can no longer be read; why, as a sentence.
    NotReloaded(PathBuf, String),
    /// Other windows have left copies with unsaved work, the newest first.
    CopiesFound(Vec<LeftCopy>),
    /// Shows such a copy.
    RestoreCopy(LeftCopy),
    /// Deletes such a copy.
    DiscardCopy(LeftCopy),
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
