//! The verdict on a check: three witnesses, the error in px, the sentence, and the rules that let some pass.

use maskscope_core::geom::Cell;
use maskscope_core::replay::{
    Against, Check, CheckedSprite, Consequence, GameAnswer, Judgement, Tested, Verdict, VerdictRules,
};
use maskscope_core::shape::{Meeting, Shape};

use crate::game::{DISC, Thing, boxed, by_rule, check, judged, masked, shaped, shapes};

/// Two discs that the game tests by the boxes around them, B at `x`,`y`.
fn discs(x: i32, y: i32, hit: bool) -> Check {
    let disc = |name, at| Thing::new(name, DISC, at).by_box();
    check(1.0, [disc("A", (0.0, 0.0)), disc("B", (x.into(), y.into()))], hit)
}

/// Two solid squares of 4 × 4, B at `x`,`y`; the game tests their `tested`.
fn squares(x: u32, y: u32, tested: [Tested; 2], hit: bool) -> Check {
    let [a, b] = tested;
    check(1.0, [Thing::block("A", [0, 0, 4, 4]).by(a), Thing::block("B", [x, y, 4, 4]).by(b)], hit)
}

#[test]
fn the_first_verdict_that_fits_is_the_verdict() {
    // The corners of discs are clear: at 3,3 their boxes share one, and the closest pixels are a diagonal apart.
    for ((x, y, hit), verdict, measure, why) in [
        (
            (3, 3, true),
            Verdict::UnfairHit,
            Some(std::f64::consts::SQRT_2),
            "the game says hit; its boxes overlap 1 × 1, no pixel is shared, the closest are 1.4 px apart",
        ),
        (
            (3, 3, false),
            Verdict::TestWrong,
            Some(1.0),
            "the game says miss; its boxes overlap 1 × 1, no pixel is shared",
        ),
        (
            (5, 0, true),
            Verdict::TestWrong,
            Some(1.0),
            "the game says hit; its boxes are 1 px apart, no pixel is shared",
        ),
        (
            (2, 0, false),
            Verdict::TestWrong,
            Some(2.0),
            "the game says miss; its boxes overlap 2 × 4, 4 pixels are shared",
        ),
        ((1, 1, true), Verdict::Right, None, ""),
        ((9, 9, false), Verdict::Right, None, ""),
    ] {
        let (judgement, words) = judged(&discs(x, y, hit));
        assert_eq!((judgement.verdict, words.as_str()), (verdict, why), "B at {x},{y}");
        let measured = judgement.measure.map(|px| (1e6 * px).round());
        assert_eq!(measured, measure.map(|px| (1e6 * px).round()), "B at {x},{y}");
    }
}

#[test]
fn shapes_that_merely_touch_contradict_no_answer() {
    for (hit, verdict) in [(true, Verdict::UnfairHit), (false, Verdict::Right)] {
        let (judgement, _) = judged(&discs(4, 0, hit));
        assert_eq!((judgement.verdict, judgement.tested), (verdict, Some(Meeting::Touches)));
    }
    let (_, why) = judged(&discs(4, 0, true));
    assert_eq!(why, "the game says hit; its boxes touch, no pixel is shared, the closest are 1 px apart");
}

#[test]
fn shapes_within_a_distance_touch() {
    let within = |px: f64, x: i32, hit: bool| judged(&Check { within: px, ..discs(x, 0, hit) }).0;
    // A gap of 2 px, and a depth of 1 px.
    for (px, x, hit, expected) in [
        (1.9, 6, true, Meeting::Apart),
        (2.0, 6, true, Meeting::Touches),
        (0.5, 3, false, Meeting::Overlaps),
        (1.0, 3, false, Meeting::Touches),
    ] {
        let judgement = within(px, x, hit);
        assert_eq!(judgement.tested, Some(expected), "within {px} px at {x}");
        assert_eq!(judgement.verdict == Verdict::TestWrong, expected != Meeting::Touches);
    }
}

