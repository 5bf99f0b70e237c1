//! What judges the checks of a log, one after the other.

use std::{collections::HashMap, sync::Arc};

use thiserror::Error;

use super::{Check, Clock, Judgement, Replay, Step};
use crate::{
    geom::{Cell, IntRect, Offset, Size},
    scan::Scan,
    scene::{Placed, PlacedPair},
    survey::{Cost, first_overlap},
    words::thousands,
};

/// Judges checks one after the other. Of those before it keeps the latest of each pair.
#[derive(Debug, Default)]
pub struct Judge {
    /// The scans that run at every check.
    scans: Vec<Scan>,
    /// What all checks count time in; `None` before the first.
    clock: Option<Clock>,
    /// How many checks it has judged.
    checks: usize,
    /// The number of every pair, by its names.
    numbers: HashMap<[String; 2], u32>,
    /// The latest check of every pair in this run.
    latest: HashMap<u32, Latest>,
    /// Where scans that remember have hit each pair last, in A's pixels.
    hints: HashMap<(Scan, u32), Cell>,
}

/// A check that was judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What is kept of it.
    pub step: Step,
    /// What it counts time in.
    pub clock: Clock,
    /// The names of its pair, if that is new.
    pub names: Option<[String; 2]>,
    /// What each scan needs there; nothing where the boxes are apart, where no scan visits anything.
    pub costs: Vec<Cost>,
    /// Everything that the masks say.
    pub judgement: Judgement,
    /// Where B was seen from A when one flew through the other, the first such place on the way.
    pub through: Option<Offset>,
}

/// Why a check cannot follow those before it.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum Fault {
    /// Time falls within a pair.
    #[error("{clock} {at} comes after {clock} {before}, and within a pair time never falls")]
    Falls {
        /// What time is counted in.
        clock: Clock,
        /// When the check was made.
        at: f64,
        /// When the pair's check before it was.
        before: f64,
    },
    /// It counts time in another unit than the checks before it.
    #[error("it counts {given}s, and the checks before it count {known}s")]
    Clock {
        /// What it counts.
        given: Clock,
        /// What the others count.
        known: Clock,
    },
    /// There are too many.
    #[error("{} checks come before it, and no more are kept", thousands(Replay::MOST_CHECKS as u64))]
    TooMany,
}

/// A pair at its latest check.
#[derive(Debug)]
struct Latest {
    at: f64,
    masks_overlap: bool,
    /// Where both stood; their pixels are laid again where they are asked for.
    pair: PlacedPair,
}

impl Judge {
    /// Nothing judged yet; `scans` run at every check.
    pub fn new(scans: &[Scan]) -> Self {
        Self { scans: scans.to_vec(), ..Self::default() }
    }

    /// A run of the game begins: frames may start again, and nothing flies through anything between runs.
    pub fn begin(&mut self) {
        self.latest.clear();
    }

    /// Judges a check.
    ///
    /// # Errors
    /// Where it cannot follow those before it; it is as if it had not been there then.
    pub fn judge(&mut self, check: &Check) -> Result<Judged, Fault> {
        let Check { line, place, clock, at, ref names, ref pair, ref game } = *check;
        if self.checks >= Replay::MOST_CHECKS {
            return Err(Fault::TooMany);
        }
        if let Some(known) = self.clock.filter(|known| *known != clock) {
            return Err(Fault::Clock { given: clock, known });
        }
        let known = self.numbers.get(names).copied();
        let before = known.and_then(|number| self.latest.get(&number));
        if let Some(before) = before.filter(|before| at < before.at) {
            return Err(Fault::Falls { clock, at, before: before.at });
        }
        let judgement = Judgement::of(pair, game.as_ref());
        let latest = Latest { at, masks_overlap: judgement.masks_overlap(), pair: pair.unlaid() };
        let through = before.and_then(|before| latest.flew_through(before));
        let number = known.unwrap_or_else(|| u32::try_from(self.numbers.len()).expect("no more pairs than checks"));
        if known.is_none() {
            self.numbers.insert(names.clone(), number);
        }
        let step = Step {
            line,
            place,
            at,
            pair: number,
            overlap_area: u32::try_from(judgement.overlap_area).expect("a sprite has at most 100,000,000 cells"),
            offset: pair.offset,
            game: game.as_ref().map(|game| game.hit),
            boxes_overlap: judgement.boxes_overlap,
            disagrees: judgement.disagrees(),
            tunnel: through.is_some(),
        };
        self.clock = Some(clock);
        self.checks += 1;
        self.latest.insert(number, latest);
        let costs =
            if judgement.boxes_overlap { self.costs(number, pair, judgement.masks_overlap()) } else { Vec::new() };
        Ok(Judged { step, clock, names: known.is_none().then(|| names.clone()), costs, judgement, through })
    }

    /// Where scans that remember have hit the pair of these names last, in A's pixels; what they start from next time.
    pub fn hint(&self, names: &[String; 2]) -> Option<Cell> {
        let number = self.numbers.get(names)?;
        let scan = self.scans.iter().find(|scan| scan.remembers())?;
        self.hints.get(&(*scan, *number)).copied()
    }

    /// What each scan needs at a check of the pair with this number.
    fn costs(&mut self, number: u32, pair: &PlacedPair, masks_overlap: bool) -> Vec<Cost> {
        if self.scans.is_empty() {
            return Vec::new();
        }
        let (laid, hints) = (pair.laid(), &mut self.hints);
        let cost = |&scan: &Scan| {
            if !scan.remembers() {
                return Cost::at(scan, &laid.masks_for(scan), laid.offset, masks_overlap);
            }
            let (cost, hit) = Cost::remembering(scan, &laid, hints.get(&(scan, number)).copied());
            hints.extend(hit.map(|hit| ((scan, number), hit)));
            cost
        };
        self.scans.iter().map(cost).collect()
    }
}

impl Latest {
    /// Where the masks, which miss now and missed `before`, first overlap on the straight way in between: B's as seen from A.
    /// Both checks must have the same masks, turned alike.
    fn flew_through(&self, before: &Self) -> Option<Offset> {
        let (from, to) = (before.pair.offset, self.pair.offset);
        let [a, b] = &self.pair.sprites;
        let sizes = |latest: &Self| latest.pair.sprites.each_ref().map(|placed| placed.extent.size());
        let turns = |latest: &Self| latest.pair.sprites.each_ref().map(Placed::turn);
        let is_alike = |(now, then): (&Placed, &Placed)| {
            let [now, then] = [now, then].map(|placed| placed.posed().raster.mask());
            Arc::ptr_eq(now, then) || now.mask() == then.mask()
        };
        let may = !self.masks_overlap
            && !before.masks_overlap
            && from != to
            && sizes(self) == sizes(before)
            && passes(sizes(self), from, to)
            && turns(self) == turns(before)
            && self.pair.sprites.iter().zip(&before.pair.sprites).all(is_alike);
        may.then(|| first_overlap(a.posed().raster.mask(), b.posed().raster.mask(), from, to)).flatten()
    }
}

/// Whether B's box, on its way between two offsets, may share a cell with A's.
fn passes([a, b]: [Size; 2], from: Offset, to: Offset) -> bool {
    let swept = IntRect::new(from.cell(), b).union(IntRect::new(to.cell(), b));
    swept.intersection(IntRect::new(Cell::ORIGIN, a)).is_some()
}
