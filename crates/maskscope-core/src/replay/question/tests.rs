//! Small logs, and the questions that their sites ask.

mod aftermath;

use super::facts::SideFacts;
use super::*;
use crate::geom::Point;
use crate::replay::SidePlaces;
use crate::replay::sizes::overlaps;

/// The place of things in these logs, unless a test says otherwise.
const HOME: [f64; 4] = [0.0, 0.0, 10.0, 10.0];

fn at(x: f64, y: f64) -> [f64; 4] {
    [x, y, HOME[2], HOME[3]]
}

/// A side whose kept rectangle is tested, and stays where it is.
fn kept(tested: [f64; 4]) -> SideFacts {
    let place = Some(tested);
    let places = SidePlaces { is_made: false, own: place, last: place, next: place, end: place, is_gone: false };
    SideFacts { tested: Some(tested), mask_at: None, places }
}

/// A side that is tested by a rectangle made for the test, while its owner stays at `own`.
fn made(tested: [f64; 4], own: [f64; 4]) -> SideFacts {
    let places = SidePlaces { is_made: true, ..kept(own).places };
    SideFacts { tested: Some(tested), mask_at: None, places }
}

/// A side that is tested by a mask at `mask`, while its owner stays at `own`.
fn masked(mask: Point, own: [f64; 4]) -> SideFacts {
    SideFacts { tested: None, mask_at: Some(mask), ..kept(own) }
}

/// The same side, pushed until the frame ends, and drawn there.
fn pushed(side: &SideFacts, (x, y): Point) -> SideFacts {
    let push = |place: Option<[f64; 4]>| place.map(|[left, top, width, height]| [left + x, top + y, width, height]);
    let places = SidePlaces { next: push(side.places.next), end: push(side.places.end), ..side.places.clone() };
    SideFacts { places, ..side.clone() }
}

/// The same side, gone when the frame ends.
fn gone(side: &SideFacts) -> SideFacts {
    let places = SidePlaces { next: None, end: None, is_gone: true, ..side.places.clone() };
    SideFacts { places, ..side.clone() }
}

/// Checks, one after the other.
#[derive(Default)]
struct Game {
    questions: Questions,
    time: f64,
    /// True if its hits share pixels, false if they do not; `None` if that is not known.
    shares: Option<bool>,
}

impl Game {
    /// Checks hero against wall at a line, and returns the number of the site.
    fn check(&mut self, line: &str, test: TestKind, hit: bool, sides: [SideFacts; 2]) -> u32 {
        self.check_of(["hero", "wall"], line, test, hit, Some(sides))
    }

    fn check_of(
        &mut self,
        names: [&str; 2],
        line: &str,
        test: TestKind,
        hit: bool,
        sides: Option<[SideFacts; 2]>,
    ) -> u32 {
        let tested = sides.as_ref().and_then(|[a, b]| Some(overlaps(a.tested?, b.tested?)));
        self.questions.count(&QuestionFacts {
            line: Some(line.to_owned()),
            kinds: ["Hero", if names[1] == "tree" { "Tree" } else { "Wall" }].map(str::to_owned),
            names: names.map(str::to_owned),
            time: self.time,
            hit: Some(hit),
            test,
            // No point that lies inside.
            is_edge_to_edge: tested.is_some_and(|[x, y]| x.min(y).abs() <= 1.0 && x.max(y) > 0.01),
            shares: self.shares,
            sides,
        })
    }

    fn next_frame(&mut self) {
        self.time += 1.0;
    }

    fn question(&self, site: u32) -> CheckQuestion {
        self.questions.asked(site).question
    }
}

/// The question of a line that checks these sides, one frame each; all are hits.
fn question_of(test: TestKind, frames: impl IntoIterator<Item = [SideFacts; 2]>) -> CheckQuestion {
    let mut game = Game::default();
    let mut site = 0;
    for sides in frames {
        site = game.check("game.py:1", test, true, sides);
        game.next_frame();
    }
    game.question(site)
}

/// The question of checks of a rectangle at `tested`, made of an owner at `own`, against a wall, in twelve frames.
fn question_of_made(tested: impl Fn(f64) -> [f64; 4], own: impl Fn(f64) -> [f64; 4]) -> CheckQuestion {
    let frames = (0..12).map(f64::from).map(|n| [made(tested(n), own(n)), kept(at(-2.0, -2.0))]);
    question_of(TestKind::Box, frames)
}

