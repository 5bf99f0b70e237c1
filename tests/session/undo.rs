//! Everything that replaces work is undone by one step.

use crate::sprites;
use std::sync::Arc;

use maskscope::session::{
    Action, Camera, Cast, Document, EngineAction, Event, Family, Framing, Hint, Layer, Newer, Placed, PlaybackAction,
    PlayerAction, RouteAction, ScanAction, Session, Slot, StageAction, Tab, TerrainAction, ViewAction, Zoom,
};
use maskscope_core::{
    geom::{Cell, Offset, Size},
    scene::{
        Convention, Filter, Grid, MaskImage, Picture, PictureFormat, Placement, Profile, Route, RouteStep, SolidRule,
        terrain::{Key, KeyList, Rules},
    },
    shape::{Hitbox, Part},
};
use sprites::{block, sprite};

/// Returns a session full of work, with an unusual view.
fn busy() -> Session {
    let mut session = Session::default();
    let (a, b) = (block("a.png", Size::new(12, 9)), block("b.png", Size::new(8, 8)));
    let mut act = |action: Action| {
        session.apply(action);
    };
    act(StageAction::ShowPair { a, b, offset: Offset::new(3, 2) }.into());
    act(TerrainAction::Bring(Box::new([block("ball.png", Size::new(3, 3)), block("hills.png", Size::new(40, 30))]))
        .into());
    act(ViewAction::Show(Tab::Replay).into());
    for x in 4..9 {
        act(StageAction::Place { slot: Slot::B, position: Cell::new(x, 2) }.into());
    }
    act(StageAction::Settle.into());
    act(RouteAction::Add(route(3.0)).into());
    act(StageAction::SetThreshold { slot: Slot::A, threshold: 9 }.into());
    act(ViewAction::Show(Tab::Terrain).into());
    act(TerrainAction::Press(Key::Right, true).into());
    session.tick(0.2);
    session.apply(TerrainAction::Press(Key::Right, false).into());
    session.tick(0.2);
    for action in [
        TerrainAction::Press(Key::Jump, true).into(),
        TerrainAction::Press(Key::Jump, false).into(),
        Action::from(PlaybackAction::Pause),
        ViewAction::ShowLayer(Layer::Grid, false).into(),
        ViewAction::Frame(Framing::Free(Camera { centre: (1.0, 2.0), zoom: Zoom::In(7) })).into(),
        ViewAction::CountFromA(true).into(),
        ScanAction::Select(5).into(),
        StageAction::Settle.into(),
    ] {
        session.apply(action);
    }
    session.run_wanted();
    assert!(!session.terrain().game.keys.events().is_empty() && session.route().routes().len() == 2);
    session
}

fn route(x: f64) -> Route {
    Route { steps: [0.0, 1.0].map(|second| RouteStep { seconds: second, position: (x + second, 0.0) }).to_vec() }
}

/// A scene other than that of [`busy`].
fn scene() -> Box<maskscope_core::scene::Scene> {
    let mut other = Session::default();
    let (a, b) = (sprite("c.png", "##\n##"), sprite("d.png", "###"));
    other.apply(StageAction::ShowPair { a, b, offset: Offset::new(0, 0) }.into());
    other.apply(ScanAction::Select(2).into());
    Box::new(other.scene().expect("two sprites"))
}

fn mask_image() -> Arc<MaskImage> {
    let picture = Picture::new(Size::new(8, 8), [0, 0, 0, 255].repeat(64), PictureFormat::Png, true);
    Arc::new(MaskImage::new("mask.png".to_owned(), None, &picture))
}

