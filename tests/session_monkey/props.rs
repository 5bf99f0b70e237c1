//! The props of a monkey: sprites of every small size, positions near and far, scenes, routes.

use std::{path::PathBuf, sync::Arc, time::Duration};

use maskscope::session::{PreCheckMode, PreChecking, Slot};
use maskscope_core::{
    choice::Choice as _,
    geom::{Cell, Offset, Point, Size},
    scan::Scan,
    scene::{
        Actor, Anchor, ColorKey, Convention, Expectation, Filter, Frame, Frames, Hitboxes, Layer, MaskImage, Parents,
        Picture, PictureFormat, Placement, PreCheck, Route, RouteStep, SampleAt, Scene, SceneView, Shown, Snap,
        SolidRule, SolidSource, Sprite, Tab, Tag,
        terrain::{Key, KeyEvent, KeyList},
    },
    shape::{Hitbox, Shape},
};

use crate::dice::Dice;

/// The longest side of a sprite: one more than a word.
const LONGEST: u64 = 65;

/// Numbers that break sums.
const ODD: [f64; 12] =
    [0.0, -0.0, 0.5, -0.5, 1e-300, 1e9, -1e9, 1e18, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];

pub fn coin(dice: &mut Dice) -> bool {
    dice.roll(2) == 0
}

pub fn slot(dice: &mut Dice) -> Slot {
    dice.pick(&Slot::ALL)
}

/// Returns something, or `None` in one case of `cases`.
pub fn maybe<T>(dice: &mut Dice, cases: u64, thing: impl FnOnce(&mut Dice) -> T) -> Option<T> {
    (dice.roll(cases) > 0).then(|| thing(dice))
}

/// Returns a number, mostly small, whole or in quarters.
pub fn number(dice: &mut Dice) -> f64 {
    let small = |dice: &mut Dice| f64::from(u32::try_from(dice.roll(400)).expect("small")) / 4.0 - 50.0;
    match dice.roll(12) {
        0 => dice.pick(&ODD),
        1..=5 => small(dice).round(),
        _ => small(dice),
    }
}

pub fn point(dice: &mut Dice) -> Point {
    (number(dice), number(dice))
}

/// Returns a cell, mostly near the origin.
pub fn cell(dice: &mut Dice) -> Cell {
    let side = |dice: &mut Dice| match dice.roll(30) {
        0 => dice.pick(&[i64::MIN, i64::MAX, i32::MIN.into(), i32::MAX.into(), 1_000_000_000, -1_000_000_001]),
        _ => i64::try_from(dice.roll(120)).expect("small") - 60,
    };
    Cell::new(side(dice), side(dice))
}

pub fn offset(dice: &mut Dice) -> Offset {
    let side = |dice: &mut Dice| match dice.roll(30) {
        0 => dice.pick(&[i32::MIN, i32::MAX, -1_000_000_000, 2_000_000_000]),
        _ => i32::try_from(dice.roll(100)).expect("small") - 50,
    };
    Offset::new(side(dice), side(dice))
}

/// Returns a size from 0 to [`LONGEST`] on a side; seldom empty.
pub fn size(dice: &mut Dice) -> Size {
    let side = |dice: &mut Dice| {
        let side = match dice.roll(40) {
            0 => 0,
            1..=12 => 1 + dice.roll(5),
            _ => 1 + dice.roll(LONGEST),
        };
        u32::try_from(side).expect("small")
    };
    Size::new(side(dice), side(dice))
}

/// Returns an image of `size` whose pixels are solid here and there.
pub fn picture(dice: &mut Dice, size: Size) -> Picture {
    let levels: &[u8] = dice.pick(&[&[0, 255][..], &[0, 0, 0, 255], &[0, 1, 127, 128, 129, 254, 255], &[0], &[255]]);
    let has_alpha = dice.roll(8) > 0;
    let rgba = (0..size.area()).flat_map(|_| {
        let alpha = if has_alpha { dice.pick(levels) } else { 255 };
        [dice.pick(&[0, 90, 255]), 20, 200, alpha]
    });
    let rgba = rgba.collect();
    Picture::new(size, rgba, PictureFormat::Png, has_alpha)
}

