//! Scenes: where collisions lie, how sprites stand as their files draw them, their frames, rules and hitboxes.

use std::sync::Arc;

use maskscope_core::geom::{Cell, IntRect, Offset, Point, Size};
use maskscope_core::mask::Prepared;
use maskscope_core::scan::Scan;
use maskscope_core::scene::{
    Actor, Anchor, Collision, Convention, Drawn, Expectation, Filter, Frame, Frames, Hitboxes, Placement, Scene, Shown,
    Snap, SolidRule, Sprite,
};
use maskscope_core::shape::{Hitbox, Shape};
use maskscope_core::survey::{Choices, Input, Setting, Variation};

use crate::game::DISC;
use crate::random::drawn;
use crate::sprites::sprite;

/// A change of a setting, by the actors, the convention and the choices.
type Change = fn(&mut [Actor; 2], &mut Convention, &mut Choices);

#[test]
fn settings_agree_in_what_is_the_same() {
    const LAID: &[Input] = &[Input::Scene, Input::SceneWithoutB];
    let actors = ["##\n#.", "###"].map(|text| Actor::new(sprite("sprite", text), Placement::default()));
    let setting = |change: Change| {
        let (mut actors, mut convention, mut choices) = (actors.clone(), Convention::default(), Choices::default());
        change(&mut actors, &mut convention, &mut choices);
        let scene = Scene { convention, ..Scene::of(actors) };
        let laid = scene.lay().expect("near each other");
        Setting::new(scene, laid, choices)
    };
    let changes: [(&str, Change, &[Input]); 12] = [
        ("nothing", |_, _, _| {}, &[]),
        ("the place of B", |actors, _, _| actors[1].placement.position = (4.0, 7.0), &[Input::Scene]),
        (
            "the place of A",
            |actors, _, _| actors[0].placement.position = (1.0, 0.0),
            &[Input::Scene, Input::SceneWithoutB],
        ),
        ("the flip of B", |actors, _, _| actors[1].placement.flip = (true, false), LAID),
        ("the image of A", |actors, _, _| actors[0].sprite = sprite("sprite", "##\n#."), LAID),
        ("the image of B", |actors, _, _| actors[1].sprite = sprite("sprite", "###"), LAID),
        ("the convention", |_, convention, _| convention.filter = Filter::Bilinear, LAID),
        (
            "the hitbox of B",
            |actors, _, _| actors[1].sprite.test_as(Hitboxes::from(Hitbox::from(Shape::Circle([1.0, 1.0, 1.0])))),
            &[Input::Hitboxes],
        ),
        ("whose shapes are tried", |_, _, choices| choices.candidates = Some(1), &[Input::Hitboxes]),
        ("the part", |_, _, choices| choices.part = Some(rect(0, 0, 1, 1)), &[Input::Part]),
        ("the scans", |_, _, choices| choices.scans = vec![Scan::ROWS; 2], &[Input::Scans]),
        ("the variation", |_, _, choices| choices.variation = Variation::Fractions(4), &[Input::Readers]),
    ];
    let plain = setting(|_, _, _| {});
    for (what, change, expected) in changes {
        let changed = setting(change);
        let differs = |input: &Input| !plain.agrees(&changed, *input);
        let all = [
            Input::Scene,
            Input::SceneWithoutB,
            Input::Hitboxes,
            Input::Part,
            Input::Scans,
            Input::Scan,
            Input::Witnesses,
            Input::Readers,
            Input::Route,
        ];
        let found: Vec<_> = all.into_iter().filter(differs).collect();
        assert_eq!(found, expected, "{what}");
    }
}

fn rect(x: i64, y: i64, width: u32, height: u32) -> IntRect {
    IntRect { x, y, width, height }
}

fn prepared(text: &str) -> Prepared {
    Prepared::new(text.parse().expect("a mask"))
}

