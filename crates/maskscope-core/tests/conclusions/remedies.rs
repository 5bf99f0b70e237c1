//! Remedies for the wrong checks at a line: which are offered, and what each would leave wrong.

use std::sync::Arc;

use maskscope_core::replay::{
    Check, Engine, FitChoice, FittedShapes, GameRun, HitBoxKind, HitBoxes, LogEvent, OtherHitBoxes, Remedies, Remedy,
    ShapeChange, SmallerBoxes, TestedMasks,
};
use maskscope_core::shape::Shape;

use crate::game::{DISC, Game, Thing, at_line, boxed, by_rule, check, masked, shaped};

/// Two discs in their boxes, which share a clear corner: an unfair hit, of boxes 1 px deep.
fn corners([a, b]: [&str; 2]) -> Check {
    discs([a, b], (3.0, 3.0))
}

fn discs([a, b]: [&str; 2], at: (f64, f64)) -> Check {
    check(1.0, [Thing::new(a, DISC, (0.0, 0.0)).by_box(), Thing::new(b, DISC, at).by_box()], true)
}

/// A check of two things without pictures, whose boxes do not meet as the game says.
fn unseen() -> Check {
    let [a, b] = [0, 9].map(|x| Thing::block(if x == 0 { "A1" } else { "B9" }, [x, 0, 4, 4]).by_box().unseen());
    check(1.0, [a, b], true)
}

/// The remedies at the first line of these checks.
fn remedies(checks: &[Check]) -> Remedies {
    let Game { replay, .. } = Game::of(checks);
    replay.remedies(&replay.sites[0])
}

#[test]
fn a_line_is_cured_as_a_whole_whatever_its_kinds() {
    let of_line = [["A1", "B1"], ["A1", "B2"], ["A1", "C1"]].map(|names| at_line("g:1", corners(names)));
    let other = at_line("g:2", corners(["A1", "B1"]));
    let found = remedies(&[&of_line[..], &[other]].concat());
    assert_eq!((found.wrong, found.kinds, found.insets.checks, found.insets.not_covered), (3, 2, 3, 0));
    let masks = TestedMasks { checks: 3, ..TestedMasks::default() };
    let boxes = SmallerBoxes { px: 1, not_carried_on: 3, ..SmallerBoxes::default() };
    assert_eq!(found.all, [Remedy::Masks(masks), Remedy::Boxes(boxes)]);
    assert_eq!(found.insets.all()[0].unfair, 3, "as they are");
    assert_eq!(boxes.about_denied(), "; 3 denied hits not carried on, as no way is known");
    assert!(!found.is_empty() && remedies(&[discs(["A1", "B1"], (1.0, 1.0))]).is_empty());
}

#[test]
fn without_a_line_kinds_are_cured_alone() {
    let found = remedies(&[["A1", "B1"], ["A1", "B2"], ["A1", "C1"]].map(corners));
    assert_eq!((found.wrong, found.kinds), (2, 1));
}

#[test]
fn what_boxes_and_masks_do_not_decide_stays_wrong() {
    let checks = [corners(["A1", "B1"]), corners(["A1", "B2"]), unseen()].map(|check| at_line("g:1", check));
    let found = remedies(&checks);
    let masks = TestedMasks { left: 1, unknown: 1, unlike: 0, checks: 3 };
    let boxes = SmallerBoxes { px: 1, not_covered: 1, not_carried_on: 2, ..SmallerBoxes::default() };
    assert_eq!((found.wrong, found.all, boxes.left_in_all()), (3, vec![Remedy::Masks(masks), Remedy::Boxes(boxes)], 1));
    // Smaller boxes have to cure half of them.
    let found = remedies(&[corners(["A1", "B1"]), unseen(), unseen()].map(|check| at_line("g:1", check)));
    assert_eq!(found.all, [Remedy::Masks(TestedMasks { left: 2, unknown: 2, unlike: 0, checks: 3 })]);
    assert!(remedies(&[unseen()]).is_empty(), "no pixels are wrong");
}

#[test]
fn masks_that_are_not_those_of_the_pictures_are_no_remedy() {
    let of = |right: usize| {
        let mut wrong = corners(["A1", "B1"]);
        wrong.subjects[0].faults.is_unlike_picture = true;
        let checks: Vec<_> = std::iter::repeat_n(discs(["A1", "B1"], (1.0, 1.0)), right).chain([wrong]).collect();
        remedies(&checks).all.iter().any(|remedy| matches!(remedy, Remedy::Masks(TestedMasks { unlike: 1, .. })))
    };
    assert_eq!((of(49), of(48)), (true, false), "one in fifty");
}

