//! Cost of a scan at an offset, the verdict on its answer, and the scan that needs the fewest visits there.

use std::sync::Arc;

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::InWord;
use crate::geom::{Cell, IntRect, Offset};
use crate::mask::{Prepared, overlap_box};
use crate::scan::{Count, Hit, Own, Pair, Scan};
use crate::scene::Laid;

/// The cost of one scan at one offset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Visits made, the one that hit included.
    pub visits: u32,
    /// True if it says that the masks overlap.
    pub is_hit: bool,
    /// True if it is a person's own scan whose hit names a cell that is not shared.
    pub names_wrong_cell: bool,
}

impl Cost {
    /// The cost of `scan` at `offset`, given a box around what the masks share, if they share anything. It is run only if
    /// the cost does not follow from that.
    pub fn at(scan: Scan, masks: &[Arc<Prepared>; 2], offset: Offset, shared: Option<IntRect>) -> Self {
        match scan.known_visits(&masks[0], &masks[1], offset, shared) {
            Some(visits) => {
                let visits = u32::try_from(visits).unwrap_or(u32::MAX);
                Self { visits, is_hit: shared.is_some(), names_wrong_cell: false }
            }
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
        // What was stopped once would take seconds at each of thousands of placements.
        if scan.own().and_then(Own::failure).is_some_and(|failure| failure.is_stopped()) {
            return (Self::default(), None);
        }
        let mut count = Count::default();
        let hit = scan.run(a, b, offset, hint, &mut count);
        // The others name the cell at which they stop, which is shared.
        let named = hit.filter(|_| scan.is_own()).zip(Pair::new(a, b, offset));
        let cost = Self {
            visits: u32::try_from(count.visits).unwrap_or(u32::MAX),
            is_hit: hit.is_some(),
            names_wrong_cell: named.is_some_and(|(hit, pair)| !pair.has_shared(hit)),
        };
        (cost, hit)
    }
}

impl InWord for Cost {
    /// Visits take 30 bits.
    fn to_word(self) -> u32 {
        self.visits.min(u32::MAX >> 2) << 2 | u32::from(self.names_wrong_cell) << 1 | u32::from(self.is_hit)
    }

    fn from_word(word: u32) -> Self {
        Self { visits: word >> 2, is_hit: word & 1 != 0, names_wrong_cell: word & 2 != 0 }
    }
}

/// True if something says that masks overlap, compared with the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage)]
pub enum Classification {
    /// It says so, and they do.
    #[strum(to_string = "hit")]
    Hit,
    /// It says no, and they do not.
    #[strum(to_string = "miss")]
    Miss,
    /// It says so, and they do not.
    #[strum(to_string = "false hit")]
    FalseHit,
    /// It says no, and they do.
    #[strum(to_string = "false miss")]
    FalseMiss,
    /// It says so, and they do, but the cell that it names is not shared.
    #[strum(to_string = "wrong cell")]
    WrongCell,
}

impl Classification {
    /// The verdict on `hits` if the masks overlap iff `overlap`.
    pub const fn of(hits: bool, overlap: bool) -> Self {
        match (hits, overlap) {
            (true, true) => Self::Hit,
            (false, false) => Self::Miss,
            (true, false) => Self::FalseHit,
            (false, true) => Self::FalseMiss,
        }
    }

    /// True if the masks overlap, whatever was said.
    pub const fn masks_overlap(self) -> bool {
        matches!(self, Self::Hit | Self::FalseMiss | Self::WrongCell)
    }
}

/// The wins of several contenders so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Wins {
    /// The place of each among all that are asked.
    pub contenders: Vec<usize>,
    pub wins: Vec<u64>,
    pub ties: u64,
    pub hits: u64,
}

/// The contender with the fewest visits at an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// The masks miss: every contender reads the whole box.
    Apart,
    /// The masks overlap, and there is no contender.
    Nobody,
    /// This contender, by its place among them.
    Contender(usize),
    /// Several contenders need the same number.
    Tie,
}

impl Wins {
    /// Nothing is counted of those among `scans` that have a [hue](Scan::hue), each once.
    pub fn among(scans: &[Scan]) -> Self {
        let is_first = |at: usize| !scans[..at].contains(&scans[at]);
        Self::of((0..scans.len()).filter(|&at| scans[at].hue().is_some() && is_first(at)).collect())
    }

    /// Nothing is counted of these contenders.
    pub fn of(contenders: Vec<usize>) -> Self {
        Self { wins: vec![0; contenders.len()], contenders, ties: 0, hits: 0 }
    }

    /// The fewest visits of any contender that hits, of what a placement costs all that are asked; `None` if none does.
    pub fn fewest(&self, costs: &[Cost]) -> Option<u32> {
        self.contenders.iter().map(|&at| costs[at]).filter(|cost| cost.is_hit).map(|cost| cost.visits).min()
    }

    /// One more placement, with what it costs all that are asked.
    pub fn add(&mut self, overlap: bool, costs: &[Cost]) {
        self.hits += u64::from(overlap);
        match winner(overlap, self.contenders.iter().map(|&at| costs[at].visits)) {
            Winner::Contender(contender) => self.wins[contender] += 1,
            Winner::Tie => self.ties += 1,
            Winner::Apart | Winner::Nobody => {}
        }
    }
}

/// The winner among those that need these `visits`.
pub(super) fn winner(overlap: bool, visits: impl Iterator<Item = u32>) -> Winner {
    if !overlap {
        return Winner::Apart;
    }
    let (mut fewest, mut winner) = (u32::MAX, Winner::Nobody);
    for (contender, visits) in visits.enumerate() {
        if visits < fewest || winner == Winner::Nobody {
            (fewest, winner) = (visits, Winner::Contender(contender));
        } else if visits == fewest {
            winner = Winner::Tie;
        }
    }
    winner
}
