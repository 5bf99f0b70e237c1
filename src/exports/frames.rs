//! The masks of all frames of a sprite, a file each.

use std::path::{Path, PathBuf};

use super::{Content, Export, ExportRef, Files, has_frames, mask, name_of, no_image, stem};
use crate::{
    files::numbered,
    session::{FileAction, Session, Slot},
};

/// The masks of all frames of a sprite.
pub struct FrameMasks(pub Slot);

impl FrameMasks {
    /// The masks of all frames of one of the sprites.
    pub const fn of(slot: Slot) -> ExportRef {
        match slot {
            Slot::A => &Self(Slot::A),
            Slot::B => &Self(Slot::B),
        }
    }
}

impl Export for FrameMasks {
    fn name(&self) -> String {
        format!("Masks of all frames of {}", self.0.letter())
    }

    fn sentence(&self) -> &'static str {
        "Writes the mask of every frame into a file of its own."
    }

    fn endings(&self) -> Vec<&'static str> {
        mask::endings()
    }

    fn suggestion(&self, session: &Session) -> String {
        format!("{}-mask.png", stem(session, self.0))
    }

    fn is_possible(&self, session: &Session) -> bool {
        has_frames(session, self.0)
    }

    fn content(&self, session: &Session) -> Result<Content, String> {
        let masks = session.stage().get(self.0).ok_or_else(|| no_image(self.0))?.sprite().frame_masks();
        Ok(Content::Files(Box::new(move |path| {
            let numbered = masks.iter().enumerate().map(|(number, mask)| {
                let path = numbered(path, number);
                mask::encode(mask, &path).map(|bytes| (path, bytes))
            });
            numbered.collect::<Result<_, _>>().map(Files::Series)
        })))
    }

    fn targets(&self, session: &Session, path: &Path) -> Vec<PathBuf> {
        let frames = session.stage().get(self.0).map_or(0, |placed| placed.sprite().frames().all().len());
        (0..frames).map(|number| numbered(path, number)).collect()
    }

    fn saved(&self, path: &Path, files: String) -> FileAction {
        let detail = format!("{files}: {} and so on", name_of(&numbered(path, 0)));
        FileAction::Done { title: format!("{} saved", self.name()), detail }
    }
}
