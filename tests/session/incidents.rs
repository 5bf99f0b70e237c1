//! The incidents of a log: their order, and how they are stepped through.

use maskscope::files::{Limits, Log};
use maskscope::session::{LineMark, LogAction, LogPlayer, PlayerAction, Session, StageAction};
use maskscope_core::replay::{Judge, LogEvent, Verdict};

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

/// A check of two dots: its frame and line, the place of the box that is tested of `a`, and the other one, with its place.
/// The rectangle of `a` lies at 0, and so does its dot.
fn question(frame: u32, line: &str, tested: i32, (name, x): (&str, i32), hit: bool) -> String {
    let side = |name: &str, x: i32, tested: i32| {
        let [own, shape] = [x, tested].map(|x| format!("[{x},0,10,10]"));
        let (made, shape) = (x != tested, format!(r#"{{"box":{shape}}}"#));
        let names = format!(r#""sprite":"dot","name":"{name}","kind":"{name}""#);
        format!(r#"{{{names},"position":[{x},0],"shape":{shape},"made":{made},"own":{own},"end":{own}}}"#)
    };
    let (a, b) = (side("a", 0, tested), side(name, x, x));
    format!(r#"{{"frame":{frame},"a":{a},"b":{b},"hit":{hit},"rule":"box","at":"{line}"}}"#) + "\n"
}

/// The events of a log in which `probe.py:1` asks three times where `a` is not drawn; `game.py:2` hits beside the pixels:
/// `b` once, between these, and `c` twice; and `game.py:9` is right about `c`.
fn questions() -> Vec<LogEvent> {
    let (mut log, mut judge) = (Log::new("game.jsonl".as_ref(), Limits::default()), Judge::new(&[]));
    let checks = [
        question(1, "probe.py:1", 5, ("b", 11), true),
        question(1, "game.py:2", 0, ("b", 8), true),
        question(2, "probe.py:1", 5, ("b", 12), true),
        question(3, "probe.py:1", 5, ("b", 13), true),
        question(4, "game.py:2", 0, ("c", 8), true),
        question(5, "game.py:2", 0, ("c", 8), true),
        question(6, "game.py:9", 0, ("c", 300), false),
        question(7, "game.py:9", 0, ("c", 0), true),
    ];
    let text = ["{\"sprite\":\"dot\",\"mask\":[\"#\"]}\n", &*checks.concat()].concat();
    let mut events = Vec::new();
    log.read(text.as_bytes(), |entry| events.push(judge.observe(entry)));
    events
}

/// The wrong checks that count, and the worst steps of their incidents, in their order.
fn counted(session: &Session) -> (u64, Vec<u32>) {
    let log = player(session);
    let worst = |&number: &usize| log.replay.incidents[number].worst;
    (log.incidents.wrong, log.incidents.ranked().iter().map(worst).collect())
}

#[test]
fn only_lines_that_ask_here_count_until_a_person_counts_others_as_wrong() {
    let mut session = Session::default();
    session.apply(LogAction::Open { path: "game.jsonl".into(), is_live: false }.into());
    session.apply(LogAction::Observed(questions(), Box::default()).into());
    assert_eq!(counted(&session), (3, vec![1, 4]));
    let log = player(&session);
    assert_eq!(log.ranked_pairs(), [1, 0], "`c` is wrong twice, `b` once");
    session.apply(LogAction::Choose(0).into());
    assert_eq!(player(&session).step().map(|(number, _)| number), Some(1), "its first check that counts");
    let mark = |mark| LogAction::Mark("probe.py:1".to_owned(), mark);
    session.apply(mark(Some(LineMark::Here)).into());
    assert_eq!(counted(&session), (6, vec![3, 1, 4]));
    session.apply(StageAction::Undo.into());
    assert_eq!(counted(&session), (3, vec![1, 4]), "one step takes it back");
    session.apply(StageAction::Redo.into());
    // The file is read again: its replay is another one.
    session.apply(LogAction::Restarted.into());
    session.apply(LogAction::Observed(questions(), Box::default()).into());
    assert_eq!(counted(&session), (6, vec![3, 1, 4]));
    session.apply(mark(Some(LineMark::Ignored)).into());
    assert_eq!(counted(&session), (3, vec![1, 4]));
}

#[test]
fn an_incident_is_of_a_pair_and_of_a_line() {
    let mut session = Session::default();
    session.apply(LogAction::Open { path: "game.jsonl".into(), is_live: false }.into());
    session.apply(LogAction::Observed(questions(), Box::default()).into());
    session.apply(LogAction::Mark("probe.py:1".to_owned(), Some(LineMark::Here)).into());
    let places: Vec<_> = (0..8)
        .map(|step| {
            session.apply(LogAction::Show(step).into());
            let log = player(&session);
            log.incidents.place_of_shown(log.played())
        })
        .collect();
    // The second check lies between others of its pair, at another line.
    assert_eq!(places, [Some(0), Some(1), Some(0), Some(0), Some(2), Some(2), None, None]);
}

#[test]
fn a_line_has_an_example() {
    let mut session = Session::default();
    session.apply(LogAction::Open { path: "game.jsonl".into(), is_live: false }.into());
    session.apply(LogAction::Observed(questions(), Box::default()).into());
    let log = player(&session);
    let lines: Vec<_> = log.replay.sites.iter().filter_map(|site| site.at.as_deref()).collect();
    assert_eq!(lines, ["probe.py:1", "game.py:2", "game.py:2", "game.py:9"]);
    let examples = [0, 1, 2, 3, 4].map(|site| log.example_of(site));
    assert_eq!(examples, [Some(3), Some(1), Some(4), Some(7), None], "the worst, of equals the first; else a hit");
}

#[test]
fn a_pair_of_kinds_is_ignored_at_every_line_and_undo_takes_that_back() {
    let mut session = log(&[(2, true), (9, false), (3, true)]);
    let count = |session: &Session| player(session).incidents.ranked().len();
    assert_eq!(count(&session), 2);
    let kinds = player(&session).replay.kinds[0].names.clone();
    session.apply(LogAction::IgnoreKinds { kinds: kinds.clone(), is_ignored: true }.into());
    assert_eq!((count(&session), player(&session).incidents.wrong), (0, 0));
    session.apply(StageAction::Undo.into());
    assert_eq!(count(&session), 2);
    session.apply(StageAction::Redo.into());
    assert_eq!(count(&session), 0);
    session.apply(LogAction::IgnoreKinds { kinds, is_ignored: false }.into());
    assert_eq!(count(&session), 2);
}
