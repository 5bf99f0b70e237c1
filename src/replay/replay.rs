//! The checks of a game so far, judged and counted.

use super::{Clock, Judged, Step};
use crate::{scan::Scan, survey::Cost};

/// The checks of a game so far: of each some bytes, and counts by pair.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The unit of time of all checks; `None` before the first.
    pub clock: Option<Clock>,
    /// The checks, in the order of the log.
    pub steps: Vec<Step>,
    /// The pairs, in the order in which they were first checked.
    pub pairs: Vec<CheckedPair>,
    /// The runs of the game, each with its first check; only the last may have none.
    pub runs: Vec<GameRun>,
    /// The first lines that were skipped, at most [`Replay::MOST_SKIPPED`].
    pub skipped: Vec<Skipped>,
    /// The number of skipped lines.
    pub skipped_lines: u64,
    /// The scans that run at every check.
    pub scans: Vec<Scan>,
}

/// Two instances in the order of the log, and how their checks came out.
#[derive(Clone, Debug, Default)]
pub struct CheckedPair {
    /// A's name and B's.
    pub names: [String; 2],
    /// Its checks: numbers of steps.
    pub steps: Vec<u32>,
    /// Its wrong checks, by their indices from 0.
    pub wrong: Vec<u32>,
    /// The number of checks at which the masks overlap.
    pub hits: u64,
    /// The number of checks at which the game said hit.
    pub game_hits: u64,
    /// The number of checks at which the game and the masks disagree.
    pub disagreements: u64,
    /// The number of times one has flown through the other.
    pub tunnels: u64,
    /// At how many checks the boxes overlap.
    pub boxes_overlap: u64,
    /// The cost of each scan over all its checks, in the order of [`Replay::scans`].
    pub costs: Vec<ScanCost>,
}

/// A run of the game: the log begins one, and every later header does.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRun {
    /// The number of its first step.
    pub first: usize,
    /// The game's name in the header; empty without one.
    pub game: String,
    /// Frames per second.
    pub fps: f64,
}

/// A line that could not be understood or judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its number, from 1.
    pub line: u64,
    /// The reason, in words.
    pub reason: String,
}

/// The cost of a scan over all checks of a pair, or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScanCost {
    /// The number of its answers that are not those of the masks.
    pub wrong: u64,
    /// Its visits.
    pub visits: u64,
}

/// A scan over all checks of some pairs, and its place among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The scan.
    pub scan: Scan,
    /// Its rank from 1. Equals share a rank, and the next one after two firsts is 3.
    pub rank: usize,
    /// Its cost.
    pub cost: ScanCost,
}

/// An entry of a log, judged.
#[derive(Clone, Debug)]
pub enum Event {
    /// A run begins: the name of the game, which may be empty, and its frames per second.
    Run(String, f64),
    /// A check.
    Check(Box<Judged>),
    /// A line cannot be understood or judged.
    Skipped(Skipped),
}

impl Replay {
    /// The most skipped lines that are listed.
    pub const MOST_SKIPPED: usize = 1_000;

    /// A replay without checks, in which `scans` run at every one.
    pub fn new(scans: &[Scan]) -> Self {
        Self { scans: scans.to_vec(), ..Self::default() }
    }

    /// Keeps what comes next.
    pub fn keep(&mut self, event: Event) {
        match event {
            Event::Run(game, fps) => self.begin(game, fps),
            Event::Skipped(skipped) => {
                self.skipped_lines += 1;
                if self.skipped.len() < Self::MOST_SKIPPED {
                    self.skipped.push(skipped);
                }
            }
            Event::Check(judged) => self.take(*judged),
        }
    }

    /// Returns what each scan costs over the checks of `pairs`, in the order of the scans.
    pub fn costs<'a>(&self, pairs: impl IntoIterator<Item = &'a CheckedPair>) -> Vec<ScanCost> {
        let mut all = vec![ScanCost::default(); self.scans.len()];
        for pair in pairs {
            for (all, cost) in all.iter_mut().zip(&pair.costs) {
                all.visits += cost.visits;
                all.wrong += cost.wrong;
            }
        }
        all
    }

    /// Returns the scans with their ranks over the checks of `pairs`, the best first: the fewest wrong answers, of those the
    /// fewest visits.
    pub fn ranking<'a>(&self, pairs: impl IntoIterator<Item = &'a CheckedPair>) -> Vec<Ranked> {
        let costs = self.costs(pairs);
        let rank = |cost: &ScanCost| 1 + costs.iter().filter(|other| *other < cost).count();
        let ranked = |(&scan, cost): (&Scan, &ScanCost)| Ranked { scan, rank: rank(cost), cost: *cost };
        let mut ranking: Vec<_> = self.scans.iter().zip(&costs).map(ranked).collect();
        ranking.sort_by_key(|ranked| ranked.rank);
        ranking
    }

    fn begin(&mut self, game: String, fps: f64) {
        let first = self.steps.len();
        self.runs.pop_if(|run| run.first == first);
        self.runs.push(GameRun { first, game, fps });
    }

    fn take(&mut self, Judged { step, clock, names, costs, .. }: Judged) {
        self.clock = Some(clock);
        if self.runs.is_empty() {
            self.begin(String::new(), GameRun::USUAL_FPS);
        }
        if let Some(names) = names {
            self.pairs.push(CheckedPair {
                names,
                costs: vec![ScanCost::default(); self.scans.len()],
                ..CheckedPair::default()
            });
        }
        let number = u32::try_from(self.steps.len()).expect("there are at most 10,000,000");
        self.pairs[step.pair as usize].count(number, &step, &costs);
        self.steps.push(step);
    }
}

impl CheckedPair {
    fn count(&mut self, number: u32, step: &Step, costs: &[Cost]) {
        if step.is_wrong() {
            self.wrong.push(u32::try_from(self.steps.len()).expect("no more than all checks"));
        }
        self.steps.push(number);
        self.hits += u64::from(step.masks_overlap());
        self.game_hits += u64::from(step.game == Some(true));
        self.disagreements += u64::from(step.disagrees);
        self.tunnels += u64::from(step.tunnel);
        self.boxes_overlap += u64::from(step.boxes_overlap);
        for (all, cost) in self.costs.iter_mut().zip(costs) {
            all.visits += u64::from(cost.visits);
            all.wrong += u64::from(cost.is_hit != step.masks_overlap());
        }
    }
}

impl GameRun {
    /// Frames per second where no header says.
    pub const USUAL_FPS: f64 = 60.0;
}
