//! One sprite's mask, of the frame that is tested.

use std::path::Path;

use super::{Content, Export, ExportRef, Files, Target, format_of, no_image, stem};
use crate::{
    files::{FileFormat as _, MaskFormat},
    mask::Mask,
    session::{Session, Slot},
};

/// The mask of A.
pub const MASK_OF_A: Export = Export {
    name: "Mask of A",
    label: "Export mask of A…",
    sentence: "Writes the mask of A into a file.",
    target: Target::File,
    endings: MaskFormat::extensions,
    suggestion: |session| format!("{}-mask.png", stem(session, Slot::A)),
    is_possible: |session| session.stage().get(Slot::A).is_some(),
    content: |session| content_of(session, Slot::A),
};

/// The mask of B.
pub const MASK_OF_B: Export = Export {
    name: "Mask of B",
    label: "Export mask of B…",
    sentence: "Writes the mask of B into a file.",
    suggestion: |session| format!("{}-mask.png", stem(session, Slot::B)),
    is_possible: |session| session.stage().get(Slot::B).is_some(),
    content: |session| content_of(session, Slot::B),
    ..MASK_OF_A
};

/// The mask of one of the sprites.
pub const fn mask_of(slot: Slot) -> ExportRef {
    match slot {
        Slot::A => &MASK_OF_A,
        Slot::B => &MASK_OF_B,
    }
}

fn content_of(session: &Session, slot: Slot) -> Result<Content, String> {
    let placed = session.stage().get(slot).ok_or_else(|| no_image(slot))?;
    Ok(content(placed.raster().mask().mask().clone()))
}

pub(super) fn content(mask: Mask) -> Content {
    Content::made(move |path| encode(&mask, path).map(Files::One))
}

/// A mask as the bytes of the file `path`.
pub(super) fn encode(mask: &Mask, path: &Path) -> Result<Vec<u8>, String> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    format_of::<MaskFormat>(path)?.encode(mask, &name).map_err(|reason| reason.to_string())
}