/// A full mask in place of a disc's: it hits another disc whose pixels it does not share.
fn stale(name: &str, was_picture: bool) -> Check {
    let full = masked("####\n####\n####\n####", (0.0, 0.0));
    let pair = [Thing::new("A1", DISC, (0.0, 0.0)).by(full), Thing::new(name, DISC, (3.0, 2.0))];
    let mut check = at_line("g:1", check(1.0, pair, true));
    (check.subjects[0].faults.differs, check.subjects[0].faults.was_picture) = (true, was_picture);
    check
}

#[test]
fn masks_that_were_of_the_pictures_once_are_made_again() {
    let found = remedies(&[stale("B1", true), stale("C1", true)]);
    assert_eq!((found.wrong, found.kinds, found.all), (2, 2, vec![Remedy::MasksAgain(0)]));
    assert!(remedies(&[stale("B1", true), stale("C1", false)]).is_empty(), "one never was");
    let mut elsewhere = stale("B1", true);
    elsewhere.subjects[0].tested = masked("#####\n#####\n#####\n#####", (-1.0, 0.0));
    assert!(remedies(&[elsewhere]).is_empty(), "it lies elsewhere");
}

#[test]
fn a_mask_of_its_own_answers_in_place_of_the_picture() {
    // The masks beside the pictures share the corner that the pictures leave clear.
    let full = |x: f64, y: f64| {
        let thing = Thing::new("M", "####\n####\n####\n####", (x, y));
        Some(Box::new(thing.placed))
    };
    let mut wrong = corners(["A1", "B1"]);
    (wrong.subjects[0].mask, wrong.subjects[1].mask) = (full(0.0, 0.0), full(3.0, 3.0));
    assert_eq!(remedies(&[wrong.clone()]).all.len(), 1, "only smaller boxes");
    wrong.subjects[1].mask = full(4.0, 3.0);
    assert_eq!(remedies(&[wrong]).all.len(), 2, "they miss each other");
}

/// A check of Arcade, whose hit boxes are the boxes of discs; `simple` cuts their corners off.
fn arcade(at: (f64, f64), is_fitted: bool) -> Check {
    let octagon = [[1.0, 0.0], [3.0, 0.0], [4.0, 1.0], [4.0, 3.0], [3.0, 4.0], [1.0, 4.0], [0.0, 3.0], [0.0, 1.0]];
    let mut check = by_rule("hit box", at_line("g:1", discs(["A1", "B1"], at)));
    for (side, subject) in check.subjects.iter_mut().enumerate() {
        let picture = Arc::new(check.pair.sprites[side].sprite().clone());
        subject.hit_boxes = Some(Arc::new(HitBoxes::new(picture, [Some(octagon.to_vec()), None], is_fitted)));
    }
    check
}

#[test]
fn arcade_has_other_hit_boxes() {
    let simple = OtherHitBoxes { kind: HitBoxKind::Simple, left: 0, unknown: 0 };
    let fitted = OtherHitBoxes { kind: HitBoxKind::Fitted, left: 0, unknown: 0 };
    assert_eq!(remedies(&[arcade((3.0, 3.0), false)]).all, [Remedy::HitBoxes(simple)], "they only touch");
    assert_eq!(remedies(&[arcade((3.0, 3.0), true)]).all, [simple, fitted].map(Remedy::HitBoxes));
    let other = by_rule("box", at_line("g:1", corners(["A2", "B1"])));
    let found = remedies(&[arcade((3.0, 3.0), false), arcade((3.0, 3.0), false), other]);
    assert_eq!((found.wrong, found.all), (3, vec![Remedy::HitBoxes(OtherHitBoxes { left: 1, unknown: 1, ..simple })]));
    let of_two_kinds = [arcade((3.0, 3.0), false), {
        let mut check = arcade((3.0, 3.0), false);
        (check.names[1], check.subjects[1].kind) = ("C1".to_owned(), "C".to_owned());
        check
    }];
    let found = remedies(&of_two_kinds);
    assert_eq!((found.wrong, found.kinds, found.all), (2, 2, vec![Remedy::HitBoxes(simple)]));
    // Nobody sees the pixels.
    let mut unseen = arcade((9.0, 0.0), false);
    unseen.subjects.iter_mut().for_each(|subject| subject.is_unseen = true);
    let found = remedies(&[arcade((3.0, 3.0), false), arcade((3.0, 3.0), false), unseen]);
    assert_eq!(found.all, [Remedy::HitBoxes(OtherHitBoxes { left: 1, unknown: 1, ..simple })]);
}

