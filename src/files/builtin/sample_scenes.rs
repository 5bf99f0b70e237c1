//! The scenes that are built in.

use std::{path::Path, sync::LazyLock};

use serde::Deserialize;

use crate::files::{Limits, decode_scene};
use maskscope_core::scene::Scene;

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

/// A built-in scene, whose images are decoded only where it is shown.
#[derive(Debug, Deserialize)]
pub struct SampleScene {
    /// Its title.
    pub title: String,
    /// Description of what it shows.
    pub about: String,
    #[serde(skip)]
    text: &'static str,
}

impl SampleScene {
    /// The scene.
    pub fn decode(&self) -> Scene {
        let scene = decode_scene(self.text.as_bytes(), Path::new("scene.json"), &Limits::default());
        scene.expect("the built-in scenes are well-formed")
    }
}

/// The built-in scenes: sprites that are turned, nested, animated, cut from sheets.
pub fn sample_scenes() -> &'static [SampleScene] {
    static ALL: LazyLock<Vec<SampleScene>> = LazyLock::new(|| {
        let read = |text| serde_json::from_str(text).map(|scene| SampleScene { text, ..scene });
        SCENES.into_iter().map(read).collect::<Result<_, _>>().expect("the built-in scenes are well-formed")
    });
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_is_as_it_says() {
        for sample in sample_scenes() {
            let scene = sample.decode();
            let laid = scene.lay().expect("it fits");
            let expected = scene.expectation.expect("each says what it expects");
            assert!(expected.holds(&laid.collision()), "{}: {:?}", scene.title, laid.collision());
            assert_eq!([&sample.title, &sample.about], [&scene.title, &scene.about]);
            assert!(!scene.title.is_empty() && !scene.about.is_empty());
            assert!(laid.collision().boxes_overlap(), "{}", scene.title);
        }
    }
}
