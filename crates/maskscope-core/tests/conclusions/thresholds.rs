//! Areas at pairs of thresholds, compared with counting.

use maskscope_core::{
    choice::Choice as _,
    geom::Size,
    mask::truth::Truth,
    scene::{
        Actor, ColorKey, Convention, Filter, Laid, Picture, PictureFormat, Placement, Scene, Snap, SolidRule,
        SolidSource, Sprite,
    },
    survey::{Answered, Choices, Setting, Thresholds, question},
};

use crate::random::{Dice, drawn};

fn laid([a, b]: &[Sprite; 2], at: (f64, f64), rotation: f64, filter: Filter) -> Laid {
    let actor = |sprite: &Sprite, placement| Actor::new(sprite.clone(), placement);
    let turned = Placement { rotation, ..Placement::at(at) };
    let scene = Scene::of([actor(a, Placement::default()), actor(b, turned)]);
    Scene { convention: Convention { snap: Snap::Keep, filter, ..Convention::default() }, ..scene }
        .lay()
        .expect("small")
}

fn diagram(laid: &Laid) -> Thresholds {
    Thresholds::of(&laid.a.raster, &laid.b.raster, laid.offset, &|| false).expect("nobody cancels")
}

/// Makes both masks again at many pairs of thresholds, and counts their shared pixels.
fn assert_fits(laid: &Laid, dice: &mut Dice) {
    let found = diagram(laid);
    let ends = [0, 1, 127, 128, 254, 255];
    let mut pairs: Vec<(u8, u8)> = ends.iter().flat_map(|&a| ends.map(|b| (a, b))).collect();
    let mut level = || u8::try_from(dice.roll(256)).expect("a byte");
    pairs.extend((0..100).map(|_| (level(), level())));
    for (a, b) in pairs {
        let masks = [(&laid.a, a), (&laid.b, b)].map(|(posed, level)| posed.raster.with_threshold(level));
        let area = Truth::of(masks[0].mask().mask(), masks[1].mask().mask(), laid.offset).area;
        assert_eq!(u64::from(found.area(a, b)), area, "thresholds {a} and {b}");
    }
}

#[test]
fn every_pair_of_thresholds_has_the_area_of_masks_made_by_it() {
    let mut dice = Dice::new(41);
    for pair in dice.pairs() {
        for at in [(0.0, 0.0), (1.0, -1.0), (-2.0, 1.0), (500.0, 0.0)] {
            assert_fits(&laid(&pair, at, 0.0, Filter::Nearest), &mut dice);
        }
    }
}

#[test]
fn turned_sprites_have_the_levels_they_are_resampled_to() {
    let mut dice = Dice::new(42);
    let pair = [dice.sprite(Size::new(30, 20)), dice.sprite(Size::new(24, 28))];
    for &filter in Filter::ALL {
        let turns = Placement::default().read_by(Convention { filter, ..Convention::default() }).turns();
        assert_fits(&laid(&pair, (9.5, -3.25), if turns { 28.0 } else { 0.0 }, filter), &mut dice);
    }
}

#[test]
fn every_rule_of_what_is_solid_is_obeyed() {
    let mut dice = Dice::new(43);
    let [a, b] = [Size::new(20, 20), Size::new(18, 22)].map(|size| dice.sprite(size));
    let key = SolidSource::Key(ColorKey { color: [255, 0, 0], tolerance: 120 });
    let mut opaque = Picture::new(Size::new(18, 22), b.picture().rgba().to_vec(), PictureFormat::Jpeg, false);
    opaque.has_alpha = false;
    for inverted in [false, true] {
        let mut keyed = a.clone();
        keyed.set_rule(SolidRule { source: key.clone(), threshold: 3, inverted });
        assert_fits(&laid(&[keyed.clone(), b.clone()], (2.0, 1.0), 0.0, Filter::Nearest), &mut dice);
        assert_fits(&laid(&[b.clone(), keyed.clone()], (2.0, 1.0), 50.0, Filter::Nearest), &mut dice);
        let mut everywhere = Sprite::new("b.jpg", opaque.clone(), 0);
        everywhere.set_rule(SolidRule { inverted, ..SolidRule::default() });
        assert_fits(&laid(&[keyed, everywhere.clone()], (2.0, 1.0), 0.0, Filter::Nearest), &mut dice);
        assert_fits(&laid(&[a.clone(), everywhere], (2.0, 1.0), 45.0, Filter::Bilinear), &mut dice);
    }
}

#[test]
fn two_pixels_share_one_up_to_their_levels() {
    let half =
        |alpha| Sprite::new("half", Picture::new(Size::new(1, 1), vec![0, 0, 0, alpha], PictureFormat::Png, true), 0);
    let found = diagram(&laid(&[half(100), half(3)], (0.0, 0.0), 0.0, Filter::Nearest));
    assert_eq!([(0, 0), (99, 2), (100, 0), (0, 3), (255, 255)].map(|(a, b)| found.area(a, b)), [1, 1, 0, 0, 0]);
    assert_eq!(found.areas.values().sum::<u32>(), 100 * 3);
    let apart = diagram(&laid(&[half(100), half(3)], (1.0, 0.0), 0.0, Filter::Nearest));
    assert!(apart.areas.values().all(|area| area == 0));
}

#[test]
fn what_is_cancelled_answers_nothing() {
    let laid = laid(&[drawn("##"), drawn("##")], (0.0, 0.0), 0.0, Filter::Nearest);
    assert_eq!(Thresholds::of(&laid.a.raster, &laid.b.raster, laid.offset, &|| true), None);
}

#[test]
fn thresholds_are_the_same_only_if_the_last_is() {
    let sentence = |a: &str| {
        let scene = Scene::of([a, "##\n##"].map(|text| Actor::new(drawn(text), Placement::default())));
        let setting = Setting::new(scene.clone(), scene.lay().expect("near each other"), Choices::default());
        let question = question("thresholds").expect("a question");
        let mut running = (question.survey)(&setting.choices).start(&setting).expect("an answer");
        assert!(running.finish(&|| false));
        Answered { question, setting: setting.into(), found: running.found() }.headline().sentence
    };
    // Above 255 nothing is solid.
    assert_eq!(sentence("##\n##"), "4 pixels shared, the same at all thresholds below 255");
    assert_eq!(sentence("..\n.."), "0 pixels shared, the same at every threshold");
}
