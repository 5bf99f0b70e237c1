//! The survey of hitboxes, compared with the answer of `check` at every offset.

use maskscope_core::{
    choice::Choice as _,
    geom::{Offset, Size},
    mask::{Mask, distance, push_out},
    scene::{Actor, Fairness, Filter, Frames, Picture, PictureFormat, Placement, Scene, SolidRule, Sprite},
    shape::{Hitbox, Meeting, Part, Shape},
    survey::{Answered, Candidate, Choices, Found, HitboxSurvey, Setting, own, question},
};

use crate::dice::Dice;
use crate::random::even;
use crate::samples::sample;

fn found(setting: &Setting) -> Found {
    let asked = question("hitbox").expect("a question");
    let mut running = (asked.survey)(&setting.choices).start(setting).expect("an answer");
    assert!(running.finish(&|| false));
    running.found()
}

fn sprite(dice: &mut Dice) -> Sprite {
    let side = |dice: &mut Dice| 1 + u32::try_from(dice.roll(9)).expect("small");
    let size = Size::new(side(dice), side(dice));
    let mask = Mask::from_fn(size, |_, _| dice.roll(5) < 3);
    let solid = |at: u64| {
        let (x, y) = (at % u64::from(size.width), at / u64::from(size.width));
        mask.get(u32::try_from(x).expect("a column"), u32::try_from(y).expect("a row"))
    };
    let pixels = (0..size.area()).flat_map(|at| [0, 0, 0, if solid(at) { 255 } else { 0 }]).collect();
    let picture = Picture::new(size, pixels, PictureFormat::Png, true);
    Sprite::animated("sprite", Frames::from(picture), SolidRule::default())
}

/// Numbers of sixteenths of a pixel: shapes seldom just touch.
fn part(dice: &mut Dice) -> Part {
    let mut number =
        |from: f64, to: u64| from + f64::from(u32::try_from(dice.roll(16 * to)).expect("small")) / 16.0 + 0.01;
    let (x, y, one, other) = (number(-2.0, 8), number(-2.0, 8), number(0.3, 6), number(0.3, 6));
    match dice.roll(6) {
        0 => Part::Shape(Shape::Box([x, y, one, other])),
        1 => Part::Shape(Shape::Circle([x, y, one])),
        2 => Part::Shape(Shape::Ellipse([x, y, one, other])),
        3 => Part::Shape(Shape::Polygon(vec![[x, y], [x + one, y + 0.3], [x + one / 2.0, y + other]])),
        4 => Part::Shape(Shape::Polygon(vec![[x, y], [x + one, y], [x + one / 3.0, y + other / 3.0], [x, y + other]])),
        _ => Part::Mask,
    }
}

fn placement(dice: &mut Dice) -> Placement {
    let coin = |dice: &mut Dice| dice.roll(2) == 0;
    let plain = coin(dice);
    Placement {
        rotation: if plain { 0.0 } else { dice.pick(&[0.0, 90.0, 30.5, -77.0]) },
        scale: if plain { (1.0, 1.0) } else { dice.pick(&[(1.0, 1.0), (2.0, 1.5), (-1.3, 0.7)]) },
        flip: (coin(dice), coin(dice)),
        filter: Some(Filter::Nearest),
        ..Placement::at(dice.pick(&[(0.0, 0.0), (3.0, -2.0), (0.3, 0.7)]))
    }
}

/// The sprites as `check` finds them with B moved by `by`.
fn moved(scene: &Scene, by: Offset) -> Scene {
    let mut scene = scene.clone();
    let at = &mut scene.sprites[1].placement.position;
    *at = (at.0 + f64::from(by.x), at.1 + f64::from(by.y));
    scene
}

