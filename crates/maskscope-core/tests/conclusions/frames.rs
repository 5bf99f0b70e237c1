//! Frames compared with frames, checked by counting.

use std::{sync::Arc, time::Duration};

use maskscope_core::{
    geom::Size,
    scene::{
        Actor, Anchor, Frame, Frames, Parents, Picture, PictureFormat, Placement, Scene, Shown, SolidRule, Sprite,
    },
    survey::{FrameMatrix, Survey, SurveyError},
};

use crate::random::Dice;

fn film(dice: &mut Dice, sizes: &[(u32, u32)]) -> Sprite {
    let frame = |&(width, height): &(u32, u32)| Frame {
        duration: Duration::from_millis(100),
        ..Frame::new(Arc::clone(dice.sprite(Size::new(width, height)).picture()))
    };
    Sprite::animated("film", Frames::new(sizes.iter().map(frame).collect()), SolidRule::above(90))
}

fn scene(rotation: f64) -> Scene {
    let mut dice = Dice::new(51);
    let a = film(&mut dice, &[(9, 7), (12, 12), (1, 1), (8, 15)]);
    let b = film(&mut dice, &[(10, 10), (5, 13), (14, 6)]);
    let placement = Placement { rotation, anchor: Anchor::Centred, ..Placement::at((1.0, 2.0)) };
    let mut scene = Scene::of([Actor::new(a, placement), Actor::new(b, Placement::at((-3.0, -2.0)))]);
    scene.parents = Parents::new([Placement::at((100.5, 7.0))]).expect("one");
    scene.sprites[1].parents = Parents::new([Placement { rotation: -5.0, ..Placement::default() }]).expect("one");
    scene
}

#[test]
fn every_pair_of_frames_shares_what_the_scene_shares_while_it_shows_them() {
    for rotation in [0.0, 90.0, 31.0] {
        let mut scene = scene(rotation);
        let mut matrix = FrameMatrix::new(&scene).expect("few frames");
        assert!(matrix.finish(&|| false));
        assert_eq!(matrix.areas.size(), Size::new(4, 3));
        for (a, b) in (0..3).flat_map(|b| (0..4).map(move |a| (a, b))) {
            for (actor, frame) in scene.sprites.iter_mut().zip([a, b]) {
                actor.sprite.show(Shown::Frame(frame as usize));
            }
            let area = scene.lay().expect("small").collision().overlap_area;
            assert_eq!(u64::from(matrix.areas.at(a, b)), area, "frames {a} and {b} at {rotation} degrees");
        }
        assert!(matrix.areas.values().any(|area| area > 0));
    }
}

#[test]
fn too_many_pairs_and_too_large_frames_are_refused() {
    let mut large = scene(0.0);
    large.sprites[0].placement.scale = (100.0, 100.0);
    large.parents = Parents::new([Placement { scale: (100.0, 100.0), ..Placement::default() }]).expect("one");
    assert!(matches!(FrameMatrix::new(&large), Err(SurveyError::Unplaced(..))));
    let dot = Frame::new(Arc::new(Picture::new(Size::new(1, 1), vec![255; 4], PictureFormat::Png, true)));
    let long = Sprite::animated("long", Frames::new(vec![dot; 3_000]), SolidRule::default());
    let actor = || Actor::new(long.clone(), Placement::default());
    let error = FrameMatrix::new(&Scene::of([actor(), actor()])).expect_err("nine million pairs");
    assert_eq!(error.to_string(), "3000 × 3000 placements are too many for a survey, the limit is 4,194,304 in all");
}