/// Returns all actions that replace work; actions in one list happen at once and are one step.
fn replacing() -> Vec<(&'static str, Vec<Action>)> {
    let (slot, other) = (Slot::B, || sprite("c.png", "##\n##"));
    let rule = SolidRule { inverted: true, ..SolidRule::default() };
    let keys = || KeyList::default();
    let one = |action: Action| vec![action];
    vec![
        ("a scene of a file", one(Event::SceneLoaded(scene(), Some("other.scene.json".into())).into())),
        ("a sample scene", one(Event::SceneLoaded(scene(), None).into())),
        ("a sample pair", one(StageAction::ShowPair { a: other(), b: other(), offset: Offset::new(1, 1) }.into())),
        ("an image", vec![StageAction::Settle.into(), Event::Loaded(slot, other()).into()]),
        (
            "two images at once",
            vec![
                StageAction::Settle.into(),
                Event::Loaded(Slot::A, other()).into(),
                Event::Loaded(Slot::B, other()).into(),
            ],
        ),
        ("an image that changed", one(StageAction::Reload { slots: vec![slot], newer: Newer::Image(other()) }.into())),
        ("a mask image", one(Event::MaskImageLoaded(slot, mask_image()).into())),
        ("another rule", one(StageAction::SetRule { slot, rule }.into())),
        (
            "another hitbox",
            one(StageAction::SetHitboxes { slot, hitboxes: Hitbox::new(vec![Part::Mask]).expect("a hitbox").into() }
                .into()),
        ),
        ("another threshold", one(StageAction::SetThreshold { slot: Slot::A, threshold: 255 }.into())),
        (
            "a cut",
            one(StageAction::Cut { slot, grid: Some(Grid { cell: Size::new(4, 4), margin: 0, spacing: 0 }) }.into()),
        ),
        ("a pose reset", one(StageAction::Pose { slot, placement: Placement::default() }.into())),
        ("a swap", one(StageAction::Swap.into())),
        (
            "another convention",
            one(StageAction::SetConvention(Convention { filter: Filter::Bilinear, ..<_>::default() }).into()),
        ),
        (
            "a parent",
            one(StageAction::SetParents { family: Family::Common, parents: vec![Placement::at((5.0, 5.0))] }.into()),
        ),
        ("a path forgotten", one(RouteAction::Forget.into())),
        ("a path of a file", one(Event::RouteLoaded(route(50.0), Vec::new()).into())),
        ("another path", one(RouteAction::Choose(0).into())),
        ("the ball started again", one(TerrainAction::Restart.into())),
        ("keys of a file", one(Event::KeysLoaded(keys()).into())),
        ("other rules of the ball", one(TerrainAction::SetRules(Rules { walk: 1.0, ..Rules::default() }).into())),
        ("another ball", one(TerrainAction::SetCast(Cast::Loaded).into())),
        ("another bit of alpha", one(TerrainAction::SetLowestBit(true).into())),
    ]
}

#[test]
fn one_step_brings_back_whatever_is_replaced() {
    for (what, actions) in replacing() {
        let mut session = busy();
        let before: Document = session.document();
        for action in actions {
            session.apply(action);
        }
        assert!(session.document() != before, "{what} replaces nothing");
        session.apply(StageAction::Undo.into());
        session.run_wanted();
        assert!(session.document() == before, "one step does not undo {what}");
    }
}

#[test]
fn a_key_pressed_in_the_past_can_be_taken_back() {
    let mut session = busy();
    let keys = session.terrain().game.keys.clone();
    session.apply(TerrainAction::Go(1).into());
    session.apply(TerrainAction::Press(Key::Left, true).into());
    assert_ne!(session.terrain().game.keys, keys);
    session.apply(StageAction::Undo.into());
    assert_eq!(session.terrain().game.keys, keys);
    assert_eq!(session.view().tab, Tab::Terrain);
}

#[test]
fn of_many_paths_the_one_that_a_new_one_pushes_out_comes_back() {
    let mut session = busy();
    for x in 0..20_u8 {
        let before = session.route().routes().to_vec();
        session.apply(RouteAction::Add(route(x.into())).into());
        session.apply(StageAction::Undo.into());
        assert_eq!(session.route().routes(), before);
        session.apply(StageAction::Redo.into());
    }
}

#[test]
fn rules_of_the_ball_set_by_hand_outlive_what_happens_to_the_sprites() {
    let by_hand = Rules { walk: 3.0, ..Rules::default() };
    let walk = |session: &Session| session.terrain().game.rules.walk;
    let mut session = Session::default();
    session.apply(ViewAction::Show(Tab::Terrain).into());
    session.apply(TerrainAction::SetCast(Cast::Loaded).into());
    assert!(session.terrain().game.is_fitted, "the rules will fit the next sprites");
    session.apply(TerrainAction::SetRules(by_hand).into());
    for size in [40, 20] {
        let (a, b) = (block("a.png", Size::new(4, 4)), block("b.png", Size::new(size, size)));
        session.apply(StageAction::ShowPair { a, b, offset: Offset::new(0, 0) }.into());
        assert_eq!(walk(&session), 3.0, "the rules were set before there were sprites");
    }
    session.apply(TerrainAction::Fit.into());
    let fitted = walk(&session);
    assert!(fitted < 3.0);
    session.apply(ViewAction::Show(Tab::Inspect).into());
    let sprite = block("b.png", Size::new(40, 40));
    session.apply(StageAction::Show { slot: Slot::B, sprite }.into());
    session.apply(ViewAction::Show(Tab::Terrain).into());
    assert!(walk(&session) > fitted, "rules that fit follow the sprites");
    session.apply(StageAction::Undo.into());
    assert_eq!(walk(&session), fitted, "one step undoes both");
    session.apply(StageAction::Undo.into());
    assert_eq!((walk(&session), session.terrain().game.is_fitted), (3.0, false));
}

