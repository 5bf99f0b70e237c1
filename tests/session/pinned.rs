//! A pinned B: its answers beside those of B, and what ends it.

use maskscope::{
    files::sample_sprite,
    session::{Event, Session, Slot, StageAction},
};
use maskscope_core::{
    geom::{Cell, Offset},
    scan::Scan,
    scene::{Placement, SolidRule},
};

/// Returns the sample pair with B pinned at 14,−21 and moved to 10,−17.
fn pinned() -> Session {
    let mut session = Session::default();
    let [a, b] = ["ship.png", "rock.png"].map(|name| sample_sprite(name).expect("a sample"));
    for action in [
        StageAction::ShowPair { a, b, offset: Offset::new(14, -21) },
        StageAction::Pin(true),
        StageAction::Place { slot: Slot::B, position: Cell::new(10, -17) },
        StageAction::Settle,
    ] {
        session.apply(action.into());
    }
    assert!(session.run_all_but_timing());
    session
}

fn places(session: &Session) -> [Option<Cell>; 2] {
    let stage = session.stage();
    [stage.get(Slot::B), stage.pinned()].map(|placed| placed.map(maskscope::session::Placed::position))
}

const HERE: Option<Cell> = Some(Cell::new(10, -17));
const THERE: Option<Cell> = Some(Cell::new(14, -21));

#[test]
fn both_places_are_answered() {
    let mut session = pinned();
    assert_eq!(places(&session), [HERE, THERE]);
    assert_eq!(session.collision().map(|collision| collision.overlap_area), Some(13));
    let answers = session.derived().pinned().expect("they are known");
    assert_eq!((answers.collision.overlap_area, answers.collision.box_overlap().area()), (0, 520));
    assert!(answers.contact.nearest().is_some_and(|px| (4.4..4.6).contains(&px)));
    assert_eq!(session.derived().visits_at_pin(Scan::ROWS), Some(520));
    assert_eq!(session.derived().rows()[0].count.visits, 499);
    session.apply(StageAction::Pin(false).into());
    assert!(session.derived().pinned().is_none() && session.derived().visits_at_pin(Scan::ROWS).is_none());
}

#[test]
fn both_places_are_exchanged_and_each_step_is_undone() {
    let mut session = pinned();
    session.apply(StageAction::SwapPinned.into());
    assert!(session.run_all_but_timing());
    assert_eq!(places(&session), [THERE, HERE]);
    assert_eq!(session.derived().visits_at_pin(Scan::ROWS), Some(499));
    session.apply(StageAction::Pin(false).into());
    assert_eq!(places(&session), [THERE, None]);
    for expected in [[THERE, HERE], [HERE, THERE], [THERE, THERE], [THERE, None]] {
        session.apply(StageAction::Undo.into());
        assert_eq!(places(&session), expected);
    }
    assert!(!session.can_undo_redo().0, "opening is not a step");
}

#[test]
fn another_image_and_a_turn_end_it_and_another_rule_does_not() {
    let pose = |rotation, flip| {
        let placement = Placement { rotation, flip: (flip, false), ..Placement::at((10.0, -17.0)) };
        StageAction::Pose { slot: Slot::B, placement }
    };
    let coin = sample_sprite("coin.png").expect("a sample");
    let ends = [pose(15.0, false), pose(0.0, true), StageAction::Show { slot: Slot::B, sprite: coin.clone() }];
    for action in ends {
        let mut session = pinned();
        session.apply(action.clone().into());
        assert_eq!(places(&session)[1], None, "{action:?}");
        session.apply(StageAction::Undo.into());
        assert_eq!(places(&session), [HERE, THERE], "{action:?} is undone with it");
    }
    let rule = SolidRule { threshold: 200, inverted: true, ..SolidRule::default() };
    let stays = [
        StageAction::SetRule { slot: Slot::B, rule },
        StageAction::SetThreshold { slot: Slot::B, threshold: 200 },
        StageAction::Show { slot: Slot::A, sprite: coin },
    ];
    for action in stays {
        let mut session = pinned();
        session.apply(action.clone().into());
        let stage = session.stage();
        let [b, pinned] = [stage.get(Slot::B), stage.pinned()].map(|placed| placed.expect("it stands there"));
        assert_eq!((pinned.position(), b.raster().mask().mask()), (Cell::new(14, -21), pinned.raster().mask().mask()));
    }
}

#[test]
fn a_scene_has_it() {
    let scene = pinned().scene().expect("two sprites");
    assert_eq!(scene.pinned, Some((14.0, -21.0)));
    let mut session = Session::default();
    session.apply(Event::SceneLoaded(Box::new(scene), None).into());
    assert_eq!(places(&session), [HERE, THERE]);
}

#[test]
fn the_shortest_way_to_a_hit_shares_a_pixel_and_one_step_undoes_it() {
    let mut session = pinned();
    assert_eq!(session.way_to_hit(), None, "here is one");
    session.apply(StageAction::SwapPinned.into());
    assert!(session.run_all_but_timing());
    let by = session.way_to_hit().expect("the boxes overlap");
    assert!((4.4..4.6).contains(&by.length()), "{by:?} is not the shortest");
    session.apply(StageAction::Nudge { slot: Slot::B, by }.into());
    assert!(session.run_all_but_timing());
    assert!(session.collision().is_some_and(|collision| collision.masks_overlap()));
    session.apply(StageAction::Undo.into());
    assert_eq!(places(&session), [THERE, HERE]);
    session.apply(StageAction::Place { slot: Slot::B, position: Cell::new(200, 0) }.into());
    assert!(session.run_all_but_timing());
    assert_eq!(session.way_to_hit(), None, "the boxes do not overlap");
}
