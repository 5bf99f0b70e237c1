//! What judges the checks of a log, one after the other.

use std::{collections::HashMap, sync::Arc};

use thiserror::Error;

use super::{Check, Clock, Judgement, Step, tunnel::first_overlap};
use crate::geom::{Cell, IntRect, Offset, Size};
use crate::scene::{Placed, PlacedPair};
use crate::{scan::Scan, survey::Cost, words::thousands};

/// Judges checks one after the other. Of those before it keeps the latest of each pair.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    /// B alone moves, and looks the same wherever it stands but for fractions of a cell.
    is_path: bool,
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
    #[error("{} checks come before it, and no more are kept", thousands(Judge::MOST_CHECKS as u64))]
    TooMany,
}

/// What is found at a check whatever came before it.
#[derive(Clone, Debug)]
pub struct Alone {
    judgement: Judgement,
    /// What each scan costs that does not remember; nothing where the boxes are apart.
    costs: Vec<Cost>,
}

/// A pair at its latest check.
#[derive(Clone, Debug)]
struct Latest {
    at: f64,
    masks_overlap: bool,
    /// Where both stood; their pixels are laid again where they are asked for.
    pair: PlacedPair,
}

impl Judge {
    /// How many checks are judged at most.
    pub const MOST_CHECKS: usize = 10_000_000;

    /// Nothing judged yet; `scans` run at every check.
    pub fn new(scans: &[Scan]) -> Self {
        Self { scans: scans.to_vec(), ..Self::default() }
    }

    /// The same of a path along which B alone moves.
    pub fn of_path(scans: &[Scan]) -> Self {
        Self { is_path: true, ..Self::new(scans) }
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
        self.judge_alone(check, self.alone(check))
    }

    /// Returns what is found at a check whatever came before it.
    pub fn alone(&self, check: &Check) -> Alone {
        let judgement = Judgement::of(&check.pair, check.game.as_ref());
        if !judgement.boxes_overlap || self.scans.is_empty() {
            return Alone { judgement, costs: Vec::new() };
        }
        let laid = check.pair.laid();
        let cost = |&scan: &Scan| match scan.remembers() {
            true => Cost::default(),
            false => Cost::at(scan, &laid.masks_for(scan), laid.offset, judgement.masks_overlap()),
        };
        Alone { judgement, costs: self.scans.iter().map(cost).collect() }
    }

    /// Judges a check of which this was found before.
    ///
    /// # Errors
    /// As [`Judge::judge`].
    pub fn judge_alone(&mut self, check: &Check, alone: Alone) -> Result<Judged, Fault> {
        let Check { line, place, clock, at, ref names, ref pair, ref game } = *check;
        if self.checks >= Self::MOST_CHECKS {
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
        let Alone { judgement, mut costs } = alone;
        let latest = Latest { at, masks_overlap: judgement.masks_overlap(), pair: pair.unlaid() };
        let through = before.and_then(|before| latest.flew_through(before, self.is_path));
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
        let remembering = self.scans.iter().zip(&mut costs).filter(|(scan, _)| scan.remembers());
        for (&scan, cost) in remembering {
            let hit;
            (*cost, hit) = Cost::remembering(scan, &pair.laid(), self.hints.get(&(scan, number)).copied());
            self.hints.extend(hit.map(|hit| ((scan, number), hit)));
        }
        Ok(Judged { step, clock, names: known.is_none().then(|| names.clone()), costs, judgement, through })
    }

    /// Where scans that remember have hit the pair of these names last, in A's pixels; what they start from next time.
    pub fn hint(&self, names: &[String; 2]) -> Option<Cell> {
        let number = self.numbers.get(names)?;
        let scan = self.scans.iter().find(|scan| scan.remembers())?;
        self.hints.get(&(*scan, *number)).copied()
    }
}

impl Latest {
    /// Where the masks, which miss now and missed `before`, first overlap on the straight way in between: B's as seen from A.
    /// Unless B alone moves, as along a path, both checks must have the same masks, turned alike.
    fn flew_through(&self, before: &Self, is_path: bool) -> Option<Offset> {
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
            && passes(sizes(self), from, to)
            && (is_path
                || sizes(self) == sizes(before)
                    && turns(self) == turns(before)
                    && self.pair.sprites.iter().zip(&before.pair.sprites).all(is_alike));
        may.then(|| first_overlap(a.posed().raster.mask(), b.posed().raster.mask(), from, to)).flatten()
    }
}

/// Whether B's box, on its way between two offsets, may share a cell with A's.
fn passes([a, b]: [Size; 2], from: Offset, to: Offset) -> bool {
    let swept = IntRect::new(from.cell(), b).union(IntRect::new(to.cell(), b));
    swept.intersection(IntRect::new(Cell::ORIGIN, a)).is_some()
}
