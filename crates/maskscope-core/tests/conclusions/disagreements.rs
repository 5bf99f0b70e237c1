//! Disagreements of readers, checked with each reader.

use maskscope_core::{
    geom::Size,
    scan::NoProbe,
    scene::{Actor, Anchor, Convention, Filter, Parents, Placement, Profile, SampleAt, Scene, Snap},
    survey::{Budget, Disagreement, Reader, Survey, SurveyError, Variation},
};

use crate::random::Dice;

fn scene() -> Scene {
    let mut dice = Dice::new(61);
    let actor = Actor::new;
    let a = actor(dice.sprite(Size::new(14, 9)), Placement { rotation: 10.0, ..Placement::default() });
    let at = Placement { anchor: Anchor::Centred, ..Placement::at((13.0, 12.0)) };
    Scene::of([a, actor(dice.sprite(Size::new(7, 5)), at)])
}

/// True if the sprites of a scene overlap according to a reader.
fn overlap(scene: &Scene, reader: Reader) -> bool {
    match reader {
        Reader::World(convention) => {
            let laid = Scene { convention, ..scene.clone() }.lay().expect("small");
            laid.collision().masks_overlap()
        }
        Reader::Engine(profile) => {
            let laid = scene.lay().expect("small");
            profile.run(&laid.a, &laid.b, &mut NoProbe).is_some()
        }
    }
}

fn readers() -> [[Reader; 2]; 6] {
    let keep = |filter, at| Reader::World(Convention { snap: Snap::Keep, filter, at });
    let floor = Convention { snap: Snap::Floor, ..Convention::default() };
    [
        [keep(Filter::Nearest, SampleAt::Centre), keep(Filter::Bilinear, SampleAt::Corner)],
        [Reader::World(Convention::default()), Reader::World(floor)],
        [Reader::Engine(Profile::Pygame), Reader::Engine(Profile::Scratch)],
        [Reader::World(floor), Reader::Engine(Profile::Xna)],
        [Reader::Engine(Profile::GameMaker), Reader::Engine(Profile::HaxeFlixel)],
        [Reader::Engine(Profile::Sfml), Reader::Engine(Profile::Gilbert)],
    ]
}

#[test]
fn every_angle_and_every_phase_is_answered_as_a_scene_of_its_own() {
    let mut differences = 0;
    for readers in readers() {
        for variation in [Variation::Angles, Variation::Fractions(16), Variation::Fractions(3)] {
            let mut survey = Disagreement::new(&scene(), readers, variation).expect("small");
            assert!(survey.finish(&|| false));
            let size = variation.size();
            let mut differ = Vec::new();
            for (x, y) in (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y))) {
                let mut scene = scene();
                let unvaried = scene.sprites[1].placement;
                let placement = &mut scene.sprites[1].placement;
                match variation {
                    Variation::Angles => placement.rotation = x.into(),
                    Variation::Fractions(n) => {
                        placement.position.0 += f64::from(x) / f64::from(n);
                        placement.position.1 += f64::from(y) / f64::from(n);
                    }
                }
                assert_eq!(variation.placement(&unvaried, x, y), scene.sprites[1].placement);
                let expected = readers.map(|reader| overlap(&scene, reader));
                assert_eq!(survey.answers.at(x, y), Some(expected), "{variation:?} at {x},{y}");
                if expected[0] != expected[1] {
                    differ.push((x, y));
                }
            }
            let mut found: Vec<_> = survey.differences().collect();
            found.sort_unstable_by_key(|&(x, y)| (y, x));
            assert_eq!(found, differ);
            differences += differ.len();
        }
    }
    assert!(differences > 0, "readers differ somewhere");
}

#[test]
fn what_is_not_done_is_not_answered() {
    let mut survey = Disagreement::new(&scene(), readers()[0], Variation::Angles).expect("small");
    assert!(survey.answers.values().all(|overlap| overlap.is_none()));
    survey.step(Budget::Places(23), &|| false);
    assert!(
        survey.answers.values().all(|overlap| overlap.is_some()),
        "each 16th angle also answers for those up to the next"
    );
    assert!(survey.differences().count() <= 23);
}

fn scaled(factor: f64) -> Parents {
    Parents::new([Placement { scale: (factor, factor), ..Placement::default() }]).expect("one")
}

#[test]
fn sprites_that_cannot_be_laid_are_refused_or_left_out() {
    let mut large = scene();
    large.sprites[0].placement.scale = (100.0, 100.0);
    large.parents = scaled(100.0);
    let refused = Disagreement::new(&large, readers()[0], Variation::Angles);
    assert!(matches!(refused, Err(SurveyError::Unplaced(..))));
    assert!(matches!(
        Disagreement::new(&scene(), readers()[0], Variation::Fractions(5_000)),
        Err(SurveyError::TooMany(_))
    ));
    let mut large = scene();
    large.sprites[1].placement.scale = (100.0, 100.0);
    large.parents = scaled(30.0);
    let mut survey = Disagreement::new(&large, readers()[0], Variation::Fractions(1)).expect("A is small enough");
    assert!(survey.finish(&|| false));
    assert_eq!(survey.answers.at(0, 0), None, "B is too large");
}
