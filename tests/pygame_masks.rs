//! The filters `pygame.*`: pygame-ce itself gives the masks of its surfaces, and their positions.

#[path = "support/dice.rs"]
mod dice;
#[path = "support/pygame.rs"]
mod pygame;
#[path = "support/sprites.rs"]
mod sprites;

use std::{fmt::Write as _, fs, process::Command, sync::Arc};

use dice::Dice;
use maskscope::files::{Limits, decode_scene};
use maskscope_core::{
    choice::Choice as _,
    geom::{Cell, Size},
    mask::Solid,
    scan::NoProbe,
    scene::{
        Actor, Anchor, ColorKey, Convention, Filter, Laid, LayError, MaskImage, Parents, Picture, PictureFormat,
        Placement, Posed, Profile, Scene, Snap, SolidRule, SolidSource, Sprite,
    },
};
use pygame::python;
use serde_json::{Value, json};
use sprites::sprite;

const BAKING: [Filter; 4] =
    [Filter::PygameRotate, Filter::PygameRotozoom, Filter::PygameScale, Filter::PygameSmoothscale];

/// A sprite and its placement, with the corner of its unturned box.
struct Case {
    actor: Actor,
    corner: (i64, i64),
}

/// Returns a random case: a size near the ends of words, an angle near a quarter turn, a factor near 1, or anything
/// between; an alpha that is hard, soft or near the threshold.
fn case(dice: &mut Dice, filter: Filter) -> Case {
    let part = |dice: &mut Dice| dice.roll(1_000_000) as f64 / 1_000_000.0;
    let side = |dice: &mut Dice| match dice.roll(3) {
        0 => 1 + u32::try_from(dice.roll(80)).expect("small"),
        _ => dice.pick(&[1, 2, 3, 4, 7, 8, 31, 32, 33, 63, 64, 65]),
    };
    let size = Size::new(side(dice), side(dice));
    let factor = |dice: &mut Dice| match dice.roll(2) {
        0 => dice.pick(&[0.01, 0.1, 0.25, 1.0 / 3.0, 0.5, 0.999, 1.0, 1.001, 1.5, 2.0, 3.0]),
        _ => 0.05 * 60.0_f64.powf(part(dice)),
    };
    let scale = match filter {
        Filter::PygameRotate => (1.0, 1.0),
        Filter::PygameRotozoom => [factor(dice); 2].into(),
        _ => (factor(dice), factor(dice)),
    };
    let around = [0.0, 90.0, 180.0, 270.0, 360.0, 45.0, 135.0, -90.0, -450.0, 30.0, -30.0, 330.0];
    let odd = [0.001, 0.0011, 1e-4, -1e-9, 89.999_999_9, 90.000_01, 1e6, -1e6, 123_456.75, 36_000.0, 1e9];
    let rotation = match (filter, dice.roll(4)) {
        (Filter::PygameScale | Filter::PygameSmoothscale, _) => 0.0,
        (_, 0) => dice.pick(&around),
        (_, 1) => dice.pick(&odd),
        _ => 1_440.0 * part(dice) - 720.0,
    };
    let (has_alpha, kind) = (dice.roll(5) > 0, dice.roll(3));
    let key = [200, 0, 200];
    let is_keyed = !has_alpha && dice.roll(3) > 0;
    let pixel = |dice: &mut Dice| {
        let alpha = match kind {
            0 => dice.pick(&[0, 255]),
            1 => dice.roll(256),
            _ => 120 + dice.roll(16),
        };
        let color = if is_keyed && dice.roll(2) == 0 { key } else { [dice.roll(256), dice.roll(256), dice.roll(256)] };
        let alpha = if has_alpha { alpha } else { 255 };
        [color[0], color[1], color[2], alpha].map(|level| u8::try_from(level).expect("a byte"))
    };
    let rgba = (0..size.area()).flat_map(|_| pixel(dice)).collect();
    let mut sprite = Sprite::new("a", Picture::new(size, rgba, PictureFormat::Png, has_alpha), 127);
    if is_keyed {
        let source = SolidSource::Key(ColorKey { color: [200, 0, 200], tolerance: 0 });
        sprite.set_rule(SolidRule { source, threshold: 127, inverted: false });
    }
    let coordinate = |dice: &mut Dice| i64::try_from(dice.roll(400)).expect("small") - 200;
    let (at, anchor) = ((coordinate(dice), coordinate(dice)), (coordinate(dice), coordinate(dice)));
    let placement = Placement {
        position: (at.0 as f64, at.1 as f64),
        anchor: Anchor::Custom(anchor.0 as f64, anchor.1 as f64),
        rotation,
        scale,
        flip: (dice.roll(3) == 0, dice.roll(3) == 0),
        filter: Some(filter),
    };
    Case { actor: Actor::new(sprite, placement), corner: (at.0 - anchor.0, at.1 - anchor.1) }
}

