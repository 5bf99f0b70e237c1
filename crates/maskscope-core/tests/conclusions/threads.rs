//! One thread and many give the same answers.

use std::sync::Arc;
use std::{cell::Cell, time::Duration};

use maskscope_core::{
    choice::Choice as _,
    geom::{Offset, Size},
    replay::Walk,
    scan::Scan,
    scene::{Actor, Frame, Frames, Parents, Placement, PreCheck, Profile, Route, RouteStep, Scene, SolidRule, Sprite},
    survey::{
        Answered, AreaSurvey, Budget, Choices, Found, Place, QUESTIONS, QuestionAbout, Setting, SurveyKind, Testimony,
        Variation, Witness, own, use_at_most,
    },
};

use crate::random::Dice;

/// A sprite with two more frames of other sizes.
fn film(dice: &mut Dice, size: Size) -> Sprite {
    let sizes = [size, Size::new(size.height, size.width), Size::new(7, 11)];
    let frames = sizes.map(|size| Frame::new(Arc::clone(dice.shape(size).picture())));
    Sprite::animated("film", Frames::new(frames.into()), SolidRule::default())
}

fn choices() -> Choices {
    let erring = Scan::variants().filter(|scan| !scan.is_exact()).map(Witness::Scan);
    let checks = PreCheck::ALL.iter().copied().map(Witness::PreCheck);
    let profiles = Profile::ALL.iter().copied().map(Witness::Profile);
    Choices {
        scans: Scan::variants().collect(),
        scan: Scan::ROWS,
        witnesses: erring.chain(checks).chain(profiles).collect(),
        variation: Variation::Fractions(9),
        candidates: Some(1),
        ..Choices::default()
    }
}

/// Runs `kind` in steps of `budget`, on one thread or on all cores.
fn found(kind: SurveyKind, setting: &Setting, budget: Budget, threads: u64) -> Found {
    use_at_most(threads);
    let mut running = kind.start(setting).expect("there is an answer");
    while !running.progress().is_complete() {
        running.step(budget, &|| false);
    }
    running.found()
}

/// Runs `kind` on one thread in one go, and on all cores in many steps.
fn both_ways(kind: SurveyKind, setting: &Setting) -> [Found; 2] {
    let alone = found(kind, setting, Budget::Places(u64::MAX), 1);
    [alone, found(kind, setting, Budget::Places(37), u64::MAX)]
}

/// Returns all texts of an answer.
fn texts_of(answered: &Answered) -> (Vec<u8>, String, String, Vec<Option<String>>) {
    let (mut json, answer) = (Vec::new(), answered.answer());
    answered.write_json(&mut json).expect("memory");
    let ways = answer.places.all().map(|(x, y)| match answer.places.place(x, y) {
        Place::Offset(offset) => {
            let push = answered.found::<AreaSurvey>().map(|areas| areas.push_out(offset));
            Some(format!("{push:?} {:?}", Testimony::of(answered).map(|testimony| testimony.answers(offset))))
        }
        _ => None,
    });
    let text = answer.text();
    (json, answer.csv(), format!("{:?} {text:?}", answered.headline()), ways.collect())
}

#[test]
fn every_question_has_the_same_answer_on_one_thread_and_on_all_cores() {
    let mut dice = Dice::new(71);
    for sizes in [[(13, 17), (21, 10)], [(65, 3), (1, 9)], [(1, 1), (12, 9)]] {
        let [a, b] = sizes.map(|(width, height)| film(&mut dice, Size::new(width, height)));
        let scene = Scene::of([Actor::new(a, Placement::default()), Actor::new(b, Placement::at((3.0, -2.0)))]);
        let laid = scene.lay().expect("small");
        let mut setting = Setting::new(scene, laid, choices());
        for question in QUESTIONS {
            setting.choices = choices();
            let two = match question.about {
                QuestionAbout::Two => Some([Scan::ROWS, "combined".parse().expect("a scan")]),
                QuestionAbout::TheseTwo(scans) => Some(scans),
                _ => None,
            };
            if let Some([one, other]) = two.map(|scans| scans.map(Witness::Scan)) {
                (setting.choices.witnesses, setting.choices.against) = (vec![one], other);
            }
            let found = both_ways((question.survey)(&setting.choices), &setting);
            let setting = Arc::new(setting.clone());
            let [alone, together] =
                found.map(|found| texts_of(&Answered { question, setting: Arc::clone(&setting), found }));
            assert!(alone == together, "{}: {}\n{}", question.name, alone.2, together.2);
        }
    }
}