#[test]
fn a_collision_knows_its_boxes_on_any_grid() {
    let (a, b) = (prepared("####\n####\n####"), prepared("...\n.##\n..."));
    let in_a = Collision::of(&a, &b, Offset::new(2, 1));
    let expected = Collision {
        box_a: rect(0, 0, 4, 3),
        box_b: rect(2, 1, 3, 3),
        overlap_box: Some(rect(2, 1, 2, 2)),
        overlap_area: 1,
        overlap_bounds: Some(rect(3, 2, 1, 1)),
    };
    assert_eq!(in_a, expected);
    let moved = in_a.translated(Cell::new(10, -20));
    let expected = Collision {
        box_a: rect(10, -20, 4, 3),
        box_b: rect(12, -19, 3, 3),
        overlap_box: Some(rect(12, -19, 2, 2)),
        overlap_area: 1,
        overlap_bounds: Some(rect(13, -18, 1, 1)),
    };
    assert_eq!(moved, expected);
    assert!(moved.boxes_overlap() && moved.masks_overlap());
    assert_eq!((moved.box_overlap(), moved.centre()), (Size::new(2, 2), Some((13.5, -17.5))));
    assert_eq!(moved.origins(), Some([Cell::new(2, 1), Cell::ORIGIN]), "in each sprite's own pixels");
    let apart = Collision::of(&a, &b, Offset::new(4, 0));
    assert_eq!((apart.boxes_overlap(), apart.box_overlap(), apart.origins()), (false, Size::default(), None));
    assert!(!apart.masks_overlap() && apart.overlap_bounds.is_none());
}

#[test]
fn an_expectation_holds_for_what_it_names() {
    let disc = prepared(DISC);
    let corner = Collision::of(&disc, &disc, Offset::new(3, 3));
    let expected = Expectation { boxes_overlap: Some(true), masks_overlap: Some(false), overlap_area: Some(0) };
    assert_eq!(Expectation::of(&corner), expected);
    assert!(expected.holds(&corner) && Expectation::default().holds(&corner));
    for wrong in [
        Expectation { boxes_overlap: Some(false), ..Expectation::default() },
        Expectation { masks_overlap: Some(true), ..Expectation::default() },
        Expectation { overlap_area: Some(1), ..Expectation::default() },
    ] {
        assert!(!wrong.holds(&corner), "{wrong:?}");
    }
}

#[test]
fn a_scene_collides_in_cells_of_the_world() {
    let actor = |at| Actor::new(drawn(DISC), Placement::at(at));
    let laid = Scene::of([actor((100.0, 50.0)), actor((102.0, 50.0))]).lay().expect("near");
    assert_eq!((laid.a.origin, laid.offset), (Cell::new(100, 50), Offset::new(2, 0)));
    let collision = laid.collision();
    assert_eq!((collision.overlap_bounds, collision.overlap_area), (Some(rect(102, 51, 2, 2)), 4));
}

/// A sprite of two frames with anchors, which its file draws so.
fn animated(drawn: Drawn) -> Sprite {
    let frame = |text: &str, anchor: Point| {
        let picture = Arc::clone(sprite("frame", text).picture());
        Frame { anchor: Some(anchor), ..Frame::new(picture) }
    };
    let mut frames = Frames::new(vec![frame("###\n#..", (1.0, 2.0)), frame("##\n#.\n#.", (0.4, 2.5))]);
    frames.drawn = drawn;
    Sprite::animated("hero", frames, SolidRule::above(0))
}

