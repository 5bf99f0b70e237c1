//! A replay of a small game: pairs, kinds, lines, incidents, ways, costs, and what they add up to.

use std::collections::BTreeSet;

use maskscope_core::geom::{Cell, IntRect, Offset};
use maskscope_core::replay::{
    Check, CheckQuestion, Clock, DeafArea, DeafReason, Fault, GameRun, Incident, Judge, LogEntry, LogEvent, Motion,
    Pixels, Replay, ScanCost, SidePlaces, Skipped, Step, SuspectReason, Tally, TestedFit, Verdict, VerdictRules,
};
use maskscope_core::scan::Scan;
use maskscope_core::shape::Meeting;

use crate::game::{DISC, Game, Thing, at_line, boxed, by_rule, check};

/// Two squares of 4 × 4 that are tested by their pixels, B at `x`,0.
fn squares(at: f64, x: u32, hit: bool) -> Check {
    check(at, [Thing::block("A", [0, 0, 4, 4]), Thing::block("B", [x, 0, 4, 4])], hit)
}

/// The same, tested by their boxes, of instances with these numbers.
fn boxes(at: f64, [a, b]: [u32; 2], x: u32, hit: bool) -> Check {
    let thing = |name: String, x| Thing::block(&name, [x, 0, 4, 4]).by_box();
    check(at, [thing(format!("A{a}"), 0), thing(format!("B{b}"), x)], hit)
}

/// Hits at 3, 5, 5 and 4 px, a right miss, a missed touch, and a hit at 2 px.
fn seven() -> Game {
    let places = [(6, true), (8, true), (8, true), (7, true), (9, false), (2, false), (5, true)];
    let checks = places.iter().zip(1..).map(|(&(x, hit), at)| squares(f64::from(at), x, hit));
    Game::of(&checks.collect::<Vec<_>>())
}

#[test]
fn wrong_checks_in_a_row_are_an_incident() {
    let Game { replay, .. } = seven();
    let found: Vec<_> =
        replay.incidents.iter().map(|it| (it.verdict, it.first, it.last, it.checks, it.worst)).collect();
    let expected =
        [(Verdict::UnfairHit, 0, 3, 4, 1), (Verdict::MissedTouch, 5, 5, 1, 5), (Verdict::UnfairHit, 6, 6, 1, 6)];
    assert_eq!(found, expected, "of equal distances the first is the worst");
    assert_eq!([0, 1, 2].map(|number| replay.goes_on(number)), [false, false, true]);
    assert!(replay.incidents.iter().all(|it| it.disagrees && !it.tolerated && !it.contact));
    let held = |number: usize| replay.incidents[0].holds(number, &replay.steps[number]);
    assert_eq!([0, 3, 4].map(held), [true, true, false]);
    assert_eq!(replay.steps[1].words(), "unfair hit, 5 px apart");
    assert_eq!(replay.steps[5].words(), "missed touch, 2 px deep");
    assert_eq!((replay.steps[4].words(), replay.steps[4].measure()), ("right".to_owned(), None));
}

#[test]
fn an_incident_is_of_one_pair_and_one_line() {
    let of = |at: f64, b: u32, line: &str| at_line(line, boxes(at, [0, b], 6, true));
    let checks = [of(1.0, 0, "g:1"), of(1.0, 1, "g:1"), of(1.0, 0, "g:2"), of(2.0, 0, "g:1"), of(2.0, 1, "g:1")];
    let Game { replay, .. } = Game::of(&checks);
    let found: Vec<_> = replay.incidents.iter().map(|it| (it.pair, it.site, it.first, it.last, it.checks)).collect();
    assert_eq!(found, [(0, 0, 0, 3, 2), (1, 0, 1, 4, 2), (0, 1, 2, 2, 1)]);
    let held = |incident: &Incident, number: usize| incident.holds(number, &replay.steps[number]);
    assert!(!held(&replay.incidents[0], 1) && !held(&replay.incidents[0], 2), "of others between its checks");
}

