//! The host of a game that can be stopped, between its threads and the session.

use std::io;
use std::sync::mpsc::{Receiver, channel};

use egui::Context;

use crate::app::outside::outcome::GameVariable;
use crate::files::Limits;
use crate::session::{GameEvent, GameOrder, LogAction, LogPlayer, PausedGame, Session, StopCause};
use crate::stops::{GameStop, StopEvent, StopHost, StopReason};
use maskscope_core::replay::{StopRules, VerdictRules};

/// Listens to the processes of a game. They go on once this is dropped.
pub struct Hosting {
    /// The number of the log in the session.
    number: u64,
    host: StopHost,
    events: Receiver<StopEvent>,
    /// The rules that the host has.
    rules: StopRules,
}

impl Hosting {
    /// Listens to the game that writes `log`; `wake` repaints when there is something to tell.
    ///
    /// # Errors
    /// If there is no port, no random token or no thread.
    pub fn start(log: &LogPlayer, rules: StopRules, limits: Limits, wake: Context) -> io::Result<Self> {
        let (sender, events) = channel();
        let tell = move |event| {
            // Nobody listens any more once the log is closed.
            sender.send(event).ok();
            wake.request_repaint();
        };
        let host = StopHost::listen(rules.clone(), VerdictRules::default(), limits, tell)?;
        Ok(Self { number: log.number, host, events, rules })
    }

    /// The number of the log whose game it is.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The variable of the game's environment by which it finds the host.
    pub fn variable(&self) -> GameVariable {
        self.host.variable()
    }

    /// Hands over to `session` what the game has done, and to the game what a person wants.
    pub fn exchange(&mut self, session: &mut Session) {
        for event in self.events.try_iter() {
            let event = noted(event, session.log());
            session.apply(LogAction::Game(event).into());
        }
        let rules = session.log().and_then(LogPlayer::stop_rules);
        if let Some(rules) = rules.filter(|rules| *rules != self.rules) {
            self.host.set_rules(rules.clone());
            self.rules = rules;
        }
        for order in session.take_orders() {
            match order {
                GameOrder::Pause => self.host.pause(),
                GameOrder::NextFrame => self.host.next_frame(),
                GameOrder::GoOn(to) => self.host.go_on(to),
            }
        }
    }
}

/// An event as the session notes it, which follows `log`.
fn noted(event: StopEvent, log: Option<&LogPlayer>) -> GameEvent {
    match event {
        StopEvent::Began { pid } => GameEvent::Began(pid),
        StopEvent::Runs { pid, steps } => GameEvent::Runs { pid, steps },
        StopEvent::Slow { pid: _, ms } => GameEvent::Slow(ms),
        StopEvent::Left { pid, was_paused, why } => GameEvent::Left { pid, was_paused, why },
        StopEvent::Paused(stop) => {
            let GameStop { pid, frame, reason, screen: _ } = *stop;
            GameEvent::Paused(PausedGame { pid, frame, cause: reason.map(|reason| cause(&reason, log)) })
        }
    }
}

fn cause(reason: &StopReason, log: Option<&LogPlayer>) -> StopCause {
    // Each process of a game writes a log of its own into the same folder.
    let is_followed = log.is_some_and(|log| log.path.file_name() == reason.log.file_name());
    StopCause {
        line: is_followed.then_some(reason.step.line.into()),
        place: reason.place(),
        verdict: reason.step.verdict,
        passed: reason.passed,
    }
}
