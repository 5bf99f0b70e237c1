//! Everything, row by row, to find the bounds of what is shared: colour channels in place of masks.
//!
//! ```text
//! 0 1 2 3 4
//! 5 6 7 8 9      no early exit: the last cell is always visited
//! a b c d e
//! ```
//!
//! Source: Gilbert, "Pixel-Perfect Collision Detection in ActionScript3" (2007; after Michelle, Skinner and Boulevart).
//! A's alpha goes to the red channel and B's to the green one, and `getColorBoundsRect` finds the bounds of the pixels
//! that have both. Those bounds are the answer; their centre, the collision point, need not be a shared pixel.
//!
//! As meant, both alphas must reach the tolerance. As written, the search colour is a bit mask: at tolerance 0 every even
//! alpha is missed, and Flash loses a match that lies only at (0, 0). Earlier versions searched the union of the boxes.

use std::{
    hash::{Hash, Hasher},
    num::NonZeroU8,
};

use super::{Hit, Pair, Probe, Visit, walk};
use crate::{
    geom::{Cell, IntRect, Size},
    mask::Solid,
};

/// How the colour channels are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Channels {
    /// As the code really tests, not as the article means it.
    pub as_written: bool,
    /// How much of full alpha both pixels must have; without it, the scene's thresholds decide.
    pub tolerance: Option<Tolerance>,
    /// Searches the union of both boxes, not their intersection.
    pub union: bool,
}

/// A share of full alpha, above 0 and at most 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance(f64);

impl Tolerance {
    /// `share`, where above 1 counts as 1, as in the article; `None` for 0 and below, and for what is not a number.
    pub fn new(share: f64) -> Option<Self> {
        (share > 0.0).then(|| Self(share.min(1.0)))
    }

    /// The share, above 0 and at most 1.
    pub const fn share(self) -> f64 {
        self.0
    }
}

// Never NaN: equality is total.
impl Eq for Tolerance {}

impl Hash for Tolerance {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl Channels {
    /// Which alpha values count, where that is not the scene's own rule.
    pub fn solid(self) -> Option<Solid> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 255, and not negative")]
        let alpha = |value: f64| NonZeroU8::new(value as u8).map_or(1, NonZeroU8::get);
        let of_255 = self.tolerance.map(|tolerance| tolerance.0 * 255.0);
        match (self.as_written, of_255) {
            (false, None) => None,
            (false, Some(least)) => Some(Solid::AtLeast(alpha(least.ceil()))),
            (true, None) => Some(Solid::HasBits(1)),
            // `Math.round` of a small tolerance is 0, and every pixel has all of no bits.
            (true, Some(byte)) if byte.round() < 1.0 => Some(Solid::HasBits(0)),
            (true, Some(byte)) => Some(Solid::HasBits(alpha(byte.round()))),
        }
    }
}

pub(super) fn run<P: Probe>(pair: &Pair<'_>, channels: Channels, probe: &mut P) -> Option<Hit> {
    let overlap = IntRect::new(Cell::ORIGIN, pair.size());
    let area = area(pair, channels);
    let mut bounds: Option<IntRect> = None;
    let mut first = None;
    for (x, y) in walk::rows(area.size()) {
        let cell = area.origin() + Cell::new(x.into(), y.into());
        probe.visit(visit_of(IntRect::new(cell, Size::new(1, 1))));
        let Some((x, y)) = overlap.contains(cell).then(|| local(cell)) else { continue };
        if pair.a_is_set(x, y) && pair.b_is_set(x, y) {
            let here = IntRect::new(cell, Size::new(1, 1));
            bounds = Some(bounds.map_or(here, |bounds| bounds.union(here)));
            first.get_or_insert((x, y));
        }
    }
    let corner = IntRect::new(area.origin(), Size::new(1, 1));
    let lost = channels.as_written && bounds == Some(corner);
    bounds.filter(|_| !lost).map(|bounds| Hit { visit: visit_of(bounds), cell: first })
}

/// The cells that are read, local to the overlap box.
pub(super) fn area(pair: &Pair<'_>, channels: Channels) -> IntRect {
    if channels.union { pair.local_box_a().union(pair.local_box_b()) } else { IntRect::new(Cell::ORIGIN, pair.size()) }
}

/// A cell inside the overlap box, by column and row.
fn local(cell: Cell) -> (u32, u32) {
    let inside = |n: i64| u32::try_from(n).expect("inside the overlap box");
    (inside(cell.x), inside(cell.y))
}

/// Cells local to the overlap box as a visit.
fn visit_of(cells: IntRect) -> Visit {
    let near = |n: i64| i32::try_from(n).expect("inside the union of two masks in memory");
    Visit { x: near(cells.x), y: near(cells.y), width: cells.width, height: cells.height }
}
