//! Wrong answers, checked by asking each witness at every offset.

use maskscope_core::{
    choice::Choice as _,
    geom::{Affine, Offset},
    mask::truth::Truth,
    scan::{NoProbe, Scan, Words},
    scene::{Actor, Anchor, Convention, Filter, Laid, Parents, Placement, PreCheck, Profile, Scene, Snap, Sprite},
    survey::{Classification, Divergence, Summary, Survey, Witness},
};

use crate::random::{Dice, drawn};

fn scene([a, b]: [Sprite; 2], at: (f64, f64)) -> Scene {
    let actor = |sprite, at| Actor::new(sprite, Placement::at(at));
    Scene::of([actor(a, (0.0, 0.0)), actor(b, at)])
}

fn witnesses() -> Vec<Witness> {
    let scans = ["rows", "sample:3", "summed-area:4", "channels:as-written", "channels:0.5", "rows:equal-zeros"];
    let scans = scans.map(|name| Witness::Scan(name.parse().expect("a scan")));
    let checks = PreCheck::ALL.iter().copied().map(Witness::PreCheck);
    scans.into_iter().chain(checks).chain(Profile::ALL.iter().copied().map(Witness::Profile)).collect()
}

/// Returns the verdict of a witness about a scene as it is.
fn hits(witness: Witness, laid: &Laid) -> bool {
    match witness {
        Witness::Truth => laid
            .a
            .raster
            .mask()
            .mask()
            .overlap_mask(laid.b.raster.mask().mask(), laid.offset)
            .is_some_and(|both| both.count() > 0),
        Witness::Scan(scan) => {
            let [a, b] = laid.masks_for(scan);
            scan.run(&a, &b, laid.offset, None, &mut NoProbe).is_some()
        }
        Witness::PreCheck(check) => check.hits(laid.a.raster.mask(), laid.b.raster.mask(), laid.offset),
        Witness::Profile(profile) => profile.run(&laid.a, &laid.b, &mut NoProbe).is_some(),
    }
}

/// Surveys `scene` and compares every verdict with those of both witnesses for the scene with B moved there.
fn assert_fits(scene: &Scene, witness: Witness, against: Witness, every: usize) {
    let laid = scene.lay().expect("small");
    let mut survey = Divergence::of(&laid, &[witness], against);
    assert!(survey.finish(&|| false));
    let map = &survey.maps[0];
    let judged = Summary::of(&survey, map);
    let size = survey.lattice.size();
    let (mut false_hits, mut false_misses, mut largest) = (0, 0, None::<(u64, Offset)>);
    let common = scene.parents.all().first().copied().unwrap_or_default();
    let linear = Affine::rotation(-common.rotation);
    for (y, x) in (0..size.height).flat_map(|y| (0..size.width).map(move |x| (y, x))).step_by(every) {
        let offset = survey.lattice.offset(x, y);
        let by = (f64::from(offset.x - laid.offset.x), f64::from(offset.y - laid.offset.y));
        let by = linear.map((by.0 / common.scale.0, by.1 / common.scale.1));
        let mut moved = scene.clone();
        let position = &mut moved.sprites[1].placement.position;
        *position = (position.0 + by.0, position.1 + by.1);
        let moved = moved.lay().expect("small");
        assert_eq!(moved.offset, offset, "{witness}: this test has moved B correctly");
        let truth = Truth::of(laid.a.raster.mask().mask(), laid.b.raster.mask().mask(), offset);
        let verdict = Classification::of(hits(witness, &moved), hits(against, &moved));
        assert_eq!(survey.verdict(map, x, y), verdict, "{witness} against {against} at {offset:?}");
        false_hits += u64::from(verdict == Classification::FalseHit);
        false_misses += u64::from(verdict == Classification::FalseMiss);
        if verdict == Classification::FalseMiss && truth.area > 0 && largest.is_none_or(|(area, _)| truth.area > area) {
            largest = Some((truth.area, offset));
        }
    }
    if every == 1 {
        assert_eq!((judged.false_hits, judged.false_misses), (false_hits, false_misses), "{witness}");
        assert_eq!(map.largest_miss, largest.map(|(area, offset)| (offset, area)), "{witness}");
    }
}

