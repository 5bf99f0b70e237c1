//! StopState that all processes of a game share: the rules, and a person's requests.

use std::net::TcpStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::event::StopEvent;
use super::protocol::StopOrder;
use crate::files::Limits;
use maskscope_core::replay::{RunTo, StopRules, VerdictRules};

/// StopState that the threads of all connections share.
pub(super) struct Shared {
    pub(super) token: String,
    pub(super) limits: Limits,
    pub(super) verdicts: VerdictRules,
    pub(super) tell: Box<dyn Fn(StopEvent) + Send + Sync>,
    pub(super) state: Mutex<StopState>,
}

/// The part of it that changes while the game runs.
#[derive(Default)]
pub(super) struct StopState {
    pub(super) rules: Arc<StopRules>,
    pub(super) to: RunTo,
    pub(super) games: Vec<ConnectedGame>,
    /// The processes that have connected once.
    pub(super) known: Vec<u32>,
    /// Nobody listens any more.
    pub(super) is_closed: bool,
}

/// A process that is connected.
pub(super) struct ConnectedGame {
    pub(super) pid: u32,
    pub(super) stream: TcpStream,
    pub(super) is_paused: bool,
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, StopState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the paused games go on.
    pub(super) fn go_on(&self, order: StopOrder, to: RunTo) {
        let mut state = self.state();
        state.to = to;
        state.arm();
        let paused = state.games.iter_mut().filter(|game| game.is_paused);
        let gone: Vec<_> = paused
            .map(|game| {
                game.is_paused = false;
                game.send(order);
                game.pid
            })
            .collect();
        drop(state);
        gone.into_iter().for_each(|pid| (self.tell)(StopEvent::Runs { pid, steps: order == StopOrder::Step }));
    }
}

impl StopState {
    /// The rules as they are now: a run to the next incident stops whatever they say.
    pub(super) fn rules_now(&self) -> Arc<StopRules> {
        if self.to == RunTo::NextIncident && !self.rules.is_on {
            return Arc::new(StopRules { is_on: true, ..StopRules::clone(&self.rules) });
        }
        Arc::clone(&self.rules)
    }

    /// Tells the games whether to ask.
    pub(super) fn arm(&self) {
        let order = self.order();
        self.games.iter().for_each(|game| game.send(order));
    }

    /// The order by which a game asks or does not.
    pub(super) fn order(&self) -> StopOrder {
        if self.rules.is_on || self.to == RunTo::NextIncident { StopOrder::Arm } else { StopOrder::Disarm }
    }

    pub(super) fn game(&mut self, pid: u32) -> Option<&mut ConnectedGame> {
        self.games.iter_mut().find(|game| game.pid == pid)
    }
}

impl ConnectedGame {
    pub(super) fn send(&self, order: StopOrder) {
        // One that no longer listens has left, as its own thread notes.
        order.send(&self.stream).ok();
    }
}
