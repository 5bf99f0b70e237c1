//! Masks of pictures, as text.

use maskscope_core::{mask::Mask, scene::Sprite};

use crate::random::drawn;

/// The text of a mask: those of some samples, and of two pictures that other tools found hard.
fn text(name: &str) -> &'static str {
    match name {
        "area" => include_str!("masks/area.txt"),
        "coin" => include_str!("masks/coin.txt"),
        "dumbbell" => include_str!("masks/dumbbell.txt"),
        "fish" => include_str!("masks/fish.txt"),
        "gem" => include_str!("masks/gem.txt"),
        "laser" => include_str!("masks/laser.txt"),
        "log" => include_str!("masks/log.txt"),
        "ring" => include_str!("masks/ring.txt"),
        "rock" => include_str!("masks/rock.txt"),
        "ship" => include_str!("masks/ship.txt"),
        "star" => include_str!("masks/star.txt"),
        _ => panic!("no {name}"),
    }
}

/// Returns the mask of a picture.
pub fn mask(name: &str) -> Mask {
    text(name).parse().expect("a mask")
}

/// Returns a sprite of one colour with that mask.
pub fn sample(name: &str) -> Sprite {
    drawn(text(name))
}
