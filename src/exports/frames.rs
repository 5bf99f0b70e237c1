//! The masks of all frames of a sprite, one file each.

use super::export::{Content, Export, ExportRef, Files, Target, no_image, stem};
use super::mask;
use crate::files::{FileFormat as _, MaskFormat, numbered};
use crate::session::{Session, Slot};

/// The masks of all frames of A.
pub const FRAME_MASKS_OF_A: Export = frame_masks::<0>("Masks of all frames of A", "Export masks of all frames of A…");
/// The masks of all frames of B.
pub const FRAME_MASKS_OF_B: Export = frame_masks::<1>("Masks of all frames of B", "Export masks of all frames of B…");

/// The masks of all frames of the sprite in slot `SLOT`.
const fn frame_masks<const SLOT: usize>(name: &'static str, label: &'static str) -> Export {
    Export {
        name,
        label,
        sentence: "Writes the mask of every frame into a file of its own.",
        target: Target::Series(|session| count(session, Slot::ALL[SLOT])),
        endings: MaskFormat::extensions,
        suggestion: |session| format!("{}-mask.png", stem(session, Slot::ALL[SLOT])),
        is_possible: |session| count(session, Slot::ALL[SLOT]) > 1,
        content: |session| content(session, Slot::ALL[SLOT]),
    }
}

/// The masks of all frames of one of the sprites.
pub fn frame_masks_of(slot: Slot) -> ExportRef {
    [&FRAME_MASKS_OF_A, &FRAME_MASKS_OF_B][slot as usize]
}

fn count(session: &Session, slot: Slot) -> usize {
    session.stage().get(slot).map_or(0, |placed| placed.sprite().frames().all().len())
}

fn content(session: &Session, slot: Slot) -> Result<Content, String> {
    let masks = session.stage().get(slot).ok_or_else(|| no_image(slot))?.sprite().frame_masks();
    Ok(Content::made(move |path| {
        let numbered = masks.iter().enumerate().map(|(number, mask)| {
            let path = numbered(path, number);
            mask::encode(mask, &path).map(|bytes| (path, bytes))
        });
        numbered.collect::<Result<_, _>>().map(Files::Series)
    }))
}
