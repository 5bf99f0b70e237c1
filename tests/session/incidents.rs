//! The incidents of a log: their order, and how they are stepped through.

use maskscope::files::{Limits, Log};
use maskscope::session::{LogAction, LogPlayer, PlayerAction, Session};
use maskscope_core::replay::{Judge, Verdict};

/// A log of two dots: their distance and the answer of the game, one frame after the other.
fn log(checks: &[(i32, bool)]) -> Session {
    let mut session = Session::default();
    session.apply(LogAction::Open { path: "game.jsonl".into(), is_live: false }.into());
    let (mut log, mut judge) = (Log::new("game.jsonl".as_ref(), Limits::default()), Judge::new(&[]));
    let mut text = "{\"sprite\":\"dot\",\"mask\":[\"#\"]}\n".to_owned();
    for (frame, (x, hit)) in checks.iter().enumerate() {
        let b = format!("{{\"sprite\":\"dot\",\"name\":\"b\",\"position\":[{x},0]}}");
        text += &format!("{{\"frame\":{frame},\"a\":{{\"sprite\":\"dot\"}},\"b\":{b},\"hit\":{hit}}}\n");
    }
    let mut events = Vec::new();
    log.read(text.as_bytes(), |entry| events.push(judge.observe(entry)));
    session.apply(LogAction::Observed(events, Box::default()).into());
    session
}

fn player(session: &Session) -> &LogPlayer {
    session.log().expect("it is open")
}

#[test]
fn the_worst_comes_first_and_missed_touches_can_be_left_out() {
    let mut session = log(&[(0, false), (9, false), (2, true), (3, true), (9, false), (7, true), (0, true)]);
    let verdicts = |session: &Session| -> Vec<_> {
        let log = player(session);
        let incidents = log.incidents.ranked().iter().map(|&number| &log.replay.incidents[number]);
        incidents.map(|it| (it.verdict, it.worst, it.checks)).collect()
    };
    let unfair = [(Verdict::UnfairHit, 5, 1), (Verdict::UnfairHit, 3, 2)];
    assert_eq!(verdicts(&session), [&unfair[..], &[(Verdict::MissedTouch, 0, 1)]].concat());
    assert_eq!(player(&session).incidents.wrong, 4);
    session.apply(LogAction::Mute(true).into());
    assert_eq!((verdicts(&session), player(&session).incidents.wrong), (unfair.to_vec(), 3));
}

#[test]
fn they_are_stepped_through_both_ways() {
    let mut session = log(&[(5, true), (9, false), (2, true), (9, false), (7, true)]);
    let mut from_here = |at: usize, on| {
        session.apply(LogAction::Show(at).into());
        session.apply(PlayerAction::GoWrong { on }.into());
        player(&session).step().map(|(number, _)| number)
    };
    assert_eq!([4, 0, 2, 1].map(|at| from_here(at, true)), [Some(0), Some(2), Some(2), Some(4)]);
    assert_eq!([4, 0, 2, 1].map(|at| from_here(at, false)), [Some(4), Some(4), Some(0), Some(2)]);
}

#[test]
fn what_is_live_shows_the_latest_check_of_all_pairs_or_of_one() {
    let mut session = Session::default();
    session.apply(LogAction::Open { path: "game.jsonl".into(), is_live: true }.into());
    let (mut log, mut judge) = (Log::new("game.jsonl".as_ref(), Limits::default()), Judge::new(&[]));
    let mut write = |session: &mut Session, text: &str| {
        let mut events = Vec::new();
        log.read(text.as_bytes(), |entry| events.push(judge.observe(entry)));
        session.apply(LogAction::Observed(events, Box::default()).into());
        player(session).step().map(|(number, _)| number)
    };
    let check = |frame: u32, name: &str| {
        format!(r#"{{"frame":{frame},"a":{{"sprite":"dot"}},"b":{{"sprite":"dot","name":"{name}"}},"hit":true}}"#)
            + "\n"
    };
    let sprite = "{\"sprite\":\"dot\",\"mask\":[\"#\"]}\n";
    let text = [sprite, &check(1, "b"), &check(1, "c")].concat();
    assert_eq!(write(&mut session, &text), Some(1), "of all pairs");
    session.apply(LogAction::Pin(true).into());
    assert_eq!(
        write(&mut session, &[check(2, "b"), check(2, "c"), check(3, "b")].concat()),
        Some(3),
        "of the shown pair"
    );
    session.apply(LogAction::Pin(false).into());
    assert_eq!(player(&session).step().map(|(number, _)| number), Some(4), "of all pairs again");
    // Somebody looks at an earlier check: nothing moves on.
    session.apply(LogAction::Show(0).into());
    assert_eq!(write(&mut session, &check(4, "b")), Some(0));
    session.apply(LogAction::GoLive.into());
    assert_eq!(player(&session).step().map(|(number, _)| number), Some(5));
}
