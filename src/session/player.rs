//! What plays the checks of a replay: those of a log, or those of a drag.

use crate::replay::{Clock, Pair, Replay, Run, Step};

/// The check that is shown, and how it goes on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Player {
    /// Its place among the checks of its pair, from 0.
    pub at: usize,
    pub plays: bool,
    /// What the game's clock shows, while it plays.
    pub clock: f64,
}

/// Changes to the check that is shown: of the log, where one is open, else of the drag.
#[derive(Clone, Copy, Debug)]
pub enum PlayerAction {
    /// Shows a check of the pair, from 0.
    Go(usize),
    /// Shows the next wrong check of all pairs, or the one before.
    GoWrong {
        /// Forwards.
        on: bool,
    },
    /// Plays the checks of the pair as the game made them, or pauses.
    Play(bool),
}

/// What the Replay tab plays.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The checks so far.
    pub replay: &'a Replay,
    pub(super) player: &'a Player,
    /// The pair that is shown.
    pub(super) pair: usize,
    /// How many checks it has, those included that are not judged yet.
    pub(super) count: usize,
    /// It shows the latest check whenever one comes.
    pub is_live: bool,
}

impl Player {
    /// Shows the check `at` of `count`, and pauses.
    pub fn go(&mut self, at: usize, count: usize) {
        (self.at, self.plays) = (at.min(count.saturating_sub(1)), false);
    }

    /// Plays `count` checks, each made at its time, from the start where it is at the end; or pauses.
    pub fn play(&mut self, plays: bool, count: usize, time: impl Fn(usize) -> Option<f64>) {
        if plays && self.at + 1 >= count {
            self.at = 0;
        }
        self.clock = time(self.at).unwrap_or(0.0);
        self.plays = plays && count > 0;
    }

    /// Lets `units` of the game's clock pass; returns whether another check is shown.
    pub fn tick(&mut self, units: f64, count: usize, time: impl Fn(usize) -> Option<f64>) -> bool {
        if !self.plays {
            return false;
        }
        self.clock += units;
        let old = self.at;
        while let Some(next) = time(self.at + 1).filter(|next| *next <= self.clock) {
            // In another run of the game its clock may start again.
            if Some(next) < time(self.at) {
                self.clock = next;
            }
            self.at += 1;
        }
        self.plays = self.at + 1 < count;
        self.at != old
    }
}

impl<'a> Played<'a> {
    /// The pair that is shown; `None` before its first check is judged.
    pub fn pair(self) -> Option<&'a Pair> {
        self.replay.pairs.get(self.pair)
    }

    /// The place of the check that is shown among those of the pair, from 0.
    pub const fn at(self) -> usize {
        self.player.at
    }

    /// How many checks the pair has.
    pub const fn count(self) -> usize {
        self.count
    }

    /// Whether it plays.
    pub const fn plays(self) -> bool {
        self.player.plays
    }

    /// The check that is shown, and the number of its step.
    pub fn step(self) -> Option<(usize, &'a Step)> {
        let number = *self.pair()?.steps.get(self.at())? as usize;
        Some((number, &self.replay.steps[number]))
    }

    /// The check of the shown pair with this place, from 0.
    pub fn step_at(self, at: usize) -> Option<&'a Step> {
        self.replay.steps.get(*self.pair()?.steps.get(at)? as usize)
    }

    /// How many units of the game's clock pass in a second at the check that is shown.
    pub fn per_second(self) -> f64 {
        if self.replay.clock == Some(Clock::Second) {
            return 1.0;
        }
        let step = self.step().map_or(0, |(number, _)| number);
        let run = self.replay.runs.iter().rfind(|run| run.first <= step);
        run.map_or(Run::USUAL_FPS, |run| run.fps)
    }

    /// The step of the first wrong check behind that which is shown, or before it; of all pairs, in the order of the log.
    /// While the latest is shown whenever one comes, the next one is the latest that was wrong.
    pub(super) fn wrong_from_here(self, on: bool) -> Option<usize> {
        let here = self.step().map_or(0, |(number, _)| number);
        let steps = &self.replay.steps;
        match on {
            true if self.is_live => steps.iter().rposition(Step::is_wrong),
            true => (here + 1..steps.len()).find(|&number| steps[number].is_wrong()),
            false => (0..here.min(steps.len())).rfind(|&number| steps[number].is_wrong()),
        }
    }
}