#[test]
fn a_look_ahead_asks_elsewhere() {
    assert_eq!(question_of_made(|n| at(n + 3.0, 0.0), |n| at(n, 0.0)), CheckQuestion::Elsewhere);
    assert_eq!(question_of_made(|n| at(n + 1.0, 0.0), |n| at(n, 0.0)), CheckQuestion::Elsewhere, "by one px");
    assert_eq!(question_of_made(|n| at(n + 0.5, 0.0), |n| at(n, 0.0)), CheckQuestion::Here, "a fraction of a px");
    assert_eq!(question_of_made(|n| at(n, 0.0), |n| at(n, 0.0)), CheckQuestion::Here);
}

#[test]
fn a_smaller_rectangle_of_a_thing_asks_here_and_a_range_elsewhere() {
    let inflated = |by: f64| [-by / 2.0, -by / 2.0, 10.0 + by, 10.0 + by];
    assert_eq!(question_of_made(|_| inflated(-6.0), |_| HOME), CheckQuestion::Here);
    assert_eq!(question_of_made(|_| inflated(6.0), |_| HOME), CheckQuestion::Here, "10 · 1.25 + 4");
    assert_eq!(question_of_made(|_| inflated(8.0), |_| HOME), CheckQuestion::Elsewhere);
    assert_eq!(question_of_made(|_| [10.0, 2.0, 30.0, 4.0], |_| HOME), CheckQuestion::Elsewhere, "a sword's reach");
    assert_eq!(
        question_of_made(|_| [1.0, 8.0, 8.0, 2.0], |_| HOME),
        CheckQuestion::Elsewhere,
        "feet that feel for the ground"
    );
    assert_eq!(question_of_made(|_| [1.0, 6.0, 8.0, 4.0], |_| HOME), CheckQuestion::Here, "a third of it");
    assert_eq!(question_of_made(|_| [3.0, 3.0, 4.0, 4.0], |_| HOME), CheckQuestion::Here, "small, in the middle");
}

#[test]
fn one_made_rectangle_in_ten_away_is_a_sign_and_so_are_most_hits() {
    let question = |away: usize, of: usize, hits_at_home: bool| {
        let mut game = Game::default();
        for n in 0..of {
            let is_away = n < away;
            let tested = if is_away { at(7.0, n as f64) } else { HOME };
            let site = game.check(
                "game.py:1",
                TestKind::Box,
                is_away || hits_at_home,
                [made(tested, HOME), kept(at(5.0, 5.0))],
            );
            assert_eq!(site, 0);
            game.next_frame();
        }
        game.question(0)
    };
    assert_eq!([question(1, 10, true), question(1, 11, true)], [CheckQuestion::Elsewhere, CheckQuestion::Here]);
    assert_eq!(question(1, 11, false), CheckQuestion::Elsewhere, "its only hit");
}

#[test]
fn a_rectangle_by_mistake_is_judged_all_the_same() {
    // The middle is taken for the corner.
    assert_eq!(question_of_made(|n| at(n - 5.0, -5.0), |n| at(n, 0.0)), CheckQuestion::Here);
    assert_eq!(question_of_made(|n| at(n - 5.0, 0.0), |n| at(n, 0.0)), CheckQuestion::Elsewhere, "along one side only");
    // An owner without a rectangle of its own, at one displacement from its picture.
    let of_picture = |tested: fn(f64) -> [f64; 4]| {
        let frames = (0..12).map(f64::from).map(|n| {
            let SideFacts { tested, places, .. } = made(tested(n), at(n, n));
            let side = SideFacts { tested, mask_at: None, places: SidePlaces { own: None, ..places } };
            [side, kept(at(-2.0, -2.0))]
        });
        question_of(TestKind::Box, frames)
    };
    assert_eq!(of_picture(|n| at(n + 20.0, n)), CheckQuestion::Here);
    assert_eq!(of_picture(|n| at(2.0 * n + 20.0, n)), CheckQuestion::Elsewhere);
}

