//! The race, driven by lists of actions as a window or a script would.

use crate::sprites;
use maskscope::session::{
    Action, Job, PlaybackAction, RaceAction, RaceOrder, Raced, ScanAction, Session, Slot, Speed, StageAction, Tab,
    ViewAction,
};
use maskscope_core::{
    geom::{Cell, Offset, Size},
    scan::{RankMap, Scan},
};
use sprites::{block, sprite};

/// A session that shows the race of two small sprites, with everything derived.
fn session() -> Session {
    let mut session = Session::default();
    let (a, b) = (sprite("a.png", "####\n#..#\n####"), sprite("b.png", "##\n##"));
    session.apply(Action::Stage(StageAction::ShowPair { a, b, offset: Offset::new(1, 1) }));
    show(&mut session, Tab::Race);
    session
}

fn show(session: &mut Session, tab: Tab) {
    session.apply(Action::View(ViewAction::Show(tab)));
}

fn play(session: &mut Session, action: PlaybackAction) {
    session.apply(Action::Playback(action));
}

fn most_visits(session: &Session) -> u64 {
    session.derived().rows().iter().map(|row| row.count.visits).max().expect("some scans")
}

#[test]
fn the_race_lasts_as_long_as_its_slowest_scan() {
    let mut session = session();
    assert_eq!(session.steps(), most_visits(&session));
    play(&mut session, PlaybackAction::Last);
    assert_eq!(session.race().steps(), most_visits(&session));
    assert!(session.derived().rows().iter().all(|row| row.has_stopped(session.race().steps())));
}

#[test]
fn the_transport_moves_what_is_shown() {
    let mut session = session();
    let inspected = session.playback().position();
    for (action, expected) in [
        (PlaybackAction::First, 0),
        (PlaybackAction::StepOn, 1),
        (PlaybackAction::StepOn, 2),
        (PlaybackAction::StepBack, 1),
        (PlaybackAction::Scrub(3), 3),
    ] {
        play(&mut session, action);
        assert_eq!(session.race().steps(), expected, "{action:?}");
    }
    assert_eq!(session.playback().position(), inspected, "the selected scan has not moved");
    show(&mut session, Tab::Inspect);
    play(&mut session, PlaybackAction::First);
    assert_eq!((session.playback().position(), session.race().steps()), (0, 3));
}

#[test]
fn the_race_runs_once_when_it_is_first_shown_and_rests() {
    let mut session = session();
    assert!(session.transport().is_playing());
    let tenths = (1..=1_000).find(|_| !session.tick(0.1)).expect("it ends");
    let seconds = most_visits(&session).min(12);
    assert!((10 * seconds..=10 * seconds + 1).contains(&tenths), "{tenths} tenths of {seconds} s");
    assert_eq!(session.race().steps(), most_visits(&session));
    assert!(!session.tick(1.0), "the race has ended");
}

#[test]
fn the_race_stands_still_while_it_is_not_shown() {
    let mut session = session();
    play(&mut session, PlaybackAction::First);
    play(&mut session, PlaybackAction::Play);
    show(&mut session, Tab::Inspect);
    session.tick(1.0);
    assert_eq!(session.race().steps(), 0);
}

#[test]
fn it_can_repeat_and_be_faster() {
    let mut session = session();
    let fast = Speed::new(1_000.0).expect("a number");
    for action in [PlaybackAction::SetRepeat(true), PlaybackAction::SetSpeed(fast), PlaybackAction::Play] {
        play(&mut session, action);
    }
    for _ in 0..100 {
        assert!(session.tick(0.01), "it repeats forever");
    }
}

#[test]
fn nothing_in_the_race_can_be_undone() {
    let mut session = session();
    let before = session.can_undo_redo();
    play(&mut session, PlaybackAction::Last);
    session.apply(Action::Race(RaceAction::SetOrder(RaceOrder::ByVisits)));
    session.apply(Action::Scan(ScanAction::Select(3)));
    show(&mut session, Tab::Inspect);
    assert_eq!(session.can_undo_redo(), before);
}

#[test]
fn lanes_are_made_for_the_race_only_and_no_larger_than_a_card() {
    let mut session = session();
    assert!(session.derived().lane(Scan::ROWS).is_none(), "the size of a card is not known yet");
    session.apply(Action::Race(RaceAction::SetCard(Size::new(10, 10))));
    for &scan in session.scans().scans() {
        let lane = session.derived().lane(scan).expect("small work is done at once");
        assert_eq!((lane.ranks.columns, lane.ranks.rows), (2, 2));
        let row = session.derived().rows().iter().find(|row| row.scan == scan).expect("listed");
        assert_eq!(lane.visits.len() as u64, row.count.visits);
    }
    session.apply(Action::Race(RaceAction::SetCard(Size::new(1, 10))));
    assert_eq!(session.derived().lane(Scan::ROWS).expect("small").ranks.ranks.len(), 1);
    show(&mut session, Tab::Inspect);
    assert!(session.derived().lane(Scan::ROWS).is_none());
    assert!(session.wanted().iter().all(Job::is_timing));
}

#[test]
fn large_lanes_are_left_to_a_worker_and_dropped_when_the_sprites_have_moved_on() {
    let mut session = Session::default();
    let (a, b) = (block("a.png", Size::new(300, 300)), block("b.png", Size::new(300, 300)));
    session.apply(Action::Stage(StageAction::ShowPair { a, b, offset: Offset::new(20, 20) }));
    show(&mut session, Tab::Race);
    session.apply(Action::Race(RaceAction::SetCard(Size::new(150, 120))));
    // The lane of the selected scan comes from its recording; the next one has to run.
    let next = *session.scans().scans().iter().find(|&&scan| session.derived().lane(scan).is_none()).expect("large");
    let job = session.wanted().into_iter().find(Job::is::<Raced>).expect("it is not at hand");
    let result = job.run(&|| false).expect("there is memory").expect("nobody cancels");
    session.apply(Action::Stage(StageAction::Place { slot: Slot::B, position: Cell::new(30, 30) }));
    session.finish(result);
    assert!(session.derived().lane(next).is_none(), "it belongs to another placement");
    session.run_wanted();
    let lane =
        session.derived().lane(Scan::Channels(maskscope_core::scan::Channels::default())).expect("all has been done");
    assert_eq!((lane.ranks.columns, lane.ranks.rows), (90, 90), "three cells a side");
    assert!(lane.ranks.ranks.iter().all(|&rank| rank != RankMap::NEVER), "channels never stops early");
}

#[test]
fn the_race_follows_the_sprites() {
    let mut session = session();
    play(&mut session, PlaybackAction::Last);
    session.apply(Action::Stage(StageAction::Place { slot: Slot::B, position: Cell::new(0, 0) }));
    assert_eq!(session.race().steps(), most_visits(&session), "the race stays at its end");
    session.apply(Action::Stage(StageAction::Place { slot: Slot::B, position: Cell::new(90, 0) }));
    assert_eq!((session.steps(), session.race().steps()), (0, 0), "no overlap, no race");
    assert!(session.derived().lane_grid().is_none());
}
