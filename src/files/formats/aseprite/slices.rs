//! Slices of Aseprite, as hitboxes: a key holds from its frame up to the next one; a key without a size hides the slice.

use std::collections::BTreeMap;

use serde::{Deserialize, de::IgnoredAny};

use super::fields::Fields;
use crate::files::Reason;
use crate::files::reading::{LeftOut, NamedHitboxes, likely_first, offers};
use maskscope_core::scene::{Editor, HitboxOffers};
use maskscope_core::shape::{Part, Shape};

const EDITOR: Editor = Editor { name: "Aseprite", tested: None };

/// A slice, in an Aseprite file or in JSON beside a sheet.
#[derive(Debug, Deserialize)]
pub(in crate::files) struct Slice {
    name: String,
    keys: Vec<SliceKey>,
}

/// A slice from a frame on.
#[derive(Debug, Deserialize)]
struct SliceKey {
    frame: usize,
    bounds: SliceBounds,
    /// The part of a 9-slice that is stretched.
    center: Option<IgnoredAny>,
    pivot: Option<IgnoredAny>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct SliceBounds {
    x: i32,
    y: i32,
    w: u32,
    h: u32,
}

impl Slice {
    /// Memory of a key.
    const KEY_BYTES: u64 = size_of::<SliceKey>() as u64;

    /// Reads a chunk up to its first key that is not whole, and says whether there is such a key; `take` accounts for the
    /// memory of each key.
    ///
    /// # Errors
    /// If it breaks off before its keys.
    pub(super) fn read(
        chunk: &mut Fields<'_>,
        mut take: impl FnMut(u64) -> Result<(), Reason>,
    ) -> Result<(Self, Result<(), Reason>), Reason> {
        let (count, flags) = (chunk.long()?, chunk.long()?);
        chunk.part(4)?;
        let name = String::from_utf8_lossy(chunk.text()?).into_owned();
        let mut keys = Vec::new();
        let read = (0..count).try_for_each(|_| {
            take(Self::KEY_BYTES)?;
            keys.push(SliceKey::read(chunk, flags)?);
            Ok(())
        });
        Ok((Self { name, keys }, read))
    }

    /// Its boxes in the first `count` frames.
    fn boxes(mut self, count: usize) -> impl Iterator<Item = (usize, Part)> {
        self.keys.sort_by_key(|key| key.frame);
        let starts: Vec<_> = self.keys.iter().map(|key| key.frame).collect();
        let ends = starts.into_iter().skip(1).chain([count]);
        let holds = self.keys.into_iter().zip(ends).filter(|(key, _)| key.bounds.w > 0 && key.bounds.h > 0);
        holds.flat_map(move |(key, end)| {
            let SliceBounds { x, y, w, h } = key.bounds;
            let shape = Shape::Box([x.into(), y.into(), w.into(), h.into()]);
            (key.frame..end.min(count)).map(move |frame| (frame, shape.clone().into()))
        })
    }
}

impl SliceKey {
    fn read(chunk: &mut Fields<'_>, flags: u32) -> Result<Self, Reason> {
        const NINE: u32 = 1;
        const PIVOT: u32 = 2;
        let frame = usize::try_from(chunk.long()?).unwrap_or(usize::MAX);
        let [x, y] = [chunk.long()?.cast_signed(), chunk.long()?.cast_signed()];
        let bounds = SliceBounds { x, y, w: chunk.long()?, h: chunk.long()? };
        let mut skipped = |flag: u32, bytes| match flags & flag {
            0 => Ok(None),
            _ => chunk.part(bytes).map(|_| Some(IgnoredAny)),
        };
        Ok(Self { frame, bounds, center: skipped(NINE, 16)?, pivot: skipped(PIVOT, 8)? })
    }
}

/// The slices of a file of `count` frames, as hitboxes.
pub(in crate::files) fn offers_of(mut slices: Vec<Slice>, count: usize) -> HitboxOffers {
    let mut left_out = LeftOut::from([("further slice", likely_first(&mut slices, count, |slice| &slice.name))]);
    for key in slices.iter().flat_map(|slice| &slice.keys) {
        *left_out.entry("9-slice centre").or_default() += u64::from(key.center.is_some());
        *left_out.entry("pivot").or_default() += u64::from(key.pivot.is_some());
    }
    // Slices of one name are parts of one hitbox.
    let mut named: Vec<(String, BTreeMap<usize, Vec<Part>>)> = Vec::new();
    for slice in slices {
        let at = named.iter().position(|(name, _)| *name == slice.name).unwrap_or(named.len());
        if at == named.len() {
            named.push((slice.name.clone(), BTreeMap::new()));
        }
        slice.boxes(count).for_each(|(frame, part)| named[at].1.entry(frame).or_default().push(part));
    }
    let offer = |(name, frames)| NamedHitboxes { title: format!("slice \"{name}\""), frames };
    offers(EDITOR, named.into_iter().map(offer).collect(), count, left_out)
}