#[test]
fn every_offset_is_as_check_says() {
    let mut asked = 0;
    for seed in 0..50 {
        let mut dice = Dice::new(seed);
        let actor = |dice: &mut Dice| {
            let mut sprite = sprite(dice);
            let parts = (0..dice.pick(&[0, 1, 1, 1, 2])).map(|_| part(dice)).collect::<Vec<_>>();
            if let Ok(hitbox) = Hitbox::new(parts) {
                sprite.hitboxes = hitbox.into();
            }
            Actor::new(sprite, placement(dice))
        };
        let mut sprites = [actor(&mut dice), actor(&mut dice)];
        let shape = Shape::Circle([2.0, 3.0, 2.51]);
        let whole = Hitbox::new(vec![shape.into()]).expect("a circle");
        if sprites[1].sprite.hitbox().is_none() {
            sprites[1].sprite.hitboxes = whole.into();
        }
        let scene = Scene::of(sprites);
        let laid = scene.lay().expect("near each other");
        let from = laid.offset;
        let setting = Setting::new(scene.clone(), laid, Choices::default());
        let found = found(&setting);
        let survey: &HitboxSurvey = own(&found);
        let ([a, b], size) = (setting.masks(), survey.lattice.size());
        let mut counts = [0; 4];
        let mut worst = [0.0_f64; 2];
        for (x, y) in (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y))) {
            let offset = survey.lattice.offset(x, y);
            let by = Offset::new(offset.x - from.x, offset.y - from.y);
            let scene = moved(&scene, by);
            let laid = scene.lay().expect("near each other");
            assert_eq!(laid.offset, offset, "seed {seed}");
            let check = scene.shape_check(&laid).expect("B has a shape");
            let expected = check.fairness;
            let overlap = matches!(expected, Fairness::Hits | Fairness::Forgiven);
            assert_eq!(overlap, a.overlaps(b, offset), "seed {seed} at {offset:?}: {check:?}");
            let is_near = check.meeting == Meeting::Touches;
            assert!(is_near || survey.verdict(0, x, y) == expected, "seed {seed} at {offset:?}: {check:?}");
            counts[survey.verdict(0, x, y) as usize] += 1;
            match expected {
                Fairness::Unfair => {
                    worst[0] = worst[0].max(distance(a.mask(), b.mask(), offset).unwrap_or_default());
                }
                Fairness::Forgiven => {
                    worst[1] = worst[1].max(push_out(a.mask(), b.mask(), offset).unwrap_or_default());
                }
                _ => {}
            }
            asked += 1;
        }
        let contender = &survey.contenders[0];
        assert_eq!([0, 1, 2, 3].map(|at| contender.count(Fairness::ALL[at])), counts, "seed {seed}");
        let extremes = [contender.worst_unfair, contender.deepest_forgiven].map(|it| it.map_or(0.0, |(_, px)| px));
        assert_eq!(extremes, worst, "seed {seed}");
        // Beyond the offsets neither boxes of masks nor of shapes overlap.
        let around = [(-1, 0), (0, -1), (i32::try_from(size.width).expect("small"), 0)];
        for (x, y) in around {
            let first = survey.lattice.offset(0, 0);
            let scene = moved(&scene, Offset::new(first.x + x - from.x, first.y + y - from.y));
            let check = scene.shape_check(&scene.lay().expect("near")).expect("B has a shape");
            assert_ne!(check.meeting, Meeting::Overlaps, "seed {seed}");
        }
    }
    assert!(asked > 5_000, "{asked}");
}

