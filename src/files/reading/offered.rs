//! The hitboxes in a file: those with likely names first, and a list of what is left out.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use maskscope_core::scene::{Editor, Frames, HitboxOffers, MaskRule, OfferedHitboxes};
use maskscope_core::shape::{Hitbox, Part, Shape, ShapeFault};
use maskscope_core::words::on_one_line;
use maskscope_core::words::plural;

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
    editor: Editor,
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
        let (title, mask) = (on_one_line(&title), MaskRule::default());
        Some(Arc::new(OfferedHitboxes { title, editor, frames, otherwise, mask, is_paired: true }))
    };
    let words = left_out.into_iter().filter(|(_, amount)| *amount > 0).map(|(kind, amount)| plural(amount, kind));
    HitboxOffers {
        left_out: words.collect::<Vec<_>>().join(", "),
        hitboxes: all.into_iter().filter_map(offered).collect(),
    }
}

/// The kind of a shape with this fault, in the singular, for the list of what is left out.
pub(in crate::files) fn faulty(fault: &ShapeFault) -> &'static str {
    match fault {
        ShapeFault::Crosses => "crossing polygon",
        ShapeFault::Corners(count) if *count > Shape::MOST_CORNERS => "oversized polygon",
        _ => "impossible object",
    }
}

/// The hitboxes of a file while they are collected.
#[derive(Default)]
pub(in crate::files) struct HitboxCollector {
    /// Names, titles, and the parts for each frame.
    all: Vec<(String, String, BTreeMap<usize, Vec<Part>>)>,
    /// Places in the list, by their titles.
    places: HashMap<String, usize>,
    left_out: LeftOut,
}

impl HitboxCollector {
    /// Counts what is left out, by its kind in the singular.
    pub(in crate::files) fn leave_out(&mut self, kind: &'static str, amount: usize) {
        *self.left_out.entry(kind).or_default() += amount as u64;
    }

    /// The amounts of what was left out, by its kind.
    pub(in crate::files) const fn left_out(&self) -> &LeftOut {
        &self.left_out
    }

    /// Adds a part of the hitbox called `name` to a frame; one with the same kind and name may have others.
    pub(in crate::files) fn add(&mut self, kind: &str, name: &str, frame: usize, part: impl Into<Part>) {
        let (part, title) = (part.into(), format!("{kind} \"{name}\""));
        if let Part::Shape(shape) = &part
            && let Err(fault) = shape.check()
        {
            return self.leave_out(faulty(&fault), 1);
        }
        let at = *self.places.entry(title).or_insert_with_key(|title| {
            self.all.push((name.to_owned(), title.clone(), BTreeMap::new()));
            self.all.len() - 1
        });
        let parts = self.all[at].2.entry(frame).or_default();
        if parts.len() < Hitbox::MOST_PARTS {
            parts.push(part);
        } else {
            self.leave_out("further shape", 1);
        }
    }

    /// The hitboxes for `count` frames, those with likely names first.
    pub(in crate::files) fn offers(mut self, editor: Editor, count: usize) -> HitboxOffers {
        let further = likely_first(&mut self.all, count, |(name, ..)| name);
        self.left_out.insert("further name", further);
        let offer = |(_, title, frames)| NamedHitboxes { title, frames };
        offers(editor, self.all.into_iter().map(offer).collect(), count, self.left_out)
    }
}
