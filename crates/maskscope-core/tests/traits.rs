//! Traits that public types promise: threads can share what a game keeps, and every error is an `Error` of std.

use std::error::Error;

/// Compiles for types that threads can share.
fn shared<T: Send + Sync + 'static>() {}

/// Compiles for errors that any other error can hold.
fn error<T: Error + Send + Sync + 'static>() {}

#[test]
fn threads_can_share_masks_shapes_and_scans() {
    use maskscope_core::geom::{Affine, Cell, IntRect, Offset, Offsets, Size};
    use maskscope_core::mask::engine::AreaMap;
    use maskscope_core::mask::{Health, Level, Mask, Packed, Prepared, SummedAreaTable, truth::Truth};
    use maskscope_core::palette::Palette;
    use maskscope_core::scan::{Custom, Field, Listing, RankMap, Recorded, Scan, State, Trace, recorded::Loop};
    use maskscope_core::shape::fit::{Fit, FittedPieces, Fitting, Form, FrameMask, Rule, SharedFit};
    use maskscope_core::shape::{Contact, Hitbox, PlacedHitbox, PlacedShape, Shape};

    shared::<(Affine, Cell, IntRect, Offset, Offsets, Size)>();
    shared::<(AreaMap, Health, Level, Mask, Packed, Prepared, SummedAreaTable, Truth)>();
    shared::<(Custom, Field<Scan>, Listing, Loop, RankMap, Recorded, Scan, State, Trace)>();
    shared::<(Contact, Hitbox, PlacedHitbox, PlacedShape, Shape)>();
    shared::<(Fit, FittedPieces, Fitting, Form, FrameMask<'_>, Rule, SharedFit)>();
    shared::<Palette>();
}

#[test]
fn errors_are_those_of_the_standard_library() {
    error::<maskscope_core::choice::UnknownName>();
    error::<maskscope_core::mask::TextMaskError>();
    error::<maskscope_core::memory::OutOfMemory>();
    error::<maskscope_core::scan::ScanNameError>();
    error::<maskscope_core::shape::ShapeFault>();
    error::<maskscope_core::shape::fit::FormNameError>();
}

#[test]
fn the_default_mask_has_no_pixels() {
    use maskscope_core::geom::Size;
    use maskscope_core::mask::Mask;

    assert_eq!(Mask::default(), Mask::new(Size::default()));
}

/// The same of what the features add.
#[cfg(feature = "replays")]
mod features {
    use super::{error, shared};

    #[test]
    fn threads_can_share_scenes_questions_and_replays() {
        use maskscope_core::replay::{Check, Judge, MovedScene, Replay, Walk};
        use maskscope_core::scan::own::{KeptScript, Own, ScriptRun};
        use maskscope_core::scan::verdict::ScanVerdict;
        use maskscope_core::scene::{Frames, Laid, Picture, Placement, Posed, Profile, Scene, Sprite};
        use maskscope_core::survey::{Choices, Found, Lattice, Question, Reader, Setting, Witness};

        shared::<(KeptScript, Own, ScriptRun, ScanVerdict)>();
        shared::<(Frames, Laid, Picture, Placement, Posed, Profile, Scene, Sprite)>();
        shared::<(Choices, Found, Lattice, Question, Reader, Setting, Witness)>();
        shared::<(Check, Judge, MovedScene, Replay, Walk)>();
    }

    #[test]
    fn errors_are_those_of_the_standard_library() {
        use maskscope_core::{panics, replay, scan, scene, survey};

        error::<panics::Panic>();
        error::<replay::Fault>();
        error::<replay::MoveError>();
        error::<replay::MoveFault>();
        error::<replay::WalkError>();
        error::<scan::own::Failure>();
        error::<scene::ColorKeyError>();
        error::<scene::GridError>();
        error::<scene::HitboxFrameError>();
        error::<scene::LayError>();
        error::<scene::LayerNameError>();
        error::<scene::ParentsFault>();
        error::<scene::RouteFault>();
        error::<scene::StepFault>();
        error::<scene::Unbaked>();
        error::<scene::UnknownFrame>();
        error::<scene::terrain::NotAscending>();
        error::<survey::ReaderNameError>();
        error::<survey::Refusal>();
        error::<survey::SurveyError>();
        error::<survey::TooMany>();
        error::<survey::WitnessNameError>();
    }
}
