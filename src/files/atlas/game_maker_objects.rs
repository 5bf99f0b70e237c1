//! Sprites that the objects of a GameMaker project use: only these collide.
//!
//! ```json
//! { "spriteId": {"name": "spr_hero", "path": "sprites/spr_hero/spr_hero.yy",}, "spriteMaskId": null, }
//! ```
//!
//! Before 2.3, an object has the `id` of its sprite, which is in the sprite's file. In Studio 1 it is XML, with
//! `<spriteName>` and `<maskName>`.

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

/// The names or the ids of the sprites that the object in `bytes` uses; none for what is not an object.
pub(in crate::files) fn used_sprites(bytes: &[u8]) -> Vec<String> {
    let text = str::from_utf8(without_mark(bytes)).unwrap_or_default().trim_ascii_start();
    if text.starts_with('<') {
        let names = de::from_str(text).map(|StudioObject { sprite, mask }| vec![sprite, mask]).unwrap_or_default();
        return names.into_iter().filter(|name| !name.is_empty()).collect();
    }
    let object: Option<GameObject> = serde_json::from_str(&without_last_commas(text)).ok();
    let references = object.into_iter().flat_map(|object| [object.sprite, object.mask]).flatten();
    let name = |reference| match reference {
        SpriteReference::Named { name } | SpriteReference::Id(name) => name,
    };
    references.map(name).collect()
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
        for (text, expected) in [
            (r#"{"spriteId":{"name":"a","path":"x",},"spriteMaskId":{"name":"b","path":"y",},}"#, vec!["a", "b"]),
            (r#"{"spriteId":null,"spriteMaskId":null,}"#, vec![]),
            (r#"{"spriteId":"1-2","maskSpriteId":"3-4","id":"5"}"#, vec!["1-2", "3-4"]),
            ("\u{feff}<!--x-->\n<object><spriteName>a</spriteName><maskName>b</maskName></object>", vec!["a", "b"]),
            ("nonsense", vec![]),
        ] {
            assert_eq!(used_sprites(text.as_bytes()), expected, "{text}");
        }
        assert_eq!(sprite_id(br#"{"id":"1-2","name":"s",}"#).as_deref(), Some("1-2"));
        assert_eq!(sprite_id(br#"{"name":"s",}"#), None);
    }
}