#[test]
fn an_incident_is_tolerated_as_a_whole() {
    let rules = VerdictRules { allow_unfair: 4.0, ..VerdictRules::default() };
    let of = |places: [u32; 2]| {
        let checks = [squares(1.0, places[0], true), squares(2.0, places[1], true)];
        let Game { replay, .. } = Game::by(rules).and(&checks);
        let Incident { tolerated, disagrees, contact, .. } = replay.incidents[0];
        (tolerated, disagrees, contact, replay.tolerated)
    };
    assert_eq!(of([6, 7]), (true, false, false, 2));
    assert_eq!(of([6, 8]), (false, true, false, 1));
    assert_eq!(of([8, 6]), (false, true, false, 1));
    let contact = |at: f64, is_contact: bool| Check { is_contact, ..boxes(at, [0, 0], 4, true) };
    let of = |contacts: [bool; 2]| {
        let Game { replay, .. } = Game::of(&[contact(1.0, contacts[0]), contact(2.0, contacts[1])]);
        (replay.incidents[0].contact, replay.incidents[0].disagrees)
    };
    assert_eq!([of([true, true]), of([true, false]), of([false, true])], [(true, false), (false, true), (false, true)]);
}

#[test]
fn pairs_and_kinds_count_their_checks() {
    let mut game = seven();
    let disc = |name: &str, at: (f64, f64)| Thing::new(name, DISC, at);
    game.take(&check(7.0, [disc("A", (0.0, 0.0)), disc("C", (3.0, 3.0))], false));
    let replay = &game.replay;
    let [pair, other] = &replay.pairs[..] else { panic!("two pairs") };
    assert_eq!((&pair.names, &other.names), (&["A", "B"].map(str::to_owned), &["A", "C"].map(str::to_owned)));
    assert_eq!((&*pair.steps, &*other.steps), (&[0, 1, 2, 3, 4, 5, 6][..], &[7][..]));
    assert_eq!((&*pair.wrong, &*other.wrong), (&[0, 1, 2, 3, 5, 6][..], &[][..]));
    assert_eq!((pair.hits, pair.game_hits, pair.boxes_overlap, pair.tunnels), (1, 5, 1, 0));
    assert_eq!((other.hits, other.game_hits, other.boxes_overlap), (0, 0, 1));
    let expected =
        Tally { checks: 7, hits: 1, game_hits: 5, verdicts: [0, 5, 1, 0, 1], disagreements: [0, 5, 1, 0, 0] };
    assert_eq!((replay.kinds[0].tally, replay.kinds[1].tally.checks), (expected, 1));
    assert_eq!(replay.kinds_here(), [expected, Tally { checks: 1, verdicts: [0, 0, 0, 0, 1], ..Tally::default() }]);
    assert_eq!((replay.disagreements(), expected.total_disagreements()), (6, 6));
    assert_eq!((replay.disagreements_of(pair), replay.disagreements_of(other)), (6, 0));
    assert_eq!((replay.kinds_of(0), replay.kinds_of(7), replay.kinds_of_pair(other)), (0, 1, 1));
    assert_eq!((replay.checks(), replay.compared(), replay.late(), replay.missed_of_parts()), (8, 8, 0, 0));
    assert_eq!(replay.wrong_apart(CheckQuestion::Contact), 0);
}

#[test]
fn kinds_of_two_pairs_count_together() {
    let checks = [boxes(1.0, [0, 0], 6, false), boxes(1.0, [0, 1], 2, true), boxes(1.0, [1, 0], 2, true)];
    let Game { replay, .. } = Game::of(&checks);
    assert_eq!((replay.pairs.len(), replay.kinds.len(), replay.sites.len()), (3, 1, 1));
    assert_eq!(replay.kinds[0].names, ["A", "B"].map(str::to_owned));
    assert_eq!((replay.kinds[0].tally.checks, replay.kinds[0].tally.hits, replay.kinds[0].tally.game_hits), (3, 2, 2));
    let site = &replay.sites[0];
    assert_eq!((site.tested, site.compared, site.unpictured, site.contact), (3, 3, [0, 0], 0));
}

#[test]
fn the_fit_of_kinds_is_that_of_what_was_tested() {
    // A's box reaches 4 px out of its picture: two hits, and gaps of 2, 4 and 3 px; halves miss touches 3 and 2 px deep.
    let wide = |x: u32| {
        let [a, b] = [0, x].map(|x| Thing::block(if x == 0 { "A" } else { "B" }, [x, 0, 4, 4]).by_box());
        check(1.0, [a.by(boxed([0.0, 0.0, 8.0, 4.0])), b], true)
    };
    let half = |name: &str, x: u32| Thing::block(name, [x, 0, 4, 4]).by(boxed([f64::from(3 * x), 0.0, 2.0, 4.0]));
    let missed = [1, 2].map(|x| check(2.0, [half("A", 0), half("B", x)], false));
    let Game { replay, .. } = Game::of(&[&[2, 5, 7, 3, 6, 20].map(wide)[..], &missed[..]].concat());
    let fit = &replay.kinds[0].fit;
    assert_eq!((fit.hits, fit.unfair, fit.missed), (2, 3, 2));
    assert_eq!((fit.widest_gap, fit.deepest_miss), (4.0, 3.0));
    assert!(!fit.is_empty() && TestedFit::default().is_empty());
}

