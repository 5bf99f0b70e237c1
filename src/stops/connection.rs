//! The thread of a process of the game.

use std::io;
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use maskscope_core::replay::RunTo;

use super::event::{GameStop, StopEvent, StopReason};
use super::judged_log::JudgedLog;
use super::protocol::{GameKey, GameMessage, GameMessages, StopOrder, VERSION};
use super::shared::{ConnectedGame, Shared};

/// The longest time until a process has said who it is.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time of judging a frame from which it is worth saying, and the growth of it, in ms.
const SLOW_MS: f64 = 8.0;

/// Serves a process until it or the host has closed the connection.
pub(super) fn serve(stream: TcpStream, shared: &Arc<Shared>) {
    // Small lines wait for nothing.
    stream.set_nodelay(true).ok();
    let Ok(own) = stream.try_clone() else { return };
    let mut lines = GameMessages::of(stream);
    let Some(pid) = greet(&mut lines, shared) else { return };
    let mut state = shared.state();
    if state.is_closed || state.known.contains(&pid) {
        return;
    }
    state.known.push(pid);
    let game = ConnectedGame { pid, stream: own, is_paused: false };
    game.send(state.order());
    state.games.push(game);
    drop(state);
    (shared.tell)(StopEvent::Began { pid });
    let why = Connection { pid, shared, log: None, reason: None, slow_ms: SLOW_MS }.serve(&mut lines);
    let mut state = shared.state();
    let game = state.games.extract_if(.., |game| game.pid == pid).next();
    drop(state);
    let was_paused = game.is_some_and(|game| game.is_paused);
    (shared.tell)(StopEvent::Left { pid, was_paused, why });
}

/// The number of a process that has been started by this program; `None` of anybody else.
fn greet(lines: &mut GameMessages, shared: &Shared) -> Option<u32> {
    lines.wait_for(Some(PATIENCE)).ok()?;
    let Ok(Some(GameMessage::Hello { token, pid, version: VERSION })) = lines.next() else { return None };
    lines.wait_for(None).ok()?;
    (token == shared.token).then_some(pid)
}

struct Connection<'a> {
    pid: u32,
    shared: &'a Shared,
    log: Option<JudgedLog>,
    /// The reason for the stop that has been answered, until the game has paused.
    reason: Option<StopReason>,
    /// The time of judging above which it is said again, in ms.
    slow_ms: f64,
}

impl Connection<'_> {
    /// Answers until the end; returns the reason where that is not the game's.
    fn serve(&mut self, lines: &mut GameMessages) -> Option<String> {
        loop {
            match lines.next() {
                Ok(Some(GameMessage::Ask { frame: _, end, log })) => {
                    if let Some(path) = log {
                        self.log = Some(JudgedLog::new(path, self.shared.limits, self.shared.verdicts));
                    }
                    if let Err(why) = self.answer(end) {
                        return Some(why);
                    }
                }
                Ok(Some(GameMessage::Paused { paused })) => self.paused(paused),
                Ok(Some(GameMessage::Key { key })) => self.key(key),
                Ok(Some(GameMessage::Hello { .. })) => return Some("it has said twice who it is".to_owned()),
                Ok(None) => return None,
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return None,
                Err(error) => return Some(format!("it cannot be understood: {error}")),
            }
        }
    }

    /// Answers whether the game goes on after a frame.
    fn answer(&mut self, end: u64) -> Result<(), String> {
        let Some(log) = &mut self.log else { return Err("it has not named its log".to_owned()) };
        let (rules, to) = {
            let state = self.shared.state();
            (state.rules_now(), state.to)
        };
        let judged = log.judge_to(end, &rules, to);
        if log.mean_ms > self.slow_ms {
            self.slow_ms = 2.0 * log.mean_ms;
            (self.shared.tell)(StopEvent::Slow { pid: self.pid, ms: log.mean_ms });
        }
        let mut state = self.shared.state();
        self.reason = judged.map_err(|error| error.to_string())?;
        let order = if self.reason.is_some() {
            state.to = RunTo::NewSite;
            StopOrder::Stop
        } else {
            StopOrder::Go
        };
        if let Some(game) = state.game(self.pid) {
            game.send(order);
        }
        if self.reason.is_some() && !state.rules.is_on {
            state.arm();
        }
        Ok(())
    }

    fn paused(&mut self, frame: u64) {
        let rules = {
            let mut state = self.shared.state();
            if let Some(game) = state.game(self.pid) {
                game.is_paused = true;
            }
            Arc::clone(&state.rules)
        };
        let screen = self.log.as_mut().and_then(|log| {
            log.read_on(&rules);
            log.last_screen()
        });
        let stop = GameStop { pid: self.pid, frame, reason: self.reason.take(), screen };
        (self.shared.tell)(StopEvent::Paused(Box::new(stop)));
    }

    /// Does what a person wants who has pressed a key in the game's window.
    fn key(&self, key: GameKey) {
        match key {
            GameKey::Step => self.shared.go_on(StopOrder::Step, RunTo::NewSite),
            GameKey::Next => self.shared.go_on(StopOrder::Go, RunTo::NextIncident),
            GameKey::Go => self.shared.go_on(StopOrder::Go, RunTo::NewSite),
            GameKey::Quit => {
                if let Some(game) = self.shared.state().game(self.pid) {
                    game.is_paused = false;
                }
                (self.shared.tell)(StopEvent::Runs { pid: self.pid, steps: false });
            }
        }
    }
}
