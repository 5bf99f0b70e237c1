//! Playback of the checks of a replay: those of a log, or those of a drag.

use serde::{Deserialize, Serialize};

use maskscope_core::replay::{CheckedPair, Clock, GameRun, Replay, Step};

/// The check that is shown, and how it goes on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session) struct Player {
    /// Its place among the checks of its pair, from 0.
    pub at: usize,
    pub plays: bool,
    /// The time on the game's clock, while it plays.
    pub clock: f64,
}

/// Changes to the check that is shown: of the log, where one is open, else of the drag.
#[derive(Clone, Copy, Debug)]
pub enum PlayerAction {
    /// Shows a check of the pair, from 0.
    Go(usize),
    /// Shows the worst check of the next incident, or of the one before; of a drag the next check at which B jumped over A.
    GoWrong {
        /// Forwards.
        on: bool,
    },
    /// Plays the checks of the pair as the game made them, or pauses.
    Play(bool),
}

/// The checks that the Replay tab plays.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The checks so far.
    pub replay: &'a Replay,
    /// The pair that is shown.
    pub(in crate::session) pair: usize,
    /// The place of the check that is shown among those of the pair, from 0.
    pub(in crate::session) at: usize,
    /// The number of its checks, those included that are not judged yet.
    pub(in crate::session) count: usize,
    pub(in crate::session) plays: bool,
    /// It shows the latest check whenever one comes.
    pub is_live: bool,
    /// It is a drag or a path: no game has answered.
    pub is_drag: bool,
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
    /// The number of checks on each side of the shown one whose outlines show.
    pub const NEARBY: usize = 3;

    /// The pair that is shown; `None` before its first check is judged.
    pub fn pair(self) -> Option<&'a CheckedPair> {
        self.replay.pairs.get(self.pair)
    }

    /// The place of the check that is shown among those of the pair, from 0.
    pub const fn at(self) -> usize {
        self.at
    }

    /// The number of checks of the pair.
    pub const fn count(self) -> usize {
        self.count
    }

    /// True if it plays.
    pub const fn plays(self) -> bool {
        self.plays
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

    /// The steps of the pair around the shown one, each with its distance in checks.
    pub fn nearby(self) -> impl Iterator<Item = (usize, usize)> {
        let (at, steps) = (self.at(), self.pair().map_or(&[][..], |pair| &pair.steps));
        let places = at.saturating_sub(Self::NEARBY)..steps.len().min(at + Self::NEARBY + 1);
        places.filter(move |place| *place != at).map(move |place| (place.abs_diff(at), steps[place] as usize))
    }

    /// The units of the game's clock that pass in a second at the check that is shown.
    pub fn per_second(self) -> f64 {
        if self.replay.clock == Some(Clock::Second) {
            return 1.0;
        }
        let step = self.step().map_or(0, |(number, _)| number);
        let run = self.replay.runs.iter().rfind(|run| run.first <= step);
        run.map_or(GameRun::USUAL_FPS, |run| run.fps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_starts_again_with_another_run() {
        let times = [10.0, 11.0, 0.0, 1.0, 2.0];
        let time = |at: usize| times.get(at).copied();
        let mut player = Player::default();
        player.play(true, times.len(), time);
        let shown: Vec<_> = (0..4).map(|_| (player.tick(1.0, times.len(), time), player.at)).collect();
        assert_eq!(shown, [(true, 2), (true, 3), (true, 4), (false, 4)], "a check a frame, and a run begins at once");
        assert!(!player.plays);
    }
}
