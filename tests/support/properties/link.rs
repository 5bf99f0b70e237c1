//! Properties of any bytes read as a link.

use std::io::Write as _;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use flate2::{Compression, write::ZlibEncoder};
use maskscope::files::{Link, holds_link, read_link, write_link};
use maskscope_core::scene::{PictureFormat, Scene};

use super::{LIMITS, explained, panics::none_of_ours};

/// Asserts that `bytes` are a link, or that an error explains why not; the same holds for a link with the packed bytes
/// in it. A scene from a link reads no file, and a link to it opens it again.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    opened(&text, bytes);
    if !holds_link(&text) {
        let mut packing = ZlibEncoder::new(Vec::new(), Compression::fast());
        packing.write_all(bytes).expect("in memory");
        let packed = packing.finish().expect("in memory");
        opened(&format!("#scene={}", URL_SAFE_NO_PAD.encode(packed)), bytes);
    }
}

fn opened(link: &str, bytes: &[u8]) {
    match none_of_ours(|| read_link(link, &LIMITS)) {
        Err(error) => explained(&error, bytes),
        Ok(Link::Scene(scene)) => {
            let files = scene.sprites.iter().flat_map(|actor| actor.sprite.files());
            assert_eq!(files.count(), 0, "it reads a file");
            let Ok(Link::Scene(again)) = none_of_ours(|| read_link(&write_link(&scene), &LIMITS)) else {
                panic!("what is written is not read: {link}");
            };
            same(&scene, &again);
        }
        Ok(_) => assert!(holds_link(link)),
    }
}

/// Asserts that `other` is `one` after writing and reading.
fn same(one: &Scene, other: &Scene) {
    assert_eq!((&one.title, &one.about, one.convention), (&other.title, &other.about, other.convention));
    assert_eq!((&one.route, one.expectation, &one.view), (&other.route, other.expectation, &other.view));
    for (actor, again) in one.sprites.iter().zip(&other.sprites) {
        assert_eq!((&actor.sprite.name, actor.placement), (&again.sprite.name, again.placement));
        assert!(actor.sprite.mask().mask() == again.sprite.mask().mask(), "another mask of {:?}", actor.sprite.name);
        assert!(
            actor.sprite.picture().rgba() == again.sprite.picture().rgba()
                || actor.sprite.sheet().format == PictureFormat::Mask
        );
    }
}
