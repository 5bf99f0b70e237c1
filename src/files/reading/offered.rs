//! The hitboxes in a file: those with likely names first, and a list of what is left out.

use std::{collections::BTreeMap, sync::Arc};

use crate::files::printable::on_one_line;
use crate::scene::{Frames, HitboxOffers, OfferedHitboxes};
use crate::shape::{Hitbox, Part};
use crate::words::plural;

/// The most hitboxes that are offered, and the beginnings of likely names.
const MOST: usize = 64;
const LIKELY: [&str; 3] = ["hit", "hurt", "body"];

/// Kinds that are left out of a file, in the singular, and their amounts.
pub(in crate::files) type LeftOut = BTreeMap<&'static str, u64>;

/// The hitboxes of one name.
pub(in crate::files) struct NamedHitboxes {
    /// Kind and name, as the window shows them.
    pub title: String,
    /// Parts of the hitbox of each frame that has one, at most 64.
    pub frames: BTreeMap<usize, Vec<Part>>,
}

/// Sorts names that are likely to be of hitboxes to the front, cuts off those that would take too much memory for `count`
/// frames, and returns the number of those.
pub(in crate::files) fn likely_first<T>(all: &mut Vec<T>, count: usize, name: impl Fn(&T) -> &str) -> u64 {
    let is_unlikely = |named: &T| {
        let name = name(named).to_lowercase();
        !LIKELY.iter().any(|likely| name.starts_with(likely))
    };
    all.sort_by_cached_key(is_unlikely);
    let most = (Frames::MOST / count.max(1)).clamp(1, MOST);
    all.split_off(all.len().min(most)).len() as u64
}

/// The offers from a file of `count` frames that was drawn in `editor`.
pub(in crate::files) fn offers(
    editor: &'static str,
    all: Vec<NamedHitboxes>,
    count: usize,
    left_out: LeftOut,
) -> HitboxOffers {
    let hitbox = |(frame, parts)| Some((frame, Hitbox::new(parts).ok()?));
    let offered = |NamedHitboxes { title, frames }: NamedHitboxes| {
        let mut frames: BTreeMap<_, _> = frames.into_iter().filter_map(hitbox).collect();
        let first = frames.values().next().cloned()?;
        // Alike in all frames, it is one hitbox.
        let is_one = frames.len() == count && frames.values().all(|hitbox| *hitbox == first);
        let otherwise = is_one.then_some(first);
        if is_one {
            frames.clear();
        }
        Some(Arc::new(OfferedHitboxes { title: on_one_line(&title), editor, frames, otherwise }))
    };
    let words = left_out.into_iter().filter(|(_, amount)| *amount > 0).map(|(kind, amount)| plural(amount, kind));
    HitboxOffers {
        left_out: words.collect::<Vec<_>>().join(", "),
        hitboxes: all.into_iter().filter_map(offered).collect(),
    }
}