#[test]
fn rectangles_that_are_moved_alike_ask_here() {
    let moved = |by: [f64; 2]| {
        let frames = (0..12).map(f64::from).map(|n| {
            let other = at(5.0, 5.0);
            [made(at(by[0] * n, 0.0), HOME), made(at(other[0] + by[1] * n, other[1]), other)]
        });
        question_of(TestKind::Box, frames)
    };
    assert_eq!([moved([-3.0, -3.0]), moved([-3.0, -6.0])], [CheckQuestion::Here, CheckQuestion::Elsewhere]);
}

#[test]
fn a_look_ahead_whose_owner_moves_there_although_it_hits_asks_here() {
    let moved = |by: f64| {
        let side = || pushed(&made(at(3.0, 0.0), HOME), (by, 0.0));
        question_of(TestKind::Box, (0..12).map(|_| [side(), kept(at(-2.0, -2.0))]))
    };
    assert_eq!([moved(3.0), moved(0.0)], [CheckQuestion::Here, CheckQuestion::Elsewhere]);
}

#[test]
fn masks_that_are_nudged_ask_elsewhere() {
    let nudged = |x: f64| {
        question_of(TestKind::Mask, (0..4).map(|_| [masked((x, 0.0), HOME), masked((5.0, 5.0), at(5.0, 5.0))]))
    };
    assert_eq!(
        [nudged(0.0), nudged(2.0), nudged(3.0)],
        [CheckQuestion::Here, CheckQuestion::Elsewhere, CheckQuestion::Here]
    );
    let mut game = Game::default();
    for _ in 0..4 {
        for x in [-8.0, 8.0] {
            game.check("game.py:1", TestKind::Mask, true, [masked((x, 0.0), HOME), masked((5.0, 5.0), at(5.0, 5.0))]);
        }
        game.next_frame();
    }
    assert_eq!(game.question(0), CheckQuestion::Elsewhere, "to both sides in a frame");
    assert_eq!(
        game.questions.asked(0).words(&["Hero".into(), "Wall".into()]),
        "asks around the places where both are drawn"
    );
}

/// The question of a line of boxes whose hits another line tests by masks, but for some frames in twenty.
fn question_of_boxes(test: TestKind, unfollowed: usize) -> CheckQuestion {
    let mut game = Game::default();
    let sides = || [kept(HOME), kept(at(5.0, 5.0))];
    for frame in 0..20 {
        game.check("game.py:1", TestKind::Box, true, sides());
        if frame >= unfollowed {
            game.check("game.py:2", test, false, sides());
        }
        game.next_frame();
    }
    assert_eq!(game.question(1), CheckQuestion::Here, "the finer test");
    game.question(0)
}

#[test]
fn boxes_before_a_finer_test_are_a_broad_phase() {
    assert_eq!(question_of_boxes(TestKind::Mask, 0), CheckQuestion::BroadPhase);
    assert_eq!(question_of_boxes(TestKind::Circle, 1), CheckQuestion::BroadPhase, "19 of 20");
    assert_eq!(question_of_boxes(TestKind::Mask, 2), CheckQuestion::Here);
    assert_eq!(question_of_boxes(TestKind::Box, 0), CheckQuestion::Here, "no finer test");
}

#[test]
fn a_finer_test_of_pairs_that_are_no_hits_follows_nothing() {
    let mut game = Game::default();
    let sides = || [kept(HOME), kept(at(5.0, 5.0))];
    for _ in 0..10 {
        game.check("game.py:1", TestKind::Box, true, sides());
        for other in ["wall", "wall 2"] {
            game.check_of(["hero", other], "game.py:2", TestKind::Mask, false, Some(sides()));
        }
        game.next_frame();
    }
    assert_eq!(game.question(0), CheckQuestion::Here, "half of its pairs");
    let mut game = Game::default();
    for frame in 0..10 {
        if frame == 0 {
            game.check("game.py:1", TestKind::Box, true, sides());
        } else {
            let names = ["wall", "hero"].map(str::to_owned);
            game.questions.note_finer(Finer { at: game.time, names, line: "game.py:1".to_owned() });
        }
        game.check("game.py:2", TestKind::Mask, true, sides());
        game.next_frame();
    }
    assert_eq!(game.question(0), CheckQuestion::BroadPhase, "it was replaced by the finer test");
    assert_eq!(game.questions.asked(0).by.as_deref(), Some("game.py:2"));
}

