//! Requests to the outside: files, dialogs and copies.

use std::path::PathBuf;

use super::stage::Slot;
use crate::geom::Point;

/// As what a file is opened.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// An image in a place, a scene, or a log.
    Image(Slot),
    /// The same as B, to stand at an offset from A, or beside it.
    Beside(Option<Point>),
    /// The sheet of this atlas, whose own is missing, in a place.
    Sheet(Slot, PathBuf),
    /// These files, the frames of one sprite in this order, in a place.
    Frames(Slot, Vec<PathBuf>),
    /// The mask image of a sprite.
    MaskImage(Slot),
    /// A scene.
    Scene,
    /// The log of a game, or a route of B, as CSV.
    Route,
    /// A game that is to be started, and to be judged while it runs.
    Game,
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
    Open(Input, PathBuf),
    /// Choose a file in a dialog, and read it.
    Choose(Input),
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
}
