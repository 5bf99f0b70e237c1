//! Files, in and out: the session asks, somebody outside does.

use std::path::PathBuf;

use super::{Action, Hint, Session, Slot, StageAction};
use crate::{mask::Mask, scene::Sprite};

/// Which mask to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaskChoice {
    /// One sprite's mask.
    Sprite(Slot),
    /// What both share, as large as the overlap box.
    Overlap,
}

impl MaskChoice {
    /// Every mask there is to export.
    pub const ALL: [Self; 3] = [Self::Sprite(Slot::A), Self::Sprite(Slot::B), Self::Overlap];

    /// What menus call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sprite(Slot::A) => "Mask of A",
            Self::Sprite(Slot::B) => "Mask of B",
            Self::Overlap => "Overlap mask",
        }
    }
}

/// Something to be done outside the session.
#[derive(Debug)]
pub enum Effect {
    /// Ask for an image file for a place.
    PickImage(Slot),
    /// Read and decode an image.
    LoadImage {
        /// For which place.
        slot: Slot,
        /// From where.
        path: PathBuf,
    },
    /// Ask where to write a mask.
    PickMaskTarget {
        /// Which mask.
        choice: MaskChoice,
        /// A name to start from.
        suggestion: String,
    },
    /// Write a mask.
    WriteMask {
        /// Which mask.
        choice: MaskChoice,
        /// The mask.
        mask: Mask,
        /// Where to; the extension says in which format.
        path: PathBuf,
    },
}

/// What happens with files.
#[derive(Clone, Debug)]
pub enum FileAction {
    /// Somebody wants to choose an image.
    Open(Slot),
    /// Somebody named an image.
    OpenPath(Slot, PathBuf),
    /// An image has been read.
    Loaded(Slot, Sprite),
    /// Somebody wants to export a mask.
    ExportMask(MaskChoice),
    /// Somebody said where to write it.
    ExportMaskTo(MaskChoice, PathBuf),
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

impl Session {
    pub(super) fn apply_file(&mut self, action: FileAction) -> Option<Effect> {
        match action {
            FileAction::Open(slot) => Some(Effect::PickImage(slot)),
            FileAction::OpenPath(slot, path) => Some(Effect::LoadImage { slot, path }),
            FileAction::Loaded(slot, sprite) => {
                self.view.learnt(Hint::Drop);
                self.apply(Action::Stage(StageAction::Show { slot, sprite }))
            }
            FileAction::ExportMask(choice) => {
                let suggestion = self.mask_file_name(choice);
                self.mask(choice).map(|_| Effect::PickMaskTarget { choice, suggestion })
            }
            FileAction::ExportMaskTo(choice, path) => {
                self.mask(choice).map(|mask| Effect::WriteMask { choice, mask, path })
            }
            FileAction::Failed { title, detail } => {
                self.messages.error(title, detail);
                None
            }
            FileAction::Done { title, detail } => {
                self.messages.done(title, detail);
                None
            }
            FileAction::Close(id) => {
                self.messages.close(id);
                None
            }
        }
    }

    /// The chosen mask as it stands; says why not where there is none.
    fn mask(&mut self, choice: MaskChoice) -> Option<Mask> {
        let mask = match choice {
            MaskChoice::Sprite(slot) => self.stage.get(slot).map(|placed| placed.sprite.mask().mask().clone()),
            MaskChoice::Overlap => {
                let offset = self.stage.offset();
                let both = self.stage.both().zip(offset);
                both.and_then(|((a, b), offset)| a.sprite.mask().mask().overlap(b.sprite.mask().mask(), offset))
            }
        };
        if mask.is_none() {
            let detail = match choice {
                MaskChoice::Sprite(slot) => format!("There is no image in place {}.", slot.letter()),
                MaskChoice::Overlap => "The boxes do not overlap, so there is no overlap mask.".to_owned(),
            };
            self.messages.error("Nothing to export".to_owned(), detail);
        }
        mask
    }

    /// `ship-mask.png`, after the sprite; `ship-rock-overlap.png`, after both.
    fn mask_file_name(&self, choice: MaskChoice) -> String {
        let stem = |slot| {
            let name = self.stage.get(slot).map_or("", |placed| placed.sprite.name.as_str());
            name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
        };
        match choice {
            MaskChoice::Sprite(slot) => format!("{}-mask.png", stem(slot)),
            MaskChoice::Overlap => format!("{}-{}-overlap.png", stem(Slot::A), stem(Slot::B)),
        }
    }
}