/// Returns a sprite, sometimes of several frames, with or without tags.
pub fn sprite(dice: &mut Dice) -> Sprite {
    let size = size(dice);
    let count = if dice.roll(4) == 0 { 1 + dice.below(6) } else { 1 };
    let frame = |dice: &mut Dice| Frame {
        duration: Duration::from_millis(dice.pick(&[0, 10, 100, 3_600_000])),
        ..Frame::new(Arc::new(picture(dice, size)))
    };
    let mut frames = Frames::new((0..count).map(|_| frame(dice)).collect());
    frames.tags =
        (0..dice.roll(3)).filter_map(|_| Tag::within("tag", dice.below(count), dice.below(9), count)).collect();
    let mut sprite =
        Sprite::animated(dice.pick(&["a.png", "b.png", "ship.png", "no dot", ""]), frames, rule(dice, size));
    sprite.path = maybe(dice, 2, path_of_file);
    sprite
}

pub fn path_of_file(dice: &mut Dice) -> PathBuf {
    PathBuf::from(dice.pick(&["/art/a.png", "/art/b.png", "b.png", "/", "/art/mask.png"]))
}

/// Returns a solid rule; a mask image has `size`.
pub fn rule(dice: &mut Dice, size: Size) -> SolidRule {
    let source = match dice.roll(6) {
        0 => SolidSource::Key(ColorKey {
            color: [dice.pick(&[0, 90, 255]), 20, 200],
            tolerance: dice.pick(&[0, 90, 255]),
        }),
        1 => SolidSource::Image(mask_image(dice, size)),
        _ => SolidSource::Alpha,
    };
    SolidRule { source, threshold: threshold(dice), inverted: dice.roll(6) == 0 }
}

/// Hitboxes of all frames, or of the first alone.
pub fn hitboxes(dice: &mut Dice) -> Hitboxes {
    let shapes = [Shape::Box([0.0, 1.0, 3.5, 2.0]), Shape::Circle([2.0, 2.0, 1.5])];
    let hitbox = Hitbox::new(vec![dice.pick(&shapes).clone().into()]).expect("a hitbox");
    let frames = if coin(dice) { [(0, hitbox.clone())].into() } else { <_>::default() };
    Hitboxes { frames, otherwise: maybe(dice, 3, |_| hitbox), offered: None }
}

pub fn mask_image(dice: &mut Dice, size: Size) -> Arc<MaskImage> {
    let path = maybe(dice, 2, path_of_file);
    Arc::new(MaskImage::new("mask.png".to_owned(), path, &picture(dice, size)))
}

pub fn threshold(dice: &mut Dice) -> u8 {
    dice.pick(&[0, 0, 0, 1, 126, 127, 128, 254, 255])
}

pub fn shown(dice: &mut Dice) -> Shown {
    if dice.roll(5) == 0 { Shown::Merged } else { Shown::Frame(dice.pick(&[0, 1, 2, 3, 5, usize::MAX])) }
}

pub fn convention(dice: &mut Dice) -> Convention {
    Convention { snap: dice.pick(Snap::ALL), filter: dice.pick(Filter::ALL), at: dice.pick(SampleAt::ALL) }
}

/// Returns a placement that keeps even the largest sprite small, or makes it too large to be placed.
pub fn placement(dice: &mut Dice) -> Placement {
    let scale = |dice: &mut Dice| dice.pick(&[1.0, 1.0, 1.0, 0.5, 1.5, 2.0, 0.01, 0.0, -1.0, f64::NAN]);
    let degrees = [0.0, 0.0, 90.0, 180.0, 270.0, 45.0, 30.5, -721.25, 1e18, f64::NAN, f64::INFINITY];
    Placement {
        position: point(dice),
        anchor: match dice.roll(3) {
            0 => Anchor::TopLeft,
            1 => Anchor::Centred,
            _ => Anchor::Custom(number(dice), number(dice)),
        },
        rotation: dice.pick(&degrees),
        scale: (scale(dice), scale(dice)),
        flip: (coin(dice), coin(dice)),
        filter: if coin(dice) { Some(dice.pick(Filter::ALL)) } else { None },
    }
}

