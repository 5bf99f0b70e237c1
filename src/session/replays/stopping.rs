//! A running game that can be stopped: its state, the rules by which it stops, and the orders for it.

use super::incidents::{Incidents, LineMark};
use maskscope_core::geom::whole;
use maskscope_core::replay::{RunTo, StopRules, Verdict};

/// A game that was started so that it can be stopped.
#[derive(Clone, Debug)]
pub struct StoppableGame {
    /// The current state.
    pub state: GameState,
    /// The rules by which it stops, without those that follow from a person's marks.
    pub rules: StopRules,
    /// The time that judging takes a frame, in ms, once it is worth saying.
    pub slow_ms: Option<f64>,
    /// The number of its stops so far.
    pub stops: u64,
    /// It runs to the end of a single frame.
    steps: bool,
    /// The processes that are connected.
    processes: Vec<u32>,
    /// Orders that were not passed on to it yet, the oldest first.
    orders: Vec<GameOrder>,
}

/// The state of a game that can be stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum GameState {
    /// It has not connected yet.
    Awaited,
    /// It runs.
    Running,
    /// It waits at the end of a frame.
    Paused(PausedGame),
    /// It has ended.
    Ended {
        /// It was paused until then.
        was_paused: bool,
    },
    /// It goes on for itself, for this reason.
    Lost(String),
}

/// A game that waits at the end of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PausedGame {
    /// The process.
    pub pid: u32,
    /// The frame.
    pub frame: u64,
    /// The wrong check that has stopped it; `None` if a person has.
    pub cause: Option<StopCause>,
}

/// The wrong check that has stopped a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopCause {
    /// Its line in the log that is followed, from 1; `None` if another process has written it.
    pub line: Option<u64>,
    /// Both instances and the line of the game, in words.
    pub place: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The number of wrong checks at its line that have stopped nothing, if it is the first that does.
    pub passed: u64,
}

/// An event of a game that can be stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum GameEvent {
    /// A process has connected, and runs.
    Began(u32),
    /// It waits at the end of a frame.
    Paused(PausedGame),
    /// A process runs again.
    Runs {
        /// The process.
        pid: u32,
        /// It does so to the end of the next frame only.
        steps: bool,
    },
    /// Judging takes this long a frame, in ms, and slows it down.
    Slow(f64),
    /// A process is no longer connected.
    Left {
        /// The process.
        pid: u32,
        /// It was paused until then.
        was_paused: bool,
        /// The reason, where it is not the game that has ended.
        why: Option<String>,
    },
}

/// Something that a game is to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameOrder {
    /// A running game stops at the end of this frame.
    Pause,
    /// A paused game runs to the end of the next frame.
    NextFrame,
    /// A paused game runs to an incident.
    GoOn(RunTo),
}

impl PausedGame {
    /// The frame on the clock of the log.
    pub fn at(&self) -> f64 {
        whole(i64::try_from(self.frame).unwrap_or(i64::MAX))
    }
}

impl StoppableGame {
    pub(super) const fn new(rules: StopRules) -> Self {
        let state = GameState::Awaited;
        Self { state, rules, slow_ms: None, stops: 0, steps: false, processes: Vec::new(), orders: Vec::new() }
    }

    /// The game as it waits; `None` while it runs.
    pub const fn paused(&self) -> Option<&PausedGame> {
        if let GameState::Paused(paused) = &self.state { Some(paused) } else { None }
    }

    /// True if it runs, and can be stopped.
    pub fn is_running(&self) -> bool {
        self.state == GameState::Running
    }

    /// True if it runs, to the end of a single frame.
    pub(super) fn is_stepping(&self) -> bool {
        self.steps && self.is_running()
    }

    /// True if it can be stopped, or is.
    pub fn is_connected(&self) -> bool {
        self.is_running() || self.paused().is_some()
    }

