//! One sprite's mask, of the frame that is tested.

use std::path::Path;

use super::{Content, Export, ExportRef, Files, no_image, stem};
use crate::{
    files::{FileFormat as _, MaskFormat},
    mask::Mask,
    session::{Session, Slot},
};

/// The mask of a sprite.
pub struct MaskOf(pub Slot);

impl MaskOf {
    /// The mask of one of the sprites.
    pub const fn of(slot: Slot) -> ExportRef {
        match slot {
            Slot::A => &Self(Slot::A),
            Slot::B => &Self(Slot::B),
        }
    }
}

impl Export for MaskOf {
    fn name(&self) -> String {
        format!("Mask of {}", self.0.letter())
    }

    fn sentence(&self) -> &'static str {
        match self.0 {
            Slot::A => "Writes the mask of A into a file.",
            Slot::B => "Writes the mask of B into a file.",
        }
    }

    fn endings(&self) -> Vec<&'static str> {
        endings()
    }

    fn suggestion(&self, session: &Session) -> String {
        format!("{}-mask.png", stem(session, self.0))
    }

    fn is_possible(&self, session: &Session) -> bool {
        session.stage().get(self.0).is_some()
    }

    fn content(&self, session: &Session) -> Result<Content, String> {
        let placed = session.stage().get(self.0).ok_or_else(|| no_image(self.0))?;
        Ok(content(placed.raster().mask().mask().clone()))
    }
}

/// The endings of the files that masks can be written to.
pub(super) fn endings() -> Vec<&'static str> {
    MaskFormat::extensions()
}

pub(super) fn content(mask: Mask) -> Content {
    Content::Files(Box::new(move |path| encode(&mask, path).map(Files::One)))
}

/// A mask as the bytes of the file `path`.
pub(super) fn encode(mask: &Mask, path: &Path) -> Result<Vec<u8>, String> {
    let format = MaskFormat::of_path(path).map_err(|error| error.to_string())?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    format.encode(mask, &name).map_err(|reason| reason.to_string())
}
