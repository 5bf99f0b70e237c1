//! The sprites that are built in, and the pairs they are shown in.

use std::{path::Path, sync::LazyLock};

use serde::{Deserialize, Deserializer};

use super::{Limits, decode};
use crate::{geom::Offset, scene::Sprite};

/// The files of `samples/` by name.
macro_rules! embedded {
    ($($name:literal)*) => { [$(($name, include_bytes!(concat!("../../samples/", $name)).as_slice())),*] };
}

const SPRITES: [(&str, &[u8]); 14] = embedded! {
    "bee.png" "coin.png" "fish.png" "gem.png" "glow.png" "laser.png" "log.png" "moon.png" "mushroom.png" "ring.png"
    "rock.png" "ship.png" "snake.png" "star.png"
};

/// Two built-in sprites, placed so that something is worth seeing.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct SamplePair {
    /// The short name: `ship-rock`.
    pub name: String,
    /// What menus call it.
    pub title: String,
    /// Sprite A: a name for [`sample_sprite`].
    pub a: String,
    /// Sprite B.
    pub b: String,
    /// B's top left cell seen from A's.
    #[serde(deserialize_with = "offset")]
    pub offset: Offset,
    /// What there is to see, in a sentence.
    pub shows: String,
}

fn offset<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Offset, D::Error> {
    <[i32; 2]>::deserialize(deserializer).map(|[x, y]| Offset::new(x, y))
}

/// The pairs of `samples/pairs.json`, the one to open with first.
pub fn sample_pairs() -> &'static [SamplePair] {
    static PAIRS: LazyLock<Vec<SamplePair>> = LazyLock::new(|| {
        serde_json::from_str(include_str!("../../samples/pairs.json"))
            .expect("the built-in list of pairs is well-formed")
    });
    &PAIRS
}

/// The built-in sprite in file `name`, such as `ship.png`, solid where alpha > 0; `None` where there is none.
pub fn sample_sprite(name: &str) -> Option<Sprite> {
    let (name, bytes) = SPRITES.into_iter().find(|(known, _)| *known == name)?;
    let picture = decode(bytes, Path::new(name), &Limits::default()).expect("a built-in sprite is whole");
    Some(Sprite::new(name, picture, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sprite_decodes() {
        for (name, _) in SPRITES {
            let sprite = sample_sprite(name).expect("it is in the list");
            assert!(sprite.picture().has_alpha && sprite.solid_count() > 0, "{name}");
            assert_eq!(sprite.picture().format, "PNG");
        }
    }

    #[test]
    fn every_pair_is_of_built_in_sprites() {
        assert_eq!(sample_pairs().first().map(|pair| pair.name.as_str()), Some("ship-rock"));
        for pair in sample_pairs() {
            assert!(sample_sprite(&pair.a).is_some() && sample_sprite(&pair.b).is_some(), "{}", pair.name);
        }
    }
}
