//! Everything that a session can be written to files as. To add an export: write `exports/<name>.rs`, and add its line to the
//! list, which the sheet, the palette, the dialogs, the keys and the tests read.
//!
//! - `export`: what an export is: its name, its formats, how it is made; `preview`: its beginning, shown before it is written.
//! - `scene`, `made`, `script`, `hitbox`: what a person made: the scene, paths and keys, an own scan, a hitbox as code.
//! - `code`: the selected scan as code.
//! - `masks`, `view`: masks of frames and of the overlap, the canvas as shown.
//! - `order`, `race`, `table`, `survey`: answers: visit orders, the race, the table of scans, the shown survey.

mod export;
mod preview;

pub use code::{MOST_PIXELS, code_of, fits_in_code};
pub use export::{Chosen, Export, ExportContent, ExportRef, Files, Make, Options, Stream, Target, name_of};
pub use masks::{frame_masks_of, mask_of};
pub use preview::{Preview, PreviewContent};
pub use table::table_text;

/// Declares the files of the exports, and [`ALL`].
macro_rules! exports {
    ($($file:ident: $($export:ident),+;)*) => {
        $(mod $file;)*
        $(pub use $file::{$($export),+};)*

        /// Every export, in the order of the sheet.
        pub const ALL: &[ExportRef] = &[$($(&$file::$export),+),*];
    };
}

// The list: a file of this folder, and the exports in it, in the order of the sheet.
exports! {
    masks: MASK_OF_A, MASK_OF_B, FRAME_MASKS_OF_A, FRAME_MASKS_OF_B, OVERLAP;
    hitbox: HITBOX_OF_A, HITBOX_OF_B;
    order: VISIT_ORDER;
    code: CODE;
    script: SCRIPT;
    table: TABLE;
    view: VIEW;
    race: RACE, RACE_PICTURE;
    survey: SURVEY;
    scene: SCENE, SCENE_WITH_ART, SCENE_WITH_MASKS;
    made: ROUTE, KEYS;
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, path::Path};

    use super::*;
    use crate::files::sample_pairs;
    use crate::session::{Session, StageAction};

    fn session() -> Session {
        let mut session = Session::default();
        let pair = &sample_pairs()[0];
        let sprite = |name: &str| crate::files::sample_sprite(name).expect("a sample");
        let (a, b) = (sprite(&pair.a), sprite(&pair.b));
        session.apply(StageAction::ShowPair { a, b, offset: pair.offset }.into());
        session.run_wanted();
        session
    }

    #[test]
    fn no_two_exports_are_called_alike() {
        let names: HashSet<_> = ALL.iter().map(|export| export.name).collect();
        let labels: HashSet<_> = ALL.iter().map(|export| export.label).collect();
        assert_eq!((names.len(), labels.len()), (ALL.len(), ALL.len()));
    }

    #[test]
    fn every_ending_of_an_export_can_be_written() {
        let session = session();
        for export in ALL {
            for kind in (export.kinds)() {
                let path = Path::new("out").with_extension(kind.ending);
                if let Ok(ExportContent::Files(make)) = Chosen::new(export, kind.name).content(&session) {
                    assert!(make(&path).is_ok(), "{export:?} as {kind:?}");
                }
            }
            let suggestion = (export.suggestion)(&session);
            let suggested = Chosen::suggested(export, &session);
            assert_eq!(suggested.suggestion(&session), suggestion, "{export:?}");
            assert_eq!(suggested.completed(Path::new("out")).extension(), Path::new(&suggestion).extension());
        }
    }

    #[test]
    fn of_two_formats_with_one_ending_the_chosen_one_is_written() {
        let session = session();
        let begin = |format| {
            let Ok(ExportContent::Files(make)) = Chosen::new(&MASK_OF_A, format).content(&session) else {
                panic!("a mask")
            };
            let Ok(Files::One(bytes)) = make(Path::new("a.pbm")) else { panic!("one file") };
            bytes[..2].to_vec()
        };
        assert_eq!([begin("pbm"), begin("pbm-ascii"), begin("png")], [*b"P4", *b"P1", *b"P4"]);
    }

    #[test]
    fn what_is_possible_has_content_and_an_empty_stage_has_none() {
        let session = session();
        for export in ALL {
            assert!(
                !(export.is_possible)(&session) || Chosen::suggested(export, &session).content(&session).is_ok(),
                "{export:?}"
            );
            assert!(!(export.is_possible)(&Session::default()), "{export:?}");
        }
    }

    #[test]
    fn labels_are_written_in_small_letters() {
        assert_eq!(OVERLAP.label, "Export overlap mask…");
        assert_eq!(MASK_OF_A.label, "Export mask of A…");
        for export in ALL.iter().filter(|export| export.label.starts_with("Export")) {
            let (first, rest) = export.name.split_at(1);
            assert_eq!(export.label, format!("Export {}{rest}…", first.to_lowercase()));
        }
    }
}
