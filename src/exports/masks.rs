//! Masks: of one sprite's tested frame, of all its frames, one file each, and of both masks' overlap, as large as the overlap box.

use std::path::Path;

use super::export::{Export, ExportContent, ExportRef, Files, Options, Target, format_of, no_image, stem, stems};
use crate::files::{FileFormat as _, FormatKind, MaskFormat, numbered};
use crate::session::{Session, Slot};
use maskscope_core::{mask::Mask, scene::Collision};

/// The mask of A.
pub const MASK_OF_A: Export = of::<0>("Mask of A", "mask of A", "Export mask of A…");
/// The mask of B.
pub const MASK_OF_B: Export = of::<1>("Mask of B", "mask of B", "Export mask of B…");

/// The mask of the sprite in slot `SLOT`.
const fn of<const SLOT: usize>(name: &'static str, group: &'static str, label: &'static str) -> Export {
    Export {
        name,
        group,
        label,
        sentence: "Writes this mask to a file.",
        target: Target::File,
        is_mask: true,
        kinds,
        suggestion: |session| format!("{}-mask.png", stem(session, Slot::ALL[SLOT])),
        is_possible: |session| session.stage().get(Slot::ALL[SLOT]).is_some(),
        content: |session, options| {
            let slot = Slot::ALL[SLOT];
            let placed = session.stage().get(slot).ok_or_else(|| no_image(slot))?;
            Ok(content(placed.raster().mask().mask().clone(), options))
        },
    }
}

/// The mask of one of the sprites.
pub fn mask_of(slot: Slot) -> ExportRef {
    [&MASK_OF_A, &MASK_OF_B][slot as usize]
}

/// The formats, those that programmers look for first.
fn kinds() -> Vec<FormatKind> {
    let mut kinds = MaskFormat::kinds();
    let code = kinds.iter().position(|kind| kind.name == "c").unwrap_or_default();
    kinds.rotate_left(code);
    kinds
}

fn content(mask: Mask, options: Options) -> ExportContent {
    ExportContent::one(move |path| encode(&mask, path, options))
}

/// A mask as the bytes of the file `path`.
fn encode(mask: &Mask, path: &Path, options: Options) -> Result<Vec<u8>, String> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let inverted = options.is_inverted.then(|| !mask);
    let encoded = format_of::<MaskFormat>(path, options)?.encode(inverted.as_ref().unwrap_or(mask), &name);
    encoded.map_err(|reason| reason.to_string())
}

/// The masks of all frames of A.
pub const FRAME_MASKS_OF_A: Export =
    frame_masks::<0>("Masks of all frames of A", "frame masks of A", "Export masks of all frames of A…");
/// The masks of all frames of B.
pub const FRAME_MASKS_OF_B: Export =
    frame_masks::<1>("Masks of all frames of B", "frame masks of B", "Export masks of all frames of B…");

/// The masks of all frames of the sprite in slot `SLOT`.
const fn frame_masks<const SLOT: usize>(name: &'static str, group: &'static str, label: &'static str) -> Export {
    Export {
        name,
        group,
        label,
        sentence: "Writes the mask of every frame to a file of its own.",
        target: Target::Series(|session| count(session, Slot::ALL[SLOT])),
        is_mask: true,
        kinds,
        suggestion: |session| format!("{}-mask.png", stem(session, Slot::ALL[SLOT])),
        is_possible: |session| count(session, Slot::ALL[SLOT]) > 1,
        content: |session, options| frames(session, Slot::ALL[SLOT], options),
    }
}

/// The masks of all frames of one of the sprites.
pub fn frame_masks_of(slot: Slot) -> ExportRef {
    [&FRAME_MASKS_OF_A, &FRAME_MASKS_OF_B][slot as usize]
}

fn count(session: &Session, slot: Slot) -> usize {
    session.stage().get(slot).map_or(0, |placed| placed.sprite().frames().all().len())
}

fn frames(session: &Session, slot: Slot, options: Options) -> Result<ExportContent, String> {
    let masks = session.stage().get(slot).ok_or_else(|| no_image(slot))?.sprite().frame_masks();
    Ok(ExportContent::made(move |path| {
        let encoded = numbered(path, masks.len()).zip(&masks);
        let encoded = encoded.map(|(path, mask)| encode(mask, &path, options).map(|bytes| (path, bytes)));
        encoded.collect::<Result<_, _>>().map(Files::Series)
    }))
}

/// The pixels that are solid in both sprites.
pub const OVERLAP: Export = Export {
    name: "Overlap mask",
    group: "overlap",
    label: "Export overlap mask…",
    sentence: "Writes the pixels solid in both to a file.",
    target: Target::File,
    is_mask: true,
    kinds,
    suggestion: |session| format!("{}-overlap.png", stems(session)),
    is_possible: |session| session.derived().collision().is_some_and(Collision::boxes_overlap),
    content: |session, options| {
        let mask = shared(session).ok_or("The boxes do not overlap, so there is no overlap mask.")?;
        Ok(content(mask, options))
    },
};

fn shared(session: &Session) -> Option<Mask> {
    let ((a, b), offset) = session.stage().both().zip(session.stage().offset())?;
    a.raster().mask().mask().overlap_mask(b.raster().mask().mask(), offset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::StageAction;
    use maskscope_core::geom::{Cell, Offset};
    use maskscope_core::scene::{Picture, PictureFormat, Sprite};

    fn square(name: &str, side: u8) -> Sprite {
        let size = maskscope_core::geom::Size::new(side.into(), side.into());
        let rgba = [255; 4].repeat(usize::from(side) * usize::from(side));
        Sprite::new(name, Picture::new(size, rgba, PictureFormat::Png, true), 0)
    }

    #[test]
    fn masks_are_exported_as_they_stand() {
        let mut session = Session::default();
        let (a, b) = (square("a.png", 3), square("b.png", 2));
        session.apply(StageAction::ShowPair { a, b, offset: Offset::new(1, 1) }.into());
        session.apply(StageAction::Place { slot: Slot::B, position: Cell::new(2, 1) }.into());
        assert_eq!((OVERLAP.suggestion)(&session), "a-b-overlap.png");
        let Ok(ExportContent::Files(make)) = (OVERLAP.content)(&session, Options::default()) else {
            panic!("a mask to write")
        };
        let Ok(Files::One(bytes)) = make(Path::new("out.txt")) else { panic!("one file") };
        assert_eq!(bytes, b"#\n#\n");
        session.apply(StageAction::Place { slot: Slot::B, position: Cell::new(30, 1) }.into());
        let refusal = (OVERLAP.content)(&session, Options::default()).err();
        assert_eq!(refusal.as_deref(), Some("The boxes do not overlap, so there is no overlap mask."));
    }
}
