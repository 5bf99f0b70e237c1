//! The kinds of files that can be opened: what dialogs say of each, and what becomes of one.

use std::{mem, path::PathBuf};

use crate::app::outside;
use crate::exports::name_of;
use crate::session::{FileAction, Slot};
use crate::words;

/// As what a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// An image in a place, or a scene.
    Image(Slot),
    /// The mask image of a sprite.
    MaskImage(Slot),
    /// A scene.
    Scene,
    /// The log of a game, or a route of B, as CSV.
    Route,
    /// A game that is to be started.
    Game,
    /// Keys that move the ball.
    Keys,
}

/// Texts of dialogs for a kind of file.
pub struct About {
    /// The object of *Open*.
    pub what: String,
    /// Name of such files.
    pub files: &'static str,
    /// The endings of such files, without the dot.
    pub endings: &'static [&'static str],
    /// Effect of opening one.
    pub sentence: &'static str,
}

const IMAGES: &[&str] = &[
    "png", "apng", "gif", "webp", "bmp", "qoi", "tif", "tiff", "jpg", "jpeg", "tga", "pbm", "pgm", "ppm", "pnm", "pam",
    "ase", "aseprite", "json", "txt", "atlas", "xml",
];

/// Effect of opening an image or a scene.
const SHOWN: &str = "Opens this file; if it cannot be read, nothing changes.";

/// Endings of files that name images.
const NAMING: &[&str] = &["json", "jsonl", "atlas", "xml"];

/// Opens `files` that are given together: one in `slot`, two as a pair. Says which were left out.
pub fn open_together(files: Vec<PathBuf>, slot: Slot) -> Vec<FileAction> {
    let (files, left_out) = to_open(files, 2);
    let is_pair = files.len() == 2;
    let slots = if is_pair { Slot::ALL } else { [slot, slot.other()] };
    let pair = is_pair.then_some(FileAction::AwaitPair(None));
    let open = slots.into_iter().zip(files).map(|(slot, file)| FileAction::OpenPath(slot, file));
    pair.into_iter().chain(open).chain(left_out).collect()
}

/// Of `files` that are given together, those to be opened, no more than `most`: where some name images, such as a scene with its
/// images, only those. And messages about files that are left out.
pub fn to_open(files: Vec<PathBuf>, most: usize) -> (Vec<PathBuf>, Vec<FileAction>) {
    let is_naming = |file: &PathBuf| {
        let ending = file.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| NAMING.iter().any(|naming| naming.eq_ignore_ascii_case(ending)))
    };
    let (mut opened, mut images): (Vec<_>, Vec<_>) = files.into_iter().partition(is_naming);
    if opened.is_empty() {
        mem::swap(&mut opened, &mut images);
    }
    let others = opened.split_off(opened.len().min(most));
    images.retain(|image| !opened.iter().any(|file| outside::mentions(file, &name_of(image))));
    let left_out = [
        (others, format!("Only {most} can be opened at once.")),
        (images, "Beside a scene, a log or an atlas, only the images that it names are opened.".to_owned()),
    ];
    let message = |(files, why): (Vec<PathBuf>, String)| {
        let title = format!("{} left out", words::plural(files.len() as u64, "file"));
        let names: Vec<_> = files.iter().map(|file| name_of(file)).collect();
        let detail = format!("{why} Left out: {}.", names.join(", "));
        (!files.is_empty()).then_some(FileAction::Failed { title, detail })
    };
    (opened, left_out.into_iter().filter_map(message).collect())
}

impl Input {
    /// The texts of dialogs for it.
    pub fn about(self) -> About {
        let about = |what: String, files, endings, sentence| About { what, files, endings, sentence };
        match self {
            Self::Image(slot) => about(slot.letter().to_string(), "Images", IMAGES, SHOWN),
            Self::MaskImage(slot) => about(
                format!("the mask image of {}", slot.letter()),
                "Images",
                IMAGES,
                "Takes the solid pixels from this image, which must be as large as the sprite or its sheet.",
            ),
            Self::Scene => about("a scene".to_owned(), "Scenes", &["json"], SHOWN),
            Self::Route => about(
                "a log or a table".to_owned(),
                "Logs and tables",
                &["jsonl", "csv"],
                "Opens a game log, or a table of frame, x, y for B.",
            ),
            Self::Game => about(
                "a game".to_owned(),
                "Games in Python",
                &["py"],
                "Starts this game, and follows the log that it writes beside itself.",
            ),
            Self::Keys => about(
                "keys for the ball".to_owned(),
                "Keys",
                &["txt"],
                "Replays keys: one “STEP left|right|jump down|up” per line.",
            ),
        }
    }

    /// The action for the session once a file has been named.
    pub const fn named(self, path: PathBuf) -> FileAction {
        match self {
            Self::Image(slot) => FileAction::OpenPath(slot, path),
            Self::MaskImage(slot) => FileAction::MaskImagePath(slot, path),
            // Which place it would go to, were it an image, does not matter.
            Self::Scene => FileAction::OpenPath(Slot::A, path),
            Self::Route => FileAction::OpenRoute(path),
            Self::Game => FileAction::RunGame(path),
            Self::Keys => FileAction::OpenKeysPath(path),
        }
    }
}
