//! The fields of a scene file.

use std::{collections::BTreeMap, path::Path};

use serde::{Deserialize, Deserializer, Serialize};

use super::strip::Strip;
use super::tested::{HitBoxesFile, TestedFile};
use crate::files::{scene_file::written_path::WrittenPath, shown};
use maskscope_core::geom::Number;
use maskscope_core::scene::{ColorKey, Expectation, Filter, Grid, SampleAt, SceneView, Snap};

/// The version that is written, and the newest that is read.
///
/// It grows when an older program would test other sprites or places than a file says.
pub const VERSION: u64 = 1;

/// The name of a sprite from the file `path`, unless the scene gives another.
pub(super) fn file_name(path: &Path) -> String {
    shown(path.file_name().map_or(path, Path::new))
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SceneFile {
    pub(super) maskscope: u64,
    /// In a saved session: the number of the lines below the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sum: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) about: String,
    /// Only a saved session may lack a sprite.
    pub(super) a: Option<ActorFile>,
    pub(super) b: Option<ActorFile>,
    pub(super) rounding: Option<Snap>,
    pub(super) filter: Option<Filter>,
    pub(super) sample_at: Option<SampleAt>,
    /// The common parent, which may have a parent.
    pub(super) parent: Option<ParentFile>,
    /// Rows of seconds, x and y.
    pub(crate) path: Option<Vec<[Number; 3]>>,
    /// The position of B that is pinned, in its innermost parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pinned: Option<[Number; 2]>,
    pub(super) scan: Option<String>,
    /// Scans beside the built-in ones: names, and scripts with their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) scans: Vec<serde_json::Value>,
    pub(super) view: Option<SceneView>,
    pub(super) expect: Option<Expectation>,
    /// In a saved session: everything that is not part of a scene.
    pub(crate) session: Option<serde_json::Value>,
}

/// A sprite and its placement: exactly one of `image`, `sample` and `mask`; in logs also `png`. Scenes refuse fields that it
/// does not have, logs count them.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct ActorFile {
    /// In logs: the sprite whose definition these fields go on from, or that they define.
    pub(in crate::files) sprite: Option<String>,
    /// In logs: its class.
    pub(in crate::files) kind: Option<String>,
    /// In logs: an image in base64.
    pub(in crate::files) png: Option<String>,
    /// A file, or `data:`.
    pub(super) image: Option<String>,
    /// The sheets of an image that is an atlas and `data:`, by the names that it gives them; they are `data:`, too.
    pub(super) sheets: Option<BTreeMap<String, String>>,
    /// The frames whose pixels follow each other in the image.
    pub(super) frames: Option<Strip>,
    /// The layers of an image that are shown, by their names.
    pub(super) layers: Option<Vec<String>>,
    pub(super) sample: Option<String>,
    pub(super) mask: Option<Vec<String>>,
    pub(in crate::files) name: Option<String>,
    /// In a saved session: the file that the image was read from.
    pub(crate) file: Option<WrittenPath>,
    pub(super) grid: Option<Grid>,
    pub(super) frame: Option<FrameFile>,
    pub(super) solid: Option<SolidFile>,
    /// Shapes that are tested in place of pixels.
    pub(in crate::files) shape: Option<TestedFile>,
    /// In logs of Arcade: other shapes that the game could test.
    pub(in crate::files) hit_boxes: Option<HitBoxesFile>,
    pub(super) position: Option<[Number; 2]>,
    pub(super) anchor: Option<AnchorFile>,
    pub(super) rotation: Option<Number>,
    pub(super) scale: Option<ScaleFile>,
    pub(super) flip: Option<[bool; 2]>,
    /// In place of the scene's.
    pub(super) filter: Option<Filter>,
    /// Its own parent, inside the common one; it may have a parent.
    pub(in crate::files) parent: Option<ParentFile>,
    /// In checks of logs: true if its tested rectangle was made for the test.
    pub(in crate::files) made: Option<bool>,
    /// In checks of logs: the way by which its picture is ahead of what is tested.
    pub(in crate::files) step: Option<[Number; 2]>,
    /// In checks of logs: its own rectangle at the test.
    pub(in crate::files) own: Option<[Number; 4]>,
    /// In checks of logs: its picture as it was drawn before the check, and in the same frame after it.
    pub(in crate::files) last: Option<[Number; 4]>,
    pub(in crate::files) next: Option<[Number; 4]>,
    /// In checks of logs: its rectangle where the frame ends; null if it is gone.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub(in crate::files) end: Option<Option<[Number; 4]>>,
}

