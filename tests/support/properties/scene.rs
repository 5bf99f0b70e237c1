//! What holds for any bytes read as a scene.

use maskscope::{
    files::{decode_scene, encode_scene},
    scene::{Actor, Scene, SolidRule, SolidSource},
};

use super::{LIMITS, explained, panics::none_of_ours, samples};

/// Either `bytes` are a scene, or an error says why not. A scene that is written and read again stays the same.
pub fn check(bytes: &[u8]) {
    let folder = samples();
    let path = folder.join("any.scene.json");
    let read = |bytes: &[u8]| none_of_ours(|| decode_scene(bytes, &path, &LIMITS));
    match read(bytes) {
        Err(error) => explained(&error, bytes),
        Ok(scene) => {
            for embed in [false, true] {
                let text = encode_scene(&scene, Some(&folder), embed);
                let again = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
                same(&scene, &again, embed);
                assert_eq!(encode_scene(&again, Some(&folder), embed), text, "what is written is read as it is");
            }
        }
    }
}

/// Asserts that `other` is `one` after writing and reading. Of a mask, and of everything if `embedded`, only solid pixels count.
fn same(one: &Scene, other: &Scene, embedded: bool) {
    assert_eq!((&one.title, &one.about, one.convention), (&other.title, &other.about, other.convention));
    assert_eq!((&one.parents, one.scan), (&other.parents, other.scan));
    assert_eq!((&one.route, one.expectation, &one.view), (&other.route, other.expectation, &other.view));
    for (Actor { sprite, placement, parents }, again) in one.sprites.iter().zip(&other.sprites) {
        let again_sprite = &again.sprite;
        assert_eq!((&sprite.name, placement, parents), (&again_sprite.name, &again.placement, &again.parents));
        assert!(sprite.mask().mask() == again_sprite.mask().mask(), "another mask of {:?}", sprite.name);
        if !embedded && sprite.sheet().format != "mask" {
            assert_eq!((sprite.grid(), sprite.shown()), (again_sprite.grid(), again_sprite.shown()));
            assert!(sprite.frames() == again_sprite.frames(), "other frames of {:?}", sprite.name);
            same_rule(sprite.rule(), again_sprite.rule());
        }
    }
}

fn same_rule(one: &SolidRule, other: &SolidRule) {
    assert_eq!((one.threshold, one.inverted), (other.threshold, other.inverted));
    match (&one.source, &other.source) {
        (SolidSource::Image(one), SolidSource::Image(other)) => {
            assert!((one.size(), one.levels()) == (other.size(), other.levels()));
        }
        (one, other) => assert_eq!(one, other),
    }
}