/// Each contender has extremes of its own, though the masks are measured once for all of them.
#[test]
fn every_contender_knows_its_own_worst_place() {
    let mut differing = 0;
    for seed in 100..130 {
        let mut dice = Dice::new(seed);
        let scene = Scene::of([0, 1].map(|_| Actor::new(sprite(&mut dice), placement(&mut dice))));
        let laid = scene.lay().expect("near each other");
        let setting = Setting::new(scene, laid, Choices { candidates: Some(1), ..Choices::default() });
        let found = found(&setting);
        let survey: &HitboxSurvey = own(&found);
        let ([a, b], size) = (setting.masks(), survey.lattice.size());
        let mut all = Vec::new();
        for (at, contender) in survey.contenders.iter().enumerate() {
            let mut worst = [0.0_f64; 2];
            for (x, y) in (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y))) {
                let offset = survey.lattice.offset(x, y);
                let (wrong, px) = match survey.verdict(at, x, y) {
                    Fairness::Unfair => (0, distance(a.mask(), b.mask(), offset)),
                    Fairness::Forgiven => (1, push_out(a.mask(), b.mask(), offset)),
                    _ => continue,
                };
                worst[wrong] = worst[wrong].max(px.unwrap_or_default());
            }
            let extremes = [contender.worst_unfair, contender.deepest_forgiven].map(|it| it.map_or(0.0, |(_, px)| px));
            assert_eq!(extremes, worst, "seed {seed}, {:?}", contender.candidate);
            all.push(worst);
        }
        differing += usize::from(all.iter().any(|worst| *worst != all[0]));
    }
    assert!(differing > 10, "{differing}");
}

fn ship_and_rock(choices: Choices) -> Setting {
    let actor = |name| Actor::new(sample(name), Placement::default());
    let scene = Scene::of([actor("ship"), actor("rock")]);
    let laid = scene.lay().expect("near each other");
    Setting::new(scene, laid, choices)
}

#[test]
fn candidates_stand_beside_the_sprites_own() {
    let found = found(&ship_and_rock(Choices { candidates: Some(1), ..Choices::default() }));
    let survey: &HitboxSurvey = own(&found);
    let named: Vec<_> = survey.contenders.iter().map(|contender| contender.candidate).collect();
    assert_eq!(named, Candidate::ALL.iter().copied().map(Some).collect::<Vec<_>>());
    let of = |candidate| survey.shown(Some(candidate)).expect("it is there").1;
    let boxed = of(Candidate::Box);
    let counts = Fairness::ALL.iter().map(|&verdict| boxed.count(verdict));
    assert_eq!(counts.sum::<u64>(), survey.lattice.size().area());
    assert_eq!(boxed.count(Fairness::Forgiven), 0, "a box leaves nothing out");
    assert_eq!(boxed.count(Fairness::Hits), 4_800);
    assert_eq!(of(Candidate::InscribedCircle).count(Fairness::Unfair), 0, "it covers no clear pixel");
    for pair in [Candidate::Polygon4, Candidate::Polygon6, Candidate::Polygon8, Candidate::Polygon12].windows(2) {
        assert!(of(pair[1]).differences() < of(pair[0]).differences(), "{pair:?}");
    }
    assert!(of(Candidate::Polygon8).differences() < of(Candidate::BestCircle).differences());
}

/// The headline about the shapes that could stand in place of B's.
fn headline(setting: Setting) -> String {
    let (found, question) = (found(&setting), question("hitbox").expect("a question"));
    Answered { question, setting: setting.into(), found }.headline().sentence
}

#[test]
fn the_headline_is_about_all_shapes_that_are_tried() {
    let choices = || Choices { candidates: Some(1), ..Choices::default() };
    let text = headline(ship_and_rock(choices()));
    assert!(text.starts_with("The polygon of 12 corners fits best: "), "no other differs at fewer: {text}");
    let scene = Scene::of([(); 2].map(|()| Actor::new(even(Size::new(12, 12), 255), Placement::default())));
    let laid = scene.lay().expect("near each other");
    let text = headline(Setting::new(scene, laid, choices()));
    assert!(text.starts_with("The box, ") && text.ends_with(" fit best: each differs at 0 placements"), "{text}");
}

#[test]
fn sprites_without_shapes_are_refused() {
    let setting = ship_and_rock(Choices::default());
    let asked = question("hitbox").expect("a question");
    let refusal = (asked.survey)(&setting.choices).start(&setting).expect_err("nothing to judge");
    assert_eq!(refusal.0, "both sprites test as their masks");
}
