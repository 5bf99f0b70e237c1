//! Stops of a running game: a stand-in for the game writes its log frame by frame, and asks whether it goes on.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use maskscope::files::{Limits, sample_sprite};
use maskscope::stops::{GameStop, StopEvent, StopHost};
use maskscope_core::replay::{RunTo, StopRules, Verdict, VerdictRules};
use serde_json::{Value, json};

/// A diamond of 40 × 40: the corners of its box are clear.
fn diamond() -> String {
    let row =
        |y: i32| (0..40).map(|x: i32| if (x - 20).abs() + (y - 20).abs() < 20 { '#' } else { '.' }).collect::<String>();
    json!((0..40).map(row).collect::<Vec<_>>()).to_string()
}

/// Waits for an event for no longer than this.
const PATIENCE: Duration = Duration::from_secs(10);

/// A game that is stopped, and the host that stops it.
struct Stopped {
    host: StopHost,
    events: Receiver<StopEvent>,
    game: StandIn,
    _folder: tempfile::TempDir,
}

/// A stand-in for the logger in a game.
struct StandIn {
    stream: TcpStream,
    answers: BufReader<TcpStream>,
    log: File,
    path: PathBuf,
    written: u64,
    has_asked: bool,
}

impl StandIn {
    fn connect(host: &StopHost, log: PathBuf, pid: u32) -> Self {
        let (name, value) = host.variable();
        assert_eq!(name, "MASKSCOPE_BREAK");
        let value = value.into_string().expect("UTF-8");
        let mut parts = value.rsplitn(2, ':');
        let (token, address) = (parts.next().expect("a token"), parts.next().expect("an address"));
        let address = address.strip_prefix("tcp:").expect("a port");
        assert_eq!((token.len(), address.starts_with("127.0.0.1:")), (32, true), "{value}");
        let stream = TcpStream::connect(address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        let answers = BufReader::new(stream.try_clone().expect("a copy"));
        let file = File::create(&log).expect("a log");
        let mut game = Self { stream, answers, log: file, path: log, written: 0, has_asked: false };
        game.say(&json!({"token": token, "pid": pid, "version": 1}));
        game
    }

    fn say(&mut self, line: &Value) {
        // A host that has gone hears nothing.
        self.stream.write_all(format!("{line}\n").as_bytes()).ok();
    }

    /// The next order; `None` once the connection is closed.
    fn order(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.answers.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => {
                Some(serde_json::from_str::<Value>(&line).expect("JSON")["do"].as_str().expect("a word").to_owned())
            }
            Err(error) => panic!("no order within {PATIENCE:?}: {error}"),
        }
    }

    fn write(&mut self, line: &str) {
        writeln!(self.log, "{line}").expect("written");
        self.written += line.len() as u64 + 1;
    }

    fn ask(&mut self, frame: u64) {
        let mut ask = json!({"frame": frame, "end": self.written});
        if !self.has_asked {
            ask["log"] = json!(self.path);
        }
        self.has_asked = true;
        self.say(&ask);
    }
}

