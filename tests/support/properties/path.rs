//! Properties of any text read as a path.

use maskscope::files::{parse_path, route_csv, sample_sprite};
use maskscope_core::{
    replay::{Clock, Course, Judge, MovedScene},
    scene::{Actor, Placement, Route, Scene},
};

use super::{explained, panics::none_of_ours};

/// Asserts that `bytes` are a path whose times ascend, or that an error explains why not. A path that is written and
/// read again stays the same. A table of checks is judged row by row, or refused with a reason.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match none_of_ours(|| parse_path(text)).map(|table| table.course) {
        Err(reason) => explained(&reason.at("path.csv"), bytes),
        Ok(Course::Route(route)) => {
            assert!(route.steps.windows(2).all(|pair| pair[0].seconds < pair[1].seconds));
            assert_eq!(Route::of(route.steps.iter().copied()).as_ref(), Ok(&route));
            assert_eq!(parse_path(&route_csv(&route)).expect("what is written is read").course, Course::Route(route));
        }
        Ok(Course::Moves(moves)) => {
            let actor = |name: &str| Actor::new(sample_sprite(name).expect("a sample"), Placement::default());
            let (scene, mut judge) =
                (MovedScene::new(&Scene::of([actor("walker.png"), actor("gem.png")])), Judge::new(&[]));
            assert!(!moves.moves.is_empty() && moves.moves.is_sorted_by(|one, next| one.line < next.line));
            for there in &moves.moves {
                assert!(there.at.is_finite() && (moves.clock == Clock::Second || there.at.fract() == 0.0), "{there:?}");
                let check = none_of_ours(|| scene.check(moves.clock, there));
                let check = check.map_err(|why| why.to_string());
                let judged = check.and_then(|check| judge.judge(&check).map_err(|fault| fault.to_string()));
                match judged {
                    Ok(judged) => assert_eq!((judged.step.at, judged.step.game), (there.at, there.hit)),
                    Err(why) => assert!(!why.is_empty()),
                }
            }
        }
    }
}
