//! The checks of a log so far, judged and counted.

use std::{collections::HashMap, sync::Arc};

use thiserror::Error;

use super::{Check, Clock, Judgement};
use crate::{
    geom::{Cell, IntRect, Offset, Size},
    scan::Scan,
    scene::{Laid, Placed, PlacedPair},
    survey::{Cost, first_overlap},
    words::thousands,
};

/// The checks of a log so far: of each some bytes, and counts by pair.
#[derive(Debug, Default)]
pub struct Replay {
    /// What all checks count time in; `None` before the first.
    pub clock: Option<Clock>,
    /// The checks, in the order of the log.
    pub steps: Vec<Step>,
    /// The pairs, in the order in which they were first checked.
    pub pairs: Vec<Pair>,
    /// The runs of the game, each with its first check; only the last may have none.
    pub runs: Vec<Run>,
    /// The first lines that were skipped, at most [`Replay::MOST_SKIPPED`].
    pub skipped: Vec<Skipped>,
    /// How many lines were skipped.
    pub skipped_lines: u64,
    /// The scans that run at every check, and what they cost so far.
    pub scans: Vec<Scanned>,
    /// The only pair at whose checks they run: both names with a comma between them; `None` for all pairs.
    pub scanned_pair: Option<String>,
    /// The number of every pair, by its names.
    numbers: HashMap<[String; 2], u32>,
}

/// What is kept of a check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Its line in the log, from 1.
    pub line: u64,
    /// The byte at which that line begins.
    pub place: u64,
    /// When: a frame, or seconds, by [`Replay::clock`].
    pub at: f64,
    /// The number of its pair.
    pub pair: u32,
    /// How many pixels the masks share.
    pub overlap_area: u32,
    /// B's top left seen from A's.
    pub offset: Offset,
    /// What the game answered, if it did.
    pub game: Option<bool>,
    /// Whether the boxes share a cell.
    pub boxes_overlap: bool,
    /// Whether the game and the masks disagree.
    pub disagrees: bool,
    /// Whether one has flown through the other since the pair's check before.
    pub tunnel: bool,
}

/// Two instances in the order of the log, and how their checks came out.
#[derive(Debug)]
pub struct Pair {
    /// A's name and B's.
    pub names: [String; 2],
    /// Its checks: numbers of steps.
    pub steps: Vec<u32>,
    /// How often the masks overlap.
    pub hits: u64,
    /// How often the game said hit.
    pub game_hits: u64,
    /// How often the game and the masks disagree.
    pub disagreements: u64,
    /// How often one has flown through the other.
    pub tunnels: u64,
    /// The latest check of this run.
    latest: Option<Latest>,
}

/// A run of the game: the log begins one, and every later header does.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The number of its first step.
    pub first: usize,
    /// What the header calls the game; empty where it does not.
    pub game: String,
    /// Frames per second.
    pub fps: f64,
}

/// A line that could not be understood or judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Which, from 1.
    pub line: u64,
    /// Why, in words.
    pub reason: String,
}

/// What a scan costs over all checks.
#[derive(Clone, Debug)]
pub struct Scanned {
    /// The scan.
    pub scan: Scan,
    /// Its visits at all checks together.
    pub visits: u64,
    /// How many of its answers are not those of the masks.
    pub wrong: u64,
    /// What it remembers of each pair, in A's pixels, if it remembers.
    hints: HashMap<u32, Cell>,
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

impl Replay {
    /// How many checks are kept.
    pub const MOST_CHECKS: usize = 10_000_000;
    /// How many skipped lines are listed.
    pub const MOST_SKIPPED: usize = 1_000;

    /// A replay without checks, in which `scans` run at every one.
    pub fn new(scans: &[Scan]) -> Self {
        let scanned = |&scan: &Scan| Scanned { scan, visits: 0, wrong: 0, hints: HashMap::new() };
        Self { scans: scans.iter().map(scanned).collect(), ..Self::default() }
    }

    /// Begins a run, whose header calls it `game`: frames may start again, and nothing flies through anything between runs.
    pub fn begin(&mut self, game: String, fps: f64) {
        let first = self.steps.len();
        self.runs.pop_if(|run| run.first == first);
        self.runs.push(Run { first, game, fps });
        self.pairs.iter_mut().for_each(|pair| pair.latest = None);
    }

    /// Notes that `line` was skipped.
    pub fn skip(&mut self, line: u64, reason: String) {
        self.skipped_lines += 1;
        if self.skipped.len() < Self::MOST_SKIPPED {
            self.skipped.push(Skipped { line, reason });
        }
    }

