//! The masks of all frames of a sprite, a file each.

use super::{Content, Export, ExportRef, Files, Target, mask, no_image, stem};
use crate::{
    files::{FileFormat as _, MaskFormat, numbered},
    session::{Session, Slot},
};

/// The masks of all frames of A.
pub const FRAME_MASKS_OF_A: Export = Export {
    name: "Masks of all frames of A",
    label: "Export masks of all frames of A…",
    sentence: "Writes the mask of every frame into a file of its own.",
    target: Target::Series(|session| count(session, Slot::A)),
    endings: MaskFormat::extensions,
    suggestion: |session| format!("{}-mask.png", stem(session, Slot::A)),
    is_possible: |session| count(session, Slot::A) > 1,
    content: |session| content(session, Slot::A),
};

/// The masks of all frames of B.
pub const FRAME_MASKS_OF_B: Export = Export {
    name: "Masks of all frames of B",
    label: "Export masks of all frames of B…",
    target: Target::Series(|session| count(session, Slot::B)),
    suggestion: |session| format!("{}-mask.png", stem(session, Slot::B)),
    is_possible: |session| count(session, Slot::B) > 1,
    content: |session| content(session, Slot::B),
    ..FRAME_MASKS_OF_A
};

/// The masks of all frames of one of the sprites.
pub const fn frame_masks_of(slot: Slot) -> ExportRef {
    match slot {
        Slot::A => &FRAME_MASKS_OF_A,
        Slot::B => &FRAME_MASKS_OF_B,
    }
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