#[test]
fn a_sprite_stands_as_its_file_draws_it() {
    let file = Drawn { rotation: 90.0, scale: (2.0, 4.0), flip: (true, false), ..Drawn::default() };
    assert!(!file.is_plain() && Drawn::default().is_plain());
    for unusual in [
        Drawn { rotation: 1.0, ..Drawn::default() },
        Drawn { scale: (1.0, 2.0), ..Drawn::default() },
        Drawn { flip: (false, true), ..Drawn::default() },
    ] {
        assert!(!unusual.is_plain(), "{unusual:?}");
    }
    let placement = animated(file).placement();
    let expected = Placement {
        position: (0.0, 0.0),
        anchor: Anchor::Custom(1.0, 2.0),
        rotation: 90.0,
        scale: (2.0, 4.0),
        flip: (true, false),
        ..Placement::default()
    };
    assert_eq!(placement, expected);
    let actor = Actor::drawn(animated(file), Cell::new(10, 20)).expect("small");
    let scene = Scene::of([actor.clone(), Actor::new(drawn(DISC), Placement::default())]);
    let posed = scene.pose_a().expect("small");
    // 3 × 2 px, twice as wide and four times as high, and then turned.
    assert_eq!((posed.origin, posed.raster.size()), (Cell::new(10, 20), Size::new(8, 6)));
    assert_eq!(Placement { position: (0.0, 0.0), ..actor.placement }, expected);
    let plain = Actor::drawn(animated(Drawn::default()), Cell::new(10, 20)).expect("small");
    assert_eq!(plain.placement, Placement::at((10.0, 20.0)), "by its corner");
}

#[test]
fn a_placement_follows_the_anchor_of_its_frame() {
    let hero = animated(Drawn::default());
    let on_anchor = Placement { rotation: 30.0, ..Placement { position: (7.0, 8.0), ..hero.placement() } };
    let expected = Placement { anchor: Anchor::Custom(0.0, 3.0), ..on_anchor };
    assert_eq!(hero.placement_of(Shown::Frame(1), on_anchor), expected, "halves go right and down");
    assert_eq!(hero.placement_of(Shown::Merged, on_anchor), on_anchor, "that of the first");
    let elsewhere = Placement { anchor: Anchor::Centred, ..on_anchor };
    assert_eq!(hero.placement_of(Shown::Frame(1), elsewhere), elsewhere);
}

#[test]
fn a_threshold_is_one_part_of_a_rule() {
    let mut hero = sprite("hero", "#+.");
    assert_eq!((hero.threshold(), hero.solid_count()), (0, 2));
    hero.set_threshold(128);
    assert_eq!((hero.threshold(), hero.solid_count(), hero.mask().mask().count()), (128, 1, 1));
    hero.set_rule(SolidRule { threshold: 127, ..hero.rule().clone() });
    assert_eq!((hero.threshold(), hero.solid_count(), hero.mask().mask().count()), (127, 2, 2));
    hero.set_rule(SolidRule { inverted: true, ..hero.rule().clone() });
    assert_eq!((hero.threshold(), hero.solid_count()), (127, 1));
    let mut animated = animated(Drawn::default());
    animated.set_threshold(255);
    animated.show(Shown::Frame(1));
    assert_eq!(animated.solid_count(), 0, "of each frame");
}

#[test]
fn a_hitbox_is_that_of_all_frames() {
    let hitbox: Hitbox = Shape::Circle([4.0, 5.0, 2.0]).into();
    let all = Hitboxes::from(hitbox.clone());
    assert_eq!((all.of(Shown::Frame(3)), all.of(Shown::Merged)), (Some(&hitbox), Some(&hitbox)));
    assert_eq!(<Arc<Hitboxes>>::from(hitbox).as_ref(), &all);
    let mut disc = drawn(DISC);
    assert!(disc.hitbox().is_none());
    disc.test_as(all.clone());
    assert_eq!(disc.hitbox(), all.otherwise.as_ref());
}

#[test]
fn a_flip_and_an_anchor_hold_along_both_axes() {
    let size = Size::new(4, 2);
    let map =
        |flip, anchor| Placement { flip, anchor, ..Placement::at((10.0, 20.0)) }.parent_from_source(size, Snap::Keep);
    assert_eq!(map((false, false), Anchor::TopLeft).map((1.0, 0.5)), (11.0, 20.5));
    assert_eq!(map((true, false), Anchor::TopLeft).map((1.0, 0.5)), (13.0, 20.5));
    assert_eq!(map((false, true), Anchor::TopLeft).map((1.0, 0.5)), (11.0, 21.5));
    assert_eq!(map((true, true), Anchor::Custom(1.0, 2.0)).map((1.0, 0.5)), (12.0, 19.5));
}
