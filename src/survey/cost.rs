//! The cost of a check: the visits of one scan at one offset.

use std::sync::Arc;

use super::InWord;
use crate::geom::{Cell, Offset};
use crate::mask::{Prepared, overlap_box};
use crate::scan::{Count, Hit, Scan};
use crate::scene::Laid;

/// The cost of one scan at one offset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Visits made, the one that hit included.
    pub visits: u32,
    /// Whether it says that the masks overlap.
    pub is_hit: bool,
}

impl Cost {
    /// What `scan` needs at `offset`, where the masks overlap or not as `overlap` says; it is run only where that does not
    /// follow.
    pub fn at(scan: Scan, masks: &[Arc<Prepared>; 2], offset: Offset, overlap: bool) -> Self {
        match scan.known_visits(&masks[0], &masks[1], offset, overlap) {
            Some(visits) => Self { visits: u32::try_from(visits).unwrap_or(u32::MAX), is_hit: overlap },
            None => Self::of(scan, masks, offset, None).0,
        }
    }

    /// Runs `scan`, which remembers, from `hint`; answers what it costs, and its hit in A's pixels.
    pub fn remembering(scan: Scan, laid: &Laid, hint: Option<Cell>) -> (Self, Option<Cell>) {
        let masks = laid.masks_for(scan);
        let (cost, hit) = Self::of(scan, &masks, laid.offset, hint);
        let shared = overlap_box(masks[0].mask().size(), masks[1].mask().size(), laid.offset);
        let cell = hit.and_then(|hit| hit.cell).zip(shared);
        (cost, cell.map(|((x, y), shared)| shared.origin() + Cell::new(x.into(), y.into())))
    }

    /// Runs `scan` from `hint`, and counts; answers its hit, too.
    pub(super) fn of(
        scan: Scan,
        [a, b]: &[Arc<Prepared>; 2],
        offset: Offset,
        hint: Option<Cell>,
    ) -> (Self, Option<Hit>) {
        let mut count = Count::default();
        let hit = scan.run(a, b, offset, hint, &mut count);
        (Self { visits: u32::try_from(count.visits).unwrap_or(u32::MAX), is_hit: hit.is_some() }, hit)
    }
}

impl InWord for Cost {
    /// Visits take 31 bits.
    fn to_word(self) -> u32 {
        self.visits.min(u32::MAX >> 1) << 1 | u32::from(self.is_hit)
    }

    fn from_word(word: u32) -> Self {
        Self { visits: word >> 1, is_hit: word & 1 != 0 }
    }
}