/// Runs the job of `kind` as a page does: cancelled after a moment, and taken up again in the next frame.
fn found_in_slices(kind: SurveyKind, setting: &Setting) -> Option<Found> {
    use_at_most(1);
    let mut running = kind.start(setting).expect("there is an answer");
    for _ in 0..100_000 {
        let asked = Cell::new(0);
        running.step(Budget::Time(Duration::from_millis(1)), &|| asked.replace(asked.get() + 1) > 3);
        if running.progress().is_complete() {
            return Some(running.found());
        }
    }
    None
}

#[test]
fn every_question_is_answered_in_slices_shorter_than_its_parts() {
    let mut dice = Dice::new(73);
    let [a, b] = [(96, 80), (90, 97)].map(|(width, height)| dice.sprite(Size::new(width, height)));
    let scene = Scene::of([Actor::new(a, Placement::default()), Actor::new(b, Placement::at((3.0, -2.0)))]);
    let laid = scene.lay().expect("small");
    let witnesses = vec![Witness::Scan(Scan::ROWS)];
    let against = Witness::Scan("combined".parse().expect("a scan"));
    let choices = Choices { witnesses, against, candidates: Some(1), ..Choices::default() };
    let setting = Setting::new(scene, laid, choices);
    for question in QUESTIONS {
        let found = found_in_slices((question.survey)(&setting.choices), &setting);
        assert!(found.is_some(), "{} comes to no end", question.name);
    }
}

/// A walk of steps of any length, some of them fractional, back and forth over A and beyond it.
fn walk(dice: &mut Dice, steps: u32) -> Route {
    let mut coordinate = || f64::from(dice.roll(800)) / 8.0 - 45.0;
    let step = |n| RouteStep { seconds: f64::from(n) / 60.0, position: (coordinate(), coordinate()) };
    Route::of((0..steps).map(step)).expect("a route")
}

#[test]
fn a_route_is_walked_alike_by_one_thread_and_by_all_cores() {
    let mut dice = Dice::new(72);
    let mut hints = 0;
    for sizes in [[(40, 33), (29, 37)], [(64, 64), (3, 50)], [(5, 90), (70, 2)]] {
        let [a, b] =
            sizes.map(|(width, height)| Actor::new(dice.shape(Size::new(width, height)), Placement::default()));
        let mut scene = Scene::of([a, b]);
        scene.parents = Parents::new([Placement { rotation: 12.0, ..Placement::default() }]).expect("one");
        let laid = scene.lay().expect("small");
        let mut setting = Setting::new(scene, laid, choices());
        setting.offset = Some(Offset::default());
        setting.route = Some(Arc::new(walk(&mut dice, 300)));
        assert!(setting.choices.scans.iter().any(|scan| scan.remembers()));
        let found = both_ways(SurveyKind::of::<Walk>(), &setting);
        let [alone, together] = found.each_ref().map(own::<Walk>);
        assert_eq!(alone.replay.steps, together.replay.steps);
        assert_eq!(alone.replay.steps.len(), 300);
        assert_eq!((&alone.memories, &alone.tunnels), (&together.memories, &together.tunnels));
        let ranking = |walk: &Walk| walk.replay.ranking(&walk.replay.pairs);
        assert_eq!(ranking(alone), ranking(together));
        hints += alone.memories.iter().filter_map(|memory| memory.hint).count();
    }
    assert!(hints > 100, "too few hits are remembered: {hints}");
}
