//! The fields of a scene file.

use std::{collections::BTreeMap, path::Path};

use serde::{Deserialize, Serialize};

use super::{strip::Strip, tested::TestedFile};
use crate::files::{json::Named, shown, written_path::WrittenPath};
use crate::geom::Number;
use crate::scene::{Expectation, Filter, Layer, PreCheck, PreCheckMode, SampleAt, Snap, Tab};

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
pub(in crate::files) struct SceneFile {
    pub(super) maskscope: u64,
    /// In a kept session: the number of the lines below the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::files) sum: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(in crate::files) title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(in crate::files) about: String,
    /// Only a kept session may lack a sprite.
    pub(super) a: Option<ActorFile>,
    pub(super) b: Option<ActorFile>,
    pub(super) rounding: Option<Named<Snap>>,
    pub(super) filter: Option<Named<Filter>>,
    pub(super) sample_at: Option<Named<SampleAt>>,
    /// The common parent, which may have a parent.
    pub(super) parent: Option<ParentFile>,
    /// Rows of seconds, x and y.
    pub(in crate::files) path: Option<Vec<[Number; 3]>>,
    pub(super) scan: Option<String>,
    pub(super) view: Option<ViewFile>,
    pub(super) expect: Option<Expectation>,
    /// In a kept session: everything that is no scene.
    pub(in crate::files) session: Option<serde_json::Value>,
}

/// A sprite and its placement: exactly one of `image`, `sample` and `mask`; in logs also `png`. Scenes refuse fields that it
/// does not have, logs count them.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(in crate::files) struct ActorFile {
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
    pub(super) sample: Option<String>,
    pub(super) mask: Option<Vec<String>>,
    pub(in crate::files) name: Option<String>,
    /// In a kept session: the file that the image was read from.
    pub(in crate::files) file: Option<WrittenPath>,
    pub(super) grid: Option<GridFile>,
    pub(super) frame: Option<FrameFile>,
    pub(super) solid: Option<SolidFile>,
    /// Shapes that are tested in place of pixels.
    pub(in crate::files) shape: Option<TestedFile>,
    pub(super) position: Option<[Number; 2]>,
    pub(super) anchor: Option<AnchorFile>,
    pub(super) rotation: Option<Number>,
    pub(super) scale: Option<ScaleFile>,
    pub(super) flip: Option<[bool; 2]>,
    /// In place of the scene's.
    pub(super) filter: Option<Named<Filter>>,
    /// Its own parent, inside the common one; it may have a parent.
    pub(in crate::files) parent: Option<ParentFile>,
}

impl ActorFile {
    /// Its placement by these fields; a missing one is taken from `under`.
    pub(in crate::files) fn placed_over(&self, under: &Self) -> Self {
        Self {
            position: self.position.or(under.position),
            anchor: self.anchor.as_ref().or(under.anchor.as_ref()).cloned(),
            rotation: self.rotation.or(under.rotation),
            scale: self.scale.or(under.scale),
            flip: self.flip.or(under.flip),
            filter: self.filter.as_ref().or(under.filter.as_ref()).cloned(),
            parent: self.parent.as_ref().or(under.parent.as_ref()).cloned(),
            ..Self::default()
        }
    }

    /// Its pixels, and which of them are solid, by these fields; a missing one is taken from `under`.
    pub(in crate::files) fn look_over(&self, under: &Self) -> Self {
        let picture = if self.has_picture() { self } else { under };
        Self {
            image: picture.image.clone(),
            sheets: picture.sheets.clone(),
            frames: picture.frames.clone(),
            sample: picture.sample.clone(),
            mask: picture.mask.clone(),
            png: picture.png.clone(),
            grid: self.grid.or(under.grid),
            frame: self.frame.as_ref().or(under.frame.as_ref()).cloned(),
            solid: self.solid.as_ref().or(under.solid.as_ref()).cloned(),
            shape: self.shape.as_ref().or(under.shape.as_ref()).cloned(),
            ..Self::default()
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

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct GridFile {
    pub(super) cell: [u32; 2],
    #[serde(default)]
    pub(super) margin: u32,
    #[serde(default)]
    pub(super) spacing: u32,
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
    pub(super) key: Option<KeyFile>,
    pub(super) mask_image: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) inverted: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct KeyFile {
    /// `#rrggbb`.
    pub(super) color: String,
    #[serde(default)]
    pub(super) tolerance: u8,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewFile {
    pub(super) tab: Option<Named<Tab>>,
    pub(super) layers: Option<Vec<Named<Layer>>>,
    pub(super) pre_check: Option<PreCheckFile>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) count_from_a: bool,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PreCheckFile {
    pub(super) check: Named<PreCheck>,
    pub(super) mode: Named<PreCheckMode>,
}
