//! Courses: the checks of a scene whose sprites move by a path or a table.

use std::sync::Arc;

use maskscope_core::geom::{Cell, Offset};
use maskscope_core::replay::{Clock, Course, Memory, Move, MoveFault, Moved, MovedScene, Moves, Walk};
use maskscope_core::scan::Scan;
use maskscope_core::scene::{
    Actor, Frame, Frames, Picture, Placement, Route, RouteStep, Scene, Shown, SolidRule, Sprite,
};
use maskscope_core::survey::Survey as _;

use crate::game::DISC;
use crate::random::drawn;

const WALL: &str = "##\n##\n##\n##\n##\n##\n##\n##";
const BLOCK: &str = "####\n####\n####\n####";

fn scene(a: Sprite, b: Sprite) -> Scene {
    Scene::of([a, b].map(|sprite| Actor::new(sprite, Placement::default())))
}

fn named(name: &str, text: &str) -> Sprite {
    let mut sprite = drawn(text);
    sprite.name = name.to_owned();
    sprite
}

fn route(places: &[(f64, f64)]) -> Course {
    let step = |(seconds, &position): (u32, &(f64, f64))| RouteStep { seconds: seconds.into(), position };
    Course::Route(Route { steps: (0..).zip(places).map(step).collect() })
}

fn moved(at: f64, a: Moved, b: Moved, hit: Option<bool>) -> Move {
    Move { line: 2, at, sprites: [a, b], hit }
}

fn at(x: f64, y: f64) -> Moved {
    Moved { position: Some((x, y)), ..Moved::default() }
}

#[test]
fn a_course_is_a_path_or_a_table() {
    let path = route(&[(1.0, 2.0), (3.5, 4.0)]);
    assert_eq!((path.len(), path.is_empty(), path.clock()), (2, false, Clock::Second));
    let expected = Move { line: 2, at: 1.0, sprites: [Moved::default(), at(3.5, 4.0)], hit: None };
    assert_eq!(path.get(1).as_deref(), Some(&expected));
    assert_eq!((path.get(2), route(&[]).len(), route(&[]).is_empty()), (None, 0, true));
    let moves = vec![moved(7.0, at(1.0, 1.0), at(2.0, 2.0), Some(true)); 3];
    let table = Course::Moves(Moves { clock: Clock::Frame, moves: moves.clone() });
    assert_eq!((table.len(), table.is_empty(), table.clock()), (3, false, Clock::Frame));
    assert_eq!((table.get(2).as_deref(), table.get(3)), (Some(&moves[2]), None));
}

#[test]
fn a_move_is_a_check_by_pixels() {
    let scene = MovedScene::new(&scene(named("wall", WALL), named("ball", DISC)));
    let check = scene.check(Clock::Frame, &moved(7.0, at(10.0, 20.0), at(15.0, 18.0), Some(true))).expect("near");
    assert_eq!(
        (check.line, check.at, check.clock, &check.names),
        (2, 7.0, Clock::Frame, &["wall", "ball"].map(str::to_owned))
    );
    assert_eq!(check.pair.offset, Offset::new(5, -2));
    assert_eq!(
        check.pair.sprites.each_ref().map(|sprite| sprite.extent.origin()),
        [Cell::new(10, 20), Cell::new(15, 18)]
    );
    let game = check.game.expect("an answer");
    assert_eq!((game.hit, game.rule, game.area, game.first), (true, None, None, None));
    let subjects = check.subjects.each_ref().map(|it| (&*it.sprite, &*it.kind, it.is_pictured, it.is_unseen));
    assert_eq!(subjects, [("wall", "wall", true, false), ("ball", "ball", true, false)]);
    assert!(check.is_shown && !check.is_contact && !check.is_unjudged && check.visits.is_empty());
    assert!(scene.check(Clock::Frame, &Move::default()).expect("near").game.is_none());
}

#[test]
fn missing_parts_are_as_in_the_scene() {
    let mut still = scene(named("wall", WALL), named("ball", BLOCK));
    still.sprites[0].placement = Placement { rotation: 90.0, ..Placement::at((100.0, 50.0)) };
    still.sprites[1].placement = Placement { rotation: 180.0, ..Placement::at((7.0, 8.0)) };
    let moves = MovedScene::new(&still);
    let turned = moved(0.0, Moved { rotation: Some(0.0), ..Moved::default() }, at(1.0, 2.0), None);
    let there = moves.scene(&turned).expect("in range");
    let placements = there.sprites.each_ref().map(|actor| (actor.placement.position, actor.placement.rotation));
    assert_eq!(placements, [((100.0, 50.0), 0.0), ((1.0, 2.0), 180.0)]);
    // Turned about their top left corners.
    let check = moves.check(Clock::Frame, &turned).expect("near");
    assert_eq!(
        check.pair.sprites.each_ref().map(|sprite| sprite.extent.origin()),
        [Cell::new(100, 50), Cell::new(-3, -2)]
    );
}

fn frames(anchors: [(f64, f64); 2]) -> Sprite {
    let [small, large] = [DISC, WALL].map(|text| Arc::clone(drawn(text).picture()));
    let frame = |picture: Arc<Picture>, name: &str, anchor| Frame {
        name: name.into(),
        anchor: Some(anchor),
        ..Frame::new(picture)
    };
    let frames = vec![frame(small, "small", anchors[0]), frame(large, "large", anchors[1])];
    Sprite::animated("fighter", Frames::new(frames), SolidRule::above(0))
}