impl Case {
    /// Returns the line that the judge reads.
    fn for_judge(&self) -> Value {
        let Actor { sprite, placement, .. } = &self.actor;
        let picture = sprite.picture();
        let channels = if picture.has_alpha { 4 } else { 3 };
        let mut rgba = String::new();
        for level in picture.rgba().chunks(4).flat_map(|pixel| &pixel[..channels]) {
            write!(rgba, "{level:02x}").expect("text");
        }
        let key = if let SolidSource::Key(key) = sprite.rule().source { Some(key.color) } else { None };
        let filter = placement.filter.expect("each has one").name();
        json!({
            "filter": filter, "size": [picture.size().width, picture.size().height], "rgba": rgba, "key": key,
            "flip": placement.flip, "rotation": placement.rotation, "scale": placement.scale, "corner": self.corner,
        })
    }
}

/// The sprite of the examples, unturned.
const L: &str = "######\n##....\n##....\n##....";

/// Places `art` by `placement`, its unturned box at (10, 20), alone in the world.
fn lay(art: &str, placement: Placement) -> Result<Posed, LayError> {
    let actor = Actor::new(sprite("l.png", art), Placement { position: (10.0, 20.0), ..placement });
    Scene::of([actor.clone(), actor]).lay().map(|laid| laid.a)
}

fn by(filter: Filter) -> Placement {
    Placement { filter: Some(filter), ..Placement::default() }
}

fn text(posed: &Posed) -> String {
    posed.raster.mask_by(Solid::Above(127)).mask().to_text().trim_end().to_owned()
}