/// Returns a scan with its usual parameters or with odd ones.
pub fn scan(dice: &mut Dice) -> Scan {
    let odd = [
        "incremental:4294967295",
        "incremental:4294967295px",
        "incremental:7px",
        "edge-in:4294967295",
        "center-out:3",
        "cross:revisit",
        "x:revisit",
        "sample:4294967295",
        "sample:1",
        "summed-area:4294967295",
        "channels:as-written",
        "channels:0.5",
        "channels:union",
        "stripes:32",
    ];
    if coin(dice) { dice.pick(&Scan::ALL) } else { dice.pick(&odd).parse().expect("a scan") }
}

pub fn pre_checking(dice: &mut Dice) -> PreChecking {
    PreChecking { check: dice.pick(PreCheck::ALL), mode: dice.pick(PreCheckMode::ALL) }
}

/// Returns a valid route of a few steps.
pub fn route(dice: &mut Dice) -> Route {
    let mut route = Route::of_one((0.0, 0.0));
    for step in 1..=dice.roll(9) {
        let seconds = f64::from(u32::try_from(step).expect("few")) * dice.pick(&[0.01, 0.5, 1e6]);
        // Invalid steps are left out.
        let _ = route.push(RouteStep { seconds, position: point(dice) });
    }
    route
}

/// Returns keys that go down and up now and then, for some seconds at most.
pub fn keys(dice: &mut Dice) -> KeyList {
    let mut keys = KeyList::default();
    let mut step = 0;
    for _ in 0..dice.roll(9) {
        step += u32::try_from(dice.roll(40)).expect("small");
        keys.push(KeyEvent { step, key: dice.pick(Key::ALL), down: coin(dice) }).expect("steps ascend");
    }
    keys
}

/// Returns a scene that a file could contain.
pub fn scene(dice: &mut Dice) -> Scene {
    let some_parents = |dice: &mut Dice| Parents::new(parents(dice)).unwrap_or_default();
    let actor = |dice: &mut Dice| Actor {
        sprite: sprite(dice),
        placement: placement(dice).cut_to_range(),
        parents: some_parents(dice),
    };
    Scene {
        title: dice.pick(&["", "Title"]).to_owned(),
        convention: convention(dice),
        parents: some_parents(dice),
        route: maybe(dice, 2, route),
        pinned: maybe(dice, 2, |dice| placement(dice).cut_to_range().position),
        expectation: maybe(dice, 2, expectation),
        scan: maybe(dice, 2, scan),
        view: SceneView {
            tab: dice.pick(Tab::ALL),
            layers: maybe(dice, 2, |dice| vec![dice.pick(Layer::ALL)]),
            pre_check: maybe(dice, 2, pre_checking),
            counts_from_a: coin(dice),
        },
        ..Scene::of([actor(dice), actor(dice)])
    }
}

/// Returns what a scene should answer, whether or not it does.
pub fn expectation(dice: &mut Dice) -> Expectation {
    Expectation {
        boxes_overlap: maybe(dice, 2, coin),
        masks_overlap: maybe(dice, 2, coin),
        overlap_area: maybe(dice, 2, |dice| dice.pick(&[0, 1, 64, u64::MAX])),
    }
}

/// Returns parents: mostly few that do a little, seldom too many or too flat to be accepted.
pub fn parents(dice: &mut Dice) -> Vec<Placement> {
    let scale = |dice: &mut Dice| dice.pick(&[1.0, 1.0, 0.5, 1.5, -1.0, f64::NAN]);
    let parent = |dice: &mut Dice| Placement { scale: (scale(dice), scale(dice)), ..placement(dice) };
    match dice.roll(20) {
        0 => vec![Placement { scale: (100.0, 0.01), ..Placement::default() }; 3],
        1 => vec![parent(dice); 17],
        2..=8 => Vec::new(),
        _ => (0..=dice.below(3)).map(|_| parent(dice)).collect(),
    }
}
