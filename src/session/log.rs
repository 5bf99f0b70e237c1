//! The log of a running game: which pair and which check of it are shown, and how it goes on.

use std::{path::PathBuf, sync::Arc};

use super::player::{Played, Player, PlayerAction};
use crate::replay::{Check, CheckedPair, Event, Judgement, Moves, Replay, Step};
use crate::{scan::Scan, scene::Scene};

/// The log that is open, and what is shown of it.
#[derive(Debug)]
pub struct LogPlayer {
    /// The file; `-` for standard input.
    pub path: PathBuf,
    /// The checks, where they come from a table that moves the sprites of a scene.
    pub table: Option<Arc<LogTable>>,
    /// Its number among all logs that were opened.
    pub number: u64,
    /// A person has stopped it: what the game writes next is not read.
    pub is_stopped: bool,
    /// Its checks, judged.
    pub replay: Replay,
    /// The state of its file.
    pub source: LogSource,
    /// The number of ignored fields.
    pub unknown_fields: u64,
    /// The newest version that a header names, where that is newer than what is read.
    pub newer: Option<u64>,
    /// The pair that is shown, by its number.
    pub pair: usize,
    /// The check that is shown, and its playback.
    player: Player,
    /// It shows the latest check whenever one comes.
    pub is_live: bool,
    /// Somebody has chosen a pair or a check.
    is_chosen: bool,
    pub(super) staged: Option<StagedCheck>,
}

/// A table of checks, and whose sprites it moves.
#[derive(Debug)]
pub struct LogTable {
    /// The checks.
    pub moves: Moves,
    /// Both sprites.
    pub scene: Scene,
}

/// The state of the file of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogSource {
    /// There is no such file yet.
    Awaited,
    /// Its first content is being read.
    Reading,
    /// All of it is read, and what the game writes next will be.
    Following,
    /// It is not read any more: a person has stopped that, or there will be no more.
    Ended,
    /// It has been deleted or moved; what was read stays.
    Gone,
    /// It could not be read on, for this reason.
    Failed(String),
}

/// A check whose sprites stand on the stage.
#[derive(Clone, Debug)]
pub struct StagedCheck {
    /// The number of its step.
    pub step: usize,
    /// Its sprites where they stood; or why they cannot be shown.
    pub scene: Result<Box<Scene>, String>,
    /// The check, and its judgement; `None` where it cannot be shown.
    pub judged: Option<Box<(Check, Judgement)>>,
    /// The reason why the game and the masks disagree.
    pub why: Option<String>,
    /// The distance of the nearest solid pixels, from middle to middle, where the masks miss.
    pub distance: Option<f64>,
    /// Somebody has moved a sprite since.
    pub is_moved: bool,
}

/// A check whose sprites are still to be found, in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedCheck {
    /// The number of its step.
    pub step: usize,
    /// Its line, from 1.
    pub line: u64,
    /// The byte at which that begins.
    pub place: u64,
}

/// An event of the log, or a change to it.
#[derive(Clone, Debug)]
pub enum LogAction {
    /// Another log is read, in place of all that was open here.
    Open {
        /// The file.
        path: PathBuf,
        /// It shows the latest check whenever one comes.
        is_live: bool,
    },
    /// The checks of a table, which moves the sprites that are there, in place of all that was open here.
    OpenTable {
        /// The file.
        path: PathBuf,
        /// The checks.
        moves: Arc<Moves>,
    },
    /// The game has written more.
    Heard(Vec<Event>),
    /// Notes about its lines so far.
    Noted {
        /// The number of ignored fields.
        unknown_fields: u64,
        /// The newest version that a header names, where that is newer than what is read.
        newer: Option<u64>,
    },
    /// The file has shrunk or was replaced: it is read again from its start.
    Restarted,
    /// Something has become of the file.
    Became(LogSource),
    /// The sprites of a check were found.
    Stage(StagedCheck),
    /// Shows another pair, from 0.
    Choose(usize),
    /// Shows the latest check of the pair whenever one comes.
    GoLive,
    /// Reads no more of what the game writes.
    Stop,
    /// Closes it; the sprites stay as they are.
    Close,
}

impl LogPlayer {
    pub(super) fn new(number: u64, path: PathBuf, scans: &[Scan], is_live: bool) -> Self {
        Self {
            path,
            table: None,
            number,
            is_stopped: false,
            replay: Replay::new(scans),
            source: LogSource::Reading,
            unknown_fields: 0,
            newer: None,
            pair: 0,
            player: Player::default(),
            is_live,
            is_chosen: false,
            staged: None,
        }
    }

