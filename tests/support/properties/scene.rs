//! Properties of any bytes read as a scene.

use maskscope::files::{FileError, decode_scene, encode_scene, encode_scene_with_art};
use maskscope_core::scene::{Actor, Frames, PictureFormat, Scene, SolidRule, SolidSource};

use super::{LIMITS, explained, panics::none_of_ours, samples};

/// Asserts that `bytes` are a scene, or that an error explains why not. A scene that is written and read again stays
/// the same.
pub fn check(bytes: &[u8]) {
    let folder = samples();
    let path = folder.join("any.scene.json");
    let read = |bytes: &[u8]| none_of_ours(|| decode_scene(bytes, &path, &LIMITS));
    match read(bytes) {
        Err(error) => explained(&error, bytes),
        Ok(scene) => {
            let named = |scene: &Scene| encode_scene(scene, Some(&folder), false);
            let masks = |scene: &Scene| encode_scene(scene, Some(&folder), true);
            survives(&scene, read, named, false);
            survives(&scene, read, masks, true);
            survives(&scene, read, encode_scene_with_art, false);
        }
    }
}

/// Asserts that `scene`, written by `write`, is read again unchanged; if its masks are `embedded`, only they have to
/// be.
fn survives(
    scene: &Scene,
    read: impl Fn(&[u8]) -> Result<Scene, FileError>,
    write: impl Fn(&Scene) -> String,
    embedded: bool,
) {
    let again = |text: &str| read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    let once = again(&write(scene));
    same(scene, &once, embedded);
    let text = write(&once);
    assert_eq!(write(&again(&text)), text, "the written scene is read unchanged");
}

/// Asserts that `other` is `one` after writing and reading. Only solid pixels count for a mask, and for everything if
/// `embedded`.
fn same(one: &Scene, other: &Scene, embedded: bool) {
    assert_eq!((&one.title, &one.about, one.convention), (&other.title, &other.about, other.convention));
    assert_eq!((&one.parents, one.scan), (&other.parents, other.scan));
    assert_eq!((&one.route, one.expectation, &one.view), (&other.route, other.expectation, &other.view));
    for (Actor { sprite, placement, parents }, again) in one.sprites.iter().zip(&other.sprites) {
        let again_sprite = &again.sprite;
        assert_eq!((&sprite.name, placement, parents), (&again_sprite.name, &again.placement, &again.parents));
        assert!(sprite.mask().mask() == again_sprite.mask().mask(), "another mask of {:?}", sprite.name);
        if !embedded && sprite.sheet().format != PictureFormat::Mask {
            assert_eq!((sprite.grid(), sprite.shown()), (again_sprite.grid(), again_sprite.shown()));
            all_alike(sprite.frames(), again_sprite.frames());
            same_rule(sprite.rule(), again_sprite.rule());
        }
    }
}

/// Asserts that two have the same pixels, names and durations, wherever their frames lie on sheets.
fn all_alike(one: &Frames, other: &Frames) {
    assert_eq!((one.all().len(), &one.tags), (other.all().len(), &other.tags));
    for (one, other) in one.all().iter().zip(other.all()) {
        assert_eq!((one.label(), one.duration), (other.label(), other.duration));
        assert!((one.picture.size(), one.picture.rgba()) == (other.picture.size(), other.picture.rgba()));
        assert_eq!(one.picture.has_alpha, other.picture.has_alpha);
    }
}

fn same_rule(one: &SolidRule, other: &SolidRule) {
    assert_eq!((one.threshold, one.inverted), (other.threshold, other.inverted));
    match (&one.source, &other.source) {
        // A mask image of frames may be laid out on another sheet; the masks have been compared.
        (SolidSource::Image(_), SolidSource::Image(_)) => {}
        (one, other) => assert_eq!(one, other),
    }
}
