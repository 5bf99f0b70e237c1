//! The keys that moved the ball on the hills.

use super::{Content, Export, Files};
use crate::{
    files::keys_text,
    session::{Session, Tab},
};

/// The keys of the run so far.
pub struct Keys;

impl Export for Keys {
    fn name(&self) -> String {
        "Keys of the run".to_owned()
    }

    fn label(&self) -> String {
        "Save keys of the run…".to_owned()
    }

    fn sentence(&self) -> &'static str {
        "Writes the keys that moved the ball as a text: it opens here, and maskscope terrain replays it."
    }

    fn endings(&self) -> Vec<&'static str> {
        vec!["txt"]
    }

    fn suggestion(&self, _session: &Session) -> String {
        "keys.txt".to_owned()
    }

    fn is_possible(&self, session: &Session) -> bool {
        session.view().tab() == Tab::Terrain && session.terrain().steps() > 0
    }

    fn content(&self, session: &Session) -> Result<Content, String> {
        let room = session.terrain();
        if room.steps() == 0 {
            return Err("The ball has not moved yet.".to_owned());
        }
        let text = keys_text(room.keys(), room.rules(), room.steps());
        Ok(Content::Files(Box::new(|_| Ok(Files::One(text.into_bytes())))))
    }
}
