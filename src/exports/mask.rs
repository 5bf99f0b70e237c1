//! The mask of one sprite's tested frame.

use std::path::Path;

use super::export::{Content, Export, ExportRef, Target, format_of, no_image, stem};
use crate::files::{FileFormat as _, MaskFormat};
use crate::{mask::Mask, session::Slot};

/// The mask of A.
pub const MASK_OF_A: Export = of::<0>("Mask of A", "Export mask of A…", "Writes the mask of A into a file.");
/// The mask of B.
pub const MASK_OF_B: Export = of::<1>("Mask of B", "Export mask of B…", "Writes the mask of B into a file.");

/// The mask of the sprite in slot `SLOT`.
const fn of<const SLOT: usize>(name: &'static str, label: &'static str, sentence: &'static str) -> Export {
    Export {
        name,
        label,
        sentence,
        target: Target::File,
        endings: MaskFormat::extensions,
        suggestion: |session| format!("{}-mask.png", stem(session, Slot::ALL[SLOT])),
        is_possible: |session| session.stage().get(Slot::ALL[SLOT]).is_some(),
        content: |session| {
            let slot = Slot::ALL[SLOT];
            let placed = session.stage().get(slot).ok_or_else(|| no_image(slot))?;
            Ok(content(placed.raster().mask().mask().clone()))
        },
    }
}

/// The mask of one of the sprites.
pub fn mask_of(slot: Slot) -> ExportRef {
    [&MASK_OF_A, &MASK_OF_B][slot as usize]
}

pub(super) fn content(mask: Mask) -> Content {
    Content::one(move |path| encode(&mask, path))
}

/// A mask as the bytes of the file `path`.
pub(super) fn encode(mask: &Mask, path: &Path) -> Result<Vec<u8>, String> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    format_of::<MaskFormat>(path)?.encode(mask, &name).map_err(|reason| reason.to_string())
}
