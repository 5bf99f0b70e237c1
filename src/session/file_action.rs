//! What happens with files, and what is then to be done outside.

use std::{path::PathBuf, sync::Arc};

use super::slot::Slot;
use crate::scene::{Frames, MaskImage, Route, Scene, Sprite, terrain::KeyList};

/// Something to be done outside the session.
#[derive(Debug)]
pub enum Effect {
    /// Read the route of B.
    LoadRoute(PathBuf),
    /// Read the keys that move the ball.
    LoadKeys(PathBuf),
    /// Read an image again that has changed on the disk.
    Reload {
        /// Of which place.
        slot: Slot,
        /// From where.
        path: PathBuf,
    },
    /// Read the mask image of a sprite.
    LoadMaskImage {
        /// Of which place.
        slot: Slot,
        /// From where.
        path: PathBuf,
        /// What it is to say that of.
        frames: Arc<Frames>,
    },
    /// Read and decode an image, or a scene.
    LoadImage {
        /// For which place.
        slot: Slot,
        /// From where.
        path: PathBuf,
    },
}

/// What happens with files.
#[derive(Clone, Debug)]
pub enum FileAction {
    /// An image was named.
    OpenPath(Slot, PathBuf),
    /// An image has been read.
    Loaded(Slot, Sprite),
    /// The offer to cut a sprite by the grid that it suggests is declined.
    DeclineCut(Slot),
    /// A file with the route of B was named.
    OpenRoute(PathBuf),
    /// It has been read.
    RouteLoaded(Route),
    /// A file of keys for the ball was named.
    OpenKeysPath(PathBuf),
    /// It has been read.
    KeysLoaded(KeyList),
    /// A scene has been read; `None` for one that came from no file.
    SceneLoaded(Box<Scene>, Option<PathBuf>),
    /// The file of the open scene has been read again, after another program has changed it.
    SceneChanged(Box<Scene>, PathBuf),
    /// The scene is about to be written.
    SavingScene(PathBuf),
    /// It has been written.
    SceneSaved(PathBuf),
    /// The mask image of a sprite was named.
    MaskImagePath(Slot, PathBuf),
    /// A mask image has been read.
    MaskImageLoaded(Slot, Arc<MaskImage>),
    /// A file has changed on the disk: the image of this sprite, or its mask image, may come from it.
    ChangedOnDisk(Slot, PathBuf),
    /// It has been read again.
    Reloaded(Slot, Sprite),
    /// It is no longer there.
    Gone(PathBuf),
    /// It can no longer be read; why, as a sentence.
    NotReloaded(PathBuf, String),
    /// Something failed.
    Failed {
        /// What, in a line.
        title: String,
        /// Why, what to do, what was kept.
        detail: String,
    },
    /// Something was written.
    Done {
        /// What, in a line.
        title: String,
        /// Where.
        detail: String,
    },
    /// A message has been read.
    Close(u64),
}