#[test]
fn polygons_are_fitted_only_where_hit_boxes_may_meet() {
    let is_done = |check: &Check| check.fit_hit_boxes(&|| true);
    assert!(!is_done(&arcade((3.0, 3.0), true)), "it is over before it begins");
    assert!(is_done(&arcade((30.0, 0.0), true)), "nothing is near");
    assert!(is_done(&arcade((3.0, 3.0), false)), "none is searched");
    assert!(is_done(&by_rule("box", arcade((3.0, 3.0), true))));
    let found = arcade((3.0, 3.0), true);
    assert!(found.fit_hit_boxes(&|| false) && is_done(&found), "it is kept");
}

/// A square of Godot whose circle is far too large, and one whose box fits, with `gap` px between them.
fn godot(gap: u32, hit: bool) -> Check {
    let a = Thing::block("A1", [10, 10, 4, 4]).by(shaped(&Shape::Circle([12.0, 12.0, 6.0])));
    by_rule("area", at_line("g:1", check(1.0, [a, Thing::block("B1", [14 + gap, 10, 4, 4]).by_box()], hit)))
}

#[test]
fn areas_have_shapes_that_fit() {
    let found = remedies(&[godot(3, true), godot(9, false)]);
    let shapes = FittedShapes { choice: FitChoice::Same, sides: [true, false], left: 0, unknown: 0 };
    assert_eq!((found.wrong, found.kinds, &*found.all), (1, 1, &[Remedy::Shapes(shapes)][..]));
    let changes = found.changes(&shapes);
    let [ShapeChange { side: 0, tested, fitted: Shape::Circle([x, y, radius]) }] = &changes[..] else {
        panic!("{changes:?}")
    };
    assert_eq!((tested, [*x, *y]), (&Shape::Circle([0.0, 0.0, 6.0]), [0.0, 0.0]));
    assert!((2.0..3.0).contains(radius), "a circle of the 16 px, {radius}");
    let other = at_line("g:1", corners(["A1", "B2"]));
    let found = remedies(&[godot(3, true), godot(3, true), other]);
    let left = FittedShapes { left: 1, unknown: 1, ..shapes };
    assert_eq!((found.wrong, &*found.all), (3, &[Remedy::Shapes(left)][..]));
    // A shape is that of a kind, whatever the line says.
    let mut of_c = godot(3, true);
    (of_c.names[1], of_c.subjects[1].kind) = ("C1".to_owned(), "C".to_owned());
    let found = remedies(&[godot(3, true), of_c]);
    assert_eq!((found.wrong, found.kinds), (1, 1));
}

#[test]
fn the_engine_is_known_by_header_test_or_line() {
    let engine = |header: Option<&str>, check: Check| {
        let mut game = Game::default();
        if let Some(engine) = header {
            game.replay.keep(LogEvent::Run(GameRun { engine: engine.to_owned(), ..GameRun::default() }));
        }
        game.take(&check);
        let of_game = game.replay.engine_of_game();
        (game.replay.engine(&game.replay.sites[0]), of_game)
    };
    let at = |line: &str| at_line(line, corners(["A1", "B1"]));
    let both = |engine| (Some(engine), Some(engine));
    assert_eq!(engine(None, at("game.lua:4")), both(Engine::Love));
    assert_eq!(engine(Some("pygame 2.6"), at("game.lua:4")), both(Engine::Pygame));
    assert_eq!(engine(Some("mine 1.0"), at("game.lua:4")), (None, None), "a header names another");
    assert_eq!(engine(Some("mine 1.0"), arcade((3.0, 3.0), false)), both(Engine::Arcade));
    assert_eq!(engine(None, corners(["A1", "B1"])), (None, None));
}

#[test]
fn boxes_of_other_sizes_are_smaller_too() {
    // A box of 8 × 4 around a square of 4 × 4: at 6 the boxes are 2 px deep, and the pixels 3 px apart.
    let wide = |name: &str, x: u32| {
        let a = Thing::block("A1", [0, 0, 4, 4]).by(boxed([0.0, 0.0, 8.0, 4.0]));
        at_line("g:1", check(1.0, [a, Thing::block(name, [x, 0, 4, 4]).by_box()], true))
    };
    let found = remedies(&[wide("B1", 6), wide("B2", 5)]);
    let unfair = found.insets.all().map(|left| left.unfair);
    assert_eq!(&unfair[..4], &[2, 1, 0, 0], "depths of 2 and 3 px");
    let boxes = SmallerBoxes { px: 2, not_carried_on: 2, ..SmallerBoxes::default() };
    assert!(found.all.contains(&Remedy::Boxes(boxes)), "{:?}", found.all);
}