/// The question of a line of boxes, before the masks of the whole group: these are tested in ten frames with a hit, and `unasked`
/// in some of the frames without.
fn question_of_group(quiet: usize, unasked: usize) -> CheckQuestion {
    let mut game = Game::default();
    let sides = || Some([kept(HOME), kept(at(5.0, 5.0))]);
    let group = ["wall", "wall 2", "wall 3"];
    for frame in 0..10 + quiet {
        for wall in group {
            game.check_of(["hero", wall], "game.py:1", TestKind::Box, frame < 10 && wall == "wall", sides());
        }
        for wall in group.into_iter().filter(|_| frame < 10 + unasked) {
            game.check_of(["hero", wall], "game.py:2", TestKind::Mask, false, sides());
        }
        game.next_frame();
    }
    game.question(0)
}

#[test]
fn boxes_that_decide_whether_a_group_is_tested_are_a_broad_phase() {
    assert_eq!(question_of_group(3, 0), CheckQuestion::BroadPhase);
    assert_eq!(question_of_group(2, 0), CheckQuestion::Here, "too few frames without a hit");
    assert_eq!(question_of_group(8, 1), CheckQuestion::Here, "the masks do not wait for a hit");
    let mut game = Game::default();
    let sides = || Some([kept(HOME), kept(at(5.0, 5.0))]);
    for frame in 0..20 {
        game.check_of(["hero", "wall"], "game.py:1", TestKind::Box, frame < 10, sides());
        for pair in [["hero", "wall"], ["hero", "wall 2"], ["hero 2", "wall 2"]].into_iter().filter(|_| frame < 10) {
            game.check_of(pair, "game.py:2", TestKind::Mask, false, sides());
        }
        game.next_frame();
    }
    assert_eq!(game.question(0), CheckQuestion::Here, "masks of another hero");
}

#[test]
fn a_check_without_facts_ends_no_frame() {
    let mut game = Game::default();
    let sides = || [kept(HOME), kept(at(5.0, 5.0))];
    for _ in 0..10 {
        game.next_frame();
        game.check("game.py:1", TestKind::Box, true, sides());
        game.time -= 1.0;
        game.check_of(["hero", "wall 2"], "game.py:1", TestKind::Box, false, None);
        game.time += 1.0;
        game.check("game.py:2", TestKind::Mask, true, sides());
    }
    assert_eq!(game.question(0), CheckQuestion::BroadPhase);
}

/// Frames in which line 1 hits by boxes, and line 2 finds that again, or not; then some without a hit.
struct Again {
    /// The number of twenty hits that are found again.
    found: usize,
    /// The number of frames without a hit in which line 2 tests all the same.
    unasked: usize,
    /// The place of the hero at line 2.
    hero: SideFacts,
}

impl Again {
    /// The questions of both lines.
    fn questions(&self) -> [CheckQuestion; 2] {
        let mut game = Game::default();
        for frame in 0..24 {
            let is_hit = frame < 20;
            game.check("game.py:1", TestKind::Box, is_hit, [kept(HOME), kept(at(5.0, 5.0))]);
            if is_hit || frame < 20 + self.unasked {
                let is_found = is_hit && frame < self.found;
                game.check("game.py:2", TestKind::Box, is_found, [self.hero.clone(), kept(at(5.0, 5.0))]);
            }
            game.next_frame();
        }
        [game.question(0), game.question(1)]
    }
}

#[test]
fn boxes_that_are_tested_again_after_a_hit_are_a_broad_phase() {
    let again = || Again { found: 20, unasked: 0, hero: kept(HOME) };
    let both = [CheckQuestion::Here; 2];
    let first = [CheckQuestion::BroadPhase, CheckQuestion::Here];
    assert_eq!(again().questions(), first);
    assert_eq!(Again { found: 19, ..again() }.questions(), first);
    assert_eq!(Again { found: 18, ..again() }.questions(), both);
    assert_eq!(Again { unasked: 1, ..again() }.questions(), both, "line 2 does not wait for a hit");
    assert_eq!(Again { hero: kept(at(1.0, 0.0)), ..again() }.questions(), both, "elsewhere");
    let hero = pushed(&kept(HOME), (-5.0, 0.0));
    assert_eq!(
        Again { hero, ..again() }.questions(),
        [CheckQuestion::Here, CheckQuestion::Contact],
        "line 2 pushes apart"
    );
}