#[test]
fn newer_content_of_a_file_that_both_sprites_use_is_one_step() {
    let mut session = Session::default();
    let (a, b) = (block("a.png", Size::new(8, 8)), block("b.png", Size::new(8, 8)));
    session.apply(StageAction::ShowPair { a, b, offset: Offset::new(3, 2) }.into());
    for slot in Slot::ALL {
        session.apply(Event::MaskImageLoaded(slot, mask_image()).into());
    }
    let before = session.document();
    let picture = Picture::new(Size::new(8, 8), [255; 4].repeat(64), PictureFormat::Png, true);
    let newer = Arc::new(MaskImage::new("mask.png".to_owned(), None, &picture));
    session.apply(Event::Reloaded(Newer::Mask(newer)).into());
    let solid = |session: &Session, slot| session.stage().get(slot).expect("a sprite").sprite().solid_count();
    assert_eq!(Slot::ALL.map(|slot| solid(&session, slot)), [64, 64]);
    session.apply(StageAction::Undo.into());
    session.run_wanted();
    assert!(session.document() == before, "one step brings back both");
}

#[test]
fn first_images_after_a_step_was_taken_back_leave_nothing_to_make_again() {
    let mut session = Session::default();
    session.apply(StageAction::SetConvention(Convention { filter: Filter::Bilinear, ..<_>::default() }).into());
    session.apply(StageAction::Undo.into());
    assert_eq!(session.can_undo_redo(), (false, true));
    let (a, b) = (block("a.png", Size::new(4, 4)), block("b.png", Size::new(4, 4)));
    session.apply(StageAction::ShowPair { a, b, offset: Offset::new(0, 0) }.into());
    assert_eq!(session.can_undo_redo(), (true, false));
    session.apply(StageAction::Undo.into());
    assert!(session.stage().both().is_none());
}

#[test]
fn an_opening_that_is_refused_changes_nothing() {
    let mut session = busy();
    let before = session.document();
    let mut scene = scene();
    scene.sprites[1].sprite = block("huge.png", Size::new(700, 700));
    scene.sprites[1].placement = Placement { scale: (100.0, 100.0), ..Placement::default() };
    scene.route = None;
    session.apply(Event::SceneLoaded(scene, Some("huge.scene.json".into())).into());
    assert!(session.document() == before && !session.messages().is_empty());
}

#[test]
fn b_put_by_hand_comes_back_from_a_path() {
    let mut session = busy();
    session.apply(ViewAction::Show(Tab::Inspect).into());
    session.apply(StageAction::Place { slot: Slot::B, position: Cell::new(40, 40) }.into());
    session.apply(StageAction::Settle.into());
    session.apply(PlayerAction::Go(1).into());
    session.apply(StageAction::Undo.into());
    assert_eq!(session.stage().get(Slot::B).map(Placed::position), Some(Cell::new(40, 40)));
}

#[test]
fn an_engine_that_is_pointed_at_is_nothing_to_come_back_to() {
    let mut session = busy();
    session.apply(EngineAction::Watch(true).into());
    let before = session.document();
    session.apply(EngineAction::Point(Some(Profile::Xna)).into());
    assert_eq!(session.engines().marked(), Some(Profile::Xna));
    assert!(session.document() == before);
}

#[test]
fn undo_leaves_the_pointer_and_learnt_hints_alone() {
    let mut session = busy();
    session.apply(Event::SceneLoaded(scene(), None).into());
    let kept = session.document();
    let hovered = Some(Cell::new(2, 3));
    session.apply(ViewAction::Hover(hovered).into());
    for hint in [Hint::Lessons, Hint::Drag, Hint::Play, Hint::Drop] {
        session.apply(ViewAction::Learnt(hint).into());
    }
    assert!(session.document() == kept, "neither is kept");
    session.apply(StageAction::Undo.into());
    assert_eq!((session.view().hovered, session.view().hint()), (hovered, None));
}