#[test]
fn a_line_with_two_kinds_is_two_sites() {
    let of = |name: &str, line: Option<&str>| {
        let check = check(1.0, [Thing::block("A", [0, 0, 4, 4]), Thing::block(name, [9, 0, 4, 4])], false);
        Check { source: line.map(str::to_owned), ..check }
    };
    let checks =
        [of("B", Some("g:1")), of("C", Some("g:1")), of("B", None), of("B", Some("g:2")), of("C", Some("g:1"))];
    let Game { replay, .. } = Game::of(&checks);
    let found: Vec<_> = replay.sites.iter().map(|site| (site.at.as_deref(), site.kinds, site.tally.checks)).collect();
    assert_eq!(found, [(Some("g:1"), 0, 1), (Some("g:1"), 1, 2), (None, 0, 1), (Some("g:2"), 0, 1)]);
    assert_eq!(replay.steps.iter().map(|step| step.site).collect::<Vec<_>>(), [0, 1, 2, 3, 1]);
    let kinds = |a: &str, b: &str| BTreeSet::from([[a.to_owned(), b.to_owned()]]);
    assert!(
        replay.is_of_kinds(&replay.sites[0], &kinds("B", "A"))
            && replay.is_of_kinds(&replay.sites[0], &kinds("A", "B"))
    );
    assert!(!replay.is_of_kinds(&replay.sites[0], &kinds("A", "C")));
}

#[test]
fn the_test_of_a_site_has_a_name_if_it_has_one_name() {
    let rules = |rules: &[&str]| {
        let checks: Vec<_> = rules.iter().map(|rule| by_rule(rule, squares(1.0, 9, false))).collect();
        Game::of(&checks).replay.sites[0].rule.clone()
    };
    assert_eq!(rules(&["box", "box"]).as_deref(), Some("box"));
    assert_eq!((rules(&["box", "circle"]), rules(&["box", "circle", "circle"])), (None, None));
}

#[test]
fn a_step_says_what_every_witness_says() {
    let of = |check: &Check| Game::of(std::slice::from_ref(check)).replay.steps[0];
    let step = of(&Check { line: 7, place: 99, ..boxes(12.0, [0, 0], 3, true) });
    let expected = Step {
        place: 99,
        at: 12.0,
        line: 7,
        offset: Offset::new(3, 0),
        overlap_area: 4,
        px: -1.0,
        game: Some(true),
        tested: Some(Meeting::Overlaps),
        is_shown: true,
        pixels: Pixels::Overlap,
        verdict: Verdict::Right,
        ..Step::default()
    };
    assert_eq!(step, expected);
    assert!(step.masks_overlap() && step.boxes_overlap() && step.is_seen() && !step.is_wrong());
    assert_eq!((step.tested_hit(), of(&boxes(1.0, [0, 0], 4, true)).tested_hit()), (Some(true), None));
    assert_eq!(of(&boxes(1.0, [0, 0], 5, false)).tested_hit(), Some(false));
    assert_eq!(of(&squares(1.0, 4, false)).pixels, Pixels::Apart);
    let disc = |name: &str, at: (f64, f64)| Thing::new(name, DISC, at);
    assert_eq!(of(&check(1.0, [disc("A", (0.0, 0.0)), disc("B", (3.0, 3.0))], false)).pixels, Pixels::BoxesOverlap);
    let unseen = |x: u32| [Thing::block("A", [0, 0, 4, 4]).by_box(), Thing::block("B", [x, 0, 4, 4]).by_box().unseen()];
    for (x, boxes_overlap) in [(3, true), (9, false)] {
        let step = of(&check(1.0, unseen(x), boxes_overlap));
        assert_eq!((step.pixels, step.boxes_overlap()), (Pixels::Unknown { boxes_overlap }, boxes_overlap));
        assert!(!step.is_seen() && step.overlap_area == 0);
    }
    let wrong = of(&boxes(1.0, [0, 0], 3, false));
    assert_eq!(wrong.words(), "test wrong: a miss, 1 px deep");
    assert_eq!(of(&boxes(1.0, [0, 0], 9, true)).words(), "test wrong: a hit, 5 px apart");
}

