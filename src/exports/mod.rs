//! Everything that a session can be written to files as. To add an export: write `exports/<name>.rs`, and add its line to the
//! list, which the menu, the palette, the dialogs, the keys and the tests read.

mod export;

pub use export::{Content, Export, ExportRef, Files, Make, Stream, Target, name_of};
pub use masks::{frame_masks_of, mask_of};
pub use table::table_text;

/// Declares the files of the exports, and [`ALL`].
macro_rules! exports {
    ($($file:ident: $($export:ident),+;)*) => {
        $(mod $file;)*
        $(pub use $file::{$($export),+};)*

        /// Every export, in the order of the menu.
        pub const ALL: &[ExportRef] = &[$($(&$file::$export),+),*];
    };
}

// The list: a file of this folder, and the exports in it, in the order of the menu.
exports! {
    scene: SCENE, SCENE_WITH_ART, SCENE_WITH_MASKS;
    masks: OVERLAP, MASK_OF_A, MASK_OF_B, FRAME_MASKS_OF_A, FRAME_MASKS_OF_B;
    order: VISIT_ORDER;
    table: TABLE;
    view: VIEW;
    race: RACE, RACE_PICTURE;
    survey: SURVEY;
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
            for ending in export.endings() {
                let path = Path::new("out").with_extension(ending);
                if let Ok(Content::Files(make)) = (export.content)(&session) {
                    assert!(make(&path).is_ok(), "{export:?} as {ending}");
                }
            }
            let suggestion = (export.suggestion)(&session);
            let suggested = Path::new(&suggestion).extension().and_then(|ending| ending.to_str());
            assert_eq!(suggested, export.endings().first().copied(), "{export:?}");
        }
    }

    #[test]
    fn what_is_possible_has_content_and_an_empty_stage_has_none() {
        let session = session();
        for export in ALL {
            assert!(!(export.is_possible)(&session) || (export.content)(&session).is_ok(), "{export:?}");
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
