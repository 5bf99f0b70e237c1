//! Sprites that the objects of a GameMaker project use: only these collide, and of an object with a mask only the mask.
//!
//! ```json
//! { "spriteId": {"name": "spr_hero", "path": "sprites/spr_hero/spr_hero.yy",}, "spriteMaskId": null, }
//! ```
//!
//! Before 2.3, an object has the `id` of its sprite, which is in the sprite's file. In Studio 1 it is XML, with
//! `<spriteName>` and `<maskName>`. An id of zeros and the name `<undefined>` are those of no sprite.

use quick_xml::de;
use serde::Deserialize;

use super::game_maker::without_last_commas;
use crate::files::reading::without_mark;

#[derive(Deserialize)]
struct GameObject {
    #[serde(rename = "spriteId")]
    sprite: Option<SpriteReference>,
    #[serde(rename = "spriteMaskId", alias = "maskSpriteId")]
    mask: Option<SpriteReference>,
}

#[derive(Deserialize)]
struct StudioObject {
    #[serde(default, rename = "spriteName")]
    sprite: String,
    #[serde(default, rename = "maskName")]
    mask: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum SpriteReference {
    Named { name: String },
    Id(String),
}

#[derive(Deserialize)]
struct IdentifiedSprite {
    id: Option<String>,
}

/// The sprites that an object uses, by their names or ids.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::files) struct ObjectSprites {
    /// The one that is drawn.
    pub sprite: Option<String>,
    /// The one that collides in its place.
    pub mask: Option<String>,
}

/// The sprites of the object in `bytes`; none for what is not an object.
pub(in crate::files) fn sprites_of_object(bytes: &[u8]) -> ObjectSprites {
    let text = str::from_utf8(without_mark(bytes)).unwrap_or_default().trim_ascii_start();
    let (sprite, mask) = if text.starts_with('<') {
        let object = de::from_str(text).map(|StudioObject { sprite, mask }| (Some(sprite), Some(mask)));
        object.unwrap_or_default()
    } else {
        let object = serde_json::from_str(&without_last_commas(text));
        let object = object.map(|GameObject { sprite, mask }| (sprite, mask)).unwrap_or_default();
        (object.0.map(SpriteReference::name), object.1.map(SpriteReference::name))
    };
    let is_one = |name: &String| !name.is_empty() && name != "<undefined>" && name.chars().any(|c| !"0-".contains(c));
    ObjectSprites { sprite: sprite.filter(is_one), mask: mask.filter(is_one) }
}

impl SpriteReference {
    fn name(self) -> String {
        match self {
            Self::Named { name } | Self::Id(name) => name,
        }
    }
}

/// The id of the sprite in `bytes`, which it has before 2.3.
pub(in crate::files) fn sprite_id(bytes: &[u8]) -> Option<String> {
    let text = str::from_utf8(without_mark(bytes)).ok()?;
    serde_json::from_str::<IdentifiedSprite>(&without_last_commas(text)).ok()?.id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_name_their_sprites() {
        let none = "00000000-0000-0000-0000-000000000000";
        for (text, sprite, mask) in [
            (r#"{"spriteId":{"name":"a","path":"x",},"spriteMaskId":{"name":"b","path":"y",},}"#, "a", "b"),
            (r#"{"spriteId":null,"spriteMaskId":null,}"#, "", ""),
            (r#"{"spriteId":"1-2","maskSpriteId":"3-4","id":"5"}"#, "1-2", "3-4"),
            (&format!(r#"{{"spriteId":"1-2","maskSpriteId":"{none}"}}"#), "1-2", ""),
            ("\u{feff}<!--x-->\n<object><spriteName>a</spriteName><maskName>b</maskName></object>", "a", "b"),
            ("<object><spriteName>a</spriteName><maskName>&lt;undefined&gt;</maskName></object>", "a", ""),
            ("nonsense", "", ""),
        ] {
            let named = |name: &str| (!name.is_empty()).then(|| name.to_owned());
            let expected = ObjectSprites { sprite: named(sprite), mask: named(mask) };
            assert_eq!(sprites_of_object(text.as_bytes()), expected, "{text}");
        }
        assert_eq!(sprite_id(br#"{"id":"1-2","name":"s",}"#).as_deref(), Some("1-2"));
        assert_eq!(sprite_id(br#"{"name":"s",}"#), None);
    }
}
