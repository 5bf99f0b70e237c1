//! Hits after which nothing follows.

use super::*;

/// A hero above a wall, 1 px a letter; `#` belongs to both.
const ABOVE: &[&str] = &[
    "...hhhh...........",
    "...hhhh...........",
    "...hhhh...........",
    "...hhhh...........",
    "..................",
    "..................",
    "wwwwwwwwwwwwwwwwww",
    "wwwwwwwwwwwwwwwwww",
    "wwwwwwwwwwwwwwwwww",
    "wwwwwwwwwwwwwwwwww",
];

/// The hero stands 2 px deep in the wall.
const STANDS: &[&str] = &[
    "...hhhh...........",
    "...hhhh...........",
    "www####wwwwwwwwwww",
    "www####wwwwwwwwwww",
    "wwwwwwwwwwwwwwwwww",
    "wwwwwwwwwwwwwwwwww",
];

/// The wall in the way of the hero, who would go 2 px deep over its edge.
const BESIDE: &[&str] = &[
    "hhhh..............",
    "hhhh..............",
    "hhhhwwwwwwwwwwwwww",
    "hhhhwwwwwwwwwwwwww",
    "....wwwwwwwwwwwwww",
    "....wwwwwwwwwwwwww",
];

/// The rectangles of the hero and of the wall in a drawing, the hero moved by `x` and `y`.
fn drawn(rows: &[&str], (x, y): Point) -> [[f64; 4]; 2] {
    let mut both = ['h', 'w'].map(|letter| {
        let cells = |it: char| [letter, '#'].contains(&it);
        let of_rows: Vec<usize> = (0..rows.len()).filter(|&at| rows[at].contains(cells)).collect();
        let left = rows.iter().filter_map(|row| row.find(cells)).min().expect("it is drawn");
        let right = rows.iter().filter_map(|row| row.rfind(cells)).max().expect("it is drawn");
        let (top, bottom) = (of_rows[0], of_rows[of_rows.len() - 1]);
        [left, top, right + 1 - left, bottom + 1 - top].map(|number| number as f64)
    });
    both[0] = [both[0][0] + x, both[0][1] + y, both[0][2], both[0][3]];
    both
}

/// The question of a site, and whether it is sure.
fn asked(game: &Game, site: u32) -> (CheckQuestion, bool) {
    let asked = game.questions.asked(site);
    (asked.question, asked.is_sure)
}

const HERE: (CheckQuestion, bool) = (CheckQuestion::Here, true);
const MAY_BE: (CheckQuestion, bool) = (CheckQuestion::Contact, false);

impl Game {
    /// The hero starts as drawn, and goes by `way` in each of some frames; he hits the wall where both overlap.
    fn goes(&mut self, test: TestKind, rows: &[&str], way: impl Fn(f64) -> Point, frames: u32) -> u32 {
        let mut site = 0;
        for n in 0..frames {
            let [hero, wall] = drawn(rows, way(f64::from(n)));
            let [x, y] = overlaps(hero, wall);
            let sides = match test {
                TestKind::Mask => [masked((hero[0], hero[1]), hero), masked((wall[0], wall[1]), wall)],
                _ => [kept(hero), kept(wall)],
            };
            site = self.check("game.py:1", test, x.min(y) > 0.0, sides);
            self.next_frame();
        }
        self.next_frame();
        site
    }
}

/// The way of a hero who comes down 4 px, and walks on then.
fn lands(n: f64) -> Point {
    (n, n.min(4.0))
}

#[test]
fn who_lands_on_something_and_walks_there_may_be_in_contact() {
    let question = |test: TestKind, way: fn(f64) -> Point, times: usize| {
        let mut game = Game::default();
        (0..times).for_each(|_| assert_eq!(game.goes(test, ABOVE, way, 12), 0));
        asked(&game, 0)
    };
    assert_eq!(question(TestKind::Box, lands, 3), MAY_BE);
    assert_eq!(question(TestKind::Box, lands, 2), HERE, "twice may be chance");
    assert_eq!(question(TestKind::Box, |n| (n, n.min(5.0)), 3), HERE, "deeper than by half");
    assert_eq!(question(TestKind::Box, |n| (n, 0.6 * n), 3), HERE, "falls through it");
    assert_eq!(question(TestKind::Box, |n| (0.0, n.min(4.0)), 3), HERE, "stops in it");
    assert_eq!(question(TestKind::Mask, lands, 3), HERE, "masks have no margin");
}

#[test]
fn who_walks_into_something_at_one_height_hits_it() {
    let mut game = Game::default();
    for _ in 0..5 {
        game.goes(TestKind::Box, BESIDE, |n| (n - 2.0, 0.0), 12);
    }
    assert_eq!(asked(&game, 0), HERE);
    for _ in 0..3 {
        game.check("game.py:2", TestKind::Box, true, pushed_by(-2.0));
        game.next_frame();
    }
    assert_eq!(asked(&game, 0), MAY_BE, "another line pushes the hero out of walls");
    let mut game = Game::default();
    for _ in 0..5 {
        game.goes(TestKind::Box, BESIDE, |n| (n - 2.0, 0.25 * n), 12);
        game.check("game.py:2", TestKind::Box, true, pushed_by(-2.0));
    }
    assert_eq!(asked(&game, 0), HERE, "he gets deeper into it");
}

