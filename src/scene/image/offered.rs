//! [`Offers`]: the hitboxes that the file of a sprite holds, such as slices of Aseprite.

use std::{collections::BTreeMap, sync::Arc};

use crate::shape::Hitbox;

/// Hitboxes that were drawn in an editor.
#[derive(Clone, Debug, PartialEq)]
pub struct OfferedHitboxes {
    /// Name in the window: `slice "hit"`, `object 7`.
    pub title: String,
    /// Name of the editor: `Aseprite`, `Tiled`.
    pub editor: &'static str,
    /// Hitboxes of single frames, counted from 0.
    pub frames: BTreeMap<usize, Hitbox>,
    /// Hitbox of every other frame; `None` for its mask.
    pub otherwise: Option<Hitbox>,
}

/// The hitboxes in a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offers {
    /// The hitboxes, likely ones first.
    pub hitboxes: Vec<Arc<OfferedHitboxes>>,
    /// List of what is no hitbox, in words: `2 pivots, 1 point`; often empty.
    pub left_out: String,
}