#[test]
fn what_was_tested_is_said_in_its_words() {
    let circle = |x: f64| shaped(&Shape::Circle([x, 2.0, 2.0]));
    let capsule = shaped(&Shape::Capsule([8.0, 1.0, 8.0, 3.0, 1.0]));
    let two = |x: f64| shapes(&[Shape::Box([x, 0.0, 2.0, 4.0]), Shape::Box([x + 2.0, 0.0, 2.0, 4.0])]);
    for (tested, hit, expected) in [
        ([circle(2.0), circle(5.0)], false, "its circles overlap, 1 px deep"),
        ([circle(2.0), circle(9.5)], true, "its circles are 3.5 px apart"),
        ([circle(2.0), boxed([3.0, 0.0, 4.0, 4.0])], false, "its shapes overlap, 1 px deep"),
        ([circle(2.0), capsule], true, "its shapes are 3 px apart"),
        ([two(0.0), two(3.0)], false, "its shapes overlap, 1 px deep"),
        ([boxed([0.0, 0.0, 4.0, 4.0]), boxed([2.5, 1.5, 4.0, 4.0])], false, "its boxes overlap 1.5 × 2.5"),
        ([masked("##\n##", (0.0, 0.0)), masked("##\n##", (1.0, 0.0))], false, "its masks share 2 pixels"),
        ([masked("##\n##", (0.0, 0.0)), masked("##\n##", (1.0, 1.0))], false, "its masks share 1 pixel"),
        ([masked("##\n##", (0.0, 0.0)), masked("##\n##", (5.0, 0.0))], true, "its masks are 4 px apart"),
        ([masked("##\n##", (0.0, 0.0)), masked("..\n..", (1.0, 0.0))], true, "its masks share no pixel"),
    ] {
        let (judgement, why) = judged(&by_rule("eye", squares(3, 0, tested, hit)));
        assert_eq!(judgement.verdict, Verdict::TestWrong, "{expected}");
        let answer = if hit { "hit" } else { "miss" };
        assert_eq!(why, format!("the game says {answer} by eye; {expected}, 4 pixels are shared"));
    }
}

#[test]
fn a_missed_touch_is_as_deep_as_the_shortest_push() {
    // The tested halves are 1 px apart where the squares share 3 columns.
    let thin = [boxed([0.0, 0.0, 2.0, 4.0]), boxed([3.0, 0.0, 2.0, 4.0])];
    let (judgement, why) = judged(&squares(1, 0, thin.clone(), false));
    assert_eq!((judgement.verdict, judgement.measure), (Verdict::MissedTouch, Some(3.0)));
    assert_eq!(why, "the game says miss; its boxes are 1 px apart, 12 pixels are shared, 3 px deep");
    assert_eq!((judgement.misfit, judgement.overlap_area), (Some(3.0), Some(12)));
    let (judgement, _) = judged(&squares(1, 0, thin, true));
    assert_eq!((judgement.verdict, judgement.measure, judgement.misfit), (Verdict::TestWrong, Some(1.0), Some(3.0)));
}

#[test]
fn pixels_are_tested_themselves() {
    let of_pixels = |x: u32, hit: bool| squares(x, 0, [Tested::Pixels, Tested::Pixels], hit);
    let (judgement, why) = judged(&of_pixels(2, false));
    assert_eq!((judgement.verdict, judgement.tested, judgement.measure), (Verdict::MissedTouch, None, Some(2.0)));
    assert_eq!(why, "the game says miss; 8 pixels are shared, 2 px deep");
    let (judgement, why) = judged(&of_pixels(6, true));
    assert_eq!((judgement.verdict, judgement.measure), (Verdict::UnfairHit, Some(3.0)));
    assert_eq!(why, "the game says hit; no pixel is shared, the closest are 3 px apart");
    assert!(!judgement.masks_overlap() && judged(&of_pixels(3, true)).0.masks_overlap());
    let silent = Check { game: None, ..of_pixels(2, false) };
    assert_eq!((judged(&silent).0.verdict, judged(&silent).1.as_str()), (Verdict::Right, ""), "it says nothing");
}

