//! The sprites that are built in, and the pairs they are shown in.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Deserializer};

use super::{Limits, atlas::cut_atlas, decode, decode_frames};
use maskscope_core::geom::Offset;
use maskscope_core::mask::Mask;
use maskscope_core::scene::{Frames, Picture, Sprite};

/// The files of `samples/` by name.
macro_rules! embedded {
    ($($name:literal)*) => { [$(($name, include_bytes!(concat!("../../samples/", $name)).as_slice())),*] };
}

const SPRITES: [(&str, &[u8]); 16] = embedded! {
    "ball.png" "bee.png" "coin.png" "fish.png" "gem.png" "glow.png" "hills.png" "laser.png" "log.png" "moon.png"
    "mushroom.png" "ring.png" "rock.png" "ship.png" "snake.png" "star.png"
};

/// Files with several frames, and what belongs to them.
const FILMS: [(&str, &[u8]); 5] = embedded! { "atlas.json" "atlas.png" "spinner.gif" "torch.aseprite" "walker.png" };

/// Two built-in sprites, placed so that something is worth seeing.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct SamplePair {
    /// The short name: `ship-rock`.
    pub name: String,
    /// Title in menus.
    pub title: String,
    /// Sprite A: a name for [`sample_sprite`].
    pub a: String,
    /// Sprite B.
    pub b: String,
    /// B's top left cell relative to A's.
    #[serde(deserialize_with = "offset")]
    pub offset: Offset,
    /// Description in a sentence.
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

/// The built-in sprite in file `name`, such as `ship.png`, solid where alpha > 0: of several frames the first; `None`
/// if no sample has that name.
pub fn sample_sprite(name: &str) -> Option<Sprite> {
    let first = sample_frames(name)?.all()[0].picture.clone();
    Some(Sprite::new(name, Arc::unwrap_or_clone(first), 0))
}

/// True if the masks are those of the sprites of a built-in pair, which `names` name, as they are in their files.
pub fn are_samples(names: [&str; 2], masks: [&Mask; 2]) -> bool {
    // Asked in each frame.
    static SPRITES_OF_PAIRS: LazyLock<Vec<Sprite>> = LazyLock::new(|| {
        let names: BTreeSet<&str> = sample_pairs().iter().flat_map(|pair| [&*pair.a, &*pair.b]).collect();
        names.into_iter().filter_map(sample_sprite).collect()
    });
    let is_pair = |pair: &SamplePair| [&*pair.a, &*pair.b] == names;
    let is_sample = |(name, mask): (&str, &Mask)| {
        SPRITES_OF_PAIRS.iter().any(|sample| sample.name == name && sample.mask().mask() == mask)
    };
    sample_pairs().iter().any(is_pair) && names.into_iter().zip(masks).all(is_sample)
}

/// The frames of the built-in file `name`, cut by its atlas where it has one; `None` if no sample has that name.
pub fn sample_frames(name: &str) -> Option<Frames> {
    let limits = Limits::default();
    let bytes = |name: &str| SPRITES.into_iter().chain(FILMS).find(|(known, _)| *known == name).map(|(_, bytes)| bytes);
    let sheet = |name: &str| -> Option<Picture> {
        Some(decode(bytes(name)?, Path::new(name), &limits).expect("a built-in sheet is whole"))
    };
    Some(match name {
        "atlas.json" => cut_atlas(bytes(name)?, Path::new(name), &sheet("atlas.png")?, &limits)
            .expect("the built-in atlas fits its sheet"),
        _ => decode_frames(bytes(name)?, Path::new(name), &limits).expect("a built-in image is whole"),
    })
}

/// True if there is a built-in file `name`.
pub(super) fn is_sample(name: &str) -> bool {
    SPRITES.into_iter().chain(FILMS).any(|(known, _)| known == name)
}

/// The name of the built-in file whose frames `sprite` shows, whatever the sprite is called: a picture of one's own may
/// have the name of a sample. `None` if it shows no sample.
pub(super) fn sample_of(sprite: &Sprite) -> Option<&'static str> {
    let is_it = |name: &&str| sample_frames(name).is_some_and(|frames| sprite.is_of(&frames));
    let names = || SPRITES.into_iter().chain(FILMS).map(|(name, _)| name);
    let (called, others) = (|name: &&str| *name == sprite.name, |name: &&str| *name != sprite.name);
    names().filter(called).chain(names().filter(others)).find(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::scene::{PictureFormat, SolidRule};

    #[test]
    fn every_sprite_decodes() {
        for (name, _) in SPRITES {
            let sprite = sample_sprite(name).expect("it is in the list");
            assert!(sprite.picture().has_alpha && sprite.solid_count() > 0, "{name}");
            assert_eq!(sprite.picture().format, PictureFormat::Png);
        }
    }

    #[test]
    fn every_film_has_frames_that_differ() {
        for name in ["spinner.gif", "torch.aseprite", "atlas.json"] {
            let frames = sample_frames(name).expect("it is in the list");
            assert!(frames.all().len() >= 4, "{name}");
            for pair in frames.all().windows(2) {
                assert_eq!(pair[0].picture.size(), pair[1].picture.size(), "{name}");
                assert_ne!(pair[0].picture.rgba(), pair[1].picture.rgba(), "{name}");
            }
            assert!(sample_sprite(name).is_some_and(|sprite| sprite.solid_count() > 0), "{name}");
        }
        assert_eq!(sample_frames("ship.png").map(|frames| frames.all().len()), Some(1));
        assert!(sample_frames("nothing.png").is_none());
    }

    #[test]
    fn a_sample_is_known_by_its_frames_and_not_by_its_name() {
        let sample =
            |name: &str| Sprite::animated(name, sample_frames(name).expect("it is in the list"), SolidRule::default());
        for (name, _) in SPRITES.into_iter().chain(FILMS) {
            let mut renamed = sample(name);
            renamed.name = "rock.png".to_owned();
            assert_eq!((sample_of(&sample(name)), sample_of(&renamed)), (Some(name), Some(name)));
        }
        let own = Picture::new(
            sample("rock.png").size(),
            sample("rock.png").picture().rgba().to_vec(),
            PictureFormat::Mask,
            true,
        );
        assert_eq!(sample_of(&Sprite::new("rock.png", own, 0)), None);
    }

    #[test]
    fn a_pair_is_a_sample_by_its_names_and_its_masks() {
        let sprite = |name: &str| sample_sprite(name).expect("a sample");
        let (ship, rock) = (sprite("ship.png"), sprite("rock.png"));
        let masks = [ship.mask().mask(), rock.mask().mask()];
        assert!(are_samples(["ship.png", "rock.png"], masks));
        assert!(!are_samples(["rock.png", "ship.png"], [masks[1], masks[0]]), "no pair is listed so");
        assert!(!are_samples(["ship.png", "rock.png"], [masks[0], masks[0]]));
    }

    #[test]
    fn every_pair_is_of_built_in_sprites() {
        assert_eq!(sample_pairs().first().map(|pair| pair.name.as_str()), Some("ship-rock"));
        for pair in sample_pairs() {
            assert!(sample_sprite(&pair.a).is_some() && sample_sprite(&pair.b).is_some(), "{}", pair.name);
        }
    }
}
