//! The scenes that are built in.

use std::{path::Path, sync::LazyLock};

use crate::files::{Limits, decode_scene};
use crate::scene::Scene;

/// The files of `samples/scenes/`, in the order of the menu.
const SCENES: [&str; 9] = [
    include_str!("../../../samples/scenes/turned.scene.json"),
    include_str!("../../../samples/scenes/nested.scene.json"),
    include_str!("../../../samples/scenes/spinner.scene.json"),
    include_str!("../../../samples/scenes/torch.scene.json"),
    include_str!("../../../samples/scenes/walker.scene.json"),
    include_str!("../../../samples/scenes/atlas.scene.json"),
    include_str!("../../../samples/scenes/hills-box.scene.json"),
    include_str!("../../../samples/scenes/hills-miss.scene.json"),
    include_str!("../../../samples/scenes/hills-hit.scene.json"),
];

/// The built-in scenes: sprites that are turned, nested, animated, cut from sheets.
pub fn sample_scenes() -> &'static [Scene] {
    static DECODED: LazyLock<Vec<Scene>> = LazyLock::new(|| {
        let decode = |text: &&str| decode_scene(text.as_bytes(), Path::new("scene.json"), &Limits::default());
        SCENES.iter().map(decode).collect::<Result<_, _>>().expect("the built-in scenes are well-formed")
    });
    &DECODED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_is_as_it_says() {
        for scene in sample_scenes() {
            let laid = scene.lay().expect("it fits");
            let expected = scene.expectation.expect("each says what it expects");
            assert!(expected.holds(&laid.collision()), "{}: {:?}", scene.title, laid.collision());
            assert!(!scene.title.is_empty() && !scene.about.is_empty());
            assert!(laid.collision().boxes_overlap(), "{}", scene.title);
        }
    }
}