#[test]
fn a_line_that_mostly_finds_something_else_repeats_no_test() {
    let first = |others: usize| {
        let mut game = Game::default();
        for frame in 0..24 {
            let [hero, wall] = [kept(HOME), kept(at(5.0, 5.0))];
            game.check("game.py:1", TestKind::Box, frame < 20, [hero.clone(), wall.clone()]);
            if frame < 20 {
                game.check("game.py:2", TestKind::Box, true, [hero.clone(), wall.clone()]);
                let other = Some([hero, kept(at(4.0, 4.0))]);
                game.check_of(["hero", "wall 2"], "game.py:2", TestKind::Box, frame < others, other);
            }
            game.next_frame();
        }
        assert!(game.questions.has_facts(0));
        game.question(0)
    };
    assert_eq!([first(0), first(2)], [CheckQuestion::BroadPhase; 2]);
    assert_eq!(first(3), CheckQuestion::Here, "of its 23 hits 20 are repeated");
}

#[test]
fn lines_that_find_the_same_from_both_sides_ask_here() {
    let mut game = Game::default();
    for frame in 0..20 {
        let [hero, wall] = [kept(HOME), kept(at(5.0, 5.0))];
        game.check("game.py:1", TestKind::Box, frame < 10, [hero.clone(), wall.clone()]);
        game.check_of(["wall", "hero"], "game.py:2", TestKind::Box, frame < 10, Some([wall, hero]));
        game.next_frame();
    }
    assert_eq!([game.question(0), game.question(1)], [CheckQuestion::Here; 2]);
    let mut game = Game::default();
    for frame in 0..20 {
        let [hero, wall] = [kept(HOME), kept(at(5.0, 5.0))];
        game.check("game.py:1", TestKind::Box, frame < 10, [hero.clone(), wall.clone()]);
        game.check_of(["hero", "wall 2"], "game.py:1", TestKind::Box, frame < 10, Some([hero.clone(), wall.clone()]));
        if frame < 10 {
            game.check_of(["wall", "hero"], "game.py:2", TestKind::Box, true, Some([wall, hero]));
        }
        game.next_frame();
    }
    assert_eq!(game.question(0), CheckQuestion::BroadPhase, "the hero is gone after the first");
    assert_eq!(game.questions.asked(0).by.as_deref(), Some("game.py:2"));
}

/// A hero that has walked 2 px into a wall, and is pushed back.
fn pushed_by(x: f64) -> [SideFacts; 2] {
    [pushed(&kept(HOME), (x, 0.0)), kept(at(8.0, 0.0))]
}

#[test]
fn a_hit_that_is_answered_by_a_push_is_contact() {
    let question = |push: f64, times: usize| question_of(TestKind::Box, (0..times).map(|_| pushed_by(push)));
    assert_eq!(question(-2.0, 3), CheckQuestion::Contact);
    assert_eq!(question(-1.0, 3), CheckQuestion::Contact, "1 px is left");
    assert_eq!(question(-0.5, 3), CheckQuestion::Here, "1.5 px are left");
    assert_eq!(question(-4.0, 3), CheckQuestion::Contact, "the overlap and 2 px");
    assert_eq!(question(-4.5, 3), CheckQuestion::Here, "thrown back");
    assert_eq!(question(0.0, 3), CheckQuestion::Here);
    assert_eq!(
        question_of(TestKind::Mask, (0..3).map(|_| pushed_by(-2.0))),
        CheckQuestion::Here,
        "masks follow other signs"
    );
}

#[test]
fn a_point_that_stays_inside_is_not_pushed_out() {
    let inside = |x: f64| [pushed(&kept([5.0, 5.0, 0.001, 0.001]), (x, 0.0)), kept(HOME)];
    assert_eq!(question_of(TestKind::Box, (0..3).map(|_| inside(1.0))), CheckQuestion::Here);
    let at_edge = || [pushed(&kept([9.0, 5.0, 0.001, 0.001]), (2.0, 0.0)), kept(HOME)];
    assert_eq!(question_of(TestKind::Box, (0..3).map(|_| at_edge())), CheckQuestion::Contact);
}