/// A wall of 2 × 20 at 10,0, and a ball of 2 × 2 at `x`,5.
fn ball(at: f64, x: u32) -> Check {
    check(at, [Thing::block("Wall", [10, 0, 2, 20]), Thing::block("Ball", [x, 5, 2, 2])], false)
}

#[test]
fn what_flies_through_is_a_tunnel_and_what_is_put_elsewhere_a_jump() {
    let mut game = Game::default();
    game.take(&ball(1.0, 0));
    let judged = game.take(&ball(2.0, 20));
    assert_eq!((judged.step.way, judged.through), (Motion::Tunnel, Some(Offset::new(-1, 5))));
    assert!(judged.step.is_wrong() && !judged.step.disagrees());
    let back = game.take(&ball(3.0, 0));
    assert_eq!(back.through, Some(Offset::new(1, 5)), "from the right");
    let replay = &game.replay;
    assert_eq!((&*replay.tunnels, replay.jumps), (&[1, 2][..], 0));
    assert_eq!((replay.pairs[0].tunnels, replay.kinds[0].tunnels), (2, 2));
    assert_eq!(&*replay.pairs[0].wrong, [1, 2]);

    let way = |second: Check| {
        let Game { replay, .. } = Game::of(&[ball(1.0, 0), second]);
        (replay.steps[1].way, replay.tunnels.len(), replay.jumps)
    };
    assert_eq!(way(Check { jump: true, ..ball(2.0, 20) }), (Motion::Jump, 0, 1), "the game says so");
    assert_eq!(way(Check { view: Some([0.0, 0.0, 59.0, 30.0]), ..ball(2.0, 20) }), (Motion::Jump, 0, 1));
    assert_eq!(
        way(Check { view: Some([0.0, 0.0, 60.0, 30.0]), ..ball(2.0, 20) }),
        (Motion::Tunnel, 1, 0),
        "a third of it"
    );
    assert_eq!(way(ball(2.0, 7)), (Motion::Usual, 0, 0), "it does not pass");
    assert_eq!(way(ball(2.0, 10)), (Motion::Usual, 0, 0), "it is inside");
    let other = check(2.0, [Thing::block("Wall", [10, 0, 2, 20]), Thing::block("Ball", [20, 5, 2, 3])], false);
    assert_eq!(way(other), (Motion::Usual, 0, 0), "it has changed");
}

#[test]
fn nothing_flies_through_anything_between_runs() {
    let mut game = Game::default();
    game.take(&ball(5.0, 0));
    game.judge.begin(None);
    game.replay.keep(LogEvent::Run(GameRun { game: "second".to_owned(), ..GameRun::default() }));
    game.take(&ball(1.0, 20));
    assert_eq!((game.replay.tunnels.len(), game.replay.pairs.len()), (0, 1));
    let runs: Vec<_> = game.replay.runs.iter().map(|run| (run.first, &*run.game, run.fps)).collect();
    assert_eq!(runs, [(0, "", 60.0), (1, "second", 60.0)]);
    // A header without checks is that of no run.
    game.replay.keep(LogEvent::Run(GameRun { game: "third".to_owned(), ..GameRun::default() }));
    game.replay.keep(LogEvent::Run(GameRun { game: "fourth".to_owned(), ..GameRun::default() }));
    let names: Vec<_> = game.replay.runs.iter().map(|run| (&*run.game, run.first)).collect();
    assert_eq!(names, [("", 0), ("second", 1), ("fourth", 2)]);
}

#[test]
fn a_run_ends_incidents() {
    let mut game = Game::of(&[squares(1.0, 6, true)]);
    assert!(game.replay.goes_on(0));
    game.replay.keep(LogEvent::Run(GameRun::default()));
    assert!(!game.replay.goes_on(0));
    game.judge.begin(None);
    game.take(&squares(1.0, 6, true));
    assert_eq!(game.replay.incidents.len(), 2);
}