    /// Judges a check and keeps what came out.
    ///
    /// # Errors
    /// Where it cannot follow those before it; nothing is changed then.
    pub fn take(&mut self, check: &Check) -> Result<Judgement, Fault> {
        let Check { line, place, clock, at, ref names, ref pair, ref game } = *check;
        if self.steps.len() >= Self::MOST_CHECKS {
            return Err(Fault::TooMany);
        }
        if let Some(known) = self.clock.filter(|known| *known != clock) {
            return Err(Fault::Clock { given: clock, known });
        }
        let number = self.numbers.get(names).copied();
        let before = number.and_then(|number| self.pairs[number as usize].latest.as_ref());
        if let Some(before) = before.filter(|before| at < before.at) {
            return Err(Fault::Falls { clock, at, before: before.at });
        }
        let judgement = Judgement::of(pair, game.as_ref());
        let latest = Latest { at, masks_overlap: judgement.masks_overlap(), pair: pair.unlaid() };
        let tunnel = before.is_some_and(|before| latest.flew_through(before));
        let number = number.unwrap_or_else(|| self.number(names.clone()));
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
            tunnel,
        };
        if !self.scans.is_empty() && self.scanned_pair.as_ref().is_none_or(|only| *only == names.join(",")) {
            let laid = pair.laid();
            self.scans.iter_mut().for_each(|scanned| scanned.run(number, &laid, judgement.masks_overlap()));
        }
        self.clock = Some(clock);
        if self.runs.is_empty() {
            self.begin(String::new(), Run::USUAL_FPS);
        }
        let into = &mut self.pairs[number as usize];
        into.latest = Some(latest);
        into.count(u32::try_from(self.steps.len()).expect("there are at most 10,000,000"), &step);
        self.steps.push(step);
        Ok(judgement)
    }

    /// The number of the new pair `names`.
    fn number(&mut self, names: [String; 2]) -> u32 {
        let number = u32::try_from(self.pairs.len()).expect("no more pairs than checks");
        self.numbers.insert(names.clone(), number);
        self.pairs.push(Pair {
            names,
            steps: Vec::new(),
            hits: 0,
            game_hits: 0,
            disagreements: 0,
            tunnels: 0,
            latest: None,
        });
        number
    }
}

impl Pair {
    fn count(&mut self, number: u32, step: &Step) {
        self.steps.push(number);
        self.hits += u64::from(step.masks_overlap());
        self.game_hits += u64::from(step.game == Some(true));
        self.disagreements += u64::from(step.disagrees);
        self.tunnels += u64::from(step.tunnel);
    }
}

impl Step {
    /// Whether the masks overlap.
    pub const fn masks_overlap(&self) -> bool {
        self.overlap_area > 0
    }

    /// Whether something is wrong: the game disagrees, or something flew through.
    pub const fn is_wrong(&self) -> bool {
        self.disagrees || self.tunnel
    }
}

impl Run {
    /// Frames per second where no header says.
    pub const USUAL_FPS: f64 = 60.0;
}

impl Latest {
    /// Whether the masks, which miss now and missed `before`, overlap on the straight way in between: B's as seen from A.
    /// Both checks must have the same masks, turned alike.
    fn flew_through(&self, before: &Self) -> bool {
        let (from, to) = (before.pair.offset, self.pair.offset);
        let [a, b] = &self.pair.sprites;
        let sizes = |latest: &Self| latest.pair.sprites.each_ref().map(|placed| placed.extent.size());
        let turns = |latest: &Self| latest.pair.sprites.each_ref().map(Placed::turn);
        let is_alike = |(now, then): (&Placed, &Placed)| {
            let [now, then] = [now, then].map(|placed| placed.posed().raster.mask());
            Arc::ptr_eq(now, then) || now.mask() == then.mask()
        };
        let overlap = || first_overlap(a.posed().raster.mask(), b.posed().raster.mask(), from, to).is_some();
        !self.masks_overlap
            && !before.masks_overlap
            && from != to
            && sizes(self) == sizes(before)
            && passes(sizes(self), from, to)
            && turns(self) == turns(before)
            && self.pair.sprites.iter().zip(&before.pair.sprites).all(is_alike)
            && overlap()
    }
}

/// Whether B's box, on its way between two offsets, may share a cell with A's.
fn passes([a, b]: [Size; 2], from: Offset, to: Offset) -> bool {
    let swept = IntRect::new(from.cell(), b).union(IntRect::new(to.cell(), b));
    swept.intersection(IntRect::new(Cell::ORIGIN, a)).is_some()
}

impl Scanned {
    /// Runs at a check of the pair with this number.
    fn run(&mut self, pair: u32, laid: &Laid, masks_overlap: bool) {
        let cost = if self.scan.remembers() {
            let (cost, hit) = Cost::remembering(self.scan, laid, self.hints.get(&pair).copied());
            self.hints.extend(hit.map(|hit| (pair, hit)));
            cost
        } else {
            Cost::at(self.scan, &laid.masks_for(self.scan), laid.offset, masks_overlap)
        };
        self.visits += u64::from(cost.visits);
        self.wrong += u64::from(cost.is_hit != masks_overlap);
    }
}