#[test]
fn who_goes_on_beside_what_is_gone_is_not_pushed_out_of_it() {
    let coin = || kept(at(0.0, -5.0));
    let falls = || pushed(&kept(HOME), (0.0, 5.0));
    let question = |sides: [SideFacts; 2]| question_of(TestKind::Box, (0..3).map(|_| sides.clone()));
    assert_eq!(question([falls(), coin()]), CheckQuestion::Contact);
    assert_eq!(question([falls(), gone(&coin())]), CheckQuestion::Here, "it falls on");
    assert_eq!(
        question([gone(&kept(HOME)), pushed(&coin(), (0.0, -5.0))]),
        CheckQuestion::Here,
        "the other side is gone"
    );
    let came_up = |side: SideFacts| {
        let places = SidePlaces { last: Some(at(0.0, 5.0)), ..side.places };
        SideFacts { places, ..side }
    };
    assert_eq!(question([came_up(falls()), gone(&coin())]), CheckQuestion::Contact, "sent back, as from a brick");
}

#[test]
fn a_hit_or_two_do_not_speak_for_themselves_at_their_line() {
    let is_sure = |others: usize| {
        let mut game = Game::default();
        let tree = game.check_of(["hero", "tree"], "game.py:1", TestKind::Box, true, Some(pushed_by(-2.0)));
        for n in 0..others {
            game.next_frame();
            game.check("game.py:1", TestKind::Box, true, pushed_by(if n == 0 { 0.0 } else { -2.0 }));
        }
        let asked = game.questions.asked(tree);
        assert_eq!(asked.question, CheckQuestion::Contact);
        asked.is_sure
    };
    assert_eq!([is_sure(2), is_sure(3)], [false, true], "half and two thirds of the others are answered");
}

#[test]
fn most_of_several_hits_have_to_be_answered() {
    let asked = |answered: usize, of: usize| {
        let mut game = Game::default();
        for n in 0..of {
            game.check("game.py:1", TestKind::Box, true, pushed_by(if n < answered { -2.0 } else { 0.0 }));
            game.next_frame();
        }
        let SiteQuestion { question, is_sure, hits, answered, .. } = game.questions.asked(0).clone();
        (question, is_sure, hits, answered)
    };
    assert_eq!(asked(2, 3), (CheckQuestion::Contact, true, 3, 2));
    assert_eq!(asked(2, 4), (CheckQuestion::Here, true, 4, 2));
    assert_eq!(asked(1, 1), (CheckQuestion::Contact, false, 1, 1), "it may be contact");
    assert_eq!(asked(1, 2), (CheckQuestion::Here, true, 2, 1));
}

#[test]
fn some_answered_hits_may_be_contact_where_another_line_pushes_the_kinds_apart() {
    let question = |answered: bool, is_pushed_elsewhere: bool| {
        let mut game = Game::default();
        for n in 0..6 {
            let push = if n == 0 && answered { -2.0 } else { 0.0 };
            game.check("game.py:1", TestKind::Box, true, pushed_by(push));
            game.check("game.py:2", TestKind::Box, is_pushed_elsewhere, pushed_by(-2.0));
            game.next_frame();
        }
        let asked = game.questions.asked(0);
        (asked.question, asked.is_sure)
    };
    assert_eq!(question(true, true), (CheckQuestion::Contact, false));
    assert_eq!(question(false, true), (CheckQuestion::Here, true), "none is answered");
    assert_eq!(question(true, false), (CheckQuestion::Here, true), "no other line pushes");
    let mut game = Game::default();
    for _ in 0..6 {
        game.check("game.py:1", TestKind::Box, true, pushed_by(0.0));
        game.check("game.py:2", TestKind::Box, true, pushed_by(-2.0));
        for _ in 0..3 {
            game.check_of(["hero", "tree"], "game.py:1", TestKind::Box, true, Some(pushed_by(-2.0)));
        }
        game.next_frame();
    }
    let asked = game.questions.asked(0);
    assert_eq!((asked.question, asked.is_sure), (CheckQuestion::Contact, false), "its line pushes trees");
}