#[test]
fn a_hit_may_name_other_pixels() {
    let answer = |area: Option<u64>, first: Option<(i64, i64)>| {
        let game = GameAnswer { hit: true, rule: None, area, first: first.map(|(x, y)| Cell::new(x, y)) };
        judged(&Check { game: Some(game), ..squares(3, 3, [Tested::Pixels, Tested::Pixels], true) })
    };
    for (area, first, expected) in [
        (Some(1), Some((3, 3)), ""),
        (Some(2), None, "the game says that 2 pixels are shared; there is 1"),
        (None, Some((2, 3)), "the game says that 2,3 is shared; it is not"),
        (None, Some((4, 3)), "the game says that 4,3 is shared; it is not"),
        (
            Some(5),
            Some((4, 4)),
            "the game says that 5 pixels are shared; there is 1; the game says that 4,4 is shared; it is not",
        ),
    ] {
        let (judgement, why) = answer(area, first);
        let verdict = if expected.is_empty() { Verdict::Right } else { Verdict::OtherPixel };
        assert_eq!((judgement.verdict, why.as_str(), judgement.measure), (verdict, expected, None));
    }
    let two = squares(2, 3, [Tested::Pixels, Tested::Pixels], true);
    let game = GameAnswer { hit: true, area: Some(1), ..GameAnswer::default() };
    assert_eq!(judged(&Check { game: Some(game), ..two }).1, "the game says that 1 pixel is shared; there are 2");
}

#[test]
fn what_nobody_sees_is_judged_by_its_shapes() {
    let of = |x: u32, hit: bool| {
        check(1.0, [Thing::block("A", [0, 0, 4, 4]).by_box(), Thing::block("B", [x, 0, 4, 4]).by_box().unseen()], hit)
    };
    let (judgement, why) = judged(&of(2, false));
    assert_eq!((judgement.verdict, judgement.overlap_area), (Verdict::TestWrong, None));
    assert_eq!(why, "the game says miss; its boxes overlap 2 × 4");
    assert_eq!(judged(&of(2, true)).0.verdict, Verdict::Right);
    let without = check(1.0, [Thing::block("A", [0, 0, 4, 4]), Thing::block("B", [9, 0, 4, 4]).unseen()], true);
    let (judgement, _) = judged(&without);
    assert_eq!((judgement.verdict, judgement.tested), (Verdict::Right, None), "nobody knows what is tested");
    assert!(!without.boxes_overlap() && of(2, true).boxes_overlap() && !of(4, true).boxes_overlap());
}

#[test]
fn contact_whose_shapes_are_not_known_has_no_verdict() {
    let unjudged = Check { is_contact: true, is_unjudged: true, ..discs(3, 3, true) };
    let (judgement, _) = judged(&unjudged);
    assert_eq!((judgement.verdict, judgement.tested, judgement.measure), (Verdict::Right, None, None));
    assert_eq!(VerdictRules::default().outcome(&judgement, &unjudged), Consequence::Contact);
}

fn outcome(rules: VerdictRules, check: &Check) -> Consequence {
    rules.outcome(&Judgement::of(check), check)
}