#[test]
fn checks_that_cannot_follow_are_refused() {
    let mut judge = Judge::default();
    judge.judge(&squares(5.0, 9, false)).expect("the first");
    let falls = judge.judge(&squares(4.0, 9, false)).expect_err("time falls");
    assert_eq!(falls, Fault::Falls { clock: Clock::Frame, at: 4.0, before: 5.0 });
    assert_eq!(falls.to_string(), "frame 4 comes after frame 5, and within a pair time never falls");
    judge.judge(&squares(5.0, 9, false)).expect("the same time");
    let seconds = Check { clock: Clock::Second, ..squares(6.0, 9, false) };
    let clock = judge.judge(&seconds).expect_err("another unit");
    assert_eq!(clock.to_string(), "it counts seconds, and the checks before it count frames");
    judge.judge(&boxes(1.0, [0, 0], 9, false)).expect("another pair has its own time");
    let event = judge.observe(LogEntry::Check(Box::new(Check { line: 8, ..squares(4.0, 9, false) })));
    let LogEvent::Skipped(Skipped { line, reason }) = event else { panic!("{event:?}") };
    assert_eq!((line, reason), (8, falls.to_string()));
}

#[test]
fn what_is_no_check_is_kept_and_counted() {
    let mut replay = Replay::default();
    let mut judge = Judge::default();
    let deaf = DeafArea {
        line: 3,
        at: 1.0,
        reason: DeafReason::Concave,
        area: "player.tscn Hurtbox".to_owned(),
        other: "wall.tscn".to_owned(),
    };
    for entry in [LogEntry::Far(40), LogEntry::Far(2), LogEntry::Deaf(deaf.clone())] {
        replay.keep(judge.observe(entry));
    }
    for line in 0..=Replay::MOST_SKIPPED as u64 {
        replay.keep(judge.observe(LogEntry::Skipped(Skipped { line, reason: "it is no JSON".to_owned() })));
    }
    assert_eq!((replay.far, replay.checks(), &*replay.deaf), (42, 42, &[deaf][..]));
    assert_eq!((replay.skipped.len(), replay.skipped_lines), (Replay::MOST_SKIPPED, 1_001));
}

#[test]
fn times_are_said_in_their_unit() {
    let mut replay = Replay::default();
    replay.clock = Some(Clock::Frame);
    assert_eq!(replay.when(1_746.0), "frame 1,746");
    assert_eq!([[49.0, 63.0], [49.0, 49.0]].map(|span| replay.span(span)), ["frames 49–63", "frame 49"]);
    replay.clock = Some(Clock::Second);
    assert_eq!((replay.when(12.25), replay.span([12.25, 13.5])), ("12.25 s".to_owned(), "12.25–13.50 s".to_owned()));
}

#[test]
fn scans_are_counted_and_ranked_over_the_checks_of_pairs() {
    // Discs 2 px beside each other share row 1 first; those at 3,3 share a box of one clear cell.
    let scans = ["rows", "columns", "sample"].map(|name| name.parse::<Scan>().expect("a scan"));
    let mut game = Game::with_scans(&scans);
    let disc = |name: &str, at: (f64, f64)| Thing::new(name, DISC, at);
    let at = |frame: f64, name: &str, place: (f64, f64)| check(frame, [disc("A", (0.0, 0.0)), disc(name, place)], true);
    let judged = game.take(&at(1.0, "B", (2.0, 0.0)));
    assert_eq!(
        judged.costs.iter().map(|cost| (cost.visits, cost.is_hit)).collect::<Vec<_>>(),
        [(3, true), (2, true), (1, false)]
    );
    game.take(&at(2.0, "B", (3.0, 3.0)));
    assert!(game.take(&at(1.0, "C", (9.0, 9.0))).costs.is_empty(), "no scan visits anything");
    game.take(&at(2.0, "C", (2.0, 0.0)));
    let replay = &game.replay;
    let cost = |wrong, visits, visits_of_misses| ScanCost { wrong, visits, visits_of_misses };
    assert_eq!(replay.pairs[0].costs, [cost(0, 4, 1), cost(0, 3, 1), cost(1, 2, 1)]);
    assert_eq!(replay.pairs[1].costs, [cost(0, 3, 0), cost(0, 2, 0), cost(1, 1, 0)]);
    assert_eq!(replay.costs(&replay.pairs), [cost(0, 7, 1), cost(0, 5, 1), cost(2, 3, 1)]);
    let ranked = replay.ranking(&replay.pairs);
    let places: Vec<_> = ranked.iter().map(|it| (it.scan.to_string(), it.rank, it.cost.visits)).collect();
    let expected = [("columns", 1, 5), ("rows", 2, 7), ("sample", 3, 3)];
    assert_eq!(places, expected.map(|(name, rank, visits)| (name.to_owned(), rank, visits)));
    let first = replay.ranking(&replay.pairs[1..2]);
    assert_eq!(first.iter().map(|it| it.rank).collect::<Vec<_>>(), [1, 2, 3]);
    let twice = Replay::new(&[scans[0], scans[0], scans[1]]).ranking(&[]);
    assert_eq!(twice.iter().map(|it| it.rank).collect::<Vec<_>>(), [1, 1, 1], "equals share a rank");
}