#[test]
fn a_hit_or_two_follow_the_other_lines_of_their_kinds() {
    let mut game = Game::default();
    for line in ["game.py:1", "game.py:1", "game.py:1", "game.py:2"] {
        game.check(line, TestKind::Box, true, pushed_by(-2.0));
        game.next_frame();
    }
    game.check("game.py:3", TestKind::Box, false, pushed_by(-2.0));
    game.check_of(["hero", "tree"], "game.py:1", TestKind::Box, false, Some(pushed_by(-2.0)));
    assert_eq!(
        game.questions.asked(1),
        &SiteQuestion {
            question: CheckQuestion::Contact,
            is_sure: true,
            hits: 1,
            answered: 1,
            ..SiteQuestion::default()
        }
    );
    assert_eq!(game.question(2), CheckQuestion::Here, "a line without hits follows nothing");
    let asked = game.questions.asked(3);
    assert_eq!(
        (asked.question, asked.is_sure),
        (CheckQuestion::Contact, false),
        "it may be, as the others at its line"
    );
    assert_eq!(asked.words(&["Hero".into(), "Tree".into()]), "may be contact, as others at this line");
}

#[test]
fn a_pair_that_is_edge_to_edge_at_its_next_check_was_pushed_apart() {
    let mut game = Game::default();
    for _ in 0..3 {
        game.check("game.py:1", TestKind::Box, true, [kept(HOME), kept(at(6.0, 0.0))]);
        game.next_frame();
        game.check("game.py:1", TestKind::Box, false, [kept(HOME), kept(at(10.0, 0.0))]);
        game.next_frame();
    }
    let asked = game.questions.asked(0);
    assert_eq!((asked.question, asked.answered), (CheckQuestion::Contact, 3));
    assert_eq!(asked.words(&["Hero".into(), "Wall".into()]), "contact: 3 of 3 hits answered");
    assert_eq!([game.questions.rests(0), game.questions.pushes(0)], [3, 3]);
}

#[test]
fn masks_that_miss_later_in_the_frame_or_are_put_back_are_contact() {
    let mut game = Game::default();
    let sides = || [masked((0.0, 0.0), HOME), masked((8.0, 0.0), at(8.0, 0.0))];
    for _ in 0..3 {
        game.check("game.py:1", TestKind::Mask, true, sides());
        game.check("game.py:2", TestKind::Mask, false, sides());
        game.next_frame();
    }
    assert_eq!(game.question(0), CheckQuestion::Contact);
    let back = |next: f64| {
        let [hero, wall] = sides();
        let places = SidePlaces {
            end: Some(at(-2.0, 0.0)),
            last: Some(at(-2.0, 0.0)),
            next: Some(at(next, 0.0)),
            ..hero.places
        };
        question_of(
            TestKind::Mask,
            (0..3).map(|_| [SideFacts { places: places.clone(), ..hero.clone() }, wall.clone()]),
        )
    };
    assert_eq!([back(-2.0), back(0.0)], [CheckQuestion::Contact, CheckQuestion::Here]);
}

#[test]
fn without_facts_everything_asks_here() {
    let mut game = Game::default();
    for _ in 0..6 {
        game.check_of(["hero", "wall"], "game.py:1", TestKind::Box, true, None);
        game.next_frame();
    }
    assert_eq!(game.questions.asked(0), &SiteQuestion { is_sure: true, ..SiteQuestion::default() });
    assert!(!game.questions.has_facts(0));
}

#[test]
fn a_line_can_be_taken_back() {
    let mut game = Game::default();
    for _ in 0..3 {
        game.check("game.py:1", TestKind::Box, true, pushed_by(-2.0));
        game.next_frame();
    }
    assert_eq!(game.question(0), CheckQuestion::Contact);
    game.questions.ask_here(BTreeSet::from(["game.py:1".to_owned()]));
    assert_eq!(game.question(0), CheckQuestion::Here);
    game.questions.ask_here(BTreeSet::new());
    assert_eq!(game.question(0), CheckQuestion::Contact);
}

#[test]
fn a_new_run_of_the_game_answers_no_earlier_hit() {
    let mut game = Game::default();
    for _ in 0..3 {
        game.check("game.py:1", TestKind::Box, true, [kept(HOME), kept(at(6.0, 0.0))]);
        game.questions.begin();
        game.next_frame();
        game.check("game.py:1", TestKind::Box, false, [kept(HOME), kept(at(10.0, 0.0))]);
        game.next_frame();
    }
    assert_eq!(game.question(0), CheckQuestion::Here);
}