#[test]
fn a_move_shows_a_frame_on_its_anchor() {
    let sprite = frames([(2.0, 4.0), (1.0, 8.0)]);
    let mut still = scene(sprite.clone(), named("ball", BLOCK));
    still.sprites[0].placement = Placement { position: (10.0, 20.0), ..sprite.placement() };
    let moves = MovedScene::new(&still);
    let extent = |frame: Option<&str>| {
        let a = Moved { frame: frame.map(str::to_owned), ..Moved::default() };
        let check = moves.check(Clock::Frame, &moved(0.0, a, Moved::default(), None)).expect("near");
        let extent = check.pair.sprites[0].extent;
        (extent.x, extent.y, extent.width, extent.height)
    };
    assert_eq!(extent(None), (8, 16, 4, 4));
    assert_eq!((extent(Some("1")), extent(Some("large"))), ((9, 12, 2, 8), (9, 12, 2, 8)));
    assert_eq!(extent(Some("0")), (8, 16, 4, 4));
    let there =
        moves.scene(&moved(0.0, Moved { frame: Some("large".into()), ..Moved::default() }, Moved::default(), None));
    assert_eq!(there.expect("a frame").sprites[0].sprite.shown(), Shown::Frame(1));
}

#[test]
fn moves_that_cannot_be_are_refused_in_words() {
    let moves = MovedScene::new(&scene(frames([(0.0, 0.0); 2]), named("ball", BLOCK)));
    let refused = |a: Moved, b: Moved| moves.check(Clock::Frame, &moved(0.0, a, b, None)).expect_err("it is refused");
    let frame = |name: &str| Moved { frame: Some(name.to_owned()), ..Moved::default() };
    let beyond = refused(frame("2"), Moved::default());
    assert_eq!((beyond.is_b, &beyond.fault), (false, &MoveFault::Beyond { frame: 2, last: 1 }));
    assert_eq!(beyond.to_string(), "a: it shows frame 2, and the last one is 1");
    assert_eq!(refused(Moved::default(), frame("9")).to_string(), "b: it shows frame 9, and the last one is 0");
    assert_eq!(
        refused(frame("middle"), Moved::default()).to_string(),
        "a: fighter has no frame 'middle'; it has small, large"
    );
    let far = refused(Moved::default(), at(2e9, 0.0)).to_string();
    assert_eq!(far, "b: the position is out of range, which is -1,000,000,000 to 1,000,000,000");
}

#[test]
fn a_walk_judges_a_path_in_its_order() {
    // The disc passes through the wall between 0 and 20, and then lies on it.
    let course = route(&[(0.0, 2.0), (20.0, 2.0), (9.0, 2.0), (30.0, 2.0)]);
    let mut still = scene(named("wall", WALL), named("ball", DISC));
    still.sprites[0].placement = Placement::at((10.0, 0.0));
    let mut walk = Walk::new(&still, course, &["last-hit".parse::<Scan>().expect("a scan")]);
    assert!(walk.finish(&|| false) && walk.fault.is_none());
    assert_eq!(walk.replay.steps.iter().map(|step| step.overlap_area).collect::<Vec<_>>(), [0, 0, 8, 0]);
    assert_eq!(walk.tunnels, [(1, Cell::new(7, 2))], "where its rightmost pixels first meet the wall");
    let [none, still_none, first, later] = &walk.memories[..] else { panic!("four") };
    assert_eq!([none, still_none].map(|memory| *memory), [Memory { hint: None, ..*none }; 2]);
    assert!(first.hint.is_none() && first.cost.is_hit);
    assert!(later.hint.is_some() && !later.cost.is_hit, "it is kept where nothing is hit");
    assert_eq!(walk.laid(2).map(|laid| laid.offset), Some(Offset::new(-1, 2)));
    assert!(walk.laid(4).is_none() && walk.whys.is_empty());
}

#[test]
fn a_walk_along_a_table_compares_the_answers() {
    let moves =
        vec![moved(1.0, at(0.0, 0.0), at(6.0, 0.0), Some(true)), moved(0.0, at(0.0, 0.0), at(9.0, 0.0), Some(false))];
    let course = Course::Moves(Moves { clock: Clock::Frame, moves });
    let mut walk = Walk::new(&scene(named("a", BLOCK), named("b", BLOCK)), course, &[]);
    walk.finish(&|| false);
    assert_eq!(walk.whys[&0], "the game says hit; no pixel is shared, the closest are 3 px apart");
    let fault = walk.fault.expect("time falls");
    assert_eq!((fault.step, fault.line), (1, Some(2)));
    assert_eq!(fault.to_string(), "line 2: frame 0 comes after frame 1, and within a pair time never falls");
    let mut lost = Walk::new(&scene(named("a", BLOCK), named("b", BLOCK)), route(&[(2e9, 0.0)]), &[]);
    lost.finish(&|| false);
    let fault = lost.fault.expect("it is too far").to_string();
    assert!(fault.starts_with("the sprites do not fit along the path: step 0 cannot be placed: b: "), "{fault}");
}
