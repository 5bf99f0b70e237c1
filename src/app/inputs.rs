//! The kinds of files that can be opened: what dialogs say of each.

use crate::files::image_endings;
use crate::session::{Input, Slot};

/// Texts of dialogs for a kind of file.
pub struct About {
    /// The object of *Open*.
    pub what: String,
    /// Name of such files.
    pub files: &'static str,
    /// The endings of such files, without the dot.
    pub endings: Vec<&'static str>,
    /// Effect of opening one.
    pub sentence: &'static str,
}

/// Endings of masks and of atlases.
const BESIDE_IMAGES: [&str; 8] = ["json", "txt", "atlas", "xml", "tsx", "tmx", "tsj", "tmj"];

/// Effect of opening an image or a scene.
const SHOWN: &str = "Opens this file; if it cannot be read, nothing changes.";

impl Input {
    /// The texts of dialogs for it.
    pub fn about(&self) -> About {
        let about = |what: String, files, endings, sentence| About { what, files, endings, sentence };
        let images = || image_endings().chain(BESIDE_IMAGES).collect();
        match self {
            Self::Image(slot) => about(slot.letter().to_string(), "Images", images(), SHOWN),
            Self::Beside(_) => Self::Image(Slot::B).about(),
            Self::MaskImage(slot) => about(
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
            Self::Game => about(
                "a game".to_owned(),
                "Games in Python",
                vec!["py"],
                "Starts this game, and follows the log that it writes beside itself.",
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
