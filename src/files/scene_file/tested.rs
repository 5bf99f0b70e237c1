//! The field `shape` of a sprite.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::Value;

use super::Number;
use crate::files::json::mismatch;
use crate::shape::Hitbox;

/// Shapes that are tested in place of the pixels of a sprite.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(in crate::files) enum TestedFile {
    /// Shapes and the sprite's mask.
    Hitbox(Hitbox),
    /// In a check of a log: a mask that does not lie where its picture lies.
    Elsewhere(ElsewhereFile),
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
            serde_json::from_value(value).map(Self::Elsewhere)
        } else {
            serde_json::from_value(value).map(Self::Hitbox)
        };
        read.map_err(|why| D::Error::custom(format!("its shape: {}", mismatch(&why.to_string()))))
    }
}

impl TestedFile {
    /// The shapes of a sprite; only a check can test a mask elsewhere.
    pub(in crate::files) fn hitbox(&self) -> Result<&Hitbox, &'static str> {
        match self {
            Self::Hitbox(hitbox) => Ok(hitbox),
            Self::Elsewhere(_) => Err("its shape is a mask that lies elsewhere, which only a check of a log can test"),
        }
    }
}