#[test]
fn rules_let_some_verdicts_pass() {
    let all = VerdictRules::default();
    let by_tested = VerdictRules { against: Against::Tested, ..all };
    let allowing = |unfair: f64, missed: f64| VerdictRules { allow_unfair: unfair, allow_missed: missed, ..all };
    let (unfair, wrong, right) = (discs(3, 3, true), discs(5, 0, true), discs(1, 1, true));
    let missed = squares(1, 0, [boxed([0.0, 0.0, 2.0, 4.0]), boxed([3.0, 0.0, 2.0, 4.0])], false);
    let of_pixels = squares(6, 0, [Tested::Pixels, Tested::Pixels], true);
    let contact = Check { is_contact: true, ..unfair.clone() };
    for (rules, check, expected) in [
        (all, &right, Consequence::Passes),
        (all, &unfair, Consequence::Disagrees),
        (by_tested, &unfair, Consequence::Passes),
        (by_tested, &wrong, Consequence::Disagrees),
        (by_tested, &of_pixels, Consequence::Disagrees),
        (allowing(1.4, 9.0), &unfair, Consequence::Disagrees),
        (allowing(1.5, 0.0), &unfair, Consequence::Tolerated),
        (allowing(9.0, 9.0), &wrong, Consequence::Disagrees),
        (allowing(9.0, 2.9), &missed, Consequence::Disagrees),
        (allowing(0.0, 3.0), &missed, Consequence::Tolerated),
        (all, &contact, Consequence::Contact),
    ] {
        assert_eq!(outcome(rules, check), expected, "{rules:?}: {:?}", judged(check).1);
    }
}

#[test]
fn a_part_may_be_smaller_than_its_picture() {
    let thin = || [boxed([0.0, 0.0, 2.0, 4.0]), boxed([3.0, 0.0, 2.0, 4.0])];
    let of = |rule: &str, kind: &str, missed: bool| {
        let tested = if missed { thin() } else { [boxed([0.0, 0.0, 4.0, 4.0]), boxed([3.0, 0.0, 4.0, 4.0])] };
        let mut check = by_rule(rule, squares(if missed { 1 } else { 9 }, 0, tested, !missed));
        check.subjects[0].kind = kind.to_owned();
        outcome(VerdictRules::default(), &check)
    };
    assert_eq!(of("area", "player.tscn Hurtbox", true), Consequence::Part);
    assert_eq!(of("area", "player.tscn Hurtbox", false), Consequence::Disagrees, "an unfair hit");
    assert_eq!(of("area", "player.tscn", true), Consequence::Disagrees, "the whole thing");
    assert_eq!(of("box", "player.tscn Hurtbox", true), Consequence::Disagrees, "no area");
}

#[test]
fn shapes_have_names_and_bounds() {
    let of = |tested: Tested| {
        let check = squares(3, 0, [tested, Tested::Pixels], true);
        (check.tested_name(0), check.tested_box(0), check.tested_outlines(0).count(), check.tested_name(1))
    };
    let name = |tested| of(tested).0;
    assert_eq!(
        of(boxed([10.0, 7.0, 48.0, 12.5])),
        (Some("box 48 × 12.5".into()), Some([10.0, 7.0, 48.0, 12.5]), 1, None)
    );
    assert_eq!(name(shaped(&Shape::Circle([30.0, 9.0, 20.0]))).as_deref(), Some("circle r 20"));
    assert_eq!(name(shaped(&Shape::Capsule([30.0, 9.0, 40.0, 9.0, 5.0]))).as_deref(), Some("capsule"));
    let three = shapes(&[[0.0; 2], [1.0; 2], [2.0; 2]].map(|[x, y]| Shape::Box([x, y, 4.0, 4.0])));
    assert_eq!(of(three), (Some("3 shapes".into()), None, 3, None));
    assert_eq!(of(masked("#", (0.0, 0.0))), (None, None, 0, None));
    assert_eq!(of(shaped(&Shape::Circle([30.0, 9.0, 20.0]))).1, None, "a circle is no box");
    let sides = |tested: Tested| CheckedSprite { tested, ..CheckedSprite::default() }.has_shape();
    assert!(sides(boxed([3.0, 4.0, 1.0, 0.0])) && sides(boxed([3.0, 4.0, 0.0, 1.0])), "a line has a side");
    assert!(!sides(boxed([3.0, 4.0, 0.0, 0.0])) && !sides(Tested::Pixels));
}
