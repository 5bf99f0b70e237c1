//! The field `shape` of a sprite.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::Value;

use crate::files::reading::from_json_value;
use maskscope_core::geom::Number;
use maskscope_core::scene::{Frames, Hitboxes, Sprite};
use maskscope_core::shape::Hitbox;

const ELSEWHERE: &str = "its shape is a mask that lies elsewhere, which only a check of a log can test";

/// Shapes that are tested in place of the pixels of a sprite.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(in crate::files) enum TestedFile {
    /// Shapes and the sprite's mask.
    Hitbox(Hitbox),
    /// Hitboxes by frame.
    Frames(FramesFile),
    /// In a check of a log: a mask that does not lie where its picture lies.
    Elsewhere(ElsewhereFile),
}

/// Shapes of some frames, by number or name, and of all others.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::files) struct FramesFile {
    frames: BTreeMap<String, Hitbox>,
    #[serde(rename = "else", skip_serializing_if = "Option::is_none")]
    otherwise: Option<Hitbox>,
}

/// Corners of the hit boxes that the algorithms of Arcade make of a picture, in its own px.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::files) struct HitBoxesFile {
    pub(in crate::files) simple: Option<Vec<[Number; 2]>>,
    pub(in crate::files) detailed: Option<Vec<[Number; 2]>>,
}

/// A mask with its top left in the world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::files) struct ElsewhereFile {
    pub(in crate::files) mask: ElsewhereMask,
    pub(in crate::files) at: [Number; 2],
}

/// A mask by its rows, or the sprite's own.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "a mask is its rows, or true for the sprite's own")]
pub(in crate::files) enum ElsewhereMask {
    Rows(Vec<String>),
    Own(bool),
}

impl<'de> Deserialize<'de> for TestedFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let read = if value.get("at").is_some() {
            from_json_value(value).map(Self::Elsewhere)
        } else if value.get("frames").is_some() {
            from_json_value(value).map(Self::Frames)
        } else {
            from_json_value(value).map(Self::Hitbox)
        };
        read.map_err(|why| D::Error::custom(format!("its shape: {why}")))
    }
}

impl TestedFile {
    /// Those of a sprite; `None` if it is tested as its mask.
    pub(super) fn of(sprite: &Sprite) -> Option<Self> {
        let Hitboxes { frames, otherwise, .. } = &*sprite.hitboxes;
        if frames.is_empty() {
            return otherwise.clone().map(Self::Hitbox);
        }
        let named = sprite.hitboxes.by_name(sprite.frames());
        let frames = named.map(|(name, hitbox)| (name.into_owned(), hitbox.clone())).collect();
        Some(Self::Frames(FramesFile { frames, otherwise: otherwise.clone() }))
    }

    /// The shapes of a sprite with these frames; only a check can test a mask elsewhere.
    pub(super) fn hitboxes(&self, frames: &Frames) -> Result<Hitboxes, String> {
        match self {
            Self::Hitbox(hitbox) => Ok(hitbox.clone().into()),
            Self::Frames(file) => {
                let named = file.frames.iter().map(|(name, hitbox)| (&**name, hitbox));
                let frames = Hitboxes::named(frames, named).map_err(|why| why.to_string())?;
                Ok(Hitboxes { frames, otherwise: file.otherwise.clone(), offered: None })
            }
            Self::Elsewhere(_) => Err(ELSEWHERE.to_owned()),
        }
    }

    /// Refuses what no sprite can have, whatever its frames.
    pub(super) const fn check(&self) -> Result<(), &'static str> {
        if matches!(self, Self::Elsewhere(_)) { Err(ELSEWHERE) } else { Ok(()) }
    }
}