    /// The rules by which it stops: the chosen ones, and those that follow from the marks of `incidents`.
    pub fn rules_with(&self, incidents: &Incidents) -> StopRules {
        let marked = |mark: LineMark| {
            let marked = incidents.marks.iter().filter(move |(_, of_line)| **of_line == mark);
            marked.map(|(line, _)| line.clone()).collect()
        };
        StopRules {
            ignored: marked(LineMark::Ignored),
            contact: marked(LineMark::Contact),
            here: marked(LineMark::Here),
            ignored_kinds: incidents.ignored_kinds.clone(),
            ..self.rules.clone()
        }
    }

    /// The orders that were not passed on to it yet, the oldest first.
    pub fn orders(&self) -> &[GameOrder] {
        &self.orders
    }

    pub(super) fn take_orders(&mut self) -> Vec<GameOrder> {
        std::mem::take(&mut self.orders)
    }

    /// Asks something of it; returns whether it can do that now.
    pub(super) fn order(&mut self, order: GameOrder) -> bool {
        let is_possible = match order {
            GameOrder::Pause => self.is_running(),
            GameOrder::NextFrame | GameOrder::GoOn(_) => self.paused().is_some(),
        };
        if is_possible {
            self.orders.push(order);
        }
        is_possible
    }

    /// Takes note of what has become of it.
    pub(super) fn note(&mut self, event: GameEvent) {
        match event {
            GameEvent::Began(pid) => {
                self.processes.push(pid);
                if self.paused().is_none() {
                    self.state = GameState::Running;
                }
            }
            GameEvent::Paused(paused) => {
                self.stops += 1;
                self.state = GameState::Paused(paused);
            }
            GameEvent::Runs { pid, steps } => {
                if self.paused().is_some_and(|paused| paused.pid == pid) {
                    self.state = GameState::Running;
                    self.steps = steps;
                }
            }
            GameEvent::Slow(ms) => self.slow_ms = Some(ms),
            GameEvent::Left { pid, was_paused, why } => {
                self.processes.retain(|known| *known != pid);
                let is_shown = self.paused().is_none_or(|paused| paused.pid == pid);
                let is_last = self.processes.is_empty();
                self.state = match why {
                    _ if !is_shown => return,
                    _ if !is_last => GameState::Running,
                    Some(why) => GameState::Lost(why),
                    None => GameState::Ended { was_paused },
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paused(pid: u32) -> GameEvent {
        GameEvent::Paused(PausedGame { pid, frame: 7, cause: None })
    }

    #[test]
    fn only_what_a_game_can_do_is_asked_of_it() {
        let mut game = StoppableGame::new(StopRules::default());
        assert!(!game.order(GameOrder::Pause), "it has not begun");
        game.note(GameEvent::Began(1));
        assert!(game.order(GameOrder::Pause) && !game.order(GameOrder::NextFrame));
        game.note(paused(1));
        assert!(game.order(GameOrder::GoOn(RunTo::NewSite)) && !game.order(GameOrder::Pause));
        assert_eq!(game.take_orders(), [GameOrder::Pause, GameOrder::GoOn(RunTo::NewSite)]);
        assert!(game.orders().is_empty());
        game.note(GameEvent::Runs { pid: 1, steps: false });
        assert!(game.is_running() && !game.is_stepping());
        game.note(paused(1));
        assert!(game.order(GameOrder::NextFrame) && !game.is_stepping(), "it is paused still");
        game.note(GameEvent::Runs { pid: 1, steps: true });
        assert!(game.is_stepping());
    }

    #[test]
    fn another_process_that_ends_changes_nothing() {
        let mut game = StoppableGame::new(StopRules::default());
        game.note(GameEvent::Began(1));
        game.note(GameEvent::Began(2));
        game.note(paused(1));
        game.note(GameEvent::Left { pid: 2, was_paused: false, why: None });
        assert!(game.paused().is_some());
        game.note(GameEvent::Left { pid: 1, was_paused: true, why: None });
        assert_eq!(game.state, GameState::Ended { was_paused: true });
    }
}