#[test]
fn who_rests_at_one_line_may_at_another_by_some_answered_hits() {
    let question = |rests: bool| {
        let mut game = Game::default();
        let probe = game.check("game.py:9", TestKind::Box, true, pushed_by(-2.0));
        for _ in 0..3 {
            game.next_frame();
            game.check("game.py:9", TestKind::Box, true, pushed_by(0.0));
        }
        for _ in 0..3 {
            game.goes(TestKind::Mask, ABOVE, |n| if rests { lands(n) } else { (n, 0.6 * n) }, 12);
        }
        asked(&game, probe)
    };
    assert_eq!([question(true), question(false)], [MAY_BE, HERE]);
}

#[test]
fn hits_that_last_may_be_contact_where_others_at_the_line_are() {
    let question = |wall: fn(f64) -> [SideFacts; 2], pushes: &[f64], pause: f64| {
        let mut game = Game::default();
        for n in 0..9 {
            let push = pushes[n % pushes.len()];
            game.check_of(["hero", "tree"], "game.py:1", TestKind::Box, true, Some(pushed_by(push)));
            game.check("game.py:1", TestKind::Box, true, wall(n as f64));
            game.time += pause;
        }
        assert_eq!(game.questions.asked(1).hits, 9);
        asked(&game, 1)
    };
    let slope = |n: f64| drawn(STANDS, (n, 0.0)).map(kept);
    assert_eq!(question(slope, &[-2.0], 1.0), MAY_BE);
    assert_eq!(question(slope, &[-2.0, 0.0], 1.0), MAY_BE, "five of nine hits of trees are answered");
    assert_eq!(question(slope, &[0.0, -2.0], 1.0), HERE, "four");
    assert_eq!(question(slope, &[-2.0], 2.0), HERE, "each hit is a new one");
    let ends = |n: f64| {
        let [hero, wall] = drawn(STANDS, (n, 0.0)).map(kept);
        [gone(&hero), wall]
    };
    assert_eq!(question(ends, &[-2.0], 1.0), HERE, "the hero is gone");
}

#[test]
fn nothing_follows_is_said() {
    let mut game = Game::default();
    for _ in 0..3 {
        game.goes(TestKind::Box, ABOVE, lands, 12);
    }
    let words = game.questions.asked(0).words(&["Hero".into(), "Wall".into()]);
    assert_eq!(words, "may be contact: nothing follows from 27 hits");
}

#[test]
fn two_that_have_lain_on_each_other_all_the_time_may_be_in_contact() {
    let question = |way: fn(f64) -> Point, frames: u32| {
        let mut game = Game::default();
        game.goes(TestKind::Box, STANDS, way, frames);
        asked(&game, 0)
    };
    assert_eq!(question(|_| (0.0, 0.0), 60), MAY_BE);
    assert_eq!(question(|_| (0.0, 0.0), 59), HERE, "not for a second");
    assert_eq!(question(|n| (if n > 75.0 { 0.0 } else { 1.0 }, 0.0), 80), MAY_BE, "76 of 80 frames");
    assert_eq!(question(|n| (if n > 74.0 { 0.0 } else { 1.0 }, 0.0), 80), HERE, "75");
}

/// The question of a line at which bullets fly over a slope for three frames each, and then into it; the game ends those that
/// fly, or not, and those that touch, or not.
fn question_of_bullets(is_end: [bool; 2], bullets: u32) -> CheckQuestion {
    let mut game = Game::default();
    for n in 0..bullets {
        for frame in 0..4 {
            let touches = frame == 3;
            let [bullet, slope] = drawn(STANDS, (f64::from(frame), 0.0)).map(kept);
            let bullet = if is_end[usize::from(touches)] { gone(&bullet) } else { bullet };
            game.shares = Some(touches);
            let name = format!("bullet {n}");
            game.check_of([&name, "wall"], "game.py:1", TestKind::Box, true, Some([bullet, slope]));
            game.next_frame();
        }
    }
    assert_eq!(game.questions.asked(0).by, None);
    game.question(0)
}

#[test]
fn boxes_whose_hits_end_only_what_touches_are_a_broad_phase() {
    assert_eq!(question_of_bullets([false, true], 3), CheckQuestion::BroadPhase);
    assert_eq!(question_of_bullets([false, true], 2), CheckQuestion::Here, "too few");
    assert_eq!(question_of_bullets([true, true], 3), CheckQuestion::Here, "the boxes end them, too");
    assert_eq!(question_of_bullets([false, false], 3), CheckQuestion::Here, "nothing ends: it may do damage");
}