    /// Its checks as they are played.
    pub fn played(&self) -> Played<'_> {
        let count = self.replay.pairs.get(self.pair).map_or(0, |pair| pair.steps.len());
        Played {
            replay: &self.replay,
            player: &self.player,
            pair: self.pair,
            count,
            is_live: self.is_live,
            is_drag: false,
        }
    }

    /// The check that is shown, and the number of its step.
    pub fn step(&self) -> Option<(usize, &Step)> {
        self.played().step()
    }

    /// The check that is shown, once its sprites are found.
    pub fn staged(&self) -> Option<&StagedCheck> {
        let (number, _) = self.step()?;
        self.staged.as_ref().filter(|staged| staged.step == number)
    }

    /// The number of checks of the shown pair after the one that is shown.
    pub fn behind(&self) -> usize {
        self.played().count().saturating_sub(self.player.at + 1)
    }

    /// The numbers of the pairs: those with the most wrong checks first, then those with the most checks.
    pub fn ranked_pairs(&self) -> Vec<usize> {
        let mut numbers: Vec<_> = (0..self.replay.pairs.len()).collect();
        let key = |pair: &CheckedPair| (pair.wrong.len(), pair.steps.len());
        numbers.sort_by_key(|&number| std::cmp::Reverse(key(&self.replay.pairs[number])));
        numbers
    }

    /// The check whose sprites are to be found.
    pub(super) fn wanted(&self) -> Option<WantedCheck> {
        let (step, &Step { line, place, .. }) = self.step()?;
        let is_known = self.staged.as_ref().is_some_and(|staged| staged.step == step);
        (!is_known).then_some(WantedCheck { step, line: line.into(), place })
    }

    fn go(&mut self, at: usize) {
        let count = self.played().count();
        self.player.go(at, count);
    }

    /// Shows the pair and the check of the step `number`.
    fn show(&mut self, number: usize) {
        let Some(step) = self.replay.steps.get(number) else { return };
        self.pair = step.pair as usize;
        let steps = &self.replay.pairs[self.pair].steps;
        self.player.at = steps.partition_point(|&step| (step as usize) < number);
    }

    /// Somebody shows something: it is live no longer.
    fn choose(&mut self) {
        (self.is_live, self.player.plays, self.is_chosen) = (false, false, true);
    }

    fn hear(&mut self, events: Vec<Event>) {
        events.into_iter().for_each(|event| self.replay.keep(event));
        if self.is_live {
            self.player.at = self.played().count().saturating_sub(1);
        }
    }

    /// Shows another check; `wrong` is the step of the wrong one that is looked for.
    pub(super) fn play(&mut self, action: PlayerAction, wrong: Option<usize>) {
        match action {
            PlayerAction::GoWrong { .. } => {
                let Some(number) = wrong else { return };
                self.choose();
                self.show(number);
            }
            PlayerAction::Go(at) => {
                self.choose();
                self.go(at);
            }
            PlayerAction::Play(plays) => {
                self.choose();
                let mut player = self.player.clone();
                let played = self.played();
                player.play(plays, played.count(), |at| Some(played.step_at(at)?.at));
                self.player = player;
            }
        }
    }

    pub(super) fn apply(&mut self, action: LogAction) {
        match action {
            LogAction::Heard(events) => self.hear(events),
            LogAction::Noted { unknown_fields, newer } => {
                (self.unknown_fields, self.newer) = (unknown_fields, newer);
            }
            LogAction::Restarted => {
                let (path, scans, is_live) = (std::mem::take(&mut self.path), self.replay.scans.clone(), self.is_live);
                let (number, is_chosen) = (self.number, self.is_chosen);
                *self = Self { is_chosen, ..Self::new(number, path, &scans, is_live) };
            }
            LogAction::Became(source) => {
                let is_read = matches!(source, LogSource::Following | LogSource::Ended);
                let is_first = self.source == LogSource::Reading && is_read;
                self.source = source;
                if is_first && !self.is_live && !self.is_chosen {
                    // What a person has come for.
                    let first = self.replay.steps.iter().position(Step::is_wrong);
                    self.show(first.unwrap_or(0));
                }
            }
            LogAction::Choose(pair) if pair < self.replay.pairs.len() => {
                self.choose();
                self.pair = pair;
                self.player.at = self.replay.pairs[pair].wrong.first().map_or(0, |&at| at as usize);
            }
            LogAction::Stop => (self.is_live, self.is_stopped) = (false, true),
            LogAction::GoLive => {
                self.is_live = true;
                self.go(usize::MAX);
            }
            LogAction::Choose(_)
            | LogAction::Open { .. }
            | LogAction::OpenTable { .. }
            | LogAction::Stage(_)
            | LogAction::Close => {}
        }
    }

    /// Lets `seconds` pass; returns whether it plays.
    pub(super) fn tick(&mut self, seconds: f64) -> bool {
        let mut player = self.player.clone();
        let played = self.played();
        player.tick(seconds * played.per_second(), played.count(), |at| Some(played.step_at(at)?.at));
        self.player = player;
        self.player.plays
    }
}
