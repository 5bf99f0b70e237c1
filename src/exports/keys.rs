//! The keys that moved the ball on the hills.

use super::export::{Content, Export, Target};
use crate::files::keys_text;
use crate::session::{Made, Tab};

/// The keys of the run so far.
pub const KEYS: Export = Export {
    name: "Keys of the run",
    label: "Save keys of the run…",
    sentence: "Writes the keys that moved the ball as text: it opens here, and maskscope terrain replays it.",
    target: Target::Made(Made::Keys),
    endings: || vec!["txt"],
    suggestion: |_| "keys.txt".to_owned(),
    is_possible: |session| session.view().tab == Tab::Terrain && session.terrain().steps() > 0,
    content: |session| {
        let room = session.terrain();
        if room.steps() == 0 {
            return Err("The ball has not moved yet.".to_owned());
        }
        let text = keys_text(room.keys(), room.rules(), room.steps());
        Ok(Content::one(|_| Ok(text.into_bytes())))
    },
};