/// A field that is there, though it may be null.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(field: D) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}

/// Some fields of a sprite; a missing one is taken from another.
macro_rules! over {
    ($own:expr, $under:expr; $($field:ident)*) => {
        ActorFile { $($field: $own.$field.clone().or_else(|| $under.$field.clone()),)* ..ActorFile::default() }
    };
}

impl ActorFile {
    /// Its placement by these fields; a missing one is taken from `under`.
    pub(in crate::files) fn placed_over(&self, under: &Self) -> Self {
        over!(self, under; position anchor rotation scale flip filter parent)
    }

    /// Its pixels, and which of them are solid, by these fields; a missing one is taken from `under`.
    pub(in crate::files) fn look_over(&self, under: &Self) -> Self {
        let picture = if self.has_picture() { self } else { under };
        let Self { image, sheets, frames, layers, sample, mask, png, .. } =
            over!(picture, picture; image sheets frames layers sample mask png);
        Self {
            image,
            sheets,
            frames,
            layers,
            sample,
            mask,
            png,
            ..over!(self, under; grid frame solid shape hit_boxes)
        }
    }

    /// In logs: its picture without a mask, and its mask without a picture, where it has both.
    pub(in crate::files) fn picture_and_mask(&self) -> Option<[Self; 2]> {
        let mask = self.mask.clone().filter(|_| self.has_image())?;
        let picture = Self { mask: None, ..self.look_over(&Self::default()) };
        Some([picture, Self { mask: Some(mask), ..Self::default() }])
    }

    /// In logs: the same sprite as a clear pixel, where nobody knows how it looks.
    pub(in crate::files) fn unseen(&self) -> Self {
        Self { mask: Some(vec![".".to_owned()]), shape: self.shape.clone(), ..Self::default() }
    }

    /// True if any of these fields is about its pixels.
    pub(in crate::files) const fn has_look(&self) -> bool {
        self.has_picture() || self.grid.is_some() || self.frame.is_some() || self.solid.is_some()
    }

    /// True if its pixels are known.
    pub(in crate::files) const fn has_picture(&self) -> bool {
        self.has_image() || self.mask.is_some()
    }

    const fn has_image(&self) -> bool {
        self.image.is_some() || self.sample.is_some() || self.png.is_some()
    }

    /// These fields as JSON, by which equals are known.
    pub(in crate::files) fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("numbers, texts and lists are written")
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::files) struct ParentFile {
    pub(super) position: Option<[Number; 2]>,
    pub(super) rotation: Option<Number>,
    pub(super) scale: Option<ScaleFile>,
    pub(super) parent: Option<Box<Self>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "a frame is its number from 0, or its name")]
pub(super) enum FrameFile {
    Number(usize),
    Word(String),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "an anchor is top-left, centred, pivot, or a point [x, y]")]
pub(super) enum AnchorFile {
    Point([Number; 2]),
    Word(String),
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "a scale is a number for both axes, or two: [x, y]")]
pub(super) enum ScaleFile {
    Both(Number),
    Each([Number; 2]),
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct SolidFile {
    #[serde(default)]
    pub(super) threshold: u8,
    pub(super) key: Option<ColorKey>,
    pub(super) mask_image: Option<String>,
    /// A layer of the image, which need not show it.
    pub(super) layer: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) inverted: bool,
}
