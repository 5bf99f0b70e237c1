//! The overlap of both masks, as large as the overlap box.

use super::export::{Export, Target, stems};
use super::mask;
use crate::files::{FileFormat as _, MaskFormat};
use crate::{mask::Mask, scene::Collision, session::Session};

/// The pixels that are solid in both sprites.
pub const OVERLAP: Export = Export {
    name: "Overlap mask",
    label: "Export overlap mask…",
    sentence: "Writes the pixels solid in both into a file.",
    target: Target::File,
    endings: MaskFormat::extensions,
    suggestion: |session| format!("{}-overlap.png", stems(session)),
    is_possible: |session| session.derived().collision().is_some_and(Collision::boxes_overlap),
    content: |session| {
        let mask = shared(session).ok_or("The boxes do not overlap, so there is no overlap mask.")?;
        Ok(mask::content(mask))
    },
};

fn shared(session: &Session) -> Option<Mask> {
    let ((a, b), offset) = session.stage().both().zip(session.stage().offset())?;
    a.raster().mask().mask().overlap(b.raster().mask().mask(), offset)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::exports::{Content, Files};
    use crate::geom::{Cell, Offset};
    use crate::scene::{Picture, PictureFormat, Sprite};
    use crate::session::{Slot, StageAction};

    fn square(name: &str, side: u8) -> Sprite {
        let size = crate::geom::Size::new(side.into(), side.into());
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
        let Ok(Content::Files(make)) = (OVERLAP.content)(&session) else { panic!("a mask to write") };
        let Ok(Files::One(bytes)) = make(Path::new("out.txt")) else { panic!("one file") };
        assert_eq!(bytes, b"#\n#\n");
        session.apply(StageAction::Place { slot: Slot::B, position: Cell::new(30, 1) }.into());
        let refusal = (OVERLAP.content)(&session).err();
        assert_eq!(refusal.as_deref(), Some("The boxes do not overlap, so there is no overlap mask."));
    }
}