#[test]
fn a_scan_that_remembers_starts_where_it_hit() {
    let scan = "last-hit".parse::<Scan>().expect("a scan");
    let mut game = Game::with_scans(&[scan]);
    let at =
        |frame: f64, y: u32| check(frame, [Thing::block("A", [0, 0, 4, 4]), Thing::block("B", [3, y, 4, 4])], true);
    let names = ["A", "B"].map(str::to_owned);
    assert_eq!(game.judge.hint(&names), None);
    game.take(&at(1.0, 3));
    assert_eq!(game.judge.hint(&names), Some(Cell::new(3, 3)), "the only cell that is shared");
    game.take(&at(2.0, 9));
    assert_eq!(game.judge.hint(&names), Some(Cell::new(3, 3)), "a miss changes nothing");
    let judged = game.take(&at(3.0, 0));
    assert_eq!((judged.costs[0].visits, judged.costs[0].is_hit), (1, true), "it looks there first");
    assert_eq!(game.judge.hint(&["A", "C"].map(str::to_owned)), None);
}

#[test]
fn sprites_that_are_worthless_are_suspect() {
    let mut full = squares(1.0, 9, false);
    full.subjects[0].faults.is_full = true;
    let unseen = check(
        1.0,
        [Thing::block("A", [0, 0, 4, 4]).by_box(), Thing::block("C", [9, 0, 4, 4]).by_box().unseen()],
        false,
    );
    let mut empty = squares(2.0, 9, false);
    (empty.subjects[1].faults.is_empty, empty.line) = (true, 12);
    let Game { replay, .. } = Game::of(&[full.clone(), unseen, empty, Check { at: 3.0, ..full }]);
    let found: Vec<_> =
        replay.suspects().into_iter().map(|it| (it.about.sprite, it.about.reason, it.checks, it.line)).collect();
    let expected =
        [("a", SuspectReason::Full, 2, 1), ("c", SuspectReason::NoPicture, 1, 1), ("b", SuspectReason::Empty, 1, 12)];
    assert_eq!(found, expected.map(|(sprite, reason, checks, line)| (sprite.to_owned(), reason, checks, line)));
}

#[test]
fn things_that_rest_edge_to_edge_after_their_hits_look_like_contact() {
    // A hit 2 px deep, and then a miss of what touches, as after a push; `rest` is the place of the miss.
    let game = |hits: u32, rest: u32, line: &str| {
        let pairs = (0..hits).flat_map(|n| {
            let at = f64::from(2 * n + 1);
            [at_line("g:1", boxes(at, [0, 0], 2, true)), at_line(line, boxes(at + 1.0, [0, 0], rest, false))]
        });
        Game::of(&pairs.collect::<Vec<_>>()).replay
    };
    let seems = |replay: &Replay| {
        let site = &replay.sites[0];
        (replay.looks_like_contact(site), replay.seems_contact(site))
    };
    assert_eq!(seems(&game(3, 4, "g:1")), (true, true));
    assert_eq!(seems(&game(2, 4, "g:1")), (false, false), "too few");
    assert_eq!(seems(&game(3, 6, "g:1")), (false, false), "apart");
    assert_eq!(seems(&game(3, 4, "g:2")), (false, true), "at another line");
    let mut mixed = Game { judge: Judge::default(), replay: game(3, 4, "g:1") };
    for at in [11.0, 12.0, 13.0] {
        mixed.take(&at_line("g:1", boxes(at, [1, 0], 2, true)));
    }
    assert_eq!(seems(&mixed.replay), (false, false), "half of the hits are not most");
    let replay = game(3, 4, "g:1");
    assert!(replay.asks_here(&replay.sites[0]) && replay.is_decided(0), "no facts say otherwise");
}