#[test]
fn every_witness_is_held_against_the_truth() {
    for (pair, at) in Dice::new(31).pairs().into_iter().zip([(0.0, 0.0), (3.0, -1.0)].into_iter().cycle()) {
        let scene = scene(pair, at);
        for witness in witnesses() {
            assert_fits(&scene, witness, Witness::Truth, 1);
        }
    }
}

#[test]
fn every_engine_is_held_against_every_other() {
    let mut dice = Dice::new(33);
    let size = maskscope_core::geom::Size::new(9, 7);
    let mut turned = scene([dice.sprite(size), dice.sprite(size)], (3.5, -1.25));
    turned.convention = Convention { snap: Snap::Keep, ..Convention::default() };
    turned.sprites[1].placement.rotation = 27.0;
    let sizes =
        [(1, 1), (5, 4), (64, 3), (65, 2)].map(|(width, height)| maskscope_core::geom::Size::new(width, height));
    let plain = sizes.map(|size| scene([dice.sprite(size), dice.sprite(size)], (1.0, 1.0)));
    for (at, scene) in plain.iter().chain([&turned]).enumerate() {
        for (which, &one) in Profile::ALL.iter().enumerate() {
            for &other in &Profile::ALL[which + 1..] {
                // Exchanging the two engines asks the same question, so each order is tested in turn.
                let [one, other] = if at % 2 == 0 { [one, other] } else { [other, one] }.map(Witness::Profile);
                assert_fits(scene, one, other, 1);
            }
        }
        assert_fits(scene, Witness::Profile(Profile::Pygame), Witness::Scan(Scan::Words(Words)), 1);
        assert_fits(scene, Witness::Truth, Witness::Profile(Profile::Sfml), 1);
    }
}

#[test]
fn every_witness_is_named_as_it_is_shown() {
    let engines = Profile::ALL.iter().copied().map(Witness::Profile);
    let checks = PreCheck::ALL.iter().copied().map(Witness::PreCheck);
    let all = Scan::variants().map(Witness::Scan).chain(engines).chain(checks).chain([Witness::Truth]);
    for witness in all {
        assert_eq!(witness.to_string().parse(), Ok(witness));
    }
    let refused = "rows:x".parse::<Witness>().expect_err("no parameter").to_string();
    assert!(refused.contains("rows") && refused.contains("pygame"), "{refused}");
}

#[test]
fn turned_and_nested_sprites_are_moved_through_the_world() {
    let mut dice = Dice::new(32);
    let size = maskscope_core::geom::Size::new(11, 8);
    let mut turned = scene([dice.sprite(size), dice.sprite(size)], (4.25, -2.5));
    turned.convention = Convention { snap: Snap::Keep, filter: Filter::Nearest, ..Convention::default() };
    turned.sprites[0].placement.rotation = 20.0;
    turned.sprites[1].placement =
        Placement { rotation: 33.0, scale: (1.5, 1.5), anchor: Anchor::Centred, ..turned.sprites[1].placement };
    let mut nested = turned.clone();
    let parent = Placement { rotation: 90.0, scale: (2.0, 2.0), ..Placement::default() };
    nested.parents = Parents::new([parent]).expect("one");
    for scene in [turned, nested] {
        for &profile in Profile::ALL {
            assert_fits(&scene, Witness::Profile(profile), Witness::Truth, 1);
        }
        assert_fits(&scene, Witness::Scan(Scan::Words(Words)), Witness::Truth, 5);
    }
}

#[test]
fn a_beam_between_the_samples_is_the_largest_miss() {
    let beam = drawn("...\n###\n...");
    let laid = scene([beam, drawn("###\n###\n###")], (0.0, 0.0)).lay().expect("small");
    let mut survey = Divergence::of(&laid, &[Witness::Scan("sample:3".parse().expect("a scan"))], Witness::Truth);
    assert!(survey.finish(&|| false));
    let map = &survey.maps[0];
    let judged = Summary::of(&survey, map);
    // The sample reads only the corner of a box, and so misses every box that begins above the beam; with B higher up
    // the box is the same, but cut.
    assert_eq!(map.largest_miss, Some((Offset::new(0, -1), 3)));
    assert_eq!((judged.false_hits, judged.false_misses), (0, 2 * 5));
}