#[test]
#[ignore = "needs Python with pygame-ce"]
fn masks_of_pygame_are_the_masks_that_pygame_makes() {
    let python = python();
    let mut dice = Dice::new(14);
    let cases: Vec<Case> = (0..2_400).map(|n| case(&mut dice, BAKING[n % 4])).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let (asked, answered) = (folder.path().join("cases"), folder.path().join("answers"));
    let lines: String = cases.iter().map(|case| format!("{}\n", case.for_judge())).collect();
    fs::write(&asked, lines).expect("the folder can be written");
    let run = Command::new(python).arg("tests/pygame_masks.py").args([&asked, &answered]).output().expect("it runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let answers = fs::read_to_string(&answered).expect("the judge has answered");
    assert_eq!(answers.lines().count(), cases.len());
    for (pair, answers) in cases.chunks(2).zip(answers.lines().collect::<Vec<_>>().chunks(2)) {
        let [a, b] = pair else { unreachable!("their number is even") };
        let scene = Scene::of([a.actor.clone(), b.actor.clone()]);
        let Laid { a: posed_a, b: posed_b, .. } = scene.lay().expect("small");
        for ((case, posed), answer) in pair.iter().zip([posed_a, posed_b]).zip(answers) {
            let answer: Value = serde_json::from_str(answer).expect("JSON");
            let placement = case.actor.placement;
            let size = case.actor.sprite.size();
            assert_eq!(json!([posed.origin.x, posed.origin.y]), answer["at"], "{size} {placement:?}");
            assert_eq!(Some(text(&posed).as_str()), answer["mask"].as_str(), "{size} {placement:?}");
        }
    }
}

/// Masks seen in pygame-ce 2.5.8, which this test does not need.
#[test]
fn masks_of_pygame_are_those_that_were_seen() {
    let seen = [
        (
            L,
            Placement { rotation: 30.0, ..by(Filter::PygameRotate) },
            (10, 19),
            ".......\n.###...\n.##.##.\n##....#\n.#.....\n.......",
        ),
        (
            L,
            Placement { rotation: -30.0, ..by(Filter::PygameRotate) },
            (10, 19),
            ".......\n...##..\n.##....\n##.....\n.##....\n.##....",
        ),
        (L, Placement { rotation: 90.0, ..by(Filter::PygameRotate) }, (11, 19), "####\n####\n...#\n...#\n...#\n...#"),
        (
            L,
            Placement { rotation: 180.0, flip: (true, false), ..by(Filter::PygameRotate) },
            (10, 20),
            "##....\n##....\n##....\n######",
        ),
        (L, by(Filter::PygameRotozoom), (10, 20), "######\n##....\n##....\n##...."),
        (
            L,
            Placement { rotation: 30.0, scale: (2.0, 2.0), ..by(Filter::PygameRotozoom) },
            (5, 15),
            "...#####........\n...#######......\n..##########....\n..############..\n.######..######.\n######.....#####\n######.......###\n#####...........\n..#.............\n................\n................\n................\n................\n................",
        ),
        // The smallest angle that counts lies between these.
        (L, Placement { rotation: 0.0009, ..by(Filter::PygameRotozoom) }, (10, 20), L),
        (
            L,
            Placement { rotation: 0.0011, ..by(Filter::PygameRotozoom) },
            (9, 19),
            "########\n########\n###.....\n###.....\n###.....\n........",
        ),
        (
            L,
            Placement { rotation: -0.0011, ..by(Filter::PygameRotozoom) },
            (9, 19),
            ".######.\n########\n###.....\n###.....\n###.....\n##......",
        ),
        ("#", by(Filter::PygameRotozoom), (10, 20), "#"),
        ("#", Placement { rotation: 45.0, ..by(Filter::PygameRotozoom) }, (9, 19), "##\n.#"),
        (L, Placement { scale: (1.5, 0.5), ..by(Filter::PygameScale) }, (9, 21), "###......\n###......"),
        (L, Placement { scale: (0.01, 2.0), ..by(Filter::PygameScale) }, (13, 18), "#\n#\n.\n.\n.\n.\n.\n."),
        (L, Placement { scale: (0.5, 0.75), ..by(Filter::PygameSmoothscale) }, (12, 21), "###\n#..\n#.."),
        // Each pixel is the mean of three, so the pixels before the last count.
        (
            "###\n##.\n#.#\n.##\n#..\n..#",
            Placement { scale: (1.0 / 3.0, 1.0), ..by(Filter::PygameSmoothscale) },
            (11, 20),
            "#\n#\n#\n#\n.\n.",
        ),
        (
            L,
            Placement { scale: (2.0, 1.5), ..by(Filter::PygameSmoothscale) },
            (7, 19),
            "############\n#####.......\n####........\n####........\n####........\n####........",
        ),
    ];
    for (art, placement, (x, y), mask) in seen {
        let posed = lay(art, placement).expect("small");
        assert_eq!((text(&posed).as_str(), posed.origin), (mask, Cell::new(x, y)), "{placement:?}");
    }
}

#[test]
fn what_an_engines_call_cannot_do_is_refused() {
    let turned = |filter| Placement { rotation: 1.0, ..by(filter) };
    let scaled = |filter, scale| Placement { scale, ..by(filter) };
    for (placement, why) in [
        (scaled(Filter::PygameRotate, (2.0, 2.0)), "pygame.rotate cannot scale; pygame.rotozoom can"),
        (
            scaled(Filter::PygameRotozoom, (2.0, 1.0)),
            "pygame.rotozoom scales both axes by the same factor; these differ",
        ),
        (turned(Filter::PygameScale), "pygame.scale cannot turn; pygame.rotozoom can"),
        (turned(Filter::PygameSmoothscale), "pygame.smoothscale cannot turn; pygame.rotozoom can"),
    ] {
        let refused = lay(L, placement).expect_err("it cannot");
        assert!(matches!(refused, LayError::Unbaked(_)), "{refused:?}");
        assert_eq!(refused.to_string(), why);
    }
    assert!(lay(L, scaled(Filter::PygameRotozoom, (-2.0, 2.0))).is_ok(), "a flip");
    let mut parented = Actor::new(sprite("l.png", L), by(Filter::PygameRotate));
    let parents = |parent: Placement| Parents::new([parent]).expect("one");
    parented.parents = parents(Placement::at((5.0, 6.0)));
    let a = Scene::of([parented.clone(), parented.clone()]).lay().expect("it only moves").a;
    assert_eq!((a.origin, text(&a).as_str()), (Cell::new(5, 6), L));
    parented.parents = parents(Placement { rotation: 90.0, ..Placement::default() });
    let refused = Scene::of([parented.clone(), parented]).lay().expect_err("it turns").to_string();
    assert_eq!(refused, "pygame.rotate cannot be inside parents that turn or scale");
    let long = sprite("long.png", &"#".repeat(656));
    let long = Actor::new(long, scaled(Filter::PygameScale, (100.0, 1.0)));
    let refused = Scene::of([long.clone(), long]).lay().expect_err("SDL refuses").to_string();
    assert_eq!(refused, "pygame.scale takes no side longer than 65,535 pixels");
}

#[test]
fn a_refusal_names_file_sprite_and_filter() {
    let scene = json!({
        "maskscope": 1, "filter": "pygame.rotozoom", "a": { "mask": ["##", "#."], "rotation": 30, "scale": [2, 2] },
        "b": { "mask": ["##", "#."], "filter": "pygame.smoothscale", "rotation": 30 },
    });
    let refused = decode_scene(scene.to_string().as_bytes(), "odd.scene.json".as_ref(), &Limits::default());
    let refused = refused.expect_err("smoothscale cannot turn").to_string();
    for part in ["odd.scene.json", "b: pygame.smoothscale cannot turn"] {
        assert!(refused.contains(part), "{refused}");
    }
}

#[test]
fn a_sprites_filter_stands_in_place_of_the_scenes() {
    let convention = Convention { filter: Filter::PygameRotozoom, ..Convention::default() };
    let turned = Placement { rotation: 45.0, ..Placement::at((10.0, 20.0)) };
    let own = |filter| Actor::new(sprite("l.png", L), Placement { filter, ..turned });
    let scene = Scene { convention, ..Scene::of([own(None), own(Some(Filter::PygameRotate))]) };
    let laid = scene.lay().expect("small");
    assert_eq!(
        text(&laid.a),
        text(&lay(L, Placement { rotation: 45.0, ..by(Filter::PygameRotozoom) }).expect("small"))
    );
    assert_eq!(text(&laid.b), text(&lay(L, Placement { rotation: 45.0, ..by(Filter::PygameRotate) }).expect("small")));
    assert!(!laid.a.is_upright());
    assert!(lay(L, by(Filter::PygameRotate)).expect("small").is_upright(), "as in its image");
    assert!(!lay(L, by(Filter::PygameRotozoom)).expect("small").is_upright(), "pixels are blended even without a turn");
}

/// A game that bakes its masks gets the profile's answer: the overlap of both baked masks, in pygame's order.
#[test]
fn the_profile_of_pygame_answers_for_baked_masks() {
    let mut dice = Dice::new(15);
    let mut hits = 0;
    for n in 0..200 {
        let mut pair = [case(&mut dice, BAKING[n % 4]), case(&mut dice, BAKING[n / 4 % 4])].map(|case| case.actor);
        for actor in &mut pair {
            actor.placement.position = (dice.roll(40) as f64, dice.roll(40) as f64);
            actor.placement.anchor = Anchor::TopLeft;
        }
        let Laid { a, b, offset } = Scene::of(pair).lay().expect("small");
        let masks = [&a, &b].map(|posed| posed.raster.mask_by(Solid::Above(127)));
        let first = Profile::Pygame.run(&a, &b, &mut NoProbe);
        assert_eq!(first.is_some(), masks[0].overlaps(&masks[1], offset));
        if let Some(cell) = first {
            hits += 1;
            assert!(masks[0].mask().get_cell(cell) && masks[1].mask().get_cell(cell - offset.cell()));
        }
    }
    assert!((40..200).contains(&hits), "{hits} of 200");
}

/// Positions between pixels are rounded before the surface is made; if the convention keeps them, pygame's rectangle
/// truncates them.
#[test]
fn baked_surfaces_lie_on_whole_cells() {
    for (snap, x) in [(Snap::HalfUp, 3), (Snap::Floor, 2), (Snap::Keep, 2)] {
        let placement = Placement { position: (2.5, 7.0), ..by(Filter::PygameRotozoom) };
        let actor = Actor::new(sprite("l.png", L), placement);
        let convention = Convention { snap, ..Convention::default() };
        let a = Scene { convention, ..Scene::of([actor.clone(), actor]) }.lay().expect("small").a;
        assert_eq!(a.origin, Cell::new(x, 7), "{}", snap.name());
    }
}

/// A mask image is turned as a surface of its own; inverting applies to the whole new surface.
#[test]
fn mask_images_and_inverted_sprites_are_baked_too() {
    let mut dice = Dice::new(16);
    for n in 0..80 {
        let Actor { sprite, placement, .. } = case(&mut dice, BAKING[n % 4]).actor;
        let size = sprite.size();
        let rgba: Vec<u8> =
            (0..size.area()).flat_map(|at| [0, 0, 0, if at % 7 < 3 { 255 } else { (at % 200) as u8 }]).collect();
        let lay = |sprite: &Sprite| {
            let actor = Actor::new(sprite.clone(), placement);
            Scene::of([actor.clone(), actor]).lay().expect("small").a.raster.mask().mask().clone()
        };
        let plain = lay(&Sprite::new("a", Picture::new(size, rgba.clone(), PictureFormat::Png, true), 127));
        let picture = Picture::new(size, rgba, PictureFormat::Png, true);
        let image = MaskImage::new("mask.png".to_owned(), None, &picture);
        let mut by_image = sprite.clone();
        let rule = SolidRule { source: SolidSource::Image(Arc::new(image)), threshold: 127, inverted: false };
        by_image.set_rule(rule.clone());
        assert_eq!(lay(&by_image), plain, "{size} {placement:?}");
        by_image.set_rule(SolidRule { inverted: true, ..rule });
        assert_eq!(lay(&by_image), !plain, "{size} {placement:?}");
    }
}