#[test]
fn what_lies_inside_does_not_lie_edge_to_edge() {
    let contact = |thin: [f64; 4]| {
        let pairs = (0..3).flat_map(|n| {
            let at = f64::from(2 * n + 1);
            let [a, b] = [("A0", 0), ("B0", 2)].map(|(name, x)| Thing::block(name, [x, 0, 4, 4]));
            let rest = check(at + 1.0, [a.by_box(), b.by(boxed(thin))], false);
            [at_line("g:1", boxes(at, [0, 0], 2, true)), at_line("g:1", rest)]
        });
        let replay = Game::of(&pairs.collect::<Vec<_>>()).replay;
        replay.seems_contact(&replay.sites[0])
    };
    assert!(contact([3.5, 0.0, 4.0, 4.0]));
    assert!(!contact([2.0, 0.0, 0.5, 4.0]), "as thin as it is deep");
    assert!(!contact([0.0, 3.0, 4.0, 0.5]));
}

#[test]
fn checks_that_are_not_judged_tell_what_others_ask() {
    let seems = |is_heard: bool| {
        let Game { mut judge, mut replay } = Game::default();
        for n in 0..3 {
            let at = f64::from(2 * n + 1);
            let hit = judge.judge(&at_line("g:1", boxes(at, [0, 0], 2, true))).expect("it follows");
            replay.keep(LogEvent::Check(Box::new(hit)));
            if is_heard {
                replay.overhear(&at_line("g:2", boxes(at + 1.0, [0, 0], 4, false)));
            }
        }
        (replay.steps.len(), replay.seems_contact(&replay.sites[0]))
    };
    assert_eq!([seems(true), seems(false)], [(3, true), (3, false)]);
}

#[test]
fn boxes_whose_hits_end_only_what_shares_pixels_are_a_broad_phase() {
    let question = |ends: [bool; 2]| {
        let hit = |n: u32, is_shared: bool| {
            let places = |is_gone: bool| Some(Box::new(SidePlaces { is_gone, ..SidePlaces::default() }));
            let b = Thing::block(&format!("B{n}"), [if is_shared { 3 } else { 4 }, 0, 4, 4]);
            let [mut a, mut b] =
                [Thing::block("A", [0, 0, 4, 4]), b].map(|thing| thing.by(boxed([0.0, 0.0, 8.0, 4.0])));
            a.subject.places = places(false);
            b.subject.places = places(ends[usize::from(is_shared)]);
            at_line("g:1", check(f64::from(n), [a, b], true))
        };
        let checks = (0..6).map(|n| hit(n, n % 2 == 1));
        let replay = Game::of(&checks.collect::<Vec<_>>()).replay;
        replay.asked(&replay.sites[0]).question
    };
    assert_eq!(question([false, true]), CheckQuestion::BroadPhase);
    assert_eq!(question([true, true]), CheckQuestion::Here);
    assert_eq!(question([false, false]), CheckQuestion::Here);
}

#[test]
fn cells_of_a_loop_that_lie_further_than_a_visit_reaches_lie_at_its_end() {
    let far = i64::from(i32::MAX) + 9;
    let cell = |x: i64| IntRect { x, y: 0, width: 1, height: 1 };
    let mut check = squares(1.0, 2, true);
    check.visits = vec![cell(-far), cell(far), cell(2)];
    let (kept, _) = check.recorded_loop().expect("a loop");
    assert_eq!(kept.visits().iter().map(|visit| visit.x).collect::<Vec<_>>(), [i32::MIN, i32::MAX, 0]);
}

#[test]
fn a_missed_touch_may_be_only_one_step_late() {
    let late = |ahead: f64| {
        let half = |name: &str, x: u32| Thing::block(name, [x, 0, 4, 4]).by(boxed([f64::from(3 * x), 0.0, 2.0, 4.0]));
        let mut check = check(1.0, [half("A", 0), half("B", 1)], false);
        check.subjects[1].ahead = (ahead, 0.0);
        let Game { replay, .. } = Game::of(&[check]);
        (replay.steps[0].is_late, replay.late(), replay.disagreements())
    };
    assert_eq!(late(0.0), (false, 0, 1));
    assert_eq!(late(2.0), (false, 0, 1), "3 px deep");
    assert_eq!(late(2.5), (true, 1, 1), "whole px");
    assert_eq!(late(-3.0), (true, 1, 1));
}