impl Stopped {
    fn new(rules: StopRules) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (sender, events) = channel();
        let tell = move |event| sender.send(event).unwrap_or_default();
        let host = StopHost::listen(rules, VerdictRules::default(), Limits::default(), tell).expect("a port");
        let mut game = StandIn::connect(&host, folder.path().join("game.jsonl"), 7);
        game.write(r#"{"maskscope_log":1}"#);
        game.write(&format!(r#"{{"sprite":"rock","mask":{}}}"#, diamond()));
        Self { host, events, game, _folder: folder }
    }

    fn event(&self) -> StopEvent {
        self.events.recv_timeout(PATIENCE).expect("an event")
    }

    /// Plays a frame in which these checks are made; returns the stop at its end.
    fn frame(&mut self, frame: u64, checks: &[String]) -> Option<GameStop> {
        checks.iter().for_each(|check| self.game.write(check));
        self.game.ask(frame);
        loop {
            match &*self.game.order().expect("an answer") {
                "go" => return None,
                "stop" => break,
                "arm" | "disarm" => {}
                other => panic!("{other} is no answer"),
            }
        }
        self.game.say(&json!({"paused": frame}));
        loop {
            if let StopEvent::Paused(stop) = self.event() {
                return Some(*stop);
            }
        }
    }

    fn go_on(&mut self, to: RunTo) {
        self.host.go_on(to);
        assert_eq!([self.game.order(), self.game.order()].map(Option::unwrap_or_default), ["arm", "go"]);
    }

    /// The numbers of the frames that stop the game when each of them makes the checks that `checks` returns, and it goes on `to`.
    fn frames(&mut self, count: u64, to: RunTo, checks: impl Fn(u64) -> Vec<String>) -> Vec<u64> {
        let mut stops = Vec::new();
        for frame in 0..count {
            if self.frame(frame, &checks(frame)).is_some() {
                stops.push(frame);
                self.go_on(to);
            }
        }
        stops
    }
}

/// A check of a ship at 0 and a rock of the kind `kind`, `away` px to the right and below, at `line`. Neither moves.
fn check(frame: u64, line: u32, (kind, number): (&str, u64), away: i32, hit: bool) -> String {
    let side = |kind: &str, name: &str, at: i32| {
        let places = json!([at, at, 40, 40]).to_string();
        format!(
            r#"{{"sprite":"rock","kind":"{kind}","name":"{name}","position":[{at},{at}],"shape":{{"box":{places}}},"own":{places},"last":{places},"next":{places},"end":{places}}}"#
        )
    };
    let (a, b) = (side("Ship", "Ship", 0), side(kind, &format!("{kind} {number}"), away));
    format!(r#"{{"frame":{frame},"a":{a},"b":{b},"hit":{hit},"rule":"box","at":"src/game.py:{line}"}}"#)
}

/// A hit of boxes whose corners alone meet, by a new rock in each frame: each is an incident.
fn unfair(frame: u64, line: u32) -> Vec<String> {
    vec![check(frame, line, ("Rock", frame), 32, true)]
}

fn on() -> StopRules {
    StopRules { is_on: true, ..StopRules::default() }
}

fn lines(line: &str) -> BTreeSet<String> {
    [line.to_owned()].into()
}

#[test]
fn a_line_stops_once_when_it_is_decided() {
    let mut stopped = Stopped::new(on());
    assert_eq!(stopped.game.order().as_deref(), Some("arm"));
    assert!(stopped.frame(0, &unfair(0, 8)).is_none() && stopped.frame(1, &unfair(1, 8)).is_none());
    let stop = stopped.frame(2, &unfair(2, 8)).expect("three hits decide");
    let reason = stop.reason.expect("a check has stopped it");
    assert_eq!((stop.pid, stop.frame, reason.passed, reason.step.line), (7, 2, 2, 5));
    assert_eq!(reason.place(), "Ship × Rock 2, src/game.py:8");
    assert_eq!(
        (reason.step.verdict, reason.step.words()),
        (Verdict::UnfairHit, "unfair hit, 18.4 px apart".to_owned())
    );
    assert_eq!(reason.log, stopped.game.path);
    stopped.go_on(RunTo::NewSite);
    for frame in 3..30 {
        assert!(stopped.frame(frame, &unfair(frame, 8)).is_none(), "it has stopped the game already");
    }
    // Another line, and at it other kinds, have something new to say.
    let other = |frame| vec![check(frame, 9, ("Rock", frame), 32, true), check(frame, 9, ("Bee", frame), 32, true)];
    assert!(stopped.frame(30, &other(30)).is_none() && stopped.frame(31, &other(31)).is_none());
    let names = |stop: Option<GameStop>| stop.and_then(|stop| stop.reason).expect("a reason").names;
    assert_eq!(names(stopped.frame(32, &other(32))), "Ship × Rock 32");
    stopped.go_on(RunTo::NewSite);
    assert_eq!(names(stopped.frame(33, &other(33))), "Ship × Bee 33");
}

#[test]
fn checks_decide_as_well_as_hits() {
    let mut stopped = Stopped::new(on());
    let miss = |frame| check(frame, 8, ("Rock", 0), 60, false);
    for frame in 0..19 {
        assert!(stopped.frame(frame, &[miss(frame)]).is_none());
    }
    assert!(stopped.frame(19, &unfair(19, 8)).is_some(), "it is the twentieth that is compared");
}

#[test]
fn any_stops_at_once_and_next_goes_to_the_next_of_any() {
    assert_eq!(Stopped::new(StopRules { at_any: true, ..on() }).frames(3, RunTo::NewSite, |f| unfair(f, 8)), [0]);
    let next = Stopped::new(StopRules { at_any: true, ..on() }).frames(4, RunTo::NextIncident, |f| unfair(f, 8));
    assert_eq!(next, [0, 1, 2, 3]);
    // One touch stops once, however long it is.
    let touch = |frame| vec![check(frame, 8, ("Rock", 0), 32, true)];
    assert_eq!(Stopped::new(StopRules { at_any: true, ..on() }).frames(6, RunTo::NextIncident, touch), [0]);
}

#[test]
fn what_does_not_count_does_not_stop() {
    let all = |rules| Stopped::new(rules).frames(30, RunTo::NewSite, |frame| unfair(frame, 8));
    assert_eq!(all(on()), [2]);
    for rules in [
        StopRules { lines: lines("game.py:9"), ..on() },
        StopRules { kinds: [["Rock", "Ship"].map(str::to_owned)].into(), ..on() },
        StopRules { ignored: lines("src/game.py:8"), ..on() },
        StopRules { ignored: lines("game.py:8"), ..on() },
        StopRules { ignored_kinds: [["Rock", "Ship"].map(str::to_owned)].into(), ..on() },
        StopRules { contact: lines("game.py:8"), ..on() },
        StopRules { from_px: 18.5, ..on() },
    ] {
        assert_eq!(all(rules.clone()), [0_u64; 0], "{rules:?}");
    }
    for rules in [
        StopRules { lines: lines("game.py:8"), ..on() },
        StopRules { kinds: [["Ship", "Rock"].map(str::to_owned)].into(), ..on() },
        StopRules { ignored: lines("me.py:8"), ..on() },
        StopRules { ignored_kinds: [["Rock", "Rock"].map(str::to_owned)].into(), ..on() },
        StopRules { contact: lines("game.py:9"), ..on() },
        StopRules { from_px: 18.3, ..on() },
    ] {
        assert_eq!(all(rules.clone()), [2], "{rules:?}");
    }
}

#[test]
fn missed_touches_stop_once_they_are_asked_for() {
    let missed = |frame| {
        let check = check(frame, 8, ("Rock", frame), 5, false);
        let small = |check: String, at: i32| {
            let [own, small] = [json!([at, at, 40, 40]), json!([at, at, 1, 1])].map(|box_| box_.to_string());
            check.replace(&format!(r#""shape":{{"box":{own}}}"#), &format!(r#""shape":{{"box":{small}}}"#))
        };
        vec![small(small(check, 0), 5)]
    };
    assert_eq!(Stopped::new(on()).frames(30, RunTo::NewSite, missed), [0_u64; 0]);
    assert_eq!(Stopped::new(StopRules { with_missed: true, ..on() }).frames(30, RunTo::NewSite, missed), [19]);
}

#[test]
fn a_touch_stops_when_it_has_grown() {
    let nearer = |frame: u64| vec![check(frame, 8, ("Rock", 0), 24 + i32::try_from(frame).expect("small"), true)];
    let rules = StopRules { at_any: true, from_px: 10.0, ..on() };
    let mut stopped = Stopped::new(rules);
    let px = |frame: u64| {
        let alone = Stopped::new(StopRules { at_any: true, ..on() }).frame(0, &nearer(frame)).expect("it is unfair");
        alone.reason.and_then(|reason| reason.step.measure()).expect("a distance")
    };
    let first = (0..15).find(|frame| px(*frame) >= 10.0).expect("it grows");
    assert!(first > 0);
    assert_eq!(stopped.frames(15, RunTo::NewSite, nearer), [first]);
}

#[test]
fn lines_that_look_ahead_stop_only_where_they_are_said_to_ask_here() {
    let ahead = |frame| {
        let check = check(frame, 8, ("Rock", frame), 60, true);
        let [own, tested] = [json!([60, 60, 40, 40]), json!([32, 32, 40, 40])].map(|places| places.to_string());
        vec![
            check
                .replace(&format!(r#""shape":{{"box":{own}}}"#), &format!(r#""shape":{{"box":{tested}}},"made":true"#)),
        ]
    };
    assert_eq!(Stopped::new(on()).frames(30, RunTo::NewSite, ahead), [0_u64; 0]);
    let here = StopRules { here: lines("game.py:8"), ..on() };
    assert_eq!(Stopped::new(here).frames(30, RunTo::NewSite, ahead), [2]);
}

#[test]
fn a_person_stops_and_steps_any_game() {
    let mut stopped = Stopped::new(StopRules::default());
    assert_eq!(stopped.game.order().as_deref(), Some("disarm"));
    assert!(matches!(stopped.event(), StopEvent::Began { pid: 7 }));
    stopped.host.next_frame();
    assert_eq!(stopped.game.order().as_deref(), Some("disarm"), "nothing is paused, and nothing steps");
    stopped.host.pause();
    assert_eq!(stopped.game.order().as_deref(), Some("pause"));
    stopped.game.say(&json!({"paused": 4}));
    let StopEvent::Paused(stop) = stopped.event() else { panic!("it is paused") };
    assert!(stop.frame == 4 && stop.reason.is_none());
    stopped.host.pause();
    stopped.host.next_frame();
    let orders = [stopped.game.order(), stopped.game.order()].map(Option::unwrap_or_default);
    assert_eq!(orders, ["disarm", "step"]);
    assert!(matches!(stopped.event(), StopEvent::Runs { pid: 7, steps: true }));
    stopped.game.say(&json!({"paused": 5}));
    assert!(matches!(stopped.event(), StopEvent::Paused(_)));
    stopped.host.set_rules(on());
    assert_eq!(stopped.game.order().as_deref(), Some("arm"));
    // The keys in the game's window do the same.
    stopped.game.say(&json!({"key": "step"}));
    assert_eq!([stopped.game.order(), stopped.game.order()].map(Option::unwrap_or_default), ["arm", "step"]);
    assert!(matches!(stopped.event(), StopEvent::Runs { steps: true, .. }));
    stopped.game.say(&json!({"paused": 6}));
    stopped.game.say(&json!({"key": "quit"}));
    assert!(matches!(stopped.event(), StopEvent::Paused(_)));
    assert!(matches!(stopped.event(), StopEvent::Runs { steps: false, .. }), "its window was closed");
}

#[test]
fn next_stops_a_game_that_is_not_asked_about() {
    let mut stopped = Stopped::new(StopRules::default());
    assert_eq!(stopped.game.order().as_deref(), Some("disarm"));
    stopped.game.say(&json!({"paused": 0}));
    while !matches!(stopped.event(), StopEvent::Paused(_)) {}
    stopped.go_on(RunTo::NextIncident);
    assert!(stopped.frame(1, &unfair(1, 8)).is_some());
    assert_eq!(stopped.game.order().as_deref(), Some("disarm"), "it has stopped once");
}

#[test]
fn the_screen_comes_with_the_stop() {
    let mut stopped = Stopped::new(StopRules { at_any: true, ..on() });
    let png = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/samples/ship.png")).expect("a sample");
    let text = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, &png);
    unfair(0, 8).iter().for_each(|check| stopped.game.write(check));
    stopped.game.ask(0);
    while stopped.game.order().as_deref() != Some("stop") {}
    stopped.game.write(&format!(r#"{{"frame":0,"screen":"{text}"}}"#));
    stopped.game.say(&json!({"paused": 0}));
    let stop = loop {
        if let StopEvent::Paused(stop) = stopped.event() {
            break stop;
        }
    };
    let screen = stop.screen.expect("the log has it");
    assert_eq!(*screen, *sample_sprite("ship.png").expect("a sample").picture().as_ref());
}

#[test]
fn only_the_game_is_listened_to_and_it_always_goes_on() {
    let mut stopped = Stopped::new(on());
    assert_eq!(stopped.game.order().as_deref(), Some("arm"));
    let log = stopped.game.path.with_extension("other");
    // The same process once more, somebody without the token, and a version that is not known.
    assert_eq!(StandIn::connect(&stopped.host, log.clone(), 7).order(), None);
    let (_, value) = stopped.host.variable();
    let value = value.into_string().expect("UTF-8");
    let address = value.strip_prefix("tcp:").and_then(|rest| rest.rsplit_once(':')).expect("an address").0;
    for hello in [json!({"token": "0", "pid": 8, "version": 1}), json!({"frame": 0, "end": 0})] {
        let mut stream = TcpStream::connect(address).expect("it listens");
        writeln!(stream, "{hello}").expect("written");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        let mut line = String::new();
        assert!(matches!(BufReader::new(stream).read_line(&mut line), Ok(0) | Err(_)) && line.is_empty(), "{hello}");
    }
    // Another process has a log of its own, and may say nonsense.
    let mut other = StandIn::connect(&stopped.host, log, 8);
    assert_eq!(other.order().as_deref(), Some("arm"));
    other.say(&json!({"frame": "none"}));
    assert_eq!(other.order(), None);
    let left = loop {
        if let StopEvent::Left { pid, why, was_paused } = stopped.event() {
            break (pid, why.is_some(), was_paused);
        }
    };
    assert_eq!(left, (8, true, false));
    // A log that is not there.
    let mut third = StandIn::connect(&stopped.host, stopped.game.path.with_extension("third"), 9);
    assert_eq!(third.order().as_deref(), Some("arm"));
    third.written = 100;
    third.ask(0);
    assert_eq!(third.order(), None, "it goes on for itself");
    let Stopped { host, mut game, .. } = stopped;
    drop(host);
    assert_eq!(game.order(), None);
}
