//! Stops of a running game: at the first incident of a line that counts, by the rules.

use std::collections::BTreeSet;

use maskscope_core::replay::{Check, RunTo, Stop, StopRules, Stops};

use crate::game::{Game, Thing, at_line, check};

/// A hit of two squares with `x` - 4 px between them, or, within 4 px, a missed touch.
fn wrong(at: f64, line: &str, b: &str, x: u32) -> Check {
    at_line(line, check(at, [Thing::block("A", [0, 0, 4, 4]), Thing::block(b, [x, 0, 4, 4])], x > 4))
}

fn right(at: f64, line: &str) -> Check {
    Check { game: None, ..wrong(at, line, "B", 6) }
}

/// The incident and the passed checks at which the game stops after each of these checks.
fn stops(rules: &StopRules, to: RunTo, checks: &[Check]) -> Vec<Option<(usize, u64)>> {
    let (mut game, mut stops) = (Game::default(), Stops::default());
    let look = |check: &Check| {
        game.take(check);
        stops.look(&game.replay, rules, to).map(|Stop { incident, passed }| (incident, passed))
    };
    checks.iter().map(look).collect()
}

fn on() -> StopRules {
    StopRules { is_on: true, ..StopRules::default() }
}

#[test]
fn a_line_stops_the_game_once() {
    let checks = [
        wrong(1.0, "g:1", "B", 6),
        wrong(2.0, "g:1", "B", 6),
        right(3.0, "g:1"),
        wrong(4.0, "g:1", "B", 6),
        wrong(5.0, "g:2", "B", 6),
    ];
    assert_eq!(stops(&on(), RunTo::NewSite, &checks), [Some((0, 0)), None, None, None, Some((2, 0))]);
    let next = [Some((0, 0)), None, None, Some((1, 0)), Some((2, 0))];
    assert_eq!(stops(&on(), RunTo::NextIncident, &checks), next, "at each incident");
    assert_eq!(stops(&StopRules::default(), RunTo::NewSite, &checks), [None; 5], "it is off");
}

#[test]
fn missed_touches_stop_it_if_that_is_asked_for() {
    let checks = [wrong(1.0, "g:1", "B", 2), wrong(2.0, "g:1", "B", 6)];
    assert_eq!(stops(&on(), RunTo::NewSite, &checks), [None, Some((1, 0))]);
    let with_missed = StopRules { with_missed: true, ..on() };
    assert_eq!(stops(&with_missed, RunTo::NewSite, &checks), [Some((0, 0)), Some((1, 0))]);
}

#[test]
fn an_incident_stops_it_once_it_is_as_far_as_asked_for() {
    // 3, 4 and 5 px apart.
    let checks = [wrong(1.0, "g:1", "B", 6), wrong(2.0, "g:1", "B", 7), wrong(3.0, "g:1", "B", 8)];
    let from = |from_px: f64| stops(&StopRules { from_px, ..on() }, RunTo::NewSite, &checks);
    assert_eq!(from(3.0), [Some((0, 0)), None, None]);
    assert_eq!(from(4.0), [None, Some((0, 1)), None], "one check has passed");
    assert_eq!(from(5.5), [None; 3]);
}

#[test]
fn lines_and_kinds_are_chosen_or_ignored() {
    let names = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    let kinds = |a: &str, b: &str| BTreeSet::from([[a.to_owned(), b.to_owned()]]);
    let checks = [wrong(1.0, "src/g.py:1", "B", 6), wrong(2.0, "src/g.py:2", "C", 6)];
    let counted =
        |rules: StopRules| stops(&rules, RunTo::NewSite, &checks).iter().map(Option::is_some).collect::<Vec<_>>();
    for (rules, expected) in [
        (StopRules { lines: names(&["g.py:2"]), ..on() }, [false, true]),
        (StopRules { lines: names(&["py:2"]), ..on() }, [false, false]),
        (StopRules { ignored: names(&["src/g.py:2", "h.py:1"]), ..on() }, [true, false]),
        (StopRules { kinds: kinds("A", "C"), ..on() }, [false, true]),
        (StopRules { kinds: kinds("C", "A"), ..on() }, [false, false]),
        (StopRules { ignored_kinds: kinds("C", "A"), ..on() }, [true, false]),
    ] {
        assert_eq!(counted(rules.clone()), expected, "{rules:?}");
    }
    assert!(StopRules::names_line("g.py:1", "src/g.py:1") && StopRules::names_line("g.py:1", "src\\g.py:1"));
    assert!(StopRules::names_line("g.py:1", "g.py:1") && !StopRules::names_line("g.py:1", "big.py:1"));
    assert!(!StopRules::name_line(&names(&["g.py:1"]), None));
}
